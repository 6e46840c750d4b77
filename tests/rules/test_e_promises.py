"""The Sponsorships and the loss of Heat that a seat can foresee (E9-E11)."""

from __future__ import annotations

from random import Random

import pytest

from heat_tui.engine.actions import DONE, Action, Plan, Slipstream
from heat_tui.engine.decisions import ReactDecision, SlipstreamDecision
from heat_tui.engine.events import Event
from heat_tui.engine.race import Race
from heat_tui.modules.championship.event_rules import Goal, Promise, goal, loses_heat, promised
from heat_tui.modules.championship.events import HeatLost, NoSponsorshipLeft, SponsorshipGained
from heat_tui.modules.championship.season import Season
from tests.paddock import CALM, all_but, event, press_road
from tests.seasons import of_year
from tests.tables import BOOST, FULL, OFF, STUCK, Place, Table, driver, legend, loop, planning, turn

ROAD = press_road((20, 3), (40, 5))
"""A track on which the press of the calm event is at corner 1: line after 20, limit 3."""

OPEN_ROAD = loop(60, laps=3)


def foreseen(table: Table, action: Action) -> list[tuple[Promise, ...]]:
    """Return the promises of every outcome of an action of seat 0."""
    seen = table.race.view(0)
    return [promised(seen, each) for each in table.race.forecast(0, action).outcomes]


def plan(place: Place, play: str, *others: Place, number: int = CALM) -> list[tuple[Promise, ...]]:
    """Return the promises of a plan in this position."""
    cards = tuple(sorted(play.split()))
    table = planning(
        OPEN_ROAD if number in (1, 2, 8) else ROAD,
        place,
        *(others or (driver(30),)),
        modules=event(number),
    )
    return foreseen(table, Plan(len(cards), cards))


@pytest.mark.rule("E9")
@pytest.mark.parametrize(
    ("play", "wanted"),
    [("4", ()), ("3 2", (Promise("fast", 0, 2, 1),)), ("4 3", (Promise("fast", 0, 4, 1),))],
)
def test_two_over_the_limit_is_foreseen_in_a_plan(play: str, wanted: tuple[Promise, ...]) -> None:
    assert plan(driver(19, hand="1 2 2 3 3 4 4"), play) == [wanted]


@pytest.mark.rule("E9")
def test_a_line_not_crossed_and_a_spin_out_promise_nothing() -> None:
    assert plan(driver(10, hand="1 2 2 3 3 4 4"), "3 2") == [()]
    assert plan(driver(19, hand="1 2 2 3 3 4 4", engine=1), "3 2") == [()]
    assert plan(driver(38, hand="4 4 4 4"), "4 4") == [()], "no press at corner 2"


@pytest.mark.rule("E9", "E10")
def test_each_outcome_of_a_plus_has_its_own_promises() -> None:
    promises = plan(driver(19, hand="stress 1 1 1 1 1 1", deck="3 4"), "stress 1")
    assert promises == [(), (Promise("fast", 0, 2, 1),)]


@pytest.mark.rule("E10")
def test_no_more_is_promised_than_is_left() -> None:
    rest = driver(30, hand=STUCK, discard=all_but())
    assert plan(driver(19, hand=FULL), "3 2", rest) == [()]
    one = driver(30, hand=STUCK, discard=all_but("sponsor-revs"))
    table = planning(
        press_road((10, 9), (20, 3), (40, 9)), driver(19, hand=FULL), one, modules=event(11), sponsors="sponsor-revs"
    )
    assert foreseen(table, Plan(2, ("2", "3"))) == [(Promise("fast", 1, 2, 1),)]


@pytest.mark.rule("E9", "E11")
def test_event_11_promises_two_at_every_press_corner() -> None:
    table = planning(
        press_road((10, 9), (20, 3), (23, 4)), driver(19, engine=9, hand=FULL), driver(5), modules=event(11)
    )
    assert foreseen(table, Plan(2, ("3", "4"))) == [(Promise("fast", 1, 4, 2), Promise("fast", 2, 3, 2))]


