"""The base of the map and both strips: a scene, clicks on spots and a cache of drawn rows."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass

from textual import events, on
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from heat_tui.drawing.road import Spot
from heat_tui.tui.look import LookChanged, look_of
from heat_tui.tui.track.marks import Glyph, Marks, strip_of
from heat_tui.tui.track.scene import Scene
from heat_tui.words.names import place_words


@dataclass
class SpotClicked(Message):
    """A spot was clicked: its space, and 0 for the race-line spot or 1 for the off spot."""

    space: int
    spot: int


class Refitted(Message):
    """A drawing was resized, shown or hidden."""


class TrackWidget(Widget):
    """A scene drawn row by row. Assigning a new scene of the same track repaints only the rows that change."""

    def __init__(self, scene: Scene, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._scene = scene
        self._rows: dict[int, list[Glyph]] = {}
        self._drawn_marks: Marks | None = None

    @property
    def scene(self) -> Scene:
        return self._scene

    @scene.setter
    def scene(self, scene: Scene) -> None:
        old, self._scene = self._scene, scene
        if scene == old:
            return
        self._drawn_marks = None
        if scene.track != old.track:
            self.redraw()
            return
        before, self._rows = self._rows, {y: self.glyphs(y) for y in self._rows}
        if changed := [Region(0, y, self.size.width, 1) for y, row in self._rows.items() if row != before[y]]:
            self.refresh(*changed)

    @abstractmethod
    def glyphs(self, row: int) -> list[Glyph]:
        """Return the cells of a row, from the left; missing ones stay blank."""

    @abstractmethod
    def spot_at(self, column: int, row: int) -> Spot | None:
        """Return the spot that a cell belongs to, or None."""

    @on(LookChanged)
    def redraw(self) -> None:
        """Redraw everything, for example because the size, the look or the track has changed."""
        self._rows.clear()
        self._drawn_marks = None
        self.refresh()

    @on(events.Show)
    @on(events.Hide)
    def _say_so(self) -> None:
        self.post_message(Refitted())

    def on_resize(self) -> None:
        self.redraw()
        self.post_message(Refitted())

    @property
    def paved(self) -> bool:
        return True

    @property
    def marks(self) -> Marks:
        if self._drawn_marks is None:
            self._drawn_marks = Marks(self._scene, look_of(self), paved=self.paved)
        return self._drawn_marks

    def render_line(self, y: int) -> Strip:
        base = self.rich_style
        row = self._rows.get(y)
        if row is None:
            row = self._rows[y] = self.glyphs(y)
        return strip_of(row).apply_style(base).adjust_cell_length(self.size.width, base)

    def on_click(self, event: events.Click) -> None:
        spot = self.spot_at(event.x, event.y)
        if spot is not None:
            event.stop()
            self.post_message(SpotClicked(*spot))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        spot = self.spot_at(event.x, event.y)
        self.tooltip = None if spot is None else place_words(self._scene.track, *spot)
