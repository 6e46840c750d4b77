"""A question that is answered with a line of text."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Input, Static

from heat_tui.language import _
from heat_tui.tui.keymap import bound
from heat_tui.tui.screens.screen import HeatDialog

Answer = Callable[[str], str | None]
"""Does what was asked for with the text; returns one sentence where that cannot be done."""


class AskTextScreen(HeatDialog[bool]):
    """Asks over the screen below until the answer can be used, or Esc; the result tells whether it was."""

    BINDINGS: ClassVar[list[BindingType]] = bound("back", shown=False)
    DEFAULT_CSS = """
    AskTextScreen Static { width: 1fr; height: auto; }
    AskTextScreen Input { margin: 1 0; }
    AskTextScreen.-ascii Input { border: ascii $accent; }
    AskTextScreen #refusal { color: $text-error; margin-bottom: 1; display: none; }
    AskTextScreen #refusal.-said { display: block; }
    AskTextScreen Horizontal { height: auto; align-horizontal: center; }
    AskTextScreen Button { margin: 0 2; }
    """

    def __init__(self, question: str, *, yes: str, text: str, answer: Answer) -> None:
        super().__init__()
        self._question, self._yes, self._text, self._answer = question, yes, text, answer

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(Text(self._question))
            yield Input(self._text)
            yield Static(id="refusal", markup=False)
            with Horizontal():
                yield Button(self._yes, id="yes", compact=True, variant="primary")
                yield Button(_("Cancel"), id="no", compact=True)

    def on_input_submitted(self) -> None:
        """Try the answer."""
        self._try()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Try the answer, or leave it."""
        if event.button.id == "yes":
            self._try()
        else:
            self.dismiss(result=False)

    def action_back(self) -> None:
        """Leave it."""
        self.dismiss(result=False)

    def _try(self) -> None:
        field = self.query_one(Input)
        refusal = self._answer(field.value.strip())
        if refusal is None:
            self.dismiss(result=True)
            return
        note = self.query_one("#refusal", Static)
        note.update(Text(refusal))
        note.add_class("-said")
        field.focus()
