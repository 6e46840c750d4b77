"""Points, headings and closed curves, in a metric in which a column is 1 wide and a row 2 high."""

from __future__ import annotations

import bisect
import itertools
import math
from collections.abc import Sequence
from enum import Enum

Point = tuple[float, float]

Cell = tuple[int, int]
"""A column and a row, both from 0, counted from the top left."""

ROW_HEIGHT = 2.0
"""The height of a row in columns: a terminal's cell is about twice as high as it is wide."""

_SAMPLES = 12
_NO_LENGTH = 1e-9


def fit(points: Sequence[tuple[int, int]], width: float, height: float) -> list[Point]:
    """Return points stretched to fill a box from (0, 0), x and y separately; a flat shape is centred."""
    xs, ys = zip(*points, strict=True)
    return list(zip(_stretched(xs, width), _stretched(ys, height), strict=True))


def _stretched(values: Sequence[int], size: float) -> list[float]:
    low, high = min(values), max(values)
    if high == low:
        return [size / 2] * len(values)
    return [(value - low) / (high - low) * size for value in values]


class Loop:
    """A closed smooth curve (Catmull-Rom) through points, which are at the distances `marks` along its `length`."""

    def __init__(self, points: Sequence[Point]) -> None:
        count = len(points)
        samples: list[Point] = []
        for index in range(count):
            around = [points[(index + offset) % count] for offset in (-1, 0, 1, 2)]
            samples += [_catmull_rom(around, step / _SAMPLES) for step in range(_SAMPLES)]
        steps = [math.dist(a, b) for a, b in itertools.pairwise([*samples, samples[0]])]
        self._samples = samples
        self._along = [0.0, *itertools.accumulate(steps)]
        self.length = self._along[-1]
        self.marks = self._along[:-1:_SAMPLES]

    def at(self, distance: float) -> Point:
        """Return the point at a distance along the curve; beyond the length, the curve repeats."""
        if self.length < _NO_LENGTH:
            return self._samples[0]
        distance %= self.length
        index = min(bisect.bisect_right(self._along, distance), len(self._samples)) - 1
        start, end = self._samples[index], self._samples[(index + 1) % len(self._samples)]
        step = self._along[index + 1] - self._along[index]
        part = (distance - self._along[index]) / step if step > _NO_LENGTH else 0.0
        return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part

    def heading(self, distance: float, reach: float = 1.0) -> Point:
        """Return the direction at a distance as a unit vector, measured over `reach` units either way."""
        (ax, ay), (bx, by) = self.at(distance - reach), self.at(distance + reach)
        size = math.hypot(bx - ax, by - ay)
        return ((bx - ax) / size, (by - ay) / size) if size > _NO_LENGTH else (1.0, 0.0)


class Heading(Enum):
    """The driving direction, as seen on the screen."""

    UP = "up"
    RIGHT = "right"
    DOWN = "down"
    LEFT = "left"


def heading_of(direction: Point) -> Heading:
    """Return the nearest of the four directions; y grows downwards."""
    dx, dy = direction
    if abs(dx) >= abs(dy):
        return Heading.RIGHT if dx >= 0 else Heading.LEFT
    return Heading.DOWN if dy >= 0 else Heading.UP


def left_of(heading: Point) -> Point:
    """Return the direction to the left of a heading; y grows downwards."""
    return heading[1], -heading[0]


def apart(a: Cell, b: Cell) -> float:
    """Return the distance between two cells, in columns."""
    return math.hypot(a[0] - b[0], (a[1] - b[1]) * ROW_HEIGHT)


def _catmull_rom(around: Sequence[Point], part: float) -> Point:
    before, start, end, after = around
    square, cube = part * part, part**3

    def axis(index: int) -> float:
        a, b, c, d = before[index], start[index], end[index], after[index]
        return (2 * b + (c - a) * part + (2 * a - 5 * b + 4 * c - d) * square + (3 * b - a - 3 * c + d) * cube) / 2

    return axis(0), axis(1)
