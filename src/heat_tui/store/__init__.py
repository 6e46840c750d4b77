"""Files that players and other programs write: tracks, saves, settings. The only place that knows pydantic.

The names below are looked up when they are first used, so that a part which needs no pydantic brings none along.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from heat_tui.store.reading import BadFile, UnknownTrack
    from heat_tui.store.track_model import track_schema
    from heat_tui.store.tracks import check_track_file, list_tracks, load_track, read_track_file, track_ids

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

_HOMES = {"BadFile": "reading", "UnknownTrack": "reading", "track_schema": "track_model"}
"""The modules of the names that are not at home in `tracks`."""


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = import_module(f"heat_tui.store.{_HOMES.get(name, 'tracks')}")
    value: object = getattr(module, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
