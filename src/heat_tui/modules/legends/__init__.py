"""Legends: cars that no driver plays, moved by a deck of cards (L1-L8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial

from heat_tui.engine.car import Car
from heat_tui.engine.codec import Kinds, read, table_of
from heat_tui.engine.corners import table_limit
from heat_tui.engine.module import Data, Module, module
from heat_tui.engine.movement import FREE, advance, free_spot, lines_crossed, stop_of
from heat_tui.engine.program import Step
from heat_tui.engine.race import Race
from heat_tui.engine.record import IllegalSetup, copied, record, refuse
from heat_tui.engine.rng import shuffle
from heat_tui.engine.setup import MOST_CARS, Entry, RaceSetup, RaceSheet
from heat_tui.engine.track import SPOTS_PER_SPACE
from heat_tui.engine.view import SeatView
from heat_tui.modules.legends.events import LegendCardTurned, LegendDecided, LegendPressed

COLUMNS = ("yellow", "red", "gray", "black", "green", "blue")
"""The colours of the columns of `LEGEND_CARDS`. Source: the Legend cards of the base game."""

LEGEND_CARDS: tuple[tuple[tuple[int, int], ...], ...] = (
    ((0, 11), (1, 13), (1, 14), (2, 16), (2, 15), (3, 18)),
    ((1, 13), (2, 17), (3, 19), (3, 18), (1, 12), (2, 16)),
    ((2, 15), (0, 11), (1, 13), (2, 17), (0, 10), (1, 14)),
    ((2, 17), (2, 15), (2, 16), (1, 14), (3, 18), (1, 12)),
    ((3, 19), (0, 10), (1, 12), (1, 13), (2, 16), (2, 17)),
    ((1, 12), (1, 14), (3, 18), (3, 19), (1, 13), (0, 10)),
    ((1, 14), (3, 18), (0, 11), (2, 15), (3, 19), (1, 13)),
    ((2, 16), (1, 12), (0, 10), (0, 11), (1, 14), (3, 19)),
    ((0, 10), (3, 19), (2, 15), (1, 12), (2, 17), (0, 11)),
    ((3, 18), (2, 16), (2, 17), (0, 10), (0, 11), (2, 15)),
)
"""The diamond number (0 to 3) and the helmet number (10 to 19) of every card for each colour of `COLUMNS`."""

LENT_COLUMNS = {"orange": "black", "purple": "blue"}
"""The base colours whose numbers the expansion colours use (L1)."""


def numbers(card: int, colour: str) -> tuple[int, int]:
    """Return the diamond and the helmet number of the card with index 0 to 9, for a car colour."""
    return LEGEND_CARDS[card][COLUMNS.index(LENT_COLUMNS.get(colour, colour))]


NAME = "legends"


@record
class LegendCardShown:
    """The public state of the deck.

    `deck` is the number of cards still face down, and `used` has the indices of the cards turned over since the last
    shuffle, in order. `round` is the round in which the last card was turned over, 0 before the first; `pro` and
    `aggressive` are the options (L7, L8).
    """

    deck: int
    used: tuple[int, ...]
    round: int = 0
    pro: int = 0
    aggressive: bool = False


KEPT: Kinds = {"deck": list[int], "used": list[int], "shown_in": int, "luck": int}


@dataclass(eq=False, slots=True)
class LegendDeck:
    """The Legend deck in a race: its two piles (with their tops last), its random stream and the options.

    `shown_in` is the round in which the last card was turned over, 0 before the first.
    """

    deck: list[int]
    used: list[int]
    shown_in: int
    luck: int
    pro: int
    aggressive: bool

    def clone(self) -> LegendDeck:
        return copied(self)

    def snapshot(self) -> Data:
        return table_of(self, KEPT)

    def shown(self) -> LegendCardShown:
        return LegendCardShown(len(self.deck), tuple(self.used), self.shown_in, self.pro, self.aggressive)

    def card(self, race: Race) -> int:
        """Return the index of the round's card; turn the card over if this is the round's first Legend to move (L2)."""
        if self.shown_in != race.round:
            used_up = not self.deck
            if used_up:
                self.deck, self.used = self.used, []
                self.luck = shuffle(self.deck, self.luck)
            self.used.append(self.deck.pop())
            self.shown_in = race.round
            race.events.append(LegendCardTurned(self.used[-1], used_up))
        return self.used[-1]


def deck_of(race: Race) -> LegendDeck:
    deck = race.states[NAME]
    assert isinstance(deck, LegendDeck)
    return deck


class LegendMove(Step):
    """Moves a Legend by the round's card; this move is its whole turn (T1, L2)."""

    name = "legend"

    def enter(self, race: Race, car: Car) -> None:
        deck = deck_of(race)
        sheet = race.rules.sheet
        diamond, helmet = numbers(deck.card(race), car.entry.colour)
        more = pressing(sheet, car.at) if deck.aggressive else 0
        if more:
            race.events.append(LegendPressed(car.index, more))
        decided = decide(sheet, partial(table_limit, race), car.index, car.at, diamond, helmet + deck.pro, 1 + more)
        race.events.append(decided)
        advance(race, car, decided.target - car.at, "legend")


