"""Setting up a race."""

from __future__ import annotations

import os
from asyncio import to_thread
from collections.abc import Hashable, Sequence
from contextlib import suppress

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.containers import Container
from textual.events import Key
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from heat_tui.drivers.kinds import KINDS, PERSON, RUNGS
from heat_tui.engine.setup import RaceSetup
from heat_tui.engine.track import Track
from heat_tui.game.book.pages import climbed, rung_words
from heat_tui.game.setup import race_options
from heat_tui.game.setup.options import FIRST_TRACK, RACE_FORM, Options
from heat_tui.game.telling.rival import ghost_from
from heat_tui.language import N_, _, translated
from heat_tui.store.book import Book
from heat_tui.store.reading import BadFile
from heat_tui.store.saved_race import GameSetup, Rival
from heat_tui.store.schema import with_values
from heat_tui.store.tracks import ListedTrack, list_tracks, load_track
from heat_tui.tui.keymap import bound
from heat_tui.tui.lists import ShortList
from heat_tui.tui.setup.fields import LineSelect, typed_ahead
from heat_tui.tui.setup.screen import DriversPart, SetUpScreen
from heat_tui.tui.track.map import TrackMap
from heat_tui.tui.track.scene import printed_scene
from heat_tui.tui.track.tracks import TrackFactsView, draw, listed_name
from heat_tui.words.formatter import sentences


class NewRaceScreen(SetUpScreen):
    """Track, drivers and rules: side by side if there is room, otherwise in tabs.

    `ghost` is the name of the save whose ghost is raced against, "" for no ghost. The track asked for and the last one
    are listed even if their files are outside the tracks folder.

    Presets replace the player's rules; several can be tried in turn, and the player's own rules can be restored.
    """

    help_topic = "new-race"
    parts = {  # noqa: RUF012 - the base class declares it
        "track": (N_("Track"), "tracks"),
        "drivers": (N_("Drivers"), "name-1"),
        "rules": (N_("Rules"), "preset"),
    }
    buttons = {  # noqa: RUF012
        "start": N_("Start the race"),
        "usual": N_("The default race"),
        "first": N_("The first race"),
        "last": N_("Same as last time"),
    }
    first_form = staticmethod(race_options.first_form)
    rows = RACE_FORM
    BINDINGS = bound("start", "part-next", "part-previous")

    def __init__(self, asked: Options | None = None, *, ghost: str = "", shares: bool = False) -> None:
        super().__init__(asked, shares=shares)
        self.ghost = ghost
        self._tracks = list_tracks()
        for name in (form.track for form in (asked, self._last) if form is not None and form.track is not None):
            if not any(each.is_named(name) for each in self._tracks):
                with suppress(BadFile):
                    path = os.path.abspath(name)
                    self._tracks.append(ListedTrack(path, load_track(name), path))
        self._own = self._form
        self._own_preset: str | None = None
        self._climbed: set[tuple[str, str, str]] | None = None

    def on_mount(self) -> None:
        """Read the ladder in a thread, because the races of a large book may have to be counted first.

        Textual calls the base class's handler too.
        """
        store = self.heat.store
        if store is not None and store.book is not None:
            self.read_ladder(Book(store.book))

    @work(group="book")
    async def read_ladder(self, book: Book) -> None:
        """Read which rungs of the ladder have been climbed, and show them. Raises BadFile."""
        self._climbed = await to_thread(book.read, climbed)
        if self.is_attached:
            self._show_more()

    def _pressed(self, button: str) -> None:
        memory_aid, seats = self.heat.settings.memory_aid, self._form.seats
        if button == "usual":
            track = self._track.choice if isinstance(self._track.listed.track, Track) else FIRST_TRACK
            self._take(race_options.default_race(seats, track=track, memory_aid=memory_aid))
        elif button == "first":
            self._take(race_options.first_race(seats, memory_aid=memory_aid))
        elif self._last is not None:
            self._take(self._last)

    def _rival(self, setup: GameSetup) -> Rival | None:
        store = self.heat.store
        if not self.ghost or store is None or not isinstance(setup, RaceSetup):
            return None
        return ghost_from(store, self.ghost, setup.track, setup.laps)

    def on_option_list_option_highlighted(self) -> None:
        self._changed()

    @property
    def _track(self) -> TrackPart:
        return self.query_one(TrackPart)

    def _first_part(self) -> TrackPart:
        return TrackPart(self._tracks, self._form.track or FIRST_TRACK)

    def _gathered(self, form: Options) -> Options:
        return with_values(form, {"track": self._track.choice})

    def _hint(self) -> str:
        """Return the hint for the focused line, and how strong the Legends are if the line is about them."""
        track = self._track.listed.track
        about = getattr(self.focused, "id", None) in ("legends", "cars", "pro", "aggressive")
        strength = race_options.legends_words(self._form, track) if about and isinstance(track, Track) else ""
        return sentences(super()._hint(), strength)

    def _show(self) -> str:
        """Show the effects of the form: barred options, the ladder, rivals, laps and preset; return a summary."""
        track, form, rules = self._track.listed.track, self._form, self._rules
        self._own, self._own_preset = form, None
        if isinstance(track, Track):
            self._own_preset = race_options.preset_of(form, track)
            rules.show_barred(race_options.barred_in(form, track))
        self._show_more()
        self._track.show_rivals(race_options.rivals_of(form))
        rules.print_laps(track.laps if isinstance(track, Track) else 1)
        rules.show_preset(self._own_preset, own=self._own_preset is None)
        if isinstance(track, Track):
            return _("New race: {race}").format(race=race_options.summary(form, track))
        return _("New race")

    def _show_more(self) -> None:
        """Show the ghost, if any, and the ladder once it has been read, below the facts of the track."""
        more = [_("Ghost: {name}").format(name=self.ghost)] if self.ghost else []
        if self._climbed is not None:
            person = next((each.name for each in self._form.seats if each.controller == PERSON), "")
            more.append(rung_words(self._climbed, person, self._track.choice))
        self._track.show_more("\n".join(more))

    def _chosen(self, name: str, value: Hashable) -> None:
        """Apply rivals or a preset to the form, restore the player's own rules, or apply another value of an option."""
        if name == "rivals" and value is not None:
            self._take(race_options.with_rivals(self._form, str(value)))
            return
        if name != "preset":
            super()._chosen(name, value)
            return
        own, own_preset = self._own, self._own_preset
        preset = None if value is None else str(value)
        track = next((each.track for each in self._tracks if own.track and each.is_named(own.track)), None)
        known = track if isinstance(track, Track) else None
        self._take(own if preset is None else race_options.with_preset(own, preset, known))
        self._own, self._own_preset = own, own_preset
        self._rules.show_preset(preset, own=own_preset is None)

    def _take(self, form: Options) -> None:
        self._form = form
        self._track.choose(form.track or FIRST_TRACK)
        self.query_one(DriversPart).fill(form.seats, form.legends or 0)
        self._rules.fill(form)
        self._changed()


