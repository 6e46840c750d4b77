"""The traffic that a driver imagines: the other cars drive by their first thoughts, and those ahead move first.

A beginner drives by these first thoughts too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import fsum
from random import Random

from heat_tui.drivers.course import FLIPS, MOST_COOLED, OVERSHOOT, REACH, SPIN, Course
from heat_tui.drivers.hands import FIELD, shifts_of, ways
from heat_tui.drivers.outlook import WORLD_LUCK, Outlook, Places, Road, course_for
from heat_tui.drivers.upgrades import used_at_once
from heat_tui.engine.actions import DONE, STAY, Action, Discard, Plan, Slipstream
from heat_tui.engine.cards import HEAT
from heat_tui.engine.choices import distinct_sets
from heat_tui.engine.decisions import Decision, DiscardDecision, PlanDecision, ReactDecision, SlipstreamDecision
from heat_tui.engine.movement import FREE, stop_of
from heat_tui.engine.race import Choose, Race
from heat_tui.engine.symbols import adjusted
from heat_tui.engine.track import SPOTS_PER_SPACE
from heat_tui.engine.view import SeatView
from heat_tui.exact import add_up, stepped

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


def first_thought(view: SeatView, decision: Decision) -> Action | None:
    """Return a quick action, without weighing any; None for a decision without a shortcut, or with a cluttered hand.

    A plan is the best of `Course.ways_on` that the hand can play, or the slowest cards in the lowest gear if it can
    play none. The symbols in `IMMEDIATE_SYMBOLS` are always used, Adrenaline and a Slipstream only if the car then
    crosses no line over its limit, other symbols never. Nothing is discarded.
    """
    match decision:
        case PlanDecision() if not decision.cluttered:
            return _plan(view, decision)
        case ReactDecision():
            adrenaline = next((use for use in reversed(decision.uses) if use.symbol == "adrenaline"), None)
            if first := next(used_at_once(decision), None):
                return first
            return adrenaline.in_full() if adrenaline and _is_free(view, 1, view.speed + 1) else DONE
        case SlipstreamDecision(distances=distances):
            return next((Slipstream(way) for way in reversed(distances) if _is_free(view, way, view.speed)), STAY)
        case DiscardDecision():
            return Discard(())
        case _:
            return None


def _plan(view: SeatView, decision: PlanDecision) -> Plan:
    own, course = view.own, course_for(view)
    left = view.sheet.finish + 1 - own.at
    left -= course.shift(left)
    shifts = shifts_of(view.sheet.cards)
    made, heat = ways(view.hand, shifts=shifts), min(view.hand.count(HEAT), MOST_COOLED)
    gears, playable = dict(decision.gears), decision.playable
    speeds = tuple([shifts[card] - FIELD for card in playable])
    for way in course.ways_on(left, own.gear, own.engine, heat):
        gear, speed = divmod(way.bit_length() - 1, FIELD)
        if made & way and gear in gears:
            for pick in distinct_sets(playable, gear):
                if add_up(pick(speeds)) == speed:
                    return Plan(gear, pick(playable))
    gear = decision.gears[0][0]
    return Plan(gear, min(decision.sets(gear), key=lambda cards: add_up([shifts.get(card, 0) for card in cards])))


def _is_free(view: SeatView, way: int, speed: int) -> bool:
    """Return whether the turn, at `speed`, crosses no line over its limit if the car moves `way` more spaces."""
    course, began = course_for(view), view.began
    left = view.sheet.finish + 1 - began
    left -= course.shift(left)
    end = left - (view.own.at + way - began)
    return not any(line > end and speed > limit for line, limit, _ in course.lines[left])


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
