"""An agreed take-back: further than undo goes, with everybody's yes."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Input, Static

from heat_tui.language import _, ngettext
from heat_tui.prose import Narrator
from heat_tui.session import Match
from heat_tui.session.undoing import Undone
from heat_tui.table.seats import whole_number
from heat_tui.tui.keymap import bound
from heat_tui.tui.screens.screen import HeatDialog
from heat_tui.tui.widgets.menu_chooser import Chooser, Offer


class TakeBackScreen(HeatDialog[Undone]):
    """How many choices of persons, and a yes of each person."""

    help_topic = "take-back"
    BINDINGS: ClassVar[list[BindingType]] = bound("back", shown=False)
    DEFAULT_CSS = """
    TakeBackScreen Static { width: 1fr; height: auto; }
    TakeBackScreen Horizontal { height: auto; margin-top: 1; align-horizontal: center; }
    TakeBackScreen Button { margin: 0 2; }
    TakeBackScreen #refused { color: $error; }
    """

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.match = match

    def compose(self) -> ComposeResult:
        names = Narrator(self.match.sheet)
        with Vertical():
            yield Static(
                ngettext(
                    "Take back by agreement: {count} choice of a person stands. The log will tell of it.",
                    "Take back by agreement: {count} choices of persons stand. The log will tell of it.",
                    self.match.choices,
                ).format(count=self.match.choices),
                markup=False,
            )
            yield Static(_("How many choices go back?"), markup=False)
            yield Input("1", type="integer", compact=True, id="count")
            for seat in self.match.people:
                answers = (Offer(False, _("not yet")), Offer(True, _("agrees")))  # noqa: FBT003 - the answers themselves
                yield Chooser(answers, False, label=names.name(seat), label_width=24)  # noqa: FBT003
            yield Static("", id="refused", markup=False)
            with Horizontal():
                yield Button(_("Leave it"), id="no", compact=True)
                yield Button(_("Take back"), id="yes", compact=True, variant="primary")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Do it, or not."""
        if event.button.id == "no":
            self.dismiss(None)
        else:
            self._take_back()

    def on_input_submitted(self) -> None:
        """On to the next field."""
        self.focus_next()

    def _take_back(self) -> None:
        count = whole_number(self.query_one("#count", Input).value)
        if not count or count > self.match.choices:
            self._refuse(
                _("Type a number from 1 to {most}: so many choices can be taken back.").format(most=self.match.choices)
            )
        elif not all(answer.value for answer in self.query(Chooser)):
            self._refuse(_("Everybody has to agree first."))
        else:
            self.dismiss(self.match.take_back(count))

    def _refuse(self, sentence: str) -> None:
        self.query_one("#refused", Static).update(sentence)
