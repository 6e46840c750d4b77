"""The public panels around the track: the top line, the standings, the board of a car, the log, the draft."""

from __future__ import annotations

from abc import abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import ClassVar, Final, Generic, NamedTuple, TypeVar

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual import events
from textual.geometry import Size
from textual.widget import Widget

from heat_tui.engine.car import FINISHED, OUT, RACING, RETIRED
from heat_tui.engine.decisions import Decision, PlanDecision
from heat_tui.engine.record import record
from heat_tui.engine.setup import RaceSheet
from heat_tui.engine.view import CarView, SeatView
from heat_tui.language import C_, N_, NC_, _, row, translated
from heat_tui.modules.championship.event_rules import EVENTS
from heat_tui.modules.championship.state import ChampionshipShown
from heat_tui.modules.championship.words import held_label
from heat_tui.modules.garage.market import EXCHANGE, PUT_AWAY, GarageShown
from heat_tui.modules.legends import card_numbers, landings
from heat_tui.modules.weather import WEATHER, WeatherShown
from heat_tui.modules.weather.words import start_words, weather_name
from heat_tui.tui.look import Look, badge_style, look_of
from heat_tui.tui.race.hand import short_name
from heat_tui.tui.race.motion import MOMENTS, Banner, Kind, banner_words
from heat_tui.typesetting import column_width, to_right, wrapped
from heat_tui.words.brief import BriefLog
from heat_tui.words.cards import card_name, legend_of_signs
from heat_tui.words.events import Line
from heat_tui.words.names import LEGEND, car_name, car_name_within, step_words, track_name
from heat_tui.words.situation import still_to_plan


class Places(NamedTuple):
    """The content of the standings: the public view, any car to highlight, and each car's Stress, as in `Stage`."""

    view: SeatView
    focus: int | None
    stress: Sequence[int]


def standings_table(what: Places, width: int, look: Look, *, headed: bool = True) -> list[Text]:
    """Return a line for each car, by place, with the figures that fit, below a line of headings if `headed`.

    For a Legend, its card's numbers replace gear and Heat, its landing replaces the hand, and deck, top and Stress are
    blank.
    """
    columns, cars = _fitting(width), enumerate(what.view.standings, start=1)
    head = [_head(columns, width, look)] if headed else []
    return [*head, *(_line(what, what.view.cars[index], place, width, columns, look) for place, index in cars)]


def _head(columns: Sequence[_Column], width: int, look: Look) -> Text:
    head = "".join(look.to_right(each.heading(), each.width) for each in columns)
    return Text(to_right(head, width), style="dim")


def _line(what: Places, car: CarView, place: int, width: int, columns: Sequence[_Column], look: Look) -> Text:
    view, chosen, races = what.view, car.index == what.focus, car.status == RACING
    mark = "►" if chosen else "✓" if car.planned and races else " "
    line = Text(f"{place} ", no_wrap=True)
    line.append(*look.badge(view.sheet, car.index)).append(mark, Style(bold=True))
    facts = _facts(what, car, columns, look)
    sign = f" {ADRENALINE}" if races and car.index in with_adrenaline(view) else ""
    room = max(width - line.cell_len - cell_len(sign + facts), 1)
    name = look.to_left(car_name_within(view.sheet, car.index, room), room)
    return line.append(name, Style(bold=chosen)).append(sign, Style(bold=True)).append(facts, Style(dim=not races))


def _facts(what: Places, car: CarView, columns: Sequence[_Column], look: Look) -> str:
    """Return the figures of a car in columns, or the fate of a car that no longer races."""
    if car.status != RACING:
        return " " + translated(FATES[car.status])
    facts = ""
    for column in columns:
        fact = column.driver
        if column.legend is not None and what.view.sheet.entries[car.index].kind == LEGEND:
            fact = column.legend
        facts += " " + look.to_right(fact(what, car), column.width - 1)
    return facts


FATES: Final = {FINISHED: NC_("car", "finished"), RETIRED: N_("retired"), OUT: N_("out of the race")}
"""The words for cars that no longer race."""

