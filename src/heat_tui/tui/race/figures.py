"""The figures of a race: every driver's rounds, the totals, the corners, and charts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Final

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Container, VerticalScroll

from heat_tui.drawing.charts import Plot, curves_chart
from heat_tui.game.figures.race_tables import CURVES, TABLES, Cell, shown
from heat_tui.game.figures.statistics import EVERY_FIGURE, Crossing, Tally, tally
from heat_tui.game.table.history import RaceRecord
from heat_tui.game.table.match import Match, Raced
from heat_tui.language import N_, _, translated
from heat_tui.tui.keymap import bound
from heat_tui.tui.lists import Heading, KeyFooter
from heat_tui.tui.look import look_of, styles
from heat_tui.tui.pages import page_tabs
from heat_tui.tui.race.pages import CarTable, ChartLines, ChartView, FigureTable, PlacesLines, RaceLines, RacePages
from heat_tui.typesetting import column_width
from heat_tui.words.formatter import fill
from heat_tui.words.names import short_name, track_name

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
