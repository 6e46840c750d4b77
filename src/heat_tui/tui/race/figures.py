"""The figures of a race as tables and charts: the screen with all of them, and those that the result shows too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import ClassVar, Final

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Container, ScrollableContainer, VerticalScroll
from textual.widget import Widget

from heat_tui.drawing.charts import FINE, Plot, curves_chart, places_chart
from heat_tui.engine.car import FINISHED
from heat_tui.game.figures.race_tables import CURVES, TABLES, Cell, figure_rows, shown
from heat_tui.game.figures.statistics import EVERY_FIGURE, Crossing, Tally, tally
from heat_tui.game.table.history import RaceRecord
from heat_tui.game.table.match import Match, Raced
from heat_tui.language import N_, _, translated
from heat_tui.tui.keymap import bound
from heat_tui.tui.lists import Heading, KeyFooter, Lines
from heat_tui.tui.look import Look, car_ink, look_of, styles
from heat_tui.tui.pages import PagedScreen, page_tabs
from heat_tui.typesetting import column_width
from heat_tui.words.formatter import fill
from heat_tui.words.names import car_name, short_name, track_name


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
    """A chart of the cars' values round by round, thinned out evenly if not all rounds fit."""

    title: ClassVar[str]

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
    every = 1 if chart.step > 3 else _ROUNDS_APART
    row = [" "] * (len(chart.rows[0]) + 2)
    for index in range(0, len(chart.rounds), every):
        for offset, digit in enumerate(str(chart.rounds[index])):
            row[index * chart.step + offset] = digit
    return Text(" " * _LEFT + "".join(row).rstrip(), style="dim")


_NAMES: Final = (*EVERY_FIGURE,)
_DRIVING: Final = _NAMES[: _NAMES.index("heat_start")]
"""The figures of the first table; the second table has all other figures."""


class FiguresScreen(RacePages):
    """Every driver's race so far, public facts only, all at once or in tabs; up and down choose the car to follow."""

    help_topic = "figures"
    CSS_PATH = styles("pages", "race/results", "race/figures")
    at_once = (196, 58)
    focused_at_once = "#wall"
    BINDINGS = bound("read-on", "car-before", "car-after", shown=True) + bound("race-before", "race-after", "read-back")

    def __init__(self, match: Match, number: int | None = None, page: str = "wall", chosen: int | None = None) -> None:
        """Show the figures of race `number`, from 1, or of the nearest known race; None means the last one."""
        super().__init__(match)
        first, last = min(match.numbered), max(match.numbered)
        self.number = last if number is None else min(max(number, first), last)
        self.chosen = chosen
        self.race: RaceRecord = match.race(self.number)
        self._page = page

    def compose(self) -> ComposeResult:
        race, counted = self.race, tally(self.race)
        yield Heading(_headline(self.match, race, self.number, counted))
        yield page_tabs(
            {
                "wall": _("Pit wall"),
                "driving": _("Driving"),
                "heat": _("Cards"),
                "corners": _("Corners"),
                "engines": _("Heat"),
                "gaps": _("Gaps"),
                "chart": _("Places"),
            },
            self._page,
        )
        with Container(id="figures-pages"):
            with Wall(id="wall", classes="page -shown"):
                yield PitWall(race, counted)
            for page, names in (("driving", _DRIVING), ("heat", _NAMES[len(_DRIVING) :])):
                with VerticalScroll(id=page, classes="page", can_focus=False):
                    yield FigureTable(race, counted, names)
            with VerticalScroll(id="corners", classes="page", can_focus=False):
                yield CornerTable(race, counted)
            for page, chart in (("engines", HeatCurve), ("gaps", GapCurve), ("chart", PlacesLines)):
                yield ChartView(chart(race, counted), id=page, classes="page")
        yield KeyFooter()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return len(self.match.races) > 1 if action == "race" else super().check_action(action, parameters)

    def action_race(self, step: int) -> None:
        """Show the same page of the next race of the season (1) or the previous one (-1), wrapping around."""
        numbers = [*self.match.numbered]
        number = numbers[(numbers.index(self.number) + step) % len(numbers)]
        self.app.switch_screen(FiguresScreen(self.match, number, self.page, self.chosen))


class Wall(VerticalScroll, inherit_bindings=False):
    """The scrolling area of the rounds; the keys belong to the screen."""


