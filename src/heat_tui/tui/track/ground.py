"""The ground of a map: the ribbon in half blocks, or the track in single characters."""

from __future__ import annotations

import functools
from abc import ABC, abstractmethod

from rich.style import Style

from heat_tui.drawing.ascii_map import ASCII, UNICODE, Drawing, draw_cells
from heat_tui.drawing.layout import Cell, Heading, Kind, Layout, Spot, heading_of
from heat_tui.drawing.ribbon import Place, Ribbon, places, ribbon
from heat_tui.drawing.ribbon_road import Material
from heat_tui.engine.track import Track
from heat_tui.tui.look import Look
from heat_tui.tui.track.marks import BOLD, PLAIN, Glyph, Marks, corner_sign, flag
from heat_tui.tui.track.road_colours import DARK, LIGHT, Badges, Colour, Palette, asphalt, covered, ink, rgb

_HALF = "▀"
_ROAD = (Material.ASPHALT, Material.ASPHALT_LIGHT)


class Ground(ABC):
    """A track in a box; `spots` has the place of every spot, `in_row` the spots in every row."""

    __slots__ = ("height", "in_row", "spots", "track", "width")

    def __init__(self, track: Track, width: int, height: int, spots: dict[Spot, Place]) -> None:
        self.track = track
        self.width = width
        self.height = height
        self.spots = spots
        self.in_row: list[list[Spot]] = [[] for _ in range(height)]
        for spot, place in spots.items():
            self.in_row[place.cell[1]].append(spot)

    @abstractmethod
    def row(self, row: int, marks: Marks) -> list[Glyph]:
        """Draw the cells of a row without the contents of its spots."""

    @abstractmethod
    def spot_at(self, column: int, row: int) -> Spot | None:
        """Return the spot that a cell belongs to; None off the road."""


