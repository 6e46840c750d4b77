"""Laws of secrets (K2): a seat's view and decisions neither depend on hidden information nor give access to it."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from random import Random
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType

from heat_tui.engine import Race, RaceSetup
from heat_tui.engine.actions import Plan
from heat_tui.engine.car import Car, Turn
from heat_tui.engine.module import Module
from heat_tui.engine.planning import Planning
from heat_tui.engine.ruleset import Ruleset
from heat_tui.engine.symbols import LOOKING
from heat_tui.modules.championship.season import Season, SeasonSetup
from heat_tui.modules.championship.state import KEYS, Paddock
from heat_tui.modules.garage.market import Market
from heat_tui.modules.legends import LegendDeck
from tests.laws.law import law
from tests.laws.marked import MARK

ENDS = (type, ModuleType, FunctionType, BuiltinFunctionType, MethodType)
"""The types at which a walk stops: code, not data."""

SECRETIVE = (Race, RaceSetup, Ruleset, Module, Car, Turn, LegendDeck, Market, Paddock, Season, SeasonSetup)
"""The types that nothing handed out may reference: all of them know cards, or the seed."""

CHANCE = 7
"""The size up to which the order of a deck may match an open row of cards by chance."""


def secrets_change_nothing(race: Race, random: Random) -> None:
    """Check that changing all that a seat cannot know changes neither its view nor its decision nor a forecast."""
    decision = race.decision
    for seat in (None, *range(len(race.setup.seats))):
        other = scrambled(race, seat, random)
        law(other.view(seat) == race.view(seat), "a view shows nothing secret (K2)", seat, other.view(seat))
        if decision is not None and seat == decision.seat:
            again = Race.restore(race.setup, other.snapshot())
            law(again.decision == decision, "a decision shows nothing secret (K2)", again.decision, decision)
            law(again.view(seat) == race.view(seat), "a view shows nothing secret (K2)", seat)
            action = decision.sample(random.random)
            seen = race.forecast(decision.seat, action)
            law(again.forecast(decision.seat, action) == seen, "a forecast shows nothing secret (K2)", action, seen)


def scrambled(race: Race, seat: int | None, random: Random, *, remembering: bool = False) -> Race:
    """Return a copy in which everything that a seat (None: a spectator) cannot know is drawn again at random.

    If the seat is `remembering`, it knows which cards were openly put on the other drivers' discard piles, and the
    Sponsorships that the others bring from earlier races are drawn again too.
    """
    copy = race.clone()
    acting = race.acting
    for car in copy.cars[: len(race.setup.seats)]:
        if car.index == seat:
            _shuffle_own(copy, car, random)
        else:
            revealed = acting is not None and acting.index == car.index
            _swap_hidden(copy, car, random, revealed=revealed, remembering=remembering)
    for car in copy.cars:
        car.luck = random.getrandbits(64)
    copy.luck = random.getrandbits(64)
    for state in copy.states.values():
        if isinstance(state, LegendDeck):
            random.shuffle(state.deck)
            state.luck = random.getrandbits(64)
        elif isinstance(state, Market):
            random.shuffle(state.deck)
            random.shuffle(state.away)
        elif isinstance(state, Paddock):
            _swap_sponsorships(copy, state, seat, random)
            if remembering:
                _swap_brought(state, seat, random)
    copy.seen = [None] * len(copy.cars)
    return copy


def _shuffle_own(race: Race, car: Car, random: Random) -> None:
    """Shuffle a seat's own draw deck and the discard pile below its top, and mix the two unless their cards are known.

    They are known with the memory aid, or with a symbol that looks through the discard pile (K2).
    """
    below = car.discard[:-1]
    looks = race.acting is car and any(charge.symbol in LOOKING for charge in race.turn.charges)
    if race.setup.memory_aid or looks:
        random.shuffle(below)
        random.shuffle(car.deck)
    else:
        pool = car.deck + below
        random.shuffle(pool)
        car.deck, below = pool[: len(car.deck)], pool[len(car.deck) :]
    car.discard = below + car.discard[-1:]


def _swap_hidden(race: Race, car: Car, random: Random, *, revealed: bool, remembering: bool) -> None:
    """Deal all hidden cards of another driver again, and replace the plan, if any, with a random legal one."""
    below = range(max(len(car.discard) - 1, 0))
    hidden = [place for place in below if not remembering or car.covered is None or place in car.covered]
    sizes = [len(car.hand), len(car.deck), len(hidden), 0 if revealed else len(car.play)]
    pool = car.hand + car.deck + [car.discard[place] for place in hidden] + ([] if revealed else car.play)
    random.shuffle(pool)
    piles = []
    for size in sizes:
        piles.append(pool[:size])
        pool = pool[size:]
    car.hand, car.deck = sorted(piles[0]), piles[1]
    for place, card in zip(hidden, piles[2], strict=True):
        car.discard[place] = card
    if not revealed:
        car.play = piles[3]
    if car.plan is not None:
        car.plan = _plan(race, car, random)


def _plan(race: Race, car: Car, random: Random) -> tuple[int, tuple[str, ...]]:
    planning = race.rules.table[-1]
    assert isinstance(planning, Planning)
    while True:
        action = planning.ask(race, car).sample(random.random)
        if isinstance(action, Plan):
            return action.gear, action.cards


def _swap_sponsorships(race: Race, paddock: Paddock, seat: int | None, random: Random) -> None:
    """Redistribute the Sponsorships in the deck and in the hands of the other drivers who have no plan."""
    hands = [car for car in race.cars if car.index != seat and car.plan is None]
    places = [(car, at) for car in hands for at, card in enumerate(car.hand) if card in KEYS]
    pool = [*paddock.deck, *(car.hand[at] for car, at in places)]
    random.shuffle(pool)
    for car, at in places:
        car.hand[at] = pool.pop()
    paddock.deck = pool
    for car in hands:
        car.hand.sort()
    paddock.luck = random.getrandbits(64)


def _swap_brought(paddock: Paddock, seat: int | None, random: Random) -> None:
    """Redistribute the Sponsorships in the deck, and those that the other drivers bring from earlier races."""
    pool = [*paddock.deck, *(card for each, cards in enumerate(paddock.brought) if each != seat for card in cards)]
    random.shuffle(pool)
    paddock.brought = tuple(
        cards if each == seat else tuple(pool.pop() for _ in cards) for each, cards in enumerate(paddock.brought)
    )
    paddock.deck = pool


def nothing_reaches_secrets(race: Race, random: Random) -> None:
    """Check that nothing handed to a seat leads to a race, a deck, another driver's hand or the source of chance."""
    decision = race.decision
    lists = {id(pile) for car in race.cars for pile in (car.hand, car.deck, car.discard, car.play)}
    for seat in (None, *range(len(race.setup.seats))):
        handed: list[object] = [race.view(seat)]
        if decision is not None and seat == decision.seat:
            handed += [decision, race.forecast(decision.seat, decision.sample(random.random))]
        hidden = hidden_marks(race, seat)
        chance = {race.luck, *(car.luck for car in race.cars), race.setup.seed}
        orders = {tuple(car.deck) for car in race.cars if len(car.deck) > CHANCE and car.deck != sorted(car.deck)}
        for state in race.states.values():
            if isinstance(state, Paddock) and len(state.deck) > CHANCE and state.deck != sorted(state.deck):
                orders.add(tuple(state.deck))
                chance.add(state.luck)
        orders |= {tuple(reversed(order)) for order in orders if list(reversed(order)) != sorted(order)}
        for found in reachable(handed, known=race.rules.sheet.cards):
            law(not isinstance(found, SECRETIVE), "no view leads to the race", seat, type(found))
            law(id(found) not in lists, "no view leads to a pile", seat, found)
            if isinstance(found, str):
                law(found not in hidden, "no view shows another driver's cards (K2)", seat, found)
            elif isinstance(found, tuple | list):
                law(tuple(found) not in orders, "no view shows the order of a deck (K2)", seat, found)
            elif isinstance(found, int) and found > 1 << 32:
                law(found not in chance, "no view leads to the source of chance", seat, found)


def hidden_marks(race: Race, seat: int | None) -> set[str]:
    """Return the marked cards that a seat cannot see: others' hands, decks, piles below the top, face-down cards."""
    acting = race.acting
    hidden: set[str] = set()
    for car in race.cars:
        if car.index != seat:
            hidden.update(car.hand, car.deck, car.discard[:-1])
            if acting is None or acting.index != car.index:
                hidden.update(car.play)
    return {card for card in hidden if card.startswith(MARK)}


def reachable(roots: list[object], *, known: object) -> Iterator[object]:
    """Yield the roots and everything reachable from them, each object once; skip code and `known` (the catalogue)."""
    seen = {id(known)}
    waiting = list(roots)
    while waiting:
        found = waiting.pop()
        if id(found) in seen or isinstance(found, ENDS):
            continue
        seen.add(id(found))
        yield found
        waiting += gc.get_referents(found)
