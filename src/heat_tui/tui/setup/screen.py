"""Setting up a race or a season: a form with the drivers, and the rules with a line for each option."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Final

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.events import DescendantFocus
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Button, Input, Static
from textual.widgets.button import ButtonVariant

from heat_tui.drivers.kinds import CONTROLLERS
from heat_tui.engine.setup import COLOURS, MOST_CARS, MOST_HANDICAP
from heat_tui.game.setup.last_setup import load_last_setup, save_last_setup
from heat_tui.game.setup.options import PRESETS, RACE, Options, Seat
from heat_tui.game.setup.race_options import free_colour, is_made_up
from heat_tui.game.setup.season_options import form_errors, setup_of
from heat_tui.game.setup.seats import controller_name, controller_words, driver_name
from heat_tui.game.table.prompts import capitalized
from heat_tui.language import C_, N_, _, translated
from heat_tui.store.saved_race import GameSetup, Rival
from heat_tui.store.schema import Option, Refused, with_values
from heat_tui.tui.lists import Heading, KeyFooter, Note
from heat_tui.tui.look import look_of, styles
from heat_tui.tui.setup.fields import FormScreen, LineInput, LineSelect, label_room, line
from heat_tui.words.names import colour_name

_FAULTS: Final[Mapping[int | str, str]] = {"seed": "#seed-fault"} | {at: f"#fault-{at + 1}" for at in range(MOST_CARS)}
"""The selectors of the lines that show errors, by "seed" or the index of a seat, from 0."""


class SetUpScreen(FormScreen[None]):
    """The form for a race or a season: its track or calendar on the left, drivers and rules on the right.

    `rows` has the options among the rules by name, and `buttons` the words of the buttons by id.
    The form begins with the options `asked` for; the others are from the last race, or defaults. Errors prevent the
    start. With `shares`, the start button opens a shared table, whose people have screens of their own.
    """

    CSS_PATH = styles("season", "setup/fields", "setup/setup")

    rows: ClassVar[Mapping[str, Option]] = {}
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
        yield Heading()
        yield self.tabs()
        with Horizontal(id="parts"):
            yield self._first_part()
            with Vertical(id="right"):
                yield DriversPart(form.seats, form.legends or 0)
                yield RulesPart(self.rows, asked)
        yield Note(id="note")
        with Horizontal(id="buttons"):
            for name, words in self.buttons.items():
                if name != "last" or self._last is not None:
                    variant: ButtonVariant = "success" if name == "start" else "default"
                    words = capitalized(_("open a table")) if self._shares and name == "start" else translated(words)
                    yield Button(words, compact=True, variant=variant, id=name)
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

    def words_of(self, binding: Binding) -> str:
        return _("open a table") if self._shares and binding.action == "start" else super().words_of(binding)

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
        except Refused as reason:
            self.query_one(Note).say(str(reason), wrong=True)
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
        """Show the effects of the form, and return a summary of it."""
        raise NotImplementedError

    def _pressed(self, button: str) -> None:
        """Handle any button except the start button."""
        raise NotImplementedError

    def _chosen(self, _name: str, _value: Hashable) -> None:
        """Apply the new value of an option."""
        self._changed()

    def _first_form(self) -> Options:
        memory_aid = self.heat.settings.memory_aid
        try:
            return self.first_form(self._last, self._asked, memory_aid=memory_aid)
        except Refused as reason:
            self._problem = str(reason)
            form = self.first_form(self._last, None, memory_aid=memory_aid)
            asked_open = self._asked is not None and self._asked.open_table
            return replace(form, open_table=form.open_table or asked_open)

    @on(Input.Changed)
    def _changed(self) -> None:
        """Gather the form, and show its summary and its errors."""
        drivers, rules = self.query_one(DriversPart), self._rules
        form = replace(rules.applied(self._form), seats=drivers.seats, legends=drivers.legends)
        self._form = self._gathered(form)
        self._errors = form_errors(self._form, rules.seed)
        for part, note in _FAULTS.items():
            error = self._errors.get(part, "")
            self.query_one(note, Static).set_class(bool(error), "-told").update(error)
        self.query_one(Heading).update(self._show())
        self.query_one("#start", Button).disabled = bool(self._errors)
        self._show_note()
        self.refresh_bindings()

    def _hint(self) -> str:
        return str(getattr(self.focused, "hint", ""))

    @on(DescendantFocus)
    def _show_note(self) -> None:
        error = next(iter(self._errors.values()), None)
        words = _("Not yet: {reason}").format(reason=error) if error else self._hint() or _("Everything is ready.")
        self.query_one(Note).say(words, wrong=error is not None)


def _heat(missing: int) -> str:
    return _("-{count} Heat").format(count=missing) if missing else _("full")


_HANDICAP: Final = N_("The engine at the start: full, or 1 or 2 Heat less as a handicap.")
_CHOICES: Final[tuple[tuple[str, Sequence[Any], Callable[[Any], str], str], ...]] = (
    ("colour", COLOURS, colour_name, N_("The colour of the car. Choosing another driver's colour swaps the two.")),
    ("controller", CONTROLLERS, controller_name, ""),
    ("handicap", range(MOST_HANDICAP + 1), _heat, _HANDICAP),
)
"""The choices in the row of a seat: field, values, naming function and hint of each.

