"""The map of the track with everything on it, and its key."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len, set_cell_size
from rich.style import Style
from rich.text import Text
from textual.reactive import reactive

from heat_tui.drawing.characters import spot_sign
from heat_tui.drawing.road import Kind, Material, Spot
from heat_tui.language import _
from heat_tui.tui.lists import Lines
from heat_tui.tui.look import Look, look_of
from heat_tui.tui.track.marks import (
    BADGES,
    BOLD,
    BOUND,
    DIM,
    GHOST,
    PLAIN,
    SIGN,
    URGING,
    Glyph,
    condition_style,
    line_sign,
    press_mark,
    signs_of,
)
from heat_tui.tui.track.road_colours import Colour, asphalt, ink, mixed, palette_of
from heat_tui.tui.track.scene import Scene
from heat_tui.tui.track.strips import STRIP_ROWS, Course
from heat_tui.tui.track.widget import TrackWidget
from heat_tui.words.formatter import fill

if TYPE_CHECKING:
    from heat_tui.tui.track.ground import Ground

_LEAST_STRIP_WIDTH = 12


class TrackMap(TrackWidget):
    """The ribbon map, or the track in characters; in a box too small for either, the strip or a hint."""

    counts = reactive(default=False, init=False)
    """True if empty off spots show the number of spaces to the next corner line."""

    _drawable = False

    def on_resize(self) -> None:
        """Delay the first drawing of the ground, which is slow, until everything else has been painted."""
        if not self._drawable:
            self.app.call_later(self.call_after_refresh, self._draw)  # call_later waits until the app has started

    def _draw(self) -> None:
        self._drawable = True
        self.redraw()

    def watch_counts(self) -> None:
        self.redraw()

    @property
    def ground(self) -> Ground | None:
        """The track as drawn in this box; None if the box is too small for a map."""
        from heat_tui.tui.track.ground import ground_of

        scene = self.scene
        try:
            return ground_of(scene.track, *self.size, look_of(self), scene.badges, scene.press, legends=scene.legends)
        except ValueError:
            return None

    @property
    def paved(self) -> bool:
        """False for the map in ASCII, which has no road below its spots."""
        return not look_of(self).ascii or self.ground is None

    def glyphs(self, row: int) -> list[Glyph]:
        if not self._drawable:
            return []
        ground, marks = self.ground, self.marks
        if ground is None:
            return self._small(row)
        if row >= ground.chart.height:
            return []
        cells = ground.row(row, marks)
        for spot in ground.in_row[row]:
            place = ground.chart.spots[spot]
            standing = marks.at(spot, place.heading, place.room) or self._count(spot, place.room)
            if standing is not None:
                cells[place.left : place.left + place.room] = standing
            else:
                cells[place.cell[0]] = marks.dot(spot)
        return cells

    def _count(self, spot: Spot, room: int) -> list[Glyph] | None:
        if not self.counts or not spot[1]:
            return None
        text, style = self.marks.count(spot[0])
        return [(each, style) for each in text.center(room)] if len(text) <= room else None

    def _small(self, row: int) -> list[Glyph]:
        """Draw a row of a box too small for the map: the strip in its middle, or a hint if that does not fit."""
        course = self._course()
        return self.hint(_("Too small for the map."), row) if course is None else course.row(row - self._above)

    def _course(self) -> Course | None:
        width, height = self.size
        fits = width >= _LEAST_STRIP_WIDTH and height >= STRIP_ROWS and self.scene.track.corners
        return Course(self.marks, width) if fits else None

    @property
    def _above(self) -> int:
        """The number of rows above the strip."""
        return (self.size.height - STRIP_ROWS) // 2

    def hint(self, words: str, row: int) -> list[Glyph]:
        """Draw a row of a box whose only content is a hint in the middle row, cut to the width of the box."""
        shown = set_cell_size(words, min(self.size.width, cell_len(words)))
        return [(each, DIM) for each in shown] if row == self.size.height // 2 else []

    def spot_at(self, column: int, row: int) -> Spot | None:
        ground = self.ground
        if ground is not None:
            return ground.chart.spot_at(column, row)
        course = self._course()
        return None if course is None else course.spot_at(column, row - self._above)


_MOST_ROWS: Final = 2


class MapKey(Lines):
    """One line of signs with their names, or two if they need more."""

    def __init__(self, scene: Scene, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._scene = scene

    def lines(self, width: int) -> list[Text]:
        return key_lines(_samples(self._scene, look_of(self)), width, _MOST_ROWS)


Sample = tuple[str, Style, str]
"""A sign, its style and its name."""


def key_lines(samples: Iterable[Sample], width: int, most: int) -> list[Text]:
    """Return up to `most` lines with samples, each followed by its words; samples that do not fit are left out."""
    lines = [Text(no_wrap=True)]
    for sample, style, words in samples:
        part = Text.assemble((sample, style), " ", words)
        if lines[-1] and lines[-1].cell_len + part.cell_len + 2 > width and len(lines) < most:
            lines.append(Text(no_wrap=True))
        gap = "  " if lines[-1] else ""
        if lines[-1].cell_len + len(gap) + part.cell_len <= width:
            lines[-1].append_text(Text(gap) + part)
    return lines


def _on_road(look: Look, front: Colour, back: Colour | None = None) -> Style:
    return ink(front, back or palette_of(look).road) if look.colour else PLAIN


def _samples(scene: Scene, look: Look) -> Iterator[Sample]:
    track, palette, colour, signs = scene.track, palette_of(look), look.colour, signs_of(look)
    if look.ascii:
        yield signs.off_spot, _on_road(look, palette.dot), _("spot")
    else:
        yield signs.race_line, _on_road(look, palette.dot), _("race line")
        yield signs.off_spot, _on_road(look, palette.faint_dot), _("off spot")
    limits = [limit for line, limit in enumerate(scene.limits) if line not in track.first_lines]
    words = (_("corner {number}") if len(limits) == 1 else _("corners 1 to {number}")).format(number=len(limits))
    if colour:
        yield "".join(f" {limit} " for limit in limits), SIGN, words
    else:
        yield "".join(f"<{limit}>" for limit in limits) + signs.lines[Kind.CORNER], BOLD, words
    if scene.legends:
        yield signs.lines[Kind.LEGENDS], _on_road(look, palette.materials[Material.LEGENDS]), _("legends line")
    yield *line_sign(Kind.START, look, None), _("start")
    yield from special_samples(scene, look, range(1, track.spaces + 1))
    yield from badge_samples(scene.badges, look)
    if scene.reach:
        reached = _on_road(look, palette.dot, mixed(palette.road, palette.reach))
        yield ("o" if not colour else " "), reached, _("within reach")
    if scene.landings:
        style = ink((0, 0, 0), palette.landing, bold=True) if colour else Style(bold=True, underline=True)
        yield "a", style, _("possible landing")
    dot = _on_road(look, palette.dot)
    yield from faint_samples(scene, dot, dot)


def special_samples(scene: Scene, look: Look, spaces: Container[int]) -> Iterator[Sample]:
    """Yield a sample for each of these that occurs in `spaces`: water, a tunnel, a press corner, aggressive spaces."""
    track, palette = scene.track, palette_of(look)
    flooded = [space for space in track.flooded if space not in track.tunnel]
    for found, words in ((flooded, _("flooded")), (track.tunnel, _("tunnel"))):
        for space in [space for space in found if space in spaces][:1]:
            style = _on_road(look, palette.water, asphalt(palette, track, space))
            yield spot_sign(track, space), style, words
    if any(track.corners[corner].line_after in spaces for corner in scene.press):
        yield *press_mark(look), _("press corner")
    urging = {lines for space, lines in enumerate(scene.urging, start=1) if space in spaces}
    for lines, words in ((1, _("aggressive space")), (2, _("doubly aggressive"))):
        if lines in urging:
            yield URGING[lines], _on_road(look, palette.dot), words


def faint_samples(scene: Scene, bound: Style, ghost: Style) -> Iterator[Sample]:
    """Yield a sample of a place where a Legend would go and one of the ghost, if they are on the track."""
    for car in scene.bound[:1]:
        yield f"{BOUND}{car.number}", bound, _("where this Legend would go")
    if scene.rival is not None:
        yield GHOST, ghost, _("ghost")


def badge_samples(badges: Collection[str], look: Look) -> Iterator[Sample]:
    for badge, (_style, words) in BADGES.items():
        if badge in badges:
            yield badge, condition_style(badge, look), fill(words, spaces=badge[1])
