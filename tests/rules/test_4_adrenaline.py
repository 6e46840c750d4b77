"""Step 4: Adrenaline."""

import pytest

from heat_tui.engine.actions import DONE, Plan, Retire
from heat_tui.engine.decisions import ReactDecision
from heat_tui.engine.events import AdrenalineGained, SpunOut
from tests.tables import (
    ADRENALINE_MOVE,
    BOOST,
    FULL,
    STUCK,
    Place,
    Table,
    cool,
    driver,
    legend,
    loop,
    planning,
    rearranged,
    turn,
)

OPEN_ROAD = loop(60)
CLUTTERED = driver(10, gear=3, engine=0, hand=STUCK)


def column(*spaces: int) -> tuple[Place, ...]:
    """Return drivers on these spaces in seat order."""
    return tuple(driver(space, hand=FULL) for space in spaces)


def gained(table: Table) -> list[int]:
    """Play the round with everybody doing the least; return the cars that gained Adrenaline, in driving order."""
    table.round().pass_on()
    return [event.car for event in table.told(AdrenalineGained)]


@pytest.mark.rule("4.1")
@pytest.mark.parametrize(
    ("spaces", "last"),
    [
        ((40, 30), [1]),
        ((30, 40), [0]),
        ((40, 30, 20), [2]),
        ((40, 20, 30, 50), [1]),
        ((40, 20, 30, 50, 10), [1, 4]),
        ((10, 20, 30, 40, 50, 55), [1, 0]),
    ],
)
def test_the_last_car_gains_adrenaline_and_with_five_or_more_cars_the_last_two(
    spaces: tuple[int, ...], last: list[int]
) -> None:
    assert gained(planning(OPEN_ROAD, *column(*spaces))) == last


@pytest.mark.rule("4.1")
def test_the_number_of_cars_at_the_start_counts() -> None:
    gone = driver(121, status="finished")
    assert gained(planning(OPEN_ROAD, *column(40, 30), gone, gone, gone, laps=1)) == [0, 1]
    assert gained(planning(OPEN_ROAD, *column(40, 30), gone, gone, laps=1)) == [1]


@pytest.mark.rule("4.1")
def test_a_legend_in_last_place_does_not_pass_adrenaline_on() -> None:
    table = planning(OPEN_ROAD, *column(40, 30), legend(10))
    assert gained(table) == []
    five = planning(OPEN_ROAD, *column(40, 30, 20, 15), legend(10))
    assert gained(five) == [3]


@pytest.mark.rule("4.1")
def test_a_cluttered_driver_in_last_place_does_not_pass_adrenaline_on() -> None:
    assert gained(planning(OPEN_ROAD, *column(40, 30), CLUTTERED)) == []


@pytest.mark.rule("4.1")
def test_overtaking_during_the_round_changes_nothing() -> None:
    """The last car in the round's order gains Adrenaline, even after overtaking; the overtaken car gains none."""
    table = planning(OPEN_ROAD, driver(12, hand="1 1 2"), driver(11, hand="4 4 3"), driver(10, hand="1 4 4"))
    table.play(Plan(1, ("1",)), Plan(2, ("4", "4")), Plan(2, ("4", "4")))
    table.to(ReactDecision, seat=2)
    assert [car.at for car in table.race.cars] == [13, 19, 18]
    table.pass_on()
    assert [event.car for event in table.told(AdrenalineGained)] == [2]


@pytest.mark.rule("4.1")
def test_spin_outs_during_the_round_change_nothing() -> None:
    """The first car spins out to space 20, and the other two overtake it before the last one gains Adrenaline."""
    track = loop(60, (20, 2))
    table = planning(track, driver(20, hand="4 4 3", engine=0), driver(19, hand="1 1 2"), driver(18, hand="1 3 4"))
    table.play(Plan(1, ("4",)), Plan(1, ("2",)), Plan(1, ("3",))).to(ReactDecision, seat=2)
    assert table.told(SpunOut, 0)
    assert [car.at for car in table.race.cars] == [20, 21, 21]
    assert [event.car for event in table.told(AdrenalineGained)] == [2]


@pytest.mark.rule("4.1")
def test_the_event_gives_the_number_of_last_places() -> None:
    table = planning(OPEN_ROAD, *column(50, 40, 30, 20, 10)).round().pass_on()
    assert [(event.car, event.last) for event in table.told(AdrenalineGained)] == [(3, 2), (4, 2)]


