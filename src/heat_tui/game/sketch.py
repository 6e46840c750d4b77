"""A track being drawn: its course, its features, the changes that the editor makes to it, and its undo history."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from heat_tui.drawing.geometry import Loop, Point
from heat_tui.engine.record import record
from heat_tui.engine.track import Corner, Track
from heat_tui.store.track_format import BOX_WIDTH, outline_of, track_data, way_round
from heat_tui.store.track_reading import LONGEST_NAME, MOST_SPACES, track_from

FIELD: Final = (BOX_WIDTH, 320)
"""The width and height of the field on which a course is drawn, in its own units."""

LEAST_POINTS: Final = 3
MOST_POINTS: Final = 100
LEAST_SPACES: Final = 24
LEAST_LIMIT, MOST_LIMIT = 1, 20
NO_ID: Final = "new_track"
"""The id under which a sketch is checked and drawn; a track gets its own id when it is saved."""

_SAME: Final = ("name", "laps", "heat", "stress", "spaces", "flooded", "tunnel")
_SAME_OF_LINES: Final = ("line_after", "limit", "legends_line_after", "aggressive", "double_aggressive")
"""The fields that a sketch and a track have in common, and those of their corner lines."""

_HANDLES: Final = 24
_LIMIT, _LEGENDS_WAY = 4, 7
"""The limit of a new corner, and the distance in spaces from its legends line to its line, if there is room."""

FieldPoint = tuple[int, int]
"""A point of a drawing, in whole units."""


@record
class SketchedCorner:
    """A corner line, with the `side` of the race line after it.

    `chicane` makes it the second line of a chicane whose first is the line before. `aggressive` is the number of marked
    spaces just before the line, `double_aggressive` the number of those that are marked twice (L8).
    """

    line_after: int
    limit: int
    legends_line_after: int
    side: str
    press: bool = True
    chicane: bool = False
    aggressive: int = 0
    double_aggressive: int = 0


@record
class Sketch:
    """A track on the drawing board, valid or not.

    The course is a smooth loop through `points`, over which the spaces are spread evenly; space 1 is `start` spaces
    beyond the first point. A track that was read follows `traced` instead, the centres of its spaces as in its file,
    until its points or the number of its spaces is changed. `side` is the side of the race line if there are no
    corners. `corners`, `flooded` and `tunnel` are in ascending order. Methods that change a sketch return a new one.
    """

    name: str = ""
    laps: int = 2
    heat: int = 6
    stress: int = 3
    spaces: int = 60
    points: tuple[FieldPoint, ...] = ()
    traced: tuple[FieldPoint, ...] = ()
    start: int = 0
    side: str = "right"
    corners: tuple[SketchedCorner, ...] = ()
    flooded: tuple[int, ...] = ()
    tunnel: tuple[int, ...] = ()

    @property
    def has_course(self) -> bool:
        """True if the course is `traced` or has at least `LEAST_POINTS` different points."""
        return bool(self.traced) or len(set(self.points)) >= LEAST_POINTS

    @property
    def course(self) -> list[Point]:
        """The centres of all spaces on the field; [] without a course."""
        if self.traced:
            return _on_field(self.traced)
        if not self.has_course:
            return []
        loop = Loop(self.points)
        return [loop.at((self.start + space) * loop.length / self.spaces) for space in range(self.spaces)]

    @property
    def drawn(self) -> Track:
        """The unchecked track, which may have errors; without a course, it has no outline and cannot be drawn."""
        course = self.course
        outline = self.traced or tuple(outline_of(course) if course else ())
        return Track(
            id=NO_ID,
            set="own",
            **{key: getattr(self, key) for key in _SAME},
            direction=way_round(outline or [(0, 0)]),
            corners=tuple(self._numbered_corners()),
            race_line=tuple(self._race_line()),
            outline=outline,
        )

    def checked(self) -> tuple[Track | None, list[str]]:
        """Return the track, or None and every error in the words of `tracks check`."""
        return track_from(track_data(self.drawn))

    def _race_line(self) -> list[tuple[int, str]]:
        line = [(1, self.side_at(1))]
        for corner in self.corners:
            if corner.side != line[-1][1] and corner.line_after < self.spaces:
                line.append((corner.line_after + 1, corner.side))
        return line

    def _numbered_corners(self) -> Iterator[Corner]:
        """Yield the corners with their press numbers; the first line of a chicane has none."""
        press = 0
        for index, corner in enumerate(self.corners):
            has_number = corner.press and not any(after.chicane for after in self.corners[index + 1 : index + 2])
            press += has_number
            yield Corner(
                **{key: getattr(corner, key) for key in _SAME_OF_LINES},
                press=press if has_number else None,
                chicane_with=index - 1 if corner.chicane else None,
            )

    def with_point(self, point: FieldPoint, after: int) -> Sketch:
        """Insert a point into the course after the point with this index; -1 inserts it first."""
        return self._redrawn((*self.points[: after + 1], point, *self.points[after + 1 :]))

    def with_point_moved(self, index: int, point: FieldPoint) -> Sketch:
        return self._redrawn((*self.points[:index], point, *self.points[index + 1 :]))

    def without_point(self, index: int) -> Sketch:
        return self._redrawn((*self.points[:index], *self.points[index + 1 :]))

    def _redrawn(self, points: tuple[FieldPoint, ...]) -> Sketch:
        return replace(self, points=points, traced=())

    def resized(self, spaces: int) -> Sketch:
        """Change the number of spaces; lines and marks stay roughly in place, but lines without room are dropped."""

        def scaled(count: int) -> int:
            return min(round(count * spaces / self.spaces), spaces)

        def moved(space: int) -> int:
            return max(scaled(space), 1)

        sketch = replace(self, corners=self.corners[:spaces])._renumbered(moved, moved)
        corners, line = list[SketchedCorner](), 0
        for last, corner in enumerate(sketch.corners, start=spaces - len(sketch.corners) + 1):
            line = min(max(corner.line_after, line + 1), last)
            marked, doubly = scaled(corner.aggressive), scaled(corner.double_aggressive)
            corners.append(replace(corner, line_after=line, aggressive=marked, double_aggressive=doubly))
        start = scaled(self.start) % spaces
        return replace(sketch, spaces=spaces, traced=(), start=start, corners=tuple(corners))

    def started_at(self, space: int) -> Sketch:
        def moved(each: int) -> int:
            return (each - space) % self.spaces + 1

        sketch = self._renumbered(moved, moved)
        return replace(
            sketch._with([0], chicane=False),  # no line comes before the first one
            traced=(*self.traced[space - 1 :], *self.traced[: space - 1]),
            start=(self.start + space - 1) % self.spaces,
        )

    def reversed(self) -> Sketch:
        """Reverse the driving direction; the corner lines and the race line stay where they are on the ground.

        Legends lines and marks for aggressive Legends move to the other side of their corner lines.
        """
        turned = [
            replace(
                each,
                side=_OTHER[self.corners[at - 1].side],
                chicane=self.corners[(at + 1) % len(self.corners)].chicane,
                legends_line_after=(2 * each.line_after - each.legends_line_after) % self.spaces or self.spaces,
            )
            for at, each in enumerate(self.corners)
        ]
        sketch = replace(self, corners=tuple(turned), side=_OTHER[self.side])._renumbered(
            lambda space: self.spaces + 1 - space, lambda line: (self.spaces - line) % self.spaces or self.spaces
        )
        points = (*self.points[:1], *self.points[:0:-1])
        return replace(sketch, points=points, traced=self.traced[::-1], start=(1 - self.start) % self.spaces)

    def _renumbered(self, of_space: Callable[[int], int], of_line: Callable[[int], int]) -> Sketch:
        """Renumber the spaces with `of_space`, and the lines, numbered like the spaces before them, with `of_line`."""
        corners = [
            replace(each, line_after=of_line(each.line_after), legends_line_after=of_line(each.legends_line_after))
            for each in self.corners
        ]
        flooded, tunnel = (tuple(sorted({*map(of_space, spaces)})) for spaces in (self.flooded, self.tunnel))
        return replace(self, corners=_in_order(corners), flooded=flooded, tunnel=tunnel)

    def corner_at(self, space: int) -> int | None:
        """Return the index of the corner whose line is just after a space, or None."""
        return next((at for at, each in enumerate(self.corners) if each.line_after == space), None)

    def corner_ahead(self, space: int) -> int | None:
        """Return the index of the next corner line beyond a space, on this lap or the next; None if no line exists."""
        if not self.corners:
            return None
        return next((at for at, each in enumerate(self.corners) if each.line_after >= space), 0)

    def side_at(self, space: int) -> str:
        """Return the side of the race line on a space."""
        behind = [each.side for each in self.corners if each.line_after < space]
        return behind[-1] if behind else self.corners[-1].side if self.corners else self.side

    def with_line(self, space: int) -> Sketch:
        """Put a corner line after a space, or remove the line that is already there.

        If a new line would separate the next corner from its legends line, the legends line moves to the new line.
        """
        at = self.corner_at(space)
        if at is not None:  # without its first line, the second line of a chicane is an ordinary corner
            rest = self._with([at + 1], chicane=False).corners
            return replace(self, side=self.side_at(1), corners=(*rest[:at], *rest[at + 1 :]))
        before = [each.line_after for each in self.corners if each.line_after < space]
        room = (space - (before or [each.line_after for each in self.corners])[-1]) % self.spaces if self.corners else 0
        way = min(_LEGENDS_WAY, room or self.spaces - 1)
        legends = (space - way) % self.spaces or self.spaces
        corner = SketchedCorner(space, _LIMIT, legends, self.side_at(space + 1))
        sketch = replace(self, corners=_in_order([*self.corners, corner]))
        after = sketch.corner_ahead(space % self.spaces + 1)
        if after is not None and sketch.corners[after] != corner:
            line, legends = sketch.corners[after].line_after, sketch.corners[after].legends_line_after
            if (line - legends) % self.spaces > (line - space) % self.spaces:
                return sketch._with(sketch._lines_of(after), legends_line_after=space)
        return sketch

    def with_limit(self, at: int, limit: int) -> Sketch:
        """Change the limit of a corner, clamped to the range 1 to 20, on both lines of a chicane."""
        limit = min(max(limit, LEAST_LIMIT), MOST_LIMIT)
        return self._with(self._lines_of(at), limit=limit)

    def with_legends_line(self, space: int) -> Sketch:
        """Put the legends line of the corner ahead just after a space; without corners, return this sketch.

        A chicane gets it for both lines, or only for the second one if the space is between them.
        """
        at = self.corner_ahead(space % self.spaces + 1)
        if at is None:
            return self
        return self._with([at] if self.corners[at].chicane else self._lines_of(at), legends_line_after=space)

    def with_other_side(self, space: int) -> Sketch:
        """Switch the side of the race line between the corner lines around a space; without corners, everywhere."""
        if not self.corners:
            return replace(self, side=_OTHER[self.side])
        behind = [at for at, each in enumerate(self.corners) if each.line_after < space]
        at = behind[-1] if behind else len(self.corners) - 1
        return self._with([at], side=_OTHER[self.corners[at].side])

    def with_chicane(self, at: int) -> Sketch:
        """Join a corner and the one before it into a chicane, or separate them; corner 1 is always separate.

        A corner that is joined takes over the limit and the legends line of the one before.
        """
        corner, before = self.corners[at], self.corners[at - 1]
        if corner.chicane or at == 0:
            return self._with([at], chicane=False)
        return self._with([at], chicane=True, limit=before.limit, legends_line_after=before.legends_line_after)

    def with_press(self, at: int) -> Sketch:
        """Make a corner line a press corner, or an ordinary one again."""
        return self._with([at], press=not self.corners[at].press)

    def with_aggressive(self, space: int) -> Sketch:
        """Mark the spaces from this one to the next line for aggressive Legends (L8).

        If exactly these are marked already, mark them twice, so that a Legend may cross two more lines instead of one;
        if exactly these are marked twice, remove all marks before the line.
        """
        at = self.corner_ahead(space)
        if at is None:
            return self
        corner, marked = self.corners[at], (self.corners[at].line_after - space) % self.spaces + 1
        if corner.double_aggressive == marked:
            return self._with([at], aggressive=0, double_aggressive=0)
        if corner.aggressive == marked:
            return self._with([at], double_aggressive=marked)
        return self._with([at], aggressive=marked, double_aggressive=min(corner.double_aggressive, marked))

    def with_special(self, key: str, space: int) -> Sketch:
        """Switch a space's mark, `flooded` or `tunnel`, on or off."""
        new: dict[str, Any] = {key: tuple(sorted({*getattr(self, key)} ^ {space}))}
        return replace(self, **new)

    def _lines_of(self, at: int) -> list[int]:
        """Return the indices of all lines of a corner: two for a chicane."""
        first = at - 1 if at and self.corners[at].chicane else at
        after = first + 1
        return [first, after] if after < len(self.corners) and self.corners[after].chicane else [first]

    def _with(self, lines: Sequence[int], **values: object) -> Sketch:
        new: dict[str, Any] = values
        corners = (replace(each, **new) if at in lines else each for at, each in enumerate(self.corners))
        return replace(self, corners=tuple(corners))


