"""All tracks to look at."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, VerticalScroll
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from heat_tui.engine.track import Track
from heat_tui.files.refusals import shown_path
from heat_tui.files.tracks import ListedTrack, list_tracks, load_track
from heat_tui.language import _
from heat_tui.table.wishes import FIRST_TRACK, Wishes
from heat_tui.tui.keymap import bound
from heat_tui.tui.screens.screen import HeatScreen
from heat_tui.tui.widgets.menu_list import MenuList
from heat_tui.tui.widgets.menu_track import TrackFactsView, printed_scene, track_name
from heat_tui.tui.widgets.track_map import TrackMap


class TracksScreen(HeatScreen[None]):
    """The list of tracks, the map of the highlighted one as large as can be, and what is printed on it."""

    help_topic = "tracks"
    BINDINGS: ClassVar[list[BindingType]] = bound("race-here")
    DEFAULT_CSS = """
    TracksScreen #heading { height: 1; width: 1fr; background: $primary; color: $text; text-style: bold; padding: 0 1;
        text-wrap: nowrap; text-overflow: ellipsis; }
    TracksScreen #tracks-body { layout: grid; grid-size: 2 2; grid-columns: 19 1fr; grid-rows: 1fr 8; height: 1fr; }
    TracksScreen MenuList { row-span: 2; height: 1fr; padding: 0 1; }
    TracksScreen #story { height: 1fr; scrollbar-size-vertical: 1; background: $surface; }
    TracksScreen #story:focus { background: $panel; }
    TracksScreen.-high #tracks-body, TracksScreen.-tall #tracks-body { grid-rows: 1fr 13; }
    TracksScreen.-vast #tracks-body { grid-size: 3 1; grid-columns: 22 1fr 50; grid-rows: 1fr; }
    TracksScreen.-vast MenuList { row-span: 1; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._tracks = list_tracks()
        self._index = 0

    def compose(self) -> ComposeResult:
        yield Static(_("Tracks"), id="heading", markup=False)
        with Container(id="tracks-body"):
            yield MenuList(*(Option(Text(track_name(each))) for each in self._tracks), id="tracks")
            yield TrackMap(printed_scene(load_track(FIRST_TRACK)), id="map")
            with VerticalScroll(id="story"):
                yield TrackFactsView()
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """Begin with the first track."""
        menu = self.query_one(MenuList)
        menu.highlighted = 0
        menu.focus()
        self._show()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Draw it."""
        event.stop()
        if event.option_index != self._index:
            self._index = event.option_index
            self._show()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Race on it."""
        event.stop()
        self.action_race_here()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Nobody races on a track whose file cannot be used."""
        if action == "race_here" and not isinstance(self._listed.track, Track):
            return None
        return super().check_action(action, parameters)

    def action_race_here(self) -> None:
        """Set up a race on the highlighted track."""
        from heat_tui.tui.screens.new_race import NewRaceScreen

        if isinstance(self._listed.track, Track):
            self.heat.push_screen(NewRaceScreen(Wishes(track=self._listed.id)))

    @property
    def _listed(self) -> ListedTrack:
        return self._tracks[self._index]

    def _show(self) -> None:
        listed = self._listed
        self.query_one(TrackFactsView).show(listed, everything=True)
        self.query_one("#story", VerticalScroll).scroll_home(animate=False)
        name = listed.track.name if isinstance(listed.track, Track) else shown_path(listed.id)
        self.query_one("#heading", Static).update(Text(_("Tracks: {name}").format(name=name)))
        drawing = self.query_one(TrackMap)
        drawing.visible = isinstance(listed.track, Track)
        if isinstance(listed.track, Track):
            drawing.scene = printed_scene(listed.track)
        self.refresh_bindings()
