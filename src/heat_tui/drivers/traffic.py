"""The possible places of the other cars in the driver's own turn: the cars ahead move first, with unknown plans."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import fsum
from random import Random
from typing import NamedTuple

from heat_tui.drivers.course import FLIPS, OVERSHOOT, REACH, SPIN
from heat_tui.drivers.novice import first_thought
from heat_tui.drivers.outlook import Outlook, Road, course_for
from heat_tui.drivers.places import WORLD_LUCK, Places
from heat_tui.drivers.upgrades import AT_ONCE, adjusted
from heat_tui.engine.actions import DONE, STAY, Action, React, Slipstream
from heat_tui.engine.decisions import Decision, PlanDecision, ReactDecision, SlipstreamDecision
from heat_tui.engine.movement import FREE, stop_of
from heat_tui.engine.race import Choose, Race
from heat_tui.engine.track import SPOTS_PER_SPACE
from heat_tui.engine.view import SeatView
from heat_tui.exact import stepped

Others = Callable[[Callable[[], float]], Choose]
"""A function that takes a source of random numbers and returns one that chooses for the other cars."""


def imagined(view: SeatView, seed: int, others: Others) -> Iterator[Race]:
    """Yield an endless series of worlds, with choices by `others` in place of unknown plans.

    All wait for the choice of the view's seat; if that is a plan, the cars ahead have already moved. The same seed and
    view give the same worlds.
    """
    random = Random((seed << 20) + (view.round << 4) + view.own.index).random
    drive = others(random)
    while True:
        world = view.world(random, drive)
        if isinstance(world.decision, PlanDecision):
            world.run_until(view.own.index, drive)
        yield world


def quick(random: Callable[[], float]) -> Choose:
    """Return a function that chooses quickly for any car of a race, by the turns that a usual hand needs (`Course`)."""

    def drive(race: Race, decision: Decision) -> Action:
        view = race.view(decision.seat)
        first = first_thought(view, decision)
        if isinstance(first, React) and first.symbol in AT_ONCE:
            return first
        if isinstance(decision, ReactDecision):
            return _reaction(race, view, decision)
        if isinstance(decision, SlipstreamDecision):
            at_rest = view.speed, view.own.engine
            ways = [_Move(0, *at_rest, STAY), *(_Move(way, *at_rest, Slipstream(way)) for way in decision.distances)]
            return min(ways, key=lambda move: _turns_after(race, view, move)).action
        return first or decision.sample(random)

    return drive


class _Move(NamedTuple):
    """A move of some spaces at a speed, with the Heat then in the engine."""

    way: int
    speed: int
    engine: int
    action: Action


def _reaction(race: Race, view: SeatView, decision: ReactDecision) -> Action:
    """Return the Boost, the extra space of Adrenaline or neither, whichever leaves the fewest turns."""
    speed, engine = view.speed, view.own.engine
    best, fewest = DONE, _turns_after(race, view, _Move(0, speed, engine, DONE))
    for use in decision.uses:
        if use.symbol == "adrenaline":
            turns = _turns_after(race, view, _Move(1, speed + 1, engine, DONE))
        elif use.symbol == "boost":
            flips = [_Move(flip, speed + flip, engine - use.heat, DONE) for flip in FLIPS]
            turns = stepped(fsum([_turns_after(race, view, move) for move in flips]) / len(FLIPS))
        else:
            continue
        if turns < fewest:
            best, fewest = React(use.symbol, use.source, use.most), turns
    return best


def _turns_after(race: Race, view: SeatView, move: _Move) -> float:
    """Return the turns to the flag with a usual hand, after a last move and the corners of the turn."""
    course, own = course_for(view), view.own
    left = view.sheet.finish + 1 - view.began
    left -= course.shift(left)
    end = left - (stop_of(race.spots, view.sheet.track.spaces, own.at, move.way) - view.began)
    engine, over = move.engine, move.speed - adjusted(view)
    for line, limit, surcharge in course.lines[left]:
        if line > end and over > limit:
            engine -= over - limit + surcharge
            if engine < 0:
                return SPIN + course.turns[line][1][0]
    return course.turns[end][own.gear][min(engine, course.heat)] if end > 0 else end * OVERSHOOT


def roads(view: SeatView, outlook: Outlook, worlds: list[Race]) -> list[Road]:
    """Return the roads that the driver's own turn may meet in these worlds.

    Worlds that look alike within reach of a turn are one road. Without worlds the road is open, because the cars ahead
    will have moved by then.
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
