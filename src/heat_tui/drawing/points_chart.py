"""The points of a season as bars: one for each car, made of a part for each race."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Part(NamedTuple):
    """What one race adds to a bar: the race's number from 1, and the columns from `start` up to `end`."""

    race: int
    start: int
    end: int

    @property
    def width(self) -> int:
        """Its columns, 0 where the race brought too little to be seen or nothing."""
        return self.end - self.start


def bar(points: Sequence[int], most: int, width: int) -> tuple[Part, ...]:
    """The parts of a bar in a chart in which `most` points, at least 1, fill so many columns.

    Ends are rounded from the sum so far, so that bars of equal points are of equal length.
    """
    parts: list[Part] = []
    total = end = 0
    for race, scored in enumerate(points, start=1):
        total += scored
        start, end = end, round(width * total / most)
        parts.append(Part(race, start, end))
    return tuple(parts)
