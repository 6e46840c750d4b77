"""What setting up a race and setting up a season share: a form in parts, and a line that says what is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, TypeVar

from rich.text import Text
from textual.binding import BindingType
from textual.events import DescendantFocus, Resize
from textual.widget import Widget
from textual.widgets import Static

from heat_tui.game.race_form import Faults
from heat_tui.language import _
from heat_tui.tui.keymap import bound
from heat_tui.tui.screen import HeatScreen
from heat_tui.tui.setup.drivers import DriversPart
from heat_tui.tui.setup.fields import Chooser, Tabs

T = TypeVar("T")


class FormScreen(HeatScreen[T]):
    """Tab goes through everything in order; up and down go to what stands nearest in the next line."""

    BINDINGS: ClassVar[list[BindingType]] = bound("focus-down", "focus-up")

    def action_focus_row(self, step: int) -> None:
        """Give the focus to the nearest thing below (1) or above (-1)."""
        here = self.focused
        if here is None:
            self.focus_next()
            return
        column, row = here.region.x, here.region.y
        beyond = [each for each in self.focus_chain if (each.region.y - row) * step > 0]
        if beyond:
            nearest = min(abs(each.region.y - row) for each in beyond)
            line = [each for each in beyond if abs(each.region.y - row) == nearest]
            min(line, key=lambda each: _distance(each, column)).focus()


def _distance(widget: Widget, column: int) -> int:
    """How many columns lie between a widget and a column, 0 where it stands above or below it."""
    region = widget.region
    return max(region.x - column, column - region.right + 1, 0)


ROOMY_WIDTH, ROOMY_HEIGHT = 120, 36


class SetUpScreen(FormScreen[None]):
    """Parts side by side where there is room, one after the other where there is not.

    `begins` names the parts in order, each with the id of its first field; the first stands at the left, the others
    at the right. Nothing starts while something is wrong.
    """

    begins: ClassVar[Mapping[str, str]] = {}
    DEFAULT_CSS = """
    SetUpScreen #summary { height: 1; width: 1fr; background: $primary; color: $text; text-style: bold;
        padding: 0 1; text-wrap: nowrap; text-overflow: ellipsis; }
    SetUpScreen #parts { height: 1fr; margin-top: 1; }
    SetUpScreen #right { height: 1fr; width: 1fr; }
    SetUpScreen.-roomy Tabs { display: none; }
    SetUpScreen.-roomy #right { width: 68; }
    SetUpScreen.-roomy.-vast #right { width: 76; }
    SetUpScreen .-away { display: none; }
    SetUpScreen.-roomy .-away { display: block; }
    SetUpScreen #note { height: auto; max-height: 3; width: 1fr; padding: 0 1; color: $text-muted; }
    SetUpScreen #note.-wrong { color: $text-error; }
    SetUpScreen #buttons { height: 1; padding: 0 1; }
    SetUpScreen #buttons Button { margin-right: 2; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._problem: str | None = None
        self._faults = Faults()
        self._part = next(iter(self.begins))

    def on_mount(self) -> None:
        """Begin with the first field."""
        if self._problem is not None:
            self.notify(self._problem, severity="warning", timeout=15, markup=False)
        self._show_part()
        self.query_one(f"#{self.begins[self._part]}").focus()
        self._changed()

    def on_resize(self, event: Resize) -> None:
        """Show all parts at once where they fit."""
        self.set_class(event.size.width >= ROOMY_WIDTH and event.size.height >= ROOMY_HEIGHT, "-roomy")
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """There is nothing to turn over where all parts are in sight."""
        if action == "part":
            return not self.has_class("-roomy")
        if action == "start":
            return True if self._faults.first is None else None
        return super().check_action(action, parameters)

    def action_part(self, step: int) -> None:
        """Turn to another part."""
        parts = list(self.begins)
        part = parts[(parts.index(self._part) + step) % len(parts)]
        self._turn_to(part)
        self.query_one(f"#{self.begins[part]}").focus()

    def on_drivers_part_changed(self) -> None:
        """Seats or Legends."""
        self._changed()

    def on_chooser_changed(self, event: Chooser.Changed) -> None:
        """The tabs: another part."""
        event.stop()
        self._turn_to(str(event.chooser.value))

    def on_descendant_focus(self, _event: DescendantFocus) -> None:
        """Explain what has the focus."""
        self._show_note()

    @property
    def _drivers(self) -> DriversPart:
        return self.query_one(DriversPart)

    def _changed(self) -> None:
        """Gather what is filled in, and say what it makes or what is wrong with it."""
        raise NotImplementedError

    def _widgets(self) -> Mapping[str, Widget]:
        """The parts by name."""
        raise NotImplementedError

    def _hint(self) -> str:
        """What explains the field that has the focus."""
        return str(getattr(self.focused, "hint", ""))

    def _show_note(self) -> None:
        fault = self._faults.first
        if fault is not None:
            self._tell(_("Not yet: {reason}").format(reason=fault), wrong=True)
        else:
            self._tell(self._hint() or _("Everything is ready."), wrong=False)

    def _tell(self, sentence: str, *, wrong: bool) -> None:
        note = self.query_one("#note", Static)
        note.update(Text(sentence))
        note.set_class(wrong, "-wrong")

    def _turn_to(self, part: str) -> None:
        self._part = part
        self._show_part()

    def _show_part(self) -> None:
        self.query_one(Tabs).value = self._part
        for name, widget in self._widgets().items():
            widget.set_class(name != self._part, "-away")
        self.query_one("#right").set_class(self._part == next(iter(self.begins)), "-away")