def _headline(match: Match, race: RaceRecord, number: int, counted: Tally) -> str:
    if match.season is None:
        words = N_("{track}: the figures") if race.race_over else N_("{track}: the figures so far, in round {round}")
    else:
        running = N_("Race {number} of {races}, {track}: the figures so far, in round {round}")
        words = N_("Race {number} of {races}, {track}: the figures") if race.race_over else running
    races = len(match.races) if match.season is None else len(match.season.setup.calendar)
    return fill(words, number=number, races=races, track=track_name(race.sheet.track), round=counted.rounds)


def drivers(race: Raced) -> list[int]:
    return [car for car in race.standings if car < race.sheet.drivers]


_ROUND, _NOTES = 3, 8
_COLUMNS: Final = (
    ("place", N_("pl"), 2),
    ("gap", N_("gap"), 4),
    ("gear", N_("g"), 2),
    ("speed", N_("sp"), 3),
    ("engine", N_("ht"), 3),
)
"""A driver's columns in the table of rounds, their headings and their minimum widths; the notes follow them."""

_SIGNS: Final = {
    "boost": N_("B"),
    "adrenaline": N_("A"),
    "slipstream": N_("s"),
    "over": N_("o"),
    "spin": N_("X"),
    "clutter": N_("C"),
}
"""The signs in the notes for the events of a turn."""


def signs() -> dict[str, str]:
    return {name: translated(sign) for name, sign in _SIGNS.items()}


