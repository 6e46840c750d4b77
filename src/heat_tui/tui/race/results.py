"""How a race has ended."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple

from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, ScrollableContainer, Vertical, VerticalScroll
from textual.widget import Widget
from textual.widgets import Static

from heat_tui.drawing.charts import FINE, Mark, PlacesChart, places_chart
from heat_tui.engine.car import FINISHED, RETIRED
from heat_tui.game.going_back import taken_back_lines
from heat_tui.game.match import Match
from heat_tui.game.statistics import CarTally, HeatCause, tally
from heat_tui.language import _, ngettext
from heat_tui.modules.championship import PointsScored
from heat_tui.tui.footer import KeyFooter
from heat_tui.tui.keymap import bound
from heat_tui.tui.lists import Heading
from heat_tui.tui.look import Look, car_ink, cut, look_of, to_left, to_middle, to_right
from heat_tui.tui.pages import PagedScreen, page_tabs
from heat_tui.words import Narrator
from heat_tui.words.names import car_name, row


class ResultsScreen(PagedScreen):
    """Podium, places, figures and the chart of the places, in tabs or all at once."""

    help_topic = "results"
    focused_at_once = "PlacesView"
    BINDINGS: ClassVar[list[BindingType]] = [
        *bound("on-to-season", "title", "again", "log", "export"),
        *bound("back", shown=False),
    ]
    DEFAULT_CSS = """
    ResultsScreen #pages { height: 1fr; padding: 1 2 0 2; }
    ResultsScreen #result { height: auto; }
    ResultsScreen #places { width: 1fr; height: auto; margin-left: 3; text-wrap: nowrap; text-overflow: ellipsis; }
    ResultsScreen.-ascii #places { text-overflow: clip; }
    ResultsScreen VerticalScroll { height: 1fr; scrollbar-size-vertical: 1; }
    ResultsScreen #points { display: none; width: 1fr; height: auto; max-height: 2; padding: 0 2; }
    ResultsScreen.-all #points.-told { display: block; }
    ResultsScreen #facts { width: 1fr; height: auto; max-height: 4; padding: 0 2; color: $text-muted; }
    ResultsScreen.-all #places { display: none; }
    ResultsScreen.-all #pages { layout: grid; grid-size: 2; grid-columns: auto 1fr; grid-rows: auto 1fr;
        grid-gutter: 1 4; }
    ResultsScreen.-all #figures { height: auto; max-height: 16; }
    ResultsScreen.-all PlacesView { column-span: 2; }
    """

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.match = match

    def compose(self) -> ComposeResult:
        yield Heading()
        yield page_tabs({"result": _("Result"), "figures": _("Figures"), "chart": _("Places by round")})
        with Vertical(id="pages"):
            with Horizontal(id="result", classes="page -shown"):
                yield Podium(self._best())
                yield Static(id="places", markup=False)
            with VerticalScroll(id="figures", classes="page"):
                yield Figures(self.match)
            yield PlacesView(self.match, id="chart").add_class("page")
        yield Static(id="points", markup=False)
        yield Static(id="facts", markup=False)
        yield KeyFooter()

    def on_mount(self) -> None:
        """Write what depends on the look, now and whenever that changes."""
        self._write()
        self.heat.look_changed.subscribe(self, lambda _look: self._write())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """From a race of a season the way leads on to the season."""
        if action == "to_season":
            return self.match.season is not None
        if action in ("again", "to_title"):
            return self.match.season is None
        return super().check_action(action, parameters)

    def action_to_season(self) -> None:
        """How the season stands."""
        self.heat.show("season", self.match)

    def action_to_title(self) -> None:
        """Enough of this race."""
        self.action_back()

    def action_again(self) -> None:
        """Race once more with the same setup."""
        self.heat.again()

    def action_log(self) -> None:
        """Open the whole log."""
        from heat_tui.tui.race.log import LogScreen

        self.app.push_screen(LogScreen(self.match))

    def action_export(self) -> None:
        """Save the log as text."""
        from heat_tui.tui.dialogs import ask_for_log

        ask_for_log(self.heat, self.match)

    def _write(self) -> None:
        for widget in self.query("Podium, Figures, PlacesView *"):
            widget.refresh(layout=True)
        self.query_one(Heading).update(_headline(self.match))
        self.query_one("#places", Static).update(self._places())
        if self.match.season is not None:
            scored = PointsScored(self.match.season.results[-1].points)
            self.query_one("#points", Static).update(Narrator(self.match.sheet).tell(scored))
            self.query_one("#points").add_class("-told")
            seed = _("The seed of this season is {seed}.").format(seed=self.match.season.setup.seed)
        else:
            seed = _("The seed of this race was {seed}.").format(seed=self.match.setup.seed)
        self.query_one("#facts", Static).update("\n".join([*taken_back_lines(self.match), seed]))

    def _best(self) -> list[OnPodium]:
        sheet = self.match.sheet
        return [
            OnPodium(car_name(sheet, car), car + 1, sheet.entries[car].colour)
            for car in self.match.view(None).finished[:3]
        ]

    def _places(self) -> Text:
        """All cars from first to last with what there is to say in a few words."""
        sheet, look, counted = self.match.sheet, look_of(self), tally(self.match)
        lines = []
        for place, car in enumerate(self.match.standings, start=1):
            line = Text(f"{place} ", style="bold" if place == 1 else "")
            line.append(f" {car + 1} ", look.car_style(sheet.entries[car].colour))
            line.append(" " + cut(car_name(sheet, car), 22, ascii_only=look.ascii))
            line.append("\n      " + self._remark(car, counted.cars[car].rounds), Style(dim=True, bold=False))
            lines.append(line)
        return Text("\n").join(lines)

    def _remark(self, car: int, rounds: int) -> str:
        status = self.match.view(None).cars[car].status
        if status == FINISHED:
            words = ngettext("{rounds} round", "{rounds} rounds", rounds).format(rounds=rounds)
        else:
            words = _("retired") if status == RETIRED else _("out of the race")
        season = self.match.season
        return words if season is None else row([words, points_words(season.results[-1].points[car])])


def points_words(points: int) -> str:
    """How many points a race has brought."""
    return ngettext("{points} point", "{points} points", points).format(points=points)


def _headline(match: Match) -> str:
    """Who has won, in a sentence; alone on the track it is the number of rounds that counts."""
    view, sheet = match.view(None), match.sheet
    if not view.finished:
        return _("{track}: nobody has finished").format(track=sheet.track.name)
    rounds = tally(match).cars[view.finished[0]].rounds
    name = car_name(sheet, view.finished[0])
    if len(sheet.entries) == 1:
        return ngettext(
            "{track}, practice: {name} needs {rounds} round",
            "{track}, practice: {name} needs {rounds} rounds",
            rounds,
        ).format(track=sheet.track.name, name=name, rounds=rounds)
    return ngettext("{track}: {name} wins in {rounds} round", "{track}: {name} wins in {rounds} rounds", rounds).format(
        track=sheet.track.name, name=name, rounds=rounds
    )


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
"""A car from its side, two pixels a cell: b its colour, h the helmet, w the wheels."""

_NUMBER_AT: Final = 6
"""The column of the number, in the second row of cells."""

_ASCII_CAR: Final = ("      _@_     ", " |___/   \\___ ", " (_)-[#]--(_)>")
"""The same for terminals that know ASCII only, # standing for the number."""

