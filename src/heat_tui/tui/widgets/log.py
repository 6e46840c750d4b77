"""The running log: what happened, and why."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from heat_tui.engine.sheet import RaceSheet
from heat_tui.tui.appearance import look_of
from heat_tui.tui.choreography import Told
from heat_tui.tui.glyphs import plain

KEPT: Final = 60
"""So many lines stay here; the whole race is on the log's own screen."""


class LogView(VerticalScroll):
    """The last lines; it follows the newest."""

    can_focus = False
    DEFAULT_CSS = """
    LogView { width: 1fr; height: 1fr; padding: 0 1; scrollbar-size-vertical: 1; }
    LogView > Static { width: 1fr; height: auto; }
    """

    def __init__(self, sheet: RaceSheet, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.sheet = sheet
        self._lines: list[Told] = []

    def compose(self) -> ComposeResult:
        yield Static("", markup=False)

    def on_resize(self) -> None:
        """Stay at the end."""
        self.call_after_refresh(self.scroll_end, animate=False)

    def show(self, lines: Iterable[Told]) -> None:
        """Show these lines instead of all that is there."""
        self._lines = list(lines)[-KEPT:]
        self.repaint()

    def add(self, line: Told) -> None:
        """Add a line below."""
        self._lines = [*self._lines, line][-KEPT:]
        self.repaint()

    def repaint(self) -> None:
        """Write all lines anew."""
        self.query_one(Static).update(Text("\n").join(self._worded(line) for line in self._lines))
        self.call_after_refresh(self.scroll_end, animate=False)

    def _worded(self, line: Told) -> Text:
        look = look_of(self)
        text = plain(line.text, ascii_only=look.ascii)
        if line.starts_round:
            return Text(text, style="bold")
        if line.car is None:
            return Text(text)
        badge = Text(str(line.car + 1), style=look.car_style(self.sheet.entries[line.car].colour))
        return Text.assemble(badge, " ", text)