@pytest.mark.rule("E9")
def test_a_slipstream_promises_only_for_lines_that_it_crosses_alone() -> None:
    table = turn(ROAD, driver(19, OFF, play="1"), driver(20, engine=0, hand=STUCK), modules=event(CALM))
    table.to(SlipstreamDecision, 0)
    assert foreseen(table, Slipstream(2)) == [(Promise("towed", 0, -2, 1),)]
    assert foreseen(table, Slipstream(0)) == [()]
    crossed = turn(ROAD, driver(19, OFF, play="2"), driver(21, engine=0, hand=STUCK), modules=event(CALM))
    crossed.to(SlipstreamDecision, 0)
    assert foreseen(crossed, Slipstream(2)) == [()]


@pytest.mark.rule("E9", "E11")
def test_event_16_promises_for_a_speed_below_the_limit() -> None:
    road = press_road((10, 9), (14, 9), (20, 5))
    table = planning(road, driver(18, hand="1 2 2 3 3 4 4"), driver(5), modules=event(16))
    assert foreseen(table, Plan(1, ("4",))) == [(Promise("slow", 2, -1, 1),)]
    assert foreseen(table, Plan(2, ("2", "3"))) == [()]


@pytest.mark.rule("E9", "W3")
def test_the_road_condition_counts() -> None:
    table = planning(
        ROAD, driver(19, hand=FULL), driver(30), modules=event(CALM), weather=("fog", "limit_up", "overheat")
    )
    assert foreseen(table, Plan(2, ("2", "3"))) == [()]
    assert foreseen(table, Plan(2, ("2", "4"))) == [(Promise("fast", 0, 2, 1),)]


@pytest.mark.rule("E9", "7.4")
def test_nothing_is_promised_past_the_last_finish_line() -> None:
    road = press_road((2, 3), (40, 5), laps=1)
    table = planning(road, driver(118, hand=FULL), driver(30), modules=event(CALM))
    assert foreseen(table, Plan(2, ("3", "4"))) == [()]


@pytest.mark.rule("E11")
def test_the_goals_of_the_events_are_foreseen() -> None:
    grand = Promise("grandstand", None, 0, 1)
    assert plan(driver(119, hand=FULL), "1 2", number=1) == [(grand,)]
    assert plan(driver(117, hand=FULL), "1 2", number=1) == [()]
    assert plan(driver(58, hand=FULL), "1 2", number=1) == [()]
    fast = driver(1, gear=4, hand="4 4 4 3 2 1 1")
    assert plan(fast, "4 4 4 3", number=2) == [(Promise("record", None, 0, 1),)]
    assert plan(fast, "4 4 4 2", number=2) == [()]
    three = (driver(2), driver(3), legend(4))
    assert plan(driver(1, hand=FULL), "4 1", *three, number=8) == [(Promise("television", None, 0, 1),)]
    assert plan(driver(1, hand=FULL), "3 1", driver(2), driver(3), driver(9), number=8) == [()]


@pytest.mark.rule("E11")
def test_a_boost_may_bring_the_record() -> None:
    table = turn(OPEN_ROAD, driver(1, gear=4, play="4 4 3 2", deck="1 2 3 4"), modules=event(2))
    table.asked(ReactDecision)
    assert [len(each) for each in foreseen(table, BOOST)] == [0, 1, 1, 1]
    assert foreseen(table, DONE) == [()]


@pytest.mark.rule("E11")
def test_the_progress_towards_the_goal_is_known() -> None:
    calm = turn(ROAD, driver(19, play="4"), modules=event(CALM)).race
    assert goal(calm.view(0)) is None
    no_event = turn(ROAD, driver(19, play="4")).race
    assert goal(no_event.view(0)) is None
    record = turn(OPEN_ROAD, driver(1, gear=3, play="4 4 4"), modules=event(2)).race
    assert goal(record.view(0)) == Goal(2, 12, 15)
    assert goal(record.view(None)) == Goal(2, 12, 15)
    assert goal(record.view(1)) == Goal(2, None, 15)
    cars = (driver(2, engine=0, hand=STUCK), driver(3, engine=0, hand=STUCK))
    passed = turn(OPEN_ROAD, driver(1, gear=2, play="4 1"), *cars, modules=event(8)).race
    assert goal(passed.view(0)) == Goal(8, 2, 3)
    grand = planning(OPEN_ROAD, driver(119), driver(130), modules=event(1)).race
    assert goal(grand.view(0)) == Goal(1, 0, 3)
    assert goal(grand.view(1)) is None, "that car has completed lap 1"


