"""A track in single characters: for terminals that can do no more, for frames in text and for `tracks show`."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from heat_tui.drawing.geometry import ROW_HEIGHT
from heat_tui.drawing.layout import Cell, Kind, Layout, Station, lay_out
from heat_tui.engine.track import Track

SPOT: Final = "."
FLOODED: Final = "~"
TUNNEL: Final = "^"
CORNER_LINE: Final = "#"
LEGENDS_LINE: Final = ":"
START_LINE: Final = "="
PRESS: Final = "P"

Marks = Mapping[tuple[int, int], str]
"""The character on (space, spot), spot 0 being on the race line and 1 off it."""

NO_MARKS: Final[Marks] = MappingProxyType({})


class Glyphs(NamedTuple):
    """The characters of a map; `arrows` are the start's directions right, left, down and up."""

    race_line: str
    off_spot: str
    corner: str
    legends: str
    start: str
    arrows: tuple[str, str, str, str]
    change: str


ASCII: Final = Glyphs(SPOT, SPOT, CORNER_LINE, LEGENDS_LINE, START_LINE, (">>", "<<", "vv", "^^"), ">")
UNICODE: Final = Glyphs("•", "·", "█", "┆", "▚", ("►►", "◄◄", "▼▼", "▲▲"), "→")

_SIGN_REACH = 7
_BESIDE_A_SPOT, _OVER_THE_TRACK = 1.5, 6.0


def draw_track(track: Track, width: int = 78, height: int = 24, *, marks: Marks = NO_MARKS) -> str:
    """Return the track as lines of at most `width` characters, `height` lines or fewer, blanks at the end cut off.

    Every spot is one character, the start's arrow (>> << ^^ vv) shows the driving direction.
    ASCII as long as the marks are. Raises ValueError for a box below 40 x 16 and for a mark that
    is not one character or not on the track.
    """
    drawn = draw_cells(track, width, height)
    spots = drawn.layout.spots
    for spot, mark in marks.items():
        if len(mark) != 1 or spot not in spots:
            raise ValueError(f"no mark for a spot: {mark!r} on {spot}")
        drawn.cells[spots[spot]] = mark
    return drawn.text()


def draw_cells(
    track: Track,
    width: int,
    height: int,
    *,
    glyphs: Glyphs = ASCII,
    limits: Sequence[int] | None = None,
    badges: Sequence[str] = (),
    press: Sequence[int] = (),
) -> Drawing:
    """Return the empty track as cells; `limits` are those in force, where they differ from the printed ones.

    `badges`, if there are any, come after the limit on the sign of each corner; at the corners of `press`, by index,
    the mark of the press comes before it.

    Raises ValueError for a box below 40 x 16.
    """
    layout = lay_out(track, width, height)
    drawn = Drawing(layout, glyphs)
    for (space, spot), cell in layout.spots.items():
        drawn.cells[cell] = spot_sign(track, space, spot, glyphs)
    for station in layout.stations:
        if station.kind is not Kind.SPACE:
            drawn.line(station)
    _put_signs(drawn, track, limits, badges, press)
    return drawn


def spot_sign(track: Track, space: int, spot: int = 0, glyphs: Glyphs = ASCII) -> str:
    """Return the character of an empty spot: '~' where flooded, '^' in a tunnel, else that of its lane."""
    if space in track.tunnel:
        return TUNNEL
    if space in track.flooded:
        return FLOODED
    return glyphs.off_spot if spot else glyphs.race_line


def limit_sign(printed: int, limit: int, glyphs: Glyphs = ASCII) -> str:
    """Return the sign of a corner line: <7>, or 7>6 where the limit in force is another."""
    return f"<{printed}>" if limit == printed else f"{printed}{glyphs.change}{limit}"


