"""The race that was set up last, as it was asked for: the next one is proposed like it."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final, Literal, NamedTuple

from heat_tui.language import _
from heat_tui.store.paths import settings_folder
from heat_tui.store.reading import BadFile, shown_path
from heat_tui.store.saved_race import Controller

FILE: Final = "last_setup.json"


@dataclass(frozen=True, slots=True)
class LastSeat:
    """A driver's place at the table; `handicap` is the Heat that is missing, 0-2."""

    name: str
    colour: str
    controller: Controller = "person"
    handicap: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class LastSetup:
    """What was chosen. `track` is an id or the path of a file; `laps` None is the printed number.

    `sets` are the sets that upgrades come from, None the base game and the set of the track. An option that the race
    cannot have, such as a draft without the garage, is kept for the next race that can. A seed is never kept: the next
    race is another one.
    """

    track: str
    seats: tuple[LastSeat, ...]
    legends: int = 0
    laps: int | None = None
    pro: int = 0
    mulligan: bool = False
    retire: bool = False
    memory_aid: bool = True
    open_table: bool = False
    garage: Literal["none", "basic", "advanced", "both"] = "none"
    draft: Literal["normal", "snake", "deal"] = "normal"
    sets: tuple[str, ...] | None = None
    weather: bool = False
    tournament: bool = False
    aggressive: bool = False


class Remembered(NamedTuple):
    """The last setup, None if there is none, and a sentence where the file could not be used."""

    setup: LastSetup | None
    problem: str | None = None


def load_last_setup(folder: Path | None = None) -> Remembered:
    """What was set up last. Raises nothing: a file that cannot be used counts for nothing, and is told."""
    path = (settings_folder() if folder is None else folder) / FILE
    if not os.path.lexists(path):
        return Remembered(None)
    from heat_tui.store.settings_model import setup_from

    try:
        return Remembered(setup_from(path))
    except BadFile as refusal:
        return Remembered(None, str(refusal))


def save_last_setup(setup: LastSetup, folder: Path | None = None) -> str | None:
    """Remember a setup. Returns None, or a sentence where the file could not be written."""
    from heat_tui.store.save_writing import write_whole

    path = (settings_folder() if folder is None else folder) / FILE
    try:
        write_whole(path, json.dumps(asdict(setup), indent=2) + "\n")
    except OSError as error:
        fault = _("{file} cannot be written ({reason}), so this setup will not be proposed next time.")
        return fault.format(file=shown_path(path), reason=os.strerror(error.errno) if error.errno else str(error))
    return None
