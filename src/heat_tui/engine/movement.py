"""Movement: spots, blocking, falling back, and the cars and corner lines passed (V, 3.2-3.6, 7.1, 7.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heat_tui.engine.events import CarMoved

if TYPE_CHECKING:
    from heat_tui.engine.car import Car
    from heat_tui.engine.race import Race
    from heat_tui.engine.setup import RaceSheet


FREE = -1
"""The value of a spot without a car; any other value is the index of the car on it."""


def advance(race: Race, car: Car, distance: int, cause: str) -> None:
    """Move a car `distance` spaces (0 or more), or fewer if the space that it would reach is full (3.1-3.5).

    A `CarMoved` reports the move with the turn's speed so far, even if `distance` is 0.
    """
    start = at = car.at
    blockers: tuple[int, ...] = ()
    if distance:
        spots, spaces = race.spots, race.rules.spaces
        spots[(start - 1) % spaces * 2 + car.spot] = FREE
        at += distance
        place = (at - 1) % spaces * 2
        if spots[place] >= 0:
            place += 1
            if spots[place] >= 0:
                blockers = (spots[place - 1], spots[place])
                at = stop_of(spots, spaces, start, distance)
                spot = car.spot if at == start else free_spot(spots, spaces, at)
                place = (at - 1) % spaces * 2 + spot
        car.at = at
        car.spot = place & 1
        spots[place] = car.index
    race.events.append(CarMoved(car.index, cause, distance, start, at, car.spot, race.turn.speed, blockers))


def stop_of(spots: list[int], spaces: int, at: int, distance: int) -> int:
    """Return the absolute place where a move from `at` ends: the nearest to its goal with a free spot (3.4).

    The move ends at `at` if no place beyond `at`, up to the goal, has a free spot; `spots` are those of a lap of
    `spaces` spaces, as in `Race`.
    """
    end = at + distance
    while end > at:
        place = (end - 1) % spaces * 2
        if spots[place] < 0 or spots[place + 1] < 0:
            return end
        end -= 1
    return at


def free_spot(spots: list[int], spaces: int, at: int) -> int:
    """Return the spot that a car takes at a place with room: 0, the race line, if it is free, otherwise 1 (3.2)."""
    return 0 if spots[(at - 1) % spaces * 2] < 0 else 1


def in_tow(spots: list[int], spaces: int, at: int) -> bool:
    """Return whether a car is at place `at` or the next one (6.1); `spots` must leave out the car that slipstreams."""
    here, ahead = (at - 1) % spaces * 2, at % spaces * 2
    return spots[here] >= 0 or spots[here + 1] >= 0 or spots[ahead] >= 0 or spots[ahead + 1] >= 0


def reach(race: Race, car: Car, distance: int) -> int:
    """Return where a move of `distance` spaces would end, as an absolute place (3.4)."""
    return stop_of(race.spots, race.rules.spaces, car.at, distance)


def fall_back(race: Race, car: Car, at: int) -> None:
    """Move a car back to the first free spot at or behind the absolute place `at` (7.3)."""
    spots, spaces = race.spots, race.rules.spaces
    spots[(car.at - 1) % spaces * 2 + car.spot] = FREE
    car.at = stop_of(spots, spaces, 0, at)
    car.spot = free_spot(spots, spaces, car.at)
    spots[(car.at - 1) % spaces * 2 + car.spot] = car.index


def leave_track(race: Race, car: Car, status: str, ranked: list[int]) -> None:
    """Take a car off the track, give it a new status, and add it to `ranked`, the cars that left with that status."""
    race.spots[(car.at - 1) % race.rules.spaces * 2 + car.spot] = FREE
    car.status = status
    ranked.append(car.index)


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


def lines_crossed(sheet: RaceSheet, began: int, end: int) -> list[tuple[int, int]]:
    """Return the corner lines crossed between two absolute places, in order, as (corner, last place before its line).

    Lines beyond the finish line of the last lap are left out (7.4).
    """
    crossed: list[tuple[int, int]] = []
    ways, spaces = sheet.way_to_line, sheet.track.spaces
    last = min(end, sheet.finish)
    space = (began - 1) % spaces
    line = began + ways[space]
    while line < last:
        crossed.append((sheet.next_corner[space], line))
        space = line % spaces
        line += 1 + ways[space]
    return crossed
