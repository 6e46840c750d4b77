"""Laws of worlds drawn from a view: known facts are kept, nothing else matters, possibilities are equally likely."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from random import Random

from heat_tui.engine import Race
from heat_tui.engine.actions import Action, Retire
from heat_tui.engine.car import Car
from heat_tui.engine.cards import HEAT, STRESS
from heat_tui.engine.decisions import Decision, PlanDecision
from heat_tui.engine.events import CardsDiscarded, CardsSalvaged, DeckShuffled, Event
from heat_tui.engine.symbols import LOOKING
from heat_tui.engine.view import SeatView
from heat_tui.engine.worlds import with_worlds
from heat_tui.modules.championship.event_rules import EventRule
from heat_tui.modules.championship.race import Championship
from heat_tui.modules.championship.state import KEYS, Paddock
from heat_tui.modules.garage.market import Market
from heat_tui.modules.legends import LegendDeck
from tests.laws.checks import at_rest, spots_in_step
from tests.laws.law import law
from tests.laws.leaks import reachable, scrambled

ON = 5
"""The maximum number of actions played in a world."""

SIGMAS = 5

Chances = dict[tuple[int, str, str], tuple[int, float]]
"""The number of copies of a card and each copy's chance of being in a place, by car (-1: a module), place and card."""


def worlds_view(race: Race) -> SeatView:
    """Return the choosing seat's view, from which worlds can be drawn."""
    decision = race.decision
    assert decision is not None
    return with_worlds(race, race.view(decision.seat))


def worlds_keep_what_is_known(race: Race, random: Random) -> None:
    """Check that a world looks like the race to the choosing seat, follows only from its knowledge, and is playable."""
    decision = race.decision
    assert decision is not None
    seat, number = decision.seat, random.getrandbits(32)
    before, known = race.snapshot(), worlds_view(race)
    world = known.world(Random(number).random)
    law(world.view(seat) == race.view(seat), "a world looks as the race does", seat)
    law(world.decision == decision == _offered(world), "a world asks the same", world.decision, _offered(world))
    _is_a_race(race, world)
    other = worlds_view(scrambled(race, seat, random, remembering=True))
    law(known.sealed == other.sealed, "what cannot be known changes no worlds", seat)
    again = other.world(Random(number).random)
    law(again.snapshot() == world.snapshot(), "what cannot be known changes no world", seat)
    _no_secret_is_near(race, known)
    for _ in range(ON):
        if world.decision is None:
            break
        world.play(world.decision.sample(random.random))
        at_rest(world)
        spots_in_step(world)
    law(race.snapshot() == before, "worlds change nothing")


def _offered(race: Race) -> Decision | None:
    """Return the pending decision, computed again from the state of the race."""
    stop, acting = race.stop, race.acting
    if stop is None or stop.offer is None or acting is None:
        return race.rules.table[race.stage].offer(race)
    return stop.offer(race, acting)


def _is_a_race(race: Race, world: Race) -> None:
    """Check that the world has the race's cards, driver by driver, and that no two of its random streams are alike."""
    law(world.snapshot().keys() == race.snapshot().keys(), "a world is a race")
    everything, all_of_it = (Counter(_all_cards(each)) for each in (race, world))
    law(everything == all_of_it, "a world has the cards of the race", everything, all_of_it)
    for car, drawn in zip(race.cars, world.cars, strict=True):
        own, dealt = (Counter(map(_kind, _cards(each))) for each in (car, drawn))
        law(own == dealt, "every driver has the same cards", car.index, own, dealt)
        law(drawn.covered == car.covered and drawn.hand == sorted(drawn.hand), "a world is a race", car.index)
    luck = [world.luck, *(car.luck for car in world.cars[: len(world.setup.seats)])]
    law(len(set(luck)) == len(luck), "no two random streams of a world are alike", luck)


def _cards(car: Car) -> list[str]:
    return [*car.hand, *car.deck, *car.discard, *car.play]


def _all_cards(race: Race) -> list[str]:
    """Return all cards of the race except Legend cards, wherever they are."""
    cards = [card for car in race.cars for card in _cards(car)]
    for state in race.states.values():
        if isinstance(state, Paddock):
            cards += [*state.deck, *state.used, *(card for brought in state.brought for card in brought)]
        elif isinstance(state, Market):
            cards += [*state.deck, *state.away, *state.market]
    return cards


