"""Reading save files: from the text to a race or a season that can be resumed, or to one sentence on the error."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError

from heat_tui.engine.events import Event
from heat_tui.engine.record import IllegalAction, IllegalSetup
from heat_tui.engine.setup import Entry, starting_list
from heat_tui.language import N_, _
from heat_tui.modules.championship.season import SeasonSetup, nothing_carried, points_order, race_setup, results_of
from heat_tui.store import saved_race
from heat_tui.store.reading import BadFile, read_text, shown, shown_path
from heat_tui.store.save_model import SaveFile, SeasonFile, damaged, fields_of, setup_from
from heat_tui.store.saves import SaveInfo, SeasonStand, stand_of, whole_number

_MOST_FIGURE = 100_000
_MOST_LUCK = 1 << 64
_MOST_DEPTH = 8
_MOST_THINGS = 20_000
_FOREIGN: Final = N_("{file}: this is not a saved race; choose a file that the game saved.")
_EDITED: Final = N_(
    "{file}: its choices do not lead to the race that it holds, so it was changed or damaged; "
    "use an untouched copy of the saved race."
)
BREAKS: Final = (IllegalAction, IllegalSetup, ValueError, LookupError, TypeError, AssertionError, ArithmeticError)
"""The exceptions that the engine may raise for an impossible state."""


Watch = Callable[[saved_race.Game, saved_race.Chosen | None, saved_race.Controller, Sequence[Event]], None]
"""A function called with a replayed game at its start, then after every choice, with its chooser and its events."""


def read_save_file(path: Path) -> saved_race.SavedRace:
    """Return the race in a file, verified by replaying it and named after the file. Raises BadFile."""
    saved, mark = read_unplayed(path)
    return played(saved, mark, shown_path(path))


def read_unplayed(path: Path) -> tuple[saved_race.SavedRace, str]:
    """Return the race in a file and its fingerprint, without verifying either. Raises BadFile."""
    return unplayed(_text(path), path.stem, shown_path(path))


def unplayed(text: str, name: str, file: str) -> tuple[saved_race.SavedRace, str]:
    """Return the race in the text of a save and its fingerprint, without verifying either; `file` is for messages.

    Raises BadFile.
    """
    table = _table(text, file)
    try:
        shape = (SeasonFile if table["kind"] == saved_race.SEASON_KIND else SaveFile).model_validate(table)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        place = " / ".join(shown(each + 1 if isinstance(each, int) else each) for each in first["loc"])
        wrong = _MISSHAPEN.get(first["type"], _UNFIT)
        raise BadFile(wrong, file=file, place=place, value=shown(first["input"])) from error
    for state in (shape.snapshot, shape.base):
        if state is not None and not _is_sane(state):
            raise BadFile(damaged(file))
    return _saved(shape, name, file), shape.fingerprint


def info_of(path: Path) -> SaveInfo:
    """Return the entry of a save file in the list of saves, without replaying the game. Raises BadFile."""
    saved, _mark = read_unplayed(path)
    setup, race, season = saved.setup, saved.snapshot, None
    if isinstance(setup, SeasonSetup):
        season = stand_of(setup.title, len(setup.calendar), race)
        setup = race_setup(setup, season.number - 1, nothing_carried(setup))
    try:
        entries = starting_list(setup)
    except IllegalSetup:  # reading the game reports the error
        entries = ()
    return SaveInfo(
        name=saved.name,
        changed=saved.changed,
        track_id=setup.track.id,
        track=setup.track.name,
        seats=setup.seats,
        round=whole_number(race if season is None else race.get("race"), "round"),
        season=season,
        lessons=saved.lessons,
        cars=len(entries) or len(setup.seats),
        controllers=saved.controllers_now,
        finished=saved.finished,
        winner=_winner(saved, entries, season),
        raced_on=saved.raced_on is not None,
    )


def _winner(saved: saved_race.SavedRace, entries: Sequence[Entry], season: SeasonStand | None) -> str | None:
    """Return the name of the car that finished first, or of the champion of a season that is over."""
    try:
        order: Any = saved.snapshot["finished"] if season is None else ()
        if season is not None and saved.finished:
            order = points_order(results_of(saved.snapshot), len(entries))
        first: int = order[0]
        return entries[first].name
    except (LookupError, ValueError, TypeError):  # reading the game reports the error
        return None


def _text(path: Path) -> str:
    try:
        return read_text(path, saved_race.MOST_BYTES)
    except BadFile as refusal:
        if isinstance(refusal.__cause__, UnicodeDecodeError):
            raise BadFile(_FOREIGN, file=shown_path(path)) from refusal
        raise


def _table(text: str, file: str) -> dict[str, Any]:
    """Return the JSON object of a save of this format."""
    if not text.strip():
        empty = N_("{file}: the file is empty; delete it, or replace it with a copy of the saved race.")
        raise BadFile(empty, file=file)
    try:
        table = json.loads(text)
    except json.JSONDecodeError as error:
        raise BadFile(_not_json(error, text), file=file, line=error.lineno, column=error.colno) from error
    except RecursionError as error:
        deep = N_("{file}: its brackets are nested too deeply for a saved race; choose a file that the game saved.")
        raise BadFile(deep, file=file) from error
    except ValueError as error:  # a number with more digits than Python reads
        long = N_("{file}: it contains a number too long for a saved race; choose a file that the game saved.")
        raise BadFile(long, file=file) from error
    if not isinstance(table, dict) or table.get("kind") not in (saved_race.KIND, saved_race.SEASON_KIND):
        raise BadFile(_FOREIGN, file=file)
    version = table.get("format")
    if type(version) is int and version > saved_race.FORMAT:
        newer = N_(
            "{file}: a newer version of the game saved it in format {format}, and this version reads "
            "formats up to {known}; update the game."
        )
        raise BadFile(newer, file=file, format=shown(version), known=saved_race.FORMAT)
    return table


def _saved(shape: SaveFile | SeasonFile, name: str, file: str) -> saved_race.SavedRace:
    seats = len(shape.setup.seats)
    seated = [each.seat for each in shape.record if not isinstance(each, saved_race.TakeBack)]
    if len(shape.controllers) != seats or any(seat >= seats for seat in seated):
        raise BadFile(damaged(file))
    fields = {key: value for key, value in fields_of(shape).items() if key not in ("kind", "format", "fingerprint")}
    try:
        fields |= {key: datetime.fromisoformat(fields[key]) for key in ("created", "changed")}
    except ValueError as error:  # such as month 13
        raise BadFile(damaged(file)) from error
    fields |= {"name": name, "setup": setup_from(shape.setup, file), "program": shown(shape.program)}
    return saved_race.SavedRace(**fields)


def played(saved: saved_race.SavedRace, mark: str, file: str, watch: Watch = lambda *_: None) -> saved_race.SavedRace:
    """Return the save if its record leads to its snapshot. Raises BadFile.

    If the record leads elsewhere because it was written under other rules, the race resumes from the snapshot, with a
    note.
    """
    if saved_race.fingerprint(saved.snapshot) != mark:
        raise BadFile(_EDITED, file=file)
    cause: Exception | None = None
    try:
        race = _replayed(saved, watch)
        if saved_race.fingerprint(race.snapshot()) == mark and race.over == saved.finished:
            return saved
    except BREAKS as error:
        cause = error
    if saved.rules == saved_race.RULES_VERSION:
        raise BadFile(_EDITED, file=file) from cause
    try:
        race = saved_race.opening(saved.setup, saved.snapshot)
    except BREAKS as error:
        raise BadFile(damaged(file)) from error
    if race.over != saved.finished:
        raise BadFile(_EDITED, file=file)
    note = _(
        "{name} was saved under another version of the rules ({version}): the race continues from "
        "the saved position, and earlier choices cannot be undone."
    ).format(name=saved.name, version=saved.rules)
    return replace(saved, base=saved.snapshot, record=(), controllers=saved.controllers_now, note=note)


def _replayed(saved: saved_race.SavedRace, watch: Watch) -> saved_race.Game:
    """Return the game after the record; raises one of `BREAKS` if the record breaks the rules."""
    race = saved_race.opening(saved.setup, saved.base)
    watch(race, None, "", race.events)
    for chosen, controller in saved_race.choosers(saved):
        decision = race.decision
        if decision is None or decision.seat != chosen.seat:
            raise ValueError("another seat has to choose")
        watch(race, chosen, controller, race.play(chosen.action))
    return race


def _is_sane(state: dict[str, Any]) -> bool:
    """Return whether a snapshot holds plain data of a size that a race can have.

    The engine checks its meaning; this rejects numbers and depths that would keep the engine busy forever.
    """
    left = _MOST_THINGS
    heap: list[tuple[str, Any, int]] = [("", state, 0)]
    while heap:
        key, value, depth = heap.pop()
        left -= 1
        if left < 0 or depth > _MOST_DEPTH or len(key) > saved_race.LONGEST_NAME:
            return False
        if isinstance(value, dict):
            heap += [(str(name), each, depth + 1) for name, each in value.items()]
        elif isinstance(value, list):
            heap += [("", each, depth + 1) for each in value]
        elif isinstance(value, str):
            if len(value) > saved_race.LONGEST_NAME:
                return False
        elif type(value) is int:
            if not (0 <= value < _MOST_LUCK if key == "luck" else -2 <= value <= _MOST_FIGURE):
                return False
        elif value is not None:
            return False
    return True


_MISSHAPEN: Final = {
    "missing": N_("{file}: {place} is missing, so part of the save is lost; use an untouched copy of the saved race."),
    "extra_forbidden": N_("{file}: {place} is not part of a saved race; use an untouched copy of the saved race."),
    "literal_error": N_(
        "{file}: {place} is {value}, which this version of the game does not know; "
        "update the game, or use an untouched copy of the saved race."
    ),
}
_UNFIT: Final = N_("{file}: {place} cannot be {value}; use an untouched copy of the saved race.")


def _not_json(error: json.JSONDecodeError, text: str) -> str:
    """Return the message for invalid JSON."""
    if not text.lstrip().startswith("{"):
        return _FOREIGN
    if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string"):
        return N_("{file}: it breaks off in line {line}, so the end is missing; use a complete copy of the saved race.")
    return N_("{file}: line {line}, column {column}: the text is damaged; use an untouched copy of the saved race.")
