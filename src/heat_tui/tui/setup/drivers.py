"""Setting up a race: who drives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Button, Input, Static

from heat_tui.engine.setup import COLOURS, MOST_CARS, MOST_HANDICAP
from heat_tui.game.options import Seat
from heat_tui.game.race_options import free_colour, is_made_up
from heat_tui.game.seats import CONTROLLERS, controller_name, driver_name
from heat_tui.language import _
from heat_tui.store.schema import with_values
from heat_tui.tui.look import look_of
from heat_tui.tui.setup.fields import LineInput, LineSelect
from heat_tui.words.names import colour_name

_PARTS: Final = {"colour": "colour", "who": "controller", "handicap": "handicap"}
"""What the choices of a row fill in, by their classes."""


class SeatRow(Horizontal):
    """One seat: its number in the car's colour, name, colour, who drives, handicap, and a button that removes it."""

    class Changed(Message):
        """Something about the seat was changed by the player."""

        def __init__(self, row: SeatRow, *, before: Seat) -> None:
            super().__init__()
            self.row = row
            self.before = before

    class Removed(Message):
        """The seat is to go."""

        def __init__(self, row: SeatRow) -> None:
            super().__init__()
            self.row = row

    def __init__(self, number: int, seat: Seat) -> None:
        super().__init__(id=f"seat-{number}", classes="seat")
        self.number = number
        self._seat = seat

    def compose(self) -> ComposeResult:
        seat = self._seat
        yield Static(classes="badge")
        yield LineInput(seat.name, compact=True, placeholder=_("name"), id=f"name-{self.number}")
        yield LineSelect(
            [(colour, colour_name(colour)) for colour in COLOURS],
            seat.colour,
            hint=_("The colour of the car; a colour that another driver has is swapped with his."),
            classes="colour",
        )
        yield LineSelect(
            [(kind, controller_name(kind)) for kind in CONTROLLERS],
            seat.controller,
            hint=_("A person at this table, the careful automated driver Steady, or Chance, who picks by lot."),
            classes="who",
        )
        yield LineSelect(
            [(heat, _heat(heat)) for heat in range(MOST_HANDICAP + 1)],
            seat.handicap,
            hint=_("The engine at the start: full, or 1 or 2 Heat short as a handicap."),
            classes="handicap",
        )
        yield Button(_("x"), compact=True, classes="remove", tooltip=_("Remove this driver"))

    def on_mount(self) -> None:
        """Paint the badge."""
        self._paint()

    @property
    def seat(self) -> Seat:
        """Return what is filled in."""
        return self._seat

    @seat.setter
    def seat(self, seat: Seat) -> None:
        self._seat = seat
        field = self.query_one(Input)
        if field.value != seat.name:
            with field.prevent(Input.Changed):
                field.value = seat.name
        for name, part in _PARTS.items():
            self.query_one(f".{name}", LineSelect).value = getattr(seat, part)
        self._paint()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Take another name."""
        event.stop()
        self._change(replace(self._seat, name=event.value))

    def on_line_select_changed(self, event: LineSelect.Changed) -> None:
        """Take another colour, driver or handicap."""
        event.stop()
        part = next(part for name, part in _PARTS.items() if event.select.has_class(name))
        self._change(with_values(self._seat, {part: event.value}))

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Ask for the row to be removed."""
        event.stop()
        self.post_message(self.Removed(self))

    def _change(self, seat: Seat) -> None:
        if seat == self._seat:
            return
        before, self._seat = self._seat, seat
        self._paint()
        self.post_message(self.Changed(self, before=before))

    def _paint(self) -> None:
        badge = Text(f" {self.number} ", look_of(self).car_style(self._seat.colour))
        self.query_one(".badge", Static).update(badge)


