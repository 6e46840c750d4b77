"""The spots of the ribbon map: a cell for each, and room for a car on it."""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from heat_tui.drawing.geometry import ROW_HEIGHT, left_of
from heat_tui.drawing.layout import Cell, Heading, Spot
from heat_tui.drawing.ribbon_road import Material, Pixels, Road
from heat_tui.engine.track import SPOTS_PER_SPACE, Track

_NEAR_COLUMNS, _NEAR_ROWS = 4, 2
_WRONG_SIDE, _OFF_ROAD, _OTHER_SPACE, _ON_LINE = 6.0, 2.5, 1.5, 1.5
_MOST_ROOM = 3
_SWEEPS = 3
_LINES = frozenset({Material.CORNER, Material.LEGENDS, Material.START, Material.START_WHITE})


class Place(NamedTuple):
    """The place where a spot is drawn: its own `cell`, and for a car `room` cells of that row from column `left`."""

    cell: Cell
    heading: Heading
    left: int
    room: int

    @property
    def cells(self) -> list[Cell]:
        """The cells that a car is drawn in."""
        return [(self.left + offset, self.cell[1]) for offset in range(self.room)]


def spot_cells(track: Track, road: Road, pixels: Pixels, width: int, height: int) -> dict[Spot, Cell]:
    """Return a cell for each spot, near its place on the road. Raises ValueError if there are too few cells."""
    if width * height < SPOTS_PER_SPACE * track.spaces:
        raise ValueError(f"{track.spaces} spaces do not fit into {width} x {height} cells")
    wishes = {
        (space, spot): _wishes(track, road, pixels, (width, height), (space, spot))
        for space in range(1, track.spaces + 1)
        for spot in range(SPOTS_PER_SPACE)
    }
    return _shared_out(wishes, width, height)


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
    """Return the two half pixels of a cell."""
    upper = 2 * row * width + column
    return upper, upper + width


def _strange(pixels: Pixels, pixel: int, space: int) -> float:
    """Return the cost of a half pixel that does not look like part of a space."""
    owner = pixels.spaces[pixel]
    if not owner:
        return _OFF_ROAD
    return (_OTHER_SPACE if owner != space else 0.0) + (_ON_LINE if pixels.top[pixel] in _LINES else 0.0)


def _shared_out(wishes: Mapping[Spot, Mapping[Cell, float]], width: int, height: int) -> dict[Spot, Cell]:
    """Assign the cells, the cheapest wishes first; spots left over make others move aside."""
    edges = sorted((cost, spot, cell) for spot, cells in wishes.items() for cell, cost in cells.items())
    cells: dict[Spot, Cell] = {}
    owners: dict[Cell, Spot] = {}
    for _cost, spot, cell in edges:
        if spot not in cells and cell not in owners:
            cells[spot], owners[cell] = cell, spot
    for spot in wishes:
        if spot not in cells:
            _make_room(spot, wishes, cells, owners, itertools.product(range(width), range(height)))
    for _sweep in range(_SWEEPS):
        if not _swapped(wishes, cells, owners):
            break
    return cells


def _make_room(
    spot: Spot,
    wishes: Mapping[Spot, Mapping[Cell, float]],
    cells: dict[Spot, Cell],
    owners: dict[Cell, Spot],
    everywhere: Iterable[Cell],
) -> None:
    """Find the cheapest chain of moves that ends on a free cell (Dijkstra); if there is none, take any free cell."""
    queue: list[tuple[float, Spot, tuple[Cell, ...]]] = [(0.0, spot, ())]
    seen: set[Spot] = set()
    while queue:
        cost, mover, chain = heapq.heappop(queue)
        if mover in seen:
            continue
        seen.add(mover)
        for cell, wish in wishes[mover].items():
            owner = owners.get(cell)
            if owner is None:
                _move_along(spot, (*chain, cell), cells, owners)
                return
            if owner not in seen:
                step = max(wish - (wishes[mover][cells[mover]] if mover in cells else 0.0), 0.0)
                heapq.heappush(queue, (cost + step, owner, (*chain, cell)))
    free = next(cell for cell in everywhere if cell not in owners)
    cells[spot], owners[free] = free, spot


def _move_along(spot: Spot, chain: tuple[Cell, ...], cells: dict[Spot, Cell], owners: dict[Cell, Spot]) -> None:
    mover: Spot | None = spot
    for cell in chain:
        if mover is None:
            break
        pushed = owners.get(cell)
        cells[mover], owners[cell] = cell, mover
        mover = pushed


def _swapped(wishes: Mapping[Spot, Mapping[Cell, float]], cells: dict[Spot, Cell], owners: dict[Cell, Spot]) -> bool:
    """Move spots to better free cells, and exchange two if both together gain; return whether anything changed."""
    changed = False
    for spot, wished in wishes.items():
        here = wished.get(cells[spot], math.inf)
        for cell, cost in wished.items():
            if cost >= here:
                continue
            other = owners.get(cell)
            if other is not None:
                back = wishes[other].get(cells[spot], math.inf)
                if cost + back >= here + wishes[other].get(cell, math.inf):
                    continue
            old = cells[spot]
            del owners[old]
            if other is not None:
                cells[other], owners[old] = old, other
            cells[spot], owners[cell] = cell, spot
            here, changed = cost, True
    return changed


def places(
    cells: Mapping[Spot, Cell],
    headings: Sequence[Heading],
    taken: Iterable[Cell],
    width: int,
    own: Callable[[Cell, int], int] = lambda _cell, _space: 2,
) -> dict[Spot, Place]:
    """Return every spot with its room for a car: no two rooms share a cell, and none uses a cell of `taken`.

    `headings` are those of the spaces; `own` gives the number of halves of a cell that belong to a space.
    """
    used = {*cells.values(), *taken}
    rooms = {spot: [column, column + 1] for spot, (column, _row) in cells.items()}

    def grow(spot: Spot, least: int) -> None:
        row = cells[spot][1]
        left, right = rooms[spot]
        options = [
            (own((column, row), spot[0]), column >= right, column)
            for column in (left - 1, right)
            if 0 <= column < width and (column, row) not in used
        ]
        if options:
            halves, to_the_right, column = max(options)
            if halves >= least:
                rooms[spot] = [left, right + 1] if to_the_right else [left - 1, right]
                used.add((column, row))

    for room in range(2, _MOST_ROOM + 1):
        # Rooms on their own asphalt come first; a second cell may extend over its edge, a third may not.
        for least in (2, 1, 0) if room == 2 else (2,):
            for spot in cells:
                if rooms[spot][1] - rooms[spot][0] < room:
                    grow(spot, least)
    return {
        spot: Place(cell, headings[spot[0] - 1], rooms[spot][0], rooms[spot][1] - rooms[spot][0])
        for spot, cell in cells.items()
    }


def own_halves(pixels: Pixels, width: int, cell: Cell, space: int) -> int:
    """Return the number of halves of a cell that belong to a space."""
    return sum(pixels.spaces[pixel] == space for pixel in _halves(width, *cell))
