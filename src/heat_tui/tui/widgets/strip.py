"""The road ahead in a row, three columns a space: the drawing that is best for counting."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final

from heat_tui.drawing.placing import Cell
from heat_tui.drawing.ribbon_spots import Heading, Spot
from heat_tui.drawing.strip import COLUMNS_PER_SPACE, LEGENDS_SIGN, START_SIGN
from heat_tui.engine.track import SPOTS_PER_SPACE
from heat_tui.tui.appearance import Look
from heat_tui.tui.scene import Scene
from heat_tui.tui.widgets.track_colours import Colour, ink
from heat_tui.tui.widgets.track_marks import BOLD, NEAR, PLAIN, Glyph, Marks, corner_sign, count_ahead
from heat_tui.tui.widgets.track_widget import SpotClicked, TrackWidget, changed_spaces, changed_spots

STRIP_ROWS: Final = 4
"""Signs, the race line, the off spots, and the countdown."""

BEHIND: Final = 3
"""So many spaces behind the focus car are shown."""

_ROOM = 2
_SIGNS, _COUNTDOWN = 0, 3


class Signs:
    """A row of texts over their places: one that would meet the one before it moves on; without room it is left out."""

    __slots__ = ("_cells", "_width")

    def __init__(self, width: int) -> None:
        self._width = width
        self._cells: list[Glyph] = []

    def put(self, column: int, sign: Sequence[Glyph]) -> None:
        """Write a sign at or after a column."""
        start = max(column, len(self._cells), 0)
        if start + len(sign) > self._width and len(sign) <= self._width - len(self._cells):
            start = self._width - len(sign)
        if start + len(sign) <= self._width:
            self._cells += [*[(" ", PLAIN)] * (start - len(self._cells)), *sign]

    @property
    def cells(self) -> list[Glyph]:
        """The row."""
        return self._cells


class Course:
    """The spaces ahead in a strip of so many columns."""

    __slots__ = ("_look", "_marks", "_scene", "_width", "spaces")

    def __init__(self, scene: Scene, look: Look, width: int) -> None:
        self._scene = scene
        self._look = look
        self._width = width
        self._marks = Marks(scene, look)
        track = scene.track
        length = min(max(width // COLUMNS_PER_SPACE, 0), track.spaces)
        start = first_space(scene, length)
        self.spaces = tuple((start - 1 + offset) % track.spaces + 1 for offset in range(length))

    def row(self, row: int) -> list[Glyph]:
        """One of the four rows."""
        if row == _SIGNS:
            return self._signs()
        if row == _COUNTDOWN:
            return [glyph for space in self.spaces for glyph in self._countdown(space)]
        return [glyph for space in self.spaces for glyph in self._space(space, row - 1)]

    def spot_at(self, column: int, row: int) -> Spot | None:
        """The spot under a cell; signs and countdown belong to none."""
        index = column // COLUMNS_PER_SPACE
        if not (0 <= index < len(self.spaces) and 1 <= row <= SPOTS_PER_SPACE):
            return None
        return self.spaces[index], row - 1

    def columns(self, space: int) -> range:
        """The columns of a space; none if it is not shown."""
        if space not in self.spaces:
            return range(0)
        start = self.spaces.index(space) * COLUMNS_PER_SPACE
        return range(start, start + COLUMNS_PER_SPACE)

    def changed_cells(self, old: Scene, new: Scene) -> set[Cell]:
        """The cells of changed spots and spaces that are shown."""
        changed = {spot for space in changed_spaces(old, new) for spot in ((space, 0), (space, 1))}
        return {
            (column, spot + 1) for space, spot in changed_spots(old, new) | changed for column in self.columns(space)
        }

    def _space(self, space: int, lane: int) -> list[Glyph]:
        road = self._marks.asphalt(space) if self._look.colour else None
        standing = self._marks.at((space, lane), Heading.RIGHT, _ROOM)
        if standing is None:
            standing = [(" ", ink(None, road)), self._marks.dot((space, lane))]
        return [*standing, line_glyph(self._scene, self._look, space, road)]

    def _countdown(self, space: int) -> list[Glyph]:
        count = count_ahead(self._scene.track, space)
        near = count < NEAR
        palette = self._marks.palette
        style = (
            (BOLD if near else PLAIN)
            if not self._look.colour
            else ink(palette.near if near else palette.far, None, bold=near)
        )
        return [(each, style) for each in f"{count:>2}".ljust(COLUMNS_PER_SPACE)]

    def _signs(self) -> list[Glyph]:
        signs = Signs(self._width)
        for index, space in enumerate(self.spaces):
            put_signs(signs, self._scene, self._look, space, COLUMNS_PER_SPACE * index + 2)
        return signs.cells


def first_space(scene: Scene, length: int) -> int:
    """The space with which a strip of so many spaces begins: behind the focus car, or so that the cursor is seen."""
    spaces = scene.track.spaces
    if length >= spaces and scene.cursor is None and scene.focus is None:
        return 1
    car = next((car for car in scene.cars if car.number == scene.focus), None)
    start = (car.space - BEHIND - 1) % spaces + 1 if car is not None else 1
    if scene.cursor is not None and (scene.cursor[0] - start) % spaces >= length:
        start = (scene.cursor[0] - BEHIND - 1) % spaces + 1
    return start


def line_glyph(scene: Scene, look: Look, space: int, road: Colour | None) -> Glyph:
    """The line behind a space, drawn in its last column; a corner line hides a legends line on the same place."""
    track = scene.track
    if space == track.spaces:
        return ("=" if look.ascii else "▚"), ink((245, 245, 245), (16, 16, 16)) if look.colour else BOLD
    if any(corner.line_after == space for corner in track.corners):
        if not look.colour:
            return ("#" if look.ascii else "█"), BOLD
        return ("#" if look.ascii else "▐"), ink((255, 62, 52), road, bold=True)
    if any(corner.legends_line_after == space for corner in track.corners):
        return (":" if look.ascii else "┊"), ink((240, 196, 84), road) if look.colour else PLAIN
    return " ", ink(None, road)


def put_signs(signs: Signs, scene: Scene, look: Look, space: int, line: int) -> None:
    """Write the signs of the lines behind a space, the limits centred over column `line`."""
    track = scene.track
    if space == track.spaces:
        style = ink((245, 245, 245), (16, 16, 16), bold=True) if look.colour else BOLD
        signs.put(line - 1, [(each, style) for each in START_SIGN])
    for index, corner in enumerate(track.corners):
        if corner.line_after == space:
            signs.put(line - 1, corner_sign(scene, index, look))
    if any(corner.legends_line_after == space for corner in track.corners):
        gold = (240, 196, 84) if look.dark else (138, 90, 0)
        style = ink(gold, None, bold=True) if look.colour else PLAIN
        signs.put(line, [(each, style) for each in LEGENDS_SIGN])


class Strip(TrackWidget):
    """The counting strip."""

    DEFAULT_CSS: ClassVar[str] = """
    Strip {
        width: 1fr;
        height: 4;
        background: $background;
        color: $foreground;
    }
    """

    SpotClicked = SpotClicked

    def __init__(self, scene: Scene, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(scene, id=id, classes=classes)
        self._course: tuple[tuple[Scene, Look, int], Course] | None = None

    @property
    def course(self) -> Course:
        """The spaces shown now."""
        key = self.scene, self.look, self.size.width
        if self._course is None or self._course[0] != key:
            self._course = key, Course(*key)
        return self._course[1]

    def changed_cells(self, old: Scene, new: Scene) -> Iterable[Cell] | None:
        """The changed spots; everything when another part of the road is shown or a sign has changed."""
        before, after = Course(old, self.look, self.size.width), self.course
        if before.spaces != after.spaces or old.signs != new.signs:
            return None
        return after.changed_cells(old, new)

    def glyphs(self, row: int, marks: Marks) -> list[Glyph]:
        """One of the four rows; a lower box lacks the last ones."""
        return self.course.row(row) if row < STRIP_ROWS else []

    def spot_at(self, column: int, row: int) -> Spot | None:
        """The spot under a cell."""
        return self.course.spot_at(column, row)
