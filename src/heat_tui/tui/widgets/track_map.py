"""The map of the track with everything on it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from heat_tui.drawing.placing import Cell
from heat_tui.drawing.ribbon_spots import Spot
from heat_tui.language import _
from heat_tui.tui.scene import Scene
from heat_tui.tui.widgets.strip import STRIP_ROWS, Course
from heat_tui.tui.widgets.track_ground import Ground, ground_of
from heat_tui.tui.widgets.track_marks import DIM, Glyph, Marks
from heat_tui.tui.widgets.track_widget import SpotClicked, TrackWidget, changed_spaces, changed_spots

_LEAST_STRIP_WIDTH = 12


class TrackMap(TrackWidget):
    """The ribbon map, or the track in characters; in a box too small for either the strip, or one line."""

    DEFAULT_CSS: ClassVar[str] = """
    TrackMap {
        width: 1fr;
        height: 1fr;
        background: $background;
        color: $foreground;
    }
    """

    SpotClicked = SpotClicked

    def __init__(self, scene: Scene, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(scene, id=id, classes=classes)
        self._counts = False
        self._drawable = False

    def on_resize(self) -> None:
        """Leave the ground, which takes longest to draw, until after the first frame of everything else."""
        if not self._drawable:
            self.call_after_refresh(self._draw)

    def _draw(self) -> None:
        self._drawable = True
        self.redraw()

    @property
    def counts(self) -> bool:
        """Whether empty off spots show how far it is to the next corner line."""
        return self._counts

    @counts.setter
    def counts(self, counts: bool) -> None:
        self._counts = counts
        self.redraw()

    @property
    def ground(self) -> Ground | None:
        """The track as it is drawn in this box; None where the box is too small for a map."""
        try:
            return ground_of(self.scene.track, *self.size, self.look, *self.scene.signs)
        except ValueError:
            return None

    @property
    def paved(self) -> bool:
        """The map in characters has no road below its spots."""
        return not self.look.ascii

    @property
    def course(self) -> Course:
        """The strip that takes the place of a map where the box is too small."""
        return Course(self.scene, self.look, self.size.width)

    def changed_cells(self, old: Scene, new: Scene) -> Iterable[Cell] | None:
        """The rooms of changed spots and the cells of changed spaces."""
        ground = self.ground
        if (
            ground is None
            or (old.badges, old.press) != (new.badges, new.press)
            or (old.limits != new.limits and (self.look.ascii or not self.look.colour))
        ):
            return None
        cells = {cell for spot in changed_spots(old, new) for cell in ground.room(spot)}
        cells.update(cell for space in changed_spaces(old, new) for cell in ground.cells_of(space))
        if old.limits != new.limits:
            cells.update(ground.sign_cells())
        return cells

    def glyphs(self, row: int, marks: Marks) -> list[Glyph]:
        """The ground of a row and what stands on its spots."""
        if not self._drawable:
            return []
        ground = self.ground
        if ground is None:
            return self._small(row)
        if row >= ground.height:
            return []
        cells = ground.row(row, marks)
        for spot in ground.in_row[row]:
            place = ground.spots[spot]
            standing = marks.at(spot, place.heading, place.room)
            if standing is None:
                standing = self._count(spot, place.room, marks)
            if standing is not None:
                cells[place.left : place.left + place.room] = standing
            else:
                cells[place.cell[0]] = marks.dot(spot)
        return cells

    def _count(self, spot: Spot, room: int, marks: Marks) -> list[Glyph] | None:
        if not self._counts or not spot[1]:
            return None
        text, style = marks.count(spot[0])
        return [(each, style) for each in text.center(room)] if len(text) <= room else None

    def _small(self, row: int) -> list[Glyph]:
        """The strip in the middle of the box, or a hint, as far as it fits."""
        width, height = self.size
        if width >= _LEAST_STRIP_WIDTH and height >= STRIP_ROWS:
            top = (height - STRIP_ROWS) // 2
            return self.course.row(row - top) if top <= row < top + STRIP_ROWS else []
        hint = _("Too small for the map.")
        return [(each, DIM) for each in hint[:width]] if row == height // 2 else []

    def spot_at(self, column: int, row: int) -> Spot | None:
        """The spot under a cell."""
        ground = self.ground
        if ground is not None:
            return ground.spot_at(column, row)
        top = (self.size.height - STRIP_ROWS) // 2
        if self.size.width < _LEAST_STRIP_WIDTH or self.size.height < STRIP_ROWS:
            return None
        return self.course.spot_at(column, row - top)
