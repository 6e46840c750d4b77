"""Steps 6 and 7: slipstream (6.1-6.5) and check corners (7.1-7.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heat_tui.engine.actions import Action, Slipstream
from heat_tui.engine.car import RACING
from heat_tui.engine.cards import STRESS
from heat_tui.engine.decisions import Decision, SlipstreamDecision
from heat_tui.engine.events import CornerTaken, SpunOut
from heat_tui.engine.movement import advance, fall_back, lines_crossed, reach
from heat_tui.engine.piles import pay
from heat_tui.engine.program import TURN_OVER, Step

if TYPE_CHECKING:
    from heat_tui.engine.car import Car
    from heat_tui.engine.race import Race


SLIPSTREAM = 2
"""The distance of a Slipstream that no rule or symbol extends, in spaces (6.1)."""


class SlipstreamStep(Step):
    """Lets a car beside or right behind another car slipstream, once a turn."""

    name = "slipstream"

    def offer(self, race: Race, car: Car) -> Decision | None:
        at, finish = car.at, race.rules.finish
        if race.turn.slipped is not None or at > finish or not _in_tow(race, car):
            return None
        ways = slipstreams_from(race, car)
        open_ways = tuple([way for way in ways if at + way <= finish and reach(race, car, way) > at])
        return SlipstreamDecision(car.index, open_ways) if open_ways else None

    def resolve(self, race: Race, car: Car, action: Action) -> None:
        assert isinstance(action, Slipstream)
        race.turn.slipped = action.distance
        if action.distance:
            advance(race, car, action.distance, "slipstream")


def slipstreams_from(race: Race, car: Car) -> tuple[int, ...]:
    """Return the possible distances of a Slipstream from the car's place, shortest first; () if it is not allowed."""
    allowed = True
    for answer in race.rules.may_slipstream:
        allowed = answer(race, car, allowed)
    if not allowed:
        return ()
    distances: tuple[int, ...] = (SLIPSTREAM,)
    for fold in race.rules.slipstream_reach:
        distances = fold(race, car, distances)
    return distances


def _in_tow(race: Race, car: Car) -> bool:
    """Return whether another car is on the car's space or on the next space ahead, on any lap (6.1, 6.5)."""
    spots = race.spots
    spaces = race.rules.spaces
    own = (car.at - 1) % spaces * 2
    ahead = car.at % spaces * 2
    return spots[own + 1 - car.spot] >= 0 or spots[ahead] >= 0 or spots[ahead + 1] >= 0


HIGH_GEAR = 3
"""The lowest gear in which a spin out brings 2 Stress instead of 1."""


class CheckCorners(Step):
    """Pays for the corner lines crossed too fast, in order; if one cannot be paid for, the car spins out (7.1-7.3)."""

    name = "check_corners"

    def enter(self, race: Race, car: Car) -> str | None:
        turn = race.turn
        if car.at - turn.began <= race.rules.way_to_line[(turn.began - 1) % race.rules.spaces]:
            return None
        speed = turn.speed
        for corner, line in lines_crossed(race.rules.sheet, turn.began, car.at):
            limit = driver_limit(race, car, corner)
            heat = corner_cost(race, corner, speed - limit)
            if heat > car.engine:
                self._spin_out(race, car, corner, line, limit, heat)
                return None if car.status == RACING else TURN_OVER
            pay(car, heat)
            surcharge = heat - (speed - limit) if heat else 0
            race.events.append(CornerTaken(car.index, corner, speed, limit, heat, car.engine, surcharge))
            for handle in race.rules.corner_taken:
                handle(race, car, corner)
        return None

    def _spin_out(self, race: Race, car: Car, corner: int, line: int, limit: int, owed: int) -> None:
        race.turn.spun = True
        speed, paid, gear, start = race.turn.speed, car.engine, car.gear, car.at
        pay(car, paid)
        fall_back(race, car, line)
        stress = spin_stress(race, car, gear)
        car.hand += (STRESS,) * stress
        car.hand.sort()
        car.gear = 1
        end, spot, surcharge, short = car.at, car.spot, owed - (speed - limit), line - car.at
        race.events.append(
            SpunOut(car.index, corner, speed, limit, owed, paid, stress, gear, start, end, spot, surcharge, short)
        )
        for handle in race.rules.spun_out:
            handle(race, car, corner)


def printed_stress(gear: int) -> int:
    """Return the number of Stress cards for a spin out in a gear if no module changes it (7.3)."""
    return 2 if gear >= HIGH_GEAR else 1


def spin_stress(race: Race, car: Car, gear: int) -> int:
    """Return the number of Stress cards that a spin out in a gear brings this car (7.3)."""
    stress = printed_stress(gear)
    for answer in race.rules.spin_stress:
        stress = answer(race, car, stress)
    return stress


def table_limit(race: Race, corner: int) -> int:
    """Return the limit of a corner for the whole table, without any driver's Adjust; never below 0 (G9)."""
    limit = race.rules.printed_limits[corner]
    for answer in race.rules.corner_limit:
        limit = answer(race, corner, limit)
    return max(limit, 0)


def driver_limit(race: Race, car: Car, corner: int) -> int:
    """Return the limit of a corner for this driver this turn, never below 0 (G9)."""
    limit = table_limit(race, corner)
    for answer in race.rules.driver_limit:
        limit = answer(race, car, corner, limit)
    return max(limit, 0)


def corner_cost(race: Race, corner: int, over: int) -> int:
    """Return the Heat for taking a corner `over` points above its limit; 0 if the speed is within the limit."""
    if over <= 0:
        return 0
    for answer in race.rules.corner_cost:
        over = answer(race, corner, over)
    return over