@pytest.mark.rule("4.2")
def test_it_gives_one_speed_and_one_cooldown() -> None:
    table = turn(OPEN_ROAD, driver(5, gear=3, play="1 1 1", hand="1 heat heat", engine=0), last=(0,))
    assert {(use.symbol, use.source, use.most) for use in table.uses()} == {
        ("adrenaline", "adrenaline", 1),
        ("cooldown", "adrenaline", 1),
    }
    table.play(ADRENALINE_MOVE, cool(1, "adrenaline"))
    assert (table.car().at, table.car().engine) == (9, 1)


@pytest.mark.rule("4.2")
def test_each_half_is_optional() -> None:
    def start() -> Table:
        return turn(OPEN_ROAD, driver(5, gear=3, play="1 1 1", hand="1 heat heat", engine=0), last=(0,))

    assert (start().play(DONE).car().at, start().play(DONE).car().engine) == (8, 0)
    moved = start().play(ADRENALINE_MOVE, DONE)
    assert (moved.car().at, moved.car().engine) == (9, 0)
    cooled = start().play(cool(1, "adrenaline"), DONE)
    assert (cooled.car().at, cooled.car().engine) == (8, 1)


@pytest.mark.rule("4.2")
def test_it_may_be_used_at_any_moment_of_step_5() -> None:
    first = turn(OPEN_ROAD, driver(5, gear=3, play="1 1 1", hand="heat", deck="3"), last=(0,))
    assert first.play(ADRENALINE_MOVE, BOOST).car().at == 12
    later = turn(OPEN_ROAD, driver(5, gear=3, play="1 1 1", hand="heat", deck="3"), last=(0,))
    assert later.play(BOOST, cool(1, "adrenaline"), ADRENALINE_MOVE).car().at == 12


@pytest.mark.rule("4.2")
def test_it_is_not_kept_for_the_next_round() -> None:
    table = planning(OPEN_ROAD, driver(10, hand=FULL), driver(12, engine=0, hand=STUCK))
    table.play(Plan(2, ("3", "3")), Plan(1, ("heat",))).to(ReactDecision, seat=0)
    assert ADRENALINE_MOVE in set(table.asked(ReactDecision).options())
    table.pass_on()
    assert table.race.order == [0, 1]
    table.play(Plan(1, ("1",)), Plan(1, ("heat",)))
    assert ADRENALINE_MOVE not in set(table.asked(ReactDecision).options())


@pytest.mark.rule("4.3")
def test_legends_are_counted_among_the_last_cars_but_gain_nothing() -> None:
    table = planning(OPEN_ROAD, *column(50, 40, 30), legend(20), legend(10))
    assert gained(table) == []
    assert table.race.round == 2
    ahead = planning(OPEN_ROAD, *column(30, 20, 10), legend(50), legend(40))
    assert gained(ahead) == [1, 2]


@pytest.mark.rule("4.3")
@pytest.mark.parametrize("status", ["finished", "retired", "out"])
def test_only_cars_still_racing_are_considered(status: str) -> None:
    gone = driver(1, status=status)
    assert gained(planning(OPEN_ROAD, gone, *column(40, 30), laps=1)) == [2]
    assert gained(planning(OPEN_ROAD, gone, *column(40, 30, 20, 10), laps=1)) == [3, 4]


@pytest.mark.rule("4.3", "F4")
def test_a_car_that_retires_this_round_does_not_occupy_a_last_place() -> None:
    table = planning(OPEN_ROAD, *column(40, 30, 20), driver(1, status="finished"), laps=1, retire=True)
    table.play(Plan(1, ("1",)), Plan(1, ("1",)), Retire()).pass_on()
    assert [event.car for event in table.told(AdrenalineGained)] == [1]


@pytest.mark.rule("4.3", "F4")
def test_drivers_who_plan_after_a_retirement_know_who_is_last_now() -> None:
    table = planning(OPEN_ROAD, *column(10, 40, 30), driver(1, status="finished"), laps=1, retire=True)
    assert table.race.view(2).last == (0,)
    table.play(Retire())
    assert table.race.view(2).last == (2,)


@pytest.mark.rule("4.3")
def test_one_car_alone_is_the_last_car() -> None:
    assert gained(planning(OPEN_ROAD, *column(10))) == [0]


@pytest.mark.rule("4.1")
def test_the_last_cars_stay_fixed_for_the_round_even_if_cars_are_moved() -> None:
    """The order of the round decides, not where cars are when the turn comes."""
    table = planning(OPEN_ROAD, driver(40, hand=FULL), driver(30, hand=FULL))
    table.round().to(ReactDecision, seat=0)
    table = rearranged(table, car1=driver(45, hand=FULL, play="1"))
    table.pass_on()
    assert [event.car for event in table.told(AdrenalineGained)] == [1]
