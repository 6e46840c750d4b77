"""The base of the map and both strips: a scene, a click on a spot, and the rows drawn so far."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar, cast

from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from heat_tui.drawing.layout import Cell
from heat_tui.drawing.ribbon_spots import Spot
from heat_tui.tui.look import Look, look_of
from heat_tui.tui.track.marks import Glyph, Marks, strip_of
from heat_tui.tui.track.scene import Scene
from heat_tui.words.names import place_words

if TYPE_CHECKING:
    from heat_tui.tui.app import HeatApp


class SpotClicked(Message):
    """A spot was clicked: a space, and 0 for its race-line spot or 1 for the off spot."""

    def __init__(self, space: int, spot: int) -> None:
        super().__init__()
        self.space = space
        self.spot = spot


class TrackWidget(Widget):
    """A drawing of a scene by rows. Assigning another scene repaints only the cells that change."""

    DEFAULT_CSS: ClassVar[str] = """
    TrackWidget { width: 1fr; height: 4; background: $background; color: $foreground; }
    """

    def __init__(self, scene: Scene, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._scene = scene
        self._rows: dict[int, Strip] = {}
        self._drawn_marks: Marks | None = None

    @property
    def scene(self) -> Scene:
        """The scene that is drawn."""
        return self._scene

    @scene.setter
    def scene(self, scene: Scene) -> None:
        old, self._scene = self._scene, scene
        if scene == old:
            return
        self._drawn_marks = None
        changed = self.changed_cells(old, scene) if self.is_mounted and scene.track == old.track else None
        if changed is None:
            self.redraw()
            return
        regions = regions_of(changed)
        for region in regions:
            self._rows.pop(region.y, None)
        if regions:
            self.refresh(*regions)

    @abstractmethod
    def changed_cells(self, old: Scene, new: Scene) -> Iterable[Cell] | None:
        """Return the cells that look different in another scene of the same track; None for all."""

    @abstractmethod
    def glyphs(self, row: int, marks: Marks) -> list[Glyph]:
        """Return the cells of a row, from the left; those that are missing stay blank."""

    @abstractmethod
    def spot_at(self, column: int, row: int) -> Spot | None:
        """Return the spot to which a cell belongs."""

    def redraw(self) -> None:
        """Draw everything again: the size, the look or the track has changed."""
        self._rows.clear()
        self._drawn_marks = None
        self.refresh()

    def on_mount(self) -> None:
        """Follow theme, palette and glyphs."""
        self.app.theme_changed_signal.subscribe(self, lambda _theme: self.redraw())
        cast("HeatApp", self.app).look_changed.subscribe(self, lambda _look: self.redraw())

    def on_resize(self) -> None:
        """Draw everything again, for all cells have moved."""
        self.redraw()

    @property
    def look(self) -> Look:
        """The look of the app."""
        return look_of(self)

    @property
    def paved(self) -> bool:
        """Whether spots are drawn on asphalt."""
        return True

    @property
    def marks(self) -> Marks:
        """Everything on the spots of the scene."""
        if self._drawn_marks is None:
            self._drawn_marks = Marks(self._scene, self.look, paved=self.paved)
        return self._drawn_marks

    def render_line(self, y: int) -> Strip:
        """Draw one row."""
        base = self.rich_style
        row = self._rows.get(y)
        if row is None:
            row = self._rows[y] = strip_of(self.glyphs(y, self.marks)).apply_style(base)
        return row.adjust_cell_length(self.size.width, base)

    def on_click(self, event: events.Click) -> None:
        """Say which spot was clicked."""
        spot = self.spot_at(event.x, event.y)
        if spot is not None:
            event.stop()
            self.post_message(SpotClicked(*spot))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Name the spot under the pointer."""
        spot = self.spot_at(event.x, event.y)
        self.tooltip = None if spot is None else place_words(self._scene.track, *spot)


def regions_of(cells: Iterable[Cell]) -> list[Region]:
    """Return the fewest regions, one row high each, that hold all of the cells."""
    regions: list[Region] = []
    for column, row in sorted(set(cells), key=lambda cell: (cell[1], cell[0])):
        last = regions[-1] if regions else None
        if last is not None and last.y == row and column <= last.right + 1:
            regions[-1] = Region(last.x, row, column + 1 - last.x, 1)
        else:
            regions.append(Region(column, row, 1, 1))
    return regions


def changed_spots(old: Scene, new: Scene) -> set[Spot]:
    """Return the spots on which something else is drawn."""
    changed = {(each.space, each.spot) for each in old.marks ^ new.marks}
    if old.focus != new.focus:
        changed |= {(car.space, car.spot) for car in (*old.cars, *new.cars) if car.number in (old.focus, new.focus)}
    if old.cursor != new.cursor:
        changed |= {spot for spot in (old.cursor, new.cursor) if spot is not None}
    return changed


def changed_spaces(old: Scene, new: Scene) -> set[int]:
    """Return the spaces whose road looks different: within reach, or the focus car's own."""
    return {*(old.reach ^ new.reach)} | (_focus_spaces(old) ^ _focus_spaces(new))


def _focus_spaces(scene: Scene) -> set[int]:
    return {car.space for car in scene.cars if car.number == scene.focus}
