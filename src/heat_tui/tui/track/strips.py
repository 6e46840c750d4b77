"""The strip of the road ahead, with three columns per space for counting, and the minimap of a whole lap."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Iterator
from typing import Final

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


def sign_row(marks: Marks, lines: Lines, columns: Iterable[tuple[int, int]], width: int) -> list[Glyph]:
    """Return a row with the signs of the lines after spaces, each as near its column as other signs and the edge allow.

    A sign without room is left out.
    """
    cells: list[Glyph] = []
    for place, sign in (sign for space, column in columns for sign in _line_signs(marks, lines, space, column)):
        start = max(place, len(cells), 0)
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


def line_behind(marks: Marks, lines: Lines, space: int) -> Glyph:
    """Draw the column after a space: its line, if any; the start or a corner line hides a legends line there."""
    road = marks.road(space)
    return line_sign(lines[space][0][0], marks.look, road) if space in lines else (" ", ink(None, road))


class Course:
    """The spaces that fit in a strip of `width` columns, starting with `first_space`."""

    def __init__(self, marks: Marks, width: int) -> None:
        self._marks = marks
        self._width = width
        track = marks.scene.track
        self._lines = lines_after(track)
        length = min(width // COLUMNS_PER_SPACE, track.spaces)
        start = first_space(marks.scene, length)
        self.spaces = tuple((start - 1 + offset) % track.spaces + 1 for offset in range(length))

    @property
    def lines(self) -> frozenset[Kind]:
        return frozenset(kind for kind, _corner in self._behind())

    @property
    def badges(self) -> frozenset[str]:
        """The badges on the signs of the corners whose lines are on the strip."""
        badges = self._marks.scene.badges
        return frozenset(badges[corner] for kind, corner in self._behind() if badges and kind is Kind.CORNER)

    def _behind(self) -> Iterator[tuple[Kind, int]]:
        return (line for space in self.spaces for line in self._lines.get(space, ()))

    def row(self, row: int) -> list[Glyph]:
        """Draw one of the four rows; a row outside the strip is empty."""
        if not 0 <= row < STRIP_ROWS:
            return []
        if row == _SIGNS:
            columns = ((space, COLUMNS_PER_SPACE * index + 2) for index, space in enumerate(self.spaces))
            return sign_row(self._marks, self._lines, columns, self._width)
        if row == _COUNTDOWN:
            return [glyph for space in self.spaces for glyph in self._countdown(space)]
        return [glyph for space in self.spaces for glyph in self._space(space, row - 1)]

    def spot_at(self, column: int, row: int) -> Spot | None:
        """Return the spot under a cell; None if no spot is there."""
        index = column // COLUMNS_PER_SPACE
        if not (0 <= index < len(self.spaces) and 1 <= row <= SPOTS_PER_SPACE):
            return None
        return self.spaces[index], row - 1

    def _space(self, space: int, lane: int) -> list[Glyph]:
        marks, spot = self._marks, (space, lane)
        standing = marks.at(spot, Heading.RIGHT, _ROOM) or [(" ", ink(None, marks.road(space))), marks.dot(spot)]
        return [*standing, line_behind(self._marks, self._lines, space)]

    def _countdown(self, space: int) -> list[Glyph]:
        count = count_ahead(self._marks.scene.track, space)
        style = self._marks.count_style(count)
        return [(each, style) for each in f"{count:>2}".ljust(COLUMNS_PER_SPACE)]


def first_space(scene: Scene, length: int) -> int:
    """Return the first space of a strip of `length` spaces: `BEHIND` spaces behind the focus car, or else space 1.

    If the cursor would be out of view, the first space is that far behind the cursor instead.
    """
    spaces = scene.track.spaces
    if length >= spaces and scene.cursor is None and scene.focus is None:
        return 1
    car = next((car for car in scene.cars if car.number == scene.focus), None)
    start = (car.space - BEHIND - 1) % spaces + 1 if car is not None else 1
    if scene.cursor is not None and (scene.cursor[0] - start) % spaces >= length:
        start = (scene.cursor[0] - BEHIND - 1) % spaces + 1
    return start


class Strip(TrackWidget):
    """The strip of the road ahead, for counting spaces."""

    @property
    def course(self) -> Course:
        return Course(self.marks, self.size.width)

    def glyphs(self, row: int) -> list[Glyph]:
        return self.course.row(row)

    def spot_at(self, column: int, row: int) -> Spot | None:
        return self.course.spot_at(column, row)


_MOST_WIDE = 2


class Lap:
    """A lap distributed over the columns of a box.

    `columns` has the spaces of each column, and `of_space` the columns of each space; a column without spaces has a
    line, and `lines` has the space before that line. If the lap is longer than the box, each sector gives up
    columns in proportion, while every corner line and the start keep theirs. `after` has the lines after each space.
    """

    def __init__(self, track: Track, width: int) -> None:
        self.after = lines_after(track)
        ends = sorted({track.spaces, *(corner.line_after for corner in track.corners)})
        legends = {corner.legends_line_after for corner in track.corners} - set(ends)
        spare = width - track.spaces - len(ends)
        lined = {*ends, *legends} if spare >= len(legends) else set(ends)
        wide = min(max((width - len(lined)) // track.spaces, 1), _MOST_WIDE)
        self.columns: list[tuple[int, ...]] = []
        self.lines: dict[int, int] = {}
        for spaces, room in _sectors(ends, width - len(lined), wide):
            self._share_out(spaces, room, lined)
        self.of_space: dict[int, list[int]] = {}
        for column, shown in enumerate(self.columns):
            for space in shown:
                self.of_space.setdefault(space, []).append(column)

    def _share_out(self, spaces: range, room: int, lined: set[int]) -> None:
        count = len(spaces)
        columns: list[tuple[int, ...]] = [(space,) for space in spaces for _column in range(room // count)]
        if room < count:
            shared = itertools.groupby(spaces, lambda space: (space - spaces[0]) * room // count)
            columns = [tuple(each) for _number, each in shared]
        for column, following in itertools.pairwise([*columns, ()]):
            self.columns.append(column)
            if column[-1] in lined and column != following:
                self.lines[len(self.columns)] = column[-1]
                self.columns.append(())


def _sectors(ends: list[int], room: int, wide: int) -> list[tuple[range, int]]:
    """Return the spaces of each sector with the number of its columns, at least one; `ends` are the last spaces."""
    sectors = [range(start + 1, end + 1) for start, end in itertools.pairwise([0, *ends])]
    total = ends[-1]
    if room >= total * wide:
        return [(spaces, len(spaces) * wide) for spaces in sectors]
    shares = [max(len(spaces) * room // total, 1) for spaces in sectors]
    spare = max(room - sum(shares), 0)
    # Columns left over after rounding go to the sectors that lost the most.
    for index in sorted(range(len(sectors)), key=lambda n: shares[n] - len(sectors[n]) * room / total)[:spare]:
        shares[index] += 1
    return list(zip(sectors, shares, strict=True))


lap_of: Final = functools.lru_cache(maxsize=4)(Lap)


class LapStrip(TrackWidget):
    """The minimap of the lap; if the lap is too long for the box and cars share a cell, the car in front is shown."""

    @property
    def lap(self) -> Lap:
        return lap_of(self.scene.track, self.size.width)

    def glyphs(self, row: int) -> list[Glyph]:
        lap, marks, width = self.lap, self.marks, self.size.width
        if row >= STRIP_ROWS:
            return []
        if row == _SIGNS:
            return self._signs(lap, marks, width)
        cell = self._countdown if row == _COUNTDOWN else self._lane
        return [cell(lap, marks, column, row) for column in range(min(len(lap.columns), width))]

    def _lane(self, lap: Lap, marks: Marks, column: int, row: int) -> Glyph:
        spaces = lap.columns[column]
        if not spaces:
            text, style = line_behind(marks, lap.after, lap.lines[column])
            # A line with a column to itself fills it.
            return ("█" if text == "▐" else text), style
        for space in reversed(spaces):
            standing = marks.at((space, row - 1), Heading.RIGHT, 1)
            if standing is not None:
                return standing[0] if column == lap.of_space[space][0] else (" ", standing[0][1])
        if lap.of_space[spaces[0]][0] != column:
            return " ", ink(None, marks.road(spaces[0]))
        return marks.dot((spaces[-1], row - 1))

    def _countdown(self, lap: Lap, marks: Marks, column: int, _row: int) -> Glyph:
        """Draw the last digit of the count, or the whole count in wide spaces, which skip odd counts of two digits."""
        spaces = lap.columns[column]
        if not spaces:
            return " ", PLAIN
        count = count_ahead(marks.scene.track, spaces[-1])
        columns = lap.of_space[spaces[-1]]
        number = "" if len(columns) > 1 and count > 9 and count % 2 else str(count)
        text = number.rjust(len(columns))[-len(columns) :][columns.index(column)]
        return text, marks.count_style(count)

    def _signs(self, lap: Lap, marks: Marks, width: int) -> list[Glyph]:
        columns: list[tuple[int, int]] = []
        for space in lap.after:
            after = lap.of_space[space][-1] + 1
            columns.append((space, after if lap.lines.get(after) == space else after - 1))
        return sign_row(marks, lap.after, sorted(columns), width)

    def spot_at(self, column: int, row: int) -> Spot | None:
        """Return the spot under a cell, in the last space if its column has several; None if no spot is there."""
        lap = self.lap
        if not (0 <= column < len(lap.columns) and row in (1, 2)) or not lap.columns[column]:
            return None
        return lap.columns[column][-1], row - 1