def _no_secret_is_near(race: Race, known: SeatView) -> None:
    """Check that a view with worlds gives no access to the race's own mutable state or its source of chance."""
    assert known.seat is not None
    own: list[object] = [race, race.turn, race.setup, race.rules, *race.cars]
    own += [pile for car in race.cars for pile in (car.hand, car.deck, car.discard, car.play)]
    own += [state for state in race.states.values() if isinstance(state, LegendDeck | Market | Paddock)]
    own += [module for module in race.setup.modules if isinstance(module, Championship) and module.sponsorships]
    chance = {race.luck, race.setup.seed, *(car.luck for car in race.cars)}
    chance |= {state.luck for state in race.states.values() if isinstance(state, LegendDeck | Paddock)}
    ids = {id(each) for each in own}
    for found in reachable([known], known=race.rules.sheet.cards):
        law(id(found) not in ids, "no view leads to the race", type(found))
        if isinstance(found, int) and found > 1 << 32:
            law(found not in chance, "no view leads to the source of chance", found)


def a_turn_may_wait(race: Race, random: Random) -> None:
    """Check that a plan made only when the turn begins has the same results as one made with the others' plans."""
    decision = race.decision
    if not isinstance(decision, PlanDecision):
        return
    seat = decision.seat
    waiting = race.clone()
    waiting.run_until(seat, _by_rote)
    asked = waiting.decision
    law(isinstance(asked, PlanDecision) and asked.seat == seat, "the plan is asked for before the turn", asked)
    law(waiting.acting is not None and waiting.acting.index == seat, "a car waits before its own turn", asked)
    for _ in range(3):
        plan = decision.sample(random.random)
        if isinstance(plan, Retire):
            continue
        at_once, late = race.clone(), waiting.clone()
        at_once.play(plan)
        while at_once.round == race.round and (at_once.stage >= 0 or seat in at_once.order[at_once.turns + 1 :]):
            assert at_once.decision is not None
            at_once.play(_by_rote(at_once, at_once.decision))
        late.play(plan)
        law(late.snapshot() == at_once.snapshot(), "a plan made late is the same plan", plan)
        law(late.decision == at_once.decision, "a plan made late is the same plan", plan)
        for each in (late, at_once):
            for _ in range(12):
                if each.decision is not None:
                    each.play(_by_rote(each, each.decision))
        law(late.snapshot() == at_once.snapshot(), "a race continues in the same way after a plan made late", plan)


def _by_rote(race: Race, decision: Decision) -> Action:
    """Return an action that depends only on the decision and never retires the car."""
    random = Random(repr(decision))
    while True:
        action = decision.sample(random.random)
        if not isinstance(action, Retire):
            return action


class Remembered:
    """The number of cards put on each discard pile unseen since its last shuffle, from the events.

    After a Salvage the number is None until the next shuffle.
    """

    def __init__(self, race: Race) -> None:
        self.unseen: dict[int, int | None] = {car.index: 0 for car in race.cars}

    def write(self, events: list[Event]) -> None:
        for event in events:
            match event:
                case DeckShuffled(car):
                    self.unseen[car] = 0
                case CardsSalvaged(car):
                    self.unseen[car] = None
                case CardsDiscarded(car, cards):
                    before = self.unseen[car]
                    self.unseen[car] = None if before is None else before + cards

    def agrees(self, race: Race) -> None:
        """Check that the race records these unseen cards, none of a barred kind; Super cool may have taken Heat."""
        barred = {HEAT, STRESS} - discardable(race)
        for car in race.cars:
            unseen, covered = self.unseen[car.index], car.covered
            if unseen is None or covered is None:
                law(unseen is None and covered is None, "after a Salvage a pile is unknown", car.index, unseen, covered)
                continue
            law(len(covered) == unseen or (len(covered) < unseen and HEAT not in barred), "what went unseen", car.index)
            cards = {car.discard[place] for place in covered}
            law(barred.isdisjoint(cards) and len(set(covered)) == len(covered), "what may go unseen", cards)


def counted(race: Race, known: SeatView, random: Random, times: int) -> int:
    """Check that hidden cards occur in each place of the worlds as often as computed; return the number of cases."""
    decision = race.decision
    assert decision is not None
    chances = _chances(race, decision.seat)
    seen: Counter[tuple[int, str, str]] = Counter()
    for _ in range(times):
        world = known.world(random.random)
        for key in _places(race, world, decision.seat):
            seen[key] += 1
    law(seen.keys() <= chances.keys(), "a card is where it can be", seen.keys() - chances.keys())
    for key, (copies, chance) in chances.items():
        apart = abs(seen[key] - times * copies * chance)
        most = SIGMAS * sqrt(times * copies * chance * (1 - chance)) + 1e-6
        law(apart <= most, "a card is anywhere as often as counting says", key, seen[key], times * copies * chance)
    return len(chances)


