"""Who sits where, and taking back by agreement: forms over the race."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar, cast

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Input, Static

from heat_tui.drivers.kinds import CONTROLLERS
from heat_tui.game.history import Undone
from heat_tui.game.match import Match
from heat_tui.game.seats import check_name, controller_name, controller_words, whole_number
from heat_tui.language import _, ngettext
from heat_tui.store.saved_race import Controller
from heat_tui.store.schema import Refused
from heat_tui.tui.dialogs import AnswerButton, Dialog
from heat_tui.tui.keymap import bound
from heat_tui.tui.look import look_of, readable_on, styles
from heat_tui.tui.screen import T
from heat_tui.tui.setup.fields import LineSelect
from heat_tui.words.events import Narrator


class Form(Dialog[T]):
    """Fields about a match; Enter goes from one to the next, and the last button takes them all."""

    BINDINGS: ClassVar[list[BindingType]] = bound("back", shown=False)

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.match = match

    def buttons(self, no: str, yes: str) -> ComposeResult:
        yield Static("", id="refusal", markup=False)
        with Horizontal(id="buttons"):
            yield AnswerButton(no, id="no")
            yield AnswerButton(yes, id="yes", variant="primary")

    def on_input_submitted(self) -> None:
        self.focus_next()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        if event.button.id == "no":
            self.dismiss(None)
        else:
            self.take()

    @abstractmethod
    def take(self) -> None:
        """Do what the fields say, or say why not."""


class SeatsScreen(Form[bool]):
    """One row a driver: the name can be changed, and the seat handed to a person or an automated driver."""

    CSS_PATH = styles("setup/fields", "dialogs")
    help_topic = "seats"

    def compose(self) -> ComposeResult:
        kinds = [(kind, controller_name(kind)) for kind in CONTROLLERS]
        with Vertical():
            yield Static(_("Who drives? Changes apply from now on."), markup=False)
            for seat, who in enumerate(self.match.controllers):
                with Horizontal(classes="row"):
                    yield Static(f" {seat + 1} ", classes="badge", markup=False)
                    yield Input(self._driver(seat), compact=True, classes="name", id=f"name-{seat}")
                    yield LineSelect(kinds, who, id=f"who-{seat}")
            yield Static(id="description", markup=False)
            yield from self.buttons(_("Keep as is"), _("Change"))

    def on_mount(self) -> None:
        look = look_of(self)
        for badge, entry in zip(self.query(".badge"), self.match.sheet.entries, strict=False):
            if look.colour:
                badge.styles.background = look.car_colour(entry.colour)
                badge.styles.color = readable_on(look.car_colour(entry.colour))

    def on_descendant_focus(self) -> None:
        self.on_line_select_changed()

    def on_line_select_changed(self) -> None:
        """Describe the driver that is chosen where the focus is."""
        here = self.focused
        words = controller_words(str(here.value)) if isinstance(here, LineSelect) else ""
        self.query_one("#description", Static).update(words)

    def take(self) -> None:
        seats = range(len(self.match.controllers))
        names = [self.query_one(f"#name-{seat}", Input).value.strip() for seat in seats]
        try:
            for name in names:
                check_name(name)
        except Refused as reason:
            self.refuse(str(reason))
            return
        if len({name.casefold() for name in names}) < len(names):
            self.refuse(_("Two drivers have the same name; give each a different name."))
            return
        changed = [self._change(seat, name) for seat, name in enumerate(names)]
        self.dismiss(result=any(changed))

    def _change(self, seat: int, name: str) -> bool:
        """Give a seat this name and the driver that is chosen; return whether anything is new."""
        who = cast("Controller", self.query_one(f"#who-{seat}", LineSelect).value)
        renamed, handed_over = name != self._driver(seat), who != self.match.controllers[seat]
        if renamed:
            self.match.rename(seat, name)
        if handed_over:
            self.match.hand_over(seat, who)
        return renamed or handed_over

    def _driver(self, seat: int) -> str:
        return self.match.sheet.entries[seat].name


class TakeBackScreen(Form[Undone]):
    """How many choices of persons, and a yes of each person."""

    CSS_PATH = styles("setup/fields", "dialogs")
    help_topic = "take-back"

    def compose(self) -> ComposeResult:
        names = Narrator(self.match.sheet)
        words = ngettext(
            "By agreement, {count} choice can be taken back. The result will mention it.",
            "By agreement, {count} choices can be taken back. The result will mention it.",
            self.match.choices,
        )
        with Vertical():
            yield Static(words.format(count=self.match.choices), markup=False)
            yield Static(_("How many choices should be taken back?"), markup=False)
            yield Input("1", type="integer", compact=True, id="count")
            for seat in self.match.people:
                answers = ((False, _("not yet")), (True, _("agrees")))
                yield LineSelect(answers, False, label=names.name(seat), label_width=24)  # noqa: FBT003
            yield from self.buttons(_("Cancel"), _("Take back"))

    def take(self) -> None:
        most, count = self.match.choices, whole_number(self.query_one("#count", Input).value)
        if not count or count > most:
            self.refuse(
                _("Type a number from 1 to {most}, the number of choices that can be taken back.").format(most=most)
            )
        elif not all(answer.value for answer in self.query(LineSelect)):
            self.refuse(_("Everybody has to agree first."))
        else:
            self.dismiss(self.match.take_back(count))
