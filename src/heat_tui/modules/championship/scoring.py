"""The points of a season and its leaders (E3, E6, E8, E12)."""

from __future__ import annotations

from collections.abc import Sequence

from heat_tui.engine.movement import points
from heat_tui.engine.race import Race
from heat_tui.engine.record import record


@record
class RaceResult:
    """The result of one race of a season: the cars from first to last, and the points of every car, by index.

    The first `finished` cars of the order have crossed the line.
    """

    order: tuple[int, ...]
    points: tuple[int, ...]
    finished: int


def result_of(race: Race) -> RaceResult:
    """Return the result of a race that is over (E6)."""
    scored = points(race)
    return RaceResult(race.standings, tuple(scored[index] for index in range(len(race.cars))), len(race.finished))


def is_result_of(result: RaceResult, race: Race) -> bool:
    """Return whether a race that is over has this result."""
    return result.order == race.standings and result == result_of(race)


def totals(results: Sequence[RaceResult], cars: int) -> tuple[int, ...]:
    """Return the points of every car, by index."""
    return tuple(sum(result.points[car] for result in results) for car in range(cars))


def points_order(results: Sequence[RaceResult], cars: int) -> tuple[int, ...]:
    """Return the cars from the leader to the last; a tie goes to the better place in the last race (E3, E8)."""
    if not results:
        return tuple(range(cars))
    total, last = totals(results, cars), results[-1].order
    return tuple(sorted(range(cars), key=lambda car: (-total[car], last.index(car))))


def wins(results: Sequence[RaceResult], cars: int) -> tuple[int, ...]:
    """Return the number of races that every car has won; a race that nobody finished has no winner."""
    return tuple(sum(result.finished > 0 and result.order[0] == car for result in results) for car in range(cars))
