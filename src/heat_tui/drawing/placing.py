"""From ideal points to cells of the terminal: the search for an even, two-lane road.

Every station (a space or a line across the track) takes a pair of cells. Its options are weighed
by how far they lie from the ideal place and how well they stand across the track; neighbours by
how evenly the lanes step from one to the next. A walk round the lap finds the best chain, and
sweeps then part what still meets elsewhere, as on a track that crosses itself.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from heat_tui.drawing.geometry import ROW_HEIGHT, Point

Cell = tuple[int, int]
"""A column and a row, both from 0, counted from the top left."""

Steps = tuple[Point, Point]
"""How far the left and the right lane go from one station to the next, in the metric of `geometry`."""

_LANE = 1.25
"""How far a lane lies from the middle of the track."""

_OFF_PLACE, _OFF_ANGLE, _OFF_WIDTH, _STAGGERED = 0.7, 8.0, 0.8, 6.0
_UNEVEN, _SAME_CELL, _TOUCHING = 0.5, 400.0, 3.0
_ANGLES, _OPTIONS, _SWEEPS = 4, 26, 8

# From the left cell to the right one: side by side two or three columns apart, or on neighbouring rows.
_ACROSS: tuple[Cell, ...] = tuple(
    (columns, rows)
    for columns in range(-3, 4)
    for rows in (-1, 0, 1)
    if (abs(columns) < 3 if rows else abs(columns) > 1)
)


class Ideal(NamedTuple):
    """Where a station belongs: the middle of the track there, and the unit vector to its left."""

    middle: Point
    left: Point


class Option(NamedTuple):
    """A pair of cells that a station may take, and what is wrong with it apart from its neighbours."""

    cost: float
    left: Cell
    right: Cell


def placed(ideals: Sequence[Ideal], width: int, height: int) -> list[tuple[Cell, Cell]]:
    """The left and the right cell of every station; cells may still meet where there is no room at all."""
    options = [_options(ideal, width, height) for ideal in ideals]
    steps = [_lane_steps(start, end) for start, end in zip(ideals, [*ideals[1:], ideals[0]], strict=True)]
    chain = _best_chain(options, steps)
    _part(chain, options, steps)
    return [(option.left, option.right) for option in chain]


def _options(ideal: Ideal, width: int, height: int) -> list[Option]:
    """The best pairs of cells for one station alone, best first."""
    x = min(max(ideal.middle[0], 0.0), width - 1.0)  # a curve through a jagged outline may swing out of the box
    row = min(max(ideal.middle[1] / ROW_HEIGHT, 0.0), height - 1.0)
    found: list[Option] = []
    for across_cost, (columns, rows) in sorted((_across_cost(each, ideal.left), each) for each in _ACROSS)[:_ANGLES]:
        first_column, first_row = math.floor(x - columns / 2) - 1, math.floor(row - rows / 2) - 1
        for a, b in itertools.product(range(first_column, first_column + 4), range(first_row, first_row + 4)):
            c, d = a + columns, b + rows
            if 0 <= a < width and 0 <= c < width and 0 <= b < height and 0 <= d < height:
                off = ((a + c) / 2 - x) ** 2 + (((b + d) / 2 - row) * ROW_HEIGHT) ** 2
                found.append(Option(across_cost + _OFF_PLACE * off, (a, b), (c, d)))
    return sorted(found)[:_OPTIONS]


def _across_cost(across: Cell, left: Point) -> float:
    """How badly a step from the left cell to the right one stands across the track.

    Staggered pairs, which share neither column nor row, cost extra: two of them in a row no
    longer show which spots are one space.
    """
    columns, rows = across
    size = math.hypot(columns, rows * ROW_HEIGHT)
    turned = 1 + (columns * left[0] + rows * ROW_HEIGHT * left[1]) / size
    return turned * _OFF_ANGLE + abs(size - 2 * _LANE) * _OFF_WIDTH + (_STAGGERED if columns and rows else 0.0)


def _lane_steps(start: Ideal, end: Ideal) -> Steps:
    dx, dy = end.middle[0] - start.middle[0], end.middle[1] - start.middle[1]
    turn_x, turn_y = _LANE * (end.left[0] - start.left[0]), _LANE * (end.left[1] - start.left[1])
    return (dx + turn_x, dy + turn_y), (dx - turn_x, dy - turn_y)


def _step_cost(start: Option, end: Option, steps: Steps) -> float:
    """How unevenly the lanes go from one station to the next."""
    cost = 0.0
    for a, b, (dx, dy) in ((start.left, end.left, steps[0]), (start.right, end.right, steps[1])):
        cost += ((b[0] - a[0] - dx) ** 2 + ((b[1] - a[1]) * ROW_HEIGHT - dy) ** 2) * _UNEVEN
        for other in (end.left, end.right):
            if a[1] == other[1] and -2 < a[0] - other[0] < 2:
                cost += _SAME_CELL if a == other else _TOUCHING
    return cost


def _clearness(options: Sequence[Option]) -> float:
    """How much better the best option is than the next."""
    return options[1].cost - options[0].cost if len(options) > 1 else math.inf


def _best_chain(options: Sequence[Sequence[Option]], steps: Sequence[Steps]) -> list[Option]:
    """The cheapest chain round the lap (Viterbi), which starts where the choice is clearest."""
    count = len(options)
    start = max(range(count), key=lambda index: _clearness(options[index]))
    order = [(start + offset) % count for offset in range(count)]
    first = options[start][0]
    reached, costs = [first], [first.cost]
    back: list[list[int]] = []
    for index in order[1:]:
        came: list[int] = []
        sums: list[float] = []
        for option in options[index]:
            cheapest, best = math.inf, 0
            for number, before in enumerate(reached):
                if costs[number] < cheapest:
                    cost = costs[number] + _step_cost(before, option, steps[index - 1])
                    if cost < cheapest:
                        cheapest, best = cost, number
            came.append(best)
            sums.append(cheapest + option.cost)
        back.append(came)
        reached, costs = list(options[index]), sums
    best = min(range(len(reached)), key=lambda n: costs[n] + _step_cost(reached[n], first, steps[order[-1]]))
    chain = [first] * count
    for offset in range(count - 1, 0, -1):
        chain[order[offset]] = options[order[offset]][best]
        best = back[offset - 1][best]
    return chain


def _part(chain: list[Option], options: Sequence[Sequence[Option]], steps: Sequence[Steps]) -> None:
    """Improve the chain station by station, now with all others in sight, until nothing changes."""
    taken = Counter(cell for option in chain for cell in (option.left, option.right))
    for _sweep in range(_SWEEPS):
        changed = False
        for index, chosen in enumerate(chain):
            taken.subtract((chosen.left, chosen.right))
            before, after = chain[index - 1], chain[(index + 1) % len(chain)]
            cheapest, best = math.inf, chosen
            for option in options[index]:
                if option.cost >= cheapest:
                    break
                cost = option.cost + _crowd_cost(option, taken)
                cost += _step_cost(before, option, steps[index - 1]) + _step_cost(option, after, steps[index])
                if cost < cheapest:
                    cheapest, best = cost, option
            changed = changed or best != chosen
            chain[index] = best
            taken.update((best.left, best.right))
        if not changed:
            return


def _crowd_cost(option: Option, taken: Counter[Cell]) -> float:
    cost = 0.0
    for column, row in (option.left, option.right):
        cost += _SAME_CELL * taken[column, row]
        cost += _TOUCHING * ((taken[column - 1, row] > 0) + (taken[column + 1, row] > 0))
    return cost
