"""The options of the last race, which are the starting point for the next one."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import asdict
from typing import Final, NamedTuple, cast

from heat_tui.drivers.kinds import CONTROLLERS, PERSON
from heat_tui.engine.setup import COLOURS, MOST_HANDICAP
from heat_tui.game.setup.options import BASE_SET, MOST_CARS, RACE, REMEMBERED, SETS, Options, Seat, completed
from heat_tui.language import N_, _
from heat_tui.store.paths import settings_folder
from heat_tui.store.reading import BadFile, read_object, refusing, shown_path
from heat_tui.store.schema import is_text, with_values
from heat_tui.store.writing import write_whole
from heat_tui.typesetting import listed

FILE: Final = "last_setup.json"

_LONGEST_TRACK: Final = 4000
_LONGEST_NAME: Final = 100
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f]")


class Remembered(NamedTuple):
    """The last setup, None if there is none, and a sentence if the file could not be used."""

    setup: Options | None
    problem: str | None = None


def load_last_setup() -> Remembered:
    """Return the last setup; if its file cannot be used, there is none, and `problem` says why."""
    path = settings_folder() / FILE
    try:
        data = read_object(path)
    except BadFile as refusal:
        return Remembered(None, str(refusal))
    if data is None:
        return Remembered(None)
    if _is_sound(data):
        return Remembered(_read(data))
    fault = _("{file}: the last setup was changed or damaged, so it cannot be offered again; delete the file.")
    return Remembered(None, fault.format(file=shown_path(path)))


def last_names() -> list[str]:
    """Return the people's names from the last setup; [] without one, or if `read_seats` would read them differently."""
    last = load_last_setup().setup
    names = [seat.name for seat in last.seats if seat.controller == PERSON] if last is not None else []
    kept = listed(",".join(names)) == names and not any(name.startswith(("@", "＠")) for name in names)
    return names if kept else []


def save_last_setup(setup: Options) -> str | None:
    """Save a setup; return None, or a sentence if the file could not be written.

    Options that this race cannot have are kept for a later race; the seed is never kept, so that races differ.
    """
    fault = N_("{file} cannot be written ({reason}), so this setup will not be remembered.")
    path = settings_folder() / FILE
    values = asdict(completed(setup))
    try:
        with refusing(fault, path):
            write_whole(path, json.dumps({name: values[name] for name in REMEMBERED}, indent=2) + "\n")
    except BadFile as refusal:
        return str(refusal)
    return None


def _read(data: Mapping[str, object]) -> Options:
    """Return the setup in sound data; missing options have their defaults."""
    seats = cast("list[Mapping[str, object]]", data["seats"])
    values = {**data, "seats": tuple(with_values(Seat(""), seat) for seat in seats)}
    if values.get("sets") is not None:
        named = cast("list[str]", data["sets"])
        values["sets"] = tuple(name for name in SETS if name in (BASE_SET, *named))
    return completed(with_values(Options(), values))


def _is_sound(data: Mapping[str, object]) -> bool:
    """Return whether `save_last_setup` can have written the data, or an older version, which lacked some options."""
    seats, legends, sets = data.get("seats"), data.get("legends"), data.get("sets")
    if not isinstance(seats, list) or not all(map(_is_seat, seats)) or not is_text(data.get("track"), _LONGEST_TRACK):
        return False
    if not 1 <= len(seats) <= MOST_CARS - (legends if isinstance(legends, int) else 0):
        return False
    rest = {name: value for name, value in data.items() if name not in ("seats", "track")}
    if isinstance(sets, list) and len(sets) <= len(SETS) and all(each in SETS for each in sets):
        del rest["sets"]
    return all(name in REMEMBERED and RACE[name].accepts(value) for name, value in rest.items())


def _is_seat(seat: object) -> bool:
    match seat:
        case {"name": str(name), "colour": colour, "controller": who, "handicap": int(heat), **more} if not more:
            sound = is_text(name, _LONGEST_NAME) and not _CONTROL.search(name) and type(heat) is int
            return sound and colour in COLOURS and who in CONTROLLERS and 0 <= heat <= MOST_HANDICAP
    return False
