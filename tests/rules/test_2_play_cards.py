"""Step 2: play cards, and the cluttered hand."""

import pytest

from heat_tui.engine.actions import Plan
from heat_tui.engine.decisions import PlanDecision, ReactDecision
from heat_tui.engine.events import (
    AdrenalineGained,
    CardFlipped,
    CardsRevealed,
    CarMoved,
    ChoiceForced,
    GearShifted,
    HandCluttered,
)
from heat_tui.engine.record import IllegalAction
from tests.tables import STUCK, Place, Table, abreast, driver, loop, planning, turn

OPEN_ROAD = loop(60)


def alone(car: Place) -> Table:
    """Return a race with a driver about to plan; the other car will not move."""
    return planning(OPEN_ROAD, car, driver(2, engine=0, hand=STUCK))


def gears(table: Table) -> list[int]:
    """Return the gears that may be chosen, or the gear of the only possible plan, which was made automatically."""
    plan = table.car().plan
    return [plan[0]] if plan is not None else [gear for gear, _ in table.asked(PlanDecision).gears]


def run(table: Table, plan: Plan) -> Table:
    """Make the driver's plan, let the other stay, and stop at the next choice."""
    return table.round(seat0=plan)


@pytest.mark.rule("2.1")
@pytest.mark.parametrize("gear", [1, 2, 3])
def test_exactly_as_many_cards_as_the_gear_are_played(gear: int) -> None:
    table = alone(driver(10, gear=2, hand="1 2 3 4 5"))
    for count in range(5):
        plan = Plan(gear, ("1", "2", "3", "4")[:count])
        if count != gear:
            with pytest.raises(IllegalAction):
                table.play(plan)
    run(table, Plan(gear, ("1", "2", "3", "4")[:gear]))
    assert len(table.told(CardsRevealed, 0)[0].cards) == gear
    assert len(table.car().hand) == 5 - gear


@pytest.mark.rule("2.1")
def test_any_kind_of_card_except_heat_may_be_played() -> None:
    table = alone(driver(10, gear=2, hand="0 1 4 5 stress heat heat"))
    decision = table.asked(PlanDecision)
    assert set(decision.playable) == {"0", "1", "4", "5", "stress"}
    assert all("heat" not in plan.cards for plan in decision.options() if isinstance(plan, Plan))
    for cards in (("heat",), ("1", "heat"), ("heat", "heat")):
        with pytest.raises(IllegalAction):
            table.play(Plan(len(cards), cards))
    run(table, Plan(3, ("0", "5", "stress")))
    assert table.told(CardsRevealed, 0)[0].cards == ("0", "5", "stress")


@pytest.mark.rule("2.1")
def test_only_cards_of_the_drivers_hand_may_be_played() -> None:
    table = alone(driver(10, gear=2, hand="1 2 3"))
    for cards in (("4", "1"), ("1", "1")):
        with pytest.raises(IllegalAction):
            table.play(Plan(2, cards))


@pytest.mark.rule("2.1")
def test_the_cards_are_face_down_in_the_play_area() -> None:
    table = planning(OPEN_ROAD, driver(10, gear=1, hand="1 2 3"), driver(20, gear=1, hand="1 2 3", engine=1))
    table.play(Plan(1, ("3",)), Plan(1, ("2",)))
    view = table.race.view(1)
    assert (view.cars[0].play, view.cars[0].face_down) == ((), 1)
    assert table.car(0).play == ["3"]


CLUTTERED = driver(10, gear=4, engine=0, hand="4 stress heat heat heat heat heat", deck="4 4 4", discard="2")
"""A driver with two playable cards, and no gear below 3 in reach."""


@pytest.mark.rule("2.2")
def test_a_cluttered_hand_plays_all_its_playable_cards_and_fills_up_with_heat() -> None:
    table = alone(CLUTTERED)
    decision = table.asked(PlanDecision)
    assert decision.cluttered
    assert set(decision.options()) == {Plan(3, ("4", "stress", "heat")), Plan(4, ("4", "stress", "heat", "heat"))}
    for cards in (("4", "heat", "heat"), ("4", "stress"), ("heat", "heat", "heat"), ("4", "stress", "heat", "heat")):
        with pytest.raises(IllegalAction):
            table.play(Plan(3, cards))


@pytest.mark.rule("2.2")
def test_a_cluttered_car_does_not_move_and_falls_to_gear_1() -> None:
    table = run(alone(CLUTTERED), Plan(4, ("4", "stress", "heat", "heat")))
    assert (table.car().at, table.car().spot, table.car().gear) == (10, 0, 1)
    assert table.told(CarMoved, 0) == []
    assert sorted(table.told(HandCluttered, 0)[0].cards) == ["4", "heat", "heat", "stress"]


@pytest.mark.rule("2.2")
def test_the_gear_falls_only_on_the_cars_turn() -> None:
    table = planning(OPEN_ROAD, CLUTTERED, driver(20))
    table.play(Plan(3, ("4", "stress", "heat")), Plan(1, ("1",)))
    assert (table.asked(ReactDecision).seat, table.car().gear) == (1, 3)
    assert table.pass_on().car().gear == 1


