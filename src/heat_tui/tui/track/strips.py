"""The strip of the road ahead, with three columns per space for counting, and the minimap of a whole lap."""

from __future__ import annotations

import functools
import itertools
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from heat_tui.drawing.characters import COLUMNS_PER_SPACE, FINISH_SIGN, LEGENDS_SIGN, START_SIGN
from heat_tui.drawing.geometry import Heading
from heat_tui.drawing.road import Kind, Lines, Spot, lines_after
from heat_tui.engine.track import SPOTS_PER_SPACE, Track
from heat_tui.tui.track.marks import BOLD, PLAIN, Glyph, Marks, corner_sign, count_ahead, line_sign, lit
from heat_tui.tui.track.road_colours import ink
from heat_tui.tui.track.scene import Scene
from heat_tui.tui.track.widget import TrackWidget

STRIP_ROWS: Final = 4
"""The rows of a strip: signs, race line, off spots, and the countdown, which is the first to be dropped."""

BEHIND: Final = 3
"""The number of spaces shown behind the focus car."""

_ROOM = 2
_SIGNS, _COUNTDOWN = 0, 3
_FAR = 3  # columns


def sign_row(marks: Marks, lines: Lines, columns: Iterable[tuple[int, int]], width: int) -> list[Glyph]:
    """Return a row with the signs of the lines after spaces, each as near its column as other signs and the edge allow.

    A blank separates two signs that have none at their ends. A sign without room is left out, and so is a legends
    line's sign that others would push far away.
    """
    cells: list[Glyph] = []
    for place, sign in (sign for space, column in columns for sign in _line_signs(marks, lines, space, column)):
        close = bool(cells) and " " not in (cells[-1][0], sign[0][0])
        start = max(place, len(cells) + close, 0)
        if sign[0][0] == LEGENDS_SIGN and start > place + _FAR:
            continue
        if start + len(sign) > width and len(sign) <= width - len(cells):
            start = width - len(sign)
        if start + len(sign) <= width:
            cells += [*[(" ", PLAIN)] * (start - len(cells)), *sign]
    return cells


def _line_signs(marks: Marks, lines: Lines, space: int, column: int) -> Iterator[tuple[int, list[Glyph]]]:
    """Yield the signs of the lines after a space, each with its first column.

    The sign of a corner or of the start begins a column before its line.
    """
    look = marks.look
    for kind, corner in lines.get(space, ()):
        if kind is Kind.CORNER:
            yield column - 1, corner_sign(marks.scene, corner, look)
            continue
        if kind is Kind.START:
            sign = FINISH_SIGN if marks.scene.final else START_SIGN
            column, style = column - 1, ink((245, 245, 245), (16, 16, 16), bold=True)
        else:
            gold = (240, 196, 84) if look.dark else (138, 90, 0)
            sign, style = LEGENDS_SIGN, ink(gold, None, bold=True)
        if not look.colour:
            style = BOLD if kind is Kind.START else PLAIN
        if "signs" in marks.scene.lit:
            style = lit(style)
        yield column, [(each, style) for each in sign]


class Piece(NamedTuple):
    """Spaces that share `room` columns of a drawing; if `lined`, another column follows for the line after them."""

    spaces: tuple[int, ...]
    room: int
    lined: bool


class RoadRows:
    """The rows of a strip of road, drawn from `pieces`: signs, lanes and countdown.

    If cars share a cell, the car in front is shown. If `lines_are_thin`, a line leaves the left half of its column to
    the space before it.
    """

    lines_are_thin = False

    def __init__(self, marks: Marks, width: int, pieces: Sequence[Piece]) -> None:
        self._marks = marks
        self._width = width
        self._pieces = pieces
        self._after = lines_after(marks.scene.track, legends=marks.scene.legends)
        self.spaces = tuple(space for piece in pieces for space in piece.spaces)

    @property
    def lines(self) -> frozenset[Kind]:
        return frozenset(kind for kind, _corner in self._behind())

    @property
    def badges(self) -> frozenset[str]:
        """The badges on the signs of the corners whose lines are on the strip."""
        badges = self._marks.scene.badges
        return frozenset(badges[corner] for kind, corner in self._behind() if badges and kind is Kind.CORNER)

    def _behind(self) -> Iterator[tuple[Kind, int]]:
        return (line for space in self.spaces for line in self._after.get(space, ()))

    def row(self, row: int) -> list[Glyph]:
        """Draw one of the four rows; a row outside the strip is empty."""
        if not 0 <= row < STRIP_ROWS:
            return []
        if row == _SIGNS:
            return sign_row(self._marks, self._after, self._columns(), self._width)
        drawn = (self._count(piece) if row == _COUNTDOWN else self._lane(piece, row - 1) for piece in self._pieces)
        return [glyph for glyphs in drawn for glyph in glyphs]

    def _columns(self) -> Iterator[tuple[int, int]]:
        """Yield every space with the column of the line after it or, if it has none, with its last column."""
        end = 0
        for spaces, room, lined in self._pieces:
            end += room + lined
            yield from ((space, end - 1) for space in spaces)

    def spot_at(self, column: int, row: int) -> Spot | None:
        """Return the spot under a cell, in the last space if its column has several; None if no spot is there."""
        end = 0
        for spaces, room, lined in self._pieces:
            if end <= column < end + room + (lined and self.lines_are_thin) and 1 <= row <= SPOTS_PER_SPACE:
                return spaces[-1], row - 1
            end += room + lined
        return None

    def _lane(self, piece: Piece, lane: int) -> list[Glyph]:
        marks, space = self._marks, piece.spaces[-1]
        road = marks.road(space)
        blank = (" ", ink(None, road))
        cars = (marks.at((each, lane), Heading.RIGHT, piece.room) for each in reversed(piece.spaces))
        drawn = next(filter(None, cars), None) or [*[blank] * (piece.room - 1), marks.dot((space, lane))]
        if piece.lined and space in self._after:  # the start or a corner line hides a legends line there
            sign, style = line_sign(self._after[space][0][0], marks.look, road)
            blank = sign if self.lines_are_thin else sign.replace("▐", "█"), style
        return [*drawn, *[blank] * piece.lined]

    def _count(self, piece: Piece) -> list[Glyph]:
        """Draw the count or, in one column, its last digit; wide spaces skip odd counts over 9 unless all have gaps."""
        count = count_ahead(self._marks.scene.track, piece.spaces[-1])
        skipped = piece.room > 1 and count > 9 and count % 2 and not all(each.lined for each in self._pieces)
        text, style = "" if skipped else str(count), self._marks.count_style(count)
        return [(each, style) for each in text.rjust(piece.room)[-piece.room :] + " " * piece.lined]


