"""A list to choose from by arrow keys, j and k, Enter, or the mouse."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import BindingType

from heat_tui.tui.keymap import bound
from heat_tui.tui.widgets.options import Options


class MenuList(Options):
    """Textual's list with the letters that move in this game, and lines that end in an ellipsis."""

    BINDINGS: ClassVar[list[BindingType]] = bound("menu-down", "menu-up")
    DEFAULT_CSS = """
    MenuList { border: none; padding: 0; background: transparent; text-wrap: nowrap; text-overflow: ellipsis; }
    MenuList:focus { border: none; background-tint: transparent; }
    """


class LookingList(MenuList, inherit_bindings=False):
    """A list of which a line is only looked at: Enter, PgUp and PgDn are free for the screen."""

    BINDINGS: ClassVar[list[BindingType]] = bound("menu-down", "menu-up", "list-down", "list-up")


class ShortList(MenuList, inherit_bindings=False):
    """A list that is never longer than the screen, so that PgUp and PgDn are free for the screen."""

    BINDINGS: ClassVar[list[BindingType]] = bound("menu-down", "menu-up", "list-down", "list-up", "list-select")
