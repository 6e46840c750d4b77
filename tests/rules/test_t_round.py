"""The round."""

import json
from itertools import pairwise

import pytest

from heat_tui.engine.actions import DONE, Plan, Slipstream
from heat_tui.engine.car import FINISHED, RETIRED
from heat_tui.engine.decisions import DiscardDecision, PlanDecision, ReactDecision, SlipstreamDecision
from heat_tui.engine.events import (
    AdrenalineGained,
    CardsRevealed,
    CarFinished,
    CarMoved,
    Event,
    GearShifted,
    HandFilled,
    PlanMade,
    RaceCalledOff,
    RaceEnded,
    RoundBegan,
)
from heat_tui.engine.movement import FREE
from heat_tui.engine.race import MOST_STANDSTILL, Race, points
from heat_tui.engine.record import IllegalAction
from heat_tui.modules.legends.events import LegendCardTurned, LegendDecided
from tests.tables import FULL, OFF, RACE_LINE, STUCK, Table, driver, least, legend, loop, planning, rearranged, turn

OPEN_ROAD = loop(60)


def three() -> Table:
    """Return a race of three drivers: the second leads, the third follows, and the first has not begun lap 1."""
    return planning(OPEN_ROAD, driver(50, hand=FULL), driver(80, hand=FULL), driver(75, OFF, hand=FULL))


def cars_of(events: list[Event], kind: type[Event]) -> list[int]:
    """Return the cars of the events of a kind, in order."""
    return [event.car for event in events if isinstance(event, kind) and hasattr(event, "car")]


@pytest.mark.rule("T1")
def test_all_drivers_plan_before_the_first_car_moves() -> None:
    table = three()
    for seat in range(3):
        assert table.asked(PlanDecision).seat == seat
        assert table.told(CarMoved) == []
        table.play(Plan(1, ("1",)))
    assert cars_of(table.events, CarMoved) == [1]


@pytest.mark.rule("T1")
def test_each_car_ends_its_turn_before_the_next_in_position_order() -> None:
    table = three().round().pass_on()
    for kind in (CardsRevealed, CarMoved, HandFilled):
        assert cars_of(table.events, kind) == [1, 2, 0]
    of_turns = [
        event.car
        for event in table.events
        if isinstance(event, CardsRevealed | CarMoved | AdrenalineGained | HandFilled)
    ]
    changes = [before for before, after in pairwise([*of_turns, -1]) if before != after]
    assert changes == [1, 2, 0]


@pytest.mark.rule("T1")
def test_the_order_is_fixed_at_the_start_of_the_round() -> None:
    """The first car is overtaken by the second before the third drives; nobody's place in the round changes."""
    table = planning(OPEN_ROAD, driver(12, hand="1 1 2"), driver(11, hand="4 4 3"), driver(10, hand="1 2 3"))
    assert table.told(RoundBegan) == []
    table.play(Plan(1, ("1",)), Plan(2, ("4", "4")), Plan(1, ("1",)))
    assert table.race.order == [0, 1, 2]
    table.pass_on()
    assert cars_of(table.events, CarMoved) == [0, 1, 2]
    (began,) = table.told(RoundBegan)
    assert (began.number, began.order) == (2, (1, 0, 2))


@pytest.mark.rule("T1")
def test_a_legends_turn_is_only_its_move() -> None:
    table = planning(OPEN_ROAD, driver(30, engine=0, hand=STUCK), legend(20), legend(40)).round().pass_on()
    assert [type(event) for event in table.events if getattr(event, "car", None) == 1] == [LegendDecided, CarMoved]
    assert cars_of(table.events, LegendDecided) == [2, 1]


@pytest.mark.rule("T1", "T3")
def test_when_no_driver_is_left_the_legends_continue_until_all_have_finished() -> None:
    track = loop(60, (20, 4, 10), laps=1)
    table = turn(track, driver(119, play="4", engine=0), legend(5), legend(64), legend(30)).pass_on()
    assert table.race.over
    assert len(table.told(RoundBegan)) > 3
    assert sorted(cars_of(table.events, CarFinished)) == [0, 1, 2, 3]
    assert cars_of(table.events, CarFinished)[0] == 0
    assert isinstance(table.events[-1], RaceEnded)


IMPASSABLE = loop(60, (20, 1), laps=1, heat=0)
SLIPPERY = ("fog", "limit_down")
"""Weather and a road condition with which the limit is 0: a car without Heat spins out at any speed above 0."""


FOR_EVER = 1_000