The name of the field is also the CSS class of the choice's line.
"""

_LEGENDS: Final = Option(
    name="legends",
    label=N_("Legends"),
    hint=N_("Legends are cars that the game drives with the Legend cards. They suit races of up to three drivers."),
)
_CARS: Final = Option(
    name="cars", label=N_("Cars in total"), hint=N_("Legends fill the grid up to this number of cars.")
)


class SeatRow(Horizontal):
    """One seat: its number in the car's colour, name, colour, driver, handicap, and a button to remove it."""

    def __init__(self, number: int) -> None:
        super().__init__(id=f"seat-{number}", classes="seat")
        self.number = number

    def compose(self) -> ComposeResult:
        yield Static(classes="badge")
        yield LineInput(compact=True, placeholder=C_("driver", "name"), id=f"name-{self.number}")
        for name, values, words, hint in _CHOICES:
            options = [(value, words(value)) for value in values]
            yield LineSelect(options, values[0], hint=translated(hint), classes=name)
        yield Button(_("x"), compact=True, classes="remove", tooltip=_("Remove this driver"))

    @property
    def seat(self) -> Seat:
        chosen = {name: self.query_one(f".{name}", LineSelect).value for name, *_more in _CHOICES}
        return with_values(Seat(self.query_one(Input).value), chosen)

    def fill(self, seat: Seat) -> None:
        """Show a seat without posting a message."""
        field = self.query_one(Input)
        if field.value != seat.name:
            with field.prevent(Input.Changed):
                field.value = seat.name
        for name, *_more in _CHOICES:
            self.query_one(f".{name}", LineSelect).value = getattr(seat, name)
        self.query_one(".controller", LineSelect).hint = controller_words(seat.controller)
        badge = Text(f" {self.number} ", look_of(self).car_style(seat.colour))
        self.query_one(".badge", Static).update(badge)


