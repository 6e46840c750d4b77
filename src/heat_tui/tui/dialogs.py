"""Dialogs that ask for an answer, a row of a list, a key, a text or a file."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rich.cells import cell_len, set_cell_size
from rich.text import Text
from textual.app import App, ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.events import Key
from textual.geometry import Size
from textual.widgets import Button, Input, OptionList, Static
from textual.widgets.button import ButtonVariant

from heat_tui.language import _
from heat_tui.store.reading import shown_path
from heat_tui.store.schema import Refused
from heat_tui.tui.guide import Row
from heat_tui.tui.input import Grace
from heat_tui.tui.keymap import KEYS, bound
from heat_tui.tui.lists import MenuList
from heat_tui.tui.screen import HeatDialog, T, host_of
from heat_tui.tui.settings_check import binding_words, key_fault

if TYPE_CHECKING:
    from heat_tui.game.table.match import Match


_IN_A_ROW: Final = 2
"""The maximum number of answers in a row; more are listed one below the other."""


SIDEWAYS: Final = [
    *bound("aside-left", shown=False, action="app.focus_previous"),
    *bound("aside-right", shown=False, action="app.focus_next"),
]
"""Bindings of the keys for left and right that move the focus from widget to widget."""

EVERY_WAY: Final = [
    *SIDEWAYS,
    *bound("list-up", shown=False, action="app.focus_previous"),
    *bound("list-down", shown=False, action="app.focus_next"),
]
"""The bindings of `SIDEWAYS`, and those of the keys for up and down that do the same."""


class Dialog(HeatDialog[T]):
    """A box with a question; a dialog that can refuse an answer has a line with the id "refusal" for the reason."""

    def refuse(self, reason: str) -> None:
        """Show why the answer is refused, or nothing for ""; the dialog stays open."""
        note = self.query_one("#refusal", Static)
        note.update(Text(reason))
        note.set_class(bool(reason), "-said")

    def on_input_changed(self) -> None:
        """Remove a refusal once the answer is changed."""
        self.refuse("")


class AnswerButton(Button):
    """A compact button; the focused one, which Enter presses, has arrows around it, visible without colour."""

    def __init__(self, words: str, *, id: str, variant: ButtonVariant = "default") -> None:
        super().__init__(Content(words), id=id, variant=variant, compact=True)

    def render(self) -> Content:
        before, behind = ("► ", " ◄") if self.has_focus else ("  ", "  ")
        return Content(f"{before}{self.label}{behind}")

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return super().get_content_width(container, viewport) + len("►  ◄")


class AskScreen(Dialog[int]):
    """A question with a few answers; the result is an index. Esc, and by default Enter, gives the first, safe one.

    A question longer than the screen scrolls above its answers.
    """

    fits_anywhere = True
    BINDINGS = (
        bound("back", "read-on", "read-back", shown=False)
        + bound("aside-left", "list-up", shown=False, action="answer(-1)")
        + bound("aside-right", "list-down", shown=False, action="answer(1)")
    )

    def __init__(
        self,
        question: str,
        *answers: str,
        again: Callable[[], None] | None = None,
        until: Callable[[], bool] | None = None,
    ) -> None:
        """Ask a question; an automatic one, not opened by a key, takes no answer until there has been time to read it.

        No key can bring such a question back, so it has a function that asks it `again` if its screen is closed
        without an answer. Once `until` returns true, the question closes with the first answer.
        """
        super().__init__()
        self._question, self._answers, self.again, self._until = question, answers, again, until
        self._grace = Grace() if again else None

    def on_mount(self) -> None:
        if self._until is not None:
            self.set_interval(0.1, partial(self._close_once, self._until))

    def _close_once(self, is_over: Callable[[], bool]) -> None:
        if self.is_active and is_over():
            self.dismiss(0)

    def compose(self) -> ComposeResult:
        with Vertical():
            with VerticalScroll(can_focus=False):
                yield Static(self._question, markup=False)
            with Vertical(id="answers") if len(self._answers) > _IN_A_ROW else Horizontal():
                for index, words in enumerate(self._answers):
                    yield AnswerButton(words, id=f"answer-{index}", variant="error" if index else "default")

    def action_answer(self, step: int) -> None:
        """Move to the next answer (1) or the previous one (-1), if any: no key leads from the safe one to the last."""
        answers = [*self.query(AnswerButton)]
        at = next((place for place, each in enumerate(answers) if each.has_focus), 0) + step
        if 0 <= at < len(answers):
            answers[at].focus()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(int(str(event.button.id).removeprefix("answer-")))

    def action_back(self) -> None:
        self.dismiss(0)


class ChooseScreen(HeatDialog[T]):
    """A list of `rows`, each with a remark and a value; the result is the chosen row's value, or None after Esc."""

    def __init__(self, title: str, rows: Sequence[Row[T]], *, at: int, topic: str) -> None:
        super().__init__()
        self._title, self._rows, self._at = title, rows, at
        self.help_topic = topic

    def compose(self) -> ComposeResult:
        width = max((cell_len(words) for words, _beside, _value in self._rows), default=0)
        with Vertical():
            yield Static(self._title, id="title", markup=False)
            rows = ((set_cell_size(words, width), more) for words, more, _value in self._rows)
            lines = (Text.assemble(words, "  ", (more, "dim")) for words, more in rows)
            listed = MenuList(*lines)
            listed.highlighted = self._at if self._rows else None
            yield listed

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._rows[event.option_index][2])


