"""The map in single characters: a pair of cells for every station, which is a space or a line across the road."""

from __future__ import annotations

import functools
import itertools
import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from heat_tui.drawing.characters import ASCII, NO_MARKS, Marks, spot_sign
from heat_tui.drawing.geometry import ROW_HEIGHT, Cell, Point, apart, left_of
from heat_tui.drawing.ribbon import Chart, nearest_free, placed_signs, places, sign_widths
from heat_tui.drawing.road import Kind, Line, Road, Spot, road_of
from heat_tui.engine.record import record
from heat_tui.engine.track import SPOTS_PER_SPACE, Track

LEAST_WIDTH, LEAST_HEIGHT = 40, 16
"""The smallest box allowed, in columns and rows; even there, every spot of a track of 200 spaces has its own cell."""

_NEAR = 6.0


def draw_track(track: Track, width: int = 78, height: int = 24, *, marks: Marks = NO_MARKS) -> str:
    """Return the track as at most `height` lines of at most `width` characters, without trailing blanks.

    Every spot is one character; the arrow at the start (>> << ^^ vv) shows the driving direction. The `marks` are
    single characters; the text is ASCII if they are. Raises ValueError for a box below 40 x 16.
    """
    drawn = ascii_map(track, width, height)
    cells = {cell: ASCII.lines[kind] for cell, kind in drawn.lines.items()}
    for sign in drawn.signs:
        is_start = sign.kind is Kind.START
        text = 2 * ASCII.arrows[drawn.start] if is_start else f"<{track.corners[sign.number].limit}>"
        cells.update(zip(sign.cells, text, strict=False))
    cells.update((place.cell, marks.get(spot, spot_sign(track, *spot))) for spot, place in drawn.spots.items())
    rows = ["".join(cells.get((column, row), " ") for column in range(width)).rstrip() for row in range(height)]
    filled = [number for number, row in enumerate(rows) if row]
    return "\n".join(rows[filled[0] : filled[-1] + 1])


@record
class AsciiMap(Chart):
    """A chart in single characters; `lines` has the cells of the lines across the road, which cover no spot."""

    lines: dict[Cell, Kind]


@functools.lru_cache(maxsize=32)
def ascii_map(
    track: Track, width: int, height: int, press: tuple[int, ...] = (), badges: tuple[str, ...] = ()
) -> AsciiMap:
    """Return a track's map, cached; signs have room for `badges`, and at the corners in `press` for the press's mark.

    Raises ValueError for a box smaller than 40 x 16.
    """
    if width < LEAST_WIDTH or height < LEAST_HEIGHT:
        raise ValueError(f"a track needs a box of {LEAST_WIDTH} x {LEAST_HEIGHT}, not {width} x {height}")
    road = road_of(track, width, height)
    cells, lines = _cells(track, road, (width, height))
    own = {*cells.values()}
    crossed = {cell: line.kind for line, across in lines for cell in _crossed(line, across) if cell not in own}
    drawn = (*cells.values(), *crossed)
    beside = Counter((column + step, row) for column, row in drawn for step in (-1, 1))
    ends = [(line, [(column + 0.5, (row + 0.5) * ROW_HEIGHT) for column, row in across]) for line, across in lines]
    signs = placed_signs(ends, sign_widths(track, press, badges), beside.__getitem__, drawn, (width, height))
    spots = places(cells, road, (*crossed, *(cell for sign in signs for cell in sign.cells)), width)
    return AsciiMap(width, height, spots, signs, road.start, crossed)


Pair = tuple[Cell, ...]
"""The cells of a station on a driver's left and right; for a line, one is left out if no free cell is near."""


def _cells(track: Track, road: Road, box: Cell) -> tuple[dict[Spot, Cell], list[tuple[Line, Pair]]]:
    """Return the cells of the spots, and those of the lines, with no cell in common."""
    stations: list[tuple[float, Line | None]] = [(line.middle, line) for line in road.lines]
    stations += [((start + end) / 2, None) for start, end in road.clear]
    stations.sort(key=lambda station: station[0])
    pairs = placed([_ideal(road, along) for along, _line in stations], *box)
    parted = _parted(pairs, [line is None for _along, line in stations], box)
    spots: dict[Spot, Cell] = {}
    lines: list[tuple[Line, Pair]] = []
    for (_along, line), pair in zip(stations, parted, strict=True):
        if line is not None:
            lines.append((line, pair))
            continue
        space = len(spots) // SPOTS_PER_SPACE + 1
        spots[space, 0], spots[space, 1] = pair if track.race_line_side(space) == "left" else reversed(pair)
    return spots, lines


