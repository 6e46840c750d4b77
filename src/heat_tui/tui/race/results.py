"""The result of a race."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, zip_longest
from operator import attrgetter
from typing import ClassVar, Final

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, ScrollableContainer, Vertical, VerticalScroll
from textual.widget import Widget
from textual.widgets import Static

from heat_tui.drawing.charts import FINE, Chart, places_chart
from heat_tui.engine.car import FINISHED
from heat_tui.engine.setup import RaceSheet
from heat_tui.game.advice.analysis import is_analysed
from heat_tui.game.advice.first_race import NEXT_GAMES
from heat_tui.game.figures.statistics import CAUSES, FIGURES, Figure, Tally, heat_causes, tally
from heat_tui.game.table.history import Raced, taken_back_lines
from heat_tui.game.table.match import Match
from heat_tui.game.telling.highlights import highlight_lines
from heat_tui.game.telling.rival import code_of_race, verdict_lines
from heat_tui.game.telling.story import seed_lines
from heat_tui.language import N_, _, ngettext, translated
from heat_tui.modules.championship.events import PointsScored
from heat_tui.store.locks import LOOKS_EVERY
from heat_tui.store.schema import Refused
from heat_tui.tui.input import Grace
from heat_tui.tui.keymap import bound
from heat_tui.tui.lists import KeyFooter, Lines
from heat_tui.tui.look import Look, car_ink, keys_of, look_of, styles
from heat_tui.tui.pages import PagedScreen, page_tabs
from heat_tui.tui.race.panel import FATES
from heat_tui.typesetting import column_width
from heat_tui.words.events import Narrator
from heat_tui.words.names import car_name, track_name


class RacePages(PagedScreen):
    """Pages about one race; `chosen` is the car being followed, None for none."""

    race: Raced
    chosen: int | None = None

    def action_car(self, step: int) -> None:
        """Follow the next car by place; beyond the last and before the first, none."""
        order: list[int | None] = [None, *self.race.standings]
        self.chosen = order[(order.index(self.chosen) + step) % len(order)]
        self.query("RaceLines").refresh()


class ResultsScreen(RacePages):
    """Podium, places, figures and the chart of the places, in tabs or all at once."""

    help_topic = "results"
    CSS_PATH = styles("pages", "race/results")
    focused_at_once = "#chart"
    BINDINGS = (
        bound("on-to-season", "title", "again", "replay", "figures", "log", "mistakes", "code", "export")
        + bound(*(f"next-{each.id}" for each in NEXT_GAMES))
        + bound("back", shown=False)
    )

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self.race = match
        self._grace = Grace()

    def compose(self) -> ComposeResult:
        match = self.match
        yield Static(_headline(match), id="headline", markup=False)
        yield page_tabs({"result": _("Result"), "figures": _("Figures"), "chart": _("Places by round")})
        with Vertical(id="pages"):
            with VerticalScroll(id="result", classes="page -shown", can_focus=False):
                with Horizontal():
                    yield Podium(match.sheet, match.view(None).finished)
                    yield Ranking(match, id="places")
                yield Highlights(match)
            with VerticalScroll(id="figures", classes="page"):
                yield Figures(match)
            with Vertical(id="below"):
                yield Highlights(match)
                yield ChartView(PlacesLines(match), id="chart", classes="page")
        if match.season is not None:
            scored = Narrator(match.sheet).tell(PointsScored(match.season.results[-1].points))
            yield Static(scored, id="points", classes="-told", markup=False)
        if match.lessons:
            keys = keys_of(self)
            games = (f"{keys[f'next_{each.id}']} {translated(each.words)}" for each in NEXT_GAMES)
            yield Static("  ".join([_("What next?"), *games]), id="next", markup=False)
        yield Static(
            "\n".join(
                [*verdict_lines(match), *match.not_in_book, *taken_back_lines(match.take_backs), *seed_lines(match)]
            ),
            id="facts",
            markup=False,
        )
        yield KeyFooter(compact=True)

    def on_mount(self) -> None:
        if self.match.table is not None:
            self.set_interval(LOOKS_EVERY, self.match.table.poll)

    def is_too_early(self, event: events.Key | events.MouseEvent) -> bool:
        """Return whether Enter was still meant for the race; all other keys only look at the result."""
        return isinstance(event, events.Key) and event.key == "enter" and not self._grace.over

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the actions that fit: to continue to the season only after one of its races."""
        if action == "to_season":
            return self.match.season is not None
        if action == "again" and self.match.table is not None:
            return False
        if action in ("again", "to_title", "code"):
            return self.match.season is None
        if action == "mistakes":
            return is_analysed(self.match)
        if action == "replay":
            return bool(self.match.log)
        if action == "what_next":
            return self.match.lessons
        return super().check_action(action, parameters)

    def action_to_season(self) -> None:
        self.heat.games.open_season(self.match)

    def action_again(self) -> None:
        self.heat.games.again()

    def action_code(self) -> None:
        """Show the code of the race and copy it, or say why it has none; of a race of the day, the lines to share."""
        try:
            code = code_of_race(self.match)
        except Refused as reason:
            self.notify(str(reason), severity="warning", markup=False)
            return
        if shared := "\n".join(self.match.shared):
            self.app.copy_to_clipboard(shared)
            words = _("To share, copied if your terminal allows it. The code is {code}.").format(code=code)
            self.tell(f"{words}\n\n{shared}")
            return
        self.app.copy_to_clipboard(code)
        words = _(
            "The code of this race, with its result to beat, is {code}. If your terminal allows it, it is copied."
        )
        self.tell(words.format(code=code))

    def action_what_next(self, game: str) -> None:
        """Continue after the first race: start a race against three Legends, or set up another game."""
        self.heat.games.play_next(game, self.match.setup.seats[0])

    def action_replay(self) -> None:
        from heat_tui.game.telling.replay import Replay

        self.heat.show_replay(self.match, Replay.of(self.match))

    def action_figures(self) -> None:
        self.heat.show_figures(self.match)

    def action_mistakes(self) -> None:
        from heat_tui.tui.race.mistakes import MistakesScreen

        self.app.push_screen(MistakesScreen(self.match))

    def action_export(self) -> None:
        from heat_tui.tui.dialogs import ask_for_log

        ask_for_log(self.app, self.match)


