"""Setting up a season."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import Button, Footer, Static

from heat_tui.engine.refusal import IllegalSetup
from heat_tui.files.last_setup import load_last_setup
from heat_tui.language import _
from heat_tui.prose.refusals import refusal
from heat_tui.table.season_form import (
    SeasonForm,
    barred_in_season,
    calendar_of,
    drawn,
    proposed_season,
    season_faults,
    season_of,
    season_summary,
    with_event,
    with_track,
)
from heat_tui.table.season_wishes import CUSTOM, SeasonWishes
from heat_tui.table.wishes import BadWishes
from heat_tui.tui.keymap import bound
from heat_tui.tui.screens.set_up import SetUpScreen
from heat_tui.tui.widgets.menu_chooser import Offer, Tabs
from heat_tui.tui.widgets.menu_list import LookingList
from heat_tui.tui.widgets.menu_race_drivers import DriversPart
from heat_tui.tui.widgets.menu_season_races import RacesPart
from heat_tui.tui.widgets.menu_season_rules import SeasonRulesPart

PARTS: Final = {"races": "title", "drivers": "name-1", "rules": "level"}


class NewSeasonScreen(SetUpScreen):
    """Season, drivers and rules: side by side where there is room, one after the other where there is not.

    What `wishes` settle is filled in; nothing starts while something is wrong.
    """

    help_topic = "new-season"
    begins = PARTS
    BINDINGS: ClassVar[list[BindingType]] = bound("start-season", "part-next", "part-previous")
    DEFAULT_CSS = """
    NewSeasonScreen RacesPart { width: 1fr; }
    NewSeasonScreen.-roomy DriversPart { height: auto; max-height: 60%; }
    NewSeasonScreen.-roomy SeasonRulesPart { margin-top: 1; }
    NewSeasonScreen.-roomy CalendarView { grid-size: 1 2; grid-columns: 1fr; grid-rows: auto 1fr; }
    NewSeasonScreen.-roomy CalendarView #calendar-left { height: auto; padding-bottom: 1; }
    NewSeasonScreen.-roomy RacesPart .line { height: auto; layout: vertical; }
    NewSeasonScreen.-roomy RacesPart.-custom .line.custom { height: auto; layout: vertical; }
    NewSeasonScreen #note { min-height: 2; max-height: 4; }
    """

    def __init__(self, wishes: SeasonWishes | None = None, *, open_table: bool = False) -> None:
        super().__init__()
        self._wishes = wishes
        self._open_table = open_table
        self._last, self._problem = load_last_setup()
        self._form = proposed_season(self._last, None, memory_aid=True)
        self._calendar = calendar_of(self._form)

    def compose(self) -> ComposeResult:
        form = self._form = self._first_form()
        self._calendar = calendar_of(form)
        seed = "" if self._wishes is None or self._wishes.seed is None else str(self._wishes.seed)
        yield Static(id="summary", markup=False)
        yield Tabs([Offer(*each) for each in zip(PARTS, _part_names(), strict=True)], self._part, id="tabs")
        with Horizontal(id="parts"):
            yield RacesPart(form, self._calendar)
            with Vertical(id="right"):
                yield DriversPart(form.seats, form.legends)
                yield SeasonRulesPart(form, seed=seed)
        yield Static(id="note", markup=False)
        with Horizontal(id="buttons"):
            yield Button(_("Start the season"), compact=True, variant="success", id="start")
        yield Footer(show_command_palette=False)

    def action_start(self) -> None:
        """Race, if nothing is wrong."""
        self._changed()
        if self._faults.first is not None:
            return
        try:
            setup = season_of(self._form, self._rules.seed)
            controllers = [seat.controller for seat in self._form.seats]
            self.heat.start_season(setup, controllers, open_table=self._form.open_table)
        except BadWishes as reason:
            self._tell(str(reason), wrong=True)
        except IllegalSetup as error:
            self._tell(refusal(error.refusal), wrong=True)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Start."""
        event.stop()
        self.action_start()

    def on_races_part_title_chosen(self, event: RacesPart.TitleChosen) -> None:
        """Another season."""
        event.stop()
        self._take(replace(self._form, title=event.title))

    def on_races_part_races_chosen(self, event: RacesPart.RacesChosen) -> None:
        """Another number of races, or other races."""
        event.stop()
        self._draw(event.races, keep=not event.anew)

    def on_races_part_race_changed(self, event: RacesPart.RaceChanged) -> None:
        """Another track or event for a race."""
        event.stop()
        form = self._form
        if event.track is not None:
            form = with_track(form, event.index, event.track)
        if event.event is not None:
            form = with_event(form, event.index, event.event)
        self._take(form)

    def on_races_part_highlighted(self, event: RacesPart.Highlighted) -> None:
        """Say what is special about the race."""
        event.stop()
        self._show_note()

    def on_season_rules_part_changed(self) -> None:
        """Cards, laps, options or the seed; other sets have other tracks and events."""
        before = self._form.sets
        self._changed()
        if self._form.sets != before and self._form.title == CUSTOM:
            self._draw(self._form.races, keep=False)

    @property
    def _rules(self) -> SeasonRulesPart:
        return self.query_one(SeasonRulesPart)

    def _first_form(self) -> SeasonForm:
        memory_aid = self.heat.settings.memory_aid
        try:
            form = proposed_season(self._last, self._wishes, memory_aid=memory_aid)
            calendar_of(form)
        except BadWishes as reason:
            self._problem = str(reason)
            form = proposed_season(self._last, None, memory_aid=memory_aid)
        return replace(form, open_table=True) if self._open_table else form

    def _draw(self, races: int, *, keep: bool) -> None:
        try:
            form = drawn(self._form, races=races, keep=keep)
        except BadWishes as reason:
            self.query_one(RacesPart).show(self._form, self._calendar)
            self._tell(str(reason), wrong=True)
            return
        self._take(form)

    def _take(self, form: SeasonForm) -> None:
        """Show another season or calendar."""
        self._form, self._calendar = form, calendar_of(form)
        self.query_one(RacesPart).show(form, self._calendar)
        self._changed()

    def _changed(self) -> None:
        """Gather what is filled in, and say what it makes or what is wrong with it."""
        drivers = self._drivers
        form = replace(self._rules.applied(self._form), seats=drivers.seats, legends=drivers.legends)
        if form != self._form:
            self._form, self._calendar = form, calendar_of(form)
            self.query_one(RacesPart).show(form, self._calendar)
        self._faults = season_faults(self._form, self._rules.seed)
        drivers.show_faults(self._faults.seats)
        self._rules.show_fault(self._faults.seed)
        self._rules.show_barred(barred_in_season(self._form, self._calendar))
        summary = season_summary(self._form, self._calendar)
        self.query_one("#summary", Static).update(_("New season: {season}").format(season=summary))
        self.query_one("#start", Button).disabled = self._faults.first is not None
        self._show_note()
        self.refresh_bindings()

    def _hint(self) -> str:
        """Of the list of races, what is special about the race."""
        return self.query_one(RacesPart).hint if isinstance(self.focused, LookingList) else super()._hint()

    def _widgets(self) -> Mapping[str, Widget]:
        return {"races": self.query_one(RacesPart), "drivers": self._drivers, "rules": self._rules}


def _part_names() -> tuple[str, str, str]:
    return _("Season"), _("Drivers"), _("Rules")
