"""A saved race as text, and a file written so that it is whole at any moment."""

from __future__ import annotations

import functools
import json
import os
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from heat_tui.engine.setup import RaceSetup
from heat_tui.engine.track import Corner, Track, runs
from heat_tui.modules.championship import SeasonSetup
from heat_tui.store.saved_race import FORMAT, KIND, SEASON_KIND, GameSetup, Record, SavedRace, entry_data, fingerprint
from heat_tui.store.track_format import TRACK_FORMAT


def save_text(saved: SavedRace) -> str:
    """The save as JSON: one key a line, and one line for every entry of the record."""
    table: dict[str, Any] = {
        "kind": SEASON_KIND if isinstance(saved.setup, SeasonSetup) else KIND,
        "format": FORMAT,
        "rules": saved.rules,
        "program": saved.program,
        "created": time_text(saved.created),
        "changed": time_text(saved.changed),
        "finished": saved.finished,
        "open_table": saved.open_table,
        **({"lessons": True} if saved.lessons else {}),
        "setup": season_data(saved.setup) if isinstance(saved.setup, SeasonSetup) else setup_data(saved.setup),
        "controllers": list(saved.controllers),
        "base": saved.base,
        "record": saved.record,
        "fingerprint": fingerprint(saved.snapshot),
        "snapshot": saved.snapshot,
    }
    lines = []
    for key, value in table.items():
        if key == "record" and value:
            text = "[\n" + ",\n".join(map(_entry_line, value)) + "\n]"
        else:
            text = json.dumps(value)
        lines.append(f"{json.dumps(key)}: {text}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


@functools.lru_cache(maxsize=16_384)
def _entry_line(record: Record) -> str:
    """One entry of the record; a season is saved after every choice, and has thousands that do not change."""
    return f"  {json.dumps(entry_data(record))}"


def setup_data(setup: RaceSetup) -> dict[str, Any]:
    """The setup as plain data, with the whole track."""
    return {
        "track": track_data(setup.track),
        "seats": list(setup.seats),
        "seed": setup.seed,
        "laps": setup.laps,
        **_table_data(setup),
    }


def season_data(setup: SeasonSetup) -> dict[str, Any]:
    """The setup of a season as plain data, with every one of its tracks once."""
    tracks = list(dict.fromkeys(race.track for race in setup.calendar))
    return {
        "title": setup.title,
        "tracks": [track_data(track) for track in tracks],
        "calendar": [
            {"track": tracks.index(race.track), "event": race.event, "laps": race.laps} for race in setup.calendar
        ],
        "parts": list(setup.parts),
        "seats": list(setup.seats),
        "seed": setup.seed,
        "level": setup.level,
        "sets": list(setup.sets),
        **_table_data(setup),
    }


def _table_data(setup: GameSetup) -> dict[str, Any]:
    """What a race and a season are started from alike."""
    return {
        "colours": list(setup.colours),
        "handicap": list(setup.handicap),
        "mulligan": setup.mulligan,
        "retire": setup.retire,
        "memory_aid": setup.memory_aid,
        "modules": [{"name": module.name, "options": module.options()} for module in setup.modules],
    }


@functools.lru_cache(maxsize=16)
def track_data(track: Track) -> dict[str, Any]:
    """The track in the shape of a track file, so that a save is read with the same checks; do not change it."""
    return tomllib.loads(track_text(track))


def time_text(moment: datetime) -> str:
    """A time as a save writes it: UTC, to the millisecond."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03d}Z"


def write_whole(path: Path, text: str) -> None:
    """Write a file so that at any moment either the old or the new text is there whole; raises OSError.

    The new text goes into a file beside it, is forced onto the disk, and then takes the name.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}{DRAFT}")
    try:
        with draft.open("w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(draft, path)
    except BaseException:
        with suppress(OSError):  # the fault that is told is the one above
            draft.unlink()
        raise
    _force_folder(path.parent)


DRAFT = ".draft"
"""How a file that is still being written ends; one is left behind only where the program was killed."""


def _force_folder(folder: Path) -> None:
    """Make the disk keep the new name, where the system lets a program ask for that: POSIX, but not every file system.

    The file is whole either way, so a refusal is no fault.
    """
    if os.name != "posix":
        return
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


_POINTS_A_LINE = 10


def track_text(track: Track) -> str:
    """The track in the format of a track file; reading it again gives an equal track."""
    parts = [
        [f"format = {TRACK_FORMAT}"],
        [
            f"id = {_quoted(track.id)}",
            f"name = {_quoted(track.name)}",
            f"set = {_quoted(track.set)}",
            f"direction = {_quoted(track.direction)}",
        ],
        [
            f"laps = {track.laps}",
            f"heat = {track.heat}",
            f"stress = {track.stress}",
            f"spaces = {track.spaces}",
        ],
        list(_race_line_lines(track)),
        list(_special_lines(track)),
        *(list(_corner_lines(corner)) for corner in track.corners),
        ["[drawing]", *_outline_lines(track.outline)],
    ]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def space_ranges(spaces: Iterable[int]) -> list[str]:
    """Spaces in rising order as ranges: 6, 7, 8, 39 as ["6-8", "39"]."""
    return [str(first) if first == last else f"{first}-{last}" for first, last in runs(spaces)]


def _race_line_lines(track: Track) -> Iterator[str]:
    yield "race_line = ["
    for start, side in track.race_line:
        yield f"  {{ from = {start}, side = {_quoted(side)} }},"
    yield "]"


def _special_lines(track: Track) -> Iterator[str]:
    for key, spaces in (("flooded", track.flooded), ("tunnel", track.tunnel)):
        if spaces:
            yield f"{key} = [{', '.join(_quoted(text) for text in space_ranges(spaces))}]"


def _corner_lines(corner: Corner) -> Iterator[str]:
    yield "[[corners]]"
    yield f"line_after = {corner.line_after}"
    yield f"limit = {corner.limit}"
    yield f"legends_line_after = {corner.legends_line_after}"
    if corner.press is not None:
        yield f"press = {corner.press}"
    if corner.chicane_with is not None:
        yield f"chicane_with = {corner.chicane_with + 1}"
    if corner.aggressive:
        yield f"aggressive = {corner.aggressive}"
    if corner.double_aggressive:
        yield f"double_aggressive = {corner.double_aggressive}"


def _outline_lines(outline: Sequence[tuple[int, int]]) -> Iterator[str]:
    yield "outline = ["
    for start in range(0, len(outline), _POINTS_A_LINE):
        points = ", ".join(f"[{x:3}, {y:3}]" for x, y in outline[start : start + _POINTS_A_LINE])
        yield f"  {points},  # {start + 1}"
    yield "]"


def _quoted(text: str) -> str:
    """The text as a basic string of TOML, whose escapes are those of JSON once DEL is escaped too."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007F")
