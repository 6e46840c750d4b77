"""Who sits where: names, and who chooses for each driver."""

from __future__ import annotations

from typing import ClassVar, cast

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Input, Select, Static

from heat_tui.files.saved_race import Controller
from heat_tui.language import _
from heat_tui.session import Match
from heat_tui.table.seats import AUTOMATED, BadSeats, check_name
from heat_tui.tui.appearance import look_of, readable_on
from heat_tui.tui.keymap import bound
from heat_tui.tui.screens.screen import HeatDialog


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
