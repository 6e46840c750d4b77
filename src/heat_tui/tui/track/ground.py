"""The ground of a map: the ribbon in half blocks, or the track in single characters."""

from __future__ import annotations

import functools
from abc import ABC, abstractmethod

from rich.style import Style

from heat_tui.drawing.ascii_map import AsciiMap, ascii_map
from heat_tui.drawing.ribbon import Chart, Ribbon, Sign, ribbon
from heat_tui.drawing.road import FULL, Kind, Material, Spot
from heat_tui.engine.track import Track
from heat_tui.tui.look import Look
from heat_tui.tui.track.marks import BOLD, PLAIN, Glyph, Marks, corner_sign, flag, signs_of
from heat_tui.tui.track.road_colours import DARK, LIGHT, Badges, Colour, Palette, asphalt, ink, mixed, rgb

_HALF = "▀"
_ROAD = (Material.ASPHALT, Material.ASPHALT_LIGHT)


class Ground(ABC):
    """A track in a box; `in_row` has the spots of each row."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        self.in_row: list[list[Spot]] = [[] for _ in range(chart.height)]
        for spot, place in chart.spots.items():
            self.in_row[place.cell[1]].append(spot)

    def row(self, row: int, marks: Marks) -> list[Glyph]:
        """Draw the cells of a row without the contents of its spots."""
        cells = self._road(row, marks)
        for sign in self.chart.signs:
            if sign.cell[1] == row:
                cells[sign.cell[0] : sign.cell[0] + sign.width] = self._sign(sign, marks)
        return cells

    @abstractmethod
    def _road(self, row: int, marks: Marks) -> list[Glyph]:
        """Draw the cells of a row without its signs."""

    def _sign(self, sign: Sign, marks: Marks) -> list[Glyph]:
        if sign.kind is Kind.START:
            glyphs = flag(self.chart.start, marks.look)
        else:
            glyphs = corner_sign(marks.scene, sign.number, marks.look)[: sign.width]
        spare = sign.width - len(glyphs)
        return [*[(" ", glyphs[0][1])] * (spare // 2), *glyphs, *[(" ", glyphs[-1][1])] * (spare - spare // 2)]


class RibbonGround(Ground):
    """The ribbon, in colour."""

    def __init__(self, track: Track, drawn: Ribbon, palette: Palette, badges: Badges, *, legends: bool) -> None:
        super().__init__(drawn)
        self._track = track
        self._pixels = drawn.pixels
        self._palette = palette
        self._badges = badges
        self._legends = legends
        self._shades = functools.cache(self._shade)
        self._plain: list[list[Glyph] | None] = [None] * drawn.height
        self._marked: dict[tuple[int, int], list[int]] = {}
        spaces, width = drawn.pixels.spaces, drawn.width
        for row in range(drawn.height):
            for column in range(width):
                upper = 2 * row * width + column
                for space in {spaces[upper], spaces[upper + width]} - {0}:
                    self._marked.setdefault((space, row), []).append(column)

    def _road(self, row: int, marks: Marks) -> list[Glyph]:
        plain = self._plain[row]
        if plain is None:
            plain = self._plain[row] = [self._cell(column, row, None) for column in range(self.chart.width)]
        cells = list(plain)
        marked = marks.scene.reach if marks.focus_space is None else marks.scene.reach | {marks.focus_space}
        for space in marked:
            for column in self._marked.get((space, row), ()):
                cells[column] = self._cell(column, row, marks)
        return cells

    def _cell(self, column: int, row: int, marks: Marks | None) -> Glyph:
        width = self.chart.width
        upper = 2 * row * width + column
        top, bottom = self._pixel(upper, marks), self._pixel(upper + width, marks)
        return (" ", ink(None, top)) if top == bottom else (_HALF, ink(top, bottom))

    def _pixel(self, pixel: int, marks: Marks | None) -> Colour:
        pixels = self._pixels
        space = pixels.spaces[pixel]
        reach = marks is not None and space in marks.scene.reach
        focus = marks is not None and space == marks.focus_space
        return self._shades(pixels.top[pixel], pixels.under[pixel], pixels.cover[pixel], space, reach, focus)

    def _shade(self, top: int, under: int, cover: int, space: int, reach: bool, focus: bool) -> Colour:  # noqa: FBT001
        def colour(material: int) -> Colour:
            if not space or material not in _ROAD:
                return self._palette.materials[material]
            return asphalt(self._palette, self._track, space, material, badges=self._badges, reach=reach, focus=focus)

        top = under if top == Material.LEGENDS and not self._legends else top
        return colour(top) if cover == FULL else mixed(colour(under), (colour(top), cover / FULL))


class AsciiGround(Ground):
    """The track in single characters, for ASCII and for terminals without colours."""

    def __init__(self, drawn: AsciiMap, look: Look, *, legends: bool) -> None:
        super().__init__(drawn)
        signs, styles = signs_of(look).lines, _line_styles(look)
        self._lines: dict[tuple[int, int], Glyph] = {
            cell: (signs[kind], styles[kind])
            for cell, kind in drawn.lines.items()
            if legends or kind is not Kind.LEGENDS
        }

    def _road(self, row: int, marks: Marks) -> list[Glyph]:
        return [self._lines.get((column, row), (" ", PLAIN)) for column in range(self.chart.width)]


def _line_styles(look: Look) -> dict[Kind, Style]:
    if not look.colour:
        return {Kind.CORNER: BOLD, Kind.LEGENDS: PLAIN, Kind.START: BOLD}
    red, gold = ("#ff5a4d", "#e8bd50") if look.dark else ("#b3261e", "#8a5a00")
    return {Kind.CORNER: ink(rgb(red), None, bold=True), Kind.LEGENDS: ink(rgb(gold), None), Kind.START: BOLD}


@functools.lru_cache(maxsize=16)
def ground_of(
    track: Track,
    width: int,
    height: int,
    look: Look,
    badges: Badges = (),
    press: tuple[int, ...] = (),
    *,
    legends: bool = True,
) -> Ground:
    """Return the ground, cached, with legends lines if `legends`. Raises ValueError if the box is too small."""
    if look.colour and not look.ascii:
        palette = DARK if look.dark else LIGHT
        return RibbonGround(track, ribbon(track, width, height, press), palette, badges, legends=legends)
    return AsciiGround(ascii_map(track, width, height, press, badges), look, legends=legends)
