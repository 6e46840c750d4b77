"""The standings of a season: points, wins and the points of every race, as a table and as bars."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.color import Color
from textual.containers import Container, VerticalScroll
from textual.message import Message
from textual.widgets import Static
from textual.widgets.option_list import Option

from heat_tui.drawing.charts import bar
from heat_tui.engine.view import SeatView
from heat_tui.language import _
from heat_tui.modules.championship.calendar import SeasonRace, press_corners
from heat_tui.modules.championship.event_rules import EVENTS
from heat_tui.modules.championship.season import RaceResult, Season, SeasonSetup, wins
from heat_tui.modules.championship.words import calendar_card, event_title, race_card
from heat_tui.tui.lists import Lines, LookingList
from heat_tui.tui.look import Look, look_of, readable_on
from heat_tui.tui.track.map import TrackMap
from heat_tui.tui.track.scene import Scene, scene_of
from heat_tui.tui.track.tracks import printed_scene
from heat_tui.words.names import car_name, track_name

_PLACE, _BADGE, _FIGURE, _NARROW, _RACE = 3, 4, 7, 3, 4
_LEAST_NAME, _MOST_NAME = 12, 26
_LEAST_BAR: Final = 10
_FEW: Final = 5
_SHADE: Final = 0.35
"""The fraction by which every second race is darker in a bar."""

_MARKS: Final = (("█", "▒"), ("#", "="))
"""The signs of odd and even races without colours, and in ASCII."""


class SeasonLines(Lines):
    """Lines about the standings of a season."""

    def __init__(self, season: Season) -> None:
        super().__init__()
        self.season = season


class SeasonTable(SeasonLines):
    """A row for each car from first to last: points, wins, and the points of every race."""

    def lines(self, width: int) -> Iterator[Text]:
        season, look = self.season, look_of(self)
        races = len(season.setup.calendar)
        column = _RACE if races <= _FEW else _NARROW
        name = max(_LEAST_NAME, min(_MOST_NAME, width - _PLACE - _BADGE - 2 * _FIGURE - column * races - 2))
        head = Text(" " * (_PLACE + _BADGE + 1 + name), style="dim")
        head.append(look.to_right(_("points"), _FIGURE))
        head.append(look.to_right(_("wins"), _FIGURE) + " ")
        head.append("".join(look.to_right(str(number), column) for number in range(1, races + 1)))
        yield head
        won = wins(season.results, season.cars)
        for place, car in enumerate(season.standings, 1):
            line = self._driver(place, car, name)
            line.append(f"{season.points[car]:>{_FIGURE}}", Style(bold=True))
            line.append(f"{won[car] or '-':>{_FIGURE}} ", Style(dim=not won[car]))
            for result in season.results:
                text, style = _scored(result, car)
                line.append(" " * (column - len(text)))
                line.append(text, style)
            line.append(" " * column * (races - len(season.results)))
            yield line

    def _driver(self, place: int, car: int, name: int) -> Text:
        sheet, look = self.season.race.rules.sheet, look_of(self)
        style = Style(bold=place == 1 and bool(self.season.results))
        line = Text(f"{place:<{_PLACE}}", style)
        line.append(*look.badge(sheet, car))
        return line.append("  " + look.to_left(car_name(sheet, car), name), style)


class PointsChart(SeasonLines):
    """A bar for each car, with a numbered part for each race; every second race is shaded."""

    def lines(self, width: int) -> Iterator[Text]:
        season, look = self.season, look_of(self)
        heading = Text(_("The points from each race, with the race's number."), style="dim")
        yield from heading.wrap(self.app.console, max(width, 1))
        room = max(width - _PLACE - _BADGE - 4, _LEAST_BAR)
        for car in season.standings:
            colour = season.race.rules.sheet.entries[car].colour
            line = Text(" " * _PLACE)
            line.append(f" {car + 1} ", look.car_style(colour))
            line.append("  ")
            widths = bar([each.points[car] for each in season.results], max(1, *season.points), room)
            for race, columns in enumerate(widths, start=1):
                line.append_text(_drawn(race, columns, colour, look))
            line.append(f" {season.points[car]}", Style(bold=True))
            yield line


def _scored(result: RaceResult, car: int) -> tuple[str, Style]:
    """Return a car's points from a race and their style; the winner's points are highlighted."""
    won = result.finished > 0 and result.order[0] == car
    return str(result.points[car]), Style(bold=won, underline=won, dim=not result.points[car])


def _drawn(race: int, width: int, colour: str, look: Look) -> Text:
    """Draw a race's part of a bar, with its number if it fits."""
    number = str(race) if len(str(race)) < width else ""
    if look.colour and not look.ascii:
        ground = look.car_style(colour).bgcolor
        shade = Color.from_rich_color(ground)
        if race % 2 == 0:
            shade = shade.blend(Color.parse("#000000" if shade.brightness > 0.3 else "#ffffff"), _SHADE)
        style = Style(color=readable_on(shade.hex6.lower()), bgcolor=shade.hex6, bold=True)
        return Text(number.ljust(width), style)
    mark = _MARKS[look.ascii][(race + 1) % 2]
    return Text(number + mark * (width - len(number)))


