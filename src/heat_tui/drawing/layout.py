"""Which cells of a terminal the spots and the lines of a track take."""

from __future__ import annotations

import functools
import itertools
import math
from dataclasses import dataclass
from enum import Enum

from heat_tui.drawing.geometry import ROW_HEIGHT, Loop, fit, left_of, spread
from heat_tui.drawing.placing import Cell, Ideal, placed
from heat_tui.engine.track import Track

LEAST_WIDTH, LEAST_HEIGHT = 40, 16
"""The smallest box in which every spot of a track of 200 spaces has a cell of its own."""

_MARGIN_COLUMNS, _MARGIN_ROWS = 4.5, 0.5
_LINE_ROOM = 0.75  # of a space: what a line across the track takes of the lap
_LINE_REACH = 3.0  # spaces: over how many neighbours it takes it
_LEAST_GAP = 0.3  # of a space
_NEAR = 6.0


class Kind(Enum):
    """What a station is."""

    SPACE = "space"
    CORNER = "corner line"
    LEGENDS = "legends line"
    START = "start/finish line"


@dataclass(frozen=True, slots=True)
class Station:
    """A space or a line across the track.

    `number` is the space, the index of the line's corner, or 0 for the start/finish line. `cells`
    are the left and the right one in driving direction; a line lacks those that a spot needed.
    """

    kind: Kind
    number: int
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """All stations in driving order from space 1 on; no cell belongs to two of them.

    `spots` gives the cell of (space, spot), spot 0 being on the race line and 1 off it.
    """

    width: int
    height: int
    stations: tuple[Station, ...]
    spots: dict[tuple[int, int], Cell]


@functools.lru_cache(maxsize=32)
def lay_out(track: Track, width: int, height: int) -> Layout:
    """The layout of a track in a box of so many columns and rows.

    It takes some hundredths of a second and is remembered. Raises ValueError for a box below 40 x 16.
    """
    if width < LEAST_WIDTH or height < LEAST_HEIGHT:
        raise ValueError(f"a track needs a box of {LEAST_WIDTH} x {LEAST_HEIGHT}, not {width} x {height}")
    lines = lines_after(track)
    signs: list[tuple[Kind, int]] = []
    for space in range(1, track.spaces + 1):
        signs += [(Kind.SPACE, space), *lines.get(space, [])]
    pairs = placed(_ideals(track, lines, width, height), width, height)
    stations = _parted(signs, pairs, width, height)
    spots: dict[tuple[int, int], Cell] = {}
    for station in stations:
        if station.kind is Kind.SPACE:
            left, right = station.cells
            race_line_first = track.race_line_side(station.number) == "left"
            spots[station.number, 0], spots[station.number, 1] = (left, right) if race_line_first else (right, left)
    return Layout(width, height, tuple(stations), spots)


def lines_after(track: Track) -> dict[int, list[tuple[Kind, int]]]:
    """The lines after each space in driving order.

    Where a corner line and legends lines share a place, the corner line is drawn first, and one
    legends line stands for the two of a chicane.
    """
    lines: dict[int, list[tuple[Kind, int]]] = {track.spaces: [(Kind.START, 0)]}
    for index, corner in enumerate(track.corners):
        lines.setdefault(corner.line_after, []).append((Kind.CORNER, index))
    legends_lines = {corner.legends_line_after: index for index, corner in enumerate(track.corners)}
    for space, index in legends_lines.items():
        lines.setdefault(space, []).append((Kind.LEGENDS, index))
    return lines


def _ideals(track: Track, lines: dict[int, list[tuple[Kind, int]]], width: int, height: int) -> list[Ideal]:
    """The ideal place of every station: spaces as the outline has them, but pushed apart where lines lie."""
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
    """The stations with cells that are theirs alone: spots take the nearest free cell, lines what is left near them."""
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