DIAMOND, HELMET = "◆", "∩"
"""The signs before a Legend's diamond and helmet numbers."""

ADRENALINE: Final = "A+"
"""The sign beside a car that has Adrenaline this round."""

FLAG: Final = "⚑"
"""The sign of the finish line: in place of the lap of a car beyond the line, and around some banners."""


def _lap_of_car(what: Places, car: CarView) -> str:
    return FLAG if car.at > what.view.sheet.finish else str(what.view.lap(car))


def with_adrenaline(view: SeatView) -> list[int]:
    """Return the drivers who have Adrenaline in this round; a Legend that is last has no use for it."""
    return [car for car in view.last if car < view.sheet.drivers]


def gained(view: SeatView, car: CarView) -> int:
    """Return the places that a car has gained in the round, negative if lost; 0 if the car has no turn in the round."""
    if car.index not in view.order:
        return 0
    finished_before = {*view.finished}.difference(view.order)
    return len(finished_before) + view.order.index(car.index) - view.standings.index(car.index)


def _gained(what: Places, car: CarView) -> str:
    places = gained(what.view, car)
    return f"▲{places}" if places > 0 else f"▼{-places}" if places < 0 else ""


def _gap(what: Places, car: CarView) -> str:
    """Return the number of spaces behind the first car on the track, after a plus sign; "" for 0."""
    behind = what.view.cars[what.view.positions[0]].at - car.at
    return f"+{behind}" if behind else ""


_TOP: Final = 7
"""The minimum width of the column for the top of a discard pile, including the blank before it."""


def _stress_name() -> str:
    return card_name("stress")


def _top(_what: Places, car: CarView) -> str:
    top = car.discard_top
    return "-" if top is None else short_name(top, max(_TOP - 1, cell_len(_stress_name()))) or card_name(top)


def _number(place: int, sign: str) -> Fact:
    """Return the fact for a Legend's diamond (`place` 0) or helmet (1) number, a dash until the card is turned over."""

    def number(what: Places, car: CarView) -> str:
        pair = card_numbers(what.view, car.index)
        return "–" if pair is None else f"{sign}{pair[place]}"

    return number


def _landing(what: Places, car: CarView) -> str:
    """Return an arrow and a Legend's landing space; "" until the card is turned over, and from the Legend's turn on."""
    landing = landings(what.view).get(car.index)
    return "" if landing is None else f"→{what.view.sheet.track.space_of(landing[0])}"


Fact = Callable[[Places, CarView], str]


@record
class _Column:
    """A column of the standings, at least `least` cells wide including the blank before it.

    `driver` returns a driver's figure, and `legend` that of a Legend; if `legend` is None, `driver` returns both.
    """

    heading: Callable[[], str]
    least: int
    driver: Fact
    legend: Fact | None = None
    wanted: bool = False
    """True for a column that is shown only if it leaves `_LONGEST_LEGEND` cells for names; others are always shown."""
    common: Callable[[], str] = str
    """A function that returns a fact so common that the column always has room for it."""

    @property
    def width(self) -> int:
        """The width of the column in cells: `least`, or more if `common` or a heading that is not ASCII needs it."""
        return max(column_width(self.heading(), self.least), cell_len(self.common()) + 1)


_COLUMNS: Final = (
    _Column(str, 3, _gained, wanted=True),
    _Column(lambda: _("lap"), 3, _lap_of_car),
    _Column(lambda: _("spc"), 4, lambda what, car: str(what.view.space(car))),
    _Column(lambda: _("gap"), 5, _gap, wanted=True),
    _Column(lambda: _("gear"), 5, lambda _what, car: str(car.gear), _number(0, DIAMOND)),
    _Column(lambda: C_("column", "Heat"), 5, lambda _what, car: str(car.engine), _number(1, HELMET)),
    _Column(lambda: _("hand"), 5, lambda _what, car: str(car.hand), _landing, wanted=True),
    _Column(lambda: _("deck"), 5, lambda _what, car: str(car.deck), lambda _what, _car: "", wanted=True),
    _Column(lambda: _("top"), _TOP, _top, lambda _what, _car: "", wanted=True, common=_stress_name),
    _Column(lambda: _("Stress"), 7, lambda what, car: str(what.stress[car.index]), lambda _what, _car: "", wanted=True),
)
"""From left to right: places gained in the round, lap, space, spaces behind the first car, gear, Heat in the engine,
hand, draw deck, top of the discard pile, and Stress seen since the discard pile was last shuffled."""


