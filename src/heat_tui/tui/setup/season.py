"""Setting up a season."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar, Final, TypeVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Button, Footer, Input, Static

from heat_tui.engine.record import IllegalSetup
from heat_tui.engine.setup import MOST_LAPS
from heat_tui.game.presets import level_name
from heat_tui.game.race_form import sets_name
from heat_tui.game.season_form import (
    SeasonForm,
    barred_in_season,
    calendar_of,
    drawn,
    event_choices,
    proposed_season,
    season_faults,
    season_of,
    season_summary,
    track_choices,
    with_event,
    with_track,
)
from heat_tui.game.season_wishes import CUSTOM, SEASON_LEVELS, SeasonWishes
from heat_tui.game.wishes import BadWishes
from heat_tui.language import _
from heat_tui.modules.championship import MOST_RACES, TITLES, SeasonSetup
from heat_tui.modules.championship.words import event_title, season_title
from heat_tui.modules.legends import MOST_PRO
from heat_tui.store.last_setup import load_last_setup
from heat_tui.tui.keymap import bound
from heat_tui.tui.lists import LookingList
from heat_tui.tui.season.tables import CalendarView
from heat_tui.tui.setup.drivers import DriversPart
from heat_tui.tui.setup.fields import Chooser, Field, Offer, Tabs, switch
from heat_tui.tui.setup.race import LABEL, SET_CHOICES
from heat_tui.tui.setup.screen import SetUpScreen
from heat_tui.words.refusals import refusal

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


class RacesPart(Vertical):
    """The season above its calendar; in a custom season the highlighted race can be changed below."""

    DEFAULT_CSS = """
    RacesPart { height: 1fr; }
    RacesPart .line { height: 1; padding: 0 1; }
    RacesPart .line Chooser { margin-right: 3; }
    RacesPart .line Button { min-width: 14; }
    RacesPart CalendarView { margin-top: 1; }
    RacesPart .custom { display: none; }
    RacesPart.-custom .custom { display: block; }
    RacesPart.-custom .line.custom { display: block; layout: horizontal; }
    """

    class TitleChosen(Message):
        """Another season was chosen."""

        def __init__(self, title: str) -> None:
            super().__init__()
            self.title = title

    class RacesChosen(Message):
        """A custom season is to have so many races; with `anew`, all of them drawn by lot."""

        def __init__(self, races: int, *, anew: bool) -> None:
            super().__init__()
            self.races = races
            self.anew = anew

    class RaceChanged(Message):
        """Another track or another event was chosen for a race, from 0."""

        def __init__(self, index: int, *, track: str | None = None, event: int | None = None) -> None:
            super().__init__()
            self.index = index
            self.track = track
            self.event = event

    class Highlighted(Message):
        """Another race is highlighted."""

    def __init__(self, form: SeasonForm, calendar: SeasonSetup) -> None:
        super().__init__(id="races-part")
        self._form = form
        self._calendar = calendar

    def compose(self) -> ComposeResult:
        form = self._form
        with Horizontal(classes="line"):
            yield Chooser(
                [Offer(title, season_title(title)) for title in TITLES],
                form.title,
                label=_("Season"),
                hint=_("A year with its own tracks and events, a season of your own, or three years in a row."),
                id="title",
            )
            yield Chooser(
                [Offer(races, str(races)) for races in range(1, MOST_RACES + 1)],
                form.races,
                label=_("Races"),
                hint=_("How many races the season has; those that are added are drawn by lot."),
                id="races",
                classes="custom",
            )
            yield Button(_("Draw anew"), compact=True, id="draw", classes="custom")
        yield CalendarView(self._calendar, cards=False, id="calendar")
        with Horizontal(classes="line custom"):
            yield Chooser(
                [Offer(form.tracks[0], form.tracks[0])],
                form.tracks[0],
                label=_("Track"),
                hint=_("The track of the highlighted race."),
                id="race-track",
            )
            yield Chooser(
                [Offer(form.events[0], event_title(form.events[0]))],
                form.events[0],
                label=_("Event"),
                hint=_("The event of the highlighted race; a race that has it already takes the one that is left."),
                id="race-event",
            )

    def on_mount(self) -> None:
        """Show the calendar."""
        self.show(self._form, self._calendar)

    @property
    def calendar(self) -> CalendarView:
        """The races."""
        return self.query_one(CalendarView)

    @property
    def hint(self) -> str:
        """What is special about the highlighted race."""
        return " ".join(self.calendar.words())

    def show(self, form: SeasonForm, calendar: SeasonSetup) -> None:
        """Show what is filled in."""
        self._form, self._calendar = form, calendar
        self.set_class(form.title == CUSTOM, "-custom")
        self.query_one("#title", Chooser).value = form.title
        self.query_one("#races", Chooser).value = form.races
        self.calendar.plan(calendar)
        self._show_race()

    def on_calendar_view_highlighted(self, event: CalendarView.Highlighted) -> None:
        """Offer its track and event."""
        event.stop()
        self._show_race()
        self.post_message(self.Highlighted())

    def on_chooser_changed(self, event: Chooser.Changed) -> None:
        """Tell what is to be changed."""
        event.stop()
        value = event.chooser.value
        match event.chooser.id:
            case "title":
                self.post_message(self.TitleChosen(str(value)))
            case "races":
                self.post_message(self.RacesChosen(int(str(value)), anew=False))
            case "race-track":
                self.post_message(self.RaceChanged(self.calendar.index, track=str(value)))
            case _:
                self.post_message(self.RaceChanged(self.calendar.index, event=int(str(value))))

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Another calendar."""
        event.stop()
        self.post_message(self.RacesChosen(self._form.races, anew=True))

    def _show_race(self) -> None:
        form, index = self._form, self.calendar.index
        if form.title != CUSTOM or index >= form.races:
            return
        names: Mapping[str, str] = track_choices(form)
        track, event = self.query_one("#race-track", Chooser), self.query_one("#race-event", Chooser)
        track.offer([Offer(each, name) for each, name in names.items()])
        track.value = form.tracks[index]
        event.offer([Offer(number, event_title(number)) for number in event_choices(form)])
        event.value = form.events[index]


