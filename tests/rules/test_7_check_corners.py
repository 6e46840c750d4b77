"""Step 7: check corners."""

import pytest

from heat_tui.engine.actions import Discard
from heat_tui.engine.decisions import DiscardDecision, ReactDecision, SlipstreamDecision
from heat_tui.engine.events import CornerTaken, SpunOut
from tests.tables import (
    ADRENALINE_MOVE,
    BOOST,
    OFF,
    RACE_LINE,
    SLIPSTREAM,
    Table,
    abreast,
    altered,
    driver,
    loop,
    rearranged,
    turn,
)

ONE_CORNER = loop(60, (20, 4))
TWO_CORNERS = loop(60, (20, 4), (23, 3))


def paid(table: Table) -> list[tuple[int, int]]:
    """Return the corners that car 0 has taken, each with its Heat."""
    return [(event.corner, event.heat) for event in table.told(CornerTaken, 0)]


@pytest.mark.rule("7.1")
@pytest.mark.parametrize(("play", "heat"), [("1 2", 0), ("4", 0), ("5", 1), ("4 4", 4), ("5 5", 6)])
def test_the_difference_over_the_limit_is_paid_in_heat(play: str, heat: int) -> None:
    table = turn(ONE_CORNER, driver(18, play=play, gear=len(play.split()), engine=6)).pass_on()
    assert paid(table) == [(0, heat)]
    assert table.car().engine == 6 - heat
    assert table.car().discard.count("heat") == heat


@pytest.mark.rule("7.1")
def test_a_line_is_between_its_space_and_the_next() -> None:
    before = turn(ONE_CORNER, driver(15, play="5")).pass_on()
    assert (before.car().at, paid(before)) == (20, [])
    beyond = turn(ONE_CORNER, driver(16, play="5")).pass_on()
    assert (beyond.car().at, paid(beyond)) == (21, [(0, 1)])
    from_the_last_space = turn(ONE_CORNER, driver(20, play="5")).pass_on()
    assert paid(from_the_last_space) == [(0, 1)]
    from_the_first_beyond = turn(ONE_CORNER, driver(21, play="5")).pass_on()
    assert paid(from_the_first_beyond) == []


@pytest.mark.rule("7.1")
def test_a_line_crossed_by_a_boost_is_checked_at_the_full_speed() -> None:
    table = turn(ONE_CORNER, driver(16, play="4", deck="3")).play(BOOST).pass_on()
    assert (table.car().at, paid(table)) == (23, [(0, 3)])


@pytest.mark.rule("7.1")
def test_a_line_crossed_by_adrenaline_is_checked_at_the_full_speed() -> None:
    table = turn(ONE_CORNER, driver(16, play="4"), last=(0,)).play(ADRENALINE_MOVE).pass_on()
    assert (table.car().at, paid(table)) == (21, [(0, 1)])


@pytest.mark.rule("7.1")
def test_speed_gained_after_the_line_counts_for_it_too() -> None:
    table = turn(ONE_CORNER, driver(18, play="4", deck="2")).play(BOOST).pass_on()
    assert paid(table) == [(0, 2)]


@pytest.mark.rule("7.1")
def test_a_line_crossed_by_slipstream_is_checked() -> None:
    at_the_line = driver(14, play="5"), driver(20)
    assert paid(turn(ONE_CORNER, *at_the_line).pass_on()) == []
    table = turn(ONE_CORNER, *at_the_line).to(SlipstreamDecision).play(SLIPSTREAM).pass_on()
    assert (table.car().at, paid(table)) == (21, [(0, 1)])


@pytest.mark.rule("7.1")
def test_a_blocked_car_pays_for_its_full_speed_but_only_for_lines_it_crossed() -> None:
    crossed = turn(ONE_CORNER, driver(18, play="4 4", gear=2), *abreast(26), *abreast(25)).pass_on()
    assert (crossed.car().at, paid(crossed)) == (24, [(0, 4)])
    held_back = turn(ONE_CORNER, driver(18, play="3"), *abreast(21)).pass_on()
    assert (held_back.car().at, paid(held_back)) == (20, [])