def before_the_line(*, number: int = 1, legends: int = 0) -> Table:
    """Return round `number` of two cars without Heat on space 20, just before the corner line, on lap 1.

    Legends, if any, are at place 100.
    """
    stuck = [driver(80, spot, engine=0, hand="1 1 1 1 2 2 2", deck=FULL) for spot in (OFF, RACE_LINE)]
    table = planning(IMPASSABLE, *stuck, *[legend(100)] * legends, weather=SLIPPERY)
    data = table.race.snapshot()
    data["round"] = number
    return Table(Race.restore(table.race.setup, data))


def play_least(table: Table) -> Table:
    """Let everybody do as little as possible until the race ends; here, every driver's move ends in a spin out."""
    while (decision := table.race.decision) is not None and table.race.round < FOR_EVER:
        table.play(least(decision))
    return table


@pytest.mark.point("B6")
@pytest.mark.rule("T3", "F4")
def test_a_race_that_no_driver_can_finish_is_called_off() -> None:
    """The Legend crosses the line and finishes; the drivers spin out round after round, and have to retire."""
    table = play_least(before_the_line(legends=1))
    (won,), (off,) = table.told(CarFinished), table.told(RaceCalledOff)
    race = table.race
    covered = 20 + 20 + race.cars[2].at - 60
    assert (won.car, off) == (2, RaceCalledOff(MOST_STANDSTILL + covered, (1, 0)))
    assert off.rounds == race.round
    assert table.events[-2:] == [off, RaceEnded((2, 1, 0))]
    assert race.over
    assert [car.status for car in race.cars] == [RETIRED, RETIRED, FINISHED]
    assert set(race.spots) == {FREE}
    assert points(race) == {2: 9, 1: 6, 0: 4}
    assert Race.restore(race.setup, json.loads(json.dumps(race.snapshot()))).snapshot() == race.snapshot()


@pytest.mark.point("B6")
@pytest.mark.rule("T3")
@pytest.mark.parametrize(("number", "over"), [(MOST_STANDSTILL + 40, True), (MOST_STANDSTILL + 39, False)])
def test_it_is_called_off_100_rounds_past_the_spaces_covered_and_no_earlier(number: int, over: bool) -> None:
    table = before_the_line(number=number).round().pass_on()
    assert table.race.over == over
    assert bool(table.told(RaceCalledOff)) == over


@pytest.mark.point("B6")
@pytest.mark.rule("T3")
def test_the_progress_of_one_car_is_enough_to_continue() -> None:
    table = before_the_line(number=MOST_STANDSTILL + 39)
    moved = rearranged(table, car0=driver(79, engine=0, hand="1 1 1 1 2 2 2", deck=FULL)).round().pass_on()
    assert (moved.race.over, moved.car().at) == (False, 80)


@pytest.mark.point("B6")
@pytest.mark.rule("T3")
def test_no_race_is_called_off_before_round_100() -> None:
    """The cars are still behind the start line."""
    grid = [driver(57, spot, engine=0, hand=STUCK, deck="heat") for spot in (OFF, RACE_LINE)]
    data = planning(IMPASSABLE, *grid).race.snapshot()
    data["round"] = MOST_STANDSTILL - 1
    table = Table(Race.restore(planning(IMPASSABLE, *grid).race.setup, data)).round().pass_on()
    assert not table.told(RaceCalledOff)
    assert table.round().pass_on().told(RaceCalledOff)


@pytest.mark.rule("T2")
def test_steps_1_2_3_and_9_cannot_be_skipped() -> None:
    table = three()
    for action in (DONE, Slipstream(0), Plan(1, ())):
        with pytest.raises(IllegalAction):
            table.play(action)
    table.round().pass_on()
    for kind in (GearShifted, CardsRevealed, CarMoved, HandFilled):
        assert sorted(cars_of(table.events, kind)) == [0, 1, 2]


@pytest.mark.rule("T2")
def test_steps_4_to_8_apply_only_if_their_conditions_hold() -> None:
    nothing_to_do = turn(OPEN_ROAD, driver(5, gear=3, play="1 1 1", hand="heat stress", engine=0))
    assert isinstance(nothing_to_do.race.decision, PlanDecision), "not one of them has asked"
    assert nothing_to_do.told(AdrenalineGained) == []
    everything = turn(OPEN_ROAD, driver(5, play="1", hand="1 2 heat"), driver(7), last=(0,))
    asked = []
    while (decision := everything.race.decision) is not None and decision.seat == 0:
        if isinstance(decision, PlanDecision):
            break
        asked.append(type(decision))
        everything.play(least(decision))
    assert asked == [ReactDecision, SlipstreamDecision, DiscardDecision]
    assert everything.told(AdrenalineGained)


