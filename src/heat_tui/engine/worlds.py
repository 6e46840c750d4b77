"""Worlds: races that may be the one that a seat sees, with everything hidden from it drawn at random (K1, K2)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from heat_tui.engine.actions import Plan
from heat_tui.engine.cards import HEAT
from heat_tui.engine.decisions import PlanDecision
from heat_tui.engine.piles import take_from_hand
from heat_tui.engine.planning import UNKNOWN_PLAN, sorted_hand
from heat_tui.engine.replenish import NOT_DISCARDABLE
from heat_tui.engine.rng import shuffle, stream
from heat_tui.engine.snapshot import snapshot
from heat_tui.engine.symbols import LOOKING

if TYPE_CHECKING:
    from heat_tui.engine.car import Car
    from heat_tui.engine.decisions import Random
    from heat_tui.engine.race import Choose, Race
    from heat_tui.engine.view import SeatView

Heap = tuple[int, int, int, tuple[int, ...]]
"""Another driver's hidden cards: the car, the counts in hand and face down, and the indices of those discarded."""

UNSEEN = ""
"""The placeholder for a hidden card in a discard pile."""

SEEDS = 1 << 53
"""The number of worlds that one float can distinguish."""

MODULE_STREAM = 100
"""The first random stream for facts hidden by modules, beyond those of the table and the cars."""

HEATS = frozenset({HEAT})
"""The cards that no plan plays unless the hand is cluttered (2.1, 2.2)."""


def with_worlds(race: Race, view: SeatView) -> SeatView:
    """Return the view with the data that `SeatView.world` needs.

    Adding that data to every view of an automated driver would take too long. Raises ValueError if the view is not
    that of the seat that has to choose now.
    """
    decision, seat = race.decision, view.seat
    if seat is None or decision is None or decision.seat != seat:
        raise ValueError("only the seat that chooses can draw worlds")
    return replace(view, sealed=Sealed(race, seat))


class Sealed:
    """A race as the seat that has to choose can know it: races that differ only in hidden facts are equal.

    Every other driver's hidden cards are one heap; only the number of cards in each place is kept. Random streams are
    left out.

    A driver knows the facts in the view and the full set of every driver's cards. A driver also remembers that cards
    discarded face up stay in the pile until it is shuffled, that cards discarded unseen are ones that may be discarded
    (8.1), and that plans hold no Heat while other cards are left. A driver does not remember which cards a shuffle took
    from the pile to the draw deck, which cards a spin out or the press brought into a hand, or which refreshed card is
    still on top of its deck, and draws no conclusions about a hand from choices. After a Salvage, and in a race
    restored from a snapshot, only the top of a pile is known until it is shuffled. Of its own piles, a seat knows what
    its view shows.
    """

    __slots__ = ("_barred", "_deck", "_others", "_race", "_seat")

    def __init__(self, race: Race, seat: int) -> None:
        self._seat = seat
        self._race = sealed = race.clone()
        sealed.rules = race.rules.for_worlds()
        sealed.setup = sealed.rules.setup
        sealed.luck = 0
        if race.stop is not None:
            sealed.stop = sealed.rules.turns[seat][race.stop.place]
        for car in sealed.cars:
            car.luck = 0
        self._barred = _never_discarded(race)
        self._deck = _heap_own(sealed, sealed.cars[seat])
        self._others = tuple([_heap(car) for car in sealed.cars[: len(sealed.setup.seats)] if car.index != seat])
        for module in sealed.rules.modules:
            module.seal(sealed, seat)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sealed) and self._facts() == other._facts()

    def _facts(self) -> tuple[object, ...]:
        race = self._race
        covered = [car.covered for car in race.cars]
        return self._seat, self._barred, self._deck, self._others, covered, race.setup, race.decision, snapshot(race)

    def world(self, random: Random, choose: Choose | None = None) -> Race:
        """Return a race with the hidden cards dealt at random to the places where they may be.

        The same seat has to choose, and to that seat the world looks like the real race; equal `random` floats give
        equal worlds. Plans made but not yet revealed are drawn with `Decision.sample`, and cards already face down are
        dealt at random, unless `choose` is given: `choose` then makes the plan of each driver, one after another, in
        the world drawn so far. Raises IllegalAction if a plan from `choose` is refused.
        """
        race = self._race.clone()
        seed = int(random() * SEEDS)
        for index, hand, play, places in self._others:
            _deal(race.cars[index], hand, play, places, self._barred, stream(seed, 1 + index))
        _deal_own(race.cars[self._seat], self._deck, stream(seed, 1 + self._seat))
        for number, module in enumerate(race.rules.modules):
            module.unseal(race, self._seat, stream(seed, MODULE_STREAM + number))
        race.luck = stream(seed, 0)
        for index, _, play, _ in self._others:
            car = race.cars[index]
            if car.plan is not None or (play and choose is not None):
                _plan(race, car, random, choose)
        return race


