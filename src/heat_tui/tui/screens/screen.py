"""What all screens of the app have in common."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, TypeVar, cast

from textual.app import ScreenStackError
from textual.binding import ActiveBinding, BindingType
from textual.screen import Screen

from heat_tui.tui.keymap import bound, key_words

if TYPE_CHECKING:
    from heat_tui.tui.app import HeatApp

T = TypeVar("T")

LEAST_WIDTH, LEAST_HEIGHT = 80, 24


class HeatScreen(Screen[T]):
    """A screen with the app's keys. `help_topic` names the part of the help that belongs to it."""

    BINDINGS: ClassVar[list[BindingType]] = bound("help", "back")
    HORIZONTAL_BREAKPOINTS: ClassVar[list[tuple[int, str]] | None] = [
        (0, "-narrow"),
        (100, "-medium"),
        (120, "-wide"),
        (160, "-vast"),
    ]
    VERTICAL_BREAKPOINTS: ClassVar[list[tuple[int, str]] | None] = [
        (0, "-low"),
        (30, "-mid"),
        (40, "-high"),
        (50, "-tall"),
    ]

    help_topic: ClassVar[str] = "start"

    @property
    def heat(self) -> HeatApp:
        """The app, by its own type."""
        return cast("HeatApp", self.app)

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        """The bindings of now, worded in the player's language for footer and help."""
        return {
            key: active._replace(binding=replace(active.binding, description=key_words(active.binding)))
            for key, active in super().active_bindings.items()
        }

    def action_help(self) -> None:
        """Open the help for this screen."""
        self.heat.open_help(self)

    def action_back(self) -> None:
        """Leave this screen; the first one stays."""
        try:
            self.dismiss()
        except ScreenStackError:
            return
