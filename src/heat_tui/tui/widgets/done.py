"""Enter, for the mouse."""

from __future__ import annotations

from textual import events
from textual.message import Message
from textual.widgets import Static

from heat_tui.language import _


class Done(Static):
    """A click on it is what Enter is; `ready` tells that Enter would be taken."""

    DEFAULT_CSS = """
    Done { width: auto; height: 1; color: $foreground 60%; padding: 0 1; }
    Done.-ready { color: $background; background: $success; text-style: bold; }
    """

    class Pressed(Message):
        """It was clicked."""

    def __init__(self) -> None:
        super().__init__(_("Enter: done"), markup=False, classes="done")

    def ready(self, *, ready: bool) -> None:
        """Show whether Enter would be taken."""
        self.set_class(ready, "-ready")

    def on_click(self, event: events.Click) -> None:
        """Say so."""
        event.stop()
        self.post_message(self.Pressed())