class TrackPart(Container):
    """The list of tracks, the facts and the map of the highlighted one, and the rivals."""

    def __init__(self, tracks: Sequence[ListedTrack], chosen: str) -> None:
        super().__init__(id="track-part")
        self._tracks = tuple(tracks)
        self._chosen = chosen
        self._more = ""

    def compose(self) -> ComposeResult:
        yield ShortList(*(Option(Text(listed_name(each))) for each in self._tracks), id="tracks")
        yield TrackFactsView(id="facts")
        hint = _("Legends, or automated drivers of one rung of the ladder. The first letter chooses.")
        yield LineSelect((), None, label=_("Rivals"), hint=hint, id="rivals")
        yield TrackMap(printed_scene(load_track(FIRST_TRACK)), id="map")

    def on_mount(self) -> None:
        self.choose(self._chosen)

    @property
    def listed(self) -> ListedTrack:
        """The highlighted track; its file may be unusable."""
        return self._tracks[self.query_one(ShortList).highlighted or 0]

    @property
    def choice(self) -> str:
        """The id of the highlighted track, or its file if it is unusable or not in the tracks folder."""
        return self.listed.id if isinstance(self.listed.track, Track) else self.listed.source

    def choose(self, track: str) -> None:
        """Highlight and show a track, or the first if it is not listed, without posting a message."""
        listed, places = self.query_one(ShortList), enumerate(self._tracks)
        with listed.prevent(listed.OptionHighlighted):
            listed.highlighted = next((at for at, each in places if each.is_named(track)), 0)
        self._show()

    def show_more(self, more: str) -> None:
        """Show lines below the facts of every track, instead of any earlier ones."""
        self._more = more
        self.query_one(TrackFactsView).show(self.listed, more=more)

    def show_rivals(self, rivals: str | None) -> None:
        """Show the kind of rival that is set up, None if it is none of those offered, without posting a message."""
        own = [(None, _("your own"))] if rivals is None else []
        rungs = ((kind, translated(KINDS[kind].name)) for kind in RUNGS)
        choices = [*own, (race_options.RIVAL_LEGENDS, _("Legends")), *rungs]
        self.query_one("#rivals", LineSelect).offer(choices, rivals)

    def on_key(self, event: Key) -> None:
        """Highlight the next track whose id or name begins with a typed letter or digit."""
        listed = self.query_one(ShortList)
        if listed.has_focus:
            names = [(each.id, listed_name(each)) for each in self._tracks]
            place = typed_ahead(event, names, listed.highlighted or 0)
            if place is not None:
                listed.highlighted = place

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Move on to the next field: the highlighted track is already chosen."""
        self.screen.focus_next()

    @on(OptionList.OptionHighlighted)
    def _show(self) -> None:
        self.query_one(TrackFactsView).show(self.listed, more=self._more)
        draw(self.query_one(TrackMap), self.listed)