class DriversPart(Vertical):
    """Up to eight seats, the Legends, and the resulting number of cars."""

    class Changed(Message):
        """Seats or Legends were changed."""

    def __init__(self, seats: tuple[Seat, ...], legends: int) -> None:
        super().__init__(id="drivers-part")
        self.seats = seats
        self.legends = legends

    def compose(self) -> ComposeResult:
        yield Static(_("Drivers: name, colour, who drives, engine"), classes="heading", markup=False)
        for number in range(1, MOST_CARS + 1):
            yield SeatRow(number)
            yield Static(id=f"fault-{number}", classes="fault", markup=False)
        with Horizontal(id="cars-line"):
            yield Button(_("Add a driver"), compact=True, id="add")
            yield line(_LEGENDS, 0, width=9)
            yield line(_CARS, 1, width=14)

    def on_mount(self) -> None:
        self.fill(self.seats, self.legends)

    def fill(self, seats: tuple[Seat, ...], legends: int) -> None:
        """Show these seats and this number of Legends without posting a message."""
        self.seats, self.legends = seats, legends
        for row in self.query(SeatRow):
            row.display = row.number <= len(seats)
            row.query_one(Button).disabled = len(seats) == 1
            if row.display:
                row.fill(seats[row.number - 1])
        for name, least, value in (("legends", 0, legends), ("cars", len(seats), len(seats) + legends)):
            numbers = range(least, least + MOST_CARS - len(seats) + 1)
            self.query_one(f"#{name}", LineSelect).offer(((each, str(each)) for each in numbers), value)
        self.query_one("#add", Button).disabled = len(seats) == MOST_CARS

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self._take(event.input.parent)

    def on_line_select_changed(self, event: LineSelect.Changed) -> None:
        """Apply a colour, driver or handicap, or the number of Legends or of all cars: either number sets the other."""
        event.stop()
        if event.select.id is None:
            self._take(event.select.parent)
        else:
            value = int(str(event.value))
            self._change(self.seats, value if event.select.id == "legends" else value - len(self.seats))

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Add a driver, or remove one and close the gap; then focus a name. Do nothing if the button is disabled."""
        event.stop()
        row, seats = event.button.parent, self.seats
        if event.button.disabled:  # the previous press has disabled it
            return
        if isinstance(row, SeatRow):
            seats = (*seats[: row.number - 1], *seats[row.number :])
            here = min(row.number, len(seats))
        else:
            seats = (*seats, Seat(driver_name("person", [seat.name for seat in seats]), free_colour(seats)))
            here = len(seats)
        self._change(seats, self.legends)
        self.query_one(f"#name-{here}", Input).focus()

    def _take(self, row: object) -> None:
        """Apply a changed row; if another seat has its colour, the two swap colours.

        If another kind of driver is chosen, replace an empty or made-up name.
        """
        if not isinstance(row, SeatRow) or not row.display or row.seat == self.seats[row.number - 1]:
            return
        before, seat, seats = self.seats[row.number - 1], row.seat, list(self.seats)
        others = [other for other in seats if other is not before]
        if seat.controller != before.controller and (not seat.name.strip() or is_made_up(seat.name)):
            seat = replace(seat, name=driver_name(seat.controller, [other.name for other in others]))
        seats = [replace(each, colour=before.colour) if each.colour == seat.colour else each for each in seats]
        seats[row.number - 1] = seat
        self._change(tuple(seats), self.legends)

    def _change(self, seats: tuple[Seat, ...], legends: int) -> None:
        """Apply new seats and Legends, but no more Legends than free cars, and post `Changed`."""
        self.fill(seats, min(max(legends, 0), MOST_CARS - len(seats)))
        self.post_message(self.Changed())


LABEL = 22


class RulesPart(Vertical):
    """Lines for the preset of a race, for each option in `rows`, and for the seed."""

    def __init__(self, rows: Mapping[str, Option], form: Options) -> None:
        super().__init__(id="rules-part")
        self._rows = rows
        self._form = form

    def compose(self) -> ComposeResult:
        form, room = self._form, label_room((RACE["preset"], *self._rows.values()), LABEL)
        yield Static(_("Rules"), classes="heading", markup=False)
        if form.season is None:
            yield line(RACE["preset"], None, width=room)
        for name, row in self._rows.items():
            value = getattr(form, name)
            yield line(_with_laps(row, value), value, width=room)
        with Horizontal(id="seed-line"):
            yield Static(translated(RACE["seed"].label), markup=False)
            seed = "" if form.seed is None else str(form.seed)
            field = LineInput(seed, compact=True, placeholder=_("random"), id="seed", max_length=30)
            field.hint = translated(RACE["seed"].help)
            yield field
        yield Static(id="seed-fault", markup=False)

    @property
    def seed(self) -> str:
        return self.query_one("#seed", Input).value

    def applied(self, form: Options) -> Options:
        return with_values(form, {name: self._line(name).value for name in self._rows})

    def fill(self, form: Options) -> None:
        """Show the values of a form without posting a message."""
        for name in self._rows:
            self._line(name).value = getattr(form, name)

    def print_laps(self, printed: int) -> None:
        """Mark a track's printed number of laps; it is offered as None, the default, unless the form sets it."""
        laps = self._line("laps")
        default = printed if laps.value == printed else None
        marked = default, _("{laps} (printed)").format(laps=printed)
        numbers = filter(None, self._rows["laps"].choices)
        laps.offer((marked if each == printed else (each, str(each)) for each in numbers), laps.value)

    def show_preset(self, preset: str | None, *, own: bool) -> None:
        """Show which preset is filled in, None for the player's own rules; with `own`, these can be chosen too."""
        select = self._line("preset")
        presets = ((name, translated(each.name)) for name, each in PRESETS.items())
        select.offer([(None, _("your own")), *presets] if own else presets, preset)
        select.hint = translated(PRESETS[preset].words) if preset is not None else _("Your own rules.")

    def show_barred(self, reasons: Mapping[str, str]) -> None:
        """Grey out the options that are not available and show their defaults; their hints give the reasons."""
        for name, row in self._rows.items():
            self._line(name).bar(reasons.get(name, ""), row.usual)

    def _line(self, name: str) -> LineSelect:
        return self.query_one(f"#{name}", LineSelect)


def _with_laps(row: Option, value: object) -> Option:
    """Return a row, with `value` as its second choice if it gives laps by race, which only the command line can set."""
    if row.name != "laps" or not isinstance(value, tuple):
        return row
    by_race = {value: ", ".join(map(str, value))}
    return replace(row, choices={None: row.choices[None], **by_race, **row.choices})
