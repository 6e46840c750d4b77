"""Importing tracks: from circuits of the official adaptation's editor, track files and saved games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from heat_tui.engine.track import Track
from heat_tui.language import N_
from heat_tui.modules.championship.season import SeasonSetup
from heat_tui.store import saved_race
from heat_tui.store.circuits import circuit_track
from heat_tui.store.reading import BadFile, parsed_json, read_text, shown_path
from heat_tui.store.track_format import LONGEST_ID
from heat_tui.store.tracks import BUILT_IN_IDS, free_id, read_any_track_file, save_track, target_file


class Imported(NamedTuple):
    """A track that is now in the tracks folder, and a sentence for each part that it lacks or that differs."""

    track: Track
    file: Path
    notes: tuple[str, ...]


def import_tracks(path: Path, track_id: str = "", *, overwrite: bool = False, rename: bool = False) -> list[Imported]:
    """Copy tracks of a file into the tracks folder: the only one of a circuit or track file, all custom ones of a save.

    A single track may get another id. A track of the same id is replaced only with `overwrite`; with `rename` the new
    track gets a free id instead. Raises BadFile before anything is written.
    """
    found = list(_tracks_in(path, track_id))
    if track_id and len(found) > 1:
        several = N_("{file}: it contains {count} tracks, which cannot all have the id {id}; import them without --as.")
        raise BadFile(several, file=shown_path(path), count=len(found), id=track_id)
    if rename:
        found = [(replace(track, id=free_id(track.id)), notes) for track, notes in found]
    for track, _notes in found:
        target_file(track.id, replace=overwrite)
    return [Imported(track, save_track(track, replace=overwrite), tuple(notes)) for track, notes in found]


def _tracks_in(path: Path, track_id: str) -> Iterator[tuple[Track, list[str]]]:
    """Yield the tracks of a file with their notes. Raises BadFile."""
    if path.suffix.lower() == ".toml":
        track = read_any_track_file(path)
        yield replace(track, id=track_id or track.id), []
        return
    file = shown_path(path)
    read = parsed_json(
        read_text(path, saved_race.MOST_BYTES),
        file,
        N_("{file}: line {line}, column {column}: this is not valid JSON; choose a complete .heat or .json file."),
        N_("{file}: it contains a value too long to read; choose a complete .heat or .json file."),
    )
    table: dict[str, Any] = read if isinstance(read, dict) else {}
    if table.get("kind") in (saved_race.KIND, saved_race.SEASON_KIND):
        for track in _own_tracks(path, file):
            yield replace(track, id=track_id or track.id), []
        return
    if not isinstance(cells := table.get("cells"), dict) or not cells:
        unknown = N_(
            "{file}: this is neither a circuit of the official adaptation's editor nor a saved race; choose a .heat, "
            ".json or .toml file with a track."
        )
        raise BadFile(unknown, file=file)
    names = [each for each in (table.get("id"), table.get("name"), path.stem) if isinstance(each, str)]
    yield circuit_track(table, track_id or id_from(names[0]), path.stem, file)


def id_from(name: str) -> str:
    """Return an id made from a name, without characters that an id cannot have."""
    return saved_race.name_from([name], "track").replace("-", "_")[:LONGEST_ID].strip("_")


def _own_tracks(path: Path, file: str) -> list[Track]:
    """Return the custom tracks of a saved game. Raises BadFile, also if it has none."""
    from heat_tui.store.save_reading import read_unplayed

    setup = read_unplayed(path)[0].setup
    tracks = [race.track for race in setup.calendar] if isinstance(setup, SeasonSetup) else [setup.track]
    own = [track for track in dict.fromkeys(tracks) if track.id not in BUILT_IN_IDS]
    if not own:
        raise BadFile(
            N_("{file}: this saved race uses only tracks that come with the game, so it has none to import."), file=file
        )
    return own
