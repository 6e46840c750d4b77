"""Who is where: a line for each car, from first to last."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text
from textual.widget import Widget

from heat_tui.engine import car as engine_car
from heat_tui.engine.setup import MOST_CARS
from heat_tui.engine.view import CarView, SeatView
from heat_tui.language import _
from heat_tui.prose import Narrator
from heat_tui.prose.names import LEGEND
from heat_tui.tui.appearance import look_of
from heat_tui.tui.columns import to_left
from heat_tui.tui.glyphs import plain


class Standings(Widget):
    """Place, car, name, lap and space, gear and Heat; public facts only. Names are cut where there is no room."""

    DEFAULT_CSS = """
    Standings { height: auto; width: 1fr; padding: 0 1; text-wrap: nowrap; text-overflow: ellipsis; }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._view: SeatView | None = None
        self._focus: int | None = None

    def show(self, view: SeatView, *, focus: int | None) -> None:
        """Show the standings of a view; `focus` is the car that is to choose or to move."""
        self._view, self._focus = view, focus
        self.refresh(layout=True)

    def render(self) -> Text:
        """The lines."""
        view = self._view
        if view is None:
            return Text("")
        width = self.size.width or self.container_size.width
        lines = []
        if len(view.cars) < MOST_CARS or not self.screen.has_class("-low"):
            head = _("lap spc gear heat")
            lines.append(Text(head.rjust(width), style="dim"))
        lines += [self._line(view, view.cars[car], place, width) for place, car in enumerate(view.standings, start=1)]
        return Text("\n").join(lines)

    def _line(self, view: SeatView, car: CarView, place: int, width: int) -> Text:
        look, entry = look_of(self), view.sheet.entries[car.index]
        mark = "►" if car.index == self._focus else "✓" if car.planned and car.status == engine_car.RACING else " "
        line = Text(f"{place} ", no_wrap=True)
        line.append(f" {car.index + 1} ", look.car_style(entry.colour))
        line.append(plain(mark, ascii_only=look.ascii), Style(bold=True))
        facts = self._facts(view, car, entry.kind)
        room = max(width - line.cell_len - len(facts) - 1, 1)
        name = Narrator(view.sheet).name(car.index)
        line.append(to_left(name, room, ascii_only=look.ascii), Style(bold=car.index == self._focus))
        line.append(" " + facts, Style(dim=car.status != engine_car.RACING))
        return line

    def _facts(self, view: SeatView, car: CarView, kind: str) -> str:
        match car.status:
            case engine_car.FINISHED:
                return _("finished")
            case engine_car.RETIRED:
                return _("retired")
            case engine_car.OUT:
                return _("out")
        lap, space = view.lap(car), view.space(car)
        if kind == LEGEND:
            return plain(f"{lap:>3}{space:>4}    –    –", ascii_only=look_of(self).ascii)
        return f"{lap:>3}{space:>4}{car.gear:>5}{car.engine:>5}"