_TRACK = 13
_LEAST = 28


class RaceList(LookingList):
    """The races of a calendar; posts a message when its size changes."""

    class Resized(Message):
        """The list has a new size, for which its rows have to be written again."""

    def on_resize(self) -> None:
        self.post_message(self.Resized())


class CalendarView(Container):
    """The list of races, the map on the right, and with `cards` the highlighted race's card below the list."""

    def __init__(self, setup: SeasonSetup, *, cards: bool = True, id: str | None = None) -> None:
        super().__init__(id=id)
        self.setup = setup
        self._cards = cards
        self._season: Season | None = None
        self._view: SeatView | None = None

    def compose(self) -> ComposeResult:
        with Container(id="calendar-left"):
            yield RaceList(id="calendar-races")
            if self._cards:
                with VerticalScroll(id="calendar-card", can_focus=False):
                    yield Static("", id="calendar-words", markup=False)
        yield TrackMap(printed_scene(self.setup.calendar[0].track), id="calendar-map")

    @property
    def index(self) -> int:
        """The highlighted race, from 0."""
        return self.query_one(LookingList).highlighted or 0

    @property
    def race(self) -> SeasonRace:
        return self.setup.calendar[min(self.index, len(self.setup.calendar) - 1)]

    def plan(self, setup: SeasonSetup) -> None:
        """Show the calendar of a season that has not begun, keeping the highlighted race."""
        self.setup = setup
        self._fill(self.index)

    def follow(self, season: Season, view: SeatView, index: int) -> None:
        """Show the calendar of a running season, with a race highlighted; `view` is a spectator's."""
        self.setup, self._season, self._view = season.setup, season, view
        self._fill(index)

    def on_race_list_resized(self) -> None:
        self._fill(self.index)

    def on_option_list_option_highlighted(self) -> None:
        self._show()

    def _fill(self, index: int) -> None:
        listed = self.query_one(LookingList)
        lines = [Option(self._line(number, race)) for number, race in enumerate(self.setup.calendar)]
        with listed.prevent(listed.OptionHighlighted):
            listed.clear_options()
            listed.add_options(lines)
            listed.highlighted = min(index, len(lines) - 1)
        self._show()

    def _line(self, index: int, race: SeasonRace) -> Text:
        """Return a race's line, in two rows if necessary: its sign, number, track, and event or winner."""
        look, season = look_of(self), self._season
        listed = self.query_one(LookingList)
        width = max(listed.content_size.width - listed.scrollbar_size_vertical, _LEAST)
        due = season is not None and index == season.index + season.race.over
        over = season is not None and index < len(season.results)
        mark = "✓ " if over else "► " if due else "  "
        line = Text(mark if season is not None else "", no_wrap=True)
        line.append(look.to_right(str(index + 1), 2) + " ")
        indent = line.cell_len
        line.append(look.to_left(track_name(race.track), _TRACK) + " ", "" if over else "bold")
        room = width - line.cell_len
        about = event_title(race.event)
        if season is not None and over:
            about = _winner(season, season.results[index], room)
        if cell_len(about) > room:
            line.rstrip()
            line.append("\n" + " " * indent)
            about = look.cut(about, width - indent)
        return line.append(about)

    def _show(self) -> None:
        self.query_one(TrackMap).scene = self._scene()
        if self._cards:
            self.query_one("#calendar-words", Static).update(Text("\n".join(self.words())))
            self.query_one("#calendar-card", VerticalScroll).scroll_home(animate=False)

    def words(self) -> list[str]:
        if self._season is not None and self._view is not None and self.index == self._season.index:
            return race_card(self._view)
        return calendar_card(self.setup, min(self.index, len(self.setup.calendar) - 1))

    def _scene(self) -> Scene:
        """Return the scene of the track with the press, and with any weather and road conditions drawn so far."""
        if self._season is not None and self._view is not None and self.index == self._season.index:
            return replace(scene_of(self._view), cars=())
        race = self.race
        return replace(printed_scene(race.track), press=press_corners(race.track, EVENTS[race.event]))


def _winner(season: Season, result: RaceResult, room: int) -> str:
    """Return the winner of a race in words, or the name alone if there is no room for more."""
    if not result.finished:
        return _("nobody finished")
    name = car_name(season.race.rules.sheet, result.order[0])
    words = _("won by {name}").format(name=name)
    return words if cell_len(words) <= room else name
