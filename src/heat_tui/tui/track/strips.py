"""The road ahead in a row, three columns a space: the drawing that is best for counting."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from heat_tui.drawing.layout import Cell, Kind, Lines, lines_after
from heat_tui.drawing.ribbon_spots import Heading, Spot
from heat_tui.drawing.strip import COLUMNS_PER_SPACE, LEGENDS_SIGN, START_SIGN
from heat_tui.engine.track import SPOTS_PER_SPACE, Track
from heat_tui.tui.look import Look
from heat_tui.tui.track.colours import ink
from heat_tui.tui.track.marks import BOLD, PLAIN, Glyph, Marks, corner_sign, count_ahead, line_sign
from heat_tui.tui.track.scene import Scene
from heat_tui.tui.track.widget import TrackWidget, changed_spaces, changed_spots

STRIP_ROWS: Final = 4
"""Signs, the race line, the off spots, and the countdown, which is the first to go."""

BEHIND: Final = 3
"""So many spaces behind the focus car are shown."""

_ROOM = 2
_SIGNS, _COUNTDOWN = 0, 3


def sign_row(width: int, signs: Iterable[tuple[int, Sequence[Glyph]]]) -> list[Glyph]:
    """Write signs, each at or after its column: one that would meet the one before it moves on.

    A sign for which there is no room is left out.
    """
    cells: list[Glyph] = []
    for column, sign in signs:
        start = max(column, len(cells), 0)
        if start + len(sign) > width and len(sign) <= width - len(cells):
            start = width - len(sign)
        if start + len(sign) <= width:
            cells += [*[(" ", PLAIN)] * (start - len(cells)), *sign]
    return cells


def line_signs(scene: Scene, look: Look, lines: Lines, space: int, column: int) -> Iterator[tuple[int, list[Glyph]]]:
    """Draw the signs of the lines behind a space, each with its column; limits are centred over that of the line."""
    for kind, corner in lines.get(space, ()):
        if kind is Kind.CORNER:
            yield column - 1, corner_sign(scene, corner, look)
        elif kind is Kind.START:
            style = ink((245, 245, 245), (16, 16, 16), bold=True) if look.colour else BOLD
            yield column - 1, [(each, style) for each in START_SIGN]
        else:
            gold = (240, 196, 84) if look.dark else (138, 90, 0)
            yield column, [(LEGENDS_SIGN, ink(gold, None, bold=True) if look.colour else PLAIN)]


def line_behind(marks: Marks, lines: Lines, space: int) -> Glyph:
    """Draw the line behind a space in its last column; a corner line hides a legends line on the same place."""
    road = marks.road(space)
    return line_sign(lines[space][0][0], marks.look, road) if space in lines else (" ", ink(None, road))


class Course:
    """The spaces ahead in a strip of so many columns."""

    __slots__ = ("_lines", "_look", "_marks", "_scene", "_width", "spaces")

    def __init__(self, scene: Scene, look: Look, width: int) -> None:
        self._scene = scene
        self._look = look
        self._width = width
        self._marks = Marks(scene, look)
        self._lines = lines_after(scene.track)
        track = scene.track
        length = min(max(width // COLUMNS_PER_SPACE, 0), track.spaces)
        start = first_space(scene, length)
        self.spaces = tuple((start - 1 + offset) % track.spaces + 1 for offset in range(length))

    def row(self, row: int) -> list[Glyph]:
        """Draw one of the four rows."""
        if row == _SIGNS:
            return self._signs()
        if row == _COUNTDOWN:
            return [glyph for space in self.spaces for glyph in self._countdown(space)]
        return [glyph for space in self.spaces for glyph in self._space(space, row - 1)]

    def spot_at(self, column: int, row: int) -> Spot | None:
        """Return the spot under a cell; signs and countdown belong to none."""
        index = column // COLUMNS_PER_SPACE
        if not (0 <= index < len(self.spaces) and 1 <= row <= SPOTS_PER_SPACE):
            return None
        return self.spaces[index], row - 1

    def columns(self, space: int) -> range:
        """Return the columns of a space; none if it is not shown."""
        if space not in self.spaces:
            return range(0)
        start = self.spaces.index(space) * COLUMNS_PER_SPACE
        return range(start, start + COLUMNS_PER_SPACE)

    def changed_cells(self, old: Scene, new: Scene) -> set[Cell]:
        """Return the cells of changed spots and spaces that are shown."""
        changed = {spot for space in changed_spaces(old, new) for spot in ((space, 0), (space, 1))}
        return {
            (column, spot + 1) for space, spot in changed_spots(old, new) | changed for column in self.columns(space)
        }

    def _space(self, space: int, lane: int) -> list[Glyph]:
        standing = self._marks.at((space, lane), Heading.RIGHT, _ROOM)
        if standing is None:
            standing = [(" ", ink(None, self._marks.road(space))), self._marks.dot((space, lane))]
        return [*standing, line_behind(self._marks, self._lines, space)]

    def _countdown(self, space: int) -> list[Glyph]:
        count = count_ahead(self._scene.track, space)
        style = self._marks.count_style(count)
        return [(each, style) for each in f"{count:>2}".ljust(COLUMNS_PER_SPACE)]

    def _signs(self) -> list[Glyph]:
        columns = ((space, COLUMNS_PER_SPACE * index + 2) for index, space in enumerate(self.spaces))
        signs = (line_signs(self._scene, self._look, self._lines, *each) for each in columns)
        return sign_row(self._width, itertools.chain.from_iterable(signs))


def first_space(scene: Scene, length: int) -> int:
    """Return the first space of a strip of so many spaces: behind the focus car, or so that the cursor is seen."""
    spaces = scene.track.spaces
    if length >= spaces and scene.cursor is None and scene.focus is None:
        return 1
    car = next((car for car in scene.cars if car.number == scene.focus), None)
    start = (car.space - BEHIND - 1) % spaces + 1 if car is not None else 1
    if scene.cursor is not None and (scene.cursor[0] - start) % spaces >= length:
        start = (scene.cursor[0] - BEHIND - 1) % spaces + 1
    return start


class Strip(TrackWidget):
    """The counting strip."""

    _course: tuple[tuple[Scene, Look, int], Course] | None = None

    @property
    def course(self) -> Course:
        """The spaces shown now."""
        key = self.scene, self.look, self.size.width
        if self._course is None or self._course[0] != key:
            self._course = key, Course(*key)
        return self._course[1]

    def changed_cells(self, old: Scene, new: Scene) -> Iterable[Cell] | None:
        """Return the changed spots; everything when another part of the road is shown or a sign has changed."""
        before, after = Course(old, self.look, self.size.width), self.course
        if before.spaces != after.spaces or old.signs != new.signs:
            return None
        return after.changed_cells(old, new)

    def glyphs(self, row: int, marks: Marks) -> list[Glyph]:
        """Draw one of the four rows; a lower box lacks the last ones."""
        return self.course.row(row) if row < STRIP_ROWS else []

    def spot_at(self, column: int, row: int) -> Spot | None:
        """Return the spot under a cell."""
        return self.course.spot_at(column, row)


_MOST_WIDE = 2


class Lap:
    """A lap shared out to the columns of a box.

    `columns` has the spaces of each column; a column without spaces is the line behind the space in `lines`.
    Where the lap is longer than the box, each sector gives up columns in proportion, and every corner line
    and the start keep theirs. `after` has the lines behind each space.
    """

    __slots__ = ("after", "columns", "lines", "of_space")

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
        self.of_space = self._by_space()

    def _share_out(self, spaces: range, room: int, lined: set[int]) -> None:
        parts: dict[int, list[int]] = {}
        if room >= len(spaces):
            wide = room // len(spaces)
            parts = {n * wide + off: [space] for n, space in enumerate(spaces) for off in range(wide)}
        else:
            for n, space in enumerate(spaces):
                parts.setdefault(n * room // len(spaces), []).append(space)
        for number in sorted(parts):
            self.columns.append(tuple(parts[number]))
            last = parts[number][-1]
            if last in lined and parts.get(number + 1, [0])[0] != last:
                self.lines[len(self.columns)] = last
                self.columns.append(())

    def _by_space(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for column, spaces in enumerate(self.columns):
            for space in spaces:
                found.setdefault(space, []).append(column)
        return found


def _sectors(ends: list[int], room: int, wide: int) -> list[tuple[range, int]]:
    """Return the spaces between the lines with the columns they get, at least one each."""
    sectors = [range(start + 1, end + 1) for start, end in itertools.pairwise([0, *ends])]
    total = ends[-1]
    if room >= total * wide:
        return [(spaces, len(spaces) * wide) for spaces in sectors]
    shares = [max(len(spaces) * room // total, 1) for spaces in sectors]
    spare = room - sum(shares)
    # What rounding has left over goes to the sectors that lost most.
    for index in sorted(range(len(sectors)), key=lambda n: shares[n] - len(sectors[n]) * room / total):
        if spare > 0:
            shares[index] += 1
            spare -= 1
    return list(zip(sectors, shares, strict=True))


class LapStrip(TrackWidget):
    """The minimap; cars that share a column of a lap too long for the box show the one in front."""

    _lap: tuple[tuple[Track, int], Lap] | None = None

    @property
    def lap(self) -> Lap:
        """The columns of this box."""
        key = self.scene.track, self.size.width
        if self._lap is None or self._lap[0] != key:
            self._lap = key, Lap(*key)
        return self._lap[1]

    def changed_cells(self, old: Scene, new: Scene) -> Iterable[Cell] | None:
        """Return the columns of changed spaces."""
        if old.signs != new.signs:
            return None
        spaces = {space for space, _spot in changed_spots(old, new)} | changed_spaces(old, new)
        columns = {column for space in spaces for column in self.lap.of_space[space]}
        return {(column, row) for column in columns for row in (1, 2) if column < self.size.width}

    def glyphs(self, row: int, marks: Marks) -> list[Glyph]:
        """Draw one of the four rows; a lower box lacks the last ones."""
        if row >= STRIP_ROWS:
            return []
        if row == _SIGNS:
            return self._signs()
        cells = [self._glyph(column, row, marks) for column in range(len(self.lap.columns))]
        return cells[: self.size.width]

    def _glyph(self, column: int, row: int, marks: Marks) -> Glyph:
        spaces = self.lap.columns[column]
        if row == _COUNTDOWN:
            return self._countdown(column, marks)
        if not spaces:
            return self._line(self.lap.lines[column], marks)
        for space in reversed(spaces):
            standing = marks.at((space, row - 1), Heading.RIGHT, 1)
            if standing is not None:
                wide = self.lap.of_space[space]
                return standing[0] if column == wide[0] else (" ", standing[0][1])
        if self.lap.of_space[spaces[0]][0] != column:
            return " ", ink(None, marks.road(spaces[0]))
        return marks.dot((spaces[-1], row - 1))

    def _line(self, space: int, marks: Marks) -> Glyph:
        text, style = line_behind(marks, self.lap.after, space)
        # A line that has a column to itself fills it.
        return ("█" if text == "▐" else text), style

    def _countdown(self, column: int, marks: Marks) -> Glyph:
        """Draw the last digit of the count; in wide spaces all of it, every other number of two digits left out."""
        spaces = self.lap.columns[column]
        if not spaces:
            return " ", PLAIN
        count = count_ahead(self.scene.track, spaces[-1])
        columns = self.lap.of_space[spaces[-1]]
        number = "" if len(columns) > 1 and count > 9 and count % 2 else str(count)
        text = number.rjust(len(columns))[-len(columns) :][columns.index(column)]
        return text, marks.count_style(count)

    def _signs(self) -> list[Glyph]:
        lap = self.lap
        columns: list[tuple[int, int]] = []
        for space in lap.after:
            after = lap.of_space[space][-1] + 1
            columns.append((space, after if lap.lines.get(after) == space else after - 1))
        signs = (line_signs(self.scene, self.look, lap.after, *each) for each in sorted(columns))
        return sign_row(self.size.width, itertools.chain.from_iterable(signs))

    def spot_at(self, column: int, row: int) -> Spot | None:
        """Return the spot under a cell; of several spaces in a column the last."""
        lap = self.lap
        if not (0 <= column < len(lap.columns) and row in (1, 2)) or not lap.columns[column]:
            return None
        return lap.columns[column][-1], row - 1
