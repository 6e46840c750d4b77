"""The deal at the start of a race: grid, engines, decks and opening hands (S2-S6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heat_tui.engine.car import Car
from heat_tui.engine.cards import BASIC_DECK, STARTING_UPGRADES, STRESS
from heat_tui.engine.events import HandFilled, RaceStarted
from heat_tui.engine.movement import FREE
from heat_tui.engine.piles import draw_up_to
from heat_tui.engine.replenish import hand_size
from heat_tui.engine.rng import shuffle, stream
from heat_tui.engine.track import SPOTS_PER_SPACE, grid_place

if TYPE_CHECKING:
    from heat_tui.engine.race import Race


def deal(race: Race) -> None:
    """Put the cars on the grid, create the modules' states and fill the engines; deal the hands unless a step does."""
    setup, rules = race.setup, race.rules
    race.luck = stream(setup.seed, 0)
    race.cars = [Car(index, entry, stream(setup.seed, 1 + index)) for index, entry in enumerate(rules.entries)]
    race.spots = [FREE] * (SPOTS_PER_SPACE * rules.spaces)
    race.seen = [None] * len(race.cars)
    grid = list(range(len(race.cars)))
    race.luck = shuffle(grid, race.luck)
    order = tuple(grid)
    for module in rules.modules:
        order = module.grid(order)
    for place, index in enumerate(order, start=1):
        car = race.cars[index]
        car.at, car.spot = grid_place(rules.track, place)
        race.spots[(car.at - 1) * SPOTS_PER_SPACE + car.spot] = index
    race.events.append(RaceStarted(order))
    for module in rules.modules:
        if (state := module.state(race)) is not None:
            race.states[module.name] = state
    fill_engines(race)
    if not rules.deals_later:
        deal_hands(race)


def fill_engines(race: Race) -> None:
    """Fill every driver's engine with Heat and put the car in gear 1 (S3, S6)."""
    setup = race.setup
    for seat, car in enumerate(race.cars[: len(setup.seats)]):
        heat = setup.track.heat
        if seat < len(setup.handicap):
            heat -= setup.handicap[seat]
        for module in race.rules.modules:
            heat = module.heat(race, seat, heat)
        car.gear = 1
        car.engine = max(heat, 0)


def deal_hands(race: Race) -> None:
    """Assemble and shuffle the draw decks, and fill up the hands, which may already hold cards (S3, S5)."""
    rules = race.rules
    for seat, car in enumerate(race.cars[: len(race.setup.seats)]):
        stress = race.setup.track.stress
        deck: tuple[str, ...] = BASIC_DECK + STARTING_UPGRADES
        for module in rules.modules:
            stress = module.stress(race, seat, stress)
            deck = module.deck(race, seat, deck)
        car.deck = [*deck, *(STRESS,) * max(stress, 0)]
        for module in rules.modules:
            module.prepare(race, car)
        car.luck = shuffle(car.deck, car.luck)
        drawn = draw_up_to(race, car, hand_size(race, car))
        if rules.deals_later:
            race.events.append(HandFilled(seat, drawn, len(car.hand)))
