"""The standings in full."""

from __future__ import annotations

from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import Static

from heat_tui.engine.car import FINISHED, RACING, RETIRED
from heat_tui.engine.view import CarView, SeatView
from heat_tui.language import _, ngettext
from heat_tui.tui.keymap import bound
from heat_tui.tui.look import look_of, to_left, to_right
from heat_tui.tui.screen import HeatDialog
from heat_tui.words.names import LEGEND, car_name

_PLACE, _BADGE, _NAME, _FIGURE = 3, 4, 20, 7


class StandingsScreen(HeatDialog[None]):
    """Place, car, lap, space, spaces to the car ahead, gear, Heat in the engine and cards in the hand of all cars."""

    help_topic = "standings"
    BINDINGS: ClassVar[list[BindingType]] = bound("standings", "close", shown=False)
    DEFAULT_CSS = """
    StandingsScreen > Vertical { width: 78; }
    StandingsScreen Static { width: 1fr; height: auto; }
    StandingsScreen #title { text-style: bold; color: $accent; margin-bottom: 1; }
    StandingsScreen #cars { text-wrap: nowrap; text-overflow: clip; }
    """

    def __init__(self, view: SeatView) -> None:
        """Of the view only what everybody may know is shown."""
        super().__init__()
        self.view = view

    def compose(self) -> ComposeResult:
        number, laps = self.view.round, self.view.sheet.laps
        title = ngettext(
            "Standings in round {round}, race of {laps} lap", "Standings in round {round}, race of {laps} laps", laps
        ).format(round=number, laps=laps)
        with Vertical():
            yield Static(title, id="title", markup=False)
            yield Static(self._table(), id="cars", markup=False)

    def action_standings(self) -> None:
        """The key that opened it closes it."""
        self.dismiss()

    def _table(self) -> Text:
        headings = (_("lap"), _("space"), _("behind"), _("gear"), _("Heat"), _("hand"))
        head = " " * (_PLACE + _BADGE + _NAME) + "".join(self._right(each) for each in headings)
        cars = [self.view.cars[index] for index in self.view.standings]
        rows = [self._row(place, car, cars[place - 2] if place > 1 else None) for place, car in enumerate(cars, 1)]
        return Text("\n").join([Text(head, style="dim"), *rows])

    def _row(self, place: int, car: CarView, ahead: CarView | None) -> Text:
        look, entry = look_of(self), self.view.sheet.entries[car.index]
        line = Text(to_left(str(place), _PLACE, ascii_only=look.ascii))
        line.append(f" {car.index + 1} ", look.car_style(entry.colour))
        name = car_name(self.view.sheet, car.index)
        line.append(" " + to_left(name, _NAME, ascii_only=look.ascii), Style(bold=car.index == self.view.acting))
        if car.status != RACING:
            return line.append("  " + _fate(car), Style(dim=True))
        drives = entry.kind != LEGEND
        figures = [
            str(self.view.lap(car)),
            str(self.view.space(car)),
            f"+{ahead.at - car.at}" if ahead is not None and ahead.status == RACING else "",
            *((str(each) if drives else "-") for each in (car.gear, car.engine, car.hand)),
        ]
        return line.append("".join(self._right(each) for each in figures))

    def _right(self, text: str) -> str:
        return to_right(text, _FIGURE, ascii_only=look_of(self).ascii)


def _fate(car: CarView) -> str:
    if car.status == FINISHED:
        return _("finished")
    return _("retired") if car.status == RETIRED else _("out of the race")
