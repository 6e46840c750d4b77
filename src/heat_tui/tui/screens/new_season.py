"""Setting up a season."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar, Final

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.events import DescendantFocus, Resize
from textual.widgets import Button, Footer, Static

from heat_tui.engine.refusal import IllegalSetup
from heat_tui.files.last_setup import load_last_setup
from heat_tui.language import _
from heat_tui.prose.refusals import refusal
from heat_tui.table.race_form import Faults
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
from heat_tui.tui.screens.form import FormScreen
from heat_tui.tui.screens.new_race import ROOMY_HEIGHT, ROOMY_WIDTH
from heat_tui.tui.widgets.menu_chooser import Chooser, Offer, Tabs
from heat_tui.tui.widgets.menu_list import LookingList
from heat_tui.tui.widgets.menu_race_drivers import DriversPart
from heat_tui.tui.widgets.menu_season_races import RacesPart
from heat_tui.tui.widgets.menu_season_rules import SeasonRulesPart

PARTS: Final = ("races", "drivers", "rules")


class NewSeasonScreen(FormScreen[None]):
    """Season, drivers and rules: side by side where there is room, one after the other where there is not.

    What `wishes` settle is filled in; nothing starts while something is wrong.
    """

    help_topic = "new-season"
    BINDINGS: ClassVar[list[BindingType]] = bound("start-season", "part-next", "part-previous")
    DEFAULT_CSS = """
    NewSeasonScreen #summary { height: 1; width: 1fr; background: $primary; color: $text; text-style: bold;
        padding: 0 1; text-wrap: nowrap; text-overflow: ellipsis; }
    NewSeasonScreen #parts { height: 1fr; margin-top: 1; }
    NewSeasonScreen #right { height: 1fr; width: 1fr; }
    NewSeasonScreen RacesPart { width: 1fr; }
    NewSeasonScreen.-roomy Tabs { display: none; }
    NewSeasonScreen.-roomy #right { width: 68; }
    NewSeasonScreen.-roomy DriversPart { height: auto; max-height: 60%; }
    NewSeasonScreen.-roomy SeasonRulesPart { margin-top: 1; }
    NewSeasonScreen.-roomy CalendarView { grid-size: 1 2; grid-columns: 1fr; grid-rows: auto 1fr; }
    NewSeasonScreen.-roomy CalendarView #calendar-left { height: auto; padding-bottom: 1; }
    NewSeasonScreen.-roomy RacesPart .line { height: auto; layout: vertical; }
    NewSeasonScreen.-roomy RacesPart.-custom .line.custom { height: auto; layout: vertical; }
    NewSeasonScreen.-roomy.-vast #right { width: 76; }
    NewSeasonScreen .-away { display: none; }
    NewSeasonScreen.-roomy .-away { display: block; }
    NewSeasonScreen #note { height: auto; min-height: 2; max-height: 4; width: 1fr; padding: 0 1;
        color: $text-muted; }
    NewSeasonScreen #note.-wrong { color: $text-error; }
    NewSeasonScreen #buttons { height: 1; padding: 0 1; }
    NewSeasonScreen #buttons Button { margin-right: 2; }
    """

    def __init__(self, wishes: SeasonWishes | None = None, *, open_table: bool = False) -> None:
        super().__init__()
        self._wishes = wishes
        self._open_table = open_table
        self._last, self._problem = load_last_setup()
        self._faults = Faults()
        self._part = PARTS[0]
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

    def on_mount(self) -> None:
        """Begin with the choice of the season."""
        if self._problem is not None:
            self.notify(self._problem, severity="warning", timeout=15, markup=False)
        self._show_part()
        self.query_one("#title").focus()
        self._changed()

    def on_resize(self, event: Resize) -> None:
        """Show all parts at once where they fit."""
        self.set_class(event.size.width >= ROOMY_WIDTH and event.size.height >= ROOMY_HEIGHT, "-roomy")
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """There is nothing to turn over where all parts are in sight."""
        if action == "part":
            return not self.has_class("-roomy")
        if action == "start":
            return True if self._faults.first is None else None
        return super().check_action(action, parameters)

    def action_part(self, step: int) -> None:
        """Turn to another part."""
        part = PARTS[(PARTS.index(self._part) + step) % len(PARTS)]
        self._turn_to(part)
        self.query_one({"drivers": "#name-1", "rules": "#level"}.get(part, "#title")).focus()

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

    def on_drivers_part_changed(self) -> None:
        """Seats or Legends."""
        self._changed()

    def on_season_rules_part_changed(self) -> None:
        """Cards, laps, options or the seed; other sets have other tracks and events."""
        before = self._form.sets
        self._changed()
        if self._form.sets != before and self._form.title == CUSTOM:
            self._draw(self._form.races, keep=False)

    def on_chooser_changed(self, event: Chooser.Changed) -> None:
        """The tabs: another part."""
        event.stop()
        self._turn_to(str(event.chooser.value))

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """Explain what has the focus."""
        self._show_note()

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
        drivers = self.query_one(DriversPart)
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

    def _show_note(self) -> None:
        fault = self._faults.first
        if fault is not None:
            self._tell(_("Not yet: {reason}").format(reason=fault), wrong=True)
            return
        here = self.focused
        hint = self.query_one(RacesPart).hint if isinstance(here, LookingList) else getattr(here, "hint", "")
        self._tell(hint or _("Everything is ready."), wrong=False)

    def _tell(self, sentence: str, *, wrong: bool) -> None:
        note = self.query_one("#note", Static)
        note.update(Text(sentence))
        note.set_class(wrong, "-wrong")

    def _turn_to(self, part: str) -> None:
        self._part = part
        self._show_part()

    def _show_part(self) -> None:
        self.query_one(Tabs).value = self._part
        self.query_one(RacesPart).set_class(self._part != "races", "-away")
        self.query_one(DriversPart).set_class(self._part != "drivers", "-away")
        self._rules.set_class(self._part != "rules", "-away")
        self.query_one("#right").set_class(self._part == "races", "-away")


def _part_names() -> tuple[str, str, str]:
    return _("Season"), _("Drivers"), _("Rules")
