"""A track in single characters: as a map, and as a row of the spaces ahead, where distances are easy to count."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from heat_tui.drawing.geometry import ROW_HEIGHT, Point
from heat_tui.drawing.layout import Cell, Heading, Kind, Layout, Lines, Spot, Station, heading_of, lay_out, lines_after
from heat_tui.engine.track import Track

FLOODED: Final = "~"
TUNNEL: Final = "^"
PRESS: Final = "P"

Marks = Mapping[Spot, str]
"""The characters on the marked spots."""

NO_MARKS: Final[Marks] = MappingProxyType({})


class Glyphs(NamedTuple):
    """The characters of a map; `change` goes between a printed limit and the limit in force."""

    race_line: str
    off_spot: str
    lines: Mapping[Kind, str]
    arrows: Mapping[Heading, str]
    change: str


_ACROSS: Final = (Kind.CORNER, Kind.LEGENDS, Kind.START)
ASCII: Final = Glyphs(".", ".", dict(zip(_ACROSS, "#:=", strict=True)), dict(zip(Heading, "^>v<", strict=True)), ">")
UNICODE: Final = Glyphs("•", "·", dict(zip(_ACROSS, "█┆▚", strict=True)), dict(zip(Heading, "▲►▼◄", strict=True)), "→")

_SIGN_REACH = 7
_BESIDE_A_SPOT, _OVER_THE_TRACK = 1.5, 6.0


def draw_track(track: Track, width: int = 78, height: int = 24, *, marks: Marks = NO_MARKS) -> str:
    """Return the track as at most `height` lines of at most `width` characters, trailing blanks removed.

    Every spot is one character; the arrow at the start (>> << ^^ vv) shows the driving direction. The text is ASCII if
    the marks are. Raises ValueError for a box below 40 x 16 and for a mark that is not one character or not on the
    track.
    """
    drawn = draw_cells(track, width, height)
    spots = drawn.layout.spots
    for spot, mark in marks.items():
        if len(mark) != 1 or spot not in spots:
            raise ValueError(f"no mark {mark!r} is possible on {spot}")
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
    """Return the empty track as cells; `limits` are the limits in force, by default the printed limits.

    The sign of each corner shows its limit, followed by its text in `badges`, if given; the mark of the press comes
    before the limit at the corners whose indices are in `press`. Raises ValueError for a box below 40 x 16.
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
    """Return the character of an empty spot: '~' if flooded, '^' in a tunnel, else the character of its lane."""
    if space in track.tunnel:
        return TUNNEL
    if space in track.flooded:
        return FLOODED
    return glyphs.off_spot if spot else glyphs.race_line


def limit_sign(printed: int, limit: int, glyphs: Glyphs = ASCII) -> str:
    """Return the sign of a corner line: <7>, or 7>6 if a different limit is in force."""
    return f"<{printed}>" if limit == printed else f"{printed}{glyphs.change}{limit}"


class Drawing:
    """Characters on the cells of a layout.

    `signs` are the cells of the limits and of the arrow at the start, `lines` those of the lines across the track.
    """

    __slots__ = ("cells", "glyphs", "layout", "lines", "signs")

    def __init__(self, layout: Layout, glyphs: Glyphs) -> None:
        self.layout = layout
        self.glyphs = glyphs
        self.cells: dict[Cell, str] = {}
        self.signs: dict[Cell, Kind] = {}
        self.lines: dict[Cell, Kind] = {}

    def line(self, station: Station) -> None:
        """Draw a line across the track without covering spots; a short corner or start line on one row has no gap."""
        for cell in station.cells:
            self._cross(cell, station.kind)
        if len(station.cells) == 2 and station.cells[0][1] == station.cells[1][1] and station.kind is not Kind.LEGENDS:
            (first, row), (last, _row) = sorted(station.cells)
            if last - first <= 3:
                for column in range(first + 1, last):
                    self._cross((column, row), station.kind)

    def _cross(self, cell: Cell, kind: Kind) -> None:
        if cell not in self.cells:
            self.cells[cell] = self.glyphs.lines[kind]
            self.lines[cell] = kind

    def put(self, text: str, start: Cell, kind: Kind) -> None:
        """Write a sign's text rightwards from a cell."""
        for offset, character in enumerate(text):
            cell = start[0] + offset, start[1]
            self.cells[cell] = character
            self.signs[cell] = kind

    def free(self, text: str, start: Cell) -> bool:
        """Return whether a text written rightwards from a cell fits, and covers nothing."""
        column, row = start
        inside = column >= 0 and column + len(text) <= self.layout.width and 0 <= row < self.layout.height
        return inside and not any((column + offset, row) in self.cells for offset in range(len(text)))

    def text(self) -> str:
        """Return all rows except blank ones at either end."""
        rows = [
            "".join(self.cells.get((column, row), " ") for column in range(self.layout.width)).rstrip()
            for row in range(self.layout.height)
        ]
        filled = [number for number, row in enumerate(rows) if row]
        return "\n".join(rows[filled[0] : filled[-1] + 1])