class DriversPart(Vertical):
    """Up to eight seats, the Legends, and how many cars that makes."""

    class Changed(Message):
        """Seats or Legends were changed."""

    def __init__(self, seats: tuple[Seat, ...], legends: int) -> None:
        super().__init__(id="drivers-part")
        self._count = len(seats)
        self._first = seats
        self._legends = legends

    def compose(self) -> ComposeResult:
        yield Static(_("Drivers: name, colour, who drives, engine"), classes="heading", markup=False)
        for number in range(1, MOST_CARS + 1):
            seat = self._first[number - 1] if number <= self._count else Seat("", COLOURS[number - 1])
            yield SeatRow(number, seat)
            yield Static(id=f"fault-{number}", classes="fault", markup=False)
        with Horizontal(id="cars-line"):
            yield Button(_("Add a driver"), compact=True, id="add")
            yield LineSelect(
                _numbers(0, MOST_CARS - 1),
                self._legends,
                label=_("Legends"),
                label_width=9,
                hint=_("Legends are cars without a driver: cards move them. They are for up to three drivers."),
                id="legends",
            )
            yield LineSelect(
                _numbers(1, MOST_CARS),
                min(self._count + self._legends, MOST_CARS),
                label=_("Cars in all"),
                label_width=14,
                hint=_("Fill the grid with Legends until there are so many cars."),
                id="cars",
            )

    def on_mount(self) -> None:
        """Hide the seats that nobody has."""
        self._arrange()

    @property
    def rows(self) -> list[SeatRow]:
        """Return the rows in use."""
        return list(self.query(SeatRow))[: self._count]

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Return what is filled in, seat by seat."""
        return tuple(row.seat for row in self.rows)

    @property
    def legends(self) -> int:
        """Return how many Legends race."""
        return self._legends

    def fill(self, seats: tuple[Seat, ...], legends: int) -> None:
        """Take other seats and Legends without a message."""
        self._count, self._legends = len(seats), legends
        for row, seat in zip(self.rows, seats, strict=True):
            row.seat = seat
        self._arrange()

    def show_errors(self, errors: Mapping[int, str]) -> None:
        """Say below each seat, from 0, what is wrong there."""
        for seat in range(MOST_CARS):
            note = self.query_one(f"#fault-{seat + 1}", Static)
            told = errors.get(seat, "") if seat < self._count else ""
            note.update(told)
            note.set_class(bool(told), "-told")

    def on_seat_row_changed(self, event: SeatRow.Changed) -> None:
        """Swap a colour that somebody has; give another made-up name to another kind of driver."""
        event.stop()
        row, seat = event.row, event.row.seat
        for other in self.rows:
            if other is not row and other.seat.colour == seat.colour:
                other.seat = replace(other.seat, colour=event.before.colour)
        if seat.controller != event.before.controller and (not seat.name.strip() or is_made_up(seat.name)):
            taken = [other.seat.name for other in self.rows if other is not row]
            row.seat = replace(seat, name=driver_name(seat.controller, taken))
        self._tell()

    def on_seat_row_removed(self, event: SeatRow.Removed) -> None:
        """Close the gap; the last driver stays."""
        event.stop()
        if self._count > 1:
            seats = list(self.seats)
            del seats[event.row.number - 1]
            self.fill(tuple(seats), self._legends)
            self._tell()
            last = min(event.row.number, self._count)
            self.query_one(f"#name-{last}", Input).focus()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Add a driver."""
        event.stop()
        if event.button.id == "add" and self._count < MOST_CARS:
            seats = self.seats
            new = Seat(driver_name("person", [seat.name for seat in seats]), free_colour(seats))
            legends = min(self._legends, MOST_CARS - len(seats) - 1)
            self.fill((*seats, new), legends)
            self._tell()
            self.query_one(f"#name-{self._count}", Input).focus()

    def on_line_select_changed(self, event: LineSelect.Changed) -> None:
        """Keep Legends and cars in step."""
        event.stop()
        value = int(str(event.value))
        self._legends = value if event.select.id == "legends" else value - self._count
        self._arrange()
        self._tell()

    def _arrange(self) -> None:
        for row in self.query(SeatRow):
            row.display = row.number <= self._count
        legends, cars = self.query_one("#legends", LineSelect), self.query_one("#cars", LineSelect)
        legends.set_options(_numbers(0, MOST_CARS - self._count))
        cars.set_options(_numbers(self._count, MOST_CARS))
        legends.value, cars.value = self._legends, self._count + self._legends
        self.query_one("#add", Button).disabled = self._count == MOST_CARS
        for row in self.rows:
            row.query_one(Button).disabled = self._count == 1

    def _tell(self) -> None:
        self.post_message(self.Changed())


def _heat(missing: int) -> str:
    """Return what a handicap is called."""
    return _("-{count} Heat").format(count=missing) if missing else _("full")


def _numbers(least: int, most: int) -> list[tuple[int, str]]:
    return [(number, str(number)) for number in range(least, most + 1)]
