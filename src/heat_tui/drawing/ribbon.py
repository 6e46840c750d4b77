"""The ribbon map: a track in half pixels of a terminal, with a cell for every spot and places for its signs."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import NamedTuple

from heat_tui.drawing.geometry import ROW_HEIGHT, Cell, Heading, Point, apart, heading_of, left_of
from heat_tui.drawing.road import SHOULDER, Kind, Line, Material, Painter, Pixels, Road, Spot, road_of
from heat_tui.engine.record import record
from heat_tui.engine.track import SPOTS_PER_SPACE, Track

_NEAR_COLUMNS, _NEAR_ROWS = 4, 2
_WRONG_SIDE, _OFF_ROAD, _OTHER_SPACE, _ON_LINE = 6.0, 2.5, 1.5, 1.5
_LINES = frozenset({Material.CORNER, Material.LEGENDS, Material.START, Material.START_WHITE})


class Place(NamedTuple):
    """The place where a spot is drawn: its own `cell`, and for a car `room` cells of that row from column `left`.

    `heading` is the driving direction there.
    """

    cell: Cell
    heading: Heading
    left: int
    room: int

    @property
    def cells(self) -> list[Cell]:
        return [(self.left + offset, self.cell[1]) for offset in range(self.room)]


def _wishes(track: Track, road: Road, pixels: Pixels, box: Cell, spot: Spot) -> dict[Cell, float]:
    """Return the cost of every cell near the ideal place of a spot."""
    space = spot[0]
    start, end = road.clear[space - 1]
    along = (start + end) / 2
    middle, left = road.at(along), left_of(road.heading(along))
    side = 1 if (track.race_line_side(space) == "left") == (spot[1] == 0) else -1
    lane = side * road.half / 2
    # A car of two cells is centred if its first cell is half a column to the left.
    x = middle[0] + lane * left[0] - (0.5 if road.half < 2.5 else 0.0)
    y = middle[1] + lane * left[1]
    column, row = math.floor(x), math.floor(y / ROW_HEIGHT)
    found: dict[Cell, float] = {}
    for c, r in itertools.product(
        range(max(column - _NEAR_COLUMNS, 0), min(column + _NEAR_COLUMNS + 1, box[0])),
        range(max(row - _NEAR_ROWS, 0), min(row + _NEAR_ROWS + 1, box[1])),
    ):
        dx, dy = c + 0.5 - x, (r + 0.5) * ROW_HEIGHT - y
        cost = dx * dx + dy * dy
        if side * ((x + dx - middle[0]) * left[0] + (y + dy - middle[1]) * left[1]) <= 0:
            cost += _WRONG_SIDE
        found[c, r] = cost + sum(_strange(pixels, pixel, space) for pixel in _halves(box[0], c, r))
    return found


def _halves(width: int, column: int, row: int) -> tuple[int, int]:
    upper = 2 * row * width + column
    return upper, upper + width


def _strange(pixels: Pixels, pixel: int, space: int) -> float:
    """Return the cost of a half pixel for a spot of a space: 0 if it looks like part of that space."""
    owner = pixels.spaces[pixel]
    if not owner:
        return _OFF_ROAD
    return (_OTHER_SPACE if owner != space else 0.0) + (_ON_LINE if pixels.top[pixel] in _LINES else 0.0)


def _spot_cells(track: Track, road: Road, pixels: Pixels, width: int, height: int) -> dict[Spot, Cell]:
    """Return a cell for each spot, near its place on the road: the cheapest wishes come first.

    A spot that finds no cell near its place gets the nearest free cell.
    """
    wishes = {
        (space, spot): _wishes(track, road, pixels, (width, height), (space, spot))
        for space in range(1, track.spaces + 1)
        for spot in range(SPOTS_PER_SPACE)
    }
    edges = sorted((cost, spot, cell) for spot, wished in wishes.items() for cell, cost in wished.items())
    cells: dict[Spot, Cell] = {}
    taken: set[Cell] = set()
    for _cost, spot, cell in edges:
        if spot not in cells and cell not in taken:
            cells[spot] = cell
            taken.add(cell)
    for spot, wished in wishes.items():
        if spot not in cells:
            cells[spot] = nearest_free(min(wished, key=wished.__getitem__), taken, (width, height))
            taken.add(cells[spot])
    return cells


def nearest_free(wish: Cell, taken: Container[Cell], box: Cell) -> Cell:
    """Return the wished cell of a box, or if it is taken, the nearest one that is not."""
    if wish not in taken:
        return wish
    everywhere = itertools.product(range(box[0]), range(box[1]))
    return min((cell for cell in everywhere if cell not in taken), key=lambda cell: apart(cell, wish))


def places(
    cells: Mapping[Spot, Cell],
    road: Road,
    taken: Iterable[Cell],
    width: int,
    own: Callable[[Cell, int], int] = lambda _cell, _space: 2,
) -> dict[Spot, Place]:
    """Return every spot with its room for a car: no two rooms share a cell, and none uses a cell of `taken`.

    `own` gives the number of half pixels of a cell that belong to a space.
    """
    used = {*cells.values(), *taken}
    headings = [heading_of(road.heading((first + last) / 2, road.half)) for first, last in road.clear]
    rooms = {spot: (column, column + 1) for spot, (column, _row) in cells.items()}
    # Cells on the asphalt of the car's space come first; a second cell may be off it, a third may not.
    for room, least in ((2, 2), (2, 1), (2, 0), (3, 2)):
        for spot, (left, right) in rooms.items():
            row = cells[spot][1]
            ends = [
                (own((column, row), spot[0]), column >= right, column)
                for column in (left - 1, right)
                if 0 <= column < width and (column, row) not in used
            ]
            halves, _to_the_right, column = max(ends, default=(-1, False, left))
            if right - left < room and halves >= least:
                rooms[spot] = min(left, column), max(right, column + 1)
                used.add((column, row))
    return {
        spot: Place(cell, headings[spot[0] - 1], rooms[spot][0], rooms[spot][1] - rooms[spot][0])
        for spot, cell in cells.items()
    }


LEAST_WIDTH, LEAST_HEIGHT = 40, 12
"""The smallest box, in columns and rows, in which the road is recognisable."""


@record
class Chart:
    """A track drawn into a box of `width` columns and `height` rows.

    `spots` has the cell of every (space, spot) and the room for a car there, spot 0 being on the race line; no two
    spots share a cell. `signs` are the corners' limits and the start's flag, if they found a place; they cover no spot
    and no room. `start` is the driving direction at the start/finish line.
    """

    width: int
    height: int
    spots: dict[Spot, Place]
    signs: tuple[Sign, ...]
    start: Heading

    def spot_at(self, column: int, row: int) -> Spot | None:
        """Return the spot whose car would cover a cell, None if no car would."""
        return next((spot for spot, place in self.spots.items() if (column, row) in place.cells), None)


@record
class Ribbon(Chart):
    """A chart with the half pixels of its road."""

    pixels: Pixels

    def spot_at(self, column: int, row: int) -> Spot | None:
        """Return the spot whose car would cover a cell, else the nearer spot of the cell's space; None off the road."""
        known = Chart.spot_at(self, column, row)
        if known is not None or not (0 <= column < self.width and 0 <= row < self.height):
            return known
        upper, lower = _halves(self.width, column, row)
        space = self.pixels.spaces[upper] or self.pixels.spaces[lower]
        if not space:
            return None
        spots = [(space, spot) for spot in range(SPOTS_PER_SPACE)]
        return min(spots, key=lambda spot: apart(self.spots[spot].cell, (column, row)))


