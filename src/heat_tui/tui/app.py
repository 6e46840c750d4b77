"""The app: settings, look, screens and the way between them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from textual.app import App
from textual.binding import BindingType
from textual.screen import Screen
from textual.signal import Signal

from heat_tui.files.settings import Settings
from heat_tui.tui.appearance import DARK, LIGHT, THEMES, Look
from heat_tui.tui.keymap import bound

Opening = Callable[["HeatApp"], None]
"""What is opened on the title when the app starts: a race, the tutorial, nothing."""


class HeatApp(App[None]):
    """The whole game. `opening` is called once the title stands."""

    TITLE = "Heat"
    CSS_PATH = "styles/heat.tcss"
    ENABLE_COMMAND_PALETTE = True
    BINDINGS: ClassVar[list[BindingType]] = bound("palette", "screenshot", "quit")

    def __init__(self, settings: Settings | None = None, *, opening: Opening | None = None) -> None:
        super().__init__()
        self.settings = settings if settings is not None else Settings()
        self.look_changed: Signal[Look] = Signal(self, "look")
        self._opening = opening
        for theme in THEMES:
            self.register_theme(theme)

    @property
    def look(self) -> Look:
        """How things are drawn now."""
        return Look(
            dark=self.current_theme.dark,
            colour=not self.no_color,
            ascii=self.settings.glyphs == "ascii",
            cars=self.settings.cars,
        )

    def get_default_screen(self) -> Screen[Any]:
        """The title, below everything else."""
        from heat_tui.tui.screens.title import TitleScreen

        return TitleScreen()

    def on_mount(self) -> None:
        """Apply the settings and open what was asked for."""
        self.apply(self.settings)
        if self._opening is not None:
            self._opening(self)

    def apply(self, settings: Settings) -> None:
        """Let these settings hold from now on; they are not written to the file."""
        self.settings = settings
        self.theme = {"dark": DARK, "light": LIGHT}.get(settings.theme, settings.theme)
        self.set_keymap(dict(settings.keys))
        self.look_changed.publish(self.look)
