"""The changes that events make to the start, and a scenario for each event of the base game with a rule (E11)."""

from __future__ import annotations

import pytest

from heat_tui.engine.actions import Slipstream
from heat_tui.engine.cards import HEAT, STRESS
from heat_tui.engine.decisions import SlipstreamDecision
from heat_tui.engine.events import CarMoved, HandFilled, LapCompleted, RaceEnded, SpunOut
from heat_tui.engine.race import Race, points
from heat_tui.engine.setup import RaceSetup
from heat_tui.modules.championship.event_rules import EVENTS
from heat_tui.modules.championship.events import Eliminated, OpeningSponsorships, SponsorshipGained
from heat_tui.modules.championship.state import NAME
from heat_tui.modules.garage import Garage
from heat_tui.modules.weather import Weather, WeatherDrawn
from tests.event_turns import (
    COMMITTEE,
    COOKER,
    CROWD,
    GRANDSTAND,
    LIFTED,
    OPEN_ROAD,
    RECORD,
    SAFETY,
    STRIKE,
    TELEVISION,
    WITHDRAWS,
    drive,
    full,
    reasons,
    shown,
)
from tests.paddock import CALM, event, press_road
from tests.tables import FULL, OFF, STUCK, Place, Table, driver, fresh, legend, loop, turn


def started(number: int, *, drivers: int = 1, laps: int | None = None) -> Table:
    """Return a race with this event, just started."""
    names = ("Ada", "Bo", "Cem", "Dina", "Eli", "Fay")[:drivers]
    return fresh(RaceSetup(OPEN_ROAD, names, seed=1, laps=laps, modules=event(number)))


def counts(race: Race) -> tuple[int, int, int]:
    """Return the Heat in car 0's engine, the Stress in its hand and deck, and the size of its hand."""
    car = race.cars[0]
    return car.engine, (car.hand + car.deck).count(STRESS), len(car.hand)


@pytest.mark.rule("E11", "E4")
@pytest.mark.parametrize("number", EVENTS)
def test_events_change_the_start(number: int) -> None:
    """The track has 6 Heat, 3 Stress and 3 laps; events change these, the hand size and the opening Sponsorships."""
    table = started(number, drivers=2)
    heat = {LIFTED: 7, SAFETY: 4}.get(number, 6)
    stress = {SAFETY: 2, WITHDRAWS: 4}.get(number, 3)
    hand = {CROWD: 8, SAFETY: 6}.get(number, 7)
    laps = {STRIKE: 2, CROWD: 4, COOKER: 4}.get(number, 3)
    assert counts(table.race) == (heat, stress, hand)
    assert table.race.rules.laps == laps
    wanted = EVENTS[number].sponsorships
    assert [(told.car, told.cards) for told in table.told(OpeningSponsorships)] == (
        [(0, wanted), (1, wanted)] if wanted else []
    )
    assert [(told.drawn, told.hand) for told in table.told(HandFilled)] == [(hand - wanted, hand)] * 2
    for car in table.race.cars:
        assert sum(card.startswith("sponsor") for card in car.hand) == wanted
        assert not any(card.startswith("sponsor") for card in car.deck)


@pytest.mark.rule("E4", "E11")
@pytest.mark.example(4)
@pytest.mark.parametrize(("number", "sponsorships", "drawn"), [(7, 3, 4), (SAFETY, 1, 5)])
def test_sponsorships_are_part_of_the_opening_hand(number: int, sponsorships: int, drawn: int) -> None:
    table = started(number)
    assert table.told(OpeningSponsorships) == [OpeningSponsorships(0, sponsorships)]
    assert table.told(HandFilled) == [HandFilled(0, drawn, sponsorships + drawn)]


def weathered(number: int, token: str) -> Race:
    """Return a race with this event and this weather, with the hands dealt."""
    for seed in range(100):
        modules = (Garage("basic", owned=((),)), Weather(late=True), *event(number))
        table = fresh(RaceSetup(OPEN_ROAD, ("Ada",), seed=seed, modules=modules)).pass_on()
        if table.told(WeatherDrawn)[0].token == token:
            return table.race
    raise AssertionError(token)