V = TypeVar("V", bound=Hashable)

SWITCHES: Final = ("tournament", "aggressive", "mulligan", "retire", "open_table", "memory_aid")


class SeasonRulesPart(Vertical):
    """What else is to be settled; every line explains itself when it has the focus."""

    DEFAULT_CSS = """
    SeasonRulesPart { height: 1fr; padding: 0 1; overflow-y: auto; }
    SeasonRulesPart .heading { height: 1; width: 1fr; color: $text-muted; text-wrap: nowrap; text-overflow: ellipsis; }
    SeasonRulesPart #seed-line { height: 1; }
    SeasonRulesPart #seed-line Static { width: 24; text-wrap: nowrap; text-overflow: ellipsis; }
    SeasonRulesPart Input { width: 24; }
    SeasonRulesPart #seed-fault { height: auto; color: $text-error; display: none; }
    SeasonRulesPart #seed-fault.-told { display: block; }
    """

    class Changed(Message):
        """Something was changed by the player."""

    def __init__(self, form: SeasonForm, *, seed: str = "") -> None:
        super().__init__(id="rules-part")
        self._form = form
        self._seed = seed

    def compose(self) -> ComposeResult:
        form = self._form
        yield Static(_("Rules"), classes="heading", markup=False)
        yield self._line(
            "level",
            [Offer(level, level_name(level)) for level in SEASON_LEVELS],
            form.level,
            _("Garage"),
            _("The upgrades of which every driver takes one before each race."),
        )
        yield self._line(
            "sets",
            [Offer(sets, _("as the season") if sets is None else sets_name(sets)) for sets in SET_CHOICES],
            form.sets,
            _("Sets in play"),
            _("Where upgrades and Sponsorships come from, and the tracks and events of a custom season."),
        )
        yield self._line("laps", _laps(form), form.laps, _("Laps"), _("How often the cars go round in every race."))
        yield self._line(
            "pro",
            [Offer(more, f"+{more}" if more else _("as printed")) for more in range(MOST_PRO + 1)],
            form.pro,
            _("Faster Legends"),
            _("Every Legend card moves the Legends so many spaces further where they go by their speed."),
        )
        yield from self._switches(form)
        with Horizontal(id="seed-line"):
            yield Static(_("Seed"), markup=False)
            yield Field(self._seed, compact=True, placeholder=_("by lot"), id="seed", max_length=30)
        yield Static(id="seed-fault", markup=False)

    def _switches(self, form: SeasonForm) -> Iterator[Widget]:
        words: Mapping[str, tuple[str, str]] = {
            "tournament": (
                _("Tournament mode"),
                _("Play cards first: their number is the gear, and the shift is paid only when your turn comes."),
            ),
            "aggressive": (
                _("Aggressive Legends"),
                _("A Legend that starts its move on a marked space before a corner may cross one more corner line."),
            ),
            "mulligan": (
                _("Mulligan"),
                _("Before the first round each driver may pay 1 Heat for another hand of cards."),
            ),
            "retire": (
                _("Retiring"),
                _("Once a car has finished, the other drivers may end their race instead of planning."),
            ),
            "open_table": (
                _("Open table"),
                _("No curtains between the drivers: everybody may see all cards."),
            ),
            "memory_aid": (
                _("Memory aid"),
                _("Odds know which cards are left in the own draw deck, as a perfect memory would."),
            ),
        }
        for name in SWITCHES:
            label, hint = words[name]
            yield Chooser(switch(), getattr(form, name), label=label, label_width=LABEL, hint=hint, id=name)

    @property
    def seed(self) -> str:
        """The seed as typed."""
        return self.query_one("#seed", Input).value

    def applied(self, form: SeasonForm) -> SeasonForm:
        """The form with what is chosen here."""
        return replace(
            form,
            level=next(level for level in SEASON_LEVELS if level == self._value("level")),
            sets=next(sets for sets in SET_CHOICES if sets == self._value("sets")),
            laps=next(each.value for each in _laps(self._form) if each.value == self._value("laps")),
            pro=int(str(self._value("pro"))),
            tournament=self._is_on("tournament"),
            aggressive=self._is_on("aggressive"),
            mulligan=self._is_on("mulligan"),
            retire=self._is_on("retire"),
            open_table=self._is_on("open_table"),
            memory_aid=self._is_on("memory_aid"),
        )

    def show_barred(self, reasons: Mapping[str, str]) -> None:
        """Grey the options that the season cannot have, and say why to whoever stops there."""
        chooser = self.query_one("#aggressive", Chooser)
        if "aggressive" in reasons:
            chooser.bar(reasons["aggressive"], instead=False)
        else:
            chooser.unbar()

    def show_fault(self, fault: str | None) -> None:
        """Say what is wrong with the seed."""
        note = self.query_one("#seed-fault", Static)
        note.update(fault or "")
        note.set_class(fault is not None, "-told")

    def on_chooser_changed(self, event: Chooser.Changed) -> None:
        """Tell."""
        event.stop()
        self.post_message(self.Changed())

    def on_input_changed(self, event: Input.Changed) -> None:
        """Tell."""
        event.stop()
        self.post_message(self.Changed())

    def _line(self, id: str, offers: Sequence[Offer[V]], value: V, label: str, hint: str) -> Chooser[V]:
        return Chooser(offers, value, label=label, label_width=LABEL, hint=hint, id=id)

    def _value(self, id: str) -> Hashable:
        value: Hashable = self.query_one(f"#{id}", Chooser).value
        return value

    def _is_on(self, id: str) -> bool:
        return self._value(id) is True


def _laps(form: SeasonForm) -> list[Offer[int | tuple[int, ...] | None]]:
    """The printed laps, a number for all races, and what was wished for each race if it was."""
    every: list[int | tuple[int, ...] | None] = list(range(1, MOST_LAPS + 1))
    if isinstance(form.laps, tuple):
        every = [form.laps, *every]
    words = [", ".join(map(str, each)) if isinstance(each, tuple) else str(each) for each in every]
    return [Offer(None, _("as printed")), *map(Offer[int | tuple[int, ...] | None], every, words)]
