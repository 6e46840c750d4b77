"""Charts in characters: the places of the cars round by round, and bars of points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from itertools import accumulate, pairwise
from typing import NamedTuple

LEAST_STEP, MOST_STEP = 2, 14
"""The fewest and the most columns between two rounds."""

MOST_APART = 7
"""The most rows from one place to the next."""

FINE = {"-": "─", "|": "│", "/": "╱", "\\": "╲", "X": "╳", "+": "┼", ".": "·"}
"""The finer character for each of the plain ones that lines are drawn with."""

_CROSSINGS = {frozenset("/\\"): "X", frozenset("-|"): "+"}
_UPPERMOST = "X+/\\|-."
"""Where two lines meet that make no crossing, the character that comes first here is seen."""


class Mark(NamedTuple):
    """One character; `car` is the index of its car, None where lines of several cross or nothing is.

    `is_number` distinguishes a car's number from the lines.
    """

    character: str
    car: int | None = None
    is_number: bool = False


EMPTY = Mark(" ")


class PlacesChart(NamedTuple):
    """`rows` from the first place down, `apart` from one to the next; round r is at column r * `step`, 0 the grid."""

    rows: tuple[tuple[Mark, ...], ...]
    step: int
    apart: int


def places_chart(
    places: Sequence[Sequence[int]], width: int, height: int, *, home: Set[int] = frozenset()
) -> PlacesChart:
    """Return the chart of cars by index, each with its places from 1: on the grid, then after each round it drove in.

    It fills width and height as far as that makes sense, and is larger where two columns a round or a row a place are
    too much for them. Lines are plain characters, see `FINE`. A dotted line follows the cars that are `home`.
    """
    columns = max((len(each) for each in places), default=0)
    step = max(LEAST_STEP, min(MOST_STEP, (width - 1) // max(columns - 1, 1)))
    apart = max(1, min(MOST_APART, (height - 1) // max(len(places) - 1, 1)))
    marks: dict[tuple[int, int], Mark] = {}
    for car, row in enumerate(places):
        for index, (one, other) in enumerate(pairwise(row)):
            for across, down, character in _line(step, apart * (other - one)):
                at = index * step + across, apart * (one - 1) + down
                marks[at] = _met(marks.get(at), Mark(character, car))
    for car, row in enumerate(places):
        for index, place in enumerate(row):
            marks[index * step, apart * (place - 1)] = Mark(str(car + 1), car, is_number=True)
        if car in home:
            for index in range(len(row), columns):
                marks.setdefault((index * step, apart * (row[-1] - 1)), Mark(".", car))
    down, across = apart * (len(places) - 1) + 1, (columns - 1) * step + 1
    rows = tuple(tuple(marks.get((x, y), EMPTY) for x in range(across)) for y in range(down))
    return PlacesChart(rows, step, apart)


def _line(step: int, down: int) -> Iterator[tuple[int, int, str]]:
    """Return the characters between two numbers `step` columns and `down` rows (negative upwards) apart, not the ends.

    Slanting where there is room for it, upright in the middle where there is not, level for the rest.
    """
    between = step - 1
    if not down:
        yield from ((across, 0, "-") for across in range(1, step))
        return
    sign, slant, rows = (1, "\\", down - 1) if down > 0 else (-1, "/", -down - 1)
    if rows <= between:
        lead = (between - rows) // 2
        for across in range(1, step):
            if across <= lead:
                yield across, 0, "-"
            elif across <= lead + rows:
                yield across, sign * (across - lead), slant
            else:
                yield across, down, "-"
        return
    middle = (between + 1) // 2
    for across in range(1, step):
        if across != middle:
            yield across, sign * across if across < middle else down - sign * (step - across), slant
    first, last = middle, rows + 1 - (step - middle)
    for row in range(first, last + 1):
        yield middle, sign * row, slant if row in (first, last) else "|"


def _met(there: Mark | None, new: Mark) -> Mark:
    if there is None:
        return new
    character = _CROSSINGS.get(frozenset((there.character, new.character)))
    if character is None:
        character = min(there.character, new.character, key=_UPPERMOST.index)
    return Mark(character, new.car if there.car == new.car else None)


def bar(points: Sequence[int], most: int, width: int) -> list[int]:
    """Return the columns of each race in a bar of a chart in which `most` points, at least 1, fill that many columns.

    Ends are rounded from the sum so far, so that bars of equal points are of equal length.
    """
    ends = [round(width * total / most) for total in accumulate(points, initial=0)]
    return [end - start for start, end in pairwise(ends)]