def columns_width() -> int:
    return sum(each.width for each in _COLUMNS)


_BADGE, _BEFORE_NAME, _LONGEST_LEGEND = 3, 6, 13
"""The cells of a car's badge, the cells before a name, and those of the longest name of a Legend in English."""


def _fitting(width: int) -> list[_Column]:
    """Return the columns to show, from left to right: those always shown, and each `wanted` one that still fits."""
    room = width - _BEFORE_NAME - _LONGEST_LEGEND - sum(each.width for each in _COLUMNS if not each.wanted)
    columns = []
    for column in _COLUMNS:
        if not column.wanted or column.width <= room:
            columns.append(column)
            room -= column.width if column.wanted else 0
    return columns


S = TypeVar("S")


class Board(Widget, Generic[S]):
    """Lines about the value shown last, fitted to the space; only the first value changes the layout of the screen."""

    _shown: S | None = None
    _painted: Text | None = None

    def show(self, what: S) -> None:
        first, self._shown = self._shown is None, what
        if first or self.lines(what) != self._painted:
            self.refresh(layout=first)

    def render(self) -> Text:
        self._painted = Text() if self._shown is None else self.lines(self._shown)
        return self._painted

    @abstractmethod
    def lines(self, what: S) -> Text:
        """Return the lines about a value."""


_WHOLE: Final = 5
"""The number of lines of a whole board, for a car with Sponsorships."""


class CarPanel(Board[tuple[SeatView, int]]):
    """Four lines about a driver's car, and a fifth for any Sponsorships; a low board counts them beside the engine."""

    _lit: frozenset[str] = frozenset()

    def light(self, parts: Iterable[str]) -> None:
        """Highlight the lines about these parts of the table."""
        self._lit = frozenset(parts)
        self.refresh()

    def lines(self, what: tuple[SeatView, int]) -> Text:
        view, car = what
        look, shown = look_of(self), view.cars[car]
        line = Text(no_wrap=True, overflow="ellipsis").append(*look.badge(view.sheet, car)).append(" ")
        has_adrenaline = car in view.last and view.acting in (car, None)  # in the turn being planned or driven (4.1)
        name, adrenaline = car_name(view.sheet, car), f" {_('Adrenaline')}" if has_adrenaline else ""
        if self.size.width:
            name = look.cut(name, self.size.width - line.cell_len - cell_len(adrenaline))
        line.append(name, Style(bold=True)).append(adrenaline, Style(italic=True))
        return Text("\n", no_wrap=True, overflow="ellipsis").join([line, *self._board(view, shown)])

    def _board(self, view: SeatView, car: CarView) -> list[Text]:
        held, championship = held_label(view, car.index), view.part(ChampionshipShown)
        weather = view.part(WeatherShown)
        full = view.sheet.track.heat + (0 if weather is None else WEATHER[weather.token].heat)
        full += 0 if championship is None else EVENTS[championship.event].rule.extra_heat
        bar, words = "■" * car.engine + "□" * max(full - car.engine, 0), _("Engine {bar} {heat} Heat")
        if self.size.width:
            bar = look_of(self).cut(bar, self.size.width - cell_len(words.format(bar="", heat=car.engine)))
        engine = words.format(bar=bar, heat=car.engine)
        if held and championship is not None and 0 < self.size.height < _WHOLE:
            count, held = championship.held[car.index], []
            engine = _("Engine {heat} · Sponsorships {count}").format(heat=car.engine, count=count)
        road = [_("Gear {gear}").format(gear=car.gear)]
        if view.acting == car.index and view.speed:
            road.append(_("speed {speed}").format(speed=view.speed))
        road.append(_road(view, car))
        gap = "  " if not self.size.width or cell_len("  ".join(road)) <= self.size.width else " "
        piles = _("Hand {hand} · deck {deck} · discard {discard}")
        facts = {"hand": car.hand, "deck": car.deck, "discard": car.discard}
        if 0 < self.size.width < cell_len(piles.format(**facts)):
            piles = _("Hand {hand}, deck {deck}, discard {discard}")
        rows = [Text(gap.join(road), Style(bold=True)), *map(Text, (engine, piles.format(**facts), *held))]
        for line, part in zip(rows, ("corner", "engine", "piles"), strict=False):
            if part in self._lit:
                line.stylize(Style(reverse=True, bold=True))
        return rows


