"""Forms over a race or its replay: seats, the drivers of a continued race, and agreements."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import Button, Input, Static

from heat_tui.drivers.kinds import CONTROLLERS
from heat_tui.game.setup.seats import check_name, controller_name, controller_words
from heat_tui.game.table.history import LogEntry
from heat_tui.game.table.match import Match
from heat_tui.language import _
from heat_tui.store.saved_race import Controller
from heat_tui.store.schema import Refused
from heat_tui.tui.dialogs import SIDEWAYS, AnswerButton, Dialog
from heat_tui.tui.keymap import bound
from heat_tui.tui.lists import KeyFooter
from heat_tui.tui.look import look_of, styles
from heat_tui.tui.screen import HeatScreen, T
from heat_tui.tui.setup.fields import LineSelect, focus_row
from heat_tui.words.formatter import sentences

if TYPE_CHECKING:
    from heat_tui.game.table.shared import SharedMatch


class FormSelect(LineSelect):
    """A line of a form; Enter moves to the button that applies the form."""

    BINDINGS = bound("aside-left", "aside-right", shown=True) + bound("fields-done", action="screen.fields_done")


class FormInput(Input):
    """A text in a form; it leaves Left at its start and Right at its end to the form, which moves the focus."""

    BINDINGS = bound("fields-done", action="submit")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        ends = {"cursor_left": self.cursor_at_start, "cursor_right": self.cursor_at_end}
        if ends.get(action, False) and self.selection.is_empty and not parameters:
            return False
        return super().check_action(action, parameters)


class DriversForm(Dialog[T]):
    """Rows of drivers with their controllers, and below them a description of the controller in the focused line.

    An arrow marks the row with the focus. Arrow keys move between fields, and Enter moves to the button that applies
    the form.
    """

    CSS_PATH = styles("setup/fields", "dialogs")
    BINDINGS = bound("focus-up", "focus-down", "back", shown=True) + SIDEWAYS

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.match = match

    def buttons(self, no: str, yes: str) -> ComposeResult:
        yield Static("", id="refusal", markup=False)
        with Horizontal(id="buttons"):
            yield AnswerButton(no, id="no")
            yield AnswerButton(yes, id="yes", variant="primary")

    action_focus_row = focus_row

    def action_fields_done(self) -> None:
        self.query_one("#yes", AnswerButton).focus()

    def on_input_submitted(self) -> None:
        self.action_fields_done()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        if event.button.id == "no":
            self.dismiss(None)
        else:
            self.take()

    @abstractmethod
    def take(self) -> None:
        """Apply the fields, or say why not."""

    def rows(self, question: str, controllers: Iterable[Controller]) -> ComposeResult:
        kinds = [(kind, controller_name(kind)) for kind in CONTROLLERS]
        yield Static(question, markup=False)
        for seat, who in enumerate(controllers):
            with Horizontal(classes="row"):
                yield Static(classes="mark", markup=False)
                yield Static(Text(*look_of(self).badge(self.match.sheet, seat)), classes="badge")
                yield self.name_of(seat)
                yield FormSelect(kinds, who, id=f"who-{seat}")
        yield Static(id="description", markup=False)

    def name_of(self, seat: int) -> Widget:
        """Return the widget for the driver's name in a row."""
        return Static(self.driver(seat), classes="name", markup=False)

    def driver(self, seat: int) -> str:
        return self.match.sheet.entries[seat].name

    def controller(self, seat: int) -> Controller:
        return cast("Controller", self.query_one(f"#who-{seat}", LineSelect).value)

    def on_descendant_focus(self) -> None:
        """Mark the row with the focus, and describe the controller in the focused line, if any."""
        for row in self.query(".row"):
            row.query_one(".mark", Static).update("►" if self.focused in row.children else "")
        self.on_line_select_changed()

    def on_line_select_changed(self) -> None:
        """Describe the controller in the focused line, or nothing if the focus is elsewhere."""
        here = self.focused
        words = controller_words(str(here.value)) if isinstance(here, LineSelect) else ""
        self.query_one("#description", Static).update(words)


