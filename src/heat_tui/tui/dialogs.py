"""A question with two answers."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.events import Key
from textual.message import Message
from textual.widgets import Button, Input, Static

from heat_tui.language import _
from heat_tui.store.reading import shown_path
from heat_tui.tui.keymap import bound
from heat_tui.tui.screen import HeatDialog
from heat_tui.tui.settings_check import CHOOSABLE, binding_words, key_fault

if TYPE_CHECKING:
    from heat_tui.game.match import Match
    from heat_tui.tui.app import HeatApp


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


class ExportScreen(AskTextScreen):
    """Asks for a file, writes it, and says that it is done."""

    def __init__(self, match: Match) -> None:
        self.match = match
        super().__init__(self.question(), yes=_("Save"), text=str(self.usual()), answer=self._export)

    @abstractmethod
    def question(self) -> str:
        """What goes into the file."""

    @abstractmethod
    def usual(self) -> Path:
        """The file that is suggested."""

    @abstractmethod
    def write(self, path: str) -> Path:
        """Write the file; returns it. Raises NotExported."""

    @abstractmethod
    def done(self, path: str) -> str:
        """That it is written, and where."""

    def _export(self, typed: str) -> str | None:
        from heat_tui.game.export import NotExported

        try:
            written = self.write(typed)
        except NotExported as reason:
            return str(reason)
        self.app.notify(self.done(shown_path(written)), markup=False)
        return None


class ExportLogScreen(ExportScreen):
    """Asks for a file and writes the told race."""

    help_topic = "log"

    def question(self) -> str:
        """What goes into the file."""
        return _("The race as text goes into this file:")

    def usual(self) -> Path:
        """The file that is suggested."""
        from heat_tui.game.export import log_path

        return log_path(self.match)

    def write(self, path: str) -> Path:
        """Write the told race. Raises NotExported."""
        from heat_tui.game.export import export_log

        return export_log(self.match, path)

    def done(self, path: str) -> str:
        """That it is written, and where."""
        return _("The race is saved as {path}").format(path=path)


def ask_for_log(app: HeatApp, match: Match) -> None:
    """Ask where the log goes, and write it."""
    app.push_screen(ExportLogScreen(match))


class ExportSeasonScreen(ExportScreen):
    """Asks for a file and writes the standings in the form that its ending names."""

    help_topic = "season"

    def question(self) -> str:
        """What goes into the file, and what its name says."""
        return _("The standings go into this file; .csv, .json, .md (Markdown) or .txt at its end says in which form:")

    def usual(self) -> Path:
        """The file that is suggested."""
        from heat_tui.game.export import standings_path

        return standings_path(self.match)

    def write(self, path: str) -> Path:
        """Write the standings. Raises NotExported."""
        from heat_tui.game.export import export_standings

        return export_standings(self.match, path)

    def done(self, path: str) -> str:
        """That it is written, and where."""
        return _("The standings are saved as {path}").format(path=path)


def ask_for_standings(app: HeatApp, match: Match) -> None:
    """Ask where the standings go, and write them."""
    app.push_screen(ExportSeasonScreen(match))