def _put_signs(
    drawn: Drawing, track: Track, limits: Sequence[int] | None, badges: Sequence[str], press: Sequence[int]
) -> None:
    """Write the limits beside the corner lines and the arrow beside the start, each at the best free place, if any."""
    stations = drawn.layout.stations
    track_cells = {cell for station in stations for cell in station.cells}
    for index, station in enumerate(stations):
        if station.kind is Kind.CORNER:
            printed = track.corners[station.number].limit
            text = limit_sign(printed, limits[station.number] if limits else printed, drawn.glyphs)
            text += badges[station.number] if badges else ""
            text = (PRESS if station.number in press else "") + text
        elif station.kind is Kind.START:
            (bx, by), (ax, ay) = _middle(stations[index - 1]), _middle(stations[(index + 1) % len(stations)])
            text = 2 * drawn.glyphs.arrows[heading_of((ax - bx, ay - by))]
        else:
            continue
        places = [place for place in _places(text, station) if drawn.free(text, place)]
        if places:
            best = min(places, key=lambda place: (_sign_cost(text, place, station, track_cells), place))
            drawn.put(text, best, station.kind)


def _middle(station: Station) -> Point:
    """Return twice the middle of a station of two cells, in the metric of `geometry`."""
    return float(sum(column for column, _row in station.cells)), sum(row for _column, row in station.cells) * ROW_HEIGHT


def _places(text: str, station: Station) -> set[Cell]:
    places: set[Cell] = set()
    for column, row in station.cells:
        columns = range(column - _SIGN_REACH - len(text), column + _SIGN_REACH)
        places.update(itertools.product(columns, range(row - 3, row + 4)))
    return places


def _sign_cost(text: str, place: Cell, station: Station, track_cells: set[Cell]) -> float:
    """Return the cost of a sign's place: its distance from its line, and its closeness to the rest of the track."""
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


COLUMNS_PER_SPACE: Final = 3
LEGENDS_SIGN: Final = "L"
START_SIGN: Final = "S/F"
FINISH_SIGN: Final = "FIN"
"""The sign of the start/finish line for a car on the last lap."""

_SIGNS: Final = {Kind.START: START_SIGN, Kind.LEGENDS: LEGENDS_SIGN}


def strip(track: Track, start: int, length: int, marks: Marks = NO_MARKS) -> str:
    """Return four rows for `length` spaces from space `start`, across the start/finish line if necessary.

    The rows are: signs of the lines (<7> a speed limit, L a legends line, S/F), race-line spots, off spots, and the
    number of spaces between each space and the next corner line (0 on the last one before it). Each space is three
    columns wide: the spot in the middle, the line beyond the space on the right. Marks for other spaces are left out.
    Raises ValueError for a start off the track, and for a length below 1 or above one lap.
    """
    if not 1 <= start <= track.spaces or not 1 <= length <= track.spaces:
        raise ValueError(f"no strip of {length} spaces from space {start} on a track of {track.spaces}")
    spaces = [(start - 1 + offset) % track.spaces + 1 for offset in range(length)]
    lines = lines_after(track)
    behind = [ASCII.lines[lines[space][0][0]] if space in lines else " " for space in spaces]
    rows = [_line_signs(track, spaces, lines)]
    for spot in (0, 1):
        signs = (marks.get((space, spot), spot_sign(track, space)) for space in spaces)
        rows.append("".join(f" {sign}{line}" for sign, line in zip(signs, behind, strict=True)))
    to_line = (track.spaces_to_line(space, track.next_corner(space)) for space in spaces)
    rows.append("".join(f"{count:>2}".ljust(COLUMNS_PER_SPACE) for count in to_line))
    return "\n".join(row.rstrip() for row in rows)


def _line_signs(track: Track, spaces: list[int], lines: Lines) -> str:
    """Write the signs over their lines; a sign that would overlap the one before it moves to the right."""
    row = ""
    for index, space in enumerate(spaces):
        text = "".join(
            f"<{track.corners[corner].limit}>" if kind is Kind.CORNER else _SIGNS[kind]
            for kind, corner in lines.get(space, ())
        )
        if text:
            over_the_line = COLUMNS_PER_SPACE * index + (2 if text == LEGENDS_SIGN else 1)
            row = row.ljust(over_the_line) + text
    return row
