"""The ribbon map: a track in half pixels of a terminal, with a cell for every spot and places for its signs."""

from __future__ import annotations

import functools
import itertools
import math
from typing import NamedTuple

from heat_tui.drawing.geometry import ROW_HEIGHT, Point, left_of
from heat_tui.drawing.layout import Cell, Heading, Kind, Spot, heading_of
from heat_tui.drawing.ribbon_road import SHOULDER, Line, Material, Painter, Pixels, Road, road_of
from heat_tui.drawing.ribbon_spots import Place, own_halves, places, spot_cells
from heat_tui.engine.record import record
from heat_tui.engine.track import SPOTS_PER_SPACE, Track

LEAST_WIDTH, LEAST_HEIGHT = 40, 12
"""The smallest box in which the road is recognisable."""


@record
class Ribbon:
    """A track drawn into a box of `width` columns and `height` rows.

    `spots` has the cell of every (space, spot) and the room for a car there, spot 0 being on the race line; no two
    spots share a cell. `signs` are the corners' limits and the start's flag, which cover no spot and no room. `start`
    is the driving direction at the start/finish line.
    """

    width: int
    height: int
    pixels: Pixels
    spots: dict[Spot, Place]
    signs: tuple[Sign, ...]
    start: Heading
    owners: dict[Cell, Spot]

    def spot_at(self, column: int, row: int) -> Spot | None:
        """Return the spot whose car covers a cell, else the nearer spot of the cell's space; None off the road."""
        known = self.owners.get((column, row))
        if known is not None or not (0 <= column < self.width and 0 <= row < self.height):
            return known
        upper = 2 * row * self.width + column
        space = self.pixels.spaces[upper] or self.pixels.spaces[upper + self.width]
        if not space:
            return None
        return min(((space, spot) for spot in range(SPOTS_PER_SPACE)), key=lambda spot: self._apart(spot, column, row))

    def _apart(self, spot: Spot, column: int, row: int) -> float:
        (x, y), _heading, _left, _room = self.spots[spot]
        return (x - column) ** 2 + ((y - row) * ROW_HEIGHT) ** 2


@functools.lru_cache(maxsize=16)
def ribbon(track: Track, width: int, height: int, press: tuple[int, ...] = ()) -> Ribbon:
    """Return the ribbon map of a track, cached; `press` are the corners with room for the press.

    Raises ValueError for a box below 40 x 12 or with fewer cells than the track has spots.
    """
    if width < LEAST_WIDTH or height < LEAST_HEIGHT:
        raise ValueError(f"a ribbon needs a box of {LEAST_WIDTH} x {LEAST_HEIGHT}, not {width} x {height}")
    road = road_of(track, width, height)
    pixels = Painter(road, width, height).paint()
    cells = spot_cells(track, road, pixels, width, height)
    placed_signs = signs(track, road, pixels, set(cells.values()), (width, height), press=press)
    taken = {cell for sign in placed_signs for cell in sign.cells}
    headings = [heading_of(road.heading((first + last) / 2, road.half)) for first, last in road.clear]
    spots = places(cells, headings, taken, width, functools.partial(own_halves, pixels, width))
    start = next(line for line in road.lines if line.kind is Kind.START)
    return Ribbon(
        width,
        height,
        pixels,
        spots,
        placed_signs,
        heading_of(road.heading(start.middle, road.half)),
        {cell: spot for spot, place in spots.items() for cell in place.cells},
    )


FLAG_WIDTH = 3
"""The width of the start's sign: two cells of chequers and one for the driving direction."""

_FLAG_GAP = 2.5  # so that the flag's chequers do not look like part of the line
_REACH_COLUMNS, _REACH_ROWS = 9, 4
_ON_ASPHALT, _ON_SHOULDER, _FAR = 4.0, 1.5, 1.0
_GREEN = frozenset({Material.GRASS, Material.MOWN})
_SIDE = frozenset({Material.SHOULDER, Material.KERB, Material.KERB_WHITE})


class Sign(NamedTuple):
    """A sign of `width` cells, from `cell` to the right; `number` is its corner's index, 0 for the start."""

    kind: Kind
    number: int
    cell: Cell
    width: int

    @property
    def cells(self) -> list[Cell]:
        """The cells that the sign covers."""
        column, row = self.cell
        return [(column + offset, row) for offset in range(self.width)]


def sign_width(limit: int, *, press: bool = False) -> int:
    """Return the cells for a limit with a blank on both sides, and for a change of it by one: " 7 ", "7→6", "9→10".

    A press corner's mark takes one more.
    """
    return max(len(str(limit)) + 2, len(str(limit)) + 1 + len(str(limit + 1))) + press


def signs(
    track: Track, road: Road, pixels: Pixels, taken: set[Cell], box: Cell, *, press: tuple[int, ...] = ()
) -> tuple[Sign, ...]:
    """Return the signs of all corner lines and of the start that find a place; they cover no cell of `taken`.

    At the corners of `press`, by index, there is room for the press as well.
    """
    found: list[Sign] = []
    used = set(taken)
    for line in sorted(road.lines, key=lambda line: line.kind is Kind.START):
        if line.kind is Kind.LEGENDS:
            continue
        if line.kind is Kind.START:
            width = FLAG_WIDTH
        else:
            width = sign_width(track.corners[line.number].limit, press=line.number in press)
        cell = _best(road, line, width, pixels, used, box)
        if cell is not None:
            sign = Sign(line.kind, line.number, cell, width)
            found.append(sign)
            used.update(sign.cells)
    return tuple(found)


def _best(road: Road, line: Line, width: int, pixels: Pixels, used: set[Cell], box: Cell) -> Cell | None:
    ends = _ends(road, line)
    options = [
        (_cost(cell, width, ends, pixels, box[0]), cell)
        for cell in _near(ends, width, box)
        if not any((cell[0] + offset, cell[1]) in used for offset in range(width))
    ]
    return min(options)[1] if options else None


def _ends(road: Road, line: Line) -> list[Point]:
    """Return the two places beside the road at the ends of the line."""
    (x, y), (dx, dy) = road.at(line.middle), left_of(road.heading(line.middle))
    reach = road.half + SHOULDER + 0.5 + (_FLAG_GAP if line.kind is Kind.START else 0.0)
    return [(x + side * reach * dx, y + side * reach * dy) for side in (1, -1)]


def _near(ends: list[Point], width: int, box: Cell) -> set[Cell]:
    near: set[Cell] = set()
    for x, y in ends:
        column, row = math.floor(x), math.floor(y / ROW_HEIGHT)
        columns = range(max(column - _REACH_COLUMNS - width, 0), min(column + _REACH_COLUMNS, box[0] - width) + 1)
        near.update(
            itertools.product(columns, range(max(row - _REACH_ROWS, 0), min(row + _REACH_ROWS, box[1] - 1) + 1))
        )
    return near


def _cost(cell: Cell, width: int, ends: list[Point], pixels: Pixels, columns: int) -> float:
    """Return the cost of a sign's place: its distance from its line, and the pixels that it hides."""
    column, row = cell
    middle = (row + 0.5) * ROW_HEIGHT
    cost = min(
        math.hypot(max(column + 0.5 - x, x - (column + width - 0.5), 0.0), middle - y) * _FAR
        + 0.1 * abs(column + width / 2 - x)
        for x, y in ends
    )
    for offset in range(width):
        for pixel in (2 * row * columns + column + offset, (2 * row + 1) * columns + column + offset):
            if pixels.top[pixel] not in _GREEN:
                cost += _ON_SHOULDER if pixels.top[pixel] in _SIDE else _ON_ASPHALT
    return cost
