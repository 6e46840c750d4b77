"""Who sits where: names, and who chooses for each driver."""

from __future__ import annotations

from typing import ClassVar, cast

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Input, Select, Static

from heat_tui.game.history import Undone
from heat_tui.game.match import Match
from heat_tui.game.seats import AUTOMATED, BadSeats, check_name, whole_number
from heat_tui.language import _, ngettext
from heat_tui.store.saved_race import Controller
from heat_tui.tui.keymap import bound
from heat_tui.tui.look import look_of, readable_on
from heat_tui.tui.screen import HeatDialog
from heat_tui.tui.setup.fields import Chooser, Offer
from heat_tui.words import Narrator


class SeatsScreen(HeatDialog[bool]):
    """One row a driver: the name can be changed, and the seat handed to a person or an automated driver."""

    help_topic = "seats"
    BINDINGS: ClassVar[list[BindingType]] = bound("back", shown=False)
    DEFAULT_CSS = """
    SeatsScreen .row { height: 1; }
    SeatsScreen .badge { width: 4; }
    SeatsScreen .name { width: 1fr; }
    SeatsScreen .who { width: 24; }
    SeatsScreen Static { height: auto; }
    SeatsScreen #refused { color: $error; margin-top: 1; }
    SeatsScreen #buttons { height: auto; margin-top: 1; align-horizontal: center; }
    SeatsScreen Button { margin: 0 2; }
    """

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.match = match

    def compose(self) -> ComposeResult:
        kinds = [(_("a person"), "person"), *((_automated(kind), kind) for kind in AUTOMATED)]
        with Vertical():
            yield Static(_("Who drives? It holds from now on."), markup=False)
            for seat, who in enumerate(self.match.controllers):
                entry = self.match.sheet.entries[seat]
                with Horizontal(classes="row"):
                    badge = Static(f" {seat + 1} ", classes="badge", markup=False)
                    yield badge
                    yield Input(entry.name, compact=True, classes="name", id=f"name-{seat}")
                    yield Select(kinds, value=who, allow_blank=False, compact=True, classes="who", id=f"who-{seat}")
            yield Static("", id="refused", markup=False)
            with Horizontal(id="buttons"):
                yield Button(_("Leave as it is"), id="no", compact=True)
                yield Button(_("Change"), id="yes", compact=True, variant="primary")

    def on_mount(self) -> None:
        """Colour the numbers."""
        look = look_of(self)
        for badge, entry in zip(self.query(".badge"), self.match.sheet.entries, strict=False):
            if look.colour:
                badge.styles.background = look.car_colour(entry.colour)
                badge.styles.color = readable_on(look.car_colour(entry.colour))

    def on_input_submitted(self) -> None:
        """On to the next field."""
        self.focus_next()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Change the seats, or not."""
        if event.button.id == "no":
            self.dismiss(None)
        else:
            self._change()

    def _change(self) -> None:
        seats = range(len(self.match.controllers))
        names = [self.query_one(f"#name-{seat}", Input).value.strip() for seat in seats]
        try:
            for name in names:
                check_name(name)
        except BadSeats as reason:
            self.query_one("#refused", Static).update(str(reason))
            return
        if len({name.casefold() for name in names}) < len(names):
            fault = _("Two drivers have the same name; every name may be there once.")
            self.query_one("#refused", Static).update(fault)
            return
        changed = False
        for seat, name in enumerate(names):
            who = cast("Controller", self.query_one(f"#who-{seat}", Select).value)
            if name != self.match.sheet.entries[seat].name:
                self.match.rename(seat, name)
                changed = True
            if who != self.match.controllers[seat]:
                self.match.hand_over(seat, who)
                changed = True
        self.dismiss(result=changed)


def _automated(kind: str) -> str:
    """What an automated driver is called in the list."""
    names = {"steady": _("automated: Steady"), "chance": _("automated: Chance")}
    return names[kind]


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
