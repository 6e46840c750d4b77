"""The odds of a forecast compared with the engine: the same choice is played often, with the unseen cards shuffled.

The other cars do not move, as a forecast assumes: the seat that chooses drives first, or is taking its turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from math import sqrt
from random import Random

from heat_tui.engine import Race
from heat_tui.engine.actions import Action, React, Retire
from heat_tui.engine.decisions import ChooseValuesDecision, PlanDecision, ReactDecision, ReplaceDecision
from heat_tui.engine.events import CarMoved, Event, HandCluttered, SpunOut
from heat_tui.engine.forecast import Forecast
from heat_tui.engine.symbols import LOOKING
from heat_tui.modules.championship.season import Season
from heat_tui.modules.garage import LEVELS
from heat_tui.modules.garage.cards import UPGRADES
from tests.laws.careful import end_turn
from tests.laws.checks import sampled
from tests.laws.law import law
from tests.laws.mixes import drawn_mix
from tests.laws.test_season_laws import TITLES, drawn_season
from tests.tables import driver, loop
from tests.upgrades import drive

SIGMAS = 5

OPTIONS = 40
"""The maximum number of answers among which the best is sought."""

ASKED = (PlanDecision, ChooseValuesDecision, ReplaceDecision, ReactDecision)

Position = tuple[Race, int, Action, Forecast]
"""A race, a seat that has to choose, one of its answers, and the forecast of that answer."""

Way = tuple[int, bool, int]
"""The speed of a turn, whether it ended in a spin out, and the Heat left after the corners."""


def positions(random: Random, count: int) -> Iterator[Position]:
    """Yield `count` positions of random races in which corners may cost Heat."""
    found = 0
    while found < count:
        race = _race(random)
        for _ in range(random.randint(40, 300)):
            if race.decision is None or found == count:
                break
            rare = isinstance(race.decision, ChooseValuesDecision | ReplaceDecision)
            position = _position(race, random) if rare or random.random() < 0.1 else None
            if position is not None:
                found += 1
                yield position
            race.play(sampled(race, random, reckless=random.random() < 0.3))


def _race(random: Random) -> Race:
    """Return a race of any kind, single or the first of a season, with two or more drivers.

    With only one driver, a turn may lead straight into the next one.
    """
    while True:
        if random.random() < 0.2:
            race = Season.start(drawn_season(random.choice(TITLES), random.getrandbits(32))).race
        else:
            mix = replace(drawn_mix(random), marked=False)
            if random.random() < 0.5:
                mix = replace(mix, garage=random.choice(LEVELS), expansions=True)
            race = Race.start(mix.setup())
        if len(race.setup.seats) > 1:
            return race


def _position(race: Race, random: Random) -> Position | None:
    """Return the position of the pending choice; None if it is not worth checking. A seat that plans drives first."""
    decision = race.decision
    if not isinstance(decision, ASKED):
        return None
    race = race.clone()
    seat = decision.seat
    if isinstance(decision, PlanDecision):
        # Adrenaline depends on the order: a seat among the last cars must remain among them, so it drives alone.
        race.order = [seat, *(car for car in race.order if car != seat and seat not in race.last)]
    action = decision.sample(random.random)
    if isinstance(action, Retire):
        return None
    told = race.forecast(seat, action)
    cools = any(outcome.cooled for outcome in told.outcomes)
    if not (told.most_heat or told.spin_chance) or (not cools and random.random() < 0.6):
        return None
    return race, seat, action, told


SCRAPPING = tuple(upgrade.card.key for upgrade in UPGRADES if upgrade.card.number("scrap"))
COOLING = tuple(upgrade.card.key for upgrade in UPGRADES if upgrade.card.number("super_cool"))


def scraps(random: Random, count: int) -> Iterator[Position]:
    """Yield `count` random turns in which a Scrap can be used and corners may cost Heat."""
    found = 0
    while found < count:
        race = _with_scrap(random)
        decision = race.decision
        uses = [use for use in decision.uses if use.symbol == "scrap"] if isinstance(decision, ReactDecision) else []
        if not uses:
            continue
        use = random.choice(uses)
        action = React(use.symbol, use.source, use.most)
        told = race.forecast(0, action)
        if told.most_heat or told.spin_chance:
            found += 1
            yield race, 0, action, told


def _with_scrap(random: Random) -> Race:
    """Return a race in the turn of car 0, with a card that scraps and, above gear 1, a card that super cools."""
    gear = random.randint(1, 4)
    played = [random.choice(SCRAPPING), random.choice(COOLING)]
    played += random.choices(("1", "2", "3", "4"), k=4)
    place = driver(
        random.randint(4, 10),
        gear=gear,
        engine=random.randint(0, 3),
        play=" ".join(played[:gear]),
        hand=" ".join(random.choices(("1", "2", "4", "heat"), k=7 - gear)),
        deck=_pile(random, 8),
        discard=_pile(random, 10),
    )
    track = loop(60, (10, random.randint(1, 6)), (50, 9))
    table = drive(place, driver(40), track=track, last=(0,), seed=random.getrandbits(32))
    setup = replace(table.race.setup, memory_aid=random.random() < 0.5)
    return Race.restore(setup, table.race.snapshot())


def _pile(random: Random, most: int) -> str:
    return " ".join(random.choices(("1", "2", "3", "4", "heat", "heat", "stress", "body-3"), k=random.randint(0, most)))


def odds_agree(race: Race, seat: int, action: Action, told: Forecast, random: Random, times: int) -> None:
    """Check that the turn ends in each way as often as forecast, within a few standard deviations."""
    chances: dict[Way, Fraction] = {}
    for outcome in told.outcomes:
        way = outcome.speed, outcome.spins, outcome.engine
        chances[way] = chances.get(way, Fraction(0)) + outcome.chance
    seen = Counter(_way_of(race, seat, action, random) for _ in range(times))
    spins = {way for way in chances if way[1]}
    _agrees(sum(seen[way] for way in seen if way[1]), float(told.spin_chance), times, "spin out", action, told, seen)
    for way in seen.keys() | chances.keys() | spins:
        _agrees(seen[way], float(chances.get(way, Fraction(0))), times, way, action, told, seen)


def _agrees(count: int, chance: float, times: int, *facts: object) -> None:
    apart = abs(count - times * chance)
    law(apart <= SIGMAS * sqrt(times * chance * (1 - chance)) + 1e-6, "odds come as they are told", count, *facts)


def _way_of(race: Race, seat: int, action: Action, random: Random) -> Way:
    """Return how the turn ends after the choice, with the unseen cards shuffled and a careful driver."""
    copy = race.clone()
    _reshuffle(copy, seat, random)
    acting, before = copy.acting, copy.turn.speed
    events = copy.play(action)
    if acting is None:
        while copy.acting is None:
            assert copy.decision is not None
            events += copy.play(_any_plan(copy, random))
    while isinstance(copy.decision, ChooseValuesDecision | ReplaceDecision) and copy.decision.seat == seat:
        events += copy.play(_best(copy, seat))
    events += end_turn(copy, seat, race.round)
    return _way(copy, seat, events, before)


def _way(race: Race, seat: int, events: list[Event], speed: int) -> Way:
    spins = False
    for event in events:
        if isinstance(event, CarMoved) and event.car == seat:
            speed = event.speed
        elif isinstance(event, SpunOut) and event.car == seat:
            spins = True
        else:
            law(not (isinstance(event, HandCluttered) and event.car == seat), "clutter is told", event)
    return speed, spins, 0 if spins else race.cars[seat].engine


def _any_plan(race: Race, random: Random) -> Action:
    decision = race.decision
    assert decision is not None
    return next(each for each in decision.options() if not isinstance(each, Retire))


def _best(race: Race, seat: int) -> Action:
    """Return the values, or the cards to give up, with the lowest chance of a spin out; of these, the fastest."""
    assert race.decision is not None

    def danger(action: Action) -> tuple[Fraction, Fraction]:
        told = race.forecast(seat, action)
        return told.spin_chance, -sum((each.chance * each.speed for each in told.outcomes), Fraction(0))

    return min(islice(race.decision.options(), OPTIONS), key=danger)


def _reshuffle(race: Race, seat: int, random: Random) -> None:
    """Shuffle the driver's own unseen cards, which without the memory aid include the discard pile below its top (K2).

    A driver who looks through the discard pile knows its cards.
    """
    car = race.cars[seat]
    car.luck = random.getrandbits(64)
    looks = race.step_name == "react" and any(charge.symbol in LOOKING for charge in race.turn.charges)
    if not race.setup.memory_aid and not looks:
        below = car.discard[:-1]
        pool = car.deck + below
        random.shuffle(pool)
        car.deck, car.discard = pool[: len(car.deck)], pool[len(car.deck) :] + car.discard[-1:]
    random.shuffle(car.deck)
