"""The curtain on the screen: what stands where the cards will be."""

from __future__ import annotations

import time
from typing import ClassVar

from rich.text import Text
from textual.binding import BindingType
from textual.message import Message
from textual.widget import Widget

from heat_tui.language import _
from heat_tui.tui.keymap import bound

GRACE = 0.25
"""So many seconds a key that was still meant for the screen before does not lift a fresh cover."""


class Cover(Widget, can_focus=True):
    """Asks for one person; Enter or a click shows that person's cards."""

    help_topic: ClassVar[str] = "curtain"
    BINDINGS: ClassVar[list[BindingType]] = bound("lift")
    DEFAULT_CSS = """
    Cover { width: 1fr; height: 1fr; content-align: center middle; text-align: center; background: $primary 25%;
        color: $foreground; }
    """

    class Lifted(Message):
        """The person is there, and nobody else looks."""

    def __init__(self, name: str, task: str) -> None:
        super().__init__()
        self._driver, self._duty = name, task
        self._since = time.monotonic()

    def render(self) -> Text:
        """Whose cards, what for, and how to see them."""
        return Text.assemble(
            (_("{name}: {task}").format(name=self._driver, task=self._duty), "bold"),
            "\n",
            _("Everybody else looks away."),
            "\n",
            _("Enter shows the cards of {name}.").format(name=self._driver),
        )

    def on_click(self) -> None:
        """The mouse lifts it too."""
        self.action_lift()

    def action_lift(self) -> None:
        """Show the cards."""
        if time.monotonic() - self._since >= GRACE:
            self.post_message(self.Lifted())
