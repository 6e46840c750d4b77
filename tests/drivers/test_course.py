"""What special places change in the table of a course: floods, tunnels, free Boosts, hot and cool sectors."""

from __future__ import annotations

from dataclasses import replace
from operator import is_

import pytest

from heat_tui.drivers import KINDS
from heat_tui.drivers.course import TUNNEL, Cooling, Course, course_of
from heat_tui.drivers.evaluation import weigh
from heat_tui.drivers.outlook import course_for
from heat_tui.engine.actions import Plan
from heat_tui.engine.decisions import PlanDecision, ReactDecision, SlipstreamDecision
from heat_tui.engine.race import Race
from heat_tui.game.setup.options import Options, Seat
from heat_tui.game.setup.race_options import race_setup
from heat_tui.game.table.match import ask
from heat_tui.modules.spaces import Spaces
from tests.rules.bends import BENDS, HOT_HAND
from tests.tables import FULL, cool, driver, loop, planning, turn

TRACK = loop(60, (20, 2), (40, 5))
FLOODED = replace(TRACK, flooded=(15, 16, 17))
BEFORE_CORNER = 2 * 60 - 16 + 1
"""The spaces left, in the first of two laps, from space 16, which is flooded and before the slow corner."""
BEHIND_CORNER = 2 * 60 - 45 + 1


def course(
    tolls: tuple[int, ...] = (),
    cooling: Cooling = (),
    boosts: tuple[int, ...] = (),
    tunnels: tuple[bool, ...] = (),
) -> Course:
    """Return the course of the loop at its printed limits."""
    return Course(TRACK, (2, 5), (0, 0), 6, tolls, cooling, boosts, tunnels)


def test_a_course_is_computed_only_as_far_as_it_is_asked_for() -> None:
    bit, whole = course(), course()
    whole.reach(2 * whole.top)
    assert max(whole.turns) == whole.top
    assert bit.turns[10] == whole.turns[10]
    assert max(bit.turns) == 10
    assert bit.next_turn(20, 3, 4, ((0, 0),)) == whole.next_turn(20, 3, 4, ((0, 0),))
    assert max(bit.turns) == 20
    assert bit.pace == whole.pace
    assert max(bit.turns) == 2 * TRACK.spaces


def test_a_car_beyond_the_flag_counts_as_one_on_the_last_space() -> None:
    """No race asks such a car, but worlds may be imagined in which it has yet to move."""
    assert [*course().ways_on(-3, 3, 4, 0)] == [*course().ways_on(1, 3, 4, 0)]


@pytest.mark.rule("H1")
def test_a_view_has_the_toll_of_every_flooded_space() -> None:
    race = planning(FLOODED, driver(65), driver(61), modules=(Spaces(),)).race
    tolls = race.view(0).tolls
    assert {space for space, toll in enumerate(tolls, start=1) if toll} == {15, 16, 17}
    assert max(tolls) == 1
    assert race.view(None).tolls == tolls
    assert not planning(TRACK, driver(65), driver(61)).race.view(0).tolls


def test_a_flood_costs_turns_only_where_a_driver_must_shift_down() -> None:
    tolls = tuple(int(space in FLOODED.flooded) for space in range(1, 61))
    dry, wet = course(), course(tolls)
    assert wet.turns[BEFORE_CORNER][4][2] > dry.turns[BEFORE_CORNER][4][2] + 0.05
    assert wet.turns[BEFORE_CORNER][1][2] == pytest.approx(dry.turns[BEFORE_CORNER][1][2], abs=0.05)
    assert wet.turns[40] == dry.turns[40]


@pytest.mark.rule("W5", "W6")
def test_the_cooldown_of_a_sector_counts_in_later_turns() -> None:
    hot, usual, cool = (course(cooling=each).turns[BEHIND_CORNER][2] for each in [(None, None), (0, 0), (1, 1)])
    assert usual == course().turns[BEHIND_CORNER][2]
    for engine in range(4):
        assert cool[engine] < usual[engine] < hot[engine]


@pytest.mark.rule("W6")
def test_a_sector_that_has_cooled_a_car_this_turn_will_cool_it_again() -> None:
    places = (driver(17, gear=3, play="1 1 1", hand=HOT_HAND, engine=3), driver(50, hand=FULL))
    table = turn(BENDS, *places, weather=("rain", "weather", "weather"))
    before = course_for(table.race.view(0))
    table.play(cool(1, "sector"))
    assert course_for(table.race.view(0)) is before