_OTHER: Final = {"left": "right", "right": "left"}


def _in_order(corners: Sequence[SketchedCorner]) -> tuple[SketchedCorner, ...]:
    return tuple(sorted(corners, key=lambda each: each.line_after))


def _on_field(outline: Sequence[FieldPoint]) -> list[Point]:
    """Return an outline scaled to the field and centred on it."""
    left, top = min(x for x, _y in outline), min(y for _x, y in outline)
    width, height = max(x for x, _y in outline) - left, max(y for _x, y in outline) - top
    inner = FIELD[0] * 0.92, FIELD[1] * 0.92
    scale = min(inner[0] / max(width, 1), inner[1] / max(height, 1))
    across, down = (FIELD[0] - width * scale) / 2, (FIELD[1] - height * scale) / 2
    return [((x - left) * scale + across, (y - top) * scale + down) for x, y in outline]


def sketch_of(track: Track) -> Sketch:
    course = _on_field(track.outline)
    points = [(round(x), round(y)) for x, y in course[:: max(round(track.spaces / _HANDLES), 1)]]
    corners = [
        SketchedCorner(
            **{key: getattr(each, key) for key in _SAME_OF_LINES},
            side=track.race_line_side(each.line_after % track.spaces + 1),
            press=each.press is not None or at in track.first_lines,
            chicane=each.chicane_with is not None,
        )
        for at, each in enumerate(track.corners)
    ]
    return Sketch(
        **{key: getattr(track, key) for key in _SAME},
        points=tuple(points),
        traced=track.outline,
        corners=tuple(corners),
    )


