"""The position order, overtakes, the standings and the points (V, 3.6, E6, E11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heat_tui.engine.car import RACING

if TYPE_CHECKING:
    from heat_tui.engine.car import Car
    from heat_tui.engine.race import Race


def position_order(cars: list[Car]) -> list[Car]:
    """Return the cars from first to last: by lap, then by space, with the race-line spot before the off spot (V)."""
    return sorted(cars, key=lambda car: car.at * 2 - car.spot, reverse=True)


def overtakes(began: int, end: tuple[int, int], other: tuple[int, int]) -> bool:
    """Return whether a turn took a car from behind another car to ahead of it, in position order (event 8, E11).

    The turn led from the absolute place `began` to `end`; `end` and `other`, where the other car is, are pairs of an
    absolute place and a spot. The other car is assumed not to have moved since the turn began, so if it is on the space
    where the turn began, its spot shows which of the two was ahead.
    """
    return 2 * began <= 2 * other[0] - other[1] < 2 * end[0] - end[1]


POINTS = (9, 6, 4, 3, 2, 1)
"""The points for 1st to 6th place; lower places get none (E6)."""


def standings(race: Race) -> tuple[int, ...]:
    """Return the indices of the cars from first to last (F1, F4, E6).

    Finished cars come first, then those racing, retired and eliminated. Among the retired cars, and among the
    eliminated ones, the last to leave is ahead.
    """
    racing = position_order([car for car in race.cars if car.status == RACING])
    return (*race.finished, *(car.index for car in racing), *reversed(race.retired), *reversed(race.out))


def points(race: Race) -> dict[int, int]:
    """Return every car's points for its place, by index, after changes by modules; an eliminated car gets 0 (E6)."""
    scored: dict[int, int] = {}
    for place, index in enumerate(standings(race), start=1):
        worth = POINTS[place - 1] if place <= len(POINTS) else 0
        for answer in race.rules.points:
            worth = answer(race, place, worth)
        scored[index] = 0 if index in race.out else worth
    return scored