class RibbonGround(Ground):
    """The ribbon, in colours."""

    __slots__ = ("_badges", "_marked", "_palette", "_plain", "_ribbon", "_shades")

    def __init__(self, track: Track, drawn: Ribbon, palette: Palette, badges: Badges) -> None:
        super().__init__(track, drawn.width, drawn.height, drawn.spots)
        self._ribbon = drawn
        self._palette = palette
        self._badges = badges
        self._shades = functools.cache(self._shade)
        self._plain: list[list[Glyph] | None] = [None] * drawn.height
        self._marked: dict[tuple[int, int], list[int]] = {}
        spaces, width = drawn.pixels.spaces, drawn.width
        for row in range(drawn.height):
            for column in range(width):
                upper = 2 * row * width + column
                for space in {spaces[upper], spaces[upper + width]} - {0}:
                    self._marked.setdefault((space, row), []).append(column)

    def row(self, row: int, marks: Marks) -> list[Glyph]:
        plain = self._plain[row]
        if plain is None:
            plain = self._plain[row] = [self._cell(column, row, None) for column in range(self.width)]
        cells = list(plain)
        marked = marks.scene.reach if marks.focus_space is None else marks.scene.reach | {marks.focus_space}
        for space in marked:
            for column in self._marked.get((space, row), ()):
                cells[column] = self._cell(column, row, marks)
        for sign in self._ribbon.signs:
            if sign.cell[1] == row:
                self._sign(cells, sign.cell[0], sign.width, sign.number if sign.kind is Kind.CORNER else None, marks)
        return cells

    def _sign(self, cells: list[Glyph], column: int, width: int, corner: int | None, marks: Marks) -> None:
        if corner is None:
            cells[column : column + width] = flag(self._ribbon.start, marks.look)
            return
        glyphs = corner_sign(marks.scene, corner, marks.look)[:width]
        spare = width - len(glyphs)
        cells[column : column + width] = [
            *[(" ", glyphs[0][1])] * (spare // 2),
            *glyphs,
            *[(" ", glyphs[-1][1])] * (spare - spare // 2),
        ]

    def _cell(self, column: int, row: int, marks: Marks | None) -> Glyph:
        upper = 2 * row * self.width + column
        top, bottom = self._pixel(upper, marks), self._pixel(upper + self.width, marks)
        return (" ", ink(None, top)) if top == bottom else (_HALF, ink(top, bottom))

    def _pixel(self, pixel: int, marks: Marks | None) -> Colour:
        pixels = self._ribbon.pixels
        space = pixels.spaces[pixel]
        reach = marks is not None and space in marks.scene.reach
        focus = marks is not None and space == marks.focus_space
        return self._shades(pixels.top[pixel], pixels.under[pixel], pixels.cover[pixel], space, reach, focus)

    def _shade(self, top: int, under: int, cover: int, space: int, reach: bool, focus: bool) -> Colour:  # noqa: FBT001
        def colour(material: int) -> Colour:
            if not space or material not in _ROAD:
                return self._palette.materials[material]
            return asphalt(self._palette, self.track, space, material, badges=self._badges, reach=reach, focus=focus)

        return covered(colour(top), colour(under), cover)

    def spot_at(self, column: int, row: int) -> Spot | None:
        """Return the spot whose car covers a cell, else the nearer spot of the cell's space; None off the road."""
        return self._ribbon.spot_at(column, row)


class TextGround(Ground):
    """The track in single characters, for ASCII and for terminals without colours."""

    __slots__ = ("_drawn", "_owners", "_styles")

    def __init__(self, track: Track, drawn: Drawing, look: Look) -> None:
        layout = drawn.layout
        spots = places(layout.spots, _headings(layout), drawn.cells, layout.width)
        super().__init__(track, layout.width, layout.height, spots)
        self._drawn = drawn
        self._owners = {cell: spot for spot, place in self.spots.items() for cell in place.cells}
        self._styles = _line_styles(look)

    def row(self, row: int, marks: Marks) -> list[Glyph]:
        return [self._glyph((column, row)) for column in range(self.width)]

    def _glyph(self, cell: Cell) -> Glyph:
        text = self._drawn.cells.get(cell, " ")
        kind = self._drawn.lines.get(cell) or self._drawn.signs.get(cell)
        return text, PLAIN if kind is None else self._styles[kind]

    def spot_at(self, column: int, row: int) -> Spot | None:
        return self._owners.get((column, row))


def _line_styles(look: Look) -> dict[Kind, Style]:
    if not look.colour:
        return {Kind.CORNER: BOLD, Kind.LEGENDS: PLAIN, Kind.START: BOLD}
    red, gold = ("#ff5a4d", "#e8bd50") if look.dark else ("#b3261e", "#8a5a00")
    return {Kind.CORNER: ink(rgb(red), None, bold=True), Kind.LEGENDS: ink(rgb(gold), None), Kind.START: BOLD}


def _headings(layout: Layout) -> list[Heading]:
    """Return the driving direction on every space, taken from the space before it to the one after."""
    spaces = [station.cells for station in layout.stations if station.kind is Kind.SPACE]
    middles = [((ax + bx) / 2, float(ay + by)) for (ax, ay), (bx, by) in spaces]
    around = zip([middles[-1], *middles], [*middles[1:], middles[0]], strict=False)
    return [heading_of((bx - ax, by - ay)) for (ax, ay), (bx, by) in around]


@functools.lru_cache(maxsize=16)
def ground_of(
    track: Track,
    width: int,
    height: int,
    look: Look,
    limits: tuple[int, ...],
    badges: Badges = (),
    press: tuple[int, ...] = (),
) -> Ground:
    """Return the ground, cached; only the track in characters uses `limits`. Raises ValueError for too small a box."""
    if look.colour and not look.ascii:
        return _ribbon_ground(track, width, height, look.dark, badges, press)
    glyphs = ASCII if look.ascii else UNICODE
    drawn = draw_cells(track, width, height, glyphs=glyphs, limits=limits, badges=badges, press=press)
    return TextGround(track, drawn, look)


@functools.lru_cache(maxsize=16)
def _ribbon_ground(
    track: Track,
    width: int,
    height: int,
    dark: bool,  # noqa: FBT001
    badges: Badges,
    press: tuple[int, ...],
) -> RibbonGround:
    return RibbonGround(track, ribbon(track, width, height, press), DARK if dark else LIGHT, badges)
