"""The part of the app that its screens rely on, beyond Textual's own App."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

from heat_tui.tui.destinations import Guide
from heat_tui.tui.look import Looking

if TYPE_CHECKING:
    from textual.dom import DOMNode

    from heat_tui.store.settings import Settings
    from heat_tui.tui.games import Games


class Host(Guide, Looking, Protocol):
    """The app as its screens see it: settings, look, saves, games and navigation."""

    overrides: Mapping[str, str]
    keeps_settings: bool

    @property
    def saves(self) -> Path | None:
        """The folder of the saved races, which need not exist; None if the app does not save races."""

    @property
    def games(self) -> Games:
        """The part that starts, resumes and shows games."""

    @property
    def way_back(self) -> str:
        """The words for leaving a game, which name the screen below it."""

    def apply(self, settings: Settings) -> None:
        """Apply settings without writing them to the file."""

    def to_title(self) -> None:
        """Close everything but a screen that keeps games."""

    def call_to_table(self, name: str) -> None:
        """Ring the bell and name the driver in the terminal's title, as far as the settings say so."""

    def allows(self, action: str) -> bool:
        """Return whether an action, such as "screen.help" or "card(3)", may be run here."""

    def action_leave(self) -> None:
        """Ask whether to leave the game."""


def host_of(node: DOMNode) -> Host:
    """Return the app of a screen or widget, or an app itself, typed as Host."""
    return cast("Host", node.app)
