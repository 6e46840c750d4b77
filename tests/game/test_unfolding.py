"""The open facts of a race while its story is shown: once all events are known, they equal the facts of the race."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from heat_tui.drivers import Chance
from heat_tui.engine import Race
from heat_tui.engine.car import RACING
from heat_tui.engine.events import (
    CardsRevealed,
    CarMoved,
    Event,
    GearShifted,
    HandCluttered,
    HandFilled,
    LimitsAdjusted,
    SpunOut,
)
from heat_tui.engine.setup import RaceSetup
from heat_tui.engine.view import SeatView
from heat_tui.game.telling.unfolding import unfolded
from heat_tui.modules.championship.season import Season
from heat_tui.modules.championship.state import ChampionshipShown
from heat_tui.modules.garage.market import GarageShown
from heat_tui.modules.legends import LegendCardShown, landings
from heat_tui.modules.legends.events import LegendCardTurned, LegendDecided, LegendPressed
from heat_tui.modules.weather import Weather
from tests.laws.checks import sampled
from tests.laws.mixes import drawn_mix
from tests.places import driver, legend, loop
from tests.seasons import short
from tests.tables import turn

LOOP = loop(60, (12, 3))


def _all(view: SeatView, events: list[Event], after: SeatView) -> SeatView:
    for event in events:
        view = unfolded(view, event, after)
    return view


def _figures(view: SeatView) -> tuple[object, ...]:
    """Return the figures that follow from events alone; the piles do once a car is no longer racing."""
    cars = [(car.index, car.status, car.at, car.spot, car.gear, car.engine, car.planned, car.hand) for car in view.cars]
    piles = [(car.deck, car.discard, car.discard_top, car.play) for car in view.cars if car.status != RACING]
    deck, garage, championship = view.part(LegendCardShown), view.part(GarageShown), view.part(ChampionshipShown)
    turned = None if deck is None else (deck.used[-1:], deck.round)
    owned = None if garage is None else garage.owned
    held = None if championship is None else championship.held
    return cars, piles, view.round, view.finished, view.retired, view.out, turned, owned, held


@pytest.mark.sampled
@pytest.mark.point("B3", "N13")
@pytest.mark.parametrize("number", [*range(24), 303])
def test_a_race_unfolds_to_its_present_state(number: int) -> None:
    random = Random(number)
    mix = drawn_mix(random)
    race = Race.start(mix.setup())
    view = race.view(None)
    while race.decision is not None:
        events = race.play(sampled(race, random, reckless=mix.reckless))
        after = race.view(None)
        assert _figures(_all(view, events, after)) == _figures(after), events
        view = after


@pytest.mark.point("B6")
def test_a_race_that_is_called_off_unfolds_to_an_empty_track() -> None:
    race = Race.start(RaceSetup(loop(24, (10, 1), laps=1, heat=0), ("Ada", "Bo"), seed=15, modules=(Weather(),)))
    view, random = race.view(None), Random(1)
    while race.decision is not None:
        events = race.play(race.decision.sample(random.random))
        after = race.view(None)
        assert _figures(_all(view, events, after)) == _figures(after), events
        view = after
    assert (view.retired, view.positions) == (race.standings[::-1], ())


@pytest.mark.point("B3")
def test_a_race_unfolds_with_events_that_eliminate_cars_and_take_heat() -> None:
    setup = short(10, 18, drivers=4, legends=1)
    season = Season.start(replace(setup, calendar=tuple(replace(race, laps=3) for race in setup.calendar)))
    view, drivers = season.view(None), Chance(3)
    while season.decision is not None:
        number = season.index
        events = season.play(drivers.choose(season.view(season.decision.seat), season.decision))
        after = season.view(None)
        if season.index == number:
            assert _figures(_all(view, list(events), after)) == _figures(after), events
        view = after


@pytest.mark.point("B3")
def test_the_result_of_a_turn_is_not_shown_before_it_is_told() -> None:
    """A car takes a corner too fast: it stays past the corner line and in its gear until the spin out is told."""
    table = turn(LOOP, driver(9, gear=4, play="4 4 4 4", deck="1 1 1", engine=1), driver(2), legend(1))
    race = table.race
    before = race.view(None)
    events: list[Event] = []
    while not any(isinstance(event, SpunOut) for event in events):
        before, decision = race.view(None), race.decision
        assert decision is not None
        events = race.play(next(iter(decision.options())))
    after = race.view(None)
    place = next(place for place, event in enumerate(events) if isinstance(event, SpunOut))
    told = _all(before, events[:place], after).cars[0]
    assert (told.gear, told.at) == (4, before.cars[0].at)
    assert told.hand == before.cars[0].hand
    assert told.discard_top == before.cars[0].discard_top
    spun = unfolded(_all(before, events[:place], after), events[place], after).cars[0]
    assert (spun.gear, spun.at, spun.engine) == (1, after.cars[0].at, after.cars[0].engine)


@pytest.mark.point("B3")
def test_the_turn_and_the_speed_follow_the_car_that_moves() -> None:
    table = turn(LOOP, driver(9, play="1"), driver(2), legend(1))
    view = replace(table.race.view(None), acting=None, speed=0, turns=0)
    view = unfolded(view, GearShifted(0, 1, 2, 0), view)
    assert (view.acting, view.cars[0].gear) == (None, 2)
    view = unfolded(view, CardsRevealed(0, ("2", "3")), view)
    assert (view.acting, view.turns, view.speed) == (0, 0, 0)
    view = unfolded(view, CarMoved(0, "reveal", 5, 9, 14, 0, 5, ()), view)
    assert (view.cars[0].at, view.speed) == (14, 5)
    view = unfolded(view, LimitsAdjusted(0, 2), view)
    assert (view.limit(0, 0), view.limit(0, 1)) == (5, 3)
    view = unfolded(view, CarMoved(1, "reveal", 1, 2, 3, 0, 1, ()), view)
    assert (view.acting, view.turns, view.speed) == (1, 1, 1)
    assert (view.limit(0, 0), view.limit(0, 1)) == (3, 3)
    view = unfolded(view, HandCluttered(0, ("heat",)), view)
    assert (view.acting, view.turns, view.speed, view.cars[0].gear) == (0, 0, 0, 1)


@pytest.mark.point("B3")
def test_piles_are_final_once_the_hand_is_filled_and_the_top_card_when_it_is_flipped() -> None:
    table = turn(LOOP, driver(9, play="1"), legend(1))
    view = table.race.view(None)
    filled = replace(view.cars[0], hand=7, deck=3, discard=2, discard_top="1", play=(), face_down=0)
    after = replace(view, cars=(filled, view.cars[1]))
    assert unfolded(view, CarMoved(0, "reveal", 1, 9, 10, 0, 1, ()), after).cars[0].hand == view.cars[0].hand
    assert unfolded(view, HandFilled(0, 2, 7), after).cars[0] == filled
    shown = dict(unfolded(view, LegendCardTurned(4, shuffled=False), after).shown)["legends"]
    assert isinstance(shown, LegendCardShown)
    assert (shown.round, shown.deck, shown.used) == (view.round, 9, (4,))


@pytest.mark.long
@pytest.mark.point("C1")
@pytest.mark.parametrize("number", range(40, 64))
def test_a_legends_forecast_comes_true_if_nobody_moves_before_it(number: int) -> None:
    random = Random(number)
    mix = drawn_mix(random)
    race = Race.start(mix.setup())
    view = race.view(None)
    while race.decision is not None:
        events = race.play(sampled(race, random, reckless=mix.reckless))
        after = race.view(None)
        for event in events:
            if isinstance(event, LegendPressed | LegendDecided) and view.acting != event.car:
                foreseen = landings(view)[event.car]
            if isinstance(event, CarMoved) and event.cause == "legend":
                assert foreseen == (event.end, event.spot)
                assert (view.acting, view.order[view.turns]) == (event.car, event.car)
                assert event.car not in landings(view)
            view = unfolded(view, event, after)
        view = after
