"""The options of the last race, which are the starting point for the next one."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
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
_ABSENT: Final = object()
"""The placeholder for an option that a file lacks; an older file may lack any option but the seats and the track."""


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
    place = next(_wrong(data), None)
    if place is None:
        return Remembered(_read(data))
    fault = _("{file}: {place} was changed or damaged, so the last setup cannot be offered again; delete the file.")
    return Remembered(None, fault.format(file=shown_path(path), place=shown_path(place) or "{}"))


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
    """Return the setup in data that `_wrong` has found no fault with; missing options have their defaults."""
    seats = cast("list[Mapping[str, object]]", data["seats"])
    values = {**data, "seats": tuple(with_values(Seat(""), seat) for seat in seats)}
    if values.get("sets") is not None:
        named = cast("list[str]", data["sets"])
        values["sets"] = tuple(name for name in SETS if name in (BASE_SET, *named))
    return completed(with_values(Options(), values))


def _wrong(data: Mapping[str, object]) -> Iterator[str]:
    """Yield the paths of values that `save_last_setup` cannot have written, such as "seats.0.colour"."""
    for name in REMEMBERED:
        value = data.get(name, _ABSENT)
        if name == "seats":
            yield from _wrong_seats(value)
        elif name == "sets" and isinstance(value, list) and len(value) <= len(SETS):
            yield from (f"sets.{number}" for number, each in enumerate(value) if each not in SETS)
        elif name == "track":
            yield from () if is_text(value, _LONGEST_TRACK) else [name]
        elif value is not _ABSENT and not RACE[name].accepts(value):
            yield name
    seats, legends = data.get("seats"), data.get("legends")
    if isinstance(seats, list) and isinstance(legends, int) and len(seats) + legends > MOST_CARS:
        yield "legends"
    yield from (name for name in data if name not in REMEMBERED)


def _wrong_seats(seats: object) -> Iterator[str]:
    if not isinstance(seats, list) or not 1 <= len(seats) <= MOST_CARS:
        yield "seats"
        return
    for number, seat in enumerate(seats):
        if not isinstance(seat, dict):
            yield f"seats.{number}"
            continue
        name, heat = seat.get("name"), seat.get("handicap")
        sound = {
            "name": is_text(name, _LONGEST_NAME) and not _CONTROL.search(str(name)),
            "colour": seat.get("colour") in COLOURS,
            "controller": seat.get("controller") in CONTROLLERS,
            "handicap": type(heat) is int and 0 <= heat <= MOST_HANDICAP,
        }
        yield from (f"seats.{number}.{part}" for part in [*sound, *seat] if not sound.get(part, False))
