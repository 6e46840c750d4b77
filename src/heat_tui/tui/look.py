"""The look of the app: the terminal's abilities, the player's settings, and the resulting colours."""

from __future__ import annotations

import functools
import unicodedata
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, ClassVar, Final, Protocol, cast

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter
from textual.message import Message
from textual.scrollbar import ScrollBarRender
from textual.theme import Theme

from heat_tui.language import _
from heat_tui.tui.keymap import shown_keys

if TYPE_CHECKING:
    from rich.text import Text
    from textual.dom import DOMNode

    from heat_tui.engine.setup import RaceSheet
    from heat_tui.store.settings import CarPalette, Settings

DARK, LIGHT = "heat-dark", "heat-light"

THEMES: Final = (
    Theme(
        name=DARK,
        primary="#e0483c",
        secondary="#4f8fdc",
        accent="#f2b632",
        warning="#f2b632",
        error="#ff6b5e",
        success="#5fc26b",
        foreground="#e8e6df",
        background="#101412",
        surface="#181d1b",
        panel="#232a27",
        dark=True,
        variables={"block-cursor-background": "#b5332a", "block-cursor-foreground": "#ffffff"},
    ),
    Theme(
        name=LIGHT,
        primary="#b3261e",
        secondary="#1f5fa8",
        accent="#8a5a00",
        warning="#8a5a00",
        error="#b3261e",
        success="#1f6b2d",
        foreground="#1c1f1d",
        background="#f4f1e8",
        surface="#e9e5d8",
        panel="#dcd7c7",
        dark=False,
    ),
)

_PALETTES: Final[tuple[CarPalette, ...]] = ("game", "okabe-ito")
_CARS: Final = {
    "red": ("#e53935", "#d55e00"),
    "blue": ("#3f83f8", "#0072b2"),
    "green": ("#3fbf55", "#009e73"),
    "yellow": ("#fdd015", "#f0e442"),
    "black": ("#1b1b1b", "#000000"),
    "gray": ("#a9adb3", "#bbbbbb"),
    "orange": ("#ff7d1a", "#e69f00"),
    "purple": ("#a347d6", "#cc79a7"),
}
"""The colours of the cars in the game's palette, and in the palette of Okabe and Ito."""

_LOST_IN_THE_DARK, _MIDDLE = 40 / 255, 128 / 255
"""The brightnesses, 0 to 1, below which a colour is lost on a dark background, and above which it needs black text."""

_BLACK_IN_THE_DARK: Final = "#4a4a4a"


def styles(*names: str) -> list[str | PurePath]:
    """Return the paths of style sheets below this folder; later ones override earlier ones."""
    folder = Path(__file__).parent
    return [folder / f"{name}.tcss" for name in names]


