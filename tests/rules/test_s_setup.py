"""Setup."""

from collections import Counter
from dataclasses import replace

import pytest

from heat_tui.engine.decisions import PlanDecision
from heat_tui.engine.events import RaceStarted
from heat_tui.engine.race import Race
from heat_tui.engine.record import IllegalSetup
from heat_tui.engine.setup import RaceSetup
from heat_tui.modules.legends import Legends
from heat_tui.store.tracks import load_track
from tests.tables import NAMES, fresh, loop

TRACK = loop(60, (20, 4), laps=3, heat=6, stress=3)


@pytest.mark.rule("S1")
@pytest.mark.parametrize(("drivers", "legends"), [(2, 0), (6, 0), (8, 0), (1, 1), (1, 7), (3, 2), (4, 4)])
def test_drivers_and_legends_race_in_any_mix(drivers: int, legends: int) -> None:
    table = fresh(RaceSetup(TRACK, NAMES[:drivers], modules=(Legends(legends),)))
    assert len(table.race.cars) == drivers + legends
    assert len({car.entry.colour for car in table.race.cars}) == drivers + legends
    assert table.race.rules.sheet.drivers == drivers


@pytest.mark.rule("S1")
def test_up_to_six_cars_have_the_colours_of_the_base_game() -> None:
    base = {"red", "blue", "green", "yellow", "black", "gray"}
    assert {car.entry.colour for car in fresh(RaceSetup(TRACK, NAMES[:6])).race.cars} == base
    eight = {car.entry.colour for car in fresh(RaceSetup(TRACK, NAMES[:8])).race.cars}
    assert eight == base | {"orange", "purple"}


@pytest.mark.rule("S1")
def test_colours_may_be_chosen() -> None:
    table = fresh(RaceSetup(TRACK, ("Ada", "Bo", "Cem"), colours=("green", "red")))
    assert [car.entry.colour for car in table.race.cars] == ["green", "red", "blue"]


@pytest.mark.rule("S1")
@pytest.mark.parametrize(
    ("drivers", "legends", "code"), [(0, 2, "no-driver"), (2, 7, "too-many-cars"), (9, 0, "too-many-cars")]
)
def test_a_race_needs_a_driver_and_has_room_for_eight_cars(drivers: int, legends: int, code: str) -> None:
    with pytest.raises(IllegalSetup) as refused:
        Race.start(RaceSetup(TRACK, (*NAMES, "Ida")[:drivers], modules=(Legends(legends),)))
    assert refused.value.refusal.code == code


@pytest.mark.rule("S2")
@pytest.mark.parametrize(("laps", "heat", "stress"), [(1, 4, 0), (2, 6, 3), (3, 7, 5)])
def test_the_track_gives_laps_heat_and_stress(laps: int, heat: int, stress: int) -> None:
    table = fresh(RaceSetup(loop(60, laps=laps, heat=heat, stress=stress), ("Ada", "Bo")))
    for car in table.race.cars:
        assert car.engine == heat
        assert (car.deck + car.hand).count("stress") == stress
    assert table.race.rules.sheet.laps == laps
    assert table.race.rules.finish == (laps + 1) * 60


@pytest.mark.rule("S3")
def test_every_driver_has_basic_cards_starting_upgrades_and_stress() -> None:
    table = fresh(RaceSetup(TRACK, NAMES[:4]))
    for car in table.race.cars:
        assert Counter(car.deck + car.hand) == {
            "1": 3,
            "2": 3,
            "3": 3,
            "4": 3,
            "0": 1,
            "5": 1,
            "heat": 1,
            "stress": 3,
        }
        assert (car.gear, car.engine, car.discard, car.play) == (1, 6, [], [])


@pytest.mark.rule("S3")
def test_every_deck_is_shuffled_separately() -> None:
    """Every card comes to the top of some driver's deck, and the two drivers' decks always differ."""
    races = [fresh(RaceSetup(TRACK, ("Ada", "Bo"), seed=seed)).race for seed in range(80)]
    tops = {car.deck[-1] for race in races for car in race.cars}
    assert tops == {"0", "1", "2", "3", "4", "5", "heat", "stress"}
    assert all(race.cars[0].deck != race.cars[1].deck for race in races)


