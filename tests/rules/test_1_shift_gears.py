"""Step 1: shift gears."""

import pytest

from heat_tui.engine.actions import Plan
from heat_tui.engine.decisions import PlanDecision
from heat_tui.engine.events import CardsRevealed, GearShifted
from heat_tui.engine.record import IllegalAction
from tests.tables import FULL, Table, driver, loop, planning

OPEN_ROAD = loop(60)
CARDS = ("1", "2", "3", "4")


def shifting(gear: int, engine: int) -> Table:
    """Return a race with a driver in this gear about to plan, with cards for any gear; another plans afterwards."""
    return planning(OPEN_ROAD, driver(10, gear=gear, engine=engine, hand=FULL), driver(5, gear=1, hand=FULL))


@pytest.mark.rule("1.1")
@pytest.mark.parametrize(
    ("gear", "free"), [(1, {1: 0, 2: 0}), (2, {1: 0, 2: 0, 3: 0}), (3, {2: 0, 3: 0, 4: 0}), (4, {3: 0, 4: 0})]
)
def test_staying_and_shifting_one_gear_are_free(gear: int, free: dict[int, int]) -> None:
    table = shifting(gear, engine=0)
    assert dict(table.asked(PlanDecision).gears) == free


@pytest.mark.rule("1.1")
@pytest.mark.parametrize(("gear", "to"), [(2, 1), (2, 2), (2, 3), (1, 2), (4, 3)])
def test_the_gear_is_shifted_and_nothing_is_paid(gear: int, to: int) -> None:
    table = shifting(gear, engine=2).round(seat0=Plan(to, CARDS[:to]))
    (shift,) = table.told(GearShifted, 0)
    assert (shift.before, shift.gear, shift.heat) == (gear, to, 0)
    assert (table.car().gear, table.car().engine, table.car().discard) == (to, 2, [])


@pytest.mark.rule("1.2")
@pytest.mark.parametrize(("gear", "to"), [(1, 3), (2, 4), (3, 1), (4, 2)])
def test_two_gears_cost_1_heat(gear: int, to: int) -> None:
    table = shifting(gear, engine=1)
    assert dict(table.asked(PlanDecision).gears)[to] == 1
    table.round(seat0=Plan(to, CARDS[:to]))
    assert (table.car().gear, table.car().engine, table.car().discard) == (to, 0, ["heat"])


@pytest.mark.rule("1.2")
@pytest.mark.parametrize(("gear", "to"), [(1, 3), (2, 4), (3, 1), (4, 2)])
def test_the_heat_must_be_in_the_engine(gear: int, to: int) -> None:
    table = shifting(gear, engine=0)
    with pytest.raises(IllegalAction) as refused:
        table.play(Plan(to, CARDS[:to]))
    assert refused.value.refusal.code == "shift-not-paid"


@pytest.mark.rule("1.2")
@pytest.mark.parametrize(("gear", "to"), [(1, 4), (4, 1)])
def test_three_gears_are_never_shifted_at_once(gear: int, to: int) -> None:
    table = shifting(gear, engine=6)
    assert to not in dict(table.asked(PlanDecision).gears)
    with pytest.raises(IllegalAction) as refused:
        table.play(Plan(to, CARDS[:to]))
    assert refused.value.refusal.code == "gear-too-far"


@pytest.mark.rule("1.2")
@pytest.mark.parametrize("gear", [0, 5, -1])
def test_there_are_four_gears(gear: int) -> None:
    table = shifting(1 if gear < 1 else 4, engine=6)
    with pytest.raises(IllegalAction):
        table.play(Plan(gear, CARDS[: max(gear, 0)]))


@pytest.mark.rule("1.3")
def test_the_heat_is_paid_in_step_1_and_gears_are_open_before_any_card_is_revealed() -> None:
    table = shifting(1, engine=1)
    table.play(Plan(3, CARDS[:3]), Plan(2, ("1", "2")))
    first_card = table.events.index(table.told(CardsRevealed)[0])
    shifts = table.told(GearShifted)
    assert [(shift.car, shift.gear, shift.heat) for shift in shifts] == [(0, 3, 1), (1, 2, 0)]
    assert all(table.events.index(shift) < first_card for shift in shifts)


@pytest.mark.rule("1.3")
def test_a_driver_whose_turn_is_far_off_has_already_paid() -> None:
    table = planning(OPEN_ROAD, driver(20, gear=1, hand=FULL), driver(5, gear=4, engine=2, hand=FULL))
    table.play(Plan(1, ("1",)), Plan(2, ("1", "2")))
    assert table.race.view(0).acting == 0
    assert (table.race.view(0).cars[1].gear, table.race.view(0).cars[1].engine) == (2, 1)
    assert table.car(1).discard == ["heat"]
