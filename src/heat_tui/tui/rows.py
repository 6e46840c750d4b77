"""Textual's table, safe at any pace of clicks; kept apart from the lists because few screens need it."""

from __future__ import annotations

from rich.text import Text
from textual import events
from textual.widgets import DataTable


class Rows(DataTable[Text]):
    """Textual's table, which ignores clicks on headings that are gone."""

    def on_click(self, event: events.Click) -> None:
        """Leave the click to Textual unless its heading is gone, because the table may have been refilled."""
        at = event.style.meta
        if at.get("row") == -1 and at.get("column", 0) >= len(self.ordered_columns):
            event.prevent_default()