_DIGITS: Final = (("▄█ ", " █ ", "▄█▄"), ("▀▀█", "█▀▀", "▀▀▀"), ("▀▀█", " ▀█", "▀▀▀"))
"""The numbers 1 to 3, three rows high."""


@dataclass(frozen=True, slots=True)
class OnPodium:
    """Who stands on a step; `number` is that of the car."""

    name: str
    number: int
    colour: str


class Podium(Widget):
    """Three steps with those who have earned them, from the first place; a step may stay empty."""

    DEFAULT_CSS = f"""
    Podium {{ width: {3 * _LEAST_STEP}; height: {_ROWS}; text-wrap: nowrap; text-overflow: clip; }}
    """

    def __init__(self, best: Sequence[OnPodium], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.best = tuple(best[:3])

    def render(self) -> Text:
        """All rows, one column a step."""
        look = look_of(self)
        width = max(_LEAST_STEP, min(_MOST_STEP, self.size.width // 3))
        columns = [self._column(place, width, look) for place in _ORDER]
        margin = " " * ((self.size.width - 3 * width) // 2)
        rows = (Text.assemble(margin, *(column[row] for column in columns)) for row in range(_ROWS))
        return Text("\n").join(rows)

    def _column(self, place: int, width: int, look: Look) -> list[Text]:
        rows = _STEP_ROWS[place]
        blank = Text(" " * width)
        air = [blank] * (_ROWS - rows - _CAR_ROWS - 1)
        step = _step(place, width, look)
        if place >= len(self.best):
            return [*air, *[blank] * (_CAR_ROWS + 1), *step]
        here = self.best[place]
        name = Text(to_middle(here.name, width, ascii_only=look.ascii), style="bold")
        return [*air, name, *_car(here, width, look), *step]


def _step(place: int, width: int, look: Look) -> list[Text]:
    style = Style(color="#141414", bgcolor=_STEP_COLOURS[place], bold=True) if look.colour else Style(reverse=True)
    digit = (str(place + 1),) if look.ascii else _DIGITS[place]
    rows = _STEP_ROWS[place]
    lines = ["", *digit, *[""] * (rows - 1 - len(digit))]
    return [Text(line.center(width), style=style) for line in lines]


def _car(here: OnPodium, width: int, look: Look) -> list[Text]:
    rows = _ascii_car(here, look) if look.ascii else _drawn_car(here, look)
    left = (width - len(_PIXELS[0])) // 2
    return [Text.assemble(" " * left, row, " " * (width - left - len(_PIXELS[0]))) for row in rows]


def _ascii_car(here: OnPodium, look: Look) -> list[Text]:
    ink = Style(color=car_ink(look, here.colour), bold=True) if look.colour else Style(bold=True)
    rows = [Text(row.replace("#", str(here.number)), style=ink) for row in _ASCII_CAR]
    at = _ASCII_CAR[2].index("#")
    rows[2].stylize(look.car_style(here.colour), at, at + 1)
    return rows


def _drawn_car(here: OnPodium, look: Look) -> list[Text]:
    rows = []
    for top, bottom in zip(_PIXELS[::2], _PIXELS[1::2], strict=True):
        row = Text()
        for upper, lower in zip(top, bottom, strict=True):
            row.append(*_cell(upper, lower, here, look))
        rows.append(row)
    number = Text(str(here.number), style=look.car_style(here.colour))
    rows[1] = Text.assemble(rows[1][:_NUMBER_AT], number, rows[1][_NUMBER_AT + 1 :])
    return rows


def _cell(upper: str, lower: str, here: OnPodium, look: Look) -> tuple[str, Style]:
    """The half block that shows two pixels, one above the other."""
    if upper == lower == ".":
        return " ", Style()
    if not look.colour:
        return {(True, True): "█", (True, False): "▀", (False, True): "▄"}[upper != ".", lower != "."], Style()
    inks = {
        "b": car_ink(look, here.colour),
        "h": "#f4f1e8" if look.dark else "#3a3a3a",
        "w": "#8b8f94" if look.dark else "#55585c",
    }
    if upper == ".":
        return "▄", Style(color=inks[lower])
    return "▀", Style(color=inks[upper], bgcolor=inks.get(lower))


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


_LEFT: Final = 3
_PLACES_VIEW_MOST_NAME: Final = 20
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
        names = (
            cut(car_name(sheet, car), _PLACES_VIEW_MOST_NAME, ascii_only=look.ascii)
            for car in range(len(sheet.entries))
        )
        return 2 + 3 + 1 + max(Text(name).cell_len for name in names)

    def _row(self, index: int, marks: tuple[Mark, ...], look: Look) -> Text:
        place, between = divmod(index, 2)
        line = Text.assemble((f"{'' if between else place + 1:<{_LEFT}}", "dim"))
        for mark in marks:
            line.append(*self._mark(mark, look))
        if not between:
            car = self.match.standings[place]
            name = cut(car_name(self.match.sheet, car), _PLACES_VIEW_MOST_NAME, ascii_only=look.ascii)
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
