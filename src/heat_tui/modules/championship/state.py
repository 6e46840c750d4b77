"""The state of a championship in a race, such as its Sponsorship deck, and the kinds of Sponsorship cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from heat_tui.engine.cards import Card
from heat_tui.engine.codec import Kinds, read, table_of
from heat_tui.engine.corners import table_limit
from heat_tui.engine.module import Data
from heat_tui.engine.race import Race
from heat_tui.engine.record import copied, record
from heat_tui.engine.rng import shuffle
from heat_tui.modules.championship.events import NoSponsorshipLeft, Reason, SponsorshipGained

if TYPE_CHECKING:
    from heat_tui.engine.car import Car

NAME = "championship"
ELIMINATION = 10


@record
class ChampionshipShown:
    """The public state: everything except which Sponsorships are held and the order of their deck (K1).

    The race is number `number` of the season's `races`, from 1, and has event number `event`. `press` are the corners
    where the press is, as indices. `held` counts every seat's Sponsorships, `deck` and `used` those that can still be
    gained. `scores` are the points of every car before this race. `crossed` are the first cars, up to 3, that have
    completed lap 1 (event 1). `stood` is the absolute place where the current car began step 6, 0 outside steps 6 and
    7. `daring` has the corners where speed gains a Sponsorship, each with the least excess over the limit that
    suffices; it is () if no Sponsorship is left.
    """

    event: int
    number: int
    races: int
    press: tuple[int, ...]
    held: tuple[int, ...] = ()
    deck: int = 0
    used: int = 0
    scores: tuple[int, ...] = ()
    crossed: tuple[int, ...] = ()
    stood: int = 0
    daring: tuple[tuple[int, int], ...] = ()

    @property
    def eliminates(self) -> bool:
        """True if a spin out ends the race for its driver (event 10, E11)."""
        return self.event == ELIMINATION


KEPT: Kinds = {
    "deck": list[str],
    "used": list[str],
    "held": list[int],
    "luck": int,
    "crossed": tuple[int, ...],
    "stood": int,
}


@dataclass(eq=False, slots=True)
class Paddock:
    """The state of a championship in a race.

    `facts` are the public facts that never change; `deck` has its top last; `used` are the Sponsorships used since the
    deck was last shuffled; `brought` are each seat's Sponsorships from earlier races until they are in its draw deck;
    `luck` is the state of the deck's own random stream. `held`, `crossed` and `stood` are as in `ChampionshipShown`.
    """

    facts: ChampionshipShown
    deck: list[str]
    held: list[int]
    luck: int
    brought: tuple[tuple[str, ...], ...] = ()
    used: list[str] = field(default_factory=list)
    crossed: tuple[int, ...] = ()
    stood: int = 0

    def clone(self) -> Paddock:
        return copied(self)

    def snapshot(self) -> Data:
        return table_of(self, KEPT)

    def shown(self) -> ChampionshipShown:
        return replace(
            self.facts,
            held=tuple(self.held),
            deck=len(self.deck),
            used=len(self.used),
            crossed=self.crossed,
            stood=self.stood,
            daring=self.facts.daring if self.deck or self.used else (),
        )

    def draw(self, car: Car) -> bool:
        """Draw the top Sponsorship into a hand, reshuffling used ones if needed; return False if none is left (E10)."""
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
        """Draw a Sponsorship for a corner or for reaching the event's goal; report it, or that none was left (E10)."""
        if not self.draw(car):
            race.events.append(NoSponsorshipLeft(car.index, reason, corner))
        elif corner is None:
            race.events.append(SponsorshipGained(car.index, reason, None))
        else:
            limit = table_limit(race, corner)
            race.events.append(SponsorshipGained(car.index, reason, corner, limit, race.turn.speed - limit))


def paddock_of(race: Race) -> Paddock:
    paddock = race.states[NAME]
    assert isinstance(paddock, Paddock)
    return paddock


def restored_paddock(
    race: Race, facts: ChampionshipShown, data: Data, pool: list[str], brought: tuple[tuple[str, ...], ...]
) -> Paddock:
    """Return a state from its snapshot, for a race whose cars already have their cards.

    `pool` are all Sponsorships and `brought` those of each seat that are not yet in its draw deck. Raises ValueError if
    the data is not a state with exactly these cards; only a snapshot older than a kind of card may lack that kind.
    """
    paddock, cars = Paddock(facts, **read(data, KEPT), brought=brought), range(len(race.cars))
    held = paddock.held
    if len(held) != len(race.setup.seats) or not {*paddock.crossed} <= {*cars}:
        raise ValueError("the cars of another championship")
    if paddock.stood < 0 or min(held, default=0) < 0 or len(set(paddock.crossed)) != len(paddock.crossed):
        raise ValueError("a number of the championship is out of range")
    out = [card for car in race.cars for pile in (car.hand, car.deck, car.discard, car.play) for card in pile]
    dealt = [card for card in out if card in pool] + [card for cards in brought for card in cards]
    cards = paddock.deck + paddock.used + dealt
    if sorted(cards) != sorted([card for card in pool if card in cards]) or sum(held) != len(dealt):
        raise ValueError("not the Sponsorships of this race")
    return paddock


COPIES = 7
"""The number of copies of every kind of Sponsorship."""


SPONSORSHIPS: Mapping[str, tuple[Card, ...]] = {
    "base": (
        Card("sponsor-brakes", "sponsorship", 0, (), (1, 2, 3, 4)),
        Card("sponsor-radiator", "sponsorship", 4, (("cooldown", 2),)),
        Card("sponsor-revs", "sponsorship", 1, (("slipstream_boost", 2),)),
        Card("sponsor-turbo", "sponsorship", 6),
        Card("sponsor-wings", "sponsorship", 3, (("adjust", 1),)),
    ),
    "heavy_rain": (Card("sponsor-intake", "sponsorship", 0, (("super_cool", 2),)),),
    "tunnel_vision": (Card("sponsor-frontwing", "sponsorship", 5, (("draft", 2),)),),
}
"""The kinds of Sponsorship of each set. Source: the Sponsorship cards of the base game and of the expansions."""

KEYS = frozenset(card.key for cards in SPONSORSHIPS.values() for card in cards)


def cards_of(sets: Sequence[str]) -> tuple[Card, ...]:
    """Return the kinds of Sponsorship card in these sets."""
    return tuple(card for name, cards in SPONSORSHIPS.items() if name in sets for card in cards)


def pool_of(sets: Sequence[str]) -> list[str]:
    """Return the keys of all Sponsorship cards in these sets, once for each copy."""
    return [card.key for card in cards_of(sets) for _ in range(COPIES)]