@pytest.mark.long
@pytest.mark.parametrize("track", ["japan", "spain"])
def test_a_course_stays_the_same_from_a_plan_to_the_end_of_its_turn(track: str) -> None:
    """In imagined races, rivals keep the same course for the whole round (`traffic.quick`)."""
    options = Options(preset="everything", track=track, seats=tuple(map(Seat, "ABCDEF")), legends=2, laps=1, seed=3)
    race, steady, cooled = Race.start(race_setup(options)), KINDS["steady"].make(1), 0
    courses: dict[int, Course] = {}
    while (decision := race.decision) is not None:
        course = course_for(race.view(decision.seat))
        if isinstance(decision, PlanDecision):
            courses[decision.seat] = course
        elif isinstance(decision, ReactDecision | SlipstreamDecision):
            assert course is courses[decision.seat]
            cooled += bool(race.turn.cooled_in)
        race.play(ask(steady, race, decision))
    assert cooled


def test_the_courses_of_all_drivers_of_a_race_are_kept() -> None:
    """With one fewer cached, Champion computed courses for half a minute in races whose drivers' engines differ."""
    tolls = tuple(int(space in FLOODED.flooded) for space in range(1, 61))
    keys = [(heat, tolls) for heat in range(2, 10)] + [(2, tuple(4 * toll for toll in tolls))]
    first, again = ([course_of(TRACK, (2, 5), (0, 0), *key, (), (), ()) for key in keys] for _ in range(2))
    assert all(map(is_, first, again))


def test_engines_with_more_heat_than_is_useful_share_a_course() -> None:
    eleven, twelve = (planning(TRACK, driver(65, engine=engine)).race for engine in (11, 12))
    assert course_for(eleven.view(0)) is course_for(twelve.view(0))


@pytest.mark.rule("W4")
def test_free_boosts_save_turns_even_with_an_empty_engine() -> None:
    usual, free = (course(boosts=each).turns[BEHIND_CORNER][2] for each in [(1, 1), (1, 0)])
    assert usual == course().turns[BEHIND_CORNER][2]
    assert all(free[engine] < usual[engine] for engine in range(4))


@pytest.mark.rule("W4")
def test_a_driver_boosts_for_free_with_an_empty_engine() -> None:
    table = planning(TRACK, driver(100, gear=3, engine=0, hand="3 3 3 4 4 4 4", deck="1 2 3 4"), driver(61))
    decision, view = table.asked(PlanDecision), table.race.view(0)
    best = [weigh(replace(view, boosts=boosts), decision)[0].turns for boosts in [(1, 1), (0, 0)]]
    assert best[1] < best[0]


@pytest.mark.rule("N1")
def test_a_view_has_the_tunnels_and_a_turn_had_better_not_end_there() -> None:
    race = planning(replace(TRACK, tunnel=(45, 46)), driver(65), driver(61), modules=(Spaces(),)).race
    tunnels = race.view(0).tunnels
    assert {space for space, dark in enumerate(tunnels, start=1) if dark} == {45, 46}
    assert not planning(TRACK, driver(65), driver(61), modules=(Spaces(),)).race.view(0).tunnels
    light, dark = course(), course(tunnels=tunnels)
    left = BEHIND_CORNER + 10
    assert dark.after(left, 10, 3, 2) > light.after(left, 10, 3, 2) + TUNNEL / 2
    assert dark.turns[10] == light.turns[10]


@pytest.mark.rule("W5")
def test_a_plan_counts_on_no_cooldown_in_a_hot_sector() -> None:
    """Speed 5 at limit 2 costs 3 Heat, all of which gear 1 can cool in any other sector."""
    table = planning(TRACK, driver(78, gear=1, engine=0, hand="1 5 5 5 heat heat heat", deck="1 2 3 4"), driver(61))
    decision, view = table.asked(PlanDecision), table.race.view(0)
    turns = []
    for cooling in ((0, 0), (None, None)):
        plans = {one.action: one.turns for one in weigh(replace(view, cooling=cooling), decision)}
        turns.append(plans[Plan(1, ("5",))])
    assert turns[1] > turns[0] + 0.5