def _road(view: SeatView, car: CarView) -> str:
    """Return the limit of a car's next corner and the spaces to its line, or the spaces to a nearer finish line.

    For a car that is beyond the finish line or no longer racing, return words that say so.
    """
    if car.status != RACING:
        return translated(FATES[car.status])
    if car.at > view.sheet.finish:
        return _("over S/F")
    track, space = view.sheet.track, view.space(car)
    corner = track.next_corner(space)
    way = track.spaces_to_line(space, corner)
    if car.at + way >= view.sheet.finish:
        return _("finish in {spaces}").format(spaces=max(view.sheet.finish - car.at, 0))
    return _("<{limit}> in {spaces}").format(limit=view.limit(corner, car.index), spaces=way)


_LEAST_BELOW: Final = 3
"""The minimum number of rows left below the standings for a hint or the log: a border and two lines."""


class Standings(Board[Places]):
    """The cars from first to last, with the figures for which there is room.

    With too few rows for all cars, the first ones are left out if the highlighted one would be cut.
    """

    def get_content_height(self, container: Size, viewport: object, width: int) -> int:
        wanted = 0 if self._shown is None else len(self._shown.view.cars) + 1
        return min(wanted, max(container.height - _LEAST_BELOW, 1))

    def lines(self, what: Places) -> Text:
        rows = self.size.height if self.screen.has_class("-low") else 0
        headed = not 0 < rows <= len(what.view.cars)
        lines = standings_table(what, self.size.width or self.container_size.width, look_of(self), headed=headed)
        ahead = 0 if what.focus is None else what.view.standings.index(what.focus)
        hidden = max(ahead + 1 - rows, 0) if rows else 0
        return Text("\n").join(lines[hidden:])


_NAMED: Final = 4
"""The maximum number of drivers that `Piles` always shows by name, one to a line."""


