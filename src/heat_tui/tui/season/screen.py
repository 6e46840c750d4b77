"""The standings of a season: table and chart, calendar, garages. The game pauses here between two races (E13)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Final

from rich.style import Style
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll

from heat_tui.engine.record import IllegalAction
from heat_tui.engine.view import SeatView
from heat_tui.game.table.match import Match
from heat_tui.language import _, ngettext, row
from heat_tui.modules.championship.season import Season
from heat_tui.modules.championship.state import championship_of
from heat_tui.modules.championship.words import season_title, sponsorships_words
from heat_tui.modules.garage.words import garage_of
from heat_tui.store.locks import LOOKS_EVERY
from heat_tui.tui.destinations import ToFigures, ToReplay
from heat_tui.tui.keymap import bound
from heat_tui.tui.lists import Heading, KeyFooter, Lines
from heat_tui.tui.look import keys_of, look_of, styles
from heat_tui.tui.pages import PagedScreen, page_tabs
from heat_tui.tui.race.results import Podium
from heat_tui.tui.season.tables import CalendarView, PointsChart, SeasonTable
from heat_tui.typesetting import wrapped
from heat_tui.words.cards import card_with_signs
from heat_tui.words.names import car_name
from heat_tui.words.refusals import refusal

if TYPE_CHECKING:
    from heat_tui.game.table.shared import SharedMatch


class SeasonScreen(PagedScreen):
    """Standings, calendar and garages, in tabs or all at once.

    Between two races Enter begins the next one; between two years of a career, the upgrades to keep come first. Opened
    from a race, the screen is read-only.
    """

    help_topic = "season"
    CSS_PATH = styles("pages", "race/results", "season/season")
    focused_at_once = "#calendar-races"
    BINDINGS = (
        bound("next-race", "keep-upgrade", "title")
        + bound("read-on", shown=True)
        + bound("race-result", "replay", "figures", "log", "export", "read-back")
        + bound("season", shown=False)
        + bound("back")
    )

    def __init__(self, match: Match, *, looking: bool = False) -> None:
        """Show the season of a match; `looking` says that it was opened from a race."""
        super().__init__(match)
        assert match.season is not None
        self.looking = looking
        self._told = False
        self.season: Season = match.season

    def compose(self) -> ComposeResult:
        season = self.season
        yield Heading()
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
            yield CalendarView(season.setup, id="calendar").add_class("page")
        yield KeyFooter(compact=True)

    def on_mount(self) -> None:
        """Show the next race in the calendar."""
        season = self.season
        coming = min(season.index + season.race.over, len(season.setup.calendar) - 1)
        self.query_one(CalendarView).follow(season, self.match.view(None), coming)
        self.query_one(Heading).update(headline(season))
        if self.match.table is not None and not self.looking:
            self.set_interval(LOOKS_EVERY, partial(self._look_again, self.match.table))

    def _look_again(self, match: SharedMatch) -> None:
        """Hear what others at a shared table did; a watcher follows them into the next race, and others are told."""
        if match.poll():
            self.refresh_bindings()
        if match.behind and not match.here and self.is_current:
            self.action_next_race() if match.rests else self.action_keep_upgrade()
        elif match.behind and not self._told:
            self._told = True
            words = _("The others have begun the next race; {next_race} takes you there.").format(**keys_of(self))
            self.notify(words, timeout=30, markup=False)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        resting = self.match.between_races and not (self.looking or self.match.looking)
        match action:
            case "next_race":
                return resting and self.match.rests and bool(self.match.here or self.match.table is None)
            case "keep_upgrade":
                return resting and not self.match.rests
            case "to_title":
                return self.season.over
            case "race_result" | "log":
                return self.season.race.over
            case "replay":
                return bool(self.season.results)
            case "season":
                return self.looking
        return super().check_action(action, parameters)

    @on(CalendarView.Highlighted)
    def _follow(self) -> None:
        self.offer_to_scroll()

    def action_next_race(self) -> None:
        try:
            self.match.next_race()
        except IllegalAction as error:
            self.notify(refusal(error.refusal), severity="error", markup=False)
            return
        if not self.match.rests:  # else a shared table could not be reached
            self.heat.games.open(self.match)

    def action_keep_upgrade(self) -> None:
        """Ask everybody which upgrade to keep for the next year of the career."""
        self.heat.games.open_race(self.match)

    def action_export(self) -> None:
        from heat_tui.tui.dialogs import ask_for_standings

        ask_for_standings(self.app, self.match)

    def action_replay(self) -> None:
        """Replay the highlighted race of the calendar, or the latest race if the highlighted one is not over."""
        from heat_tui.game.telling.replay import Replay
        from heat_tui.store.schema import Refused

        chosen = self.query_one(CalendarView).index + 1
        number = chosen if chosen <= len(self.season.results) else None
        try:
            replay = Replay.of(self.match, number)
        except Refused as reason:
            self.notify(str(reason), severity="error", markup=False)
        else:
            self.heat.go(ToReplay(self.match, replay))

    def action_figures(self) -> None:
        """Show the figures of the highlighted race, or of the latest race if the highlighted one has not begun."""
        self.heat.go(ToFigures(self.match, self.query_one(CalendarView).index + 1))

    def action_race_result(self) -> None:
        self.heat.games.open_result(self.match)

    def action_season(self) -> None:
        """Close the screen with the key that opened it."""
        self.action_back()


def headline(season: Season) -> str:
    """Return the name of the season and its leader or champion."""
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


_INDENT, _LEAST = 5, 20
_HELD: Final = "\ue000"
"""Stands for a blank within a card, where lines must not break."""


class Garages(Lines):
    """A paragraph on the upgrades of each driver; all of it is public (K1)."""

    def __init__(self, view: SeatView) -> None:
        """Show the garages of a season's race; `view` is the public view."""
        super().__init__()
        self.view = view

    def lines(self, width: int) -> Iterator[Text]:
        garage, shown = garage_of(self.view), championship_of(self.view)
        if garage is None or shown is None:
            return
        title = _("Upgrades and Sponsorships; only the driver knows which Sponsorships they are.")
        yield from (Text(line, "dim") for line in wrapped(title, max(width, _LEAST)))
        for seat, owned in enumerate(garage.owned):
            badge = look_of(self).badge(self.view.sheet, seat)
            head = Text.assemble(badge, "  ", (car_name(self.view.sheet, seat), "bold"))
            if shown.held[seat]:
                head.append("  " + sponsorships_words(shown.held[seat]), Style(bold=True))
            yield head
            whole = [card_with_signs(card).replace(" ", _HELD) for card in owned]
            cards = row(whole) if owned else _("no upgrades yet")
            for line in wrapped(cards, max(width - _INDENT, _LEAST)):
                yield Text(" " * _INDENT + line.replace(_HELD, " "))
