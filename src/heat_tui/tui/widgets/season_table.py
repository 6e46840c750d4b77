"""The standings of a season: points, wins and the points of every race, and the same as bars."""

from __future__ import annotations

from typing import Final

from rich.style import Style
from rich.text import Text
from textual.color import Color
from textual.widget import Widget

from heat_tui.drawing.points_chart import Part, bar
from heat_tui.language import _
from heat_tui.modules.championship import RaceResult, Season, wins
from heat_tui.prose.names import car_name
from heat_tui.tui.appearance import Look, look_of, readable_on
from heat_tui.tui.columns import to_left, to_right

_PLACE, _BADGE, _FIGURE, _NARROW, _RACE = 3, 4, 7, 3, 4
_LEAST_NAME, _MOST_NAME = 12, 26
_LEAST_BAR: Final = 10
_FEW: Final = 5
_SHADE: Final = 0.35
"""How much darker every second race is in a bar."""

_MARKS: Final = (("█", "▒"), ("#", "="))
"""The signs of odd and of even races where there are no colours, and in ASCII."""


class SeasonTable(Widget):
    """A row for each car from the leader to the last: points, wins, and what every race has brought."""

    DEFAULT_CSS = """
    SeasonTable { width: 1fr; height: auto; text-wrap: nowrap; text-overflow: clip; }
    """

    def __init__(self, season: Season, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.season = season

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        """The heading and a row for each car."""
        return 1 + self.season.cars

    def render(self) -> Text:
        """The lines."""
        season, look = self.season, look_of(self)
        races, column = len(season.setup.calendar), self._column
        name = self.size.width - _PLACE - _BADGE - 2 * _FIGURE - column * races - 2
        name = max(_LEAST_NAME, min(_MOST_NAME, name))
        head = Text(" " * (_PLACE + _BADGE + 1 + name), style="dim")
        head.append(to_right(_("points"), _FIGURE, ascii_only=look.ascii))
        head.append(to_right(_("wins"), _FIGURE, ascii_only=look.ascii) + " ")
        for number in range(1, races + 1):
            head.append(to_right(str(number), column, ascii_only=look.ascii))
        return Text("\n").join([head, *(self._row(place, car, name) for place, car in enumerate(season.standings, 1))])

    @property
    def _column(self) -> int:
        """The columns of a race's points: fewer where there are many races."""
        return _RACE if len(self.season.setup.calendar) <= _FEW else _NARROW

    def _row(self, place: int, car: int, name: int) -> Text:
        season, look = self.season, look_of(self)
        sheet = season.race.rules.sheet
        leads = place == 1 and bool(season.results)
        line = Text(to_left(str(place), _PLACE, ascii_only=look.ascii), Style(bold=leads))
        line.append(f" {car + 1} ", look.car_style(sheet.entries[car].colour))
        line.append("  " + to_left(car_name(sheet, car), name, ascii_only=look.ascii), Style(bold=leads))
        line.append(to_right(str(season.points[car]), _FIGURE, ascii_only=look.ascii), Style(bold=True))
        won = wins(season.results, season.cars)[car]
        line.append(to_right(str(won) if won else "-", _FIGURE, ascii_only=look.ascii) + " ", Style(dim=not won))
        for number in range(len(season.setup.calendar)):
            text, style = _scored(season.results[number], car) if number < len(season.results) else ("", Style())
            line.append(" " * (self._column - len(text)))
            line.append(text, style)
        return line


class PointsChart(Widget):
    """A bar for each car, a part for each race with the race's number in it; every second race is shaded."""

    DEFAULT_CSS = """
    PointsChart { width: 1fr; height: auto; text-wrap: nowrap; text-overflow: clip; }
    """

    def __init__(self, season: Season, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.season = season

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        """The heading and a row for each car."""
        return 1 + self.season.cars

    def render(self) -> Text:
        """The lines."""
        title = Text(_("Points race by race; a number in a bar is the race."), style="dim")
        return Text("\n").join([title, *map(self._row, self.season.standings)])

    def _row(self, car: int) -> Text:
        season, look = self.season, look_of(self)
        sheet = season.race.rules.sheet
        colour = sheet.entries[car].colour
        room = max(self.size.width - _PLACE - _BADGE - 4, _LEAST_BAR)
        line = Text(" " * _PLACE)
        line.append(f" {car + 1} ", look.car_style(colour))
        line.append("  ")
        parts = bar([each.points[car] for each in season.results], max(1, *season.points), room)
        for part in parts:
            line.append_text(_drawn(part, colour, look))
        line.append(f" {season.points[car]}", Style(bold=True))
        return line


def _scored(result: RaceResult, car: int) -> tuple[str, Style]:
    """The points of a race, those of its winner standing out."""
    won = result.finished > 0 and result.order[0] == car
    return str(result.points[car]), Style(bold=won, underline=won, dim=not result.points[car])


def _drawn(part: Part, colour: str, look: Look) -> Text:
    """A part of a bar with its race's number, where there is room for that."""
    number = str(part.race) if len(str(part.race)) < part.width else ""
    if look.colour and not look.ascii:
        ground = look.car_style(colour).bgcolor
        shade = Color.from_rich_color(ground)
        if part.race % 2 == 0:
            shade = shade.blend(Color.parse("#000000" if shade.brightness > 0.3 else "#ffffff"), _SHADE)
        style = Style(color=readable_on(shade.hex6.lower()), bgcolor=shade.hex6, bold=True)
        return Text(number.ljust(part.width), style)
    mark = _MARKS[look.ascii][(part.race + 1) % 2]
    return Text(number + mark * (part.width - len(number)))
