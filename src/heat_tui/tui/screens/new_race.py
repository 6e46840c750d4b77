"""Setting up a race."""

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
from heat_tui.engine.track import Track
from heat_tui.files.last_setup import LastSetup, load_last_setup, save_last_setup
from heat_tui.files.tracks import list_tracks
from heat_tui.language import _
from heat_tui.prose.refusals import refusal
from heat_tui.table.form_rules import barred_in, preset_of, with_preset
from heat_tui.table.race_form import faults, first_setup, proposed, setup_of, summary, usual_setup
from heat_tui.table.wishes import BadWishes, Wishes
from heat_tui.tui.keymap import bound
from heat_tui.tui.screens.set_up import SetUpScreen
from heat_tui.tui.widgets.menu_chooser import Offer, Tabs
from heat_tui.tui.widgets.menu_race_drivers import DriversPart
from heat_tui.tui.widgets.menu_race_rules import RulesPart
from heat_tui.tui.widgets.menu_race_track import TrackPart

PARTS: Final = {"track": "tracks", "drivers": "name-1", "rules": "preset"}


class NewRaceScreen(SetUpScreen):
    """Track, drivers and rules: side by side where there is room, one after the other where there is not.

    It begins with the last setup; what `wishes` settle comes before that. Nothing starts while something is wrong.
    Presets change what the player made; they can be tried one after the other, and his own rules come back.
    """

    help_topic = "new-race"
    begins = PARTS
    BINDINGS: ClassVar[list[BindingType]] = bound("start", "part-next", "part-previous")
    DEFAULT_CSS = """
    NewRaceScreen TrackPart { width: 1fr; height: 1fr; }
    NewRaceScreen.-roomy DriversPart { height: auto; max-height: 70%; }
    NewRaceScreen.-roomy RulesPart { margin-top: 1; }
    NewRaceScreen.-roomy TrackPart { grid-rows: 10 1fr; }
    NewRaceScreen.-roomy TrackPart ShortList { row-span: 1; }
    NewRaceScreen.-roomy TrackPart TrackMap { column-span: 2; }
    """

    def __init__(self, wishes: Wishes | None = None, *, open_table: bool = False) -> None:
        super().__init__()
        self._wishes = wishes
        self._open_table = open_table
        self._tracks = list_tracks()
        self._last, self._problem = load_last_setup()
        self._form = self._last or usual_setup()
        self._own = self._form
        self._own_preset: str | None = None

    def compose(self) -> ComposeResult:
        form = self._form = self._first_form()
        seed = "" if self._wishes is None or self._wishes.seed is None else str(self._wishes.seed)
        yield Static(id="summary", markup=False)
        yield Tabs([Offer(*each) for each in zip(PARTS, part_names(), strict=True)], self._part, id="tabs")
        with Horizontal(id="parts"):
            part = TrackPart(self._tracks, form.track)
            yield part
            with Vertical(id="right"):
                yield DriversPart(form.seats, form.legends)
                yield RulesPart(form, printed=self._printed(part), seed=seed)
        yield Static(id="note", markup=False)
        with Horizontal(id="buttons"):
            yield Button(_("Start the race"), compact=True, variant="success", id="start")
            yield Button(_("The usual race"), compact=True, id="usual")
            yield Button(_("As a first race"), compact=True, id="first")
            if self._last is not None:
                yield Button(_("As last time"), compact=True, id="last")
        yield Footer(show_command_palette=False)

    def action_start(self) -> None:
        """Race, if nothing is wrong."""
        self._changed()
        if self._faults.first is not None:
            return
        try:
            setup = setup_of(self._form, self._rules.seed)
            controllers = [seat.controller for seat in self._form.seats]
            app = self.heat
            app.start_race(setup, controllers, open_table=self._form.open_table)
        except BadWishes as reason:
            self._tell(str(reason), wrong=True)
            return
        except IllegalSetup as error:
            self._tell(refusal(error.refusal), wrong=True)
            return
        kept = save_last_setup(self._form)
        if kept is not None:
            app.notify(kept, severity="warning", timeout=15, markup=False)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Start, or take one of the proposals."""
        event.stop()
        memory_aid = self.heat.settings.memory_aid
        match event.button.id:
            case "start":
                self.action_start()
            case "usual":
                self._take(usual_setup(self._form.seats, track=self._usable_track(), memory_aid=memory_aid))
            case "first":
                self._take(first_setup(self._form.seats, memory_aid=memory_aid))
            case _:
                assert self._last is not None
                self._take(self._last)

    def on_track_part_chosen(self) -> None:
        """Another track has another number of laps."""
        self._rules.print_laps(self._printed(self._track))
        self._changed()

    def on_rules_part_changed(self) -> None:
        """Laps, options or the seed."""
        self._changed()

    def on_rules_part_preset_chosen(self, event: RulesPart.PresetChosen) -> None:
        """Other rules in what the player made, or that again."""
        own, own_preset = self._own, self._own_preset
        track = next((each.track for each in self._tracks if own.track in (each.id, each.source)), None)
        known = track if isinstance(track, Track) else None
        self._take(own if event.preset is None else with_preset(own, event.preset, known))
        self._own, self._own_preset = own, own_preset
        self._rules.show_preset(event.preset, own=own_preset is None)

    @property
    def _track(self) -> TrackPart:
        return self.query_one(TrackPart)

    @property
    def _rules(self) -> RulesPart:
        return self.query_one(RulesPart)

    def _first_form(self) -> LastSetup:
        memory_aid = self.heat.settings.memory_aid
        try:
            form = proposed(self._last, self._wishes, memory_aid=memory_aid)
        except (BadWishes, IllegalSetup) as reason:
            self._problem = refusal(reason.refusal) if isinstance(reason, IllegalSetup) else str(reason)
            form = proposed(self._last, None, memory_aid=memory_aid)
        return replace(form, open_table=True) if self._open_table else form

    def _printed(self, part: TrackPart) -> int:
        track = part.listed.track
        return track.laps if isinstance(track, Track) else 1

    def _usable_track(self) -> str:
        track = self._track
        return track.choice if isinstance(track.listed.track, Track) else usual_setup().track

    def _take(self, form: LastSetup) -> None:
        """Fill everything in."""
        self._form = form
        self._track.choose(form.track)
        self._drivers.fill(form.seats, form.legends)
        self._rules.fill(form, printed=self._printed(self._track))
        self._changed()

    def _changed(self) -> None:
        """Gather what is filled in, and say what it makes or what is wrong with it."""
        drivers = self._drivers
        form = self._rules.applied(self._form)
        self._form = replace(form, track=self._track.choice, seats=drivers.seats, legends=drivers.legends)
        self._faults = faults(self._form, self._rules.seed)
        drivers.show_faults(self._faults.seats)
        self._rules.show_fault(self._faults.seed)
        self._show_rules()
        self._show_summary()
        self.query_one("#start", Button).disabled = self._faults.first is not None
        self._show_note()
        self.refresh_bindings()

    def _show_summary(self) -> None:
        track = self._track.listed.track
        if isinstance(track, Track):
            self.query_one("#summary", Static).update(_("New race: {race}").format(race=summary(self._form, track)))
        else:
            self.query_one("#summary", Static).update(_("New race"))

    def _show_rules(self) -> None:
        """Name the rules that are filled in, and grey what they leave no room for."""
        self._own, self._own_preset = self._form, None
        track = self._track.listed.track
        if isinstance(track, Track):
            self._own_preset = preset_of(self._form, track)
            self._rules.show_barred(barred_in(self._form, track))
        self._rules.show_preset(self._own_preset, own=self._own_preset is None)

    def _widgets(self) -> Mapping[str, Widget]:
        return {"track": self._track, "drivers": self._drivers, "rules": self._rules}


def part_names() -> tuple[str, str, str]:
    """The parts in the player's language."""
    return _("Track"), _("Drivers"), _("Rules")