def _ideal(road: Road, along: float) -> Ideal:
    x, y = road.at(along)
    return Ideal((x - 0.5, y - ROW_HEIGHT / 2), left_of(road.heading(along, road.half)))


def _crossed(line: Line, pair: Pair) -> Iterable[Cell]:
    """Return the cells of a line; a corner or start line on one row is filled across a gap of up to two columns."""
    if len(pair) == 2 and pair[0][1] == pair[1][1] and line.kind is not Kind.LEGENDS:
        (first, row), (last, _row) = sorted(pair)
        if last - first <= 3:
            return [(column, row) for column in range(first, last + 1)]
    return pair


def _parted(pairs: Sequence[tuple[Cell, Cell]], spaces: Sequence[bool], box: Cell) -> list[Pair]:
    """Return cells that no two stations share: for spaces, the nearest free ones; then for lines, free ones nearby."""
    taken: set[Cell] = set()
    own: dict[int, Pair] = {}
    for index in sorted(range(len(pairs)), key=lambda index: not spaces[index]):
        cells: list[Cell] = []
        for wish in pairs[index]:
            cell = nearest_free(wish, taken, box)
            if spaces[index] or apart(cell, wish) <= _NEAR:
                taken.add(cell)
                cells.append(cell)
        own[index] = tuple(cells)
    return [own[index] for index in range(len(pairs))]


Steps = tuple[Point, Point]
"""The vectors of the left and the right lane from one station to the next, in the metric of `geometry`."""

_LANE = 1.25
"""The distance of a lane from the middle of the track."""

_OFF_PLACE, _OFF_ANGLE, _OFF_WIDTH, _STAGGERED = 0.7, 8.0, 0.8, 6.0
_UNEVEN, _SAME_CELL, _TOUCHING = 0.5, 400.0, 3.0
_ANGLES, _OPTIONS, _SWEEPS = 4, 18, 8

# The steps from the left cell to the right one: two or three columns on the same row, at most two to the next row.
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
    """A pair of cells that a station may take, and its cost regardless of the stations beside it."""

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
    """Return the cost of the angle and width of a step from the left to the right cell; straight across is cheapest.

    Staggered pairs, which share neither column nor row, cost extra: two of them in succession no longer show
    which spots belong to the same space.
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


def _best_chain(options: Sequence[Sequence[Option]], steps: Sequence[Steps]) -> list[Option]:
    """Return the cheapest chain of options round the lap (Viterbi); every station needs at least two options.

    The search starts from the best option of the station whose best option is cheaper than its second-best by the
    widest margin.
    """
    count = len(options)
    start = max(range(count), key=lambda index: options[index][1].cost - options[index][0].cost)
    first = options[start][0]
    chains = [(first.cost, [first])]
    for index in [*range(start + 1, count), *range(start)]:
        chains = [_lengthened(chains, option, steps[index - 1]) for option in options[index]]
    _cost, (*best, _first) = _lengthened(chains, first, steps[start - 1])
    return best[count - start :] + best[: count - start]


def _lengthened(chains: Sequence[tuple[float, list[Option]]], end: Option, steps: Steps) -> tuple[float, list[Option]]:
    """Return the chain to which an option can be added most cheaply, with that option and with its cost."""
    cheapest, best = math.inf, list[Option]()
    for cost, chain in chains:
        if cost < cheapest:
            together = cost + _step_cost(chain[-1], end, steps)
            if together < cheapest:
                cheapest, best = together, chain
    return cheapest + end.cost, [*best, end]


def _part(chain: list[Option], options: Sequence[Sequence[Option]], steps: Sequence[Steps]) -> None:
    """Improve the chain station by station, avoiding the cells of all other stations, in at most `_SWEEPS` sweeps."""
    taken = Counter(cell for option in chain for cell in (option.left, option.right))
    for _sweep in range(_SWEEPS):
        earlier = list(chain)
        for index, chosen in enumerate(earlier):
            taken.subtract((chosen.left, chosen.right))
            before, after = chain[index - 1], chain[(index + 1) % len(chain)]
            cheapest, best = math.inf, chosen
            for option in options[index]:
                if option.cost >= cheapest:  # so are all that follow
                    break
                cost = option.cost + _crowd_cost(option, taken)
                cost += _step_cost(before, option, steps[index - 1]) + _step_cost(option, after, steps[index])
                if cost < cheapest:
                    cheapest, best = cost, option
            chain[index] = best
            taken.update((best.left, best.right))
        if chain == earlier:
            return


def _crowd_cost(option: Option, taken: Counter[Cell]) -> float:
    cost = 0.0
    for column, row in (option.left, option.right):
        cost += _SAME_CELL * taken[column, row]
        cost += _TOUCHING * ((taken[column - 1, row] > 0) + (taken[column + 1, row] > 0))
    return cost
