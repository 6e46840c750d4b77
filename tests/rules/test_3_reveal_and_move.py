"""Step 3: reveal and move."""

import pytest

from heat_tui.engine.actions import Plan
from heat_tui.engine.decisions import PlanDecision, ReactDecision, SlipstreamDecision
from heat_tui.engine.events import CardFlipped, CardsRevealed, CarMoved
from tests.tables import (
    ADRENALINE_MOVE,
    BOOST,
    OFF,
    RACE_LINE,
    SLIPSTREAM,
    Table,
    abreast,
    driver,
    legend,
    loop,
    planning,
    turn,
)

OPEN_ROAD = loop(60)


def stands(table: Table, car: int = 0) -> tuple[int, int]:
    """Return the absolute place and the spot of a car, and check that the spots of the track agree."""
    moved = table.car(car)
    assert table.race.spots[(moved.at - 1) % table.race.rules.spaces * 2 + moved.spot] == car
    assert table.race.spots.count(car) == 1
    return moved.at, moved.spot


def speed(table: Table) -> int:
    """Return the speed in the public view."""
    return table.race.view(None).speed


@pytest.mark.rule("3.1")
@pytest.mark.parametrize(("play", "total"), [("3", 3), ("0 5", 5), ("1 2 4", 7), ("4 4 5 1", 14), ("0", 0)])
def test_the_car_moves_by_the_sum_of_its_cards(play: str, total: int) -> None:
    table = turn(OPEN_ROAD, driver(5, gear=len(play.split()), play=play))
    assert stands(table) == (5 + total, RACE_LINE)
    assert table.told(CardsRevealed)[0].cards == tuple(play.split())
    assert speed(table) == total


@pytest.mark.rule("3.1")
def test_every_plus_is_resolved_before_the_single_move_at_full_speed() -> None:
    table = turn(OPEN_ROAD, driver(5, gear=3, play="stress 1 stress", deck="4 2"))
    (move,) = table.told(CarMoved)
    assert [flip.card for flip in table.told(CardFlipped)] == ["4", "2"]
    assert (move.cause, move.distance, move.start, move.end, move.speed) == ("reveal", 7, 5, 12, 7)
    assert table.events.index(move) > max(table.events.index(flip) for flip in table.told(CardFlipped))


@pytest.mark.rule("3.1")
def test_cards_are_revealed_at_the_start_of_the_cars_turn() -> None:
    table = planning(OPEN_ROAD, driver(20, hand="1 2 3"), driver(10, hand="2 3 4"))
    table.play(Plan(1, ("2",)), Plan(1, ("3",)))
    assert [(event.car, event.cards) for event in table.told(CardsRevealed)] == [(0, ("2",))]
    table.to(ReactDecision, seat=1)
    assert [(event.car, event.cards) for event in table.told(CardsRevealed)] == [(0, ("2",)), (1, ("3",))]


@pytest.mark.rule("3.2")
@pytest.mark.parametrize("taken", [RACE_LINE, OFF])
def test_a_car_stops_on_the_race_line_if_it_is_free_and_off_it_otherwise(taken: int) -> None:
    table = turn(OPEN_ROAD, driver(5, OFF, play="4"), driver(9, taken))
    assert stands(table) == (9, OFF if taken == RACE_LINE else RACE_LINE)
    assert stands(turn(OPEN_ROAD, driver(5, OFF, play="4"))) == (9, RACE_LINE)


@pytest.mark.rule("3.3")
def test_cars_never_stop_another_from_passing_even_side_by_side() -> None:
    table = turn(OPEN_ROAD, driver(5, play="4"), *abreast(6), *abreast(7), driver(8))
    assert stands(table) == (9, RACE_LINE)


@pytest.mark.rule("3.4")
def test_a_blocked_car_stops_in_the_nearest_space_behind_with_a_free_spot() -> None:
    one_short = turn(OPEN_ROAD, driver(5, play="4"), *abreast(9))
    assert stands(one_short) == (8, RACE_LINE)
    off_the_line = turn(OPEN_ROAD, driver(5, play="4"), *abreast(9), driver(8, RACE_LINE))
    assert stands(off_the_line) == (8, OFF)
    on_the_line = turn(OPEN_ROAD, driver(5, play="4"), *abreast(9), driver(8, OFF))
    assert stands(on_the_line) == (8, RACE_LINE)
    two_short = turn(OPEN_ROAD, driver(5, play="4"), *abreast(9), *abreast(8))
    assert stands(two_short) == (7, RACE_LINE)


