"""The finish."""

import pytest

from heat_tui.engine.actions import Plan, Retire
from heat_tui.engine.decisions import DiscardDecision, PlanDecision, ReactDecision
from heat_tui.engine.events import CarFinished, CarMoved, CornerTaken, HandFilled, RaceEnded, Retired, RoundBegan
from heat_tui.engine.movement import FREE
from heat_tui.engine.record import IllegalAction
from tests.tables import FULL, OFF, RACE_LINE, STUCK, Place, Table, driver, legend, loop, planning, turn

SHORT = loop(60, (50, 9), laps=1)
"""A track of one lap: a car beyond place 120 has finished."""


def stopped(at: int) -> Place:
    """Return a driver whose car stays where it is."""
    return driver(at, engine=0, hand=STUCK)


def places(table: Table) -> list[tuple[int, int]]:
    """Return the finished cars, each with its place in the result."""
    return [(event.car, event.place) for event in table.told(CarFinished)]


@pytest.mark.rule("F1")
def test_cars_over_the_line_leave_the_track_at_the_end_of_the_round() -> None:
    table = turn(SHORT, driver(119, play="4"), stopped(30), stopped(121))
    assert table.car().status == "racing"
    assert table.race.finished == []
    table.pass_on()
    assert places(table) == [(0, 1), (2, 2)]
    assert (table.car(0).status, table.car(2).status) == ("finished", "finished")
    assert set(table.race.spots) == {FREE, 1}
    assert table.race.order == [1]


@pytest.mark.rule("F1")
def test_the_car_further_past_the_line_is_first() -> None:
    table = turn(SHORT, driver(118, play="3"), driver(124), driver(122), stopped(30)).pass_on()
    assert places(table) == [(1, 1), (2, 2), (0, 3)]
    assert table.race.standings == (1, 2, 0, 3)


@pytest.mark.rule("F1")
def test_the_race_line_is_first_in_a_shared_space() -> None:
    table = turn(SHORT, driver(118, OFF, play="3"), driver(121), stopped(30)).pass_on()
    assert table.told(CarMoved)[0].spot == OFF
    assert places(table) == [(1, 1), (0, 2)]


@pytest.mark.rule("F1")
def test_later_finishers_take_the_next_places() -> None:
    gone = driver(1, status="finished")
    table = turn(SHORT, driver(118, play="5"), stopped(30), gone).pass_on()
    assert places(table) == [(0, 2)]
    assert table.race.standings == (2, 0, 1)


@pytest.mark.rule("F1")
def test_all_laps_must_be_completed_and_the_line_crossed() -> None:
    on_the_last_space = turn(SHORT, driver(116, play="4"), stopped(30)).pass_on()
    assert (on_the_last_space.car().at, places(on_the_last_space)) == (120, [])
    two_laps = turn(loop(60, laps=2), driver(118, play="4"), stopped(30)).pass_on()
    assert (two_laps.car().at, places(two_laps)) == (122, [])
    from_the_grid = turn(SHORT, driver(58, play="4"), stopped(30)).pass_on()
    assert (from_the_grid.car().at, places(from_the_grid)) == (62, [])


@pytest.mark.rule("F1")
def test_crossing_the_line_decides_nothing_before_the_round_ends() -> None:
    """The first car over the line is beaten by a car that goes further in the same round."""
    first, second = driver(119, hand="2 1 1", engine=0), driver(118, hand="5 1 1", engine=0)
    table = planning(SHORT, first, second)
    table.play(Plan(1, ("2",)), Plan(1, ("5",))).pass_on()
    assert places(table) == [(1, 1), (0, 2)]


@pytest.mark.rule("F2")
def test_until_then_a_finished_car_is_on_the_track_and_blocks() -> None:
    finished = driver(121, RACE_LINE), driver(121, OFF)
    lapped = turn(SHORT, driver(57, play="4"), *finished)
    assert lapped.car().at == 60
    racing = turn(SHORT, driver(117, play="4"), *finished)
    assert racing.car().at == 120


@pytest.mark.rule("F2")
def test_in_the_next_round_it_no_longer_blocks() -> None:
    gone = driver(121, RACE_LINE, status="finished"), driver(121, OFF, status="finished")
    assert turn(SHORT, driver(117, play="4"), *gone).car().at == 121


@pytest.mark.rule("F3")
def test_the_race_ends_when_all_have_finished_and_the_first_is_the_winner() -> None:
    gone = driver(1, status="finished")
    table = turn(SHORT, driver(118, play="5"), gone, last=(0,)).pass_on()
    assert table.race.over
    assert table.race.decision is None
    (ended,) = table.told(RaceEnded)
    assert ended.standings == (1, 0) == table.race.standings
    with pytest.raises(IllegalAction) as refused:
        table.play(Plan(1, ("1",)))
    assert refused.value.refusal.code == "race-over"


