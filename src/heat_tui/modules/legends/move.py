"""The turn of a Legend (L3-L8)."""

from __future__ import annotations

from heat_tui.engine.car import Car
from heat_tui.engine.movement import advance
from heat_tui.engine.program import Step
from heat_tui.engine.race import Race
from heat_tui.modules.legends.cards import numbers
from heat_tui.modules.legends.deck import NAME, LegendDeck
from heat_tui.modules.legends.events import LegendDecided, LegendPressed


class LegendMove(Step):
    """The whole turn of a Legend."""

    name = "legend"

    def __init__(self, pro: int, *, aggressive: bool) -> None:
        self.pro = pro
        self.aggressive = aggressive

    def enter(self, race: Race, car: Car) -> None:
        deck = race.states[NAME]
        assert isinstance(deck, LegendDeck)
        diamond, helmet = numbers(deck.card(race), car.entry.colour)
        more = pressing(race, car) if self.aggressive else 0
        if more:
            race.events.append(LegendPressed(car.index, more))
        decided = decide(race, car, diamond, helmet + self.pro, 1 + more)
        race.events.append(decided)
        advance(race, car, decided.target - car.at, "legend")


def pressing(race: Race, car: Car) -> int:
    """How many corner lines more an aggressive Legend may cross from where it stands: 0, 1 or 2 (L8).

    Lines beyond the finish of the last lap hold nobody back, so there is nothing to press on for (L6).
    """
    track = race.rules.track
    space = (car.at - 1) % track.spaces + 1
    corner = track.corners[track.next_corner(space)]
    way = track.spaces_to_line(space, track.next_corner(space))
    if car.at + way >= race.rules.finish or not track.is_past_legends_line(space):
        return 0
    return (way < corner.aggressive) + (way < corner.double_aggressive)


def decide(race: Race, car: Car, diamond: int, helmet: int, lines: int) -> LegendDecided:
    """Where a Legend aims with these numbers when it may cross so many `lines` by L3; blocking comes after (L4, L5)."""
    track, at = race.rules.track, car.at
    space = (at - 1) % track.spaces + 1
    corner = track.next_corner(space)
    line = at + track.spaces_to_line(space, corner)
    if line >= race.rules.finish:
        return LegendDecided(car.index, "helmet", None, 0, diamond, helmet, stopped=False, target=at + helmet)
    limit = race.table_limit(corner)
    if track.is_past_legends_line(space):
        target = at + limit + diamond
        barred = _line_beyond(race, line, lines)
        stopped = barred is not None and target > barred
        if stopped and barred is not None:
            target = barred
        return LegendDecided(car.index, "corner", corner, limit, diamond, helmet, stopped, target)
    if at + helmet <= line:
        return LegendDecided(car.index, "helmet", corner, limit, diamond, helmet, stopped=False, target=at + helmet)
    target = max(line - diamond, at)
    return LegendDecided(car.index, "line", corner, limit, diamond, helmet, stopped=False, target=target)


def _line_beyond(race: Race, line: int, lines: int) -> int | None:
    """The last place before the `lines`-th corner line after that at `line`; None if it lies beyond the finish (L6)."""
    track = race.rules.track
    for _ in range(lines):
        space = line % track.spaces + 1
        line += 1 + track.spaces_to_line(space, track.next_corner(space))
    return line if line < race.rules.finish else None