def _headline(match: Match) -> str:
    """Return the winner in words, or the number of rounds if only one car raced."""
    view, sheet = match.view(None), match.sheet
    if not view.finished:
        return _("{track}: nobody finished").format(track=track_name(sheet.track))
    rounds = tally(match).cars[view.finished[0]].rounds
    words = ngettext("{track}: {name} wins in {rounds} round", "{track}: {name} wins in {rounds} rounds", rounds)
    if len(sheet.entries) == 1:
        words = ngettext(
            "{track}, practice: {name} takes {rounds} round", "{track}, practice: {name} takes {rounds} rounds", rounds
        )
    return words.format(track=track_name(sheet.track), name=car_name(sheet, view.finished[0]), rounds=rounds)


class RaceLines(Lines):
    """Lines about a race."""

    def __init__(self, race: Raced, counted: Tally | None = None, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.race = race
        self.tally = tally(race) if counted is None else counted

    @property
    def chosen(self) -> int | None:
        """The car being followed."""
        return self.screen.chosen if isinstance(self.screen, RacePages) else None


class MatchLines(RaceLines):
    """Lines about the current race of a match."""

    def __init__(self, match: Match, *, id: str | None = None) -> None:
        super().__init__(match, id=id)
        self.match = match


class Ranking(MatchLines):
    """The cars from first to last, with a short remark on each."""

    def lines(self, width: int) -> Iterator[Text]:
        look, sheet = look_of(self), self.match.sheet
        remarks = [self._remark(car) for car in self.match.standings]
        longest = max(cell_len(remark) for remark in remarks)
        room = min(max(width - _PLACE - _BADGE - 1 - longest, _LEAST_NAME), _MOST_NAME)
        for place, (car, remark) in enumerate(zip(self.match.standings, remarks, strict=True), start=1):
            line = Text(f"{place} ", style="bold" if place == 1 else "").append(*look.badge(sheet, car))
            line.append(" " + look.to_left(car_name(sheet, car), room) + " ")
            yield line.append(look.to_right(remark, longest), Style(dim=True, bold=False))

    def _remark(self, car: int) -> str:
        """Return the points in a season, else the rounds, or the fate of a car that did not finish."""
        status, season = self.match.view(None).cars[car].status, self.match.season
        if status != FINISHED:
            return translated(FATES[status])
        if season is not None:
            points = season.results[-1].points[car]
            return ngettext("{points} point", "{points} points", points).format(points=points)
        rounds = self.tally.cars[car].rounds
        return ngettext("{rounds} round", "{rounds} rounds", rounds).format(rounds=rounds)


class Highlights(MatchLines):
    """The broken records, and the story of the race in a few sentences."""

    def lines(self, width: int) -> Iterator[Text]:
        for words in (*self.match.records, *highlight_lines(self.race)):
            for number, row in enumerate(Text(words).wrap(self.app.console, max(width - 2, _LEAST_NAME))):
                yield Text.assemble("  " if number else ("► ", "bold"), row)


_ORDER: Final = (1, 0, 2)
"""Second, first and third place from left to right."""

_STEP_ROWS: Final = (7, 5, 4)
_STEP_COLOURS: Final = ("#d9b23c", "#b9bec6", "#b9773b")
_CAR_ROWS: Final = 3
_ROWS: Final = 1 + _CAR_ROWS + _STEP_ROWS[0]
_LEAST_STEP, _MOST_STEP = 14, 18

_PIXELS: Final = (
    "......hh......",
    "bb...bbbb.....",
    "bbbbbbbbbbb...",
    ".bbbbbbbbbbbbb",
    ".wwwbbbbbwwwb.",
    ".www.....www..",
)
"""A car from the side, two pixels per cell: b is its colour, h the helmet, w the wheels."""

_NUMBER_AT: Final = 6
"""The column of the number on a car, in its second row of cells."""

_ASCII_CAR: Final = ("      _@_     ", " |___/   \\___ ", " (_)-[#]--(_)>")
"""The car in ASCII; # stands for the number."""

_DIGITS: Final = (("▄█ ", " █ ", "▄█▄"), ("▀▀█", "█▀▀", "▀▀▀"), ("▀▀█", " ▀█", "▀▀▀"))
"""The numbers 1 to 3, three rows high."""


class Podium(Widget):
    """Three steps with the drivers who earned them, from first place; a step may be empty."""

    def __init__(self, sheet: RaceSheet, cars: Sequence[int]) -> None:
        super().__init__()
        self._sheet = sheet
        self._cars = tuple(cars[:3])

    def render(self) -> Text:
        look = look_of(self)
        width = max(_LEAST_STEP, min(_MOST_STEP, self.size.width // 3))
        columns = [self._column(place, width, look) for place in _ORDER]
        margin = " " * ((self.size.width - 3 * width) // 2)
        return Text("\n").join(Text.assemble(margin, *cells) for cells in zip(*columns, strict=True))

    def _column(self, place: int, width: int, look: Look) -> list[Text]:
        above = [Text(" " * width)] * (_ROWS - _STEP_ROWS[place])
        if place < len(self._cars):
            car = self._cars[place]
            name = look.to_middle(car_name(self._sheet, car), width)
            drawn = _drawn_car(car + 1, self._sheet.entries[car].colour, look)
            left = (width - len(drawn[0])) // 2
            centred = (Text.assemble(" " * left, row, " " * (width - left - len(row))) for row in drawn)
            above[-_CAR_ROWS - 1 :] = [Text(name, style="bold"), *centred]
        return [*above, *_step(place, width, look)]


def _step(place: int, width: int, look: Look) -> list[Text]:
    style = Style(color="#141414", bgcolor=_STEP_COLOURS[place], bold=True) if look.colour else Style(reverse=True)
    digit = (str(place + 1),) if look.ascii else _DIGITS[place]
    lines = ["", *digit, *[""] * (_STEP_ROWS[place] - 1 - len(digit))]
    return [Text(line.center(width), style=style) for line in lines]


def _drawn_car(number: int, colour: str, look: Look) -> list[Text]:
    """Return the rows of a car with its number."""
    if look.ascii:
        ink = Style(color=car_ink(look, colour), bold=True) if look.colour else Style(bold=True)
        rows = [Text(row.replace("#", " "), style=ink) for row in _ASCII_CAR]
        line, at = 2, _ASCII_CAR[2].index("#")
    else:
        halves = zip(_PIXELS[::2], _PIXELS[1::2], strict=True)
        rows = [Text.assemble(*(_cell(*pair, colour, look) for pair in zip(*half, strict=True))) for half in halves]
        line, at = 1, _NUMBER_AT
    rows[line] = Text.assemble(rows[line][:at], (str(number), look.car_style(colour)), rows[line][at + 1 :])
    return rows


def _cell(upper: str, lower: str, colour: str, look: Look) -> tuple[str, Style]:
    """Return the half block that shows two pixels, one above the other, and its style."""
    helmet, wheel = ("#f4f1e8", "#8b8f94") if look.dark else ("#3a3a3a", "#55585c")
    inks = {"b": car_ink(look, colour), "h": helmet, "w": wheel} if look.colour else {}
    if upper == ".":
        return "▄" if lower != "." else " ", Style(color=inks.get(lower))
    full = lower != "." and not look.colour
    return "█" if full else "▀", Style(color=inks.get(upper), bgcolor=inks.get(lower))


_PLACE, _BADGE, _LEAST_NAME, _MOST_NAME, _FIGURE = 3, 4, 12, 24, 7


_SHOWN: Final = ("rounds", "top_speed", "heat_paid", "spins", "boosts", "slipstream_spaces", "corners_over")
"""The figures of the first table."""


class Figures(RaceLines):
    """A row for each car by place; below it, or beside it if there is room, the Heat that drivers paid by cause."""

    def lines(self, width: int) -> Iterator[Text]:
        everyone = self.race.standings
        figures = {each: FIGURES[each] for each in _SHOWN}
        causes = {cause: CAUSES[cause] for cause in heat_causes(self.race.sheet)}
        parts = [*_parts({**figures, **causes}, width)]
        if len(parts) > 1:
            parts = [*_parts(figures, width), *_parts(causes, width)]
        for part in parts:
            if part is not parts[0]:
                yield Text()
            cars = (
                everyone if part.keys() & figures.keys() else [car for car in everyone if car < self.race.sheet.drivers]
            )
            yield from self._table(part, cars, width)

    def _table(self, columns: Mapping[str, Figure], cars: Iterable[int], width: int) -> Iterator[Text]:
        look = look_of(self)
        widths = [_width(each) for each in columns.values()]
        most = max(sum(widths), sum(_width(FIGURES[each]) for each in _SHOWN))
        name = max(_LEAST_NAME, min(_MOST_NAME, width - _PLACE - _BADGE - most))
        headings = zip_longest(*(translated(each.heading).split("\n") for each in columns.values()), fillvalue="")
        for words in headings:
            cells = (look.to_right(each, room) for each, room in zip(words, widths, strict=True))
            yield Text(" " * (_PLACE + _BADGE + name) + "".join(cells), style="dim")
        for car in cars:
            yield self._row(car, columns, name, look)

    def _row(self, car: int, columns: Mapping[str, Figure], name: int, look: Look) -> Text:
        sheet, counted = self.race.sheet, self.tally.cars[car]
        place = self.race.standings.index(car) + 1
        line = Text(look.to_left(str(place), _PLACE), style="bold" if place == 1 else "")
        line.append(*look.badge(sheet, car)).append(" " + look.to_left(car_name(sheet, car), name))
        for column, each in columns.items():
            value = getattr(counted, column) if column in FIGURES else counted.heat.get(column, 0)
            figure = str(value) if each.legends or car < sheet.drivers else "-"
            style = Style(dim=True) if figure in ("0", "-") else Style()
            line.append(look.to_right(figure, _width(each)), style)
        return line


def _parts(columns: Mapping[str, Figure], width: int) -> Iterator[dict[str, Figure]]:
    """Yield the columns of successive tables, each with as many as fit."""
    part: dict[str, Figure] = {}
    for name, figure in columns.items():
        if part and sum(map(_width, (*part.values(), figure))) > width - _PLACE - _BADGE - _LEAST_NAME:
            yield part
            part = {}
        part[name] = figure
    yield part


def _width(figure: Figure) -> int:
    """Return the width of a figure's column in cells, which its translated heading may widen."""
    return max(column_width(line, _FIGURE) for line in translated(figure.heading).split("\n"))


_LEFT: Final = 3
_AROUND: Final = 2
"""The rows of the title and of the round numbers."""
_LONGEST_NAME: Final = 20
_FINE: Final = str.maketrans(FINE)
_ROUNDS_APART: Final = 5
"""The step between numbered rounds if rounds are close together."""


class ChartLines(RaceLines):
    """A chart of the cars' values round by round, as wide as it needs to be."""

    title: ClassVar[str]

    def get_content_width(self, container: object, viewport: object) -> int:
        """Return the width, which exceeds the room if two columns per round do not fit."""
        return _LEFT + len(self.chart().rows[0]) + self.beside()

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        """Return the height of the chart with the title and the rounds, without drawing the lines."""
        return len(self.chart().rows) + len(self.above(width)) + _AROUND

    def lines(self, width: int) -> Iterator[Text]:
        chart, look, chosen = self.chart(), look_of(self), self.chosen
        yield Text(translated(self.title), style="dim")
        yield from self.above(width)
        for index, marks in enumerate(chart.rows):
            line = Text.assemble((f"{chart.labels.get(index, ''):<{_LEFT}}", "dim"))
            for (car, is_number), run in groupby(marks, key=attrgetter("car", "is_number")):
                characters = "".join([mark.character for mark in run])
                drawn = characters if look.ascii or is_number else characters.translate(_FINE)
                line.append(drawn, self._style(car, look, is_number=is_number, chosen=chosen))
            yield self.ended(line, chart.labels.get(index))
        yield _axis(chart)

    def chart(self) -> Chart:
        """Return the chart for the available room."""
        raise NotImplementedError

    def above(self, width: int) -> Sequence[Text]:
        """Return the lines between the title and the chart."""
        return ()

    def beside(self) -> int:
        """Return the columns needed beside the chart."""
        return 0

    def ended(self, line: Text, label: int | None) -> Text:
        """Return a row of the chart with any text after it; `label` is the number at its left, if it has one."""
        return line

    @property
    def room(self) -> tuple[int, int]:
        """The columns and rows available for a chart."""
        room = self.parent.content_size if isinstance(self.parent, Widget) else self.size
        above = len(self.above(room.width))
        return room.width - _LEFT - self.beside(), room.height - _AROUND - above

    def _style(self, car: int | None, look: Look, *, is_number: bool, chosen: int | None) -> Style:
        """Return the style of a car's marks: its number or its line."""
        if car is None or chosen not in (None, car):
            return Style(dim=True)
        colour = self.race.sheet.entries[car].colour
        if is_number and (look.colour or chosen is not None):
            return look.car_style(colour)
        ink = car_ink(look, colour) if look.colour else None
        return Style(color=ink, bold=is_number or chosen is not None)


class PlacesLines(ChartLines):
    """The chart of places, with the drivers' names after it."""

    title = N_("Places by round; 0 is the grid.")

    def chart(self) -> Chart:
        home = frozenset(car.index for car in self.race.view(None).cars if car.status == FINISHED)
        return places_chart([car.places for car in self.tally.cars], *self.room, home=home)

    def beside(self) -> int:
        """Return the room for the badge and the longest name, with two blanks before them and one between."""
        look, sheet = look_of(self), self.race.sheet
        names = (look.cut(car_name(sheet, car), _LONGEST_NAME) for car in range(len(sheet.entries)))
        return 2 + 3 + 1 + max(Text(name).cell_len for name in names)

    def ended(self, line: Text, label: int | None) -> Text:
        if label is None:
            return line
        look, car = look_of(self), self.race.standings[label - 1]
        name = look.cut(car_name(self.race.sheet, car), _LONGEST_NAME)
        line.append("  ").append(*look.badge(self.race.sheet, car))
        return line.append(" " + name, Style(bold=car == self.chosen))


class ChartView(ScrollableContainer):
    """A chart; up and down follow one car after another."""

    BINDINGS = bound("car-before", action="screen.car(-1)") + bound("car-after", action="screen.car(1)")

    def on_resize(self) -> None:
        self.query_one(ChartLines).refresh(layout=True)


def _axis(chart: Chart) -> Text:
    """Return the numbers of the rounds below their columns."""
    width = len(chart.rows[0])
    every = 1 if chart.step > 3 else _ROUNDS_APART
    row = [" "] * (width + 2)
    for number in range(0, (width - 1) // chart.step + 1, every):
        for offset, digit in enumerate(str(number)):
            row[number * chart.step + offset] = digit
    return Text(" " * _LEFT + "".join(row).rstrip(), style="dim")
