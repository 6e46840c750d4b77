"""Pages about one race: a table with a column for each car, and charts round by round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import ClassVar, Final

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual.containers import ScrollableContainer
from textual.widget import Widget

from heat_tui.drawing.charts import FINE, Plot, places_chart
from heat_tui.engine.car import FINISHED
from heat_tui.game.figures.race_tables import figure_rows, shown
from heat_tui.game.figures.statistics import Tally
from heat_tui.game.table.match import Raced
from heat_tui.language import N_, translated
from heat_tui.tui.keymap import bound
from heat_tui.tui.lists import Lines
from heat_tui.tui.look import Look, car_ink, look_of
from heat_tui.tui.pages import PagedScreen
from heat_tui.words.names import car_name, short_name


class RacePages(PagedScreen):
    """Pages about one race; `chosen` is the car being followed, None for none."""

    race: Raced
    chosen: int | None = None

    def action_car(self, step: int) -> None:
        """Follow the next car by place (1) or the previous one (-1); after the last or before the first, none."""
        order: list[int | None] = [None, *self.race.standings]
        self.chosen = order[(order.index(self.chosen) + step) % len(order)]
        self.query("RaceLines").refresh()


class RaceLines(Lines):
    """Lines about a race."""

    def __init__(self, race: Raced, counted: Tally, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.race = race
        self.tally = counted

    @property
    def chosen(self) -> int | None:
        return self.screen.chosen if isinstance(self.screen, RacePages) else None


_LEAST_CELL, _MOST_CELL, _NAMED_CELL = 5, 16, 8
_LEAST_WORDS, _MOST_WORDS = 16, 36


class CarTable(RaceLines):
    """A table with a column for each car, in order of place."""

    def columns(self, cars: Sequence[int], width: int, words: int) -> tuple[int, int]:
        """Return the width of the words on the left, preferably `words`, and that of each car's column, in cells."""
        cell = max(_LEAST_CELL, min(_MOST_CELL, (width - words) // max(len(cars), 1)))
        return max(min(words, width - cell * len(cars)), _LEAST_WORDS), cell

    def heads(self, cars: Sequence[int], words: str, cell: int) -> Iterator[Text]:
        """Yield the line of headings: `words`, then the badges of the cars, with their names if there is room."""
        look, sheet = look_of(self), self.race.sheet
        line = Text.assemble((words, "dim"))
        for car in cars:
            name = look.to_right(short_name(sheet, car), cell - 4) if cell >= _NAMED_CELL else ""
            line.append(look.to_right(name, cell - 3), Style(bold=car == self.chosen))
            line.append(*look.badge(sheet, car))
        yield line

    def cell(self, car: int, text: str, width: int, style: Style) -> tuple[str, Style]:
        followed = Style(bold=True, dim=False) if car == self.chosen else Style()
        return look_of(self).to_right(text, width), style + followed


class FigureTable(CarTable):
    """A line for each of the named `figure_rows`: its words and the value of every car."""

    def __init__(self, race: Raced, counted: Tally, names: Sequence[str]) -> None:
        super().__init__(race, counted)
        self._figures = figure_rows(race, counted, names)

    def lines(self, width: int) -> Iterator[Text]:
        cars, look = self.race.standings, look_of(self)
        longest = min(max(cell_len(each.words) for each in self._figures), _MOST_WORDS)
        words, cell = self.columns(cars, width, longest)
        yield from self.heads(cars, " " * words, cell)
        for each in self._figures:
            line = Text(look.to_left(each.words, words))
            for car in cars:
                value = each.values[car]
                line.append(*self.cell(car, shown(value, 2 if cell > _LEAST_CELL else 1), cell, Style(dim=not value)))
            yield line


_LEFT: Final = 3
_AROUND: Final = 2
"""The number of rows for the title and the round numbers."""
_LONGEST_NAME: Final = 20
_ROUNDS_APART: Final = 5
"""The step between numbered rounds if rounds are close together."""


class ChartLines(RaceLines):
    """A chart of the cars' values round by round, as wide as it needs to be."""

    title: ClassVar[str]

    def get_content_width(self, container: object, viewport: object) -> int:
        """Return the width, which exceeds the room if two columns per round do not fit."""
        return _LEFT + len(self.chart().rows[0]) + self.beside()

    def lines(self, width: int) -> Iterator[Text]:
        chart, look, chosen = self.chart(), look_of(self), self.chosen
        yield Text(translated(self.title), style="dim")
        yield from self.above(width)
        for index, marks in enumerate(chart.rows):
            line = Text.assemble((f"{chart.labels.get(index, ''):<{_LEFT}}", "dim"))
            for (car, is_number), run in groupby(marks, key=attrgetter("car", "is_number")):
                characters = "".join([mark.character for mark in run])
                drawn = characters if look.ascii or is_number else characters.translate(FINE)
                line.append(drawn, self._style(car, look, is_number=is_number, chosen=chosen))
            yield self.ended(line, chart.labels.get(index))
        yield _axis(chart)

    def chart(self) -> Plot:
        """Return the chart for the available room."""
        raise NotImplementedError

    def above(self, width: int) -> Sequence[Text]:
        """Return the lines between the title and the chart."""
        return ()

    def beside(self) -> int:
        """Return the number of columns needed beside the chart."""
        return 0

    def ended(self, line: Text, label: int | None) -> Text:
        """Return a row of the chart with any text after it; `label` is the number to its left, None if it has none."""
        return line

    @property
    def room(self) -> tuple[int, int]:
        """The columns and rows available for a chart."""
        room = self.parent.content_size if isinstance(self.parent, Widget) else self.size
        above = len(self.above(room.width))
        return room.width - _LEFT - self.beside(), room.height - _AROUND - above

    def _style(self, car: int | None, look: Look, *, is_number: bool, chosen: int | None) -> Style:
        if car is None or chosen not in (None, car):
            return Style(dim=True)
        colour = self.race.sheet.entries[car].colour
        if is_number and (look.colour or chosen is not None):
            return look.car_style(colour)
        ink = car_ink(look, colour) if look.colour else None
        return Style(color=ink, bold=is_number or chosen is not None)


class PlacesLines(ChartLines):
    """The chart of places, with the cars' names beside it."""

    title = N_("Places by round; 0 is the grid.")

    def chart(self) -> Plot:
        home = frozenset(car.index for car in self.race.view(None).cars if car.status == FINISHED)
        return places_chart([car.places for car in self.tally.cars], *self.room, home=home)

    def beside(self) -> int:
        """Return the columns for the badge and the longest name, with two blanks before them and one between."""
        look, sheet = look_of(self), self.race.sheet
        names = (look.cut(car_name(sheet, car), _LONGEST_NAME) for car in range(len(sheet.entries)))
        return 2 + 3 + 1 + max(map(cell_len, names))

    def ended(self, line: Text, label: int | None) -> Text:
        if label is None:
            return line
        look, car = look_of(self), self.race.standings[label - 1]
        name = look.cut(car_name(self.race.sheet, car), _LONGEST_NAME)
        line.append("  ").append(*look.badge(self.race.sheet, car))
        return line.append(" " + name, Style(bold=car == self.chosen))


class ChartView(ScrollableContainer):
    """A chart with keys that highlight the car before or after the highlighted one, by place."""

    BINDINGS = bound("car-before", action="screen.car(-1)") + bound("car-after", action="screen.car(1)")

    def on_resize(self) -> None:
        self.query_one(ChartLines).refresh(layout=True)


def _axis(chart: Plot) -> Text:
    """Return the line below a chart with the numbers of the rounds, or of every fifth one, below their columns."""
    width = len(chart.rows[0])
    every = 1 if chart.step > 3 else _ROUNDS_APART
    row = [" "] * (width + 2)
    for number in range(0, (width - 1) // chart.step + 1, every):
        for offset, digit in enumerate(str(number)):
            row[number * chart.step + offset] = digit
    return Text(" " * _LEFT + "".join(row).rstrip(), style="dim")
