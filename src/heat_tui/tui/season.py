"""A season: its calendar, its garages, and its standings in a table and a chart.

The game pauses here between races (E13).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.color import Color
from textual.containers import Container, Vertical, VerticalScroll
from textual.message import Message
from textual.widgets import Static
from textual.widgets.option_list import Option

from heat_tui.drawing.charts import bar
from heat_tui.engine.record import IllegalAction
from heat_tui.engine.view import SeatView
from heat_tui.game.table.match import Match
from heat_tui.game.table.open_tables import may_race_again
from heat_tui.game.table.seasons import season_rows
from heat_tui.language import _, ngettext, row
from heat_tui.modules.championship.calendar import SeasonRace, press_corners
from heat_tui.modules.championship.event_rules import EVENTS
from heat_tui.modules.championship.season import RaceResult, Season, SeasonSetup
from heat_tui.modules.championship.state import ChampionshipShown
from heat_tui.modules.championship.words import calendar_card, event_title, race_card, season_title, sponsorships_words
from heat_tui.modules.garage.market import GarageShown
from heat_tui.tui.guide import LOOKS_EVERY
from heat_tui.tui.keymap import bound
from heat_tui.tui.lists import Heading, KeyFooter, Lines, LookingList
from heat_tui.tui.look import Look, look_of, readable_on, styles
from heat_tui.tui.pages import PagedScreen, page_tabs
from heat_tui.tui.track.map import TrackMap
from heat_tui.tui.track.scene import Scene, printed_scene, scene_of
from heat_tui.typesetting import held, wrapped
from heat_tui.words.cards import card_with_signs
from heat_tui.words.names import car_name, car_name_within, track_name
from heat_tui.words.refusals import refusal

if TYPE_CHECKING:
    from heat_tui.game.table.shared import SharedMatch


class SeasonScreen(PagedScreen):
    """Standings, calendar and garages, and the podium of a finished season, in tabs or all at once.

    Between two races, Enter begins the next one; between two years of a career, it first asks for the upgrades to keep.
    Opened from a race, the screen is read-only.
    """

    help_topic = "season"
    CSS_PATH = styles("pages", "race/results", "season")
    focused_at_once = "#calendar-races"
    goes_on = "next_race"
    BINDINGS = (
        bound("next-race", "keep-upgrade", "title", "again", "say")
        + bound("read-on", shown=True)
        + bound("race-result", "replay", "figures", "log", "export", "read-back")
        + bound("season", shown=False)
        + bound("back")
    )

    def __init__(self, match: Match, *, looking: bool = False) -> None:
        """Show the season of a match, read-only if `looking`, as when the screen is opened from a race."""
        super().__init__(match)
        assert match.season is not None
        self.looking = looking
        self.season: Season = match.season

    def compose(self) -> ComposeResult:
        from heat_tui.tui.race.results import Podium

        season = self.season
        yield Heading(headline(season))
        names = {"standings": _("Standings"), "calendar": _("Calendar"), "garages": _("Garages")}
        if season.over:
            names = {"podium": _("Champion"), **names}
        yield page_tabs(names)
        with Vertical(id="season-pages"):
            with Vertical(id="season-left"):
                if season.over:
                    with Vertical(id="podium", classes="page"):
                        yield Podium(season.race.rules.sheet, season.standings)
                with VerticalScroll(id="standings", classes="page", can_focus=False):
                    yield SeasonTable(season)
                    yield PointsChart(season)
                with VerticalScroll(id="garages", classes="page", can_focus=False):
                    yield Garages(self.match.view(None))
            yield CalendarView(season.setup).add_class("page")
        yield Static(id="ahead", markup=False)
        yield KeyFooter(compact=True)

    def on_mount(self) -> None:
        self._show_calendar()
        if self.match.table is not None and not self.looking:
            self.set_interval(LOOKS_EVERY, partial(self._look_again, self.match.table))
        elif self.match.looking and not self.looking:
            self.heat.games.follow(self, self.match)

    async def reword(self) -> None:
        await super().reword()
        self._show_calendar()

    def _show_calendar(self) -> None:
        """Show the calendar with the current or the next race highlighted."""
        season = self.season
        coming = min(season.index + season.race.over, len(season.setup.calendar) - 1)
        self.query_one(CalendarView).follow(season, self.match.view(None), coming)

    def tell_of(self, table: SharedMatch) -> None:
        """Take a watcher along once the others have begun the next race; otherwise, report as other pages do."""
        if table.behind and not table.here and self.is_current:
            self.action_next_race() if table.rests else self.action_keep_upgrade()
        else:
            super().tell_of(table)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        resting = self.match.between_races and not (self.looking or self.match.looking)
        match action:
            case "next_race":
                return resting and self.match.rests and bool(self.match.here or self.match.table is None)
            case "keep_upgrade":
                return resting and not self.match.rests
            case "again":
                return self.season.over and self.match.table is not None and may_race_again(self.match.table)
            case "to_title":
                return self.season.over
            case "race_result" | "log":
                return self.season.race.over
            case "replay":
                return bool(self.season.results)
            case "season":
                return self.looking
        return super().check_action(action, parameters)

    def action_next_race(self) -> None:
        try:
            self.match.next_race()
        except IllegalAction as error:
            self.notify(refusal(error.refusal), severity="error", markup=False)
            return
        if not self.match.rests:  # the match still rests if a shared table could not be reached, or had moved on
            self.heat.games.open(self.match)
        elif self.match.table is not None and self.match.table.trouble is not None:
            self.notify(self.match.table.trouble, severity="error", markup=False)

    def action_keep_upgrade(self) -> None:
        """Ask everybody which upgrade to keep for the next year of the career."""
        self.heat.games.open_race(self.match)

    def action_export(self) -> None:
        from heat_tui.tui.dialogs import ask_for_standings

        ask_for_standings(self.app, self.match)

    def action_replay(self) -> None:
        """Replay the highlighted race or, if it is not over, the latest finished one."""
        from heat_tui.game.telling.replay import Replay

        chosen = self.query_one(CalendarView).index + 1
        number = chosen if chosen <= len(self.season.results) else None
        self.attempt(lambda: self.heat.show_replay(self.match, Replay.of(self.match, number)))

    def action_figures(self) -> None:
        """Show the figures of the highlighted race, or of the nearest race that has begun and is known."""
        self.heat.show_figures(self.match, self.query_one(CalendarView).index + 1)

    def action_race_result(self) -> None:
        self.heat.games.open_result(self.match)

    def action_season(self) -> None:
        """Close the screen when the key that opened it is pressed again."""
        self.action_back()


def headline(season: Season) -> str:
    """Return the name of the season with its leader or champion; in the first race, with the number of the race."""
    title, sheet, races = season_title(season.setup.title), season.race.rules.sheet, len(season.setup.calendar)
    if not season.results:
        return _("{season}: race {number} of {races}").format(season=title, number=season.index + 1, races=races)
    leader = season.standings[0]
    points = season.points[leader]
    if season.over:
        words = ngettext(
            "{season}: {name} is the champion with {points} point",
            "{season}: {name} is the champion with {points} points",
            points,
        )
        return words.format(season=title, name=car_name(sheet, leader), points=points)
    words = ngettext(
        "{season} after {number} of {races} races: {name} leads with {points} point",
        "{season} after {number} of {races} races: {name} leads with {points} points",
        points,
    )
    return words.format(
        season=title, number=len(season.results), races=races, name=car_name(sheet, leader), points=points
    )


_INDENT, _LEAST_CARDS = 5, 20


class Garages(Lines):
    """A paragraph for each driver, with the upgrades and the number of Sponsorships, both public (K1)."""

    def __init__(self, view: SeatView) -> None:
        """Show the garages of a season's race; `view` is the public view."""
        super().__init__()
        self.view = view

    def lines(self, width: int) -> Iterator[Text]:
        garage, shown = self.view.part(GarageShown), self.view.part(ChampionshipShown)
        if garage is None or shown is None:
            return
        title = _("Upgrades and Sponsorships; only the driver knows which Sponsorships they are.")
        yield from (Text(line, "dim") for line in wrapped(title, max(width, _LEAST_CARDS)))
        for seat, owned in enumerate(garage.owned):
            badge = look_of(self).badge(self.view.sheet, seat)
            head = Text.assemble(badge, "  ", (car_name(self.view.sheet, seat), "bold"))
            if shown.held[seat]:
                head.append("  " + sponsorships_words(shown.held[seat]), Style(bold=True))
            yield head
            cards = row([held(card_with_signs(card)) for card in owned]) if owned else _("no upgrades yet")
            for line in wrapped(cards, max(width - _INDENT, _LEAST_CARDS)):
                yield Text(" " * _INDENT + line)