@pytest.mark.rule("3.4")
def test_the_blocking_cars_are_named() -> None:
    (move,) = turn(OPEN_ROAD, driver(5, play="4"), *abreast(9)).told(CarMoved)
    assert (move.blockers, move.distance, move.end) == ((1, 2), 4, 8)
    (free,) = turn(OPEN_ROAD, driver(5, play="4"), driver(9)).told(CarMoved)
    assert free.blockers == ()


@pytest.mark.rule("3.4")
@pytest.mark.parametrize("spot", [RACE_LINE, OFF])
def test_a_car_with_no_free_spot_in_between_stays_on_its_own_spot(spot: int) -> None:
    table = turn(OPEN_ROAD, driver(5, spot, play="3"), *abreast(8), *abreast(7), *abreast(6))
    assert stands(table) == (5, spot)


@pytest.mark.rule("3.4")
def test_a_blocked_car_keeps_its_off_spot_even_if_the_race_line_is_free() -> None:
    table = turn(OPEN_ROAD, driver(5, OFF, play="1"), *abreast(6))
    assert stands(table) == (5, OFF)


@pytest.mark.rule("3.4")
def test_cars_on_any_lap_block() -> None:
    lapped = driver(9, RACE_LINE), driver(129, OFF)
    assert stands(turn(OPEN_ROAD, driver(65, play="4"), *lapped)) == (68, RACE_LINE)


@pytest.mark.rule("3.4")
def test_cars_block_across_the_start_line() -> None:
    ahead = driver(62, RACE_LINE), driver(62, OFF), driver(1, RACE_LINE), driver(61, OFF)
    assert stands(turn(OPEN_ROAD, driver(57, play="5"), *ahead)) == (60, RACE_LINE)
    lapping = driver(121, RACE_LINE), driver(121, OFF)
    assert stands(turn(loop(60, laps=3), driver(57, play="4"), *lapping)) == (60, RACE_LINE)


@pytest.mark.rule("3.4")
@pytest.mark.parametrize("spot", [RACE_LINE, OFF])
def test_a_car_that_moves_0_stays_on_its_own_spot(spot: int) -> None:
    assert stands(turn(OPEN_ROAD, driver(5, spot, play="0"))) == (5, spot)


@pytest.mark.rule("3.5")
def test_a_blocked_car_keeps_its_full_speed() -> None:
    table = turn(OPEN_ROAD, driver(5, gear=2, play="4 5"), *abreast(14), *abreast(13))
    assert (stands(table)[0], speed(table)) == (12, 9)


@pytest.mark.rule("3.5")
def test_boost_and_adrenaline_move_separately_and_do_not_add_up_to_jump() -> None:
    table = turn(OPEN_ROAD, driver(5, play="2", deck="2"), *abreast(9), last=(0,))
    table.play(BOOST)
    assert (stands(table)[0], speed(table)) == (8, 4)
    table.play(ADRENALINE_MOVE)
    assert (stands(table)[0], speed(table)) == (8, 5)


@pytest.mark.rule("3.5")
def test_spaces_lost_to_a_block_are_not_made_up_by_the_next_move() -> None:
    table = turn(OPEN_ROAD, driver(5, play="4", deck="1"), *abreast(9), *abreast(8))
    assert stands(table)[0] == 7
    table.play(BOOST)
    assert stands(table)[0] == 7, "a Boost of 1 aims at the space after the landing, not at space 10"
    assert speed(table) == 5


@pytest.mark.rule("3.5")
def test_a_slipstream_is_a_separate_move() -> None:
    table = turn(OPEN_ROAD, driver(5, play="3"), *abreast(9), driver(10))
    table.to(SlipstreamDecision).play(SLIPSTREAM)
    assert [(move.cause, move.start, move.end) for move in table.told(CarMoved, 0)] == [
        ("reveal", 5, 8),
        ("slipstream", 8, 10),
    ]


@pytest.mark.rule("3.6")
def test_of_two_cars_side_by_side_the_one_on_the_race_line_is_ahead() -> None:
    table = planning(OPEN_ROAD, driver(5, OFF), driver(5, RACE_LINE), driver(4))
    assert table.race.order == [1, 0, 2]
    assert table.race.view(None).positions == (1, 0, 2)
    assert table.race.standings == (1, 0, 2)


@pytest.mark.rule("3.6")
def test_the_next_round_is_ordered_by_the_spots_reached() -> None:
    table = planning(OPEN_ROAD, driver(6, hand="2 3 4", engine=0), driver(5, hand="3 3 4", engine=0), legend(40))
    table.play(Plan(1, ("2",)), Plan(1, ("3",))).pass_on()
    assert isinstance(table.race.decision, PlanDecision)
    assert (stands(table, 0), stands(table, 1)) == ((8, RACE_LINE), (8, OFF))
    assert table.race.order == [2, 0, 1]