class SeatsScreen(DriversForm[None]):
    """A form to rename drivers, and to hand seats to people or automated drivers.

    A line that is left as it was when the form opened keeps what others at a shared table have changed in the meantime.
    """

    help_topic = "seats"
    changed = False
    """True once anything has been changed, even if the rest is refused and the form is then cancelled."""

    def compose(self) -> ComposeResult:
        self._were = [(self.driver(seat), who) for seat, who in enumerate(self.match.controllers)]
        with Vertical():
            yield from self.rows(_("Who drives? Changes apply from now on."), self.match.controllers)
            yield from self.buttons(_("Keep as is"), _("Change"))
        yield KeyFooter(compact=True)

    def on_mount(self) -> None:
        """Focus the controller of the first seat here that has passed from a person to an automated driver.

        Without one, focus that of the first person at a shared table who is gone, or else the first name here.
        """
        match, table = self.match, self.match.table
        own = range(match.sheet.drivers) if table is None else match.here
        gone = () if table is None else table.gone
        lines = [f"#who-{seat}" for seat in (*(seat for seat in match.handed_over if seat in own), *gone)]
        for line in [*lines, *(f"#name-{seat}" for seat in own)][:1]:  # none for somebody who only watches
            self.query_one(line).focus()

    def name_of(self, seat: int) -> Widget:
        return FormInput(self.driver(seat), compact=True, classes="name", id=f"name-{seat}")

    def _name_for(self, seat: int) -> str:
        """Return the name typed for a seat, or the driver's current name if the line was left as it was."""
        typed = self.query_one(f"#name-{seat}", Input).value.strip()
        return self.driver(seat) if typed == self._were[seat][0] else typed

    def controller(self, seat: int) -> Controller:
        chosen = super().controller(seat)
        return self.match.controllers[seat] if chosen == self._were[seat][1] else chosen

    def take(self) -> None:
        seats = range(len(self.match.controllers))
        names = [self._name_for(seat) for seat in seats]
        try:
            for seat, name in enumerate(names):
                check_name(name, names[:seat])
            for seat in seats:
                self._change(seat)
        except Refused as reason:
            self.refuse(str(reason))
        else:
            self.dismiss(None)

    def _change(self, seat: int) -> None:
        """Give a seat the typed name and the chosen controller. Raises Refused."""
        name, who = self._name_for(seat), self.controller(seat)
        if name != self.driver(seat):
            self.match.rename(seat, name)
            self.changed = True
        if who != self.match.controllers[seat]:
            self.match.hand_over(seat, who)
            self.changed = True


class RaceOnScreen(DriversForm[tuple[Controller, ...]]):
    """A form for the drivers of a race continued from a past choice; the default is the drivers at that choice."""

    help_topic = "replay"

    def __init__(self, match: Match, entry: LogEntry, place: str) -> None:
        """Offer to race on from a choice in a match; `place` is a sentence about the choice's place in the race."""
        super().__init__(match)
        self._entry, self._place = entry, place

    def compose(self) -> ComposeResult:
        question = _("Race on from here in a new saved race? This one stays as it is.")
        if self.match.season is not None:
            question = _("Race on from here in a new saved season? This one stays as it is.")
        with Vertical():
            yield from self.rows(sentences(self._place, question), self.match.controllers_at(self._entry))
            yield from self.buttons(_("Cancel"), _("Race on"))
        yield KeyFooter(compact=True)

    def take(self) -> None:
        self.dismiss(tuple(self.controller(seat) for seat in range(len(self.match.controllers))))


def ask_for_consent(screen: HeatScreen[Any], match: SharedMatch, then: Callable[[], object]) -> None:
    """Ask once whether the people here agree to the take-back that somebody at a shared table wants, if any.

    The question closes once the request is settled or changes; if the number of choices has changed, the next call asks
    again. `then` is called after the answer, which may have taken the choices back, or once the question has closed.
    """
    count, asked = match.back_asked, match.consent_asked
    match.consent_asked = count > 0
    if asked or not count:
        return

    def answered(answer: int) -> None:
        match.consent_asked = match.back_asked == count
        if match.consent_asked:
            screen.attempt(partial(match.take_back, count) if answer else match.refuse_back)
        then()

    question = sentences(match.back_words, _("Do you agree?"))
    answers = _("Do not agree"), _("Agree")
    screen.heat.ask(question, answers, answered, automatic=True, until=lambda: match.back_asked != count)