@pytest.mark.rule("W2", "E4", "E11")
@pytest.mark.example(3)
def test_the_change_of_the_event_comes_before_that_of_the_weather() -> None:
    race = weathered(SAFETY, "rain")
    car = race.cars[0]
    assert (car.engine, (car.deck + car.hand).count(HEAT), counts(race)[1]) == (1, 3, 2)
    assert weathered(LIFTED, "fog").cars[0].engine == 8


# 1: the grandstand


def at_the_line(*places: Place, crossed: int) -> Table:
    """Return a race with the grandstand in which `crossed` other cars have already crossed the line that ends lap 1."""
    table = drive(GRANDSTAND, *places)
    data = table.race.snapshot()
    modules = data["modules"]
    assert isinstance(modules, dict)
    paddock = modules[NAME]
    assert isinstance(paddock, dict)
    paddock["crossed"] = [*range(1, crossed + 1)]
    return Table(Race.restore(table.race.setup, data))


FIELD = tuple(driver(space, engine=0, hand=STUCK) for space in (10, 20, 30))


@pytest.mark.rule("E11")
@pytest.mark.parametrize(("crossed", "gains"), [(0, True), (2, True), (3, False)])
def test_1_the_first_three_over_the_line_gain_a_sponsorship(crossed: int, *, gains: bool) -> None:
    table = at_the_line(driver(119, gear=2, play="1 2"), *FIELD, crossed=crossed).pass_on()
    assert [told.lap for told in table.told(LapCompleted, 0)] == [1]
    assert reasons(table) == (["grandstand"] if gains else [])
    assert len(shown(table).crossed) == min(crossed + 1, 3)


@pytest.mark.rule("E11")
@pytest.mark.parametrize("at", [58, 179])
def test_1_neither_the_start_nor_the_next_lap_counts(at: int) -> None:
    table = drive(GRANDSTAND, driver(at, gear=2, play="4 2"), track=loop(60, laps=4)).pass_on()
    assert table.car().at > at + 2
    assert reasons(table) == []


@pytest.mark.rule("E11")
def test_1_only_a_car_past_the_line_has_crossed_it() -> None:
    assert reasons(drive(GRANDSTAND, driver(118, play="2")).pass_on()) == []
    assert reasons(drive(GRANDSTAND, driver(118, gear=2, play="2 1")).pass_on()) == ["grandstand"]


@pytest.mark.rule("E11")
def test_1_legends_use_up_places() -> None:
    places = (driver(1, engine=0, hand=STUCK), legend(119), legend(118), legend(117))
    table = turn(OPEN_ROAD, *places, seat=1, then=(2, 3), modules=event(GRANDSTAND)).pass_on()
    assert shown(table).crossed == (1, 2, 3)
    assert table.told(SponsorshipGained) == []


@pytest.mark.rule("E11")
def test_1_a_car_that_spins_out_back_over_the_line_has_not_crossed_it() -> None:
    road = press_road((2, 1), (58, 9), laps=3)
    back = drive(GRANDSTAND, driver(118, gear=2, play="4 4", engine=1), *full(121, 122), track=road).pass_on()
    assert back.car().at == 120
    assert (reasons(back), shown(back).crossed) == ([], ())
    stayed = drive(GRANDSTAND, driver(118, gear=2, play="4 4", engine=1), track=road).pass_on()
    assert stayed.car().at == 122
    assert (reasons(stayed), shown(stayed).crossed) == ([], (0,)), "the place is used up all the same"


@pytest.mark.rule("E11", "F3")
def test_1_a_race_of_one_lap_rewards_at_the_finish() -> None:
    table = turn(OPEN_ROAD, driver(118, gear=2, play="4 2"), laps=1, modules=event(GRANDSTAND)).pass_on()
    assert (table.race.finished, reasons(table)) == ([0], ["grandstand"])
    assert shown(table).held[0] == 1


