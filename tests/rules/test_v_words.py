"""The vocabulary of the rules."""

import pytest

from heat_tui.engine.cards import BASIC, BASIC_DECK, CATALOGUE, STARTING_UPGRADES
from heat_tui.engine.decisions import SlipstreamDecision
from heat_tui.engine.events import LapCompleted
from heat_tui.engine.track import grid_place
from heat_tui.store.tracks import BUILT_IN_IDS, load_track
from tests.tables import ADRENALINE_MOVE, BOOST, OFF, SLIPSTREAM, driver, loop, planning, turn

OPEN_ROAD = loop(60)
pytestmark = pytest.mark.rule("V")


def test_the_track_is_a_closed_loop_of_spaces_with_two_spots() -> None:
    race = planning(OPEN_ROAD, driver(58), driver(2)).race
    assert len(race.spots) == 60 * 2
    assert turn(OPEN_ROAD, driver(58, play="4")).car().at == 62
    view = turn(OPEN_ROAD, driver(58, play="4")).race.view(0)
    assert (view.space(view.own), view.lap(view.own)) == (2, 1)


def test_a_sector_runs_from_its_corner_line_to_the_next_even_across_the_start() -> None:
    track = loop(60, (20, 4), (40, 3))
    assert [track.sector(space) for space in (21, 40, 41, 60, 1, 20)] == [0, 0, 1, 1, 1, 1]


def test_the_next_corner_is_ahead_and_a_line_is_behind_its_space() -> None:
    track = loop(60, (20, 4), (40, 3))
    assert [track.next_corner(space) for space in (1, 20, 21, 40, 41, 60)] == [0, 0, 1, 1, 0, 0]
    assert [track.spaces_to_line(space, 0) for space in (1, 20, 21, 60)] == [19, 0, 59, 20]


def test_a_legends_line_is_before_each_corner_and_past_means_in_driving_direction() -> None:
    track = loop(60, (5, 4, 58), (40, 3, 34))
    past = [space for space in range(1, 61) if track.is_past_legends_line(space)]
    assert past == [1, 2, 3, 4, 5, 35, 36, 37, 38, 39, 40, 59, 60]


@pytest.mark.parametrize("track_id", BUILT_IN_IDS)
def test_the_race_line_changes_sides_only_at_corner_lines(track_id: str) -> None:
    track = load_track(track_id)
    lines = {corner.line_after + 1 for corner in track.corners}
    sides = [track.race_line_side(space) for space in range(1, track.spaces + 1)]
    changes = {space + 1 for space in range(1, track.spaces) if sides[space] != sides[space - 1]}
    assert set(sides) == {"left", "right"}
    assert changes <= lines


def test_basic_cards_are_the_twelve_speed_cards_and_only_those() -> None:
    assert sorted(BASIC_DECK) == ["1"] * 3 + ["2"] * 3 + ["3"] * 3 + ["4"] * 3
    assert {key for key, card in CATALOGUE.items() if card.kind == "basic"} == BASIC == set(BASIC_DECK)
    assert STARTING_UPGRADES == ("0", "5", "heat")
    assert [CATALOGUE[key].speed for key in ("0", "5", "heat", "stress")] == [0, 5, 0, 0]


def test_speed_is_the_sum_of_the_play_area_and_adrenaline() -> None:
    table = turn(OPEN_ROAD, driver(5, gear=2, play="stress 5", deck="4 3"), last=(0,))
    assert table.race.view(0).speed == 9
    table.play(BOOST)
    assert table.race.view(0).speed == 12
    table.play(ADRENALINE_MOVE)
    assert table.race.view(0).speed == 13
    assert sum(CATALOGUE[card].speed for card in table.car().play) == 12


def test_a_slipstream_never_counts_towards_the_speed() -> None:
    table = turn(OPEN_ROAD, driver(5, play="4"), driver(10)).to(SlipstreamDecision).play(SLIPSTREAM)
    assert table.race.view(0).speed == 4
    assert table.car().at == 11


def test_a_lap_is_0_before_the_line_is_first_crossed() -> None:
    view = planning(OPEN_ROAD, driver(60), driver(61), driver(120, OFF), driver(121, OFF)).race.view(0)
    assert [view.lap(car) for car in view.cars] == [0, 1, 1, 2]


def test_the_first_crossing_completes_no_lap() -> None:
    table = turn(OPEN_ROAD, driver(58, play="4"), driver(30)).pass_on()
    assert table.told(LapCompleted) == []
    table = turn(OPEN_ROAD, driver(118, play="4"), driver(30)).pass_on()
    assert [(event.car, event.lap) for event in table.told(LapCompleted)] == [(0, 1)]


def test_a_car_has_finished_if_its_turn_ends_past_the_line_with_all_laps_completed() -> None:
    for at, laps, finished in ((178, 2, [0]), (178, 3, []), (176, 2, []), (118, 1, [0])):
        assert turn(OPEN_ROAD, driver(at, play="4"), driver(30), laps=laps).pass_on().race.finished == finished


def test_position_order_is_laps_then_space_then_the_race_line_spot() -> None:
    cars = driver(10), driver(65), driver(50), driver(12, OFF), driver(12)
    table = planning(OPEN_ROAD, *cars)
    assert table.race.view(None).positions == (1, 2, 4, 3, 0)
    assert table.race.standings == (1, 2, 4, 3, 0)


def test_grid_places_count_back_from_the_line() -> None:
    track = load_track("usa")
    assert [grid_place(track, place) for place in (1, 2, 3, 4, 8)] == [(69, 0), (69, 1), (68, 0), (68, 1), (66, 1)]
