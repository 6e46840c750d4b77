"""Step 7: check corners (7.1-7.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heat_tui.engine.car import RACING
from heat_tui.engine.cards import STRESS
from heat_tui.engine.events import CornerTaken, SpunOut
from heat_tui.engine.movement import fall_back, lines_crossed
from heat_tui.engine.piles import pay
from heat_tui.engine.program import TURN_OVER, Step

if TYPE_CHECKING:
    from heat_tui.engine.car import Car
    from heat_tui.engine.race import Race

HIGH_GEAR = 3
"""From this gear on a spin out brings 2 Stress instead of 1."""


class CheckCorners(Step):
    """Pays for every line crossed this turn in order, until one cannot be paid."""

    name = "check_corners"

    def enter(self, race: Race, car: Car) -> str | None:
        turn = race.turn
        if car.at - turn.began <= race.rules.way_to_line[(turn.began - 1) % race.rules.spaces]:
            return None
        speed = turn.speed
        for corner, line in lines_crossed(race, turn.began, car.at):
            limit = driver_limit(race, car, corner)
            heat = corner_cost(race, corner, speed - limit)
            if heat > car.engine:
                self._spin_out(race, car, corner, line, limit, heat)
                return None if car.status == RACING else TURN_OVER
            if heat:
                pay(car, heat)
            race.events.append(CornerTaken(car.index, corner, speed, limit, heat, car.engine))
            for told in race.rules.corner_taken:
                told(race, car, corner)
        return None

    def _spin_out(self, race: Race, car: Car, corner: int, line: int, limit: int, owed: int) -> None:
        turn = race.turn
        turn.spun = True
        paid, gear, start = car.engine, car.gear, car.at
        pay(car, paid)
        fall_back(race, car, line)
        stress = 2 if gear >= HIGH_GEAR else 1
        for answer in race.rules.spin_stress:
            stress = answer(race, car, stress)
        car.hand += (STRESS,) * stress
        car.hand.sort()
        car.gear = 1
        race.events.append(
            SpunOut(car.index, corner, turn.speed, limit, owed, paid, stress, gear, start, car.at, car.spot)
        )
        for told in race.rules.spun_out:
            told(race, car, corner)


def table_limit(race: Race, corner: int) -> int:
    """The limit of a corner as it stands on the table, never below 0 (G9)."""
    limit = race.rules.printed_limits[corner]
    for answer in race.rules.corner_limit:
        limit = answer(race, corner, limit)
    return max(limit, 0)


def driver_limit(race: Race, car: Car, corner: int) -> int:
    """The limit of a corner for this driver in this turn, never below 0 (G9)."""
    limit = table_limit(race, corner)
    for answer in race.rules.driver_limit:
        limit = answer(race, car, corner, limit)
    return max(limit, 0)


def corner_cost(race: Race, corner: int, over: int) -> int:
    """The Heat for taking a corner `over` points over its limit; nothing at or below it."""
    if over <= 0:
        return 0
    for answer in race.rules.corner_surcharge:
        over = answer(race, corner, over)
    return over
