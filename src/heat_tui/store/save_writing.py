"""Writing saved races: as text, and atomically to a file."""

from __future__ import annotations

import dataclasses
import functools
import json
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, TextIO

from heat_tui.engine.actions import Action, React
from heat_tui.engine.setup import RaceSetup, TableRules, table_rules
from heat_tui.modules import SWITCHES
from heat_tui.modules.championship.season import SeasonSetup
from heat_tui.store import saved_race
from heat_tui.store.track_format import track_data


def save_text(saved: saved_race.SavedRace) -> str:
    """Return the save as JSON: one key per line, and one line for every entry of the record."""
    table: dict[str, Any] = {
        "kind": saved_race.SEASON_KIND if isinstance(saved.setup, SeasonSetup) else saved_race.KIND,
        "format": saved_race.FORMAT,
        "rules": saved.rules,
        "program": saved.program,
        "created": time_text(saved.created),
        "changed": time_text(saved.changed),
        "finished": saved.finished,
        "open_table": saved.open_table,
        **({"lessons": True} if saved.lessons else {}),
        **{key: dataclasses.asdict(each) for key in ("target", "rival") if (each := getattr(saved, key)) is not None},
        **({} if saved.raced_on is None else {"raced_on": saved.raced_on}),
        "setup": setup_data(saved.setup),
        "controllers": list(saved.controllers),
        "base": saved.base,
        "record": saved.record,
        "fingerprint": saved_race.fingerprint(saved.snapshot),
        "snapshot": saved.snapshot,
    }
    lines = []
    for key, value in table.items():
        if key == "record" and value:
            text = "[\n" + ",\n".join(map(entry_line, value)) + "\n]"
        else:
            text = json.dumps(value)
        lines.append(f"{json.dumps(key)}: {text}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


@functools.lru_cache(maxsize=16_384)
def entry_line(record: saved_race.Record) -> str:
    """Return one entry of the record as JSON, cached, because a season writes thousands of them after every choice."""
    return f"  {json.dumps(entry_data(record))}"


def entry_data(record: saved_race.Record) -> dict[str, Any]:
    """Return one entry of the record as plain data."""
    if isinstance(record, saved_race.Chosen):
        return {"do": word_of(type(record.action)), "seat": record.seat, **_figures(record.action)}
    return {"do": word_of(type(record)), **_figures(record)}


def word_of(kind: type) -> str:
    """Return the name of an action or a mark in a save: "put away" for PutAway."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", kind.__name__).lower()


def _figures(entry: Action | saved_race.HandOver | saved_race.TakeBack | saved_race.GameSetup) -> dict[str, Any]:
    left_out = LEFT_OUT.get(type(entry), ())
    figures = {each.name: (getattr(entry, each.name), each.default) for each in dataclasses.fields(entry)}
    return {name: value for name, (value, usual) in figures.items() if name not in left_out or value != usual}


_ALWAYS: Final = ("retire", "memory_aid")
_LATER: Final = (*(each.name for each in dataclasses.fields(TableRules) if each.name not in _ALWAYS), "chosen_seed")

LEFT_OUT: Final[Mapping[type, tuple[str, ...]]] = {React: ("cards",), RaceSetup: _LATER, SeasonSetup: _LATER}
"""The fields that a save omits if they have their defaults: the fields that the first saves did not have."""


def setup_data(setup: saved_race.GameSetup) -> dict[str, Any]:
    """Return the setup of a game as plain data, with each whole track once."""
    data = _figures(setup)
    modules = {module.name: module.options() for module in data.pop("modules")}
    data |= {name: name in modules for name in SWITCHES}
    data |= {name: data.pop(name) for name in table_rules(setup) if name in data}
    data["modules"] = [{"name": name, "options": options} for name, options in modules.items() if name not in SWITCHES]
    if isinstance(setup, RaceSetup):
        return {**data, "track": track_data(setup.track)}
    tracks = list(dict.fromkeys(race.track for race in setup.calendar))
    first = {
        "title": setup.title,
        "tracks": [track_data(track) for track in tracks],
        "calendar": [
            {"track": tracks.index(race.track), "event": race.event, "laps": race.laps} for race in setup.calendar
        ],
        "parts": setup.parts,
    }
    return first | {key: value for key, value in data.items() if key not in first}


def time_text(moment: datetime) -> str:
    """Return a time as written in a save: UTC, to the millisecond."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03d}Z"


def write_whole(path: Path, text: str) -> None:
    """Write a file atomically, so that either the old or the new text is complete at any moment; raises OSError."""
    with whole_file(path) as stream:
        stream.write(text)


@contextmanager
def whole_file(path: Path) -> Iterator[TextIO]:
    """Open a file for atomic writing: readers see the old content until the block ends. Raises OSError.

    The text goes into a temporary file beside it, is flushed to disk, and then renamed. An exception deletes the
    temporary file.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}{DRAFT}")
    stream = draft.open("w", encoding="utf-8", newline="\n")
    try:
        yield stream
        stream.flush()
        os.fsync(stream.fileno())
        stream.close()
        os.replace(draft, path)
    except BaseException:
        for undo in (stream.close, draft.unlink):
            with suppress(OSError):  # the error to report is the one above
                undo()
        raise
    _force_folder(path.parent)


DRAFT = ".draft"
"""The suffix of a file that is still being written; such a file is left behind only if the program was killed."""


def _force_folder(folder: Path) -> None:
    """Flush a new name to disk, if the system allows it: on POSIX, but not on every file system.

    The file is complete either way, so a refusal is not an error.
    """
    if os.name != "posix":
        return
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
