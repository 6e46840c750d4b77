"""The figures of all cars after a race."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from rich.style import Style
from rich.text import Text
from textual.widget import Widget

from heat_tui.language import _
from heat_tui.prose.names import car_name
from heat_tui.session import CarTally, Match, tally
from heat_tui.session.statistics import HeatCause
from heat_tui.tui.appearance import Look, look_of
from heat_tui.tui.columns import to_left, to_right

_PLACE, _BADGE, _LEAST_NAME, _MOST_NAME, _FIGURE = 3, 4, 12, 24, 7


class _Column(NamedTuple):
    """A column of figures; the heading has up to two lines. `legends` tells that Legends have this figure too."""

    heading: Callable[[], str]
    figure: Callable[[CarTally], int]
    legends: bool = False


_FIGURES: Final = (
    _Column(lambda: _("\nrounds"), lambda car: car.rounds, legends=True),
    _Column(lambda: _("top\nspeed"), lambda car: car.top_speed),
    _Column(lambda: _("Heat\npaid"), lambda car: car.heat_paid),
    _Column(lambda: _("\nspins"), lambda car: car.spins),
    _Column(lambda: _("\nBoosts"), lambda car: car.boosts),
    _Column(lambda: _("slip-\nstream"), lambda car: car.slipstream_spaces),
    _Column(lambda: _("over\nlimit"), lambda car: car.corners_over),
)


def _cause(heading: Callable[[], str], cause: HeatCause) -> _Column:
    return _Column(heading, lambda car: car.heat.get(cause, 0))


_CAUSES: Final = (
    _cause(lambda: _("Heat:\nshifts"), "shift"),
    _cause(lambda: _("Heat:\nBoosts"), "boost"),
    _cause(lambda: _("Heat:\nlimits"), "corner"),
    _cause(lambda: _("Heat:\nspins"), "spin"),
)
_CARDS: Final = _cause(lambda: _("Heat:\ncards"), "card")
_MULLIGAN: Final = _cause(lambda: _("Heat:\nhand"), "mulligan")


class Figures(Widget):
    """A row for each car by place; below it, or beside it where there is room, what the drivers paid Heat for."""

    DEFAULT_CSS = """
    Figures { width: 1fr; height: auto; text-wrap: nowrap; text-overflow: clip; }
    """

    def __init__(self, match: Match, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.match = match
        self._tally = tally(match)

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        """Both tables."""
        return len(self._lines(width))

    def render(self) -> Text:
        """The lines."""
        return Text("\n").join(self._lines(self.size.width))

    def _lines(self, width: int) -> list[Text]:
        causes = self._causes()
        everyone, drivers = self.match.standings, self.match.sheet.drivers
        if width >= _PLACE + _BADGE + _LEAST_NAME + _FIGURE * (len(_FIGURES) + len(causes)):
            return self._table((*_FIGURES, *causes), everyone, width)
        lines = self._table(_FIGURES, everyone, width)
        return [*lines, Text(), *self._table(causes, [car for car in everyone if car < drivers], width)]

    def _causes(self) -> tuple[_Column, ...]:
        """What Heat can be paid for in this race."""
        sheet = self.match.sheet
        symbols = {symbol for card in sheet.cards.values() for symbol, _number in card.symbols}
        return (*_CAUSES, *([_CARDS] if "heat" in symbols else []), *([_MULLIGAN] if sheet.mulligan else []))

    def _table(self, columns: Sequence[_Column], cars: Iterable[int], width: int) -> list[Text]:
        look = look_of(self)
        most = max(len(columns), len(_FIGURES))
        name = max(_LEAST_NAME, min(_MOST_NAME, width - _PLACE - _BADGE - _FIGURE * most))
        lines = [_heading(row, columns, _PLACE + _BADGE + name, look) for row in (0, 1)]
        return lines + [self._row(car, columns, name, look) for car in cars]

    def _row(self, car: int, columns: Sequence[_Column], name: int, look: Look) -> Text:
        sheet, counted = self.match.sheet, self._tally.cars[car]
        place = self.match.standings.index(car) + 1
        line = Text(to_left(str(place), _PLACE, ascii_only=look.ascii), style="bold" if place == 1 else "")
        line.append(f" {car + 1} ", look.car_style(sheet.entries[car].colour))
        line.append(" " + to_left(car_name(sheet, car), name, ascii_only=look.ascii))
        for column in columns:
            has = column.legends or car < sheet.drivers
            figure = str(column.figure(counted)) if has else "-"
            style = Style(dim=True) if figure in ("0", "-") else Style()
            line.append(to_right(figure, _FIGURE, ascii_only=look.ascii), style)
        return line


def _heading(row: int, columns: Sequence[_Column], before: int, look: Look) -> Text:
    line = Text(" " * before, style="dim")
    for column in columns:
        lines = column.heading().split("\n")
        words = lines[row] if row < len(lines) else ""
        line.append(to_right(words, _FIGURE, ascii_only=look.ascii))
    return line
