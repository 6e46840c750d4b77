"""Which key shall it be?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.events import Key
from textual.message import Message
from textual.widgets import Static

from heat_tui.language import _
from heat_tui.tui.screens.screen import HeatDialog
from heat_tui.tui.settings_check import CHOOSABLE, binding_words, key_fault


class KeyCatcher(Static, can_focus=True):
    """Takes every key for itself."""

    class Caught(Message):
        """A key was pressed."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    def on_key(self, event: Key) -> None:
        """Hand it over; no binding hears of it."""
        event.stop()
        event.prevent_default()
        self.post_message(self.Caught(event.key))


class AskKeyScreen(HeatDialog[str | None]):
    """Waits for a key that the binding can have; Esc leaves it as it is, and so cannot be chosen."""

    BINDINGS: ClassVar[list[BindingType]] = []
    DEFAULT_CSS = """
    AskKeyScreen Static { width: 1fr; height: auto; }
    AskKeyScreen #refusal { color: $text-error; margin-top: 1; display: none; }
    AskKeyScreen #refusal.-said { display: block; }
    """

    def __init__(self, id: str, chosen: Mapping[str, str]) -> None:
        super().__init__()
        self._binding = id
        self._chosen = chosen

    def compose(self) -> ComposeResult:
        with Vertical():
            words = binding_words(CHOOSABLE[self._binding])
            yield KeyCatcher(Text(_("Press the new key for: {words}. Esc leaves it as it is.").format(words=words)))
            yield Static(id="refusal", markup=False)

    def on_mount(self) -> None:
        """Listen."""
        self.query_one(KeyCatcher).focus()

    def on_key_catcher_caught(self, message: KeyCatcher.Caught) -> None:
        """Take the key, or say why not."""
        if message.key == "escape":
            self.dismiss(None)
            return
        others = {id: keys for id, keys in self._chosen.items() if id != self._binding}
        fault = key_fault(self._binding, message.key, others)
        if fault is None:
            self.dismiss(message.key)
            return
        note = self.query_one("#refusal", Static)
        note.update(Text(fault))
        note.add_class("-said")
