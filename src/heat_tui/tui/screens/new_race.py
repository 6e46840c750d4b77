"""Setting up a race."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar, Final

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.events import DescendantFocus, Resize
from textual.widget import Widget
from textual.widgets import Button, Footer, Static

from heat_tui.engine.refusal import IllegalSetup
from heat_tui.engine.track import Track
from heat_tui.files.last_setup import LastSetup, load_last_setup, save_last_setup
from heat_tui.files.tracks import list_tracks
from heat_tui.language import _
from heat_tui.prose.refusals import refusal
from heat_tui.table.form_rules import barred_in, preset_of, with_preset
from heat_tui.table.race_form import Faults, faults, first_setup, proposed, setup_of, summary, usual_setup
from heat_tui.table.wishes import BadWishes, Wishes
from heat_tui.tui.keymap import bound
from heat_tui.tui.screens.form import FormScreen
from heat_tui.tui.widgets.menu_chooser import Chooser, Offer, Tabs
from heat_tui.tui.widgets.menu_race_drivers import DriversPart
from heat_tui.tui.widgets.menu_race_rules import RulesPart
from heat_tui.tui.widgets.menu_race_track import TrackPart

PARTS: Final = ("track", "drivers", "rules")
ROOMY_WIDTH, ROOMY_HEIGHT = 120, 36


class NewRaceScreen(FormScreen[None]):
    """Track, drivers and rules: side by side where there is room, one after the other where there is not.

    It begins with the last setup; what `wishes` settle comes before that. Nothing starts while something is wrong.
    Presets change what the player made; they can be tried one after the other, and his own rules come back.
    """

    help_topic = "new-race"
    BINDINGS: ClassVar[list[BindingType]] = bound("start", "part-next", "part-previous")
    DEFAULT_CSS = """
    NewRaceScreen #summary { height: 1; width: 1fr; background: $primary; color: $text; text-style: bold;
        padding: 0 1; text-wrap: nowrap; text-overflow: ellipsis; }
    NewRaceScreen #parts { height: 1fr; margin-top: 1; }
    NewRaceScreen #right { height: 1fr; width: 1fr; }
    NewRaceScreen TrackPart { width: 1fr; height: 1fr; }
    NewRaceScreen.-roomy Tabs { display: none; }
    NewRaceScreen.-roomy #right { width: 68; }
    NewRaceScreen.-roomy DriversPart { height: auto; max-height: 70%; }
    NewRaceScreen.-roomy RulesPart { margin-top: 1; }
    NewRaceScreen.-roomy TrackPart { grid-rows: 10 1fr; }
    NewRaceScreen.-roomy TrackPart ShortList { row-span: 1; }
    NewRaceScreen.-roomy TrackPart TrackMap { column-span: 2; }
    NewRaceScreen.-roomy.-vast #right { width: 76; }
    NewRaceScreen .-away { display: none; }
    NewRaceScreen.-roomy .-away { display: block; }
    NewRaceScreen #note { height: auto; max-height: 3; width: 1fr; padding: 0 1; color: $text-muted; }
    NewRaceScreen #note.-wrong { color: $text-error; }
    NewRaceScreen #buttons { height: 1; padding: 0 1; }
    NewRaceScreen #buttons Button { margin-right: 2; }
    """

    def __init__(self, wishes: Wishes | None = None, *, open_table: bool = False) -> None:
        super().__init__()
        self._wishes = wishes
        self._open_table = open_table
        self._tracks = list_tracks()
        self._last, self._problem = load_last_setup()
        self._form = self._last or usual_setup()
        self._faults = Faults()
        self._part = PARTS[0]
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

    def on_mount(self) -> None:
        """Begin with the list of tracks."""
        if self._problem is not None:
            self.notify(self._problem, severity="warning", timeout=15, markup=False)
        self._show_part()
        self.query_one("#tracks").focus()
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
        self._first_of(part).focus()

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

    def on_drivers_part_changed(self) -> None:
        """Seats or Legends."""
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

    def on_chooser_changed(self, event: Chooser.Changed) -> None:
        """The tabs: another part."""
        event.stop()
        self._turn_to(str(event.chooser.value))

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """Explain what has the focus."""
        self._show_note()

    @property
    def _track(self) -> TrackPart:
        return self.query_one(TrackPart)

    @property
    def _drivers(self) -> DriversPart:
        return self.query_one(DriversPart)

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

    def _show_note(self) -> None:
        fault = self._faults.first
        if fault is not None:
            self._tell(_("Not yet: {reason}").format(reason=fault), wrong=True)
        else:
            self._tell(getattr(self.focused, "hint", "") or _("Everything is ready."), wrong=False)

    def _tell(self, sentence: str, *, wrong: bool) -> None:
        note = self.query_one("#note", Static)
        note.update(Text(sentence))
        note.set_class(wrong, "-wrong")

    def _turn_to(self, part: str) -> None:
        self._part = part
        self._show_part()

    def _show_part(self) -> None:
        self.query_one(Tabs).value = self._part
        self._track.set_class(self._part != "track", "-away")
        self._drivers.set_class(self._part != "drivers", "-away")
        self._rules.set_class(self._part != "rules", "-away")
        self.query_one("#right").set_class(self._part == "track", "-away")

    def _first_of(self, part: str) -> Widget:
        return self.query_one({"drivers": "#name-1", "rules": "#preset"}.get(part, "#tracks"))


def part_names() -> tuple[str, str, str]:
    """The parts in the player's language."""
    return _("Track"), _("Drivers"), _("Rules")
