"""The screen with the result of a race, and its podium."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widget import Widget
from textual.widgets import Static

from heat_tui.engine.car import FINISHED, OUT
from heat_tui.engine.setup import RaceSheet
from heat_tui.game.advice.analysis import is_analysed
from heat_tui.game.advice.first_race import NEXT_GAMES
from heat_tui.game.figures.statistics import HEAT_FIGURES, Tally, tally
from heat_tui.game.table.history import taken_back_lines
from heat_tui.game.table.match import Match
from heat_tui.game.table.open_tables import may_race_again
from heat_tui.game.telling.highlights import highlight_lines
from heat_tui.game.telling.rival import code_of_race, verdict_lines
from heat_tui.game.telling.story import seed_lines
from heat_tui.language import _, ngettext, row, translated
from heat_tui.modules.championship.events import PointsScored
from heat_tui.store.schema import Refused
from heat_tui.tui.guide import LOOKS_EVERY
from heat_tui.tui.input import Grace
from heat_tui.tui.keymap import bound
from heat_tui.tui.lists import Heading, KeyFooter, Lines
from heat_tui.tui.look import Look, car_ink, keys_of, look_of, styles
from heat_tui.tui.pages import page_tabs
from heat_tui.tui.race.figures import ChartView, FigureTable, PlacesLines, RaceLines, RacePages
from heat_tui.tui.race.panel import FATES
from heat_tui.words.events import event_words
from heat_tui.words.names import car_name, car_name_within, track_name


class ResultsScreen(RacePages):
    """Podium, places, figures and the chart of the places, in tabs or all at once."""

    help_topic = "results"
    CSS_PATH = styles("pages", "race/results")
    focused_at_once = "#chart"
    goes_on = "on_to_season"
    BINDINGS = (
        bound("on-to-season", "title", "again", "say", "replay", "figures", "log", "mistakes", "code", "export")
        + bound(*(f"next-{each.id}" for each in NEXT_GAMES))
        + bound("back", shown=False)
    )

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self.race = match
        self._grace = Grace()

    def compose(self) -> ComposeResult:
        match, counted = self.match, tally(self.match)
        yield Heading(_headline(match, counted))
        yield page_tabs({"result": _("Result"), "figures": _("Figures"), "chart": _("Places by round")})
        with Vertical(id="pages"):
            with VerticalScroll(id="result", classes="page -shown", can_focus=False):
                with Horizontal():
                    yield Podium(match.sheet, match.view(None).finished)
                    yield Ranking(match, counted, id="places")
                yield Highlights(match)
            with VerticalScroll(id="figures", classes="page"):
                yield FigureTable(match, counted, _SHOWN)
            with Vertical(id="below"):
                yield Highlights(match)
                yield ChartView(PlacesLines(match, counted), id="chart", classes="page")
        if match.season is not None:
            scored = event_words(match.sheet, PointsScored(match.season.results[-1].points))
            yield Static(scored, id="points", classes="-told", markup=False)
        if match.lessons:
            keys = keys_of(self)
            games = (f"{keys[f'next_{each.id}']} {translated(each.words)}" for each in NEXT_GAMES)
            yield Static("  ".join([_("What next?"), *games]), id="next", markup=False)
        facts = [*verdict_lines(match), *match.not_in_book, *taken_back_lines(match.take_backs), *seed_lines(match)]
        yield Static("\n".join(facts), id="facts", markup=False)
        yield Static(id="ahead", markup=False)
        yield KeyFooter(compact=True)

    def on_mount(self) -> None:
        if self.match.table is not None:
            self.set_interval(LOOKS_EVERY, partial(self._look_again, self.match.table))

    def is_too_early(self, event: events.Key | events.MouseEvent) -> bool:
        """Return whether an Enter comes so early that it was meant for the race; all other input works immediately."""
        return isinstance(event, events.Key) and event.key == "enter" and super().is_too_early(event)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the actions that fit the race, such as continuing to the season after one of its races."""
        if action == "to_season":
            return self.match.season is not None
        if action == "again" and self.match.table is not None:
            return may_race_again(self.match.table)
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

    def action_back(self) -> None:
        """Go back to the season, if there is one, else leave the screen."""
        if self.match.season is not None:
            self.action_to_season()
        else:
            super().action_back()

    def action_code(self) -> None:
        """Show the code and any lines to share, and copy the lines or else the code; say why if there is no code."""
        try:
            code = code_of_race(self.match)
        except Refused as reason:
            self.notify(str(reason), severity="warning", markup=False)
            return
        if lines := "\n".join(self.match.lines_to_share):
            self.app.copy_to_clipboard(lines)
            words = _("To share, copied if your terminal allows it. The code is {code}.").format(code=code)
            self.tell(f"{words}\n\n{lines}")
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