def is_sane(sketch: Sketch) -> bool:
    """Return whether the values of a sketch from a file are within the editor's bounds, so that it can be shown."""
    spaces = (*sketch.flooded, *sketch.tunnel)
    lines = [each.line_after for each in sketch.corners]
    counts = (sketch.laps, *(each.limit for each in sketch.corners))
    sides = {sketch.side, *(each.side for each in sketch.corners)}
    return (
        LEAST_SPACES <= sketch.spaces <= MOST_SPACES
        and len(sketch.points) <= MOST_POINTS
        and len(sketch.traced) in (0, sketch.spaces)
        and all(0 <= each <= 1000 for point in (*sketch.points, *sketch.traced) for each in point)
        and 0 <= sketch.start < sketch.spaces
        and sides <= _OTHER.keys()
        and lines == sorted(set(lines))
        and all(1 <= each <= sketch.spaces for each in (*lines, *spaces))
        and all(1 <= each.legends_line_after <= sketch.spaces for each in sketch.corners)
        and all(0 <= each.double_aggressive <= sketch.spaces >= each.aggressive >= 0 for each in sketch.corners)
        and all(LEAST_LIMIT <= each <= MOST_LIMIT for each in counts)
        and all(0 <= each <= MOST_LIMIT for each in (sketch.heat, sketch.stress))
        and len(sketch.name) <= LONGEST_NAME
    )


class History:
    """The states of a sketch for undo and redo; one of them is shown."""

    def __init__(self, *states: Sketch) -> None:
        self._states = list(states)
        self._at = len(states) - 1

    @property
    def now(self) -> Sketch:
        return self._states[self._at]

    @property
    def can_undo(self) -> bool:
        """True unless the oldest state is shown."""
        return self._at > 0

    @property
    def can_redo(self) -> bool:
        """True unless the newest state is shown."""
        return self._at + 1 < len(self._states)

    def change(self, sketch: Sketch) -> bool:
        """Add a state after the one shown, forget undone ones and return True; if nothing changes, return False."""
        if sketch == self.now:
            return False
        self._states[self._at + 1 :] = [sketch]
        self._at += 1
        return True

    def go(self, way: int) -> None:
        """Undo (-1) or redo (1), if possible."""
        self._at = min(max(self._at + way, 0), len(self._states) - 1)
