"""Setting up a race."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar, Final, TypeVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Horizontal, Vertical
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Button, Footer, Input, OptionList, Static
from textual.widgets.option_list import Option

from heat_tui.engine.record import IllegalSetup
from heat_tui.engine.setup import MOST_LAPS
from heat_tui.engine.track import Track
from heat_tui.game.presets import (
    BASE_SET,
    DRAFTS,
    EXPANSIONS,
    LEVELS,
    PRESETS,
    SETS,
    draft_name,
    level_name,
    preset_name,
    preset_words,
)
from heat_tui.game.race_form import (
    barred_in,
    faults,
    first_setup,
    preset_of,
    proposed,
    sets_name,
    setup_of,
    summary,
    usual_setup,
    with_preset,
)
from heat_tui.game.wishes import BadWishes, Wishes
from heat_tui.language import _, ngettext
from heat_tui.modules.legends import MOST_PRO
from heat_tui.store.last_setup import LastSetup, load_last_setup, save_last_setup
from heat_tui.store.tracks import ListedTrack, list_tracks
from heat_tui.tui.keymap import bound
from heat_tui.tui.lists import ShortList
from heat_tui.tui.setup.drivers import DriversPart
from heat_tui.tui.setup.fields import Chooser, Field, Offer, Tabs, switch
from heat_tui.tui.setup.screen import SetUpScreen
from heat_tui.tui.track.map import TrackMap
from heat_tui.tui.track.tracks import TrackFactsView, printed_scene, track_name
from heat_tui.words.refusals import refusal

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


class TrackPart(Container):
    """The list of tracks with a map of the one that is highlighted."""

    DEFAULT_CSS = """
    TrackPart { layout: grid; grid-size: 2 2; grid-columns: 24 1fr; grid-rows: 5 1fr; }
    TrackPart ShortList { row-span: 2; height: 1fr; padding: 0 1; }
    TrackPart TrackFactsView { height: 1fr; }
    """

    class Chosen(Message):
        """Another track is highlighted."""

    def __init__(self, tracks: Sequence[ListedTrack], chosen: str) -> None:
        super().__init__(id="track-part")
        self._tracks = tuple(tracks)
        self._index = self._found(chosen)

    def compose(self) -> ComposeResult:
        yield ShortList(*(Option(Text(track_name(each))) for each in self._tracks), id="tracks")
        yield TrackFactsView(id="facts")
        yield TrackMap(printed_scene(self._some_track()), id="map")

    def on_mount(self) -> None:
        """Show what is chosen."""
        self.query_one(ShortList).highlighted = self._index
        self._show()

    @property
    def listed(self) -> ListedTrack:
        """The track that is highlighted; its file may be one that cannot be used."""
        return self._tracks[self._index]

    @property
    def choice(self) -> str:
        """What the loader knows it by."""
        return self.listed.id if isinstance(self.listed.track, Track) else self.listed.source

    def choose(self, track: str) -> None:
        """Highlight a track and draw it, without telling."""
        self._index = self._found(track)
        self.query_one(ShortList).highlighted = self._index
        self._show()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Draw it."""
        event.stop()
        if event.option_index != self._index:
            self._index = event.option_index
            self._show()
            self.post_message(self.Chosen())

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter takes the highlighted one, which is chosen already: on to the next thing."""
        event.stop()
        self.screen.focus_next()

    def _show(self) -> None:
        listed = self.listed
        self.query_one(TrackFactsView).show(listed)
        drawing = self.query_one(TrackMap)
        drawing.visible = isinstance(listed.track, Track)
        if isinstance(listed.track, Track):
            drawing.scene = printed_scene(listed.track)

    def _found(self, chosen: str) -> int:
        return next((number for number, each in enumerate(self._tracks) if chosen in (each.id, each.source)), 0)

    def _some_track(self) -> Track:
        return next(each.track for each in self._tracks if isinstance(each.track, Track))


V = TypeVar("V", bound=Hashable)

LABEL: Final = 22
SWITCHES: Final = ("mulligan", "retire", "open_table", "memory_aid", "weather", "tournament", "aggressive")
SET_CHOICES: Final[tuple[tuple[str, ...] | None, ...]] = (
    None,
    (BASE_SET,),
    *((BASE_SET, each) for each in EXPANSIONS),
    SETS,
)
INSTEAD: Final[Mapping[str, Hashable]] = {"draft": "normal", "sets": None, "weather": False, "aggressive": False}
"""What stands on the line of an option that the race cannot have."""


class RulesPart(Vertical):
    """What else is to be settled; every line explains itself when it has the focus."""

    DEFAULT_CSS = """
    RulesPart { height: 1fr; padding: 0 1; overflow-y: auto; }
    RulesPart .heading { height: 1; width: 1fr; color: $text-muted; text-wrap: nowrap; text-overflow: ellipsis; }
    RulesPart #seed-line { height: 1; }
    RulesPart #seed-line Static { width: 24; text-wrap: nowrap; text-overflow: ellipsis; }
    RulesPart Input { width: 24; }
    RulesPart #seed-fault { height: auto; color: $text-error; display: none; }
    RulesPart #seed-fault.-told { display: block; }
    """

    class Changed(Message):
        """Something was changed by the player."""

    class PresetChosen(Message):
        """The player takes a preset, or (None) his own rules again."""

        def __init__(self, preset: str | None) -> None:
            super().__init__()
            self.preset = preset

    def __init__(self, form: LastSetup, *, printed: int, seed: str = "") -> None:
        super().__init__(id="rules-part")
        self._form = form
        self._printed = printed
        self._seed = seed

    def compose(self) -> ComposeResult:
        form = self._form
        yield Static(_("Rules"), classes="heading", markup=False)
        yield Chooser(_presets(own=True), None, label=_("Preset"), label_width=LABEL, id="preset")
        yield from self._advanced(form)
        yield self._line("laps", self._laps(), form.laps or 0, _("Laps"), _("How often the cars go round."))
        yield self._line(
            "pro",
            [Offer(more, f"+{more}" if more else _("as printed")) for more in range(MOST_PRO + 1)],
            form.pro,
            _("Faster Legends"),
            _("Every Legend card moves the Legends so many spaces further where they go by their speed."),
        )
        yield self._switch(
            "mulligan",
            _("Mulligan"),
            _("Before the first round each driver may pay 1 Heat for another hand of cards."),
            on=form.mulligan,
        )
        yield self._switch(
            "retire",
            _("Retiring"),
            _("Once a car has finished, the other drivers may end their race instead of planning."),
            on=form.retire,
        )
        yield self._switch(
            "open_table",
            _("Open table"),
            _("No curtains between the drivers: everybody may see all cards."),
            on=form.open_table,
        )
        yield self._switch(
            "memory_aid",
            _("Memory aid"),
            _("Odds know which cards are left in the own draw deck, as a perfect memory would."),
            on=form.memory_aid,
        )
        with Horizontal(id="seed-line"):
            yield Static(_("Seed"), markup=False)
            yield Field(self._seed, compact=True, placeholder=_("by lot"), id="seed", max_length=30)
        yield Static(id="seed-fault", markup=False)

    def _advanced(self, form: LastSetup) -> Iterator[Widget]:
        """The lines of the advanced rules."""
        yield self._line(
            "garage",
            [Offer(level, level_name(level)) for level in LEVELS],
            form.garage,
            _("Garage"),
            _("Three upgrades for every driver instead of the starting upgrades."),
        )
        yield self._line(
            "draft",
            [Offer(draft, draft_name(draft)) for draft in DRAFTS],
            form.draft,
            _("Upgrades"),
            _(
                "Each picks three, one at a time; in a snake draft four, and puts one away; or three basic ones are "
                "dealt."
            ),
        )
        yield self._line(
            "sets",
            [Offer(sets, sets_name(sets)) for sets in SET_CHOICES],
            form.sets,
            _("Upgrades from"),
            _("The sets whose upgrades are in play; as the track: the base game and the set that the track is from."),
        )
        yield self._switch(
            "weather",
            _("Weather"),
            _("One weather for the whole race, and a road condition for every corner or for the way behind it."),
            on=form.weather,
        )
        yield self._switch(
            "tournament",
            _("Tournament mode"),
            _("Play cards first: their number is the gear, and the shift is paid only when your turn comes."),
            on=form.tournament,
        )
        yield self._switch(
            "aggressive",
            _("Aggressive Legends"),
            _("A Legend that starts its move on a marked space before a corner may cross one more corner line."),
            on=form.aggressive,
        )

    @property
    def seed(self) -> str:
        """The seed as typed."""
        return self.query_one("#seed", Input).value

    def applied(self, form: LastSetup) -> LastSetup:
        """The form with what is chosen here."""
        return replace(
            form,
            laps=self._number("laps") or None,
            pro=self._number("pro"),
            mulligan=self._is_on("mulligan"),
            retire=self._is_on("retire"),
            open_table=self._is_on("open_table"),
            memory_aid=self._is_on("memory_aid"),
            garage=next(level for level in LEVELS if level == self._value("garage")),
            draft=next(draft for draft in DRAFTS if draft == self._value("draft")),
            sets=next(sets for sets in SET_CHOICES if sets == self._value("sets")),
            weather=self._is_on("weather"),
            tournament=self._is_on("tournament"),
            aggressive=self._is_on("aggressive"),
        )

    def fill(self, form: LastSetup, *, printed: int) -> None:
        """Take other values, without telling; `printed` is the track's own number of laps."""
        self._printed = printed
        laps = self.query_one("#laps", Chooser)
        laps.offer(self._laps())
        laps.value = form.laps or 0
        self.query_one("#pro", Chooser).value = form.pro
        for name in (*SWITCHES, "garage", "draft", "sets"):
            self.query_one(f"#{name}", Chooser).value = getattr(form, name)

    def print_laps(self, printed: int) -> None:
        """Offer the laps of another track, on which the printed number is raced."""
        self._printed = printed
        laps = self.query_one("#laps", Chooser)
        laps.offer(self._laps())

    def show_preset(self, preset: str | None, *, own: bool) -> None:
        """Name the preset that is filled in; with `own`, the player's own rules can be taken again."""
        chooser = self.query_one("#preset", Chooser)
        chooser.offer(_presets(own=own))
        chooser.value = preset
        chooser.hint = preset_words(preset) if preset is not None else _("Rules of your own making.")

    def show_barred(self, reasons: Mapping[str, str]) -> None:
        """Grey the options that the race cannot have, and say why to whoever stops there."""
        for name, instead in INSTEAD.items():
            chooser = self.query_one(f"#{name}", Chooser)
            if name in reasons:
                chooser.bar(reasons[name], instead)
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
        chooser = event.chooser
        if chooser.id == "preset":
            self.post_message(self.PresetChosen(None if chooser.value is None else str(chooser.value)))
        else:
            self.post_message(self.Changed())

    def on_input_changed(self, event: Input.Changed) -> None:
        """Tell."""
        event.stop()
        self.post_message(self.Changed())

    def _laps(self) -> list[Offer[int]]:
        printed = ngettext("{count}, as printed", "{count}, as printed", self._printed).format(count=self._printed)
        return [Offer(0, printed), *(Offer(laps, str(laps)) for laps in range(1, MOST_LAPS + 1))]

    def _line(self, id: str, offers: list[Offer[V]], value: V, label: str, hint: str) -> Chooser[V]:
        return Chooser(offers, value, label=label, label_width=LABEL, hint=hint, id=id)

    def _switch(self, id: str, label: str, hint: str, *, on: bool) -> Chooser[bool]:
        return Chooser(switch(), on, label=label, label_width=LABEL, hint=hint, id=id)

    def _value(self, id: str) -> Hashable:
        value: Hashable = self.query_one(f"#{id}", Chooser).value
        return value

    def _number(self, id: str) -> int:
        return int(str(self._value(id)))

    def _is_on(self, id: str) -> bool:
        return self._value(id) is True


def _presets(*, own: bool) -> list[Offer[str | None]]:
    """The presets, and before them what the player made himself."""
    presets = [Offer[str | None](preset, preset_name(preset)) for preset in PRESETS]
    return [Offer[str | None](None, _("your own")), *presets] if own else presets