def _places(race: Race, world: Race, seat: int) -> list[tuple[int, str, str]]:
    """Return the places of hidden cards in a world; of a module's deck, only the top card is included.

    Of the choosing driver's own deck, the top card is included as such, and every card as part of the deck unless the
    driver can tell the deck from the discard pile.
    """
    found: list[tuple[int, str, str]] = []
    for car, real in zip(world.cars[: len(race.setup.seats)], race.cars, strict=False):
        index = car.index
        if index == seat:
            found += [(index, "top", card) for card in car.deck[-1:]]
            found += [] if _tells_apart(race, real) else [(index, "deck", card) for card in car.deck]
            continue
        for name, pile in (("hand", car.hand), ("deck", car.deck), ("play", car.play)):
            found += [(index, name, _kind(card)) for card in pile]
        found += [(index, "pile", _kind(car.discard[place])) for place in _hidden(real)]
        hidden = [*car.hand, *car.deck, *car.play, *(car.discard[place] for place in _hidden(real))]
        found += [(index, "held", card) for card in hidden if card in KEYS]
    for state in world.states.values():
        if isinstance(state, LegendDeck | Market | Paddock):
            found += [(-1, type(state).__name__, str(card)) for card in state.deck[-1:]]
    return found


def _kind(card: str) -> str:
    return "sponsorship" if card in KEYS else card


def _hidden(car: Car) -> list[int]:
    below = range(len(car.discard) - 1)
    return [place for place in below if car.covered is None or place in car.covered]


def _chances(race: Race, seat: int) -> Chances:
    chances: Chances = {}
    for car in race.cars[: len(race.setup.seats)]:
        if car.index == seat:
            _own_chances(race, car, chances)
        else:
            _chances_of(race, car, chances)
    for state in race.states.values():
        if isinstance(state, LegendDeck | Market):
            for card, copies in Counter(map(str, state.deck)).items():
                chances[-1, type(state).__name__, card] = copies, 1 / len(state.deck)
        elif isinstance(state, Paddock):
            _sponsorship_chances(race, state, seat, chances)
    return chances


def _sponsorship_chances(race: Race, paddock: Paddock, seat: int, chances: Chances) -> None:
    """Add the chances of Sponsorships: all that are neither open nor the seat's own are equally likely in any place."""
    others = [car for car in race.cars[: len(race.setup.seats)] if car.index != seat]
    held = {car.index: [card for card in _heap(car) if card in KEYS] for car in others}
    pool = Counter(paddock.deck) + Counter(card for cards in held.values() for card in cards)
    pool.update(card for each, cards in enumerate(paddock.brought) if each != seat for card in cards)
    for card, copies in pool.items():
        if paddock.deck:
            chances[-1, "Paddock", card] = copies, 1 / pool.total()
        for index, cards in held.items():
            if cards:
                chances[index, "held", card] = copies, len(cards) / pool.total()


def _heap(car: Car) -> list[str]:
    return [*car.hand, *car.deck, *car.play, *(car.discard[place] for place in _hidden(car))]


def _tells_apart(race: Race, car: Car) -> bool:
    """Return whether the driver knows which of their own two piles a card is in (K2)."""
    return race.setup.memory_aid or any(charge.symbol in LOOKING for charge in race.turn.charges)


def _own_chances(race: Race, car: Car, chances: Chances) -> None:
    apart = _tells_apart(race, car)
    cards = Counter(car.deck if apart else car.deck + car.discard[:-1])
    for card, copies in cards.items():
        if car.deck:
            chances[car.index, "top", card] = copies, 1 / cards.total()
            if not apart:
                chances[car.index, "deck", card] = copies, len(car.deck) / cards.total()


def discardable(race: Race) -> set[str]:
    """Return the cards that the event of a race lets drivers discard; {""} or an empty set if none."""
    return {each.discardable for each in race.rules.modules if isinstance(each, EventRule)}


def _chances_of(race: Race, car: Car, chances: Chances) -> None:
    """Add the chances of a driver's hidden cards: unseen discards, then face-down cards, then all others.

    After a Salvage, unseen discards count among the others.
    """
    heap = Counter(map(_kind, _heap(car)))
    barred = {HEAT, STRESS} - discardable(race)
    hidden, down, hand = len(_hidden(car)), len(car.play), len(car.hand)
    free = sum(copies for card, copies in heap.items() if car.covered is None or card not in barred)
    playable = heap.total() - heap[HEAT] - (hidden if car.covered is not None else 0)
    rest = hand + len(car.deck) + (hidden if car.covered is None else 0)
    for card, copies in heap.items():
        left = 1.0
        if hidden and car.covered is not None and card not in barred:
            chances[car.index, "pile", card] = copies, hidden / free
            left -= hidden / free
        if down and card != HEAT:
            chances[car.index, "play", card] = copies, left * down / playable
            left -= left * down / playable
        places = [("hand", hand), ("deck", len(car.deck)), ("pile", hidden if car.covered is None else 0)]
        for name, size in places:
            if size:
                chances[car.index, name, card] = copies, left * size / rest