@pytest.mark.rule("E11")
def test_1_a_car_that_has_crossed_once_does_not_cross_again() -> None:
    table = at_the_line(driver(119, gear=2, play="1 2"), *FIELD, crossed=0)
    data = table.race.snapshot()
    data["modules"][NAME]["crossed"] = [0]  # type: ignore[index, call-overload]
    again = Table(Race.restore(table.race.setup, data)).pass_on()
    assert (reasons(again), shown(again).crossed) == ([], (0,))


# 2: the record


@pytest.mark.rule("E11")
@pytest.mark.parametrize(("play", "gains"), [("4 4 4 3", True), ("4 4 4 2", False), ("4 4 4 4", True)])
def test_2_speed_15_gains_a_sponsorship(play: str, *, gains: bool) -> None:
    table = drive(RECORD, driver(1, gear=4, play=play)).pass_on()
    assert reasons(table) == (["record"] if gains else [])


@pytest.mark.rule("E11")
def test_2_the_speed_of_a_blocked_move_counts_and_a_slipstream_does_not() -> None:
    blocked = drive(RECORD, driver(1, gear=4, play="4 4 4 3"), *full(16)).pass_on()
    assert (blocked.car().at, reasons(blocked)) == (15, ["record"])
    slipped = drive(RECORD, driver(1, gear=4, play="4 4 4 2"), driver(16, engine=0, hand=STUCK))
    slipped.to(SlipstreamDecision, 0).play(Slipstream(2)).pass_on()
    assert (slipped.car().at, reasons(slipped)) == (17, [])


@pytest.mark.rule("E11")
def test_2_a_turn_with_a_spin_out_gains_nothing() -> None:
    road = press_road((10, 3), (40, 9))
    spun = drive(RECORD, driver(5, gear=4, play="4 4 4 3", engine=6), track=road).pass_on()
    assert (len(spun.told(SpunOut, 0)), reasons(spun)) == (1, [])
    paid = drive(RECORD, driver(5, gear=4, play="4 4 4 3", engine=12), track=road).pass_on()
    assert reasons(paid) == ["record"], "the press of this event stands at corner 2"


# 3 and 6: the points


def ended(number: int, *, finished: int, retired: int = 0, out: int = 0) -> list[int]:
    """Return the points for a finished race, first place first."""
    cars = finished + retired + out
    data = started(number, drivers=cars).race.snapshot()
    statuses = ["finished"] * finished + ["retired"] * retired + ["out"] * out
    rows = data["cars"]
    assert isinstance(rows, list)
    for row, status in zip(rows, statuses, strict=True):
        assert isinstance(row, dict)
        row["status"] = status
    data["finished"] = [*range(finished)]
    data["retired"] = [*range(finished, finished + retired)]
    data["out"] = [*range(finished + retired, cars)]
    data.update(stage=-2, order=[], last=[], asked=0)
    race = Race.restore(started(number, drivers=cars).race.setup, data)
    assert race.over
    return [points(race)[index] for index in race.standings]


@pytest.mark.rule("E6", "E11")
@pytest.mark.example(34)
@pytest.mark.parametrize(
    ("number", "wanted"),
    [
        (CALM, [9, 6, 4, 3, 2, 1]),
        (STRIKE, [11, 6, 4, 3, 2, 1]),
        (COMMITTEE, [10, 7, 5, 3, 2, 1]),
    ],
)
def test_the_points_of_six_finishers_are_right(number: int, wanted: list[int]) -> None:
    assert ended(number, finished=6) == wanted


@pytest.mark.rule("E6", "E11")
def test_6_only_cars_that_crossed_the_line_are_finishers() -> None:
    assert ended(COMMITTEE, finished=1, retired=3) == [10, 6, 4, 3]
    assert ended(COMMITTEE, finished=2, retired=1, out=1) == [10, 7, 4, 0]
    assert ended(COMMITTEE, finished=4) == [10, 7, 5, 3]