def _headline(match: Match, counted: Tally) -> str:
    """Return a line on the winner or the only car, with the rounds if known, or one that says that nobody finished."""
    view, sheet = match.view(None), match.sheet
    if not view.finished:
        return _("{track}: nobody finished").format(track=track_name(sheet.track))
    rounds = counted.cars[view.finished[0]].rounds
    words = ngettext("{track}: {name} wins in {rounds} round", "{track}: {name} wins in {rounds} rounds", rounds)
    if len(sheet.entries) == 1:
        words = ngettext(
            "{track}, practice: {name} takes {rounds} round", "{track}, practice: {name} takes {rounds} rounds", rounds
        )
    if not rounds:
        words = _("{track}: {name} wins")
    return words.format(track=track_name(sheet.track), name=car_name(sheet, view.finished[0]), rounds=rounds)


_PLACE, _BADGE, _MOST_NAME = 3, 4, 24

_SHOWN: Final = (
    *("rounds", "top_speed", "slipstream_spaces", "boosts", "corners_over", "spins", "heat_paid"),
    *HEAT_FIGURES,
)
"""The figures that the result shows."""


class Ranking(RaceLines):
    """The cars of a match from first to last, with a short remark on each."""

    race: Match

    def lines(self, width: int) -> Iterator[Text]:
        look, sheet = look_of(self), self.race.sheet
        remarks = [self._remark(car) for car in self.race.standings]
        both = min(width - _PLACE - _BADGE - 1, _MOST_NAME + max(map(cell_len, remarks)))
        for place, (car, remark) in enumerate(zip(self.race.standings, remarks, strict=True), start=1):
            room = max(both - cell_len(remark), 0)
            line = Text(f"{place} ", style="bold" if place == 1 else "").append(*look.badge(sheet, car))
            line.append(" " + look.to_left(car_name_within(sheet, car, room), room) + " ")
            yield line.append(remark, Style(dim=True, bold=False))

    def _remark(self, car: int) -> str:
        """Return the fate of a car that did not finish, then its points in a season's race, or a finisher's rounds."""
        status, season = self.race.view(None).cars[car].status, self.race.season
        remark = [] if status == FINISHED else [translated(FATES[status])]
        if season is not None and status != OUT:  # a car that is out scores nothing
            points = season.results[-1].points[car]
            remark.append(ngettext("{points} point", "{points} points", points).format(points=points))
        elif status == FINISHED and (rounds := self.tally.cars[car].rounds):
            remark.append(ngettext("{rounds} round", "{rounds} rounds", rounds).format(rounds=rounds))
        return row(remark)


class Highlights(Lines):
    """New records and other notes from the drivers' book, and the story of a match's race in a few sentences."""

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.match = match

    def lines(self, width: int) -> Iterator[Text]:
        for words in (*self.match.records, *highlight_lines(self.match)):
            for number, line in enumerate(self.wrapped(words, width - 2)):
                yield Text.assemble("  " if number else ("► ", "bold"), line)


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
    """Three steps with the first three of `cars`, which are given from first to last; a step may be empty."""

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
    """Return the character that shows two pixels, one above the other, and its style."""
    helmet, wheel = ("#f4f1e8", "#8b8f94") if look.dark else ("#3a3a3a", "#55585c")
    inks = {"b": car_ink(look, colour), "h": helmet, "w": wheel} if look.colour else {}
    if upper == ".":
        return "▄" if lower != "." else " ", Style(color=inks.get(lower))
    full = lower != "." and not look.colour
    return "█" if full else "▀", Style(color=inks.get(upper), bgcolor=inks.get(lower))
