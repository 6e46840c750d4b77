"""The chart of the places by round, in colour."""

from __future__ import annotations

from typing import ClassVar, Final

from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import ScrollableContainer
from textual.widget import Widget

from heat_tui.drawing.places_chart import FINE, Mark, PlacesChart, places_chart
from heat_tui.engine.car import FINISHED
from heat_tui.language import _
from heat_tui.prose.names import car_name
from heat_tui.session import Match, tally
from heat_tui.tui.appearance import Look, look_of
from heat_tui.tui.car_ink import car_ink
from heat_tui.tui.columns import cut
from heat_tui.tui.keymap import bound

_LEFT: Final = 3
_MOST_NAME: Final = 20
_ROUNDS_APART: Final = 5
"""Where rounds stand close together only every fifth has its number below."""


class _Lines(Widget):
    """The drawing itself, as wide as it needs to be."""

    DEFAULT_CSS = """
    _Lines { width: auto; height: auto; min-width: 100%; text-wrap: nowrap; text-overflow: clip; }
    """

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.match = match
        self.chosen: int | None = None
        self._places = [car.places for car in tally(match).cars]
        view = match.view(None)
        self._home = frozenset(car.index for car in view.cars if car.status == FINISHED)

    def get_content_width(self, container: object, viewport: object) -> int:
        """Wider than the place for it where two columns a round do not fit."""
        chart = self._chart()
        return _LEFT + len(chart.rows[0]) + self._names_width()

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        """A title, two rows a place, the rounds."""
        return 2 * len(self._places) + 1

    def render(self) -> Text:
        """All rows."""
        look, chart = look_of(self), self._chart()
        title = Text(_("Places by round; 0 is the grid."), style="dim")
        rows = [self._row(index, marks, look) for index, marks in enumerate(chart.rows)]
        return Text("\n").join([title, *rows, _axis(chart)])

    def _room(self) -> int:
        parent = self.parent
        return parent.content_size.width if isinstance(parent, Widget) else self.size.width

    def _chart(self) -> PlacesChart:
        return places_chart(self._places, self._room() - _LEFT - self._names_width(), home=self._home)

    def _names_width(self) -> int:
        """The badge and the longest name at the right, two spaces before and one between."""
        look, sheet = look_of(self), self.match.sheet
        names = (cut(car_name(sheet, car), _MOST_NAME, ascii_only=look.ascii) for car in range(len(sheet.entries)))
        return 2 + 3 + 1 + max(Text(name).cell_len for name in names)

    def _row(self, index: int, marks: tuple[Mark, ...], look: Look) -> Text:
        place, between = divmod(index, 2)
        line = Text.assemble((f"{'' if between else place + 1:<{_LEFT}}", "dim"))
        for mark in marks:
            line.append(*self._mark(mark, look))
        if not between:
            car = self.match.standings[place]
            name = cut(car_name(self.match.sheet, car), _MOST_NAME, ascii_only=look.ascii)
            line.append("  ")
            line.append(f" {car + 1} ", look.car_style(self.match.sheet.entries[car].colour))
            line.append(" " + name, Style(bold=car == self.chosen))
        return line

    def _mark(self, mark: Mark, look: Look) -> tuple[str, Style]:
        character = mark.character if look.ascii else FINE.get(mark.character, mark.character)
        if mark.car is None:
            return character, Style(dim=True)
        colour = self.match.sheet.entries[mark.car].colour
        if self.chosen is not None and mark.car != self.chosen:
            return character, Style(dim=True)
        if mark.is_number and (look.colour or self.chosen is not None):
            return character, look.car_style(colour)
        ink = car_ink(look, colour) if look.colour else None
        return character, Style(color=ink, bold=mark.is_number or self.chosen is not None)


class PlacesView(ScrollableContainer):
    """The chart; up and down follow one car after another."""

    BINDINGS: ClassVar[list[BindingType]] = bound("car-before", "car-after")
    DEFAULT_CSS = """
    PlacesView { width: 1fr; height: auto; scrollbar-size: 1 1; }
    """

    def __init__(self, match: Match, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.match = match

    def compose(self) -> ComposeResult:
        yield _Lines(self.match)

    @property
    def chosen(self) -> int | None:
        """The car that is followed, by index; None for all alike."""
        return self.query_one(_Lines).chosen

    def action_car(self, step: int) -> None:
        """Follow the next car by place; beyond the last and before the first, all alike."""
        lines = self.query_one(_Lines)
        order: list[int | None] = [None, *self.match.standings]
        lines.chosen = order[(order.index(lines.chosen) + step) % len(order)]
        lines.refresh()


def _axis(chart: PlacesChart) -> Text:
    """The numbers of the rounds below their columns."""
    width = len(chart.rows[0])
    every = 1 if chart.step > 3 else _ROUNDS_APART
    row = [" "] * (width + 2)
    for number in range(0, (width - 1) // chart.step + 1, every):
        for offset, digit in enumerate(str(number)):
            row[number * chart.step + offset] = digit
    return Text(" " * _LEFT + "".join(row).rstrip(), style="dim")
