"""Setting up a season."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextlib import suppress
from dataclasses import replace
from typing import Final

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Button

from heat_tui.game.setup import season_options
from heat_tui.game.setup.options import CUSTOM, SEASON, SEASON_FORM, SEASONS, Options
from heat_tui.language import N_, NC_, _
from heat_tui.modules.championship.calendar import MOST_RACES
from heat_tui.modules.championship.season import SeasonSetup
from heat_tui.modules.championship.words import event_title, season_title
from heat_tui.store.schema import Option, Refused
from heat_tui.tui.keymap import bound
from heat_tui.tui.lists import LookingList, Note
from heat_tui.tui.season import CalendarView
from heat_tui.tui.setup.fields import LineSelect, line
from heat_tui.tui.setup.screen import SetUpScreen
from heat_tui.words.formatter import sentences


class NewSeasonScreen(SetUpScreen):
    """Season, drivers and rules: side by side if there is room, otherwise in tabs."""

    help_topic = "new-season"
    parts = {  # noqa: RUF012 - the base class declares it
        "races": (N_("Season"), "title"),
        "drivers": (N_("Drivers"), "name-1"),
        "rules": (N_("Rules"), "garage"),
    }
    buttons = {"start": N_("Start the season")}  # noqa: RUF012
    first_form = staticmethod(season_options.first_season_form)
    rows = SEASON_FORM
    BINDINGS = bound("start-season", "part-next", "part-previous")

    def _pressed(self, button: str) -> None:
        self._draw(len(self._form.events), keep=False)

    def on_option_list_option_highlighted(self) -> None:
        self._show_note()

    @property
    def _races(self) -> RacesPart:
        return self.query_one(RacesPart)

    def _first_part(self) -> RacesPart:
        self._calendar = season_options.season_preview(self._form)
        return RacesPart(self._form, self._calendar)

    def _gathered(self, form: Options) -> Options:
        if form != self._form:
            with suppress(Refused):  # `form_errors` gives the reason
                self._calendar = season_options.season_preview(form)
                self._races.show(form, self._calendar)
        return form

    def _show(self) -> str:
        self._rules.show_barred(season_options.barred_in_season(self._form, self._calendar.calendar))
        return season_options.season_summary(self._form, self._calendar)

    def _chosen(self, name: str, value: Hashable) -> None:
        """Apply another season, number of races, track, event or option; new sets redraw a custom calendar."""
        form, index = self._form, self._races.calendar.index
        match name:
            case "title":
                self._take(lambda: replace(form, season=str(value)))
            case "races":
                self._draw(int(str(value)), keep=True)
            case "race-track":
                self._take(lambda: season_options.with_track(form, index, str(value)))
            case "race-event":
                self._take(lambda: season_options.with_event(form, index, int(str(value))))
            case _:
                self._changed()
                if name == "sets" and form.season == CUSTOM:
                    self._draw(len(form.events), keep=False)

    def _draw(self, races: int, *, keep: bool) -> None:
        self._take(lambda: season_options.drawn(self._form, races=races, keep=keep))

    def _take(self, changed: Callable[[], Options]) -> None:
        """Show the changed form and its calendar; if either is refused, say why and keep the old ones."""
        try:
            form = changed()
            calendar = season_options.season_preview(form)
        except Refused as reason:
            self._races.show(self._form, self._calendar)
            self.query_one(Note).say(str(reason), wrong=True)
            return
        self._form, self._calendar = form, calendar
        self._races.show(form, calendar)
        self._changed()

    def _hint(self) -> str:
        """Return the hint of the field with the focus; in the list of races, the card of the highlighted race."""
        return self._races.hint if isinstance(self.focused, LookingList) else super()._hint()


_RACES: Final = Option(
    name="races",
    label=NC_("how many", "Races"),
    hint=N_("The number of races. Those you add are drawn at random; tracks return once all have had a race."),
    choices={races: str(races) for races in range(1, MOST_RACES + 1)},
)
_TRACK: Final = Option(name="race-track", label=N_("Track"), hint=N_("The track of the highlighted race."))
_EVENT: Final = Option(
    name="race-event",
    label=N_("Event"),
    hint=N_("The event of the highlighted race. If another race has that event, the two races swap events."),
)


class RacesPart(Vertical):
    """The season and its calendar; in a custom season, also fields for the number of races and the highlighted race."""

    def __init__(self, form: Options, calendar: SeasonSetup) -> None:
        super().__init__(id="races-part")
        self._form = form
        self._calendar = calendar

    def compose(self) -> ComposeResult:
        form = self._form
        with Horizontal(classes="line"):
            titles = {title: season_title(title) for title in SEASONS}
            yield line(replace(SEASON["season"], name="title", choices=titles), form.season)
            yield line(_RACES, len(form.events)).add_class("custom")
            yield Button(_("New draw"), compact=True, id="draw", classes="custom")
        yield CalendarView(self._calendar, cards=False)
        with Horizontal(classes="line custom"):
            yield line(_TRACK, form.tracks[0])
            yield line(_EVENT, form.events[0])

    def on_mount(self) -> None:
        self.show(self._form, self._calendar)

    @property
    def calendar(self) -> CalendarView:
        return self.query_one(CalendarView)

    @property
    def hint(self) -> str:
        """The card of the highlighted race, as one paragraph."""
        return sentences(*self.calendar.words())

    def show(self, form: Options, calendar: SeasonSetup) -> None:
        self._form, self._calendar = form, calendar
        self.set_class(form.season == CUSTOM, "-custom")
        self.query_one("#title", LineSelect).value = form.season
        self.query_one("#races", LineSelect).value = len(form.events)
        self.calendar.plan(calendar)
        self._show_race()

    def on_option_list_option_highlighted(self) -> None:
        self._show_race()

    def _show_race(self) -> None:
        form, index = self._form, self.calendar.index
        if form.season != CUSTOM or index >= len(form.events):
            return
        try:
            tracks = season_options.track_choices(form).items()
            events = [(number, event_title(number)) for number in season_options.event_choices(form)]
        except Refused as reason:  # the file of a chosen track has vanished
            self.notify(str(reason), severity="error", markup=False)
            return
        self.query_one("#race-track", LineSelect).offer(tracks, form.tracks[index])
        self.query_one("#race-event", LineSelect).offer(events, form.events[index])