@pytest.mark.rule("2.2")
def test_a_stress_card_among_them_is_not_resolved() -> None:
    table = run(alone(CLUTTERED), Plan(3, ("4", "stress", "heat")))
    assert table.told(CardFlipped) == []


@pytest.mark.rule("2.2")
def test_all_played_cards_are_discarded_and_the_turn_goes_straight_to_step_9() -> None:
    table = run(alone(CLUTTERED), Plan(3, ("4", "stress", "heat")))
    car = table.car()
    assert isinstance(table.race.decision, PlanDecision)
    assert table.race.round == 2
    assert (sorted(car.discard), car.play, car.deck) == (["2", "4", "heat", "stress"], [], [])
    assert car.hand == ["4", "4", "4", "heat", "heat", "heat", "heat"], "four Heat kept, three cards drawn"


@pytest.mark.rule("2.2")
def test_a_cluttered_driver_skips_steps_4_to_8() -> None:
    """Last in the round, right behind two cars, with Heat that gear 1 could cool: nothing is asked."""
    cars = driver(10, gear=4, engine=0, hand="4 heat heat heat heat heat", deck="1 1"), *abreast(11)
    table = planning(OPEN_ROAD, *cars)
    table.play(Plan(3, ("4", "heat", "heat")), Plan(1, ("heat",)), Plan(1, ("heat",)))
    assert isinstance(table.race.decision, PlanDecision)
    assert table.told(AdrenalineGained) == []
    assert (table.car().engine, table.car().at) == (0, 10)


@pytest.mark.rule("2.2")
def test_a_hand_without_enough_cards_of_any_kind_is_cluttered_too() -> None:
    table = alone(driver(10, gear=4, engine=0, hand="4 heat"))
    assert set(table.asked(PlanDecision).options()) == {Plan(3, ("4", "heat")), Plan(4, ("4", "heat"))}
    run(table, Plan(4, ("4", "heat")))
    assert (table.car().at, table.car().gear) == (10, 1)


@pytest.mark.rule("2.3")
def test_a_gear_that_the_hand_cannot_fill_is_refused_if_another_in_reach_can_be_filled() -> None:
    table = alone(driver(10, gear=4, engine=1, hand="1 2 3 heat heat heat heat"))
    assert gears(table) == [2, 3]
    with pytest.raises(IllegalAction) as refused:
        table.play(Plan(4, ("1", "2", "3", "heat")))
    assert refused.value.refusal.code == "gear-not-filled"
    assert gears(alone(driver(10, gear=3, engine=0, hand="1 2 heat heat heat heat heat"))) == [2]


@pytest.mark.rule("2.3")
def test_a_paid_two_gear_shift_counts_as_within_reach() -> None:
    hand = "1 heat heat heat heat heat heat"
    assert gears(alone(driver(10, gear=3, engine=1, hand=hand))) == [1]
    assert gears(alone(driver(10, gear=3, engine=0, hand=hand))) == [2, 3, 4]


@pytest.mark.rule("2.3")
def test_if_no_gear_in_reach_can_be_filled_any_may_be_chosen() -> None:
    assert gears(alone(driver(10, gear=1, engine=0, hand=STUCK))) == [1, 2]
    assert gears(alone(driver(10, gear=1, engine=1, hand=STUCK))) == [1, 2, 3]
    assert gears(alone(driver(10, gear=4, engine=1, hand="1 " + STUCK))) == [2, 3, 4]


@pytest.mark.rule("2.3")
def test_heat_paid_for_the_shift_of_a_cluttered_hand_is_not_given_back() -> None:
    table = run(alone(driver(10, gear=4, engine=3, hand="1 " + STUCK)), Plan(2, ("1", "heat")))
    assert (table.car().engine, table.car().gear) == (2, 1)


@pytest.mark.rule("2.3")
def test_a_hand_with_just_enough_playable_cards_is_not_cluttered() -> None:
    table = alone(driver(10, gear=4, engine=0, hand="1 2 stress heat heat heat heat"))
    assert table.car().plan == (3, ("1", "2", "stress")), "the one plan left has been made"


@pytest.mark.rule("2.2")
def test_face_down_heat_clutters_and_heat_in_the_hand_does_not() -> None:
    table = turn(OPEN_ROAD, driver(10, gear=2, play="1 2", hand="heat heat heat heat heat"))
    assert isinstance(table.race.decision, ReactDecision)
    assert table.car().at == 13


@pytest.mark.rule("2.1", "2.3")
def test_the_only_legal_plan_is_made_without_asking() -> None:
    table = planning(OPEN_ROAD, driver(5, hand="1 2 3 4"), driver(10, gear=3, engine=1, hand="4 heat heat heat"))
    table.play(Plan(1, ("1",)))
    assert table.told(ChoiceForced) == [ChoiceForced(1)]
    assert table.told(GearShifted, 1) == [GearShifted(1, 3, 1, 1)]
    table.pass_on()
    assert table.told(CardsRevealed, 1) == [CardsRevealed(1, ("4",))]
