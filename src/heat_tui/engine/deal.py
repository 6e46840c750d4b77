"""Setting up a race: grid, engines, decks and opening hands (S2-S6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heat_tui.engine.car import Car
from heat_tui.engine.cards import BASIC_DECK, STARTING_UPGRADES, STRESS
from heat_tui.engine.events import RaceStarted
from heat_tui.engine.movement import FREE
from heat_tui.engine.piles import draw_up_to
from heat_tui.engine.rng import shuffle, stream
from heat_tui.engine.steps.replenish import hand_size
from heat_tui.engine.track import SPOTS_PER_SPACE, grid_place

if TYPE_CHECKING:
    from heat_tui.engine.race import Race


def deal(race: Race) -> None:
    """Put a new race on the grid and deal the opening hands."""
    setup, rules = race.setup, race.rules
    race.luck = stream(setup.seed, 0)
    race.cars = [Car(index, entry, stream(setup.seed, 1 + index)) for index, entry in enumerate(rules.entries)]
    race.spots = [FREE] * (SPOTS_PER_SPACE * rules.spaces)
    race._seen = [None] * len(race.cars)
    grid = list(range(len(race.cars)))
    race.luck = shuffle(grid, race.luck)
    for place, index in enumerate(grid, start=1):
        car = race.cars[index]
        car.at, car.spot = grid_place(rules.track, place)
        race.spots[(car.at - 1) * SPOTS_PER_SPACE + car.spot] = index
    race.events.append(RaceStarted(tuple(grid)))
    for module in rules.modules:
        state = module.state(race)
        if state is not None:
            race.states[module.name] = state
    for seat in range(len(setup.seats)):
        _deal_to(race, race.cars[seat])


def _deal_to(race: Race, car: Car) -> None:
    setup, rules, seat = race.setup, race.rules, car.index
    heat, stress = setup.track.heat, setup.track.stress
    if seat < len(setup.handicap):
        heat -= setup.handicap[seat]
    deck: tuple[str, ...] = BASIC_DECK + STARTING_UPGRADES
    for module in rules.modules:
        heat = module.heat(setup, seat, heat)
        stress = module.stress(setup, seat, stress)
        deck = module.deck(setup, seat, deck)
    car.gear = 1
    car.engine = max(heat, 0)
    car.deck = [*deck, *(STRESS,) * max(stress, 0)]
    car.luck = shuffle(car.deck, car.luck)
    draw_up_to(race, car, hand_size(race, car))
