"""The ribbon map: a track as half pixels of a terminal, with a cell for every spot and places for its signs."""

from __future__ import annotations

import functools
from dataclasses import dataclass

from heat_tui.drawing.geometry import ROW_HEIGHT
from heat_tui.drawing.layout import Kind
from heat_tui.drawing.placing import Cell
from heat_tui.drawing.ribbon_pixels import Painter, Pixels
from heat_tui.drawing.ribbon_road import road_of
from heat_tui.drawing.ribbon_signs import Sign, signs
from heat_tui.drawing.ribbon_spots import Heading, Place, Spot, heading_of, places, spot_cells
from heat_tui.engine.track import SPOTS_PER_SPACE, Track

LEAST_WIDTH, LEAST_HEIGHT = 40, 12
"""A smaller box shows no road any more."""


@dataclass(frozen=True, slots=True)
class Ribbon:
    """A track drawn into a box of `width` columns and `height` rows.

    `spots` has the cell and the car's room of every (space, spot), spot 0 being on the race line; no two share
    a cell. `signs` are the corners' limits and the start's flag, which cover no spot and no room. `start` is the
    driving direction at the start/finish line.
    """

    width: int
    height: int
    pixels: Pixels
    spots: dict[Spot, Place]
    signs: tuple[Sign, ...]
    start: Heading
    owners: dict[Cell, Spot]

    def spot_at(self, column: int, row: int) -> Spot | None:
        """The spot that a cell belongs to: by its car's room, else the nearer one of the space; None off the road."""
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
    """The ribbon map of a track, which is drawn once and remembered; `press` are the corners with room for the press.

    Raises ValueError for a box below 40 x 12 or with fewer cells than the track has spots.
    """
    if width < LEAST_WIDTH or height < LEAST_HEIGHT:
        raise ValueError(f"a ribbon needs a box of {LEAST_WIDTH} x {LEAST_HEIGHT}, not {width} x {height}")
    road = road_of(track, width, height)
    pixels = Painter(road, width, height).paint()
    cells = spot_cells(track, road, pixels, width, height)
    placed_signs = signs(track, road, pixels, set(cells.values()), (width, height), press=press)
    taken = {cell for sign in placed_signs for cell in sign.cells}
    spots = places(road, pixels, cells, taken, width)
    start = next(line for line in road.lines if line.kind is Kind.START)
    return Ribbon(
        width,
        height,
        pixels,
        spots,
        placed_signs,
        heading_of(road.heading(start.middle, road.half)),
        {(place.left + offset, place.cell[1]): spot for spot, place in spots.items() for offset in range(place.room)},
    )