@functools.lru_cache(maxsize=16)
def ribbon(track: Track, width: int, height: int, press: tuple[int, ...] = ()) -> Ribbon:
    """Return a track's map, cached; the signs at the corners in `press` have room for the mark of the press.

    Raises ValueError for a box below 40 x 12.
    """
    if width < LEAST_WIDTH or height < LEAST_HEIGHT:
        raise ValueError(f"a ribbon needs a box of {LEAST_WIDTH} x {LEAST_HEIGHT}, not {width} x {height}")
    road = road_of(track, width, height)
    pixels = Painter(road, width, height).paint()
    cells = _spot_cells(track, road, pixels, width, height)

    @functools.cache
    def hides(cell: Cell) -> float:
        return sum(_HIDING.get(pixels.top[pixel], _ON_ASPHALT) for pixel in _halves(width, *cell))

    def own(cell: Cell, space: int) -> int:
        return sum(pixels.spaces[pixel] == space for pixel in _halves(width, *cell))

    ends = [(line, _ends(road, line)) for line in road.lines]
    signs = placed_signs(ends, sign_widths(track, press), hides, cells.values(), (width, height))
    spots = places(cells, road, (cell for sign in signs for cell in sign.cells), width, own)
    return Ribbon(width, height, spots, signs, road.start, pixels)