def _never_discarded(race: Race) -> frozenset[str]:
    """Return the cards that the rules never let a driver discard in step 8 (8.1)."""
    answers, car, allowed = race.rules.may_discard, race.cars[0], False
    return frozenset(
        [card for card in NOT_DISCARDABLE if not any(answer(race, car, card, allowed) for answer in answers)]
    )


def _heap(car: Car) -> Heap:
    """Gather another driver's hidden cards in the draw deck, hide the plan, and return the heap for `_deal`."""
    pile, covered = car.discard, car.covered
    top = len(pile) - 1
    places = tuple(range(top)) if covered is None else tuple([place for place in covered if place < top])
    heap = (car.index, len(car.hand), len(car.play), places)
    car.deck = sorted([*car.deck, *car.hand, *car.play, *[pile[place] for place in places]])
    for place in places:
        pile[place] = UNSEEN
    car.hand = []
    car.play = []
    if car.plan is not None:
        car.plan = UNKNOWN_PLAN
    return heap


def _heap_own(race: Race, car: Car) -> int:
    """Sort the seat's own piles, merged if it cannot tell them apart (K2); return the size of the draw deck."""
    deck, below = len(car.deck), car.discard[:-1]
    looks = race.acting is car and not LOOKING.isdisjoint([charge.symbol for charge in race.turn.charges])
    if not (race.setup.memory_aid or looks):
        car.deck += below
        below = []
    car.deck.sort()
    car.discard = sorted(below) + car.discard[-1:]
    return deck


def _deal(car: Car, hand: int, play: int, places: tuple[int, ...], barred: frozenset[str], luck: int) -> None:
    """Deal a heap, beginning with the places that only some cards may go to."""
    heap = car.deck
    below: list[str] = []
    if places and car.covered is not None:
        luck = shuffle(heap, luck)
        below = _take(heap, len(places), barred)
    if play:
        luck = shuffle(heap, luck)
        car.play = sorted(_take(heap, play, HEATS))
    car.luck = shuffle(heap, luck)
    car.hand = sorted(heap[:hand])
    del heap[:hand]
    if not below:
        below = heap[: len(places)]
        del heap[: len(places)]
    for place, card in zip(places, below, strict=True):
        car.discard[place] = card


def _take(heap: list[str], count: int, barred: frozenset[str]) -> list[str]:
    """Remove the first `count` unbarred cards from a heap, then barred ones if those are too few; return them."""
    taken = [card for card in heap if card not in barred][:count]
    taken += [card for card in heap if card in barred][: count - len(taken)]
    for card in taken:
        heap.remove(card)
    return taken


def _deal_own(car: Car, size: int, luck: int) -> None:
    """Shuffle the seat's own piles; the cards beyond the draw deck's size go to the discard pile."""
    deck = car.deck
    luck = shuffle(deck, luck)
    below = car.discard[:-1] + deck[size:]
    del deck[size:]
    car.luck = shuffle(below, luck)
    car.discard = below + car.discard[-1:]


def _plan(race: Race, car: Car, random: Random, choose: Choose | None) -> None:
    """Make a legal plan for another driver; if the gear has been revealed, replace the cards that are face down."""
    down = car.play
    if down:
        car.hand, car.play = sorted(car.hand + down), []
        playable, heat = sorted_hand(car)
        decision = PlanDecision(car.index, car.gear, car.engine, ((car.gear, 0),), playable, heat, may_retire=False)
    else:
        decision = replace(race.rules.planning.ask(race, car), may_retire=False)
    action = decision.sample(random) if choose is None else choose(race, decision)
    decision.check(action)
    assert isinstance(action, Plan)
    cards = tuple(sorted(action.cards))
    if down:
        take_from_hand(car, cards)
        car.play += cards
    else:
        car.plan = (action.gear, cards)
    race.seen[car.index] = None
