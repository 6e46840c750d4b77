"""A form in parts, and the common part of setting up races and seasons with one."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar, TypeVar

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import DescendantFocus, Resize
from textual.widget import Widget
from textual.widgets import Button, Static
from textual.widgets.button import ButtonVariant

from heat_tui.game.setup.last_setup import load_last_setup, save_last_setup
from heat_tui.game.setup.options import Options
from heat_tui.game.setup.race_options import REFUSED, sentence_of
from heat_tui.game.setup.season_options import form_errors, setup_of
from heat_tui.language import _, translated
from heat_tui.store.saved_race import GameSetup, Rival
from heat_tui.store.schema import Option
from heat_tui.tui.keymap import bound
from heat_tui.tui.lists import KeyFooter, Note
from heat_tui.tui.look import styles
from heat_tui.tui.screen import HeatScreen
from heat_tui.tui.setup.fields import LineSelect, Tabs, focus_row
from heat_tui.tui.setup.parts import DriversPart, RulesPart

T = TypeVar("T")


class FormScreen(HeatScreen[T]):
    """Parts side by side if there is room, otherwise in tabs.

    Tab goes through everything in order; up and down go to the nearest field in another line. `parts` has the parts in
    order, each with its name and the id of its first field; `roomy` is the size, in columns and rows, from which they
    are side by side.
    """

    BINDINGS = bound("focus-down", "focus-up")
    parts: ClassVar[Mapping[str, tuple[str, str]]] = {}
    roomy: ClassVar[tuple[int, int]] = (120, 36)

    def tabs(self) -> Tabs:
        """Return the tabs for the parts, with the first one chosen."""
        names = [(part, translated(words)) for part, (words, _field) in self.parts.items()]
        return Tabs(names, names[0][0], id="tabs")

    def turn_to(self, part: str, *, focus: bool = False) -> None:
        """Show a part, and with `focus` move the focus to its first field."""
        self.query_one(Tabs).value = part
        for name in self.parts:
            self.query_one(f"#{name}-part").set_class(name != part, "-away")
        if focus:
            self.query_one(f"#{self.parts[part][1]}").focus()

    def on_tabs_changed(self, event: Tabs.Changed) -> None:
        self.turn_to(str(event.value))

    def on_resize(self, event: Resize) -> None:
        self.set_class(event.size.width >= self.roomy[0] and event.size.height >= self.roomy[1], "-roomy")
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return not self.has_class("-roomy") if action == "part" else super().check_action(action, parameters)

    def action_part(self, step: int) -> None:
        parts = list(self.parts)
        here = parts.index(str(self.query_one(Tabs).value))
        self.turn_to(parts[(here + step) % len(parts)], focus=True)

    action_focus_row = focus_row


class SetUpScreen(FormScreen[None]):
    """The first part on the left, drivers and rules on the right.

    `lines` names the options among the rules, as defined in `rows`, and `buttons` has the words of the buttons by id.
    The form begins with the last setup or the defaults, and with any options `asked` for. Nothing starts while there
    are errors. With `shares`, it opens a shared table, whose people have screens of their own.
    """

    CSS_PATH = styles("season", "setup/fields", "setup/setup")

    rows: ClassVar[Mapping[str, Option]] = {}
    lines: ClassVar[Sequence[str]] = ()
    buttons: ClassVar[Mapping[str, str]] = {}
    first_form: ClassVar[Callable[..., Options]]

    def __init__(self, asked: Options | None = None, *, shares: bool = False) -> None:
        super().__init__()
        self._asked = asked
        self._shares = shares
        self._last, self._problem = load_last_setup()
        self._form = Options()
        self._errors: Mapping[int | str, str] = {}

    def compose(self) -> ComposeResult:
        form = self._form = self._first_form()
        asked = replace(form, seed=None if self._asked is None else self._asked.seed)
        yield Static(id="summary", markup=False)
        yield self.tabs()
        with Horizontal(id="parts"):
            yield self._first_part()
            with Vertical(id="right"):
                yield DriversPart(form.seats, form.legends or 0)
                yield RulesPart(self.lines, self.rows, asked)
        yield Note(id="note")
        with Horizontal(id="buttons"):
            for name, words in self.buttons.items():
                if name != "last" or self._last is not None:
                    variant: ButtonVariant = "success" if name == "start" else "default"
                    yield Button(translated(words), compact=True, variant=variant, id=name)
        yield KeyFooter()

    def on_mount(self) -> None:
        if self._problem is not None:
            self.notify(self._problem, severity="warning", timeout=15, markup=False)
        self.turn_to(next(iter(self.parts)), focus=True)
        self._changed()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "start":
            return None if self._errors else True
        return super().check_action(action, parameters)

    def turn_to(self, part: str, *, focus: bool = False) -> None:
        """Show a part and its side of the screen."""
        self.query_one("#right").set_class(part == next(iter(self.parts)), "-away")
        super().turn_to(part, focus=focus)

    def action_start(self) -> None:
        self._changed()
        if self._errors:
            return
        form = self._form
        try:
            setup = setup_of(form, self._rules.seed)
            if self._shares:
                self.heat.games.share(setup, form.controllers, open_table=form.open_table)
                return
            rival = self._rival(setup)
            self.heat.games.start(setup, form.controllers, open_table=form.open_table, rival=rival)
        except REFUSED as reason:
            self.query_one(Note).say(sentence_of(reason), wrong=True)
            return
        problem = save_last_setup(form) if form.season is None else None
        if problem is not None:
            self.heat.notify(problem, severity="warning", timeout=15, markup=False)

    def _rival(self, setup: GameSetup) -> Rival | None:
        """Return the ghost to race against, None if there is none. Raises Refused."""
        return None

    def on_button_pressed(self, event: Button.Pressed) -> None:
        if event.button.id == "start":
            self.action_start()
        else:
            self._pressed(str(event.button.id))

    def on_drivers_part_changed(self) -> None:
        self._changed()

    def on_line_select_changed(self, event: LineSelect.Changed) -> None:
        self._chosen(str(event.select.id), event.value)

    def on_input_changed(self) -> None:
        self._changed()

    def on_descendant_focus(self, _event: DescendantFocus) -> None:
        self._show_note()

    @property
    def _rules(self) -> RulesPart:
        return self.query_one(RulesPart)

    def _first_part(self) -> Widget:
        """Return the part on the left."""
        raise NotImplementedError

    def _gathered(self, form: Options) -> Options:
        """Return the form with the values of the part on the left."""
        raise NotImplementedError

    def _show(self) -> str:
        """Show the result of the form, and return a summary of it."""
        raise NotImplementedError

    def _pressed(self, button: str) -> None:
        """Handle one of the screen's own buttons."""
        raise NotImplementedError

    def _chosen(self, _name: str, _value: Hashable) -> None:
        """Apply another value of an option."""
        self._changed()

    def _first_form(self) -> Options:
        memory_aid = self.heat.settings.memory_aid
        try:
            return self.first_form(self._last, self._asked, memory_aid=memory_aid)
        except REFUSED as reason:
            self._problem = sentence_of(reason)
            form = self.first_form(self._last, None, memory_aid=memory_aid)
            asked_open = self._asked is not None and self._asked.open_table
            return replace(form, open_table=form.open_table or asked_open)

    def _changed(self) -> None:
        """Gather the form, and show its summary and its errors."""
        drivers, rules = self.query_one(DriversPart), self._rules
        form = replace(rules.applied(self._form), seats=drivers.seats, legends=drivers.legends)
        self._form = self._gathered(form)
        self._errors = form_errors(self._form, rules.seed)
        drivers.show_errors(self._errors)
        rules.show_error(self._errors.get("seed"))
        self.query_one("#summary", Static).update(self._show())
        self.query_one("#start", Button).disabled = bool(self._errors)
        self._show_note()
        self.refresh_bindings()

    def _hint(self) -> str:
        return str(getattr(self.focused, "hint", ""))

    def _show_note(self) -> None:
        error = next(iter(self._errors.values()), None)
        words = _("Not yet: {reason}").format(reason=error) if error else self._hint() or _("Everything is ready.")
        self.query_one(Note).say(words, wrong=error is not None)
