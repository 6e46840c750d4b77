"""The field on which a course is drawn, point by point."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Final

from textual import events, on
from textual.geometry import Region
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from heat_tui.drawing.geometry import Cell, Point, heading_of
from heat_tui.drawing.road import Kind
from heat_tui.game.sketch import FIELD, MOST_POINTS, FieldPoint, Sketch
from heat_tui.language import _
from heat_tui.tui.keymap import bound
from heat_tui.tui.look import Look, LookChanged, look_of
from heat_tui.tui.screen import screen_of
from heat_tui.tui.track.marks import BOLD, DIM, PLAIN, REVERSED, Glyph, line_sign, signs_of, strip_of
from heat_tui.tui.track.road_colours import ink, palette_of

_GRID: Final = (8, 4)
"""The distances between the dots of the grid, in columns and in rows."""

_WAYS: Final = tuple(f"pen-{far}{way}" for far in ("", "far-") for way in ("up", "down", "left", "right"))


@dataclass
class Sketched(Message):
    """The player has changed the sketch."""

    sketch: Sketch


class Moved(Message):
    """The pen, the cursor or the cells of the field have moved, or another point has been chosen."""


class Canvas(Widget, can_focus=True):
    """The course with its points; the pen moves in whole cells, and a new point is inserted after the chosen one."""

    BINDINGS = bound("put-point", "move-point", "delete-point", *_WAYS)
    sketch = reactive(Sketch(name=""), init=False)

    def __init__(self, sketch: Sketch, *, id: str) -> None:
        super().__init__(id=id)
        self.set_reactive(Canvas.sketch, sketch)
        self._pen: Point = (FIELD[0] / 2, FIELD[1] / 2)
        self._held: int | None = None
        self._cells: dict[Cell, Glyph] | None = None
        self.chosen = len(sketch.points) - 1
        """The index of the chosen point, -1 if there is none."""

    def watch_sketch(self, before: Sketch, sketch: Sketch) -> None:
        self.chosen = _chosen_after(self.chosen, before.points, sketch.points)
        self._redraw()

    @property
    def pen(self) -> Cell:
        return self._cell_of(self._pen)

    @property
    def here(self) -> int | None:
        """The index of the point under the pen, None if there is none."""
        return next((at for at, point in enumerate(self.sketch.points) if self._cell_of(point) == self.pen), None)

    def on_resize(self) -> None:
        """Redraw the field, because its cells have changed; another point may now be under the pen."""
        self._redraw()
        self.post_message(Moved())

    def action_pen(self, across: int, down: int, cells: int = 1) -> None:
        """Move the pen `cells` cells in the direction (`across`, `down`), within the field."""
        column, row = self.pen
        self._move_pen((column + across * cells, row + down * cells))

    def action_point(self) -> None:
        """Choose the point under the pen, or add a point there while there are fewer than `MOST_POINTS`."""
        here = self.here
        if here is not None:
            self._choose(here)
        elif len(self.sketch.points) < MOST_POINTS:
            self._change(self.sketch.with_point(self._pen_point, self.chosen))
        else:
            screen_of(self).say_why(_("A course has at most {count} points.").format(count=MOST_POINTS))

    def action_move_point(self) -> None:
        """Move the chosen point to the pen, unless the pen is on a point."""
        if self.chosen < 0:
            screen_of(self).say_why(_("The course has no points yet."))
        elif self.here is not None:
            screen_of(self).say_why(_("The cursor is on a point; move it to where the chosen point should go."))
        else:
            self._change(self.sketch.with_point_moved(self.chosen, self._pen_point))

    def action_delete_point(self) -> None:
        """Delete the point under the pen, and choose the point before it, or the new first point."""
        here = self.here
        if here is not None:
            self._change(self.sketch.without_point(here))
        else:
            screen_of(self).say_why(_("No point is under the cursor."))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        event.stop()
        self._move_pen((event.x, event.y))
        self._held = self.here
        self.capture_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if self._held is not None:
            self._move_pen((event.x, event.y))

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Choose the point under the pen; without one, move the grabbed point to the pen, or add a new one there.

        A button that was pressed outside the field does nothing when it is released here.
        """
        event.stop()
        if self.app.mouse_captured is not self:
            return
        self.release_mouse()
        held, self._held = self._held, None
        if held is not None:
            self._choose(held)
        if held is None or self.here is not None:
            self.action_point()
        else:
            self.action_move_point()

    def render_line(self, y: int) -> Strip:
        if self._cells is None:
            self._cells = dict(self._drawn())
        row = [self._cells.get((column, y)) or self._ground(column, y) for column in range(self.size.width)]
        column, pen_row = self.pen
        if y == pen_row:
            row[column] = row[column][0], REVERSED if self.has_focus else BOLD
        return strip_of(row).apply_style(self.rich_style)

    @property
    def _pen_point(self) -> FieldPoint:
        return round(self._pen[0]), round(self._pen[1])

    def _choose(self, index: int) -> None:
        self.chosen = index
        self._redraw()
        self.post_message(Moved())

    def _change(self, sketch: Sketch) -> None:
        self.sketch = sketch
        self.post_message(Sketched(sketch))

    def _move_pen(self, cell: Cell) -> None:
        """Move the pen to the middle of a cell, or of the nearest one on the field."""
        before = self.pen
        column, row = (min(max(at, 0), most - 1) for at, most in zip(cell, self.size, strict=True))
        self._pen = (column + 0.5) * FIELD[0] / self.size.width, (row + 0.5) * FIELD[1] / self.size.height
        self.refresh(*(Region(*each, 1, 1) for each in (before, self.pen)))
        self.post_message(Moved())

    @on(LookChanged)
    def _redraw(self) -> None:
        self._cells = None
        self.refresh()

    def _cell_of(self, place: Point) -> Cell:
        column, row = (int(at * cells / size) for at, cells, size in zip(place, self.size, FIELD, strict=True))
        return min(max(column, 0), self.size.width - 1), min(max(row, 0), self.size.height - 1)

    def _ground(self, column: int, row: int) -> Glyph:
        return (".", DIM) if column % _GRID[0] == _GRID[0] // 2 and row % _GRID[1] == _GRID[1] // 2 else (" ", PLAIN)

    def _drawn(self) -> Iterator[tuple[Cell, Glyph]]:
        """Yield everything on the field, from bottom to top: road, spaces, lines, arrow, points."""
        look, sketch = look_of(self), self.sketch
        signs, course = signs_of(look), sketch.course
        cells = [self._cell_of(place) for place in course]
        behind = [*cells[1:], *cells[:1]]
        for one, other in zip(cells, behind, strict=True):
            yield from ((cell, (":" if look.ascii else "░", DIM)) for cell in _between(one, other))
        for cell in cells:
            yield cell, ("o" if look.ascii else "•", PLAIN)
        if cells:
            (ax, ay), (bx, by) = course[1], course[2]
            lines = {corner.line_after: Kind.CORNER for corner in sketch.corners} | {sketch.spaces: Kind.START}
            for space, kind in lines.items():
                one, other = cells[space - 1], behind[space - 1]
                yield ((one[0] + other[0]) // 2, (one[1] + other[1]) // 2), line_sign(kind, look, None)
            yield cells[1], (signs.arrows[heading_of((bx - ax, by - ay))], BOLD)
        for at, point in enumerate(sketch.points):
            yield self._cell_of(point), self._point_glyph(look, chosen=at == self.chosen)

    def _point_glyph(self, look: Look, *, chosen: bool) -> Glyph:
        sign = chosen_sign(look) if chosen else "+" if look.ascii else "◇"
        return sign, ink(palette_of(look).landing if chosen else None, None, bold=True) if look.colour else BOLD


def chosen_sign(look: Look) -> str:
    return "@" if look.ascii else "◆"


def _chosen_after(chosen: int, before: Sequence[FieldPoint], after: Sequence[FieldPoint]) -> int:
    """Return the index of the point to choose after a change: the new point, or the one before a deleted point.

    If the first point was deleted, return 0, or -1 if no point is left. If the number of points stays the same, so does
    the choice; if it changes by more than one, choose the last point.
    """
    grown = len(after) - len(before)
    if grown == 0:
        return chosen
    changed = sum(1 for _same in takewhile(lambda pair: pair[0] == pair[1], zip(before, after, strict=False)))
    return changed if grown == 1 else min(max(changed - 1, 0), len(after) - 1) if grown == -1 else len(after) - 1


def _between(one: Cell, other: Cell) -> Iterator[Cell]:
    """Yield the cells on a straight line from one cell to another, without the last unless both are the same."""
    across, down = other[0] - one[0], other[1] - one[1]
    steps = max(abs(across), abs(down), 1)
    for step in range(steps):
        yield one[0] + round(across * step / steps), one[1] + round(down * step / steps)
