"""Step 6: Slipstream."""

import pytest

from heat_tui.engine.actions import Slipstream
from heat_tui.engine.decisions import PlanDecision, ReactDecision, SlipstreamDecision
from heat_tui.engine.events import CarMoved, CornerTaken
from heat_tui.engine.record import IllegalAction
from tests.tables import (
    BOOST,
    NO_SLIPSTREAM,
    OFF,
    RACE_LINE,
    SLIPSTREAM,
    STUCK,
    Place,
    Table,
    abreast,
    driver,
    legend,
    loop,
    turn,
)

OPEN_ROAD = loop(60)


def after_step_5(*others: Place, at: int = 10, spot: int = OFF, laps: int = 2) -> Table:
    """Return a race with a car that drove four spaces to `at` and has nothing to do in step 5."""
    driven = driver(at - 4, spot, play="4", engine=0, hand="stress")
    return turn(OPEN_ROAD, driven, *others, laps=laps)


def offered(table: Table) -> bool:
    """Return whether a Slipstream is on offer."""
    return isinstance(table.race.decision, SlipstreamDecision)


def slipstreamed(table: Table) -> list[tuple[int, int]]:
    """Return the Slipstreams of car 0 as pairs of places."""
    return [(move.start, move.end) for move in table.told(CarMoved, 0) if move.cause == "slipstream"]


@pytest.mark.rule("6.1")
def test_a_car_that_shares_its_space_may_move_two_spaces() -> None:
    table = after_step_5(driver(10, RACE_LINE))
    assert table.asked(SlipstreamDecision).distances == (2,)
    table.play(SLIPSTREAM)
    assert (table.car().at, slipstreamed(table)) == (12, [(10, 12)])


@pytest.mark.rule("6.1")
@pytest.mark.parametrize("spot", [RACE_LINE, OFF])
@pytest.mark.parametrize("own", [RACE_LINE, OFF])
def test_a_car_on_either_spot_of_the_space_ahead_counts(own: int, spot: int) -> None:
    """A car that moves 0 stays on its own spot, so the off spot needs no car beside it."""
    assert offered(turn(OPEN_ROAD, driver(10, own, play="0", engine=0, hand="stress"), driver(11, spot)))


@pytest.mark.rule("6.1")
def test_a_car_two_ahead_or_behind_does_not_count() -> None:
    assert not offered(after_step_5(*abreast(12), *abreast(9)))
    assert not offered(after_step_5())


@pytest.mark.rule("6.1")
def test_it_is_all_or_nothing() -> None:
    table = after_step_5(driver(11))
    assert set(table.asked(SlipstreamDecision).options()) == {Slipstream(0), Slipstream(2)}
    for distance in (1, 3):
        with pytest.raises(IllegalAction):
            table.play(Slipstream(distance))
    table.play(NO_SLIPSTREAM)
    assert (table.car().at, slipstreamed(table)) == (10, [])


@pytest.mark.rule("6.1")
def test_it_comes_after_step_5() -> None:
    table = turn(OPEN_ROAD, driver(6, play="4", deck="1"), driver(12))
    assert isinstance(table.race.decision, ReactDecision)
    table.play(BOOST)
    assert table.car().at == 11
    table.to(SlipstreamDecision)


@pytest.mark.rule("6.1")
def test_space_1_is_directly_ahead_of_the_last_space() -> None:
    assert offered(after_step_5(driver(61), at=60))


@pytest.mark.rule("6.1")
def test_laps_do_not_matter() -> None:
    assert offered(after_step_5(driver(71), at=10)), "lapping"
    assert offered(after_step_5(driver(11), at=70)), "lapped"
    assert offered(after_step_5(driver(10, RACE_LINE), at=70)), "beside"
    assert offered(after_step_5(driver(1), at=120, laps=3)), "over the line"


@pytest.mark.rule("6.2")
def test_a_second_one_never_follows_from_the_first() -> None:
    table = after_step_5(driver(11), driver(12), driver(13), driver(14))
    table.play(SLIPSTREAM)
    assert (table.car().at, slipstreamed(table)) == (12, [(10, 12)])
    assert isinstance(table.race.decision, PlanDecision)


@pytest.mark.rule("6.2")
def test_none_follows_a_refusal_either() -> None:
    table = after_step_5(driver(11))
    table.play(NO_SLIPSTREAM)
    assert isinstance(table.race.decision, PlanDecision)


