"""The facts of saved races for lists, and an index of them in one file, so that unchanged saves need not be read.

Nothing depends on the index: if it is missing, damaged or outdated, or cannot be written, the saves are read.
"""

from __future__ import annotations

import json
import time
import zlib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import astuple
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from heat_tui import __version__
from heat_tui.engine.record import record
from heat_tui.modules.championship.season import TITLES
from heat_tui.store import saved_race
from heat_tui.store.reading import BadFile, read_text, shown
from heat_tui.store.writing import write_whole


@record
class SeasonStand:
    """The progress of a season: race `number`, from 1, of `races`; `between` says that this race is over."""

    title: str
    number: int
    races: int
    between: bool

    @property
    def raced(self) -> bool:
        """True if a race of the season is over."""
        return self.between or self.number > 1


@record
class Glance:
    """The facts of a race for the title screen: its track, its drivers, and the progress of the race and its season.

    In a season, `track` and `round` belong to the current race. `lessons` says that the race is a first race, which is
    explained as it is raced. `controllers` are the current ones.
    """

    name: str
    changed: datetime
    track_id: str
    track: str
    seats: tuple[str, ...]
    round: int
    season: SeasonStand | None
    lessons: bool
    controllers: tuple[saved_race.Controller, ...]


@record
class SaveInfo(Glance):
    """The facts of a saved race for a list, not verified by replaying it.

    `cars` counts the drivers and the Legends; `winner` is the name of the first car to finish, or of the champion of a
    season that is over, None without one. `raced_on` says that the game branched off another one.
    """

    cars: int
    finished: bool
    winner: str | None
    raced_on: bool


@record
class BadSave:
    """An unusable file among the saves; `problem` is a sentence with the reason."""

    name: str
    problem: str


def stand_of(title: str, races: int, snapshot: dict[str, Any]) -> SeasonStand:
    """Return the progress of a season from its snapshot; race 1 if the index of the race cannot be read."""
    index, results = min(max(whole_number(snapshot, "index"), 0), races - 1), snapshot.get("results")
    return SeasonStand(title, index + 1, races, between=isinstance(results, list) and len(results) > index)


def whole_number(table: Any, key: str) -> int:
    """Return an integer of a snapshot by its key, 0 if the snapshot has no integer there."""
    value = table.get(key) if isinstance(table, dict) else None
    return value if isinstance(value, int) else 0


_HANDED_OVER: Final = saved_race.word_of(saved_race.HandOver)


def glance_at(path: Path) -> Glance | None:
    """Return a glance at an unfinished game; None for a finished one, and for a file that cannot be used."""
    try:
        table = json.loads(read_text(path, saved_race.MOST_BYTES))
        setup, race, season, track = table["setup"], table["snapshot"], None, table["setup"].get("track")
        if table["kind"] == saved_race.SEASON_KIND:
            season = stand_of(setup["title"], len(setup["calendar"]), race)
            race, track = race["race"], setup["tracks"][setup["calendar"][season.number - 1]["track"]]
        seats, controllers = tuple(map(shown, setup["seats"])), table["controllers"]
        for each in table["record"]:
            if each["do"] == _HANDED_OVER:
                controllers[each["seat"]] = each["to"]
        glance = Glance(
            name=path.stem,
            changed=datetime.fromisoformat(table["changed"]).astimezone(UTC),
            track_id=track["id"],
            track=shown(track["name"]),
            seats=seats,
            round=int(race["round"]),
            season=season,
            lessons=table.get("lessons") is True,
            controllers=tuple(controllers),
        )
        known = table["kind"] == saved_race.KIND or (season is not None and season.title in TITLES)
        sound = known and table["format"] == saved_race.FORMAT
        return glance if sound and table["finished"] is False else None
    except (BadFile, LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError):
        return None


INDEX: Final = ".index"

RIPE: Final = 2.0
"""The age of a save, in seconds, at which another write is certain to change its timestamps, on any file system."""

MANY: Final = 200
"""The minimum number of saves for which an index pays off."""

_MOST_BYTES: Final = 50_000_000

Version = tuple[str, int, int, int, int]
"""The version of a save: its name, and the inode, size, modification time and change time (ns) of its file."""

Index = Mapping[Version, SaveInfo]


def version_of(path: Path) -> Version | None:
    """Return the version of a save; None if it is missing, or so new that the next version could look the same."""
    try:
        status = path.stat()
    except OSError:
        return None
    if max(status.st_mtime, status.st_ctime) > time.time() - RIPE:
        return None
    return path.stem, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns


def read_index(folder: Path) -> Index:
    """Return the index of a folder; {} if it is missing or damaged, or if another version of the program wrote it."""
    try:
        check, _line, text = read_text(folder / INDEX, _MOST_BYTES).partition("\n")
        return {tuple(version): _info(*facts) for version, facts in json.loads(text)} if check == _check(text) else {}
    except (BadFile, TypeError, ValueError):
        return {}


def _info(name: str, changed: str, *facts: Any) -> SaveInfo:
    """Return a save's facts from the index, in which times are text, and records and tuples are lists."""
    track_id, track, seats, number, season, lessons, controllers, *rest = facts
    stand = None if season is None else SeasonStand(*season)
    known = name, datetime.fromisoformat(changed), track_id, track, (*seats,), number, stand, lessons
    return SaveInfo(*known, (*controllers,), *rest)


def write_index(folder: Path, index: Index) -> None:
    """Write the index of a folder, or remove it if it would have fewer than `MANY` entries; errors are ignored."""
    with suppress(OSError):  # the saves are read again next time
        if len(index) < MANY:
            (folder / INDEX).unlink(missing_ok=True)
        else:
            facts = [(version, astuple(info)) for version, info in index.items()]
            text = json.dumps(facts, default=datetime.isoformat)
            write_whole(folder / INDEX, f"{_check(text)}\n{text}")


def _check(text: str) -> str:
    """Return the check line of an index: the program's version and the checksum of the text."""
    return f"{__version__} {zlib.crc32(text.encode()):08x}"