_PLACE, _BADGE, _FIGURE, _NARROW, _RACE = 3, 4, 7, 3, 4
_LEAST_NAME, _MOST_NAME = 12, 26
_LEAST_BAR: Final = 10
_FEW: Final = 5
_SHADE: Final = 0.35
"""The share of black or white that is mixed into every second race of a bar."""

_MARKS: Final = (("█", "▒"), ("#", "="))
"""The signs of odd and of even races: first without colours, then in ASCII."""


class SeasonLines(Lines):
    """Lines about the standings of a season."""

    def __init__(self, season: Season) -> None:
        super().__init__()
        self.season = season


class SeasonTable(SeasonLines):
    """A row for each car from first to last: points, wins, and the points from each race, the winner's highlighted."""

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
        for each in season_rows(season):
            line = self._driver(each.place, each.car, name)
            line.append(f"{each.points:>{_FIGURE}}", Style(bold=True))
            line.append(f"{each.wins or '-':>{_FIGURE}} ", Style(dim=not each.wins))
            for race in each.races:
                won, points = race.finished and race.place == 1, str(race.points)
                line.append(" " * (column - len(points)))
                line.append(points, Style(bold=won, underline=won, dim=not race.points))
            line.append(" " * column * (races - len(season.results)))
            yield line

    def _driver(self, place: int, car: int, name: int) -> Text:
        sheet, look = self.season.race.rules.sheet, look_of(self)
        style = Style(bold=place == 1 and bool(self.season.results))
        line = Text(f"{place:<{_PLACE}}", style)
        line.append(*look.badge(sheet, car))
        return line.append("  " + look.to_left(car_name_within(sheet, car, name), name), style)


