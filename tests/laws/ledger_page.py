"""The pages of the ledger: one car's open figures, the track with the cars on it, and a turn in progress."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from heat_tui.engine.car import RACING
from heat_tui.engine.events import CarMoved, SpunOut
from heat_tui.engine.setup import RaceSheet
from heat_tui.engine.view import CarView
from tests.laws.law import law

HAND_SIZE = 7


class Page:
    """One car's open figures; `hand`, `deck`, `discard` and `play` are numbers of cards.

    `turned` is the number of cards flipped for a + before the deck ran out, `to_scrap` the number that a Scrap still
    requires.
    """

    def __init__(self, car: CarView) -> None:
        self.at = car.at
        self.spot = car.spot
        self.gear = car.gear
        self.engine = car.engine
        self.hand = car.hand
        self.deck = car.deck
        self.discard = car.discard
        self.play = len(car.play) + car.face_down
        self.status = car.status
        self.turned = 0
        self.to_scrap = 0

    def pay(self, heat: int) -> None:
        """Move Heat from the engine to the discard pile."""
        law(heat <= self.engine, "only Heat in the engine is paid", heat, self.engine)
        self.engine -= heat
        self.discard += heat

    def lay_down(self, number: int) -> None:
        """Play `number` cards face down from the hand, or the whole hand if it has fewer (2.2)."""
        self.play = min(number, self.hand)
        self.hand -= self.play

    def flip(self, turned: int, found: bool, shuffled: int | None) -> None:
        """Flip `turned` cards and, if `found`, a Basic card (P1, P3, P4); `shuffled` is the new deck's size, if any."""
        law(not self.turned or shuffled is not None, "a deck that ran out is followed by a shuffle (P3)", self.turned)
        self.turned = 0
        if shuffled is not None:
            self._new_deck(shuffled)
        law(found or not turned, "without a Basic card nothing is turned over (P4)", turned)
        law(0 <= turned + found <= self.deck, "only the draw deck is turned over (P1)", turned, self.deck)
        self.deck -= turned + found
        self.discard += turned
        self.play += found

    def turn_over(self, cards: int) -> None:
        """Flip the whole deck, which has no Basic card (P1, P3, P4)."""
        law(0 < cards == self.deck and not self.turned, "the deck runs out once in a + (P4)", cards, self.deck)
        self.turned = cards
        self.deck = 0
        self.discard += cards

    def draw(self, drawn: int, shuffled: int | None) -> None:
        """Draw cards, the last of them after a shuffle if there was one (9.2, P3)."""
        law((shuffled is not None) == (drawn > self.deck), "a shuffle is for an empty deck (P3)", drawn, self.deck)
        if shuffled is not None:
            law(shuffled == self.discard, "the whole discard pile is shuffled (P3)", shuffled, self.discard)
            self.deck += shuffled
            self.discard = 0
        self.deck -= drawn
        self.hand += drawn

    def scrap(self, scrapped: int, number: int, shuffled: int | None) -> None:
        """Discard the top `scrapped` cards of the `number` that are required, and note the rest (G6, P3, P4)."""
        if shuffled is not None:
            self._new_deck(shuffled)
        law(scrapped == min(number, self.deck), "all that can be is scrapped (G6)", scrapped, number, self.deck)
        self.deck -= scrapped
        self.discard += scrapped
        self.to_scrap = number - scrapped if self.discard else 0

    def _new_deck(self, shuffled: int) -> None:
        law(not self.deck, "a shuffle is for an empty deck (P3)", self.deck)
        law(shuffled == self.discard, "the whole discard pile is shuffled (P3, P4)", shuffled, self.discard)
        self.deck, self.discard = shuffled, 0


@dataclass
class RunningTurn:
    """A turn in progress; `lines` are the corner lines crossed, as (corner, last place before the line).

    `number` is the number of cards in tournament mode, None until it is shown and in other modes; `revealed` says
    whether the cards are face up. `symbols` counts the unused symbols of the cards in play, as (symbol, card, number);
    `chosen` is the sum of the chosen values, `pluses` the number of resolved +, `replacing` the cards whose
    replacements are still to be flipped.
    """

    car: int
    began: int
    number: int | None = None
    revealed: bool = False
    speed: int = 0
    aim: int = 0
    most_lines: int = 0
    cluttered: bool = False
    adrenaline: bool = False
    boosted: bool = False
    spun: bool = False
    cooled: set[str] = field(default_factory=set)
    moved: list[str] = field(default_factory=list)
    lines: list[tuple[int, int]] = field(default_factory=list)
    corners_taken: int = 0
    lap: int | None = None
    symbols: Counter[tuple[str, str, int]] = field(default_factory=Counter)
    chosen: int = 0
    pluses: int = 0
    replacing: list[str] = field(default_factory=list)