@pytest.mark.rule("E6", "E11")
def test_retired_cars_score_by_place_and_eliminated_cars_nothing() -> None:
    assert ended(WITHDRAWS, finished=1, retired=2, out=2) == [9, 6, 4, 0, 0]
    assert ended(WITHDRAWS, finished=0, out=3) == [0, 0, 0]


# The number of laps


@pytest.mark.rule("E11", "O1")
@pytest.mark.parametrize(("number", "laps", "raced"), [(STRIKE, 1, 1), (STRIKE, 5, 4), (CROWD, 1, 2), (COOKER, 1, 2)])
def test_the_change_of_laps_by_an_event_is_added_with_a_minimum_of_one(number: int, laps: int, raced: int) -> None:
    assert started(number, laps=laps).race.rules.laps == raced


# 5 and 9: the size of the hand


@pytest.mark.rule("E11", "9.2")
@pytest.mark.parametrize(("number", "size"), [(CROWD, 8), (SAFETY, 6), (CALM, 7)])
def test_hands_are_filled_to_the_changed_size_in_every_step_9(number: int, size: int) -> None:
    table = drive(number, driver(1, play="1", hand="1 1", deck="2 2 2 2 2 2 2 2 2")).pass_on()
    assert len(table.car().hand) == size


# 8: television


@pytest.mark.rule("E11")
@pytest.mark.parametrize(
    ("others", "gains"),
    [
        ((2, 3, 4), True),
        ((2, 3), False),
        ((2, 3, 10), False),
        ((2, 3, 9), False),
        ((2, 3, 8), True),
        ((2, 3, 1), True),
        ((2, 3, 64), False),
        ((62, 63, 64), False),
    ],
    ids=str,
)
def test_8_overtaking_three_cars_gains_a_sponsorship(others: tuple[int, ...], *, gains: bool) -> None:
    """The car goes from space 1's off spot to space 9's race-line spot, or to its off spot if that is occupied."""
    cars = (driver(space, engine=0, hand=STUCK) for space in others)
    table = drive(TELEVISION, driver(1, OFF, gear=2, play="4 4"), *cars).pass_on()
    assert table.car().at == 9
    assert reasons(table) == (["television"] if gains else [])


@pytest.mark.rule("E11")
def test_8_legends_count_and_a_car_beside_on_the_off_spot_was_already_behind() -> None:
    cars = (driver(2, engine=0, hand=STUCK), legend(3), legend(4))
    assert reasons(drive(TELEVISION, driver(1, gear=2, play="4 4"), *cars).pass_on()) == ["television"]
    beside = (driver(1, OFF, engine=0, hand=STUCK), legend(3), legend(4))
    assert reasons(drive(TELEVISION, driver(1, gear=2, play="4 4"), *beside).pass_on()) == []


@pytest.mark.rule("E11")
def test_8_cars_off_the_track_do_not_count() -> None:
    gone = (driver(2, status="finished"), driver(3, engine=0, hand=STUCK), driver(4, engine=0, hand=STUCK))
    assert reasons(drive(TELEVISION, driver(1, gear=2, play="4 4"), *gone).pass_on()) == []


@pytest.mark.rule("E11")
def test_8_every_move_of_the_turn_counts_and_five_cars_gain_as_much_as_three() -> None:
    cars = tuple(driver(space, engine=0, hand=STUCK) for space in (2, 3, 4, 5, 10))
    table = drive(TELEVISION, driver(1, gear=2, play="4 4"), *cars).to(SlipstreamDecision, 0)
    table.play(Slipstream(2)).pass_on()
    assert table.car().at == 11
    assert reasons(table) == ["television"]


