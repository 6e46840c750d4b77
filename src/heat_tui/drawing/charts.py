"""Charts in characters: the cars' values (such as places) round by round, bars of points, and single curves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import accumulate, pairwise
from math import ceil
from typing import Final, NamedTuple

LEAST_STEP, MOST_STEP = 2, 14
"""The minimum and maximum number of columns from one round drawn to the next."""

MOST_APART = 7
"""The maximum number of rows from one place, or one unit of a value, to the next."""

FINE: Final = str.maketrans("-|/\\X+.", "─│╱╲╳┼·")
"""The box-drawing character for each plain character of a line."""

_CROSSINGS = {frozenset("/\\"): "X", frozenset("-|"): "+"}
_UPPERMOST = "X+/\\|-."
"""The characters of lines by precedence: of two that meet without crossing, the first one here is shown."""


class Mark(NamedTuple):
    """One character; `car` is the index of its car, None for an empty cell or one that several cars' lines share.

    `is_number` distinguishes a car's number from the lines.
    """

    character: str
    car: int | None = None
    is_number: bool = False


EMPTY = Mark(" ")


class Plot(NamedTuple):
    """Rows of marks, and the numbers to the left of some rows.

    The `rounds` drawn are `step` columns apart, from the start, 0, to the last; more than fit are thinned out evenly.
    """

    rows: tuple[tuple[Mark, ...], ...]
    rounds: Sequence[int]
    step: int
    labels: Mapping[int, int]


def places_chart(places: Sequence[Sequence[int]], width: int, height: int, *, home: Set[int] = frozenset()) -> Plot:
    """Return the chart of the cars' places, from 1; `places` has a row per car: on the grid, then after each round.

    It fills the box with up to `MOST_STEP` columns per round and `MOST_APART` rows per place, and is higher than the
    box if a row per place does not fit. Lines are plain characters (see `FINE`); dotted lines continue those of the
    cars in `home`, which have finished.
    """
    apart = max(1, min(MOST_APART, (height - 1) // max(len(places) - 1, 1)))
    heights = [[apart * (place - 1) for place in row] for row in places]
    labels = {apart * place: place + 1 for place in range(len(places))}
    return _chart(heights, width, apart * (len(places) - 1) + 1, labels, home)


NICE: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500)
"""The possible steps between two numbers at the left of a chart."""


def curves_chart(curves: Sequence[Sequence[int]], width: int, height: int, *, falling: bool = False) -> Plot:
    """Return the chart of the cars' values, 0 or more; `curves` has a row per car: at the start, then after each round.

    The highest value is at the top or, if `falling`, at the bottom; the numbers of cars with equal values are side by
    side if there is room.
    """
    most = max((figure for row in curves for figure in row), default=0) or 1
    height = max(height, 2)
    down = min(MOST_APART, (height - 1) // most) * most or height - 1

    def height_of(figure: int) -> int:
        row = round(figure * down / most)
        return row if falling else down - row

    heights = [[height_of(figure) for figure in row] for row in curves]
    nice = next((each for each in NICE if down * each >= 2 * most or down == most), NICE[-1])
    labels = {height_of(figure): figure for figure in range(0, most + 1, nice)}
    return _chart(heights, width, down + 1, labels, beyond=1)


def _chart(
    heights: Sequence[Sequence[int]],
    width: int,
    rows: int,
    labels: Mapping[int, int],
    home: Set[int] = frozenset(),
    beyond: int = 0,
) -> Plot:
    """Return a plot of the cars' lines and numbers, with room in `width` for `beyond` more rounds, if possible."""
    count = max((len(each) for each in heights), default=0)
    every = max(1, ceil((count - 1) / max(1, (width - 1) // LEAST_STEP)))
    heights, rounds = [_thinned(each, every) for each in heights], _thinned(range(count), every)
    columns = len(rounds)
    step = max(LEAST_STEP, min(MOST_STEP, (width - 1) // max(columns - 1 + beyond, 1)))
    marks: dict[tuple[int, int], Mark] = {}
    for car, row in enumerate(heights):
        for index, (one, other) in enumerate(pairwise(row)):
            for across, down, character in _line(step, other - one):
                at = index * step + across, one + down
                marks[at] = _met(marks.get(at), Mark(character, car))
    numbers: dict[tuple[int, int], Mark] = {}
    for car, row in enumerate(heights):
        for index, down in enumerate(row):
            beside = range(index * step, index * step + step - 1)
            free = (across for across in beside if (across, down) not in numbers)
            numbers[next(free, index * step), down] = Mark(str(car + 1), car, is_number=True)
        if car in home:
            for index in range(len(row), columns):
                marks.setdefault((index * step, row[-1]), Mark(".", car))
    marks.update(numbers)
    across = max([(columns - 1) * step, *(x for x, _y in numbers)], default=0) + 1
    drawn = tuple(tuple(marks.get((x, y), EMPTY) for x in range(across)) for y in range(rows))
    return Plot(drawn, rounds, step, labels)


def _thinned(values: Sequence[int], every: int) -> Sequence[int]:
    """Return every nth value and the last."""
    return *values[:-1:every], *values[-1:]


def _line(step: int, down: int) -> Iterator[tuple[int, int, str]]:
    """Yield the characters between two numbers, each after its distance from the first number in columns and in rows.

    The numbers are `step` columns and `down` rows (negative upwards) apart. A line with more columns than rows slants
    in the middle and is level at its ends; one with fewer is upright in the middle.
    """
    sign, slant, rows = (1, "\\", down) if down > 0 else (-1, "/", -down)
    if rows <= step:
        lead = (step - rows) // 2
        for across in range(1, step):
            row = min(max(across - lead, 0), rows)
            yield across, sign * row, slant if 0 < row < rows else "-"
        return
    middle = step // 2
    last = rows - (step - middle)
    for across in range(1, step):
        if across != middle:
            yield across, sign * (across if across < middle else rows - (step - across)), slant
    for row in range(middle, last + 1):
        yield middle, sign * row, slant if row in (middle, last) else "|"


def _met(there: Mark | None, new: Mark) -> Mark:
    if there is None:
        return new
    character = _CROSSINGS.get(frozenset((there.character, new.character)))
    if character is None:
        character = min(there.character, new.character, key=_UPPERMOST.index)
    return Mark(character, new.car if there.car == new.car else None)


def bar(points: Sequence[int], most: int, width: int) -> list[int]:
    """Return the width of each race's part of a bar, in columns; equal totals give equal bars.

    `most` points would fill `width` columns.
    """
    ends = [round(width * total / most) for total in accumulate(points, initial=0)]
    return [end - start for start, end in pairwise(ends)]


def sampled(values: Sequence[float], most: int) -> list[float]:
    """Return evenly spaced values, including the last, at most `most` of them."""
    count = min(len(values), most)
    return [values[round((index + 1) * len(values) / count) - 1] for index in range(count)]


def level_chart(values: Sequence[float], height: int) -> list[str]:
    """Return the rows of a line chart in plain characters (`FINE`), with a column for each of 1 or more values.

    The highest value is at the top.
    """
    low, high = min(values), max(values)
    rows = [round((height - 1) * (high - value) / (high - low or 1)) for value in values]
    drawn = [[" "] * len(rows) for _row in range(height)]
    for index, (before, row) in enumerate(pairwise([rows[0], *rows])):
        for between in range(min(before, row) + 1, max(before, row)):
            drawn[between][index] = "|"
        drawn[row][index] = "-" if row == before else "/" if row < before else "\\"
    return ["".join(row).rstrip() for row in drawn]