FLAG_WIDTH = 3
"""The width of the start's sign: two cells of chequers and one for the driving direction."""

_FLAG_GAP = 2.5  # columns: keeps the flag's chequers from looking like part of the line
_REACH_COLUMNS, _REACH_ROWS = 9, 4
_ON_ASPHALT, _ON_SHOULDER, _FAR = 4.0, 1.5, 1.0
_HIDING: Mapping[int, float] = {
    **dict.fromkeys((Material.GRASS, Material.MOWN), 0.0),
    **dict.fromkeys((Material.SHOULDER, Material.KERB, Material.KERB_WHITE), _ON_SHOULDER),
}
"""The cost of hiding a half pixel, by its material; for any other material, the cost is `_ON_ASPHALT`."""


class Sign(NamedTuple):
    """A sign of `width` cells, from `cell` to the right; `number` is its corner's index, 0 for the start."""

    kind: Kind
    number: int
    cell: Cell
    width: int

    @property
    def cells(self) -> list[Cell]:
        column, row = self.cell
        return [(column + offset, row) for offset in range(self.width)]


def sign_widths(track: Track, press: Sequence[int], badges: Sequence[str] = ()) -> list[int]:
    """Return the widths of the corners' signs; `press` has the press corners, `badges` any texts after the limits.

    A sign has room for its limit between blanks and for a change by one (" 7 ", "9→10"), and for any press mark.
    """
    return [
        len(f"{corner.limit}→{corner.limit + 1}") + (index in press) + (len(badges[index]) if badges else 0)
        for index, corner in enumerate(track.corners)
    ]


def placed_signs(
    ends: Sequence[tuple[Line, Sequence[Point]]],
    widths: Sequence[int],
    hides: Callable[[Cell], float],
    taken: Iterable[Cell],
    box: Cell,
) -> tuple[Sign, ...]:
    """Return the signs that find a place outside `taken`; `widths` are those of the corners' signs.

    `ends` are the lines, each with the points that its sign may be near; `hides` is the cost of covering a cell.
    """
    found: list[Sign] = []
    used = set(taken)
    for line, near in sorted(ends, key=lambda each: each[0].kind is Kind.START):
        if line.kind is Kind.LEGENDS:
            continue
        width = FLAG_WIDTH if line.kind is Kind.START else widths[line.number]
        options = [
            (_cost(cell, width, near, hides), cell)
            for cell in _near(near, width, box)
            if not any((cell[0] + offset, cell[1]) in used for offset in range(width))
        ]
        if options:
            sign = Sign(line.kind, line.number, min(options)[1], width)
            found.append(sign)
            used.update(sign.cells)
    return tuple(found)


def _ends(road: Road, line: Line) -> list[Point]:
    """Return the two places beside the road at the ends of the line."""
    (x, y), (dx, dy) = road.at(line.middle), left_of(road.heading(line.middle))
    reach = road.half + SHOULDER + 0.5 + (_FLAG_GAP if line.kind is Kind.START else 0.0)
    return [(x + side * reach * dx, y + side * reach * dy) for side in (1, -1)]


def _near(ends: Sequence[Point], width: int, box: Cell) -> set[Cell]:
    near: set[Cell] = set()
    for x, y in ends:
        column, row = math.floor(x), math.floor(y / ROW_HEIGHT)
        columns = range(max(column - _REACH_COLUMNS - width, 0), min(column + _REACH_COLUMNS, box[0] - width) + 1)
        rows = range(max(row - _REACH_ROWS, 0), min(row + _REACH_ROWS, box[1] - 1) + 1)
        near.update(itertools.product(columns, rows))
    return near


def _cost(cell: Cell, width: int, ends: Sequence[Point], hides: Callable[[Cell], float]) -> float:
    """Return the cost of placing a sign: its distance from its line, and the cost of the cells that it hides."""
    column, row = cell
    middle = (row + 0.5) * ROW_HEIGHT
    away = min(
        math.hypot(max(column + 0.5 - x, x - (column + width - 0.5), 0.0), middle - y) * _FAR
        + 0.1 * abs(column + width / 2 - x)
        for x, y in ends
    )
    return away + sum(hides((column + offset, row)) for offset in range(width))