class Streets:
    """The track and the cars on it."""

    def __init__(self, sheet: RaceSheet, pages: list[Page]) -> None:
        self.track = sheet.track
        self.spaces = sheet.track.spaces
        self.finish = (sheet.laps + 1) * self.spaces
        self.pages = pages

    def positions(self) -> list[int]:
        """Return the cars on the track from first to last (V)."""
        racing = [index for index, page in enumerate(self.pages) if page.status == RACING]
        return sorted(racing, key=lambda index: (-self.pages[index].at, self.pages[index].spot))

    def past_the_finish(self) -> list[int]:
        """Return the cars past the finish line of the last lap that are still on the track, from first to last."""
        return [index for index in self.positions() if self.pages[index].at > self.finish]

    def leave(self, car: int, status: str) -> None:
        """Take a car off the track."""
        self.pages[car].status = status

    def lines(self, began: int, end: int) -> list[tuple[int, int]]:
        """Return the corner lines crossed between two places, without those past the finish (7.1, 7.4)."""
        corners = {corner.line_after: index for index, corner in enumerate(self.track.corners)}
        crossed = []
        for place in range(began, min(end, self.finish)):
            found = corners.get((place - 1) % self.spaces + 1)
            if found is not None:
                crossed.append((found, place))
        return crossed

    def slipstream(self, event: CarMoved) -> None:
        """Check that the car had another beside or directly ahead, moves, and may reach its target (6.1, 6.2, 6.4)."""
        spaces = {(event.start - 1) % self.spaces, event.start % self.spaces}
        near = [index for index in self._others(event.car) if (self.pages[index].at - 1) % self.spaces in spaces]
        law(near, "a Slipstream needs a car in tow (6.1)", event)
        law(event.start + event.distance <= self.finish, "no Slipstream over the last line (6.4)", event)
        law(event.end > event.start, "a Slipstream moves the car (6.2)", event)

    def move(self, event: CarMoved) -> None:
        """Move a car to the first free spot at or behind its target space (3.2-3.4)."""
        page = self.pages[event.car]
        law(event.start == page.at, "a move starts where the car is", event, page.at)
        aim = event.start + event.distance
        at, spot = (page.at, page.spot) if not event.distance else self._free(event.car, aim, page.at)
        law((event.end, event.spot) == (at, spot), "a move ends on the first free spot (3.2, 3.4)", event, at, spot)
        blockers = tuple(self._on(event.car, aim, spot) for spot in (0, 1)) if at < aim else ()
        law(event.blockers == blockers, "who blocks is told (3.4)", event, blockers)
        page.at, page.spot = at, spot

    def fall_back(self, event: SpunOut, line: int) -> None:
        """Move a car that spins out to the first free spot before the line (7.3)."""
        page = self.pages[event.car]
        at, spot = self._free(event.car, line, 0)
        law(event.start == page.at, "a spin starts where the car is", event, page.at)
        law((event.end, event.spot) == (at, spot), "a spin ends before the line (7.3)", event, at, spot)
        page.at, page.spot = at, spot

    def _others(self, car: int) -> list[int]:
        return [index for index, page in enumerate(self.pages) if index != car and page.status == RACING]

    def _on(self, car: int, at: int, spot: int) -> int | None:
        for index in self._others(car):
            page = self.pages[index]
            if (page.at - at) % self.spaces == 0 and page.spot == spot:
                return index
        return None

    def _free(self, car: int, at: int, stay: int) -> tuple[int, int]:
        """Return the first free spot at or behind a place, as (place, spot); the car's own if none is beyond `stay`."""
        while at > stay:
            for spot in (0, 1):
                if self._on(car, at, spot) is None:
                    return at, spot
            at -= 1
        return self.pages[car].at, self.pages[car].spot
