"""The figures of a race."""

from __future__ import annotations

from random import Random

import pytest

from heat_tui.engine import Race, RaceSetup
from heat_tui.engine.actions import DONE, Plan, Retire
from heat_tui.engine.events import HeatPaid, RoundBegan, SpunOut, SuperCooled
from heat_tui.game.match import Match
from heat_tui.game.statistics import Tally, tally
from heat_tui.modules.legends import Legends
from heat_tui.modules.mulligan import MulliganRule
from heat_tui.modules.mulligan.answer import Mulligan
from heat_tui.store.tracks import load_track, track_ids
from tests.saves.races import new_match, played, step
from tests.tables import ADRENALINE_MOVE, BOOST, SLIPSTREAM, cool, driver, loop, planning, turn


def raced(setup: RaceSetup, seed: int) -> tuple[Race, Tally]:
    """A race played to its end by chance, with its figures."""
    random = Random(seed)
    race = Race.start(setup)
    figures = Tally.of(race.rules.sheet, race.events)
    while (decision := race.decision) is not None:
        action = decision.sample(random.random)
        for event in race.play(action):
            figures.add(event)
    return race, figures


@pytest.mark.parametrize("track_id", track_ids())
def test_the_heat_of_every_engine_is_accounted_for(track_id: str) -> None:
    setup = RaceSetup(
        load_track(track_id),
        ("Ada", "Bo", "Cem"),
        seed=8,
        laps=2,
        handicap=(1,),
        retire=True,
        modules=(
            Legends(2),
            MulliganRule(),
        ),
    )
    race, figures = raced(setup, 3)
    for seat in range(3):
        car = figures.cars[seat]
        start = setup.track.heat - (1 if seat == 0 else 0)
        assert race.cars[seat].engine == start + car.cooled - car.heat_paid
        assert car.heat_paid == sum(car.heat.values())
        assert car.corners >= car.corners_over >= car.spins
    for legend in figures.cars[3:]:
        assert (legend.heat_paid, legend.top_speed, legend.spins, legend.corners) == (0, 0, 0, 0)
        assert legend.rounds > 0


def test_the_places_end_with_the_result() -> None:
    race, figures = raced(RaceSetup(load_track("usa"), ("Ada", "Bo"), seed=5, laps=1, modules=(Legends(3),)), 2)
    assert figures.rounds == race.round
    for place, index in enumerate(race.standings, start=1):
        car = figures.cars[index]
        assert car.places[-1] == place
        assert len(car.places) == car.rounds + 1
    grids = sorted(car.places[0] for car in figures.cars)
    assert grids == [1, 2, 3, 4, 5]


def test_one_turn_by_hand() -> None:
    table = turn(
        loop(60, (12, 3)),
        driver(70, gear=1, play="1", hand="heat heat 1 1 2 2 3", engine=6, deck="4 4"),
        driver(78),
        last=(0,),
    )
    table.play(cool(2), ADRENALINE_MOVE, BOOST)
    assert table.car().at == 76
    ada = Tally.of(table.race.rules.sheet, table.events).cars[0]
    assert (ada.top_speed, ada.boosts, ada.cooled, ada.spins) == (6, 1, 2, 0)
    assert ada.heat == {"boost": 1, "corner": 3}
    assert ada.heat_paid == 4
    assert (ada.corners, ada.corners_over) == (1, 1)


def test_a_slipstream_by_hand() -> None:
    table = turn(loop(), driver(70, play="1"), driver(72))
    table.play(DONE, SLIPSTREAM)
    figures = Tally.of(table.race.rules.sheet, table.events).cars[0]
    assert (figures.slipstream_spaces, figures.top_speed) == (2, 1)


def test_a_spin_out_by_hand() -> None:
    table = turn(loop(60, (12, 1)), driver(70, gear=2, play="4 3", engine=2))
    table.play(DONE)
    (spun,) = table.told(SpunOut)
    ada = Tally.of(table.race.rules.sheet, table.events).cars[0]
    assert (spun.paid, ada.heat) == (2, {"spin": 2})
    assert (ada.spins, ada.corners, ada.corners_over) == (1, 1, 1)


def test_shift_and_mulligan_by_hand() -> None:
    match = new_match("italy, two persons, mulligan and handicap")
    match.play(Mulligan(take=True))
    match.play(Mulligan(take=False))
    hand = match.view(0).hand
    cards = tuple([card for card in hand if card != "heat"][:3])
    match.play(Plan(3, cards))
    step(match, Random(1))
    ada = tally(match).cars[0]
    assert ada.heat["hand"] == 1
    assert ada.heat["shift"] == 1


def test_heat_for_cards_and_super_cool_count_too() -> None:
    figures = Tally(planning(loop(), driver(60), driver(59)).race.rules.sheet)
    for event in (HeatPaid(0, "turbo-7", 2), HeatPaid(0, "wings-3", 1), SuperCooled(0, "intake-3", 1)):
        figures.add(event)
    assert figures.cars[0].heat == {"card": 3}
    assert (figures.cars[0].heat_paid, figures.cars[0].cooled) == (3, 1)


def test_who_retires_has_not_driven_in_that_round() -> None:
    table = planning(loop(), driver(60), driver(59), driver(130, status="finished"), retire=True)
    figures = Tally(table.race.rules.sheet)
    figures.add(RoundBegan(1, (0, 1)))
    for event in table.race.play(Retire()):
        figures.add(event)
    assert (figures.cars[0].rounds, figures.cars[1].rounds) == (0, 1)


def test_what_was_taken_back_does_not_count() -> None:
    match = new_match("usa, a person and 3 Legends")
    random = Random(1)
    for _ in range(20):
        step(match, random)
    before = tally(Match.resume(match.saved(), store=None)).cars
    for _ in range(6):
        step(match, random)
    assert tally(match).cars != before
    match.take_back(6)
    assert tally(match).cars == before


def test_the_figures_of_a_match_are_those_of_its_events() -> None:
    match = new_match("spain, practice")
    for _ in played(match, Random(5)):
        pass
    assert tally(match).cars == Tally.of(match.sheet, match.events).cars
    assert tally(match).rounds > 1