@pytest.mark.rule("6.2")
def test_the_move_can_be_blocked() -> None:
    table = after_step_5(driver(11), *abreast(12))
    table.play(SLIPSTREAM)
    assert (table.car().at, table.car().spot) == (11, OFF)


@pytest.mark.rule("6.2")
def test_it_is_not_offered_when_it_would_not_move_the_car() -> None:
    assert not offered(after_step_5(*abreast(11), *abreast(12)))
    assert not offered(after_step_5(*abreast(11), *abreast(12), spot=RACE_LINE))


@pytest.mark.rule("6.3")
def test_it_does_not_change_the_speed_but_its_corner_lines_are_checked() -> None:
    track = loop(60, (11, 3))
    table = turn(track, driver(6, play="4", hand="stress"), driver(11)).to(SlipstreamDecision)
    table.play(SLIPSTREAM)
    (taken,) = table.told(CornerTaken)
    assert (taken.speed, taken.limit, taken.heat) == (4, 3, 1)
    assert [move.speed for move in table.told(CarMoved)] == [4, 4]


@pytest.mark.rule("6.3")
def test_nothing_is_paid_for_its_two_spaces() -> None:
    track = loop(60, (11, 4))
    table = turn(track, driver(6, play="4", hand="stress"), driver(11)).to(SlipstreamDecision)
    table.play(SLIPSTREAM)
    assert [taken.heat for taken in table.told(CornerTaken)] == [0]


@pytest.mark.rule("6.4")
@pytest.mark.parametrize(("at", "allowed"), [(118, True), (119, False), (120, False)])
def test_it_may_not_cross_the_finish_line_of_the_last_lap(at: int, allowed: bool) -> None:
    assert offered(after_step_5(driver(at + 1), at=at, laps=1)) == allowed


@pytest.mark.rule("6.4")
def test_the_place_it_would_reach_unblocked_decides() -> None:
    """The car would reach place 121, past the line; it would stop on place 120 only because 121 is full."""
    table = after_step_5(driver(120), *abreast(121), at=119, laps=1)
    assert not offered(table)


@pytest.mark.rule("6.4")
def test_only_the_last_lap_matters() -> None:
    table = after_step_5(driver(60), at=59, laps=1)
    table.play(SLIPSTREAM)
    assert table.car().at == 61
    assert offered(after_step_5(driver(120), at=119, laps=2))


@pytest.mark.rule("6.4")
def test_a_car_past_the_finish_line_may_not_use_it() -> None:
    assert not offered(after_step_5(driver(122), driver(121, RACE_LINE), at=121, laps=1))


@pytest.mark.rule("6.4")
def test_a_car_that_did_not_move_may_use_it() -> None:
    still = turn(OPEN_ROAD, driver(10, play="0", engine=0, hand="stress"), driver(11))
    still.play(SLIPSTREAM)
    assert still.car().at == 12
    blocked = turn(OPEN_ROAD, driver(10, OFF, play="1", engine=0, hand="stress"), driver(10), *abreast(11))
    assert blocked.car().at == 10
    blocked.play(SLIPSTREAM)
    assert blocked.car().at == 12


@pytest.mark.rule("6.5")
def test_legends_can_be_slipstreamed() -> None:
    assert offered(after_step_5(legend(11)))
    assert offered(after_step_5(legend(10, RACE_LINE)))


@pytest.mark.rule("6.5", "F2")
def test_a_car_that_finished_this_round_counts_while_it_is_on_the_track() -> None:
    """The finished car is on space 1, right ahead of the lapped car on space 60."""
    follower = driver(56, OFF, play="4", engine=0, hand="stress")
    table = turn(OPEN_ROAD, follower, driver(116, play="5", engine=0, hand=STUCK), seat=1, then=(0,), laps=1)
    table.to(SlipstreamDecision, seat=0)
    assert (table.car(1).at, table.car(0).at) == (121, 60)
    table.play(SLIPSTREAM)
    assert (table.car(0).at, table.race.finished) == (62, [1])


@pytest.mark.rule("6.5", "F1")
def test_a_car_that_has_left_the_track_no_longer_counts() -> None:
    gone = driver(121, RACE_LINE, status="finished")
    assert not offered(after_step_5(gone, at=60, laps=1))
