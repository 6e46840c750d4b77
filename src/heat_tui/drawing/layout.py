"""The cells of a terminal that the spots and lines of a track occupy."""

from __future__ import annotations

import functools
import itertools
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import NamedTuple

from heat_tui.drawing.geometry import ROW_HEIGHT, Loop, Point, fit, left_of, spread
from heat_tui.engine.record import record
from heat_tui.engine.track import Track

LEAST_WIDTH, LEAST_HEIGHT = 40, 16
"""The smallest box allowed, in columns and rows; even there, every spot of a track of 200 spaces has its own cell."""

_MARGIN_COLUMNS, _MARGIN_ROWS = 4.5, 0.5
_LINE_ROOM = 0.75  # mean lengths of a space: the part of the lap that each line across the track takes up
_LINE_REACH = 3.0  # spaces: the standard deviation of the curve by which neighbouring spaces give up room for a line
_LEAST_GAP = 0.3  # of the mean length of a space
_NEAR = 6.0


class Kind(Enum):
    """The kind of a station: a space, or one of the lines across the track."""

    SPACE = "space"
    CORNER = "corner line"
    LEGENDS = "legends line"
    START = "start/finish line"


class Heading(Enum):
    """The driving direction, as seen on the screen."""

    UP = "up"
    RIGHT = "right"
    DOWN = "down"
    LEFT = "left"


@record
class Station:
    """A space or a line across the track.

    `number` is the space, the index of the line's corner, or 0 for the start/finish line. `cells` are its left and its
    right cell in driving direction; a line lacks a cell if no free one is near.
    """

    kind: Kind
    number: int
    cells: tuple[Cell, ...]


@record
class Layout:
    """The stations in driving order from space 1, with no cell in common; `spots` gives the cell of each spot."""

    width: int
    height: int
    stations: tuple[Station, ...]
    spots: dict[Spot, Cell]


@functools.lru_cache(maxsize=32)
def lay_out(track: Track, width: int, height: int) -> Layout:
    """Return the layout of a track in a box of this size, cached. Raises ValueError for a box below 40 x 16."""
    if width < LEAST_WIDTH or height < LEAST_HEIGHT:
        raise ValueError(f"a track needs a box of {LEAST_WIDTH} x {LEAST_HEIGHT}, not {width} x {height}")
    lines = lines_after(track)
    signs: list[tuple[Kind, int]] = []
    for space in range(1, track.spaces + 1):
        signs += [(Kind.SPACE, space), *lines.get(space, [])]
    pairs = placed(_ideals(track, lines, width, height), width, height)
    stations = _parted(signs, pairs, width, height)
    spots: dict[Spot, Cell] = {}
    for station in stations:
        if station.kind is Kind.SPACE:
            left, right = station.cells
            race_line_first = track.race_line_side(station.number) == "left"
            spots[station.number, 0], spots[station.number, 1] = (left, right) if race_line_first else (right, left)
    return Layout(width, height, tuple(stations), spots)


def heading_of(direction: Point) -> Heading:
    """Return the nearest of the four directions; y grows downwards."""
    dx, dy = direction
    if abs(dx) >= abs(dy):
        return Heading.RIGHT if dx >= 0 else Heading.LEFT
    return Heading.DOWN if dy >= 0 else Heading.UP


Lines = Mapping[int, Sequence[tuple[Kind, int]]]
"""The lines after each space in driving order, each with the index of its corner, 0 for the start/finish line."""


def lines_after(track: Track) -> Lines:
    """Return the lines after each space in driving order.

    A corner line comes before a legends line at the same place; one legends line serves both lines of a chicane.
    """
    lines: dict[int, list[tuple[Kind, int]]] = {track.spaces: [(Kind.START, 0)]}
    for index, corner in enumerate(track.corners):
        lines.setdefault(corner.line_after, []).append((Kind.CORNER, index))
    legends_lines = {corner.legends_line_after: index for index, corner in enumerate(track.corners)}
    for space, index in legends_lines.items():
        lines.setdefault(space, []).append((Kind.LEGENDS, index))
    return lines


def _ideals(track: Track, lines: Lines, width: int, height: int) -> list[Ideal]:
    """Return the ideal place of every station: spaces as in the outline, but pushed apart by lines."""
    box = width - 1 - 2 * _MARGIN_COLUMNS, (height - 1 - 2 * _MARGIN_ROWS) * ROW_HEIGHT
    loop = Loop([(x + _MARGIN_COLUMNS, y + _MARGIN_ROWS * ROW_HEIGHT) for x, y in fit(track.outline, *box)])
    mean = loop.length / track.spaces
    extra = [len(lines.get(space, [])) * _LINE_ROOM * mean for space in range(1, track.spaces + 1)]
    gaps = [
        max(end - start + more - less, _LEAST_GAP * mean)
        for (start, end), more, less in zip(
            itertools.pairwise([*loop.marks, loop.length]), extra, spread(extra, _LINE_REACH), strict=True
        )
    ]
    scale = loop.length / sum(gaps) if loop.length else 0.0
    ideals: list[Ideal] = []
    start = 0.0
    for space, gap in enumerate(gaps, start=1):
        count = 1 + len(lines.get(space, []))
        for number in range(count):
            distance = start + gap * scale * number / count
            ideals.append(Ideal(loop.at(distance), left_of(loop.heading(distance))))
        start += gap * scale
    return ideals


