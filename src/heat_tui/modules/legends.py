"""Legends: cars that no driver plays, moved by a deck of cards (L1-L7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from heat_tui.engine.car import Car
from heat_tui.engine.events import Event
from heat_tui.engine.movement import advance
from heat_tui.engine.program import Step
from heat_tui.engine.race import Race
from heat_tui.engine.record import record
from heat_tui.engine.refusal import IllegalSetup, refuse
from heat_tui.engine.rng import shuffle
from heat_tui.engine.ruleset import Data, Module
from heat_tui.engine.setup import MOST_CARS, Entry, RaceSetup
from heat_tui.modules.legend_cards import LEGEND_CARDS, numbers

MOST_PRO = 6
"""The option pro adds at most so much to every helmet number (L7)."""


@record
class LegendCardTurned(Event):
    """The Legend card of the round was turned over (L2); `card` is its place in the table, 0-9."""

    card: int


@record
class LegendDecided(Event):
    """Why a Legend moves as it does; the move follows.

    `rule` is "corner" (L3: limit plus diamond), "line" (L4: to the diamond's space before the
    line) or "helmet" (L4, L6: the whole helmet number). `corner` is the index of the corner
    ahead, None with no corner left. `stopped` tells that L3 would have crossed a second line.
    `target` is the absolute place aimed at.
    """

    car: int
    rule: str
    corner: int | None
    limit: int
    diamond: int
    helmet: int
    stopped: bool
    target: int


@record
class LegendCardShown:
    """What everybody may know of the deck: the card of this round, None before it is turned, and the pile sizes."""

    card: int | None
    deck: int
    used: int


class LegendDeck:
    """The Legend deck in a race: `deck` with its top last, `used` likewise, and the round's card."""

    __slots__ = ("deck", "luck", "shown_in", "used")

    def __init__(self, deck: list[int], used: list[int], shown_in: int, luck: int) -> None:
        self.deck = deck
        self.used = used
        self.shown_in = shown_in
        self.luck = luck

    def clone(self) -> LegendDeck:
        """An independent copy."""
        return LegendDeck(self.deck[:], self.used[:], self.shown_in, self.luck)

    def snapshot(self) -> Data:
        """The deck as plain data."""
        deck: list[Data] = [*self.deck]
        used: list[Data] = [*self.used]
        return {"deck": deck, "used": used, "shown_in": self.shown_in, "luck": self.luck}

    def shown(self) -> LegendCardShown:
        """The open part."""
        return LegendCardShown(self.used[-1] if self.used else None, len(self.deck), len(self.used))

    def card(self, race: Race) -> int:
        """The card of this round, turned over if this is the first Legend to move (L2)."""
        if self.shown_in != race.round:
            if not self.deck:
                self.deck, self.used = self.used, []
                self.luck = shuffle(self.deck, self.luck)
            self.used.append(self.deck.pop())
            self.shown_in = race.round
            race.events.append(LegendCardTurned(self.used[-1]))
        return self.used[-1]


class LegendMove(Step):
    """The whole turn of a Legend."""

    name = "legend"

    def __init__(self, pro: int) -> None:
        self.pro = pro

    def enter(self, race: Race, car: Car) -> None:
        deck = race.states[Legends.name]
        assert isinstance(deck, LegendDeck)
        diamond, helmet = numbers(deck.card(race), car.entry.colour)
        decided = decide(race, car, diamond, helmet + self.pro)
        race.events.append(decided)
        advance(race, car, decided.target - car.at, "legend")


@record
class Legends(Module):
    """`count` Legends behind the drivers' seats, 0-7; `pro` 0-6 is added to every helmet number (L7)."""

    count: int
    pro: int = 0

    name: ClassVar[str] = "legends"
    rank: ClassVar[int] = 10

    def options(self) -> dict[str, Data]:
        return {"count": self.count, "pro": self.pro}

    def cars(self, setup: RaceSetup, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
        if not 0 <= self.count < MOST_CARS:
            raise IllegalSetup(refuse("legends-out-of-range", legends=self.count, most=MOST_CARS - 1))
        if not 0 <= self.pro <= MOST_PRO:
            raise IllegalSetup(refuse("pro-out-of-range", pro=self.pro, most=MOST_PRO))
        return entries + (Entry("", "", "legend"),) * self.count

    def programs(self) -> Mapping[str, tuple[Step, ...]]:
        return {"legend": (LegendMove(self.pro),)}

    def state(self, race: Race) -> LegendDeck:
        deck = list(range(len(LEGEND_CARDS)))
        race.luck = shuffle(deck, race.luck)
        return LegendDeck(deck, [], 0, race.luck)

    def restore(self, data: Data) -> LegendDeck:
        if not isinstance(data, dict):
            raise ValueError("a Legend deck is a table")
        deck, used, shown_in, luck = data["deck"], data["used"], data["shown_in"], data["luck"]
        cards = [card for pile in (deck, used) if isinstance(pile, list) for card in pile]
        if sorted(card for card in cards if isinstance(card, int)) != list(range(len(LEGEND_CARDS))):
            raise ValueError("not the ten Legend cards")
        if not isinstance(shown_in, int) or not isinstance(luck, int):
            raise ValueError("not the figures of a Legend deck")
        assert isinstance(deck, list)
        assert isinstance(used, list)
        return LegendDeck(
            [card for card in deck if isinstance(card, int)],
            [card for card in used if isinstance(card, int)],
            shown_in,
            luck,
        )


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