@pytest.mark.rule("E11")
def test_a_car_pushed_back_over_the_line_has_no_grandstand_to_reach_any_more() -> None:
    before = planning(OPEN_ROAD, driver(119, gear=2, hand=FULL), driver(30), modules=event(1))
    across = Plan(2, ("1", "2"))
    assert foreseen(before, across) == [(Promise("grandstand", None, 0, 1),)]
    data = before.race.snapshot()
    data["modules"]["championship"]["crossed"] = [0]  # type: ignore[index, call-overload]
    again = Table(Race.restore(before.race.setup, data))
    assert foreseen(again, across) == [()]
    assert (goal(again.race.view(0)), goal(again.race.view(1))) == (None, Goal(1, 1, 3))


@pytest.mark.rule("E11")
def test_the_heat_that_the_pressure_cooker_takes_is_foreseen() -> None:
    def foretold(at: int, number: int = 18) -> list[bool]:
        table = planning(OPEN_ROAD, driver(at, hand=FULL), driver(30), modules=event(number))
        told = table.race.forecast(0, Plan(2, ("1", "4")))
        return [loses_heat(table.race.view(0), each) for each in told.outcomes]

    assert foretold(118) == [True]
    assert foretold(58) == foretold(110) == foretold(118, CALM) == [False]
    assert foretold(299) == [False], "the finish"


@pytest.mark.rule("E11")
def test_a_lap_completed_before_a_spin_out_costs_heat() -> None:
    """The line after space 5 sends the car back to space 5, beyond the start line; that after space 59 does not."""
    for corner, loses in ((5, True), (59, False)):
        road = loop(60, (corner, 1), laps=3)
        table = planning(road, driver(118, engine=0, gear=4, hand="4 4 4 4 3 3 3"), driver(30), modules=event(18))
        (told,) = table.race.forecast(0, Plan(4, ("4", "4", "4", "4"))).outcomes
        assert told.spins
        assert loses_heat(table.race.view(0), told) is loses


@pytest.mark.rule("E9", "E10", "E11")
@pytest.mark.parametrize("title", ["1961", "1963", "1965", "custom"])
def test_the_promises_of_a_last_choice_are_kept(title: str) -> None:
    """If nothing is left to chance or to others, the race gives what the forecast promised."""
    kept = 0
    for seed in range(6):
        random = Random(seed)
        season = Season.start(of_year(title, drivers=3, legends=2, seed=seed))
        while (decision := season.decision) is not None:
            action = decision.sample(random.random)
            promises = None
            settles = isinstance(decision, SlipstreamDecision) or (
                isinstance(decision, ReactDecision) and action == DONE and not slips(season)
            )
            if settles:
                (outcome,) = season.forecast(decision.seat, action).outcomes
                seen = season.view(decision.seat)
                promises, loses = promised(seen, outcome), loses_heat(seen, outcome)
            events = of_car(season.play(action), decision.seat)
            if promises is not None:
                gained = [event for event in events if isinstance(event, SponsorshipGained)]
                wanted = [(each.reason, each.corner) for each in promises for _ in range(each.cards)]
                assert [(event.reason, event.corner) for event in gained] == wanted
                assert [event.over for event in gained] == [each.over for each in promises for _ in range(each.cards)]
                assert any(isinstance(event, HeatLost) for event in events) <= loses
                assert not any(isinstance(event, NoSponsorshipLeft) for event in events) or not promises
                kept += len(promises)
    assert kept > 2


def slips(season: Season) -> bool:
    """Return whether a Slipstream is offered if step 5 ends now."""
    copy = season.clone()
    copy.play(DONE)
    return isinstance(copy.decision, SlipstreamDecision)


def of_car(events: list[Event], car: int) -> list[Event]:
    """Return the events of one car."""
    return [event for event in events if getattr(event, "car", None) == car]