@dataclass(frozen=True, slots=True)
class Look:
    """The look of the app: without `colour` (NO_COLOR), cars differ only by their numbers; the log may be `brief`."""

    dark: bool = True
    colour: bool = True
    ascii: bool = False
    cars: CarPalette = "game"
    brief: bool = True

    def car_colour(self, colour: str) -> str:
        """Return the car colour of this name in the chosen palette, as #rrggbb."""
        return _CARS[colour][_PALETTES.index(self.cars)]

    def badge(self, sheet: RaceSheet, car: int) -> tuple[str, Style]:
        """Return the badge of a car by index: its number, from 1, and its style."""
        return f" {car + 1} ", self.car_style(sheet.entries[car].colour)

    def car_style(self, colour: str) -> Style:
        """Return the style of a car's badge: its colour, grey if too dark to see, or reversed without colours."""
        if not self.colour:
            return Style(bold=True, reverse=True)
        background = self.car_colour(colour)
        if self.dark and Color.parse(background).brightness < _LOST_IN_THE_DARK:
            background = _BLACK_IN_THE_DARK
        return Style(color=readable_on(background), bgcolor=background, bold=True)

    @property
    def dots(self) -> str:
        """The ellipsis at the end of a cut text."""
        return "..." if self.ascii else "…"

    def cut(self, text: str, width: int) -> str:
        """Return the text in at most `width` cells; a cut text ends in dots, unless they leave no room for text."""
        if cell_len(text) <= width:
            return text
        if width <= len(self.dots):
            return set_cell_size(text, max(width, 0)).rstrip()
        return set_cell_size(text, width - len(self.dots)).rstrip() + self.dots

    def cut_line(self, line: Text, width: int) -> Text:
        """Return a line in at most `width` cells, including dots at its end even if it would fit."""
        short = line.copy()
        short.truncate(max(width - len(self.dots), 0))
        return short.append(self.dots)

    def to_left(self, text: str, width: int) -> str:
        """Return the text in exactly `width` cells, padded on the right."""
        return set_cell_size(self.cut(text, width), width)

    def to_right(self, text: str, width: int) -> str:
        """Return the text in exactly `width` cells, padded on the left."""
        short = self.cut(text, width)
        return " " * (width - cell_len(short)) + short

    def to_middle(self, text: str, width: int) -> str:
        """Return the text in exactly `width` cells, padded on both sides."""
        short = self.cut(text, width)
        return set_cell_size(" " * ((width - cell_len(short)) // 2) + short, width)


def readable_on(background: str) -> str:
    """Return black or white, whichever is more readable on a #rrggbb colour."""
    return "#000000" if Color.parse(background).brightness > _MIDDLE else "#ffffff"


class LookChanged(Message, bubble=False):
    """The look of the app, or another setting, has changed; posted to every open screen and each of its widgets."""


class Looking(Protocol):
    """The part of the app that widgets need to draw themselves."""

    settings: Settings

    @property
    def look(self) -> Look:
        """The app's current look."""


def app_of(node: DOMNode) -> Looking:
    """Return the app of a widget or screen, typed as Looking."""
    return cast("Looking", node.app)


def look_of(node: DOMNode) -> Look:
    return app_of(node).look


def badge_style(node: DOMNode, colour: str) -> Style:
    """Return the style of a badge in a colour of the theme, such as "error".

    Component classes would do the same more slowly: all style rules are matched against them whenever their widget
    gains or loses the focus.
    """
    ground, ink = (Color.parse(node.app.theme_variables[each]) for each in (colour, "background"))
    return Style(color=ink.rich_color, bgcolor=ground.rich_color, bold=True)


def keys_of(node: DOMNode) -> dict[str, str]:
    """Return the names of the player's keys as `shown_keys` does, by the ids of their bindings with "_" for "-"."""
    app = app_of(node)
    return shown_keys(app.settings.keys, ascii=app.look.ascii)


_STAND_INS: Final = str.maketrans("…▌▐│─━▔▁▼▲◄►→·•■█□●○✓–−×⚑»◆∩╭╮╰╯┏┓┗┛┃", ".|||-=-_v^<>>-o##.*ov--xF>dh++++#####")
"""The ASCII replacements for other characters, cell for cell."""


class AsciiOnly(LineFilter):
    """A filter that replaces characters outside ASCII, except wide ones if the language in use has them."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        name = _("the name of this language")
        wide = cell_len(name) > len(name)
        return [
            segment
            if segment.text.isascii()
            else Segment(_in_ascii(segment.text, wide), segment.style, segment.control)
            for segment in segments
        ]


ASCII_ONLY: Final = AsciiOnly()


@functools.lru_cache(maxsize=2000)
def _in_ascii(text: str, wide: bool) -> str:  # noqa: FBT001 - the key of a cache
    return "".join(each if each.isascii() or (wide and cell_len(each) > 1) else _stand_in(each) for each in text)


def _stand_in(character: str) -> str:
    """Return a character's stand-in, of equal width: the game's own, the plain character, or a question mark."""
    width = cell_len(character)
    plain = unicodedata.normalize("NFKD", character.translate(_STAND_INS))[:1]
    if not plain.isascii() or not plain:
        plain = "?"
    return plain.ljust(width)[:width]


class AsciiBars(ScrollBarRender):
    """A scroll bar with a thumb of blanks on a different background, without blocks at its ends."""

    VERTICAL_BARS: ClassVar[list[str]] = [" "]
    HORIZONTAL_BARS: ClassVar[list[str]] = [" "]


_LEAST_DIFFERENCE: Final = 0.22
"""The minimum difference in brightness between a car's ink and the background, 0 to 1."""

_STEP: Final = 0.1


@functools.cache
def car_ink(look: Look, colour: str) -> str:
    """Return the colour of a car, as #rrggbb, mixed with the text's colour until it is visible."""
    theme = next(each for each in THEMES if each.dark == look.dark)
    ground, text = Color.parse(theme.background or ""), Color.parse(theme.foreground or "")
    ink = own = Color.parse(look.car_colour(colour))
    share = 0.0
    while abs(ink.brightness - ground.brightness) < _LEAST_DIFFERENCE and share < 1:
        share += _STEP
        ink = own.blend(text, share)
    return ink.hex6
