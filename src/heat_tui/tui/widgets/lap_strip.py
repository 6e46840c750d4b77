"""The whole lap in a row, a column a space: where everybody is."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import ClassVar, Final

from heat_tui.drawing.placing import Cell
from heat_tui.drawing.ribbon_spots import Heading, Spot
from heat_tui.engine.track import Track
from heat_tui.tui.scene import Scene
from heat_tui.tui.widgets.strip import Signs, line_glyph, put_signs
from heat_tui.tui.widgets.track_colours import ink
from heat_tui.tui.widgets.track_marks import BOLD, NEAR, PLAIN, Glyph, Marks, count_ahead
from heat_tui.tui.widgets.track_widget import SpotClicked, TrackWidget, changed_spaces, changed_spots

LAP_ROWS: Final = 4
"""Signs, the race line, the off spots, and the countdown's last digit, which is the first to go."""

_SIGNS, _COUNTDOWN = 0, 3
_MOST_WIDE = 2


class Lap:
    """A lap shared out to the columns of a box.

    `columns` has the spaces of each column; a column without spaces is the line behind the space in `lines`.
    Where the lap is longer than the box, each sector gives up columns in proportion, and every corner line
    and the start keep theirs.
    """

    __slots__ = ("columns", "lines", "of_space")

    def __init__(self, track: Track, width: int) -> None:
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
    """The spaces between the lines with the columns they get, at least one each."""
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

    DEFAULT_CSS: ClassVar[str] = """
    LapStrip {
        width: 1fr;
        height: 4;
        background: $background;
        color: $foreground;
    }
    """

    SpotClicked = SpotClicked

    def __init__(self, scene: Scene, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(scene, id=id, classes=classes)
        self._lap: tuple[tuple[Track, int], Lap] | None = None

    @property
    def lap(self) -> Lap:
        """The columns of this box."""
        key = self.scene.track, self.size.width
        if self._lap is None or self._lap[0] != key:
            self._lap = key, Lap(*key)
        return self._lap[1]

    def changed_cells(self, old: Scene, new: Scene) -> Iterable[Cell] | None:
        """The columns of changed spaces."""
        if old.signs != new.signs:
            return None
        spaces = {space for space, _spot in changed_spots(old, new)} | changed_spaces(old, new)
        columns = {column for space in spaces for column in self.lap.of_space[space]}
        return {(column, row) for column in columns for row in (1, 2) if column < self.size.width}

    def glyphs(self, row: int, marks: Marks) -> list[Glyph]:
        """One of the four rows; a lower box lacks the last ones."""
        if row >= LAP_ROWS:
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
            return " ", ink(None, marks.asphalt(spaces[0]) if self.look.colour else None)
        return marks.dot((spaces[-1], row - 1))

    def _line(self, space: int, marks: Marks) -> Glyph:
        text, style = line_glyph(self.scene, self.look, space, marks.asphalt(space) if self.look.colour else None)
        # A line that has a column to itself fills it.
        return ("█" if text == "▐" else text), style

    def _countdown(self, column: int, marks: Marks) -> Glyph:
        """The last digit of the count; in wide spaces all of it, every other number of two digits left out."""
        spaces = self.lap.columns[column]
        if not spaces:
            return " ", PLAIN
        count = count_ahead(self.scene.track, spaces[-1])
        columns = self.lap.of_space[spaces[-1]]
        number = "" if len(columns) > 1 and count > 9 and count % 2 else str(count)
        text = number.rjust(len(columns))[-len(columns) :][columns.index(column)]
        near = count < NEAR
        if not self.look.colour:
            return text, BOLD if near else PLAIN
        palette = marks.palette
        return text, ink(palette.near if near else palette.far, None, bold=near)

    def _signs(self) -> list[Glyph]:
        signs = Signs(self.size.width)
        lap, look = self.lap, self.look
        for space in range(1, self.scene.track.spaces + 1):
            after = lap.of_space[space][-1] + 1
            put_signs(signs, self.scene, look, space, after if lap.lines.get(after) == space else after - 1)
        return signs.cells

    def spot_at(self, column: int, row: int) -> Spot | None:
        """The spot under a cell; of several spaces in a column the last."""
        lap = self.lap
        if not (0 <= column < len(lap.columns) and row in (1, 2)) or not lap.columns[column]:
            return None
        return lap.columns[column][-1], row - 1
