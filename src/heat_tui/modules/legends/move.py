"""The turn of a Legend (L3-L7)."""

from __future__ import annotations

from heat_tui.engine.car import Car
from heat_tui.engine.movement import advance
from heat_tui.engine.program import Step
from heat_tui.engine.race import Race
from heat_tui.modules.legends.cards import numbers
from heat_tui.modules.legends.deck import NAME, LegendDeck
from heat_tui.modules.legends.events import LegendDecided


class LegendMove(Step):
    """The whole turn of a Legend."""

    name = "legend"

    def __init__(self, pro: int) -> None:
        self.pro = pro

    def enter(self, race: Race, car: Car) -> None:
        deck = race.states[NAME]
        assert isinstance(deck, LegendDeck)
        diamond, helmet = numbers(deck.card(race), car.entry.colour)
        decided = decide(race, car, diamond, helmet + self.pro)
        race.events.append(decided)
        advance(race, car, decided.target - car.at, "legend")


def decide(race: Race, car: Car, diamond: int, helmet: int) -> LegendDecided:
    """Where a Legend aims with these numbers (L3, L4, L6); blocking comes after (L4, L5)."""
    track, at = race.rules.track, car.at
    space = (at - 1) % track.spaces + 1
    corner = track.next_corner(space)
    line = at + track.spaces_to_line(space, corner)
    if line >= race.rules.finish:
        return LegendDecided(car.index, "helmet", None, 0, diamond, helmet, stopped=False, target=at + helmet)
    limit = race.table_limit(corner)
    if track.is_past_legends_line(space):
        target = at + limit + diamond
        second = _line_after(race, line)
        stopped = second is not None and target > second
        if stopped and second is not None:
            target = second
        return LegendDecided(car.index, "corner", corner, limit, diamond, helmet, stopped, target)
    if at + helmet <= line:
        return LegendDecided(car.index, "helmet", corner, limit, diamond, helmet, stopped=False, target=at + helmet)
    target = max(line - diamond, at)
    return LegendDecided(car.index, "line", corner, limit, diamond, helmet, stopped=False, target=target)


def _line_after(race: Race, line: int) -> int | None:
    """The last place before the corner line that follows the one at `line`; None if it lies beyond the finish (L6)."""
    track = race.rules.track
    space = line % track.spaces + 1
    second = line + 1 + track.spaces_to_line(space, track.next_corner(space))
    return second if second < race.rules.finish else None
