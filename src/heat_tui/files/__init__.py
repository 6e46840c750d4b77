"""Files that players and other programs write: tracks, saves, settings. The only place that knows pydantic."""

from heat_tui.files.refusals import BadFile, UnknownTrack
from heat_tui.files.tracks import check_track_file, list_tracks, load_track, read_track_file, track_ids, track_schema

__all__ = [
    "BadFile",
    "UnknownTrack",
    "check_track_file",
    "list_tracks",
    "load_track",
    "read_track_file",
    "track_ids",
    "track_schema",
]
