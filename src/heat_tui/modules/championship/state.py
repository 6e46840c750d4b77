"""What a championship keeps in a race: the Sponsorship deck, who holds how many, and how far the event's goal is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from heat_tui.engine.cards import Card
from heat_tui.engine.module import Data
from heat_tui.engine.race import Race
from heat_tui.engine.record import record
from heat_tui.engine.rng import shuffle
from heat_tui.engine.snapshot import Kept, table_of
from heat_tui.modules.championship.events import NoSponsorshipLeft, Reason, SponsorshipGained

if TYPE_CHECKING:
    from heat_tui.engine.car import Car
    from heat_tui.engine.view import SeatView


NAME = "championship"


@record
class ChampionshipShown:
    """What everybody may know: all but which Sponsorships are held and the order of their deck (K1).

    `event` is the number of the race's event, `number` which of so many `races` of the season it is, from 1, `press`
    the corners where the press stands, as indices. `held` counts every seat's Sponsorships, `deck` and `used` those
    that can still be gained. `scores` are the points of every car before this race. `crossed` cars, at most 3, have
    completed lap 1 (event 1). `stood` is where the car whose turn it is stood, absolute, when step 6 began, 0
    before. `daring` pairs the corners where speed gains a Sponsorship, if any is left, with the points over the limit.
    """

    event: int
    number: int
    races: int
    press: tuple[int, ...]
    held: tuple[int, ...]
    deck: int
    used: int
    scores: tuple[int, ...]
    crossed: int
    stood: int
    daring: tuple[tuple[int, int], ...] = ()


def championship_of(view: SeatView) -> ChampionshipShown | None:
    """Return the open part of the championship, None in a single race."""
    shown = dict(view.shown).get(NAME)
    return shown if isinstance(shown, ChampionshipShown) else None


@record
class RaceFacts:
    """What never changes in a race of the season; see `ChampionshipShown`."""

    event: int
    number: int
    races: int
    press: tuple[int, ...]
    scores: tuple[int, ...]
    daring: tuple[tuple[int, int], ...]


class Paddock:
    """The state of a championship in a race.

    `deck` has its top last; `used` are the Sponsorships used since the race began; `luck` is the deck's own stream of
    chance; `crossed` are the first cars that have completed lap 1, in order. The rest is as in `ChampionshipShown`.
    """

    __slots__ = ("crossed", "deck", "facts", "held", "luck", "stood", "used")

    def __init__(self, facts: RaceFacts, deck: list[str], held: list[int], luck: int) -> None:
        self.facts = facts
        self.deck = deck
        self.held = held
        self.luck = luck
        self.used: list[str] = []
        self.crossed: tuple[int, ...] = ()
        self.stood = 0

    def clone(self) -> Paddock:
        """An independent copy."""
        new = Paddock(self.facts, self.deck[:], self.held[:], self.luck)
        new.used = self.used[:]
        new.crossed = self.crossed
        new.stood = self.stood
        return new

    def snapshot(self) -> Data:
        """The state as plain data."""
        return table_of(self, ("deck", "used", "held", "luck", "crossed", "stood"))

    def shown(self) -> ChampionshipShown:
        """The open part."""
        facts = self.facts
        return ChampionshipShown(
            event=facts.event,
            number=facts.number,
            races=facts.races,
            press=facts.press,
            held=tuple(self.held),
            deck=len(self.deck),
            used=len(self.used),
            scores=facts.scores,
            crossed=len(self.crossed),
            stood=self.stood,
            daring=facts.daring if self.deck or self.used else (),
        )

    def draw(self, car: Car) -> bool:
        """Take the top Sponsorship into a hand; whether there was one (E10)."""
        if not self.deck:
            self.deck, self.used = self.used, []
            self.luck = shuffle(self.deck, self.luck)
        if not self.deck:
            return False
        car.hand.append(self.deck.pop())
        car.hand.sort()
        self.held[car.index] += 1
        return True

    def gain(self, race: Race, car: Car, reason: Reason, corner: int | None = None) -> None:
        """Take a Sponsorship that was earned, at a corner or by the event's goal (E10)."""
        if not self.draw(car):
            race.events.append(NoSponsorshipLeft(car.index, reason, corner))
        elif corner is None:
            race.events.append(SponsorshipGained(car.index, reason, None))
        else:
            limit = race.table_limit(corner)
            race.events.append(SponsorshipGained(car.index, reason, corner, limit, race.turn.speed - limit))


def paddock_of(race: Race) -> Paddock:
    """The championship's state in a race."""
    paddock = race.states[NAME]
    assert isinstance(paddock, Paddock)
    return paddock


def restored_paddock(race: Race, facts: RaceFacts, data: Data, pool: list[str], waiting: list[str]) -> Paddock:
    """A state from its snapshot, for a race whose cars have their cards.

    `pool` are all Sponsorships and `waiting` those that are not yet in a draw deck. ValueError if the data is not one
    with just these cards.
    """
    kept, cars = Kept(data), range(len(race.cars))
    held = kept.wholes("held", count=len(race.setup.seats))
    paddock = Paddock(facts, kept.cards("deck", pool), held, kept.whole("luck"))
    paddock.used = kept.cards("used", pool)
    paddock.crossed = tuple(kept.wholes("crossed", cars))
    paddock.stood = kept.whole("stood")
    if paddock.stood < 0 or min(held, default=0) < 0 or len(set(paddock.crossed)) != len(paddock.crossed):
        raise ValueError("not the figures of a championship")
    out = [card for car in race.cars for pile in (car.hand, car.deck, car.discard, car.play) for card in pile]
    dealt = [card for card in out if card in pool] + waiting
    if sorted(paddock.deck + paddock.used + dealt) != sorted(pool) or sum(held) != len(dealt):
        raise ValueError("not the Sponsorships of this race")
    return paddock


COPIES = 7
"""So many copies of every kind there are."""


@record
class Sponsorship:
    """One kind of Sponsorship: its card and the set that it comes from."""

    card: Card
    set: str = "base"


SPONSORSHIPS: tuple[Sponsorship, ...] = (
    Sponsorship(Card("sponsor-brakes", "sponsorship", 0, (), (1, 2, 3, 4))),
    Sponsorship(Card("sponsor-radiator", "sponsorship", 4, (("cooldown", 2),))),
    Sponsorship(Card("sponsor-revs", "sponsorship", 1, (("slipstream_boost", 2),))),
    Sponsorship(Card("sponsor-turbo", "sponsorship", 6)),
    Sponsorship(Card("sponsor-wings", "sponsorship", 3, (("adjust", 1),))),
    Sponsorship(Card("sponsor-intake", "sponsorship", 0, (("super_cool", 2),)), "heavy_rain"),
    Sponsorship(Card("sponsor-frontwing", "sponsorship", 5, (("draft", 2),)), "tunnel_vision"),
)
"""All kinds of Sponsorships. Source: the Sponsorship cards of the base game and of the expansions."""

KEYS = frozenset(each.card.key for each in SPONSORSHIPS)


def cards_of(sets: Sequence[str]) -> tuple[Card, ...]:
    """The kinds of these sets."""
    return tuple(each.card for each in SPONSORSHIPS if each.set in sets)


def pool_of(sets: Sequence[str]) -> list[str]:
    """All Sponsorship cards of these sets, by key."""
    return [card.key for card in cards_of(sets) for _ in range(COPIES)]