class Drawing:
    """Characters on the cells of a layout; `signs` are those of them that belong to a limit or the start's arrow."""

    __slots__ = ("cells", "glyphs", "layout", "lines", "signs")

    def __init__(self, layout: Layout, glyphs: Glyphs) -> None:
        self.layout = layout
        self.glyphs = glyphs
        self.cells: dict[Cell, str] = {}
        self.signs: dict[Cell, Kind] = {}
        self.lines: dict[Cell, Kind] = {}

    def line(self, station: Station) -> None:
        """Draw a line across the track, solid where its cells lie on one row; spots stay."""
        for cell in station.cells:
            self._cross(cell, station.kind)
        if len(station.cells) == 2 and station.cells[0][1] == station.cells[1][1] and station.kind is not Kind.LEGENDS:
            (first, row), (last, _row) = sorted(station.cells)
            if last - first <= 3:
                for column in range(first + 1, last):
                    self._cross((column, row), station.kind)

    def _cross(self, cell: Cell, kind: Kind) -> None:
        if cell not in self.cells:
            signs = {Kind.CORNER: self.glyphs.corner, Kind.LEGENDS: self.glyphs.legends, Kind.START: self.glyphs.start}
            self.cells[cell] = signs[kind]
            self.lines[cell] = kind

    def put(self, text: str, start: Cell, kind: Kind) -> None:
        """Write a sign's text from a cell on to the right."""
        for offset, character in enumerate(text):
            cell = start[0] + offset, start[1]
            self.cells[cell] = character
            self.signs[cell] = kind

    def free(self, text: str, start: Cell) -> bool:
        """Return whether a text fits there without covering anything."""
        column, row = start
        inside = column >= 0 and column + len(text) <= self.layout.width and 0 <= row < self.layout.height
        return inside and not any((column + offset, row) in self.cells for offset in range(len(text)))

    def text(self) -> str:
        """Return all rows but blank ones at both ends."""
        rows = [
            "".join(self.cells.get((column, row), " ") for column in range(self.layout.width)).rstrip()
            for row in range(self.layout.height)
        ]
        filled = [number for number, row in enumerate(rows) if row]
        return "\n".join(rows[filled[0] : filled[-1] + 1])


def _put_signs(
    drawn: Drawing, track: Track, limits: Sequence[int] | None, badges: Sequence[str], press: Sequence[int]
) -> None:
    """Write the limit beside every corner line and the arrow beside the start, each at the best free place."""
    stations = drawn.layout.stations
    track_cells = {cell for station in stations for cell in station.cells}
    for index, station in enumerate(stations):
        if station.kind is Kind.CORNER:
            printed = track.corners[station.number].limit
            text = limit_sign(printed, limits[station.number] if limits else printed, drawn.glyphs)
            text += badges[station.number] if badges else ""
            text = (PRESS if station.number in press else "") + text
        elif station.kind is Kind.START:
            text = _arrow(stations[index - 1], stations[(index + 1) % len(stations)], drawn.glyphs)
        else:
            continue
        places = [place for place in _places(text, station) if drawn.free(text, place)]
        if places:
            best = min(places, key=lambda place: (_sign_cost(text, place, station, track_cells), place))
            drawn.put(text, best, station.kind)


def _places(text: str, station: Station) -> Iterator[Cell]:
    seen: set[Cell] = set()
    for column, row in station.cells:
        for place in itertools.product(
            range(column - _SIGN_REACH - len(text), column + _SIGN_REACH), range(row - 3, row + 4)
        ):
            if place not in seen:
                seen.add(place)
                yield place


def _sign_cost(text: str, place: Cell, station: Station, track_cells: set[Cell]) -> float:
    """Return how far a text would be from its line, and how close to anything else, as a cost."""
    column, row = place
    cost = min(
        math.hypot(column + offset - line_column, (row - line_row) * ROW_HEIGHT)
        for offset in range(len(text))
        for line_column, line_row in station.cells
    )
    for offset in range(-1, len(text) + 1):
        for rows in (-1, 0, 1):
            cell = column + offset, row + rows
            if cell in track_cells and cell not in station.cells:
                cost += _BESIDE_A_SPOT if rows == 0 else _BESIDE_A_SPOT / 4
    return cost


def _arrow(before: Station, after: Station, glyphs: Glyphs) -> str:
    right, left, down, up = glyphs.arrows
    dx = sum(column for column, _row in after.cells) - sum(column for column, _row in before.cells)
    dy = (sum(row for _column, row in after.cells) - sum(row for _column, row in before.cells)) * ROW_HEIGHT
    if abs(dx) >= abs(dy):
        return right if dx > 0 else left
    return down if dy > 0 else up