@pytest.mark.rule("F3")
def test_a_finished_driver_neither_discards_nor_draws() -> None:
    table = turn(SHORT, driver(118, play="5", hand="1 2", deck="3 3 3 3", engine=0), stopped(30)).pass_on()
    assert table.told(HandFilled, 0) == []
    assert (table.car().hand, table.car().deck) == (["1", "2"], ["3", "3", "3", "3"])
    assert (table.car().play, table.car().discard) == ([], ["5"]), "the play area is cleared all the same"
    asked = turn(SHORT, driver(118, play="5", hand="1 2", engine=0), stopped(30))
    assert not isinstance(asked.race.decision, DiscardDecision)


@pytest.mark.rule("F3")
def test_a_finished_driver_still_has_step_7() -> None:
    track = loop(60, (58, 3), laps=1)
    table = turn(track, driver(117, play="5", engine=3), stopped(30)).pass_on()
    assert [event.heat for event in table.told(CornerTaken)] == [2]
    assert (table.car().engine, places(table)) == (1, [(0, 1)])


def with_a_finisher(*, retire: bool = True) -> Table:
    """Return a race of three drivers, one of them finished."""
    cars = driver(40, hand=FULL), driver(30, hand=FULL), driver(1, status="finished")
    return planning(SHORT, *cars, retire=retire)


@pytest.mark.rule("F4")
def test_once_a_car_has_finished_a_driver_may_retire_instead_of_planning() -> None:
    table = with_a_finisher()
    assert table.asked(PlanDecision).may_retire
    assert Retire() in set(table.asked(PlanDecision).options())
    table.play(Retire())
    assert (table.car(0).status, table.told(Retired)[0].car) == ("retired", 0)
    assert table.race.spots.count(0) == 0, "the car leaves the track at once"
    assert table.asked(PlanDecision).seat == 1


@pytest.mark.rule("F4")
def test_retiring_is_an_option_and_needs_a_finished_car() -> None:
    without_option = with_a_finisher(retire=False)
    with pytest.raises(IllegalAction) as refused:
        without_option.play(Retire())
    assert refused.value.refusal.code == "may-not-retire"
    nobody_yet = planning(SHORT, driver(40, hand=FULL), driver(30, hand=FULL), retire=True)
    assert not nobody_yet.asked(PlanDecision).may_retire
    with pytest.raises(IllegalAction):
        nobody_yet.play(Retire())


@pytest.mark.rule("F4")
def test_a_finished_legend_counts_as_a_finished_car() -> None:
    cars = driver(40, hand=FULL), driver(30, hand=FULL), legend(1, status="finished")
    assert planning(SHORT, *cars, retire=True).asked(PlanDecision).may_retire


@pytest.mark.rule("F4")
def test_a_retired_car_takes_no_turn_and_blocks_nobody() -> None:
    table = planning(
        SHORT,
        driver(40, RACE_LINE, hand=FULL),
        driver(40, OFF, engine=0, hand=STUCK),
        driver(36, hand="4 4 3", engine=0),
        driver(1, status="finished"),
        retire=True,
    )
    table.play(Retire(), Plan(1, ("heat",)), Plan(1, ("4",)))
    assert (table.car(2).at, table.car(2).spot) == (40, RACE_LINE)
    assert table.told(CarMoved, 0) == []


@pytest.mark.rule("F4")
def test_retired_cars_rank_between_finishers_and_eliminated_cars_the_latest_first() -> None:
    cars = (
        driver(10, status="retired"),
        driver(5, hand=FULL),
        driver(118, hand="5 5 5", engine=0),
        driver(1, status="finished"),
        driver(50, status="out"),
    )
    table = planning(SHORT, *cars, retire=True)
    table.play(Retire(), Plan(1, ("5",))).pass_on()
    assert table.race.over
    assert table.race.standings == (3, 2, 1, 0, 4)
    assert table.told(RaceEnded)[0].standings == (3, 2, 1, 0, 4)


@pytest.mark.rule("F4")
def test_when_the_last_drivers_retire_the_race_is_over() -> None:
    table = with_a_finisher().play(Retire(), Retire())
    assert table.race.over
    assert table.race.standings == (2, 1, 0)


@pytest.mark.rule("F3", "T3")
def test_the_race_continues_for_the_others_after_the_winner_has_left() -> None:
    table = turn(SHORT, driver(118, play="5"), stopped(30)).pass_on()
    assert not table.race.over
    assert [event.order for event in table.told(RoundBegan)] == [(1,)]
    assert table.asked(PlanDecision).seat == 1


@pytest.mark.rule("F2")
def test_a_finished_driver_still_has_step_5() -> None:
    table = turn(SHORT, driver(118, play="5", hand="1 heat"), stopped(30))
    assert isinstance(table.race.decision, ReactDecision)
