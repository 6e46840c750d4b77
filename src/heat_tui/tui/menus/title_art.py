"""The name of the game in glowing letters above a piece of road."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from typing import Final, NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.strip import Strip
from textual.widget import Widget

from heat_tui.tui.look import Look, look_of

_STROKE, _BAR = 0.3, 0.2
"""The thickness of the letters' strokes: vertical ones as a fraction of the width, horizontal ones of the height."""

_FLAMES: Final = ("#ffd84a", "#ff9a1f", "#f04a28", "#c81d25")
_EMBERS: Final = ("#e08a00", "#d9590f", "#b8261e", "#86131d")
"""The colours of the letters from top to bottom, on dark and light backgrounds."""

_RED, _WHITE = "#e53935", "#f4f1e8"
_ASPHALT: Final = ("#3c4043", "#484d50")
_FIELD: Final = (("red", 0.87), ("blue", 0.76), ("green", 0.7), ("yellow", 0.52), ("black", 0.36), ("gray", 0.3))
"""The cars in position order, and their places as fractions of the width. The engine would take long to import."""

_SPACE = 5
"""The columns of a space of the road."""

_ROAD_ROWS = 4


class _Letters(NamedTuple):
    """The size of the letters in pixels, which are a column wide and half a row high."""

    width: int
    height: int
    gap: int
    slant: int

    @property
    def total(self) -> int:
        """The width in pixels from the first letter's foot to the last one's head."""
        return 4 * self.width + 3 * self.gap + self.slant


_SIZES: Final = (_Letters(29, 26, 4, 8), _Letters(21, 18, 3, 6), _Letters(14, 10, 2, 4), _Letters(8, 6, 1, 2))
"""The sizes, largest first."""

LEAST_WIDTH, LEAST_HEIGHT = 40, 7

_Cell = tuple[str, Style]


class TitleArt(Widget):
    """The name HEAT in slanted letters, in any box of at least 40 columns and 7 rows."""

    def render_line(self, y: int) -> Strip:
        rows = picture(self.size.width, self.size.height, look_of(self), self.background_colors[1])
        ground = self.rich_style
        return rows[y].apply_style(ground) if y < len(rows) else Strip.blank(self.size.width, ground)


@lru_cache(maxsize=2)
def picture(width: int, height: int, look: Look, ground: Color) -> tuple[Strip, ...]:
    """Draw the letters and the road in a box of cells, or nothing if it is too small; `ground` is the background."""
    if width < LEAST_WIDTH or height < LEAST_HEIGHT:
        return ()
    rows = [*_letter_rows(width, height - _ROAD_ROWS, look, ground), *_road_rows(width, look)]
    return tuple(_strip(row) for row in rows)


def _strip(row: list[_Cell]) -> Strip:
    runs = (list(cells) for _style, cells in groupby(row, key=lambda cell: id(cell[1])))
    return Strip([Segment("".join(sign for sign, _ink in run), run[0][1]) for run in runs], len(row))


@lru_cache(maxsize=1024)
def _ink(colour: str | None = None, ground: str | None = None) -> Style:
    """Return one style for each pair of colours, so that equal neighbours are the same object."""
    return Style(color=colour, bgcolor=ground)


@lru_cache(maxsize=256)
def _faded(colour: str, ground: Color, tenths: int) -> str:
    return ground.blend(Color.parse(colour), 0.75 * (tenths / 10) ** 2).hex6