class PitWall(RaceLines):
    """A line for the start and each round, with the place, gap, gear, speed, Heat and notes of the drivers who fit."""

    race: RaceRecord

    def lines(self, width: int) -> Iterator[Text]:
        driver = sum(self._widths()) + _NOTES + 2
        look, cars = look_of(self), self._cars(max((width - _ROUND) // driver, 1))
        names, heads = Text(" " * _ROUND), Text(" " * _ROUND, "dim")
        for car in cars:
            badge, style = look.badge(self.race.sheet, car)
            name = short_name(self.race.sheet, car)
            names.append(" ").append(badge, style).append(" ")
            names.append(look.to_left(name, driver - 5), Style(bold=car == self.chosen))
            heads.append(self._cells([translated(words) for _name, words, _width in _COLUMNS]))
        yield names
        yield heads
        rows = TABLES["rounds"].named_rows(self.race, self.tally)
        columns = [{row["round"]: self._round(row) for row in rows if row["car"] == car + 1} for car in cars]
        for number in range(self.tally.rounds + 1):
            if any(number in column for column in columns):
                line = Text.assemble((f"{number:>{_ROUND - 1}} ", "dim"))
                for column in columns:
                    line.append(column.get(number, " " * driver))
                yield line
        key = _(
            "pl place, gap in spaces to the leader, g gear, sp speed, ht Heat in the engine; {boost} Boost, "
            "{adrenaline} Adrenaline, {slipstream}2 slipstreamed 2 spaces, {over}3 over limits by 3, {spin} spin out, "
            "{clutter} cluttered hand"
        )
        yield from self.wrapped(key.format(**signs()), width, "dim")

    def _cars(self, count: int) -> Sequence[int]:
        """Return up to `count` drivers by place, from the driver followed, if any, or earlier if too few are behind."""
        order = drivers(self.race)
        first = order.index(self.chosen) if self.chosen in order else 0
        first = min(first, max(len(order) - count, 0))
        return order[first : first + count]

    def _round(self, row: Mapping[str, Cell]) -> str:
        return self._cells([shown(row[name]) for name, _words, _width in _COLUMNS], _notes(row))

    def _cells(self, cells: Sequence[str], notes: str = "") -> str:
        look = look_of(self)
        columns = zip(cells, self._widths(), strict=True)
        line = "".join(look.to_right(cell, width) for cell, width in columns)
        return f" {line} {look.to_left(notes, _NOTES)}"

    def _widths(self) -> list[int]:
        return [column_width(translated(words), width) for _name, words, width in _COLUMNS]


def _notes(turn: Mapping[str, Cell]) -> str:
    """Return the events of a turn as signs; the sign of a spin out replaces the other signs for the turn's end."""
    sign = signs()
    marks = (sign["boost"] if turn["boosted"] else "") + (sign["adrenaline"] if turn["adrenaline"] else "")
    slipped = f"{sign['slipstream']}{turn['slipstream']}" if turn["slipstream"] else ""
    end = f"{sign['over']}{turn['over']}" if turn["over"] else sign["clutter"] if turn["cluttered"] else ""
    return " ".join(filter(None, (marks, slipped, sign["spin"] if turn["spun"] else end)))


_LAP, _CORNER, _LIMIT = 4, 8, 7


class CornerTable(CarTable):
    """The speeds and costs at each corner line in each lap, with a row for each attempt and each limit."""

    def lines(self, width: int) -> Iterator[Text]:
        cars = drivers(self.race)
        titles = (_("Lap"), _("Corner"), _("Limit"))
        rooms = list(map(column_width, titles, (_LAP, _CORNER, _LIMIT)))
        words, cell = self.columns(cars, width, sum(rooms))
        look = look_of(self)
        head = "".join(look.to_right(title, room) for title, room in zip(titles, rooms, strict=True))
        yield from self.heads(cars, head, cell)
        lines: dict[tuple[int, int], dict[int, list[Crossing]]] = {}
        for each in self.tally.crossings:
            lines.setdefault((each.lap, each.line), {}).setdefault(each.car, []).append(each)
        for _place, crossings in sorted(lines.items()):
            yield from self._crossed(crossings, cars, rooms, words, cell)
        yield Text()
        key = _(
            "7−2 is speed 7 for 2 Heat, and 9{spin} a spin out at speed 9. "
            "Cars with a different limit are in another row."
        ).format(**signs())
        yield from self.wrapped(key if lines else _("No corner line has been crossed yet."), width, "dim")

    def _crossed(
        self, crossings: dict[int, list[Crossing]], cars: Sequence[int], rooms: Sequence[int], words: int, cell: int
    ) -> Iterator[Text]:
        """Yield the rows of one corner line in one lap: one per attempt and limit."""
        some = next(iter(crossings.values()))[0]
        usual, _count = Counter(each.limit for own in crossings.values() for each in own).most_common(1)[0]
        rows: dict[tuple[int, bool, int], dict[int, Crossing]] = {}
        for car, own in crossings.items():
            for attempt, each in enumerate(own):
                rows.setdefault((attempt, each.limit != usual, each.limit), {})[car] = each
        lap, corner, room = rooms
        place, before = f"{some.lap:>{lap}}{some.corner:>{corner}}", 0
        for (_attempt, _differs, limit), crossed in sorted(rows.items(), key=itemgetter(0)):
            shown_limit = f"<{limit}>" if limit != before else ""
            line = Text(f"{place:{lap + corner}}{shown_limit:>{room}}".ljust(words))
            for car in cars:
                text, style = _crossing(crossed[car]) if car in crossed else ("", Style())
                line.append(*self.cell(car, text, cell, style))
            place, before = "", limit
            yield line


def _crossing(crossing: Crossing) -> tuple[str, Style]:
    """Return the speed at a corner line, with any Heat or the sign of a spin out, and its style: dim without either."""
    if crossing.spun:
        return f"{crossing.speed}{signs()['spin']}", Style(bold=True, underline=True)
    if crossing.heat:
        return f"{crossing.speed}−{crossing.heat}", Style()
    return str(crossing.speed), Style(dim=True)


class CurveLines(ChartLines):
    """A chart of figures, with the cars in a line above it."""

    def above(self, width: int) -> Sequence[Text]:
        """Return a line with the cars by place, or only the first ones if they do not all fit."""
        look, line = look_of(self), Text(" " * 3)
        for car in self.drawn():
            name = short_name(self.race.sheet, car)
            if line.cell_len + cell_len(name) + 5 > width:
                break
            line.append(*look.badge(self.race.sheet, car)).append(f" {name} ", Style(bold=car == self.chosen))
        return (line,)

    def drawn(self) -> Sequence[int]:
        return self.race.standings


class HeatCurve(CurveLines):
    """The chart of the Heat in every driver's engine."""

    title = CURVES["engine"]

    def chart(self) -> Plot:
        return curves_chart([self.tally.engines(car) for car in range(self.race.sheet.drivers)], *self.room)

    def drawn(self) -> Sequence[int]:
        return drivers(self.race)


class GapCurve(CurveLines):
    """The chart of every car's distance behind the leader, in spaces."""

    title = CURVES["gap"]

    def chart(self) -> Plot:
        gaps = [self.tally.gaps(car) for car in range(len(self.tally.cars))]
        return curves_chart(gaps, *self.room, falling=True)