class PointsChart(SeasonLines):
    """A bar for each car, with a part for each finished race, numbered if wide enough; every second part is shaded."""

    def lines(self, width: int) -> Iterator[Text]:
        season, look = self.season, look_of(self)
        yield from self.wrapped(_("The points from each race, with the race's number."), width, "dim")
        room = max(width - _PLACE - _BADGE - 4, _LEAST_BAR)
        for car in season.standings:
            colour = season.race.rules.sheet.entries[car].colour
            line = Text.assemble(" " * _PLACE, (f" {car + 1} ", look.car_style(colour)), "  ")
            widths = bar([each.points[car] for each in season.results], max(1, *season.points), room)
            for race, columns in enumerate(widths, start=1):
                line.append_text(_drawn(race, columns, colour, look))
            line.append(f" {season.points[car]}", Style(bold=True))
            yield line


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
    """The list of a calendar's races; it posts a message when it is resized, possibly after the calendar."""

    class Resized(Message):
        """The list has a new size, for which its rows have to be written again."""

    def on_resize(self) -> None:
        self.post_message(self.Resized())


class CalendarView(Container):
    """The list of races, the map of the highlighted race and, if `cards`, its card."""

    def __init__(self, setup: SeasonSetup, *, cards: bool = True) -> None:
        super().__init__(id="calendar")
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
        """The index of the highlighted race, from 0, within the calendar; 0 if none is highlighted."""
        return min(self.query_one(LookingList).highlighted or 0, len(self.setup.calendar) - 1)

    def plan(self, setup: SeasonSetup) -> None:
        """Show the calendar of a season that has not begun, keeping the highlighted race."""
        self.setup = setup
        self._fill(self.index)

    def follow(self, season: Season, view: SeatView, index: int) -> None:
        """Show the calendar of a season that has begun, with race `index` highlighted; `view` is a spectator's."""
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
            listed.highlighted = index
        self._show()

    def _line(self, index: int, race: SeasonRace) -> Text:
        """Return a race's line, in two rows if necessary: its mark, if any, then number, track, and event or winner."""
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
        return calendar_card(self.setup, self.index)

    def _scene(self) -> Scene:
        """Return the scene of the highlighted race: track, press corners and, in the current race, road conditions."""
        if self._season is not None and self._view is not None and self.index == self._season.index:
            return replace(scene_of(self._view), cars=())
        race = self.setup.calendar[self.index]
        return replace(printed_scene(race.track), press=press_corners(race.track, EVENTS[race.event]))


def _winner(season: Season, result: RaceResult, room: int) -> str:
    """Return "won by" and the winner of a race, the name alone if that does not fit, or "nobody finished"."""
    if not result.finished:
        return _("nobody finished")
    name = car_name(season.race.rules.sheet, result.order[0])
    words = _("won by {name}").format(name=name)
    return words if cell_len(words) <= room else name