def _letter_rows(width: int, height: int, look: Look, ground: Color) -> list[list[_Cell]]:
    size = next((each for each in _SIZES if each.total + 8 <= width and each.height <= 2 * height), _SIZES[-1])
    above = (height - size.height // 2 + 1) // 2
    start = (width - size.total) // 2
    blank: list[_Cell] = [(" ", _ink())] * width
    rows = [blank] * above
    for top in range(0, size.height, 2):
        pixels = [_row(size, start, width, y, look, ground) for y in (top, top + 1)]
        rows.append([_cell(upper, lower, look) for upper, lower in zip(*pixels, strict=True)])
    return (rows + [blank] * height)[:height]


def _row(size: _Letters, start: int, width: int, y: int, look: Look, ground: Color) -> list[str | None]:
    """Return the colours of one row of pixels."""
    shades = _FLAMES if look.dark else _EMBERS
    colour = _blended(shades, (y + 0.5) / size.height)
    lean = round(size.slant * (1 - y / size.height))
    first = start + lean
    row: list[str | None] = [None] * width
    if look.colour and not look.ascii and y % 4 == 1:  # streaks on the left of the letters
        tail = first - 2 - (7 * y) % 5
        for x in range(max(0, tail)):
            row[x] = _faded(colour, ground, 10 * x // tail)
    for x in _lit(size, y):
        if 0 <= first + x < width:
            row[first + x] = colour
    return row


def _lit(size: _Letters, y: int) -> Iterator[int]:
    """Yield the pixels of the four letters that are lit in a row, without the slant."""
    for letter, lit in enumerate((_h, _e, _a, _t)):
        left = letter * (size.width + size.gap)
        for x in range(size.width):
            if lit((x + 0.5) / size.width, (y + 0.5) / size.height):
                yield left + x


def _h(u: float, v: float) -> bool:
    return u < _STROKE or u > 1 - _STROKE or _middle(v)


def _e(u: float, v: float) -> bool:
    return u < _STROKE or v < _BAR or v > 1 - _BAR or (_middle(v) and u < 0.82)


def _a(u: float, v: float) -> bool:
    side = min(u, 1 - u) - 0.16 * (1 - v)
    return side >= 0 and (side < 0.9 * _STROKE or v < _BAR or 0.08 < v - 0.5 < 0.08 + _BAR)


def _t(u: float, v: float) -> bool:
    return v < _BAR or abs(u - 0.5) < _STROKE / 2


def _middle(v: float) -> bool:
    return abs(v - 0.5) < _BAR / 2


@lru_cache(maxsize=64)
def _blended(shades: tuple[str, ...], part: float) -> str:
    step, rest = divmod(part * (len(shades) - 1), 1)
    low = Color.parse(shades[int(step)])
    return low.blend(Color.parse(shades[min(int(step) + 1, len(shades) - 1)]), rest).hex6


def _cell(upper: str | None, lower: str | None, look: Look) -> _Cell:
    """Draw one character for two pixels, one above the other."""
    if look.ascii:
        sign = "#" if upper or lower else " "
        return sign, _ink(upper or lower)
    if upper and lower:
        return ("▀", _ink(upper, lower)) if look.colour else ("█", _ink(upper))
    if upper:
        return "▀", _ink(upper)
    return ("▄", _ink(lower)) if lower else (" ", _ink())


def _road_rows(width: int, look: Look) -> list[list[_Cell]]:
    """Draw a kerb, the two spots of every space with cars on them, a kerb."""
    finish = round(width * 0.93)
    lanes: list[list[_Cell]] = [[_asphalt(x, finish, look) for x in range(width)] for _lane in (0, 1)]
    for number, (colour, place) in enumerate(_FIELD, start=1):
        style = look.car_style(colour)
        left = round(place * width) // _SPACE * _SPACE + 1
        sign = f"{number}>" if look.ascii else f"{number}►"
        for offset, character in enumerate(sign[: max(0, width - left)]):
            lanes[(number + 1) % 2][left + offset] = character, style
    return [_kerb(width, look, upper=True), *lanes, _kerb(width, look, upper=False)]


def _asphalt(x: int, finish: int, look: Look) -> _Cell:
    shade = _ASPHALT[x // _SPACE % 2] if look.colour and not look.ascii else None
    if x in (finish, finish + 1):
        if look.ascii:
            return "=", _ink()
        return "▀▄"[x - finish], _ink(_WHITE, "#101010" if look.colour else None)
    if x % _SPACE == _SPACE // 2:
        return "." if look.ascii else "·", _ink("#9aa0a3" if look.colour else None, shade)
    return " ", _ink(None, shade)


def _kerb(width: int, look: Look, *, upper: bool) -> list[_Cell]:
    if look.ascii:
        return [("-" if x // 3 % 2 else "=", _ink()) for x in range(width)]
    sign = "▄" if upper else "▀"
    if not look.colour:
        return [(sign if x // 3 % 2 else " ", _ink()) for x in range(width)]
    return [(sign, _ink(_WHITE if x // 3 % 2 else _RED)) for x in range(width)]
