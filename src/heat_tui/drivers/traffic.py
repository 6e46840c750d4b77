"""The possible places of the other cars when the driver's turn comes: the cars ahead move first, with unknown plans."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import fsum
from random import Random

from heat_tui.drivers.course import FLIPS, OVERSHOOT, REACH, SPIN, Course
from heat_tui.drivers.novice import first_thought
from heat_tui.drivers.outlook import WORLD_LUCK, Outlook, Places, Road, course_for
from heat_tui.drivers.upgrades import used_at_once
from heat_tui.engine.actions import DONE, Action, Discard, Slipstream
from heat_tui.engine.decisions import Decision, DiscardDecision, PlanDecision, ReactDecision, SlipstreamDecision
from heat_tui.engine.movement import FREE, stop_of
from heat_tui.engine.race import Choose, Race
from heat_tui.engine.symbols import adjusted
from heat_tui.engine.track import SPOTS_PER_SPACE
from heat_tui.engine.view import SeatView
from heat_tui.exact import stepped

Others = Callable[[Callable[[], float]], Choose]
"""A function that takes a source of random numbers and returns a function that chooses for the other cars."""


def imagined(view: SeatView, seed: int, others: Others) -> Iterator[Race]:
    """Yield an endless series of worlds, with choices by `others` in place of unknown plans.

    Each world waits for a choice by the view's seat; if the choice is a plan, the cars ahead have already moved. The
    same seed and view give the same worlds.
    """
    random = Random((seed << 20) + (view.round << 4) + view.own.index).random
    drive = others(random)
    while True:
        world = view.world(random, drive)
        if isinstance(world.decision, PlanDecision):
            world.run_until(view.own.index, drive)
        yield world


def quick(random: Callable[[], float]) -> Choose:
    """Return a function that chooses quickly for any car; moves are judged by the turns of a usual hand (`Course`)."""
    courses: dict[tuple[int, int], Course] = {}

    def course(race: Race, seat: int) -> Course:
        """Return the course of a car, cached for the round, because building a view takes time."""
        known = courses.get((race.round, seat))
        if known is None:
            known = courses[race.round, seat] = course_for(race.view(seat))
        return known

    def drive(race: Race, decision: Decision) -> Action:
        seat = decision.seat
        match decision:
            case DiscardDecision():
                return Discard(())
            case ReactDecision():
                first = next(used_at_once(decision), None)
                return first or _reaction(race, decision, course(race, seat))
            case SlipstreamDecision(distances=distances):
                turns_after, engine = _turns_after(race, course(race, seat)), race.cars[seat].engine
                return Slipstream(min((0, *distances), key=lambda way: turns_after(way, race.turn.speed, engine)))
            case _:
                return first_thought(race.view(seat), decision) or decision.sample(random)

    return drive


def _reaction(race: Race, decision: ReactDecision, course: Course) -> Action:
    """Return the Boost, the extra space of Adrenaline or neither, whichever leaves the fewest turns."""
    speed, engine, turns_after = race.turn.speed, race.cars[decision.seat].engine, _turns_after(race, course)
    best, fewest = DONE, turns_after(0, speed, engine)
    for use in decision.uses:
        if use.symbol == "adrenaline":
            turns = turns_after(1, speed + 1, engine)
        elif use.symbol == "boost":
            flips = [turns_after(flip, speed + flip, engine - use.heat) for flip in FLIPS]
            turns = stepped(fsum(flips) / len(FLIPS))
        else:
            continue
        if turns < fewest:
            best, fewest = use.in_full(), turns
    return best


def _turns_after(race: Race, course: Course) -> Callable[[int, int, int], float]:
    """Return a function of a move of the acting car: the turns to the flag after it, with a usual hand.

    The function takes the spaces of the move, the speed and the Heat then in the engine; corners are included.
    """
    car, began, raised = race.cars[race.order[race.turns]], race.turn.began, adjusted(race.turn.marks)
    at, gear = car.at, car.gear
    left = race.rules.finish + 1 - began
    left -= course.shift(left)
    lines, spaces = course.lines[left], race.rules.spaces

    def turns(way: int, speed: int, engine: int) -> float:
        end = left - (stop_of(race.spots, spaces, at, way) - began)
        over = speed - raised
        for line, limit, surcharge in lines:
            if line > end and over > limit:
                engine -= over - limit + surcharge
                if engine < 0:
                    return SPIN + course.turns[line][1][0]
        return course.turns[end][gear][min(engine, course.heat)] if end > 0 else end * OVERSHOOT

    return turns


def roads(view: SeatView, outlook: Outlook, worlds: list[Race]) -> list[Road]:
    """Return the roads that the driver may face in their own turn, judging by these worlds.

    Worlds that look alike within reach of a turn are one road. Without worlds, the road is empty, because the cars
    ahead will have moved by the time of the turn.
    """
    if not worlds:
        empty = [FREE] * (SPOTS_PER_SPACE * view.sheet.track.spaces)
        return [Road(1.0, empty, outlook.places(view.cars, view.order))]
    own = view.own
    size = SPOTS_PER_SPACE * view.sheet.track.spaces
    here = (own.at - 1) * SPOTS_PER_SPACE % size
    there = here + SPOTS_PER_SPACE * (REACH + 1)
    seen: dict[tuple[int, ...], tuple[int, list[int], Places | None]] = {}
    for race in worlds:
        spots = race.spots[:]
        spots[here + own.spot] = FREE
        lap = [*spots, *spots]
        picture = tuple([place for place, car in enumerate(lap[here:there]) if car >= 0])
        if picture in seen:
            count, spots, places = seen[picture]
        else:
            count, places = 0, outlook.places(race.cars, race.order[race.turns :], WORLD_LUCK)
        seen[picture] = count + 1, spots, places
    return [Road(count / len(worlds), spots, places) for count, spots, places in seen.values()]
