"""Setting up a race: the track."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Container
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from heat_tui.engine.track import Track
from heat_tui.files.tracks import ListedTrack
from heat_tui.tui.widgets.menu_list import ShortList
from heat_tui.tui.widgets.menu_track import TrackFactsView, printed_scene, track_name
from heat_tui.tui.widgets.track_map import TrackMap


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
