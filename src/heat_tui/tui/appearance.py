"""How things look: what the terminal can do, what the player chose, and the colours that follow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, cast

from rich.style import Style
from textual.theme import Theme

if TYPE_CHECKING:
    from textual.dom import DOMNode

    from heat_tui.tui.app import HeatApp

CarPalette = Literal["game", "okabe-ito"]

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

_GAME_COLOURS: Final = {
    "red": "#e53935",
    "blue": "#3f83f8",
    "green": "#3fbf55",
    "yellow": "#fdd015",
    "black": "#1b1b1b",
    "gray": "#a9adb3",
    "orange": "#ff7d1a",
    "purple": "#a347d6",
}
_OKABE_ITO: Final = {
    "red": "#d55e00",
    "blue": "#0072b2",
    "green": "#009e73",
    "yellow": "#f0e442",
    "black": "#000000",
    "gray": "#bbbbbb",
    "orange": "#e69f00",
    "purple": "#cc79a7",
}


_LOST_IN_THE_DARK: Final = 40
_BLACK_IN_THE_DARK: Final = "#4a4a4a"
_MIDDLE: Final = 128


@dataclass(frozen=True, slots=True)
class Look:
    """How things are drawn. Without `colour` (NO_COLOR) lines and cars must be told apart by glyphs alone."""

    dark: bool = True
    colour: bool = True
    ascii: bool = False
    cars: CarPalette = "game"

    def car_colour(self, colour: str) -> str:
        """The colour, as #rrggbb, of a car of one of the game's colours."""
        return (_OKABE_ITO if self.cars == "okabe-ito" else _GAME_COLOURS)[colour]

    def car_style(self, colour: str) -> Style:
        """A car's badge: its colour with readable text on it; reversed where there is no colour."""
        if not self.colour:
            return Style(bold=True, reverse=True)
        background = self.car_colour(colour)
        if self.dark and brightness(background) < _LOST_IN_THE_DARK:
            background = _BLACK_IN_THE_DARK
        return Style(color=readable_on(background), bgcolor=background, bold=True)


def readable_on(background: str) -> str:
    """Black or white, whichever reads better on a #rrggbb."""
    return "#000000" if brightness(background) > _MIDDLE else "#ffffff"


def brightness(colour: str) -> float:
    """How bright a #rrggbb is to the eye, 0 to 255."""
    red, green, blue = (int(colour[start : start + 2], 16) for start in (1, 3, 5))
    return (299 * red + 587 * green + 114 * blue) / 1000


def look_of(node: DOMNode) -> Look:
    """The look of the app that a widget or screen belongs to."""
    app = cast("HeatApp", node.app)
    return app.look