class AskKeyScreen(Dialog[str | None]):
    """A prompt for a binding's new key; the result is None after Esc, which keeps the current key."""

    def __init__(self, id: str, chosen: Mapping[str, str]) -> None:
        super().__init__()
        self._binding = id
        self._chosen = chosen

    def compose(self) -> ComposeResult:
        with Vertical():
            words = binding_words(KEYS[self._binding])
            yield Static(Text(_("Press the new key for: {words}. Press Esc to keep the old one.").format(words=words)))
            yield Static(id="refusal", markup=False)

    def on_key(self, event: Key) -> None:
        """Accept the key, or say why it cannot be chosen; no binding sees it."""
        event.stop()
        event.prevent_default()
        fault = key_fault(self._binding, event.key, self._chosen) if event.key != "escape" else None
        if fault is None:
            self.dismiss(event.key if event.key != "escape" else None)
        else:
            self.refuse(fault)


class AskTextScreen(Dialog[T]):
    """A question answered with a text; the result is the value that `read` returns, or None if the player cancels.

    `read` refuses a text by raising Refused, whose sentence is shown; the question then stays open.
    """

    BINDINGS = bound("back", shown=False)

    def __init__(self, question: str, *, yes: str, text: str, read: Callable[[str], T], topic: str) -> None:
        super().__init__()
        self._question, self._yes, self._text, self._read = question, yes, text, read
        self.help_topic = topic

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(Text(self._question))
            yield Input(self._text)
            yield Static(id="refusal", markup=False)
            with Horizontal():
                yield AnswerButton(self._yes, id="yes", variant="primary")
                yield AnswerButton(_("Cancel"), id="no")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        if event.button.id == "yes":
            self.on_input_submitted()
        else:
            self.action_back()

    def on_input_submitted(self) -> None:
        field = self.query_one(Input)
        try:
            result = self._read(field.value.strip())
        except Refused as reason:
            self.refuse(str(reason))
            field.focus()
        else:
            self.dismiss(result)


def ask_for_log(app: App[Any], match: Match) -> None:
    """Ask for a file and write the log to it, in a thread if all choices of the race have to be judged first."""
    from heat_tui.game.advice.analysis import is_analysed
    from heat_tui.game.telling.export import LOG, default_path, export_log, log_target

    question, done = _("Save the race as text in this file:"), _("The race is saved as {path}.")
    if not is_analysed(match):
        _ask_for_file(app, question, default_path(match, LOG), partial(export_log, match), done, topic="log")
        return

    async def write(target: Path) -> None:
        written = await to_thread(export_log, match, target)
        app.notify(done.format(path=shown_path(written)), markup=False)

    def begin(typed: str) -> Path:
        target = log_target(match, typed)
        app.run_worker(write(target))
        return target

    working = _("All choices are compared first; then the race is saved as {path}.")
    _ask_for_file(app, question, default_path(match, LOG), begin, working, topic="log")


def ask_for_standings(app: App[Any], match: Match) -> None:
    """Ask for a file for the standings, and write them in the format that its suffix names."""
    from heat_tui.game.telling.export import STANDINGS, default_path, export_standings

    question = _("Save the standings in this file; its ending sets the format: .csv, .json, .md (Markdown) or .txt")
    done = _("The standings are saved as {path}.")
    _ask_for_file(app, question, default_path(match, STANDINGS), partial(export_standings, match), done, topic="season")


def _ask_for_file(
    app: App[Any], question: str, suggested: Path, write: Callable[[str], Path], done: str, *, topic: str
) -> None:
    """Ask for a file until the player cancels or `write` accepts it; if it is accepted, show `done` with its path."""

    def report(written: Path) -> None:
        app.notify(done.format(path=shown_path(written)), markup=False)

    host_of(app).ask_for_text(question, _("Save"), str(suggested), write, topic, report)