@pytest.mark.rule("7.1", "7.2")
def test_corners_are_paid_in_the_order_crossed_across_the_start_line() -> None:
    track = loop(40, (2, 4), (5, 3), (38, 6))
    table = turn(track, driver(37, play="4 4 1", gear=3, engine=20)).pass_on()
    assert paid(table) == [(2, 3), (0, 5), (1, 6)]
    assert table.car().engine == 20 - 14


@pytest.mark.rule("7.2")
def test_several_corners_are_each_paid_in_full() -> None:
    table = turn(TWO_CORNERS, driver(19, play="5 2", gear=2, engine=7)).pass_on()
    assert paid(table) == [(0, 3), (1, 4)]
    assert table.car().engine == 0
    assert table.told(SpunOut) == []


@pytest.mark.rule("7.2", "7.3")
def test_each_corner_is_paid_for_with_the_heat_left_by_the_one_before() -> None:
    table = turn(TWO_CORNERS, driver(19, play="5 2", gear=2, engine=6)).pass_on()
    assert paid(table) == [(0, 3)]
    (spin,) = table.told(SpunOut)
    assert (spin.corner, spin.owed, spin.paid, spin.end) == (1, 4, 3, 23)


@pytest.mark.rule("7.3")
def test_paying_the_very_last_heat_is_not_a_spin_out() -> None:
    table = turn(ONE_CORNER, driver(18, play="4 4", gear=2, engine=4)).pass_on()
    assert (paid(table), table.car().engine, table.told(SpunOut)) == ([(0, 4)], 0, [])
    assert (table.car().at, table.car().gear) == (26, 2)


@pytest.mark.rule("7.3")
def test_a_spin_out_takes_all_heat_and_puts_the_car_before_the_line_in_gear_1() -> None:
    table = turn(ONE_CORNER, driver(16, play="4 4", gear=2, engine=3)).pass_on()
    car = table.car()
    assert (car.at, car.spot, car.gear, car.engine) == (20, RACE_LINE, 1, 0)
    assert car.discard.count("heat") == 3
    assert paid(table) == []
    assert table.race.spots[19 * 2] == 0
    assert table.race.spots.count(0) == 1


@pytest.mark.rule("7.3")
@pytest.mark.parametrize(("gear", "play", "stress"), [(1, "5", 1), (2, "5 1", 1), (3, "5 1 1", 2), (4, "5 1 1 1", 2)])
def test_a_spin_out_adds_stress_to_the_hand_by_the_gear(gear: int, play: str, stress: int) -> None:
    table = turn(ONE_CORNER, driver(19, play=play, gear=gear, engine=0)).pass_on()
    assert table.car().hand.count("stress") == stress
    assert table.car().discard.count("stress") == 0


@pytest.mark.rule("7.3")
def test_a_car_that_spins_out_goes_back_to_the_nearest_free_spot_race_line_first() -> None:
    spinning = driver(19, play="5", engine=0)
    off_spot = turn(ONE_CORNER, spinning, driver(20, RACE_LINE, engine=0)).pass_on()
    assert (off_spot.car().at, off_spot.car().spot) == (20, OFF)
    race_line = turn(ONE_CORNER, spinning, driver(20, OFF, engine=0)).pass_on()
    assert (race_line.car().at, race_line.car().spot) == (20, RACE_LINE)


@pytest.mark.rule("7.3")
def test_a_car_that_spins_out_goes_further_back_past_full_spaces() -> None:
    spinning = driver(18, play="5", engine=0)
    table = turn(ONE_CORNER, spinning, *abreast(20), driver(19, RACE_LINE)).pass_on()
    assert (table.car().at, table.car().spot) == (19, OFF)


