"""Who is where: finishers by place, cars on the track by position, then those who left (F1, F4, E6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heat_tui.engine.car import RACING
from heat_tui.engine.movement import position_order

if TYPE_CHECKING:
    from heat_tui.engine.race import Race

POINTS = (9, 6, 4, 3, 2, 1)
"""What the first places are worth; the rest get nothing (E6)."""


def standings(race: Race) -> tuple[int, ...]:
    """The cars from first to last: finished, racing, retired (the latest first), eliminated (likewise)."""
    racing = position_order([car for car in race.cars if car.status == RACING])
    return (
        *race.finished,
        *(car.index for car in racing),
        *reversed(race.retired),
        *reversed(race.out),
    )


def points(race: Race) -> dict[int, int]:
    """What each car scores for its place; an eliminated one 0 (E6)."""
    scored: dict[int, int] = {}
    for place, index in enumerate(standings(race), start=1):
        worth = POINTS[place - 1] if place <= len(POINTS) else 0
        for answer in race.rules.points:
            worth = answer(race, place, worth)
        scored[index] = 0 if index in race.out else worth
    return scored
