"""A question with two answers."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Static

from heat_tui.tui.keymap import bound
from heat_tui.tui.screens.screen import HeatDialog


class AskScreen(HeatDialog[bool]):
    """Asks over the screen below; Esc is no, and no is what Enter takes at first."""

    fits_anywhere = True
    BINDINGS: ClassVar[list[BindingType]] = bound("back", "aside-left", "aside-right", shown=False)
    DEFAULT_CSS = """
    AskScreen Static { width: 1fr; height: auto; margin-bottom: 1; }
    AskScreen Horizontal { height: auto; align-horizontal: center; }
    AskScreen Button { margin: 0 2; }
    """

    def __init__(self, question: str, *, yes: str, no: str) -> None:
        super().__init__()
        self._question, self._yes, self._no = question, yes, no

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(self._question, markup=False)
            with Horizontal():
                yield Button(self._no, id="no", compact=True)
                yield Button(self._yes, id="yes", compact=True, variant="error")

    def on_mount(self) -> None:
        """Put the safe answer under the finger."""
        self.query_one("#no", Button).focus()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Answer."""
        self.dismiss(result=event.button.id == "yes")

    def action_back(self) -> None:
        """No."""
        self.dismiss(result=False)

    def action_aside(self, step: int) -> None:
        """The other answer."""
        if step > 0:
            self.focus_next()
        else:
            self.focus_previous()
