"""What a screen may ask of the app that it is on, beyond what Textual's own app does."""

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
    """The app as its screens know it: settings, look, saves, games, and the way to other screens."""

    overrides: Mapping[str, str]

    @property
    def saves(self) -> Path | None:
        """The folder of the saved races, which need not exist; None if none is saved."""

    @property
    def games(self) -> Games:
        """The games: whoever begins, resumes or shows one asks them."""

    @property
    def way_back(self) -> str:
        """The words for leaving a game: where it leads back to."""

    def apply(self, settings: Settings) -> None:
        """Let these settings hold from now on; they are not written to the file."""

    def to_title(self) -> None:
        """Close everything but a screen that keeps games."""

    def call_to_table(self, name: str) -> None:
        """Ring and name in the terminal's title whose turn it is, as the settings want it."""

    def action_leave(self) -> None:
        """Ask whether to leave the game."""


def host_of(node: DOMNode) -> Host:
    """Return the app that a screen or widget belongs to, or the app itself, as its screens know it."""
    return cast("Host", node.app)