class Course(RoadRows):
    """The spaces that fit in a strip of `width` columns, starting with `first_space`."""

    lines_are_thin = True

    def __init__(self, marks: Marks, width: int) -> None:
        track = marks.scene.track
        length = min(width // COLUMNS_PER_SPACE, track.spaces)
        start = first_space(marks.scene, length)
        spaces = ((start - 1 + offset) % track.spaces + 1 for offset in range(length))
        super().__init__(marks, width, [Piece((space,), COLUMNS_PER_SPACE - 1, lined=True) for space in spaces])


def first_space(scene: Scene, length: int) -> int:
    """Return the first space of a strip of `length` spaces: `BEHIND` spaces behind the focus car, or else space 1.

    If the cursor would be out of view, the first space is that far behind the cursor instead.
    """
    spaces = scene.track.spaces
    car = next((car for car in scene.cars if car.number == scene.focus), None)
    start = (car.space - BEHIND - 1) % spaces + 1 if car is not None else 1
    if scene.cursor is not None and (scene.cursor[0] - start) % spaces >= length:
        start = (scene.cursor[0] - BEHIND - 1) % spaces + 1
    return start


_MOST_WIDE = 2


@functools.lru_cache(maxsize=4)
def lap_of(track: Track, width: int, *, legends: bool = True) -> tuple[Piece, ...]:
    """Return a lap distributed over the columns of a box, cached; `legends` tells whether legends lines are drawn.

    If the lap is longer than the box, each sector gives up columns in proportion, while every corner line and the start
    keep theirs.
    """
    ends = sorted({track.spaces, *(corner.line_after for corner in track.corners)})
    between = {corner.legends_line_after for corner in track.corners if legends} - set(ends)
    spare = width - track.spaces - len(ends)
    lined = {*ends, *between} if spare >= len(between) else set(ends)
    most = width - len(lined)
    room = min(most, track.spaces * min(max(most // track.spaces, 1), _MOST_WIDE))
    bounds = itertools.pairwise((end, end * room // track.spaces) for end in [0, *ends])
    sectors = ((range(start + 1, end + 1), last - first) for (start, first), (end, last) in bounds)
    return tuple(piece for spaces, columns in sectors for piece in _shared_out(spaces, max(columns, 1), lined))


def _shared_out(spaces: range, columns: int, lined: set[int]) -> Iterator[Piece]:
    """Yield the pieces of a sector; `lined` are the spaces before a column for a line."""
    parts = min(columns, len(spaces))
    for _part, shared in itertools.groupby(spaces, lambda space: (space - spaces[0]) * parts // len(spaces)):
        together = tuple(shared)
        yield Piece(together, columns // parts, together[-1] in lined)


class RoadStrip(TrackWidget):
    """A drawing of spaces in rows."""

    @property
    @abstractmethod
    def course(self) -> RoadRows:
        """The spaces shown."""

    def glyphs(self, row: int) -> list[Glyph]:
        return self.course.row(row)

    def spot_at(self, column: int, row: int) -> Spot | None:
        return self.course.spot_at(column, row)


class Strip(RoadStrip):
    """The strip of the road ahead, for counting spaces."""

    @property
    def course(self) -> Course:
        return Course(self.marks, self.size.width)


class LapStrip(RoadStrip):
    """The minimap of the lap."""

    @property
    def course(self) -> RoadRows:
        lap = lap_of(self.scene.track, self.size.width, legends=self.scene.legends)
        return RoadRows(self.marks, self.size.width, lap)