@pytest.mark.rule("S3")
def test_a_legend_has_no_cards_and_no_gear() -> None:
    table = fresh(RaceSetup(TRACK, ("Ada",), modules=(Legends(2),)))
    for car in table.race.cars[1:]:
        assert (car.deck, car.hand, car.engine, car.gear) == ([], [], 0, 0)


@pytest.mark.rule("S4")
def test_the_grid_is_filled_from_the_last_space_two_by_two() -> None:
    table = fresh(RaceSetup(load_track("usa"), NAMES[:5], modules=(Legends(2),)))
    (started,) = table.told(RaceStarted)
    stands = [(table.race.cars[index].at, table.race.cars[index].spot) for index in started.grid]
    assert stands == [(69, 0), (69, 1), (68, 0), (68, 1), (67, 0), (67, 1), (66, 0)]
    for index in started.grid:
        car = table.race.cars[index]
        assert table.race.spots[(car.at - 1) * 2 + car.spot] == index


@pytest.mark.rule("S4")
def test_the_order_on_the_grid_is_random() -> None:
    """Over 80 seeds, all six orders of three cars occur."""
    setups = (RaceSetup(TRACK, ("Ada", "Bo"), seed=seed, modules=(Legends(1),)) for seed in range(80))
    grids = Counter(fresh(setup).told(RaceStarted)[0].grid for setup in setups)
    assert len(grids) == 6
    assert min(grids.values()) > 3


@pytest.mark.rule("S4")
def test_the_grid_is_lap_0() -> None:
    table = fresh(RaceSetup(TRACK, ("Ada", "Bo")))
    view = table.race.view(0)
    assert [view.lap(car) for car in view.cars] == [0, 0]
    assert sorted(table.race.order) == [0, 1]


@pytest.mark.rule("S5")
def test_every_driver_draws_seven_cards() -> None:
    table = fresh(RaceSetup(TRACK, NAMES[:3]))
    assert [len(car.hand) for car in table.race.cars] == [7, 7, 7]
    assert [len(car.deck) for car in table.race.cars] == [11, 11, 11]


@pytest.mark.rule("S6")
def test_a_handicap_takes_1_or_2_heat_from_the_engine() -> None:
    table = fresh(RaceSetup(TRACK, NAMES[:4], handicap=(0, 1, 2)))
    assert [car.engine for car in table.race.cars] == [6, 5, 4, 6]
    assert [len(car.deck) + len(car.hand) for car in table.race.cars] == [18, 18, 18, 18]


@pytest.mark.rule("S6")
@pytest.mark.parametrize("handicap", [(3,), (-1,), (0, 0, 1)])
def test_other_handicaps_are_refused(handicap: tuple[int, ...]) -> None:
    with pytest.raises(IllegalSetup):
        Race.start(RaceSetup(TRACK, ("Ada", "Bo"), handicap=handicap))


@pytest.mark.rule("S7")
def test_the_first_race_is_one_lap_of_the_usa_with_starting_upgrades() -> None:
    """With the tutorial's two Legends, the race runs to the finish."""
    setup = RaceSetup(load_track("usa"), ("Ada",), laps=1, modules=(Legends(2),))
    table = fresh(setup)
    assert {"0", "5", "heat"} <= set(table.car().deck + table.car().hand)
    while table.race.decision is not None:
        assert table.race.round < 200
        table.round().pass_on()
    assert sorted(table.race.finished) == [0, 1, 2]
    assert all(2 * 69 < car.at < 3 * 69 for car in table.race.cars), "one lap, begun and ended on the line after 69"


@pytest.mark.rule("S2", "S4")
def test_the_same_setup_and_seed_give_the_same_start() -> None:
    setup = RaceSetup(TRACK, NAMES[:3], seed=11)
    assert Race.start(setup).snapshot() == Race.start(setup).snapshot()
    assert Race.start(setup).snapshot() != Race.start(replace(setup, seed=12)).snapshot()


@pytest.mark.rule("S5")
def test_after_the_deal_the_first_driver_plans() -> None:
    assert fresh(RaceSetup(TRACK, NAMES[:3])).asked(PlanDecision).seat == 0
