"""Tracks by id: the built-in ones, and the player's in the tracks folder."""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from heat_tui.engine.track import Track
from heat_tui.language import N_, _, row
from heat_tui.store.paths import tracks_folder
from heat_tui.store.reading import UNWRITABLE, BadFile, parsed_toml, read_text, refusing, shown, shown_path, suggestion
from heat_tui.store.track_format import LONGEST_ID, WORD, track_of, track_text
from heat_tui.store.writing import write_whole

BUILT_IN: Final = "built-in"
"""The source of a track that comes with the game."""

_SUFFIX = ".toml"


def _built_in_folder() -> Path:
    """Return the folder of the built-in tracks, which is in the installed package, or at the root of a checkout."""
    packaged = Path(__file__).parents[1] / "tracks"
    return packaged if packaged.is_dir() else Path(__file__).parents[3] / "tracks"


def built_in_ids() -> tuple[str, ...]:
    """Return the ids of the built-in tracks: the printed boards first, as in `BOARDS`, then any others, sorted."""
    ids = sorted(file.stem for file in _built_in_folder().glob(f"*{_SUFFIX}"))
    return tuple(sorted(ids, key=lambda each: BOARDS.index(each) if each in BOARDS else len(BOARDS)))


BOARDS: Final = ("usa", "italy", "france", "great_britain", "japan", "mexico", "spain", "netherlands")
"""The printed boards: those of the base game, then those of its expansions.

Challenge codes number them in this order, from 1, and the races of the day use them in turn. New boards come last.
"""

BUILT_IN_IDS: Final = built_in_ids()
"""The ids of the built-in tracks, in the order in which they are listed."""


class ListedTrack(NamedTuple):
    """One line of the list of tracks: `track` is a BadFile if the file cannot be used.

    `source` is `BUILT_IN` or the path of the player's file. A tracks folder that cannot be read has a line too.
    """

    id: str
    track: Track | BadFile
    source: str

    def is_named(self, name: str) -> bool:
        """Return whether a name is the track's id, or the path of its file."""
        return name == self.id or os.path.abspath(name) == os.path.abspath(self.source)


def load_track(id_or_path: str) -> Track:
    """Return a track by its id, or from a file if the text contains a slash or backslash or ends with ".toml".

    Built-in tracks take precedence over the player's. Raises BadFile.
    """
    if id_or_path.endswith(_SUFFIX) or "/" in id_or_path or "\\" in id_or_path:
        return read_track_file(id_or_path)
    if id_or_path in BUILT_IN_IDS:
        return _built_in(id_or_path)
    path = tracks_folder() / (id_or_path + _SUFFIX)
    if re.fullmatch(WORD, id_or_path) and os.path.exists(path):
        return player_track(path)
    known = track_ids()
    unknown = N_("No track is called {id}{hint}; the tracks are {known}.")
    raise BadFile(unknown, id=shown(id_or_path), hint=suggestion(id_or_path, known), known=row(known))


def track_ids() -> tuple[str, ...]:
    """Return the ids of all tracks that can be loaded: the built-in ones in order, then the player's by name."""
    return tuple(each.id for each in list_tracks() if isinstance(each.track, Track))


def list_tracks() -> list[ListedTrack]:
    """Return all tracks: the built-in ones in order, then every .toml file in the tracks folder by name."""
    listed = [ListedTrack(track_id, _built_in(track_id), BUILT_IN) for track_id in BUILT_IN_IDS]
    folder, files = tracks_folder(), list[Path]()
    refused = N_(
        "{file}: the tracks folder cannot be read ({reason}); check that it is a folder and that you "
        "have permission to read it."
    )
    try:
        with refusing(refused, folder), suppress(FileNotFoundError):
            files = sorted(path for path in folder.iterdir() if path.suffix == _SUFFIX)
    except BadFile as refusal:
        listed.append(ListedTrack(folder.name, refusal, str(folder)))
    for path in files:
        try:
            track: Track | BadFile = player_track(path)
        except BadFile as refusal:
            track = refusal
        listed.append(ListedTrack(shown_path(path.stem), track, str(path)))
    return listed


def read_track_file(path: str | Path) -> Track:
    """Return the track in a file. Raises BadFile, including for a player's track with the id of a built-in one."""
    path = Path(path)
    track = read_any_track_file(path)
    built_in = _built_in_folder() / (track.id + _SUFFIX)
    if track.id in BUILT_IN_IDS and path.resolve() != built_in.resolve():
        taken = N_('{file}: id: "{id}" is the id of a built-in track; choose another id and name the file after it.')
        raise BadFile(taken, file=shown_path(path), id=track.id)
    return track


def read_any_track_file(path: Path) -> Track:
    """Return the track in a file, even one with the id of a built-in track. Raises BadFile."""
    from heat_tui.store.track_reading import track_from

    file = shown_path(path)
    track, faults = track_from(parsed_toml(read_text(path), file))
    if track is None:
        raise BadFile(*(_("{file}: {fault}").format(file=file, fault=fault) for fault in faults))
    return track


def free_id(track_id: str, taken: Collection[str] = ()) -> str:
    """Return `track_id` if free, else with the first number, from 2, that makes it free; ids in `taken` are in use."""
    free, number = track_id, 2
    while free in BUILT_IN_IDS or free in taken or os.path.lexists(tracks_folder() / (free + _SUFFIX)):
        end = f"_{number}"
        free, number = track_id[: LONGEST_ID - len(end)] + end, number + 1
    return free


def text_of_track(track_id: str) -> str | None:
    """Return the text of the player's track file with this id, None if no such file can be read."""
    try:
        return read_text(target_file(track_id, replace=True))
    except BadFile:
        return None


def save_track(track: Track, *, replace: bool = False) -> Path:
    """Write a valid track to the tracks folder and return its file; `replace` allows overwriting. Raises BadFile."""
    path = target_file(track.id, replace=replace)
    with refusing(UNWRITABLE, path):
        write_whole(path, track_text(track))
    return path


def target_file(track_id: str, *, replace: bool = False) -> Path:
    """Return the file for a track with this id. Raises BadFile if the track may not be written."""
    if not re.fullmatch(WORD, track_id):
        odd = N_('"{id}" cannot be an id; use 1 to 32 of the lower-case letters a-z, digits and _.')
        raise BadFile(odd, id=shown(track_id))
    if track_id in BUILT_IN_IDS:
        raise BadFile(N_('"{id}" is the id of a built-in track; choose another id with --as.'), id=track_id)
    path = tracks_folder() / (track_id + _SUFFIX)
    if not replace and os.path.lexists(path):
        there = N_(
            "{file} already exists; give the new track another id with --as, or replace the old one with --force."
        )
        raise BadFile(there, file=shown_path(path))
    return path


@functools.cache
def _built_in(track_id: str) -> Track:
    """Return a built-in track. Its file is not checked, because a test does that."""
    file = _built_in_folder() / (track_id + _SUFFIX)
    return track_of(parsed_toml(read_text(file), str(file)))


def player_track(path: Path) -> Track:
    """Return a track in the tracks folder. Raises BadFile, including for a file not named after its id."""
    track = read_track_file(path)
    if track.id != path.stem:
        renamed = N_('{file}: its id is "{id}", but a track file is named after its id; rename the file to {id}.toml.')
        raise BadFile(renamed, file=shown_path(path), id=track.id)
    return track
