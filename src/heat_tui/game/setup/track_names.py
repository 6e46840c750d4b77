"""Tracks as typed: by id, or by the name on screens."""

from __future__ import annotations

from heat_tui.engine.track import Track
from heat_tui.store.schema import named
from heat_tui.store.tracks import BUILT_IN_IDS, list_tracks
from heat_tui.words.names import TRACKS


def read_track(typed: str) -> str:
    """Return the id of the track with a name as typed, or the text itself if no track, or several, match."""
    if typed in BUILT_IN_IDS:
        return typed
    tracks = [each.track for each in list_tracks() if isinstance(each.track, Track)]
    return named(typed, {track.id: TRACKS.get(track.id, track.name) for track in tracks}) or typed