class Piles(Board[Places]):
    """The drivers' figures for which the standings have no room.

    More than `_NAMED` drivers are shown two to a line, without their names, if the columns are narrow enough.
    """

    def lines(self, what: Places) -> Text:
        return Text("\n").join(self._rows(what, self.size.width))

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        return 0 if self._shown is None else len(self._rows(self._shown, width))

    def _rows(self, what: Places, width: int) -> list[Text]:
        view, look = what.view, look_of(self)
        fitting = _fitting(width)
        columns = [each for each in _COLUMNS if each not in fitting]
        drivers = [view.cars[index] for index in view.standings if index < view.sheet.drivers]
        half = (width - 1) // 2
        if not columns:
            return []
        if len(drivers) <= _NAMED or _BADGE + sum(each.width for each in columns) > half:
            lines = (_line(what, car, view.standings.index(car.index) + 1, width, columns, look) for car in drivers)
            return [_head(columns, width, look), *lines]
        rows = [_head(columns, half, look), *(self._brief(what, car, columns, half) for car in drivers)]
        rows.insert(len(rows) // 2 + 1, rows[0])
        height = (len(rows) + 1) // 2
        return [Text(" ").join(rows[row::height]) for row in range(height)]

    def _brief(self, what: Places, car: CarView, columns: Sequence[_Column], width: int) -> Text:
        look = look_of(self)
        facts = to_right(_facts(what, car, columns, look), width - _BADGE)
        return Text(no_wrap=True).append(*look.badge(what.view.sheet, car.index)).append(facts)


class Status(NamedTuple):
    """The content of the top line: warnings first, then the race and the current decision.

    `decision` is None while cars move, while others are awaited, and if no decision is due. A new banner takes the
    whole line. `gaps` has the words of `Stage.gap`, in full and short.
    """

    view: SeatView
    decision: Decision | None
    warnings: Sequence[str] = ()
    banner: Banner | None = None
    banner_is_new: bool = False
    gaps: tuple[str, str] = ("", "")


class StatusLine(Board[Status]):
    """The top line, from which parts are dropped if it is too long.

    They go in this order: the blanks around cars, the step of planning, the full words of the gap, the long labels
    before cars, the number of the race in a season, the blanks between cars, the badge of a great moment, and the last
    cars. The blanks come back if they fit without the step; both come back if they fit with the short gap.
    On the last of several laps, a badge replaces the lap; once cars have finished, another badge does, followed by
    these cars in order of finish.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"status--track"}

    def lines(self, what: Status) -> Text:
        if what.banner is not None and what.banner_is_new:
            kind = what.banner.kind
            ends = FLAG if kind in ("flag", "win", "finish") and not look_of(self).ascii else "***"
            words = f"{ends} {banner_words(what.view.sheet, what.banner)} {ends}"
            width, style = self.size.width, self._banner_style(kind)
            return Text(look_of(self).to_middle(words, width or cell_len(words)), style)
        text = Text()
        for text in self._shorter(what):
            if not self.size.width or text.cell_len <= self.size.width:
                break
        return text

    def _banner_style(self, kind: Kind) -> Style:
        if not look_of(self).colour:
            return Style(bold=True, reverse=True)
        return badge_style(self, MOMENTS[kind].colour)

    def _shorter(self, what: Status) -> Iterator[Text]:
        turns, plans = _turns(what.view), isinstance(what.decision, PlanDecision)
        short = what._replace(gaps=what.gaps[1:] * 2)
        forms = (what, short) if what.gaps[0] else (short,)
        for each, step, close in product(forms, (True, not plans), (None, " ")):
            yield self._line(each, turns, step=step, close=close, brief=False)
        yield self._line(short, turns, step=not plans, close=" ", brief=True)
        for close in (" ", ""):
            yield self._line(short, turns, race=False, step=not plans, close=close, brief=True)
        short = short._replace(banner=None)
        for shown in range(max(len(turns), 1), 0, -1):
            yield self._line(short, turns[:shown], race=False, step=not plans, close="", brief=True)

    def _line(
        self, what: Status, turns: Sequence[int], *, step: bool, close: str | None, brief: bool, race: bool = True
    ) -> Text:
        """Return the line with the parts asked for; `close` is the text between cars, None for blanks around each car.

        If `brief`, the labels of the cars still to plan and of the turn order are single words.
        """
        view, decision, text = what.view, what.decision, Text()
        for warning in what.warnings:
            text.append(f" {warning} ", badge_style(self, "warning"))
        laps, first = view.sheet.laps, next(iter(view.positions), None)
        lap = laps if first is None else view.lap(view.cars[first])
        end: dict[Kind, Sequence[int]] = {}
        if view.finished:
            end["win"] = view.finished
        elif laps > 1 and first is not None and lap >= laps:
            end["lap"] = ()
        badges = end if what.banner is None else {what.banner.kind: (what.banner.car,)} | end
        for kind, cars in badges.items():
            text.append(f" {translated(MOMENTS[kind].badge)} ", self._banner_style(kind))
            for car in cars:
                number, style = look_of(self).badge(view.sheet, car)
                text.append(number if close is None else number.strip(), style)
        text.append(f" {track_name(view.sheet.track)} ", self.get_component_rich_style("status--track"))
        lap_words = _("lap {lap}/{laps}").format(lap=min(max(lap, 1), laps), laps=laps)
        shown, parts = view.part(ChampionshipShown), [] if end else [lap_words]
        if shown is not None and race:
            parts.insert(0, _("race {number}/{races}").format(number=shown.number, races=shown.races))
        if view.round:
            parts.append(_("round {round}").format(round=view.round))
        if what.gaps[0]:
            parts.append(what.gaps[0])
        if step and (decision is not None or view.step == "over"):
            parts.append(step_words(view.step, decision))
        now = view.part(WeatherShown)
        if now is not None:
            parts.append(weather_name(now.token))
        gap = "   " if close is None else "  "
        text.append(gap[1:] + " · ".join(parts))
        if isinstance(decision, PlanDecision):
            text.append(gap + _("{name} plans").format(name=self._called(view, decision.seat, close=close)))
            then = _("then") if brief else _("still to plan")
            self._cars(text, view, then, still_to_plan(view, decision.seat), close=close)
        if view.order and view.acting is None:
            self._cars(text, view, _("turns") if brief else _("turn order"), turns, close=close)
        elif turns:
            text.append(gap + self._called(view, turns[0], close=close))
            self._cars(text, view, _("then"), turns[1:], close=close)
        elif decision is not None:
            text.append(gap + self._called(view, decision.seat, close=close))
        return text

    def _called(self, view: SeatView, car: int, *, close: str | None) -> str:
        name = car_name(view.sheet, car)
        return look_of(self).cut(name, _MOST_NAME) if close is not None else name

    def _cars(self, text: Text, view: SeatView, words: str, cars: Sequence[int], *, close: str | None) -> None:
        if not cars:
            return
        text.append(f"   {words} " if close is None else f"  {words} ")
        for place, car in enumerate(cars):
            number, style = look_of(self).badge(view.sheet, car)
            if close is not None and place:
                text.append(close)
            text.append(number if close is None else number.strip(), style)


def _turns(view: SeatView) -> Sequence[int]:
    """Return the cars that still have a turn in this round of the race or of the draft, in order."""
    if view.order:
        return view.order[view.turns :]
    garage = view.part(GarageShown)
    return garage.waiting if garage is not None else ()


KEPT: Final = 60
"""The maximum number of lines in `LogView`; the log screen has the whole race."""

_WHEEL: Final = 3
"""The rows that one step of the mouse wheel scrolls."""


class LogView(Widget):
    """The latest log lines, drawn by the widget itself, because Textual's scrolling would repaint the screen."""

    def __init__(self, sheet: RaceSheet, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._lines: deque[Line] = deque(maxlen=KEPT)
        self._brief = BriefLog(sheet, KEPT)
        self.written: tuple[str, ...] = ()
        """The texts of the kept lines after the last `add`, in the form that was shown then."""
        self.grew = False
        """True if the last `add` changed `written`."""
        self._events = 0
        self._said: deque[tuple[int, Line]] = deque(maxlen=KEPT)
        """The lines without events, each with the number of events in the log before it."""
        self._back = 0

    def show(self, lines: Iterable[Line], sheet: RaceSheet) -> None:
        """Rewrite the log; people's messages keep their places, or move to the end if events before them are gone."""
        said, self._said = self._said, deque(maxlen=KEPT)
        self._lines.clear()
        self._brief, self._events = BriefLog(sheet, KEPT), 0
        for line in lines:
            while said and said[0][0] <= self._events:
                self._take_line(said.popleft()[1])
            self._take_line(line)
        self.add(*(line for _events, line in said))

    def add(self, *lines: Line, sheet: RaceSheet | None = None) -> None:
        """Append lines and show the newest; in the brief form, lines that continue the last turn are added to its line.

        If given, `sheet` has the names of the drivers from now on.
        """
        self._brief.sheet = sheet or self._brief.sheet
        for line in lines:
            self._take_line(line)
        written = tuple(line.text for line in self._told())
        self.grew, self.written = written != self.written, written
        self._go(0)

    def _take_line(self, line: Line) -> None:
        self._lines.append(line)
        self._events += len(line.events)
        if line.events:
            self._brief.add(line.events)
        else:
            self._brief.say(line.text)
            self._said.append((self._events, line))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self._go(self._back + _WHEEL)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self._go(self._back - _WHEEL)

    def render(self) -> Text:
        """Return the rows that fit, up to the newest, or to the row that the mouse wheel has scrolled back to."""
        width, height = self.content_size
        rows: list[Text] = []
        for line in reversed(self._told()):
            if len(rows) >= height + self._back:
                break
            rows = [*self._worded(line).wrap(self.app.console, max(width, 1)), *rows]
        self._back = min(self._back, max(len(rows) - height, 0))
        end = len(rows) - self._back
        return Text("\n", no_wrap=True).join(rows[max(end - height, 0) : end])

    def _told(self) -> Sequence[Line]:
        look = look_of(self)
        return (*self._brief.lines(ascii_only=look.ascii),) if look.brief else (*self._lines,)

    def _go(self, back: int) -> None:
        self._back = max(back, 0)
        self.refresh()

    def _worded(self, line: Line) -> Text:
        text = Text(line.text, "bold" if line.round_begun else "")
        if line.car is None or line.round_begun:
            return text
        return Text.assemble(
            (str(line.car + 1), look_of(self).car_style(self._brief.sheet.entries[line.car].colour)), " ", text
        )


_TURNS, _LEAST_NAME, _MOST_NAME, _SIGN = 4, 8, 14, 4


class Picks(Board[SeatView]):
    """The draft: its round, the weather, each driver's turns, name and upgrades, and the market's signs if they fit."""

    def lines(self, what: SeatView) -> Text:
        view, garage, width = what, what.part(GarageShown), self.content_size.width
        if garage is None or not width:
            return Text()
        lines = [Text(_title(garage), Style(bold=True))]
        weather = view.part(WeatherShown)
        if weather is not None:
            lines += [Text(row) for row in wrapped(start_words(weather.token), width)]
        for name in (_MOST_NAME, _LEAST_NAME):
            drivers = [self._of_driver(view, garage, seat, width, name) for seat in range(len(garage.owned))]
            fit = sum(map(len, drivers)) < self.content_size.height
            if fit:
                break
        for first, *more in drivers:
            lines += [look_of(self).cut_line(first, width)] if more and not fit else [first, *more]
        room = self.content_size.height - len(lines) - 1
        signs = [
            Text.assemble((look_of(self).to_left(sign, _SIGN), "bold"), meaning)
            for sign, meaning in legend_of_signs(view.sheet.cards[card] for card in garage.market)
        ]
        if 0 < len(signs) <= room and all(sign.cell_len <= width for sign in signs):
            lines += [Text(), *signs]
        return Text("\n").join(lines)

    def _of_driver(self, view: SeatView, garage: GarageShown, seat: int, width: int, name: int) -> list[Text]:
        """Return the lines of a driver with `name` columns for the name; cards continue below the first line."""
        look, now = look_of(self), garage.waiting[:1] == (seat,)
        line = Text(look.to_left(_picks_turns(garage, seat), _TURNS))
        line.append(*look.badge(view.sheet, seat))
        line.append(" " + look.to_left(car_name(view.sheet, seat), name) + " ", Style(bold=now))
        indent = line.cell_len
        owned = [card_name(card) for card in garage.owned[seat]]
        first, *rest = wrapped(row(owned) if owned else "-", max(width - indent, _LEAST_NAME))
        line.append(first, Style(bold=now))
        return [line, *(Text(" " * indent + each, Style(bold=now)) for each in rest)]


def _title(garage: GarageShown) -> str:
    if not garage.round:
        return _("The draft is over")
    if garage.round == PUT_AWAY:
        return _("Everybody puts one upgrade away")
    if garage.round == EXCHANGE:
        return _("Last on the grid may exchange")
    if garage.rounds == 1:
        return _("Each driver takes one upgrade")
    return _("Draft round {round} of {rounds}").format(round=garage.round, rounds=garage.rounds)


def _picks_turns(garage: GarageShown, seat: int) -> str:
    """Return a driver's places in the order of the remaining picks, an arrow for one due now; a tick if none remain."""
    places = [number for number, waiting in enumerate(garage.waiting, start=1) if waiting == seat]
    if not places:
        return "✓"
    return ",".join("►" if place == 1 else str(place) for place in places)