@pytest.mark.rule("T3")
def test_round_follows_round_until_all_have_finished() -> None:
    table = planning(loop(60, (20, 9), laps=1), driver(59, hand=FULL), driver(58, hand=FULL), seed=4)
    table = Table(table.race)
    rounds = 1
    while table.race.decision is not None:
        assert table.race.round == rounds
        table.round().pass_on()
        rounds += 1
        assert rounds < 100
    assert [event.number for event in table.told(RoundBegan)] == list(range(2, rounds))
    assert sorted(table.race.finished) == [0, 1]
    assert table.race.over


@pytest.mark.rule("T4")
def test_drivers_plan_in_seat_order_and_gears_are_shown_after_the_last_plan() -> None:
    table = planning(
        OPEN_ROAD, driver(10, hand=FULL, engine=1), driver(20, gear=3, hand=FULL), driver(30, gear=2, hand=FULL)
    )
    for seat, gear in ((0, 3), (1, 4)):
        assert table.asked(PlanDecision).seat == seat
        table.play(Plan(gear, ("1", "2", "3", "4")[:gear]))
        view = table.race.view(None)
        assert [car.gear for car in view.cars] == [1, 3, 2]
        assert [car.engine for car in view.cars] == [1, 6, 6]
        assert table.told(GearShifted) == []
    table.play(Plan(1, ("1",)))
    assert [car.gear for car in table.race.view(None).cars] == [3, 4, 1]
    assert [car.engine for car in table.race.view(None).cars] == [0, 6, 6]
    assert cars_of(table.events, PlanMade) == [0, 1, 2]


@pytest.mark.rule("T4")
def test_cards_stay_face_down_until_their_cars_turn() -> None:
    table = three().play(Plan(2, ("1", "2")), Plan(1, ("4",)), Plan(2, ("3", "3")))
    view = table.race.view(None)
    assert [car.play for car in view.cars] == [(), ("4",), ()]
    assert [car.face_down for car in view.cars] == [2, 0, 2]
    table.to(ReactDecision, seat=2)
    assert [car.play for car in table.race.view(None).cars] == [(), (), ("3", "3")]


@pytest.mark.rule("T4")
def test_the_order_of_planning_changes_no_outcome() -> None:
    """The same cars with their seats exchanged: nothing is shuffled or drawn at random, so only the names differ."""
    here, there = driver(10, hand=FULL, deck="1 1 4 4"), driver(20, hand=FULL, deck="2 2 3 3")
    one = planning(OPEN_ROAD, here, there).round(seat0=Plan(1, ("1",)), seat1=Plan(2, ("2", "3"))).pass_on()
    two = planning(OPEN_ROAD, there, here).round(seat0=Plan(2, ("2", "3")), seat1=Plan(1, ("1",))).pass_on()
    for mine, other in ((0, 1), (1, 0)):
        first, second = one.car(mine), two.car(other)
        assert (first.at, first.spot, first.gear, first.engine) == (second.at, second.spot, second.gear, second.engine)
        assert (first.hand, first.deck, first.discard) == (second.hand, second.deck, second.discard)


@pytest.mark.rule("T4")
def test_one_drivers_choice_never_changes_anothers_luck() -> None:
    cars = driver(10, hand=FULL, discard="1 2 3 4 5 0"), driver(5, hand="stress 1 1", discard="1 2 3 4 5 0")
    flips = set()
    for gear, played in ((1, ("1",)), (2, ("1", "2")), (3, ("1", "2", "3"))):
        table = planning(OPEN_ROAD, *cars).round(seat0=Plan(gear, played), seat1=Plan(1, ("stress",)))
        table.to(ReactDecision, seat=1)
        flips.add(tuple(table.car(1).play))
    assert len(flips) == 1


@pytest.mark.rule("T1")
def test_planning_is_secret_until_the_gears_are_shown() -> None:
    """After the first plan, the others see that it has been made, and nothing more."""
    plans = Plan(1, ("1",)), Plan(2, ("2", "3"))
    seen = {repr([three().play(plan).race.view(seat) for seat in (1, 2, None)]) for plan in plans}
    assert len(seen) == 1
    assert three().play(plans[0]).race.view(1).cars[0].planned


@pytest.mark.rule("T1")
def test_nobody_is_asked_in_a_round_without_drivers() -> None:
    table = turn(loop(60, (20, 4, 10), laps=1), driver(119, play="4", engine=0), legend(100), seat=0)
    table.pass_on()
    assert table.race.decision is None
    assert table.told(LegendCardTurned)