@pytest.mark.rule("7.3")
def test_a_car_that_spins_out_may_go_back_behind_where_its_turn_began() -> None:
    table = turn(ONE_CORNER, driver(20, OFF, play="5", engine=1), driver(20), driver(40)).to(ReactDecision)
    assert table.car().at == 25
    table = rearranged(table, car0=altered(table.car(), engine=0), car2=driver(20, OFF)).pass_on()
    assert (table.car().at, table.car().spot) == (19, RACE_LINE)


@pytest.mark.rule("7.3")
def test_corners_after_the_spin_out_are_not_checked() -> None:
    table = turn(TWO_CORNERS, driver(19, play="5 5", gear=2, engine=5)).pass_on()
    assert paid(table) == []
    (spin,) = table.told(SpunOut)
    assert (spin.corner, spin.owed, spin.paid) == (0, 6, 5)
    assert table.car().hand.count("stress") == 1


@pytest.mark.rule("7.3")
def test_steps_8_and_9_follow_a_spin_out() -> None:
    table = turn(ONE_CORNER, driver(19, play="5", engine=0, hand="1 2 heat", deck="4 4 4 4 4 4"))
    assert table.to(DiscardDecision).asked(DiscardDecision).cards == ("1", "2")
    table.play(Discard(("1",)))
    assert table.car().hand == ["2", "4", "4", "4", "4", "heat", "stress"]
    assert (table.car().play, sorted(table.car().discard)) == ([], ["1", "5"])


@pytest.mark.rule("7.4")
def test_lines_beyond_the_last_finish_line_are_not_checked() -> None:
    track = loop(40, (3, 1), (30, 9), laps=1)
    table = turn(track, driver(79, play="5", engine=0)).pass_on()
    assert (paid(table), table.told(SpunOut), table.race.finished) == ([], [], [0])


@pytest.mark.rule("7.4")
def test_the_same_line_counts_if_laps_are_left() -> None:
    track = loop(40, (3, 1), (30, 9), laps=2)
    table = turn(track, driver(79, play="5", engine=6)).pass_on()
    assert paid(table) == [(0, 4)]


@pytest.mark.rule("7.4")
def test_a_line_before_the_finish_is_checked_even_if_the_car_has_finished() -> None:
    track = loop(40, (3, 1), (38, 2), laps=1)
    table = turn(track, driver(77, play="5", engine=3)).pass_on()
    assert paid(table) == [(1, 3)]
    assert (table.car().engine, table.race.finished) == (0, [0])


@pytest.mark.rule("7.5")
def test_a_spin_out_back_over_the_finish_line_cancels_the_finish() -> None:
    track = loop(40, (3, 1), (38, 2), laps=1)
    table = turn(track, driver(77, play="5", engine=2)).pass_on()
    assert (table.car().at, table.race.finished, table.car().status) == (78, [], "racing")
    assert table.race.view(0).lap(table.race.view(0).own) == 1


@pytest.mark.rule("7.5")
def test_a_car_that_spins_out_over_the_line_is_on_the_lap_before_and_draws_again() -> None:
    track = loop(40, (3, 1), (38, 2), laps=1)
    table = turn(track, driver(77, play="5", engine=2, hand="1 1", deck="1 1 2 2 3 3 4 4")).pass_on()
    assert len(table.car().hand) == 7, "the driver of a finished car would draw nothing"


@pytest.mark.rule("7.5")
def test_heat_paid_before_the_spin_out_stays_paid() -> None:
    table = turn(TWO_CORNERS, driver(19, play="5", gear=1, engine=2)).pass_on()
    assert paid(table) == [(0, 1)]
    assert (table.car().engine, table.car().discard.count("heat")) == (0, 2)
    assert table.car().at == 23


@pytest.mark.rule("7.5")
def test_the_gear_before_the_spin_out_decides_and_stress_never_runs_out() -> None:
    """On a track without Stress cards, spinning out in gear 3 still brings two."""
    table = turn(loop(60, (20, 4), stress=0), driver(19, play="5 1 1", gear=3, engine=0)).pass_on()
    (spin,) = table.told(SpunOut)
    assert (spin.gear, spin.stress, table.car().gear) == (3, 2, 1)
    assert table.car().hand.count("stress") == 2