@pytest.mark.rule("E11")
def test_8_a_turn_with_a_spin_out_gains_nothing() -> None:
    road = press_road((9, 2), (50, 9))
    cars = tuple(driver(space, engine=0, hand=STUCK) for space in (2, 3, 4))
    table = drive(TELEVISION, driver(1, gear=4, play="4 4 2 1", engine=3), *cars, track=road).pass_on()
    assert (table.car().at, len(table.told(SpunOut, 0)), reasons(table)) == (9, 1, [])


# 10: the sponsor withdraws


BEND = press_road((20, 3), (40, 5))


def spin(number: int) -> Table:
    """Return a race with a car that cannot pay for its corner, and a car behind it whose turn comes next."""
    spinning = driver(18, gear=2, engine=1, play="4 4", hand="1 1 1", deck="1 1 1")
    return turn(BEND, spinning, driver(5, gear=2, play="1 1", hand=FULL), then=(1,), last=(1,), modules=event(number))


@pytest.mark.rule("E11", "E6", "7.3")
def test_10_a_car_that_spins_out_leaves_the_track_immediately() -> None:
    table = spin(WITHDRAWS).pass_on()
    assert (table.told(SpunOut, 0)[0].stress, table.told(Eliminated)) == (0, [Eliminated(0)])
    car = table.car()
    assert (car.status, table.race.out, table.race.standings[-1]) == ("out", [0], 0)
    assert car.hand == ["1", "1", "1"], "no Stress, no step 8, no step 9"
    assert sorted(car.play) == ["4", "4"]
    assert table.told(HandFilled, 0) == []
    assert [told.car for told in table.told(CarMoved)][-1] == 1, "the others drive on"
    assert table.race.view(0).positions == (1,)
    assert points(table.race)[0] == 0


@pytest.mark.rule("E11")
def test_10_the_spot_is_free_immediately() -> None:
    places = (
        driver(18, gear=2, engine=1, play="4 4"),
        driver(19, gear=1, play="1"),
        driver(20, OFF, engine=0, hand=STUCK),
    )
    table = turn(BEND, *places, then=(1,), modules=event(WITHDRAWS)).pass_on()
    assert (table.told(SpunOut, 0)[0].end, table.told(SpunOut, 0)[0].spot) == (20, 0)
    assert (table.car(1).at, table.car(1).spot) == (20, 0)


@pytest.mark.rule("E11", "E6")
def test_10_later_elimination_ranks_higher_and_the_race_ends_without_the_eliminated() -> None:
    places = (driver(18, gear=2, engine=1, play="4 4"), driver(16, gear=3, engine=1, play="4 4 4"))
    table = turn(BEND, *places, then=(1,), last=(1,), modules=event(WITHDRAWS)).pass_on()
    assert table.race.out == [0, 1]
    assert table.told(RaceEnded) == [RaceEnded((1, 0))]
    assert table.race.over


@pytest.mark.rule("E11")
def test_10_an_eliminated_car_completes_no_lap() -> None:
    road = press_road((2, 1), (40, 5), laps=3)
    table = drive(WITHDRAWS, driver(118, gear=2, play="4 4", engine=1), track=road).pass_on()
    assert (table.told(Eliminated), table.told(LapCompleted)) == ([Eliminated(0)], [])


@pytest.mark.rule("E11", "7.3")
def test_10_a_spin_out_at_another_event_does_not_eliminate() -> None:
    table = spin(CALM).pass_on()
    assert (table.told(SpunOut, 0)[0].stress, table.told(Eliminated)) == (1, [])
    assert table.car().status == "racing"


@pytest.mark.rule("E11", "E9")
def test_10_lines_crossed_by_the_slipstream_of_an_eliminated_car_count_for_nobody_else() -> None:
    places = (
        driver(16, OFF, gear=2, engine=0, play="3 1"),
        driver(17, gear=1, play="4"),
        driver(20, engine=0, hand=STUCK),
    )
    table = turn(BEND, *places, then=(1,), modules=event(WITHDRAWS)).to(SlipstreamDecision, 0)
    table.play(Slipstream(2))
    assert table.told(Eliminated) == [Eliminated(0)]
    assert shown(table).stood == 0