def pressing(sheet: RaceSheet, at: int) -> int:
    """Return how many extra corner lines an aggressive Legend at an absolute place may cross: 0, 1 or 2 (L8).

    Extra lines count only past the legends line (L3), and not if the next line is beyond the last lap's finish (L6).
    """
    track = sheet.track
    space = track.space_of(at)
    way = track.spaces_to_line(space, track.next_corner(space))
    if at + way >= sheet.finish or not track.is_past_legends_line(space):
        return 0
    return track.lines_marked(space)


def decide(
    sheet: RaceSheet, limit_of: Callable[[int], int], index: int, at: int, diamond: int, helmet: int, lines: int
) -> LegendDecided:
    """Return a Legend's move from `at`, regardless of blocking, over at most `lines` corner lines (L3-L6, L8)."""
    track = sheet.track
    space = track.space_of(at)
    ahead = lines_crossed(sheet, at, sheet.finish)
    if not ahead:
        return LegendDecided(index, "helmet", None, 0, diamond, helmet, stopped=False, target=at + helmet)
    corner, line = ahead[0]
    limit = limit_of(corner)
    if track.is_past_legends_line(space):
        wanted = at + limit + diamond
        target = min(wanted, ahead[lines][1]) if lines < len(ahead) else wanted
        return LegendDecided(index, "corner", corner, limit, diamond, helmet, target < wanted, target, lines)
    if at + helmet <= line:
        return LegendDecided(index, "helmet", corner, limit, diamond, helmet, stopped=False, target=at + helmet)
    target = max(line - diamond, at)
    short = line - target
    return LegendDecided(index, "line", corner, limit, diamond, helmet, stopped=False, target=target, short=short)


def legends(view: SeatView) -> list[int]:
    """Return the indices of the Legends on the track, from the first to the last."""
    return [index for index in view.positions if view.sheet.entries[index].kind == "legend"]


def open_card(view: SeatView) -> LegendCardShown | None:
    """Return the state of the deck with this round's card; None before it is turned over, or without Legends."""
    shown = view.part(LegendCardShown)
    return shown if shown is not None and shown.used and shown.round == view.round else None


def card_numbers(view: SeatView, legend: int) -> tuple[int, int] | None:
    """Return the diamond and the helmet number of a Legend this round; None until the round's card is turned over."""
    shown = open_card(view)
    if shown is None:
        return None
    diamond, helmet = numbers(shown.used[-1], view.sheet.entries[legend].colour)
    return diamond, helmet + shown.pro


def landings(view: SeatView) -> dict[int, tuple[int, int]]:
    """Return the place and spot where each Legend still to move would land if no other car moved, by car index.

    The result is empty until the round's card is turned over.
    """
    shown, there = open_card(view), legends(view)
    found: dict[int, tuple[int, int]] = {}
    if shown is None:
        return found
    spaces, everybody = view.sheet.track.spaces, replace(view, seat=None).spots()
    for index in view.order[view.turns :]:
        car, pair = view.cars[index], card_numbers(view, index)
        if index == view.acting or index not in there or pair is None:
            continue
        lines = 1 + (pressing(view.sheet, car.at) if shown.aggressive else 0)
        target = decide(view.sheet, view.limits.__getitem__, index, car.at, *pair, lines).target
        spots = [*everybody]
        spots[(car.at - 1) % spaces * SPOTS_PER_SPACE + car.spot] = FREE
        at = stop_of(spots, spaces, car.at, target - car.at)
        found[index] = at, car.spot if at == car.at else free_spot(spots, spaces, at)
    return found


MOST_PRO = 6
"""The largest number that the option `pro` can add to every helmet number (L7)."""


@module(NAME, rank=10)
class Legends(Module):
    """Up to 7 Legends after the drivers; `pro`, 0 to 6, is added to helmet numbers (L7); `aggressive` turns on L8."""

    count: int
    pro: int = 0
    aggressive: bool = False

    def cars(self, setup: RaceSetup, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
        if not 0 <= self.count < MOST_CARS:
            raise IllegalSetup(refuse("legends-out-of-range", legends=self.count, most=MOST_CARS - 1))
        if not 0 <= self.pro <= MOST_PRO:
            raise IllegalSetup(refuse("pro-out-of-range", pro=self.pro, most=MOST_PRO))
        return entries + (Entry("", "", "legend"),) * self.count

    def programs(self) -> Mapping[str, tuple[Step, ...]]:
        return {"legend": (LegendMove(),)}

    def state(self, race: Race) -> LegendDeck:
        """Return the deck of ten cards, shuffled with the table's random stream (L1)."""
        deck = list(range(len(LEGEND_CARDS)))
        race.luck = shuffle(deck, race.luck)
        return LegendDeck(deck, [], 0, race.luck, self.pro, self.aggressive)

    def restore(self, race: Race, data: Data) -> LegendDeck:
        deck = LegendDeck(**read(data, KEPT), pro=self.pro, aggressive=self.aggressive)
        if sorted(deck.deck + deck.used) != list(range(len(LEGEND_CARDS))):
            raise ValueError("not the ten Legend cards")
        return deck

    def seal(self, race: Race, seat: int) -> None:
        deck = deck_of(race)
        deck.deck.sort()
        deck.luck = 0

    def unseal(self, race: Race, seat: int, luck: int) -> None:
        deck = deck_of(race)
        deck.luck = shuffle(deck.deck, luck)
