"""The screen with all tracks, and the facts of a track in words."""

from __future__ import annotations

import os
from pathlib import Path

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Container, VerticalScroll
from textual.widgets import Static
from textual.widgets.option_list import Option

from heat_tui.drawing.track_sheet import CornerFacts, corner_facts, special_spaces
from heat_tui.engine.track import Track
from heat_tui.game.setup.options import FIRST_TRACK, Options
from heat_tui.language import _, ngettext
from heat_tui.store.reading import BadFile, shown_path
from heat_tui.store.schema import Refused
from heat_tui.store.tracks import BUILT_IN, ListedTrack, list_tracks, load_track
from heat_tui.tui.keymap import bound
from heat_tui.tui.lists import Heading, KeyFooter, MenuList
from heat_tui.tui.look import styles
from heat_tui.tui.screen import HeatScreen
from heat_tui.tui.track.map import TrackMap
from heat_tui.tui.track.scene import printed_scene
from heat_tui.words.names import track_name


class TracksScreen(HeatScreen[None]):
    """The list of tracks, with the facts about the highlighted one and the largest possible map of it."""

    help_topic = "tracks"
    CSS_PATH = styles("track/track")
    BINDINGS = bound("race-here", "edit-track", "new-track", "import-track")

    def __init__(self) -> None:
        super().__init__()
        self._tracks = list_tracks()

    def compose(self) -> ComposeResult:
        yield Heading(_("Tracks"))
        with Container(id="tracks-body"):
            yield MenuList(*(Option(Text(listed_name(each))) for each in self._tracks), id="tracks")
            yield TrackMap(printed_scene(load_track(FIRST_TRACK)), id="map")
            with VerticalScroll(id="story"):
                yield TrackFactsView()
        yield KeyFooter()

    def on_mount(self) -> None:
        self._highlight(0)

    def on_option_list_option_highlighted(self) -> None:
        self._show()

    def on_option_list_option_selected(self) -> None:
        self.action_race_here()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("race_here", "edit") and not isinstance(self._listed.track, Track):
            return None
        return super().check_action(action, parameters)

    def action_race_here(self) -> None:
        if isinstance(self._listed.track, Track):
            self.heat.set_up_race(Options(track=self._listed.id))

    def action_edit(self) -> None:
        self._open_editor(self._listed.id)

    def action_new_track(self) -> None:
        self._open_editor("")

    def action_import(self) -> None:
        question = _("Import the track from this file (a circuit, a track file or a saved race):")
        self.heat.ask_for_text(question, _("Import"), "", self._import, self.help_topic, self.tell)

    def _open_editor(self, name: str) -> None:
        """Open the editor with a track, or for a new one if `name` is empty; say why if it cannot be opened."""
        from heat_tui.tui.track.editor import EditorScreen

        try:
            editor = EditorScreen(name)
        except BadFile as reason:
            self.notify(str(reason), severity="error", markup=False)
        else:
            self.app.push_screen(editor, lambda _done: self._list(editor.track_id or self._listed.id))

    def _import(self, typed: str) -> str:
        """Import the tracks in a file, and return a line about each, with the notes on its import. Raises Refused."""
        from heat_tui.game.track_import import import_tracks

        path = Path(os.path.expanduser(typed))
        if not typed:
            raise Refused(_("Type the name of a file."))
        taken = import_tracks(path, rename=True)
        lines = []
        for each in taken:
            lines += [_("Imported {path} as {name}.").format(path=shown_path(path), name=each.track.id), *each.notes]
        self._list(taken[0].track.id)
        return "\n".join(lines)

    def _list(self, track_id: str) -> None:
        """List the current tracks; highlight the one with this id or, if it is not listed, the same line as before."""
        self._tracks = list_tracks()
        menu = self.query_one(MenuList)
        before = menu.highlighted or 0
        menu.clear_options()
        menu.add_options([Option(Text(listed_name(each))) for each in self._tracks])
        ids = [each.id for each in self._tracks]
        self._highlight(ids.index(track_id) if track_id in ids else min(before, len(ids) - 1))

    def _highlight(self, index: int) -> None:
        menu = self.query_one(MenuList)
        with menu.prevent(menu.OptionHighlighted):
            menu.highlighted = index
        self._show()

    @property
    def _listed(self) -> ListedTrack:
        return self._tracks[self.query_one(MenuList).highlighted or 0]

    def _show(self) -> None:
        listed = self._listed
        self.query_one(TrackFactsView).show(listed, everything=True)
        self.query_one("#story", VerticalScroll).scroll_home(animate=False)
        name = track_name(listed.track) if isinstance(listed.track, Track) else shown_path(listed.id)
        self.query_one(Heading).update(Text(_("Tracks: {name}").format(name=name)))
        draw(self.query_one(TrackMap), listed)
        self.refresh_bindings()


def draw(drawing: TrackMap, listed: ListedTrack) -> None:
    """Draw a track without cars, or hide the map if the track's file cannot be used."""
    drawing.visible = isinstance(listed.track, Track)
    if isinstance(listed.track, Track):
        drawing.scene = printed_scene(listed.track)


def listed_name(listed: ListedTrack) -> str:
    """Return the name of a track for a list, or its id after a mark if its file cannot be used."""
    if isinstance(listed.track, BadFile):
        return _("! {name}").format(name=shown_path(listed.id))
    return track_name(listed.track)


class TrackFactsView(Static):
    """The name and the figures of a track, a line for each, or a sentence on why its file cannot be used."""

    def show(self, listed: ListedTrack, *, everything: bool = False, more: str = "") -> None:
        """Describe a track briefly, or in full if `everything`; `more` is another line, "" for none."""
        self.set_class(isinstance(listed.track, BadFile), "-bad")
        if isinstance(listed.track, BadFile):
            self.update(Text(str(listed.track)))
            return
        text = Text()
        text.append(track_name(listed.track), "bold")
        for line in track_story(listed.track) if everything else track_words(listed.track):
            text.append("\n" + line)
        if listed.source != BUILT_IN:
            text.append("\n" + _("Your own track, from {file}").format(file=shown_path(listed.source)), "dim")
        if more:
            text.append("\n" + more)
        self.update(text)


def track_words(track: Track) -> list[str]:
    """Return the figures of a track, and its corners' limits in driving order."""
    laps = ngettext("{count} lap", "{count} laps", track.laps).format(count=track.laps)
    return [
        _("{spaces} spaces a lap, {laps}").format(spaces=track.spaces, laps=laps),
        _("{heat} Heat and {stress} Stress per driver").format(heat=track.heat, stress=track.stress),
        _("Limits: {limits}").format(limits=" ".join(f"<{corner.limit}>" for corner in track.corners)),
    ]


def track_story(track: Track) -> list[str]:
    """Return a full description of a track: its figures, its direction, every corner and the special spaces."""
    way = _("Driven clockwise") if track.direction == "clockwise" else _("Driven anticlockwise")
    return [*track_words(track)[:2], way, *map(_corner_words, corner_facts(track)), *special_spaces(track)]


def _corner_words(facts: CornerFacts) -> str:
    corner = facts.corner
    words = _("{number}. <{limit}> after space {line}, legends line after {legends}")
    if facts.line_of_chicane is not None:
        words = _("{number}. <{limit}> after space {line}, legends line after {legends}, chicane")
    return words.format(
        number=facts.number, limit=corner.limit, line=corner.line_after, legends=corner.legends_line_after
    )