def _parted(signs: list[tuple[Kind, int]], pairs: list[tuple[Cell, Cell]], width: int, height: int) -> list[Station]:
    """Return the stations with separate cells: spots take the nearest free cells, lines only near ones."""
    box = list(itertools.product(range(width), range(height)))
    taken: set[Cell] = set()
    own: dict[int, tuple[Cell, ...]] = {}
    spaces_first = sorted(range(len(signs)), key=lambda index: signs[index][0] is not Kind.SPACE)
    for index in spaces_first:
        cells: list[Cell] = []
        for wish in pairs[index]:
            cell = wish
            if wish in taken:
                cell = min((each for each in box if each not in taken), key=lambda each: _apart(each, wish))
                if signs[index][0] is not Kind.SPACE and _apart(cell, wish) > _NEAR:
                    continue
            taken.add(cell)
            cells.append(cell)
        own[index] = tuple(cells)
    return [Station(kind, number, own[index]) for index, (kind, number) in enumerate(signs)]


def _apart(a: Cell, b: Cell) -> float:
    return math.hypot(a[0] - b[0], (a[1] - b[1]) * ROW_HEIGHT)


Cell = tuple[int, int]
"""A column and a row, both from 0, counted from the top left."""

Spot = tuple[int, int]
"""A space, and 0 for its race-line spot or 1 for the off spot."""

Steps = tuple[Point, Point]
"""The vectors of the left and the right lane from one station to the next, in the metric of `geometry`."""

_LANE = 1.25
"""The distance of a lane from the middle of the track."""

_OFF_PLACE, _OFF_ANGLE, _OFF_WIDTH, _STAGGERED = 0.7, 8.0, 0.8, 6.0
_UNEVEN, _SAME_CELL, _TOUCHING = 0.5, 400.0, 3.0
_ANGLES, _OPTIONS, _SWEEPS = 4, 26, 8

# From the left cell to the right one: two or three columns apart on one row, at most two on neighbouring rows.
_ACROSS: tuple[Cell, ...] = tuple(
    (columns, rows)
    for columns in range(-3, 4)
    for rows in (-1, 0, 1)
    if (abs(columns) < 3 if rows else abs(columns) > 1)
)


class Ideal(NamedTuple):
    """The place where a station belongs: the middle of the track there, and the unit vector to its left."""

    middle: Point
    left: Point


class Option(NamedTuple):
    """A pair of cells that a station may take, and its cost without regard to the neighbours."""

    cost: float
    left: Cell
    right: Cell


def placed(ideals: Sequence[Ideal], width: int, height: int) -> list[tuple[Cell, Cell]]:
    """Return the left and the right cell of every station; cells may still coincide if room is short."""
    options = [_options(ideal, width, height) for ideal in ideals]
    steps = [_lane_steps(start, end) for start, end in zip(ideals, [*ideals[1:], ideals[0]], strict=True)]
    chain = _best_chain(options, steps)
    _part(chain, options, steps)
    return [(option.left, option.right) for option in chain]


def _options(ideal: Ideal, width: int, height: int) -> list[Option]:
    """Return the best pairs of cells for one station alone, the best first."""
    x = min(max(ideal.middle[0], 0.0), width - 1.0)  # a curve through a jagged outline may leave the box
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
    """Return the cost of the angle and width of a step from the left cell to the right, compared to straight across.

    Staggered pairs, which share neither column nor row, cost extra: two of them in succession no longer show
    which spots belong to one space.
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
    """Return the cost of uneven lanes, and of touching or shared cells, from one station to the next."""
    cost = 0.0
    for a, b, (dx, dy) in ((start.left, end.left, steps[0]), (start.right, end.right, steps[1])):
        cost += ((b[0] - a[0] - dx) ** 2 + ((b[1] - a[1]) * ROW_HEIGHT - dy) ** 2) * _UNEVEN
        for other in (end.left, end.right):
            if a[1] == other[1] and -2 < a[0] - other[0] < 2:
                cost += _SAME_CELL if a == other else _TOUCHING
    return cost


def _clearness(options: Sequence[Option]) -> float:
    """Return the difference in cost between the best option and the second, infinite without a second."""
    return options[1].cost - options[0].cost if len(options) > 1 else math.inf


def _best_chain(options: Sequence[Sequence[Option]], steps: Sequence[Steps]) -> list[Option]:
    """Return the cheapest chain of options round the lap (Viterbi).

    It starts with the best option of the station whose best option is cheaper than its second by the widest margin.
    """
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
    """Improve the chain station by station, now avoiding the cells of all others, in at most `_SWEEPS` sweeps."""
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
