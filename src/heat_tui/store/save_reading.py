"""Reading save files: from the text to a race or a season that can be resumed, or to one sentence on the error.

The schema has all keys outside tracks, module options and snapshots; those of the record come from its entry classes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import MISSING, fields, replace
from datetime import datetime
from functools import reduce
from operator import or_
from pathlib import Path
from typing import Annotated, Any, Final, Literal, get_type_hints

from pydantic import AfterValidator, BaseModel, Field, GetPydanticSchema, ValidationError, create_model
from pydantic_core import core_schema

from heat_tui import modules
from heat_tui.drivers.kinds import CONTROLLERS
from heat_tui.engine import actions
from heat_tui.engine.actions import Action
from heat_tui.engine.events import Event
from heat_tui.engine.module import Module
from heat_tui.engine.record import IllegalAction, IllegalSetup
from heat_tui.engine.setup import MOST_CARS, MOST_HANDICAP, MOST_LAPS, Entry, RaceSetup, TableRules, starting_list
from heat_tui.engine.track import Track
from heat_tui.language import N_, _
from heat_tui.modules import OPTIONAL, SWITCHES, module_kind
from heat_tui.modules.championship.calendar import MOST_RACES, SeasonRace
from heat_tui.modules.championship.event_rules import EVENTS
from heat_tui.modules.championship.season import (
    TITLES,
    SeasonSetup,
    nothing_carried,
    points_order,
    race_setup,
    results_of,
)
from heat_tui.modules.garage import LEVELS
from heat_tui.modules.garage.cards import SETS
from heat_tui.store import saved_race
from heat_tui.store.reading import ENDLESS, BadFile, read_text, shown, shown_path
from heat_tui.store.save_list import SaveInfo, SeasonStand, stand_of, whole_number
from heat_tui.store.saved_race import LEFT_OUT, LONGEST_NAME, Chosen, HandOver, Record, Rival, TakeBack, Target, word_of
from heat_tui.store.track_reading import StrictTable, track_from
from heat_tui.typesetting import FULL_STOPS

MOST_RECORDS: Final = 500_000
"""More than the longest season has: 10 races of 20 laps with 8 cars make 155,000 choices on the printed boards."""

Seat = Annotated[int, Field(ge=0, lt=MOST_CARS)]
Figure = Annotated[int, Field(ge=0, le=1000)]
Word = Annotated[str, Field(pattern="^[a-z0-9][a-z0-9_+-]{0,31}$")]
Value = Annotated[tuple[Word, Figure], Field(strict=False)]
"""A card and the value chosen for it; not strict, because JSON stores the pair as a list."""

Place = Annotated[
    tuple[Annotated[int, Field(ge=1, le=100_000)], Annotated[int, Field(ge=0, le=1)]], Field(strict=False)
]
"""An absolute place and its spot; not strict, because JSON stores the pair as a list."""

Time = Annotated[
    str,
    Field(pattern=r"^(19[7-9]\d|[2-8]\d{3})-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$"),
    AfterValidator(datetime.fromisoformat),
]
"""A time in the years that the book accepts; those near 1 and 9999 may not exist in the player's time zone."""


def _one_of(words: Sequence[str]) -> GetPydanticSchema:
    return GetPydanticSchema(lambda *_: core_schema.literal_schema([*words]))


_OF_TYPE: Final[dict[object, Any]] = {
    int: Figure,
    str: Word,
    str | None: Word | None,
    tuple[str, ...]: Annotated[list[Word], Field(max_length=100)],
    tuple[tuple[str, int], ...]: Annotated[list[Value], Field(max_length=100)],
}
_OF_NAME: Final[dict[str, Any]] = {
    "seat": Seat,
    "source": Word | Literal[""],
    "to": Annotated[str, _one_of(CONTROLLERS)],
    "actions": Annotated[int, Field(ge=1, le=MOST_RECORDS)],
    "name": Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)],
    "place": Annotated[int, Field(ge=1, le=MOST_CARS)],
    "rounds": Annotated[int, Field(ge=1, le=1000)],
    "places": Annotated[list[Place], Field(min_length=1, max_length=1001)],
}
"""The schemas, by name, for the fields of record entries, targets and rivals; `_OF_TYPE` has the others, by type."""


def _shape(kind: type, shapes: dict[str, Any]) -> type[BaseModel]:
    return create_model(kind.__name__, __base__=StrictTable, **shapes)


def _shapes(kind: type) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {
        each.name: (
            _OF_NAME.get(each.name) or _OF_TYPE.get(hints[each.name], hints[each.name]),
            () if each.name in LEFT_OUT.get(kind, ()) else ...,
        )
        for each in fields(kind)
    }


def _entry_shape(kind: type) -> type[BaseModel]:
    shapes: dict[str, Any] = {"seat": (Seat, ...)} if issubclass(kind, Action) else {}
    return _shape(kind, {**shapes, **_shapes(kind), "do": (Literal[word_of(kind)], ...)})


_ACTIONS = [
    kind
    for place in (actions, *modules.packages())
    for kind in vars(place).values()
    if isinstance(kind, type) and issubclass(kind, Action)
]
_LEAVES = [kind for kind in _ACTIONS if not any(issubclass(each, kind) for each in _ACTIONS if each is not kind)]
_KINDS: Final[dict[str, type]] = {word_of(kind): kind for kind in (*_LEAVES, HandOver, TakeBack)}
_ENTRIES: Final[Any] = Annotated[reduce(or_, map(_entry_shape, _KINDS.values())), Field(discriminator="do")]


def fields_of(table: BaseModel) -> dict[str, Any]:
    """Return the values of a table as fields for a dataclass, with tuples for lists."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in table}


def _record_of(entry: BaseModel) -> Record:
    figures = fields_of(entry)
    kind: Any = _KINDS[figures.pop("do")]
    record: Record = Chosen(figures.pop("seat"), kind(**figures)) if issubclass(kind, Action) else kind(**figures)
    return record


RecordEntry = Annotated[
    Record, GetPydanticSchema(lambda _, read: core_schema.no_info_after_validator_function(_record_of, read(_ENTRIES)))
]


class ModuleTable(StrictTable):
    """One optional rule and its options."""

    name: Word
    options: dict[str, Any]


_CALENDAR_RACE: Final[Any] = _shape(
    SeasonRace,
    {
        "track": (int, Field(ge=0, lt=MOST_RACES)),
        "event": (Figure, ...),
        "laps": (int | None, Field(ge=1, le=MOST_LAPS)),
    },
)
"""One race of a season; `track` is the index of its track among the season's tracks, from 0."""

_OF_SETUP: Final[dict[str, Any]] = {
    "seats": Annotated[list[Annotated[str, Field(max_length=LONGEST_NAME)]], Field(min_length=1, max_length=MOST_CARS)],
    "seed": Annotated[int, Field(ge=0, lt=1 << 63)],
    "colours": Annotated[list[Word], Field(max_length=MOST_CARS)],
    "handicap": Annotated[list[Annotated[int, Field(ge=0, le=MOST_HANDICAP)]], Field(max_length=MOST_CARS)],
    "modules": Annotated[list[ModuleTable], Field(max_length=32)],
    "track": dict[str, Any],
    "laps": Annotated[int, Field(ge=1, le=MOST_LAPS)] | None,
    "title": Annotated[str, _one_of(TITLES)],
    "tracks": Annotated[list[dict[str, Any]], Field(min_length=1, max_length=MOST_RACES)],
    "calendar": Annotated[list[_CALENDAR_RACE], Field(min_length=1, max_length=MOST_RACES)],
    "parts": Annotated[list[Figure], Field(max_length=MOST_RACES)],
    "level": Annotated[str, _one_of(LEVELS)],
    "sets": Annotated[list[Annotated[str, _one_of(SETS)]], Field(max_length=len(SETS))],
    "chosen_seed": bool,
    **{each.name: bool for each in fields(TableRules)},
}
"""The schemas for the fields of a setup. Tracks are included whole, in the format of a track file."""


def _started_from(kind: type[RaceSetup | SeasonSetup], *more: str) -> GetPydanticSchema:
    """Return the schema of a setup; `more` names the fields that it has in a save, but not in the dataclass."""
    defaults: dict[str, Any] = dict.fromkeys((*more, *(each.name for each in fields(kind))), ...)
    defaults |= {each.name: each.default for each in fields(kind) if isinstance(each.default, bool)}
    shapes: dict[str, Any] = dict.fromkeys(SWITCHES, (bool, False))
    shapes |= {name: (shape, defaults[name]) for name, shape in _OF_SETUP.items() if name in defaults}
    shape = _shape(kind, shapes)
    return GetPydanticSchema(lambda _, read: read(shape))


def _made(kind: type) -> GetPydanticSchema:
    """Return the schema of a table that is converted to a dataclass."""
    shape = _shape(kind, _shapes(kind))
    return GetPydanticSchema(
        lambda _, read: core_schema.no_info_after_validator_function(
            lambda table: kind(**fields_of(table)), read(shape)
        )
    )


class GameFile(StrictTable):
    """The keys common to the saves of races and seasons."""

    format: int = Field(ge=saved_race.FORMAT, le=saved_race.FORMAT)
    rules: int = Field(ge=1, le=1_000_000)
    program: str = Field(max_length=LONGEST_NAME)
    created: Time
    changed: Time
    finished: bool
    open_table: bool
    raced_on: Annotated[int, Field(ge=1, le=MOST_RACES)] | None = None
    controllers: list[Annotated[str, _one_of(CONTROLLERS)]] = Field(min_length=1, max_length=MOST_CARS)
    base: dict[str, Any] | None
    record: list[RecordEntry] = Field(max_length=MOST_RECORDS)
    fingerprint: str = Field(pattern="^[0-9a-f]{64}$")
    snapshot: dict[str, Any]


class SaveFile(GameFile):
    kind: Literal["heat-tui race"]
    lessons: bool = False
    target: Annotated[Target | None, _made(Target)] = None
    rival: Annotated[Rival | None, _made(Rival)] = None
    setup: Annotated[Any, _started_from(RaceSetup)]


class SeasonFile(GameFile):
    kind: Literal["heat-tui season"]
    setup: Annotated[Any, _started_from(SeasonSetup, "tracks")]


def module_from(table: ModuleTable) -> Module:
    """Return the module that a table names.

    Raises KeyError for an unknown name, ValidationError for options that the module cannot have.
    """
    kind: Any = module_kind(table.name)
    hints = get_type_hints(kind)
    shapes = {each.name: (hints[each.name], ... if each.default is MISSING else each.default) for each in fields(kind)}
    options = _shape(kind, shapes).model_validate_json(json.dumps(table.options))
    module: Module = kind(**dict(options))
    return module


def setup_from(table: BaseModel, file: str) -> saved_race.GameSetup:
    """Return the setup of a game. Raises BadFile."""
    setup = fields_of(table)
    if "track" in setup:
        track = _track(setup.pop("track"), file)
        return RaceSetup(track=track, **_with_modules(setup, file))
    tracks, races = [_track(each, file) for each in setup.pop("tracks")], setup.pop("calendar")
    if any(race.track >= len(tracks) or race.event not in EVENTS for race in races):
        raise BadFile(_DAMAGED, file=file)
    calendar = tuple(SeasonRace(tracks[race.track], race.event, race.laps) for race in races)
    return SeasonSetup(calendar=calendar, **_with_modules(setup, file))


_DAMAGED: Final = N_("{file}: it describes a race that cannot happen; use an untouched copy of the saved race.")


def _track(table: dict[str, Any], file: str) -> Track:
    track, faults = track_from(table)
    if track is None:
        message = N_("{file}: its track has an error ({fault}); use an untouched copy of the saved race.")
        raise BadFile(message, file=file, fault=faults[0].rstrip(FULL_STOPS))
    return track


def _with_modules(setup: dict[str, Any], file: str) -> dict[str, Any]:
    """Return the fields of a setup, with modules made from its module tables and switches. Raises BadFile.

    These tables and switches are removed from `setup`.
    """
    for module in setup["modules"]:
        if module.name not in OPTIONAL:
            unknown = N_(
                "{file}: the race uses {module}, which this version of the game does not have; update the game."
            )
            raise BadFile(unknown, file=file, module=shown(module.name))
    if not all(seat.isprintable() for seat in setup["seats"]):
        raise BadFile(_DAMAGED, file=file)
    try:
        rules = (*map(module_from, setup.pop("modules")), *modules.switched_on(setup.pop))
    except ValidationError as error:
        raise BadFile(_DAMAGED, file=file) from error
    return {**setup, "modules": rules}


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


Watch = Callable[[saved_race.Game, Chosen | None, saved_race.Controller, Sequence[Event]], None]
"""A function called at the start of a replayed game and after every choice.

It takes the game, the choice (None at the start), its controller and the new events.
"""


def read_save_file(path: Path) -> saved_race.SavedRace:
    """Return the race in a file, verified by replaying it and named after the file. Raises BadFile."""
    saved, mark = read_unplayed(path)
    return played(saved, mark, shown_path(path))


def sound_text(path: Path) -> str:
    """Return the text of a file after verifying the race in it by replaying it. Raises BadFile."""
    text, file = _text_of(path), shown_path(path)
    played(*unplayed(text, path.stem, file), file)
    return text


def read_unplayed(path: Path) -> tuple[saved_race.SavedRace, str]:
    """Return the race in a file and its fingerprint, without verifying either. Raises BadFile."""
    return unplayed(_text_of(path), path.stem, shown_path(path))


def _text_of(path: Path) -> str:
    try:
        return read_text(path, saved_race.MOST_BYTES)
    except BadFile as refusal:
        if isinstance(refusal.__cause__, UnicodeDecodeError):
            raise BadFile(_FOREIGN, file=shown_path(path)) from refusal
        raise


def unplayed(text: str, name: str, file: str) -> tuple[saved_race.SavedRace, str]:
    """Return the race and the fingerprint in a save's text, without verifying them. Raises BadFile, naming `file`."""
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
            raise BadFile(_DAMAGED, file=file)
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
    """Return the name of the first car to finish, or of the champion of a season that is over; None without one."""
    try:
        order: Any = saved.snapshot["finished"] if season is None else ()
        if season is not None and saved.finished:
            order = points_order(results_of(saved.snapshot), len(entries))
        first: int = order[0]
        return entries[first].name
    except (LookupError, ValueError, TypeError):  # nobody has finished yet, or reading the game will report the error
        return None


def _table(text: str, file: str) -> dict[str, Any]:
    """Return the JSON object of a save. Raises BadFile for any other text, and for a save in a newer format."""
    if not text.strip():
        empty = N_("{file}: the file is empty; delete it, or replace it with a copy of the saved race.")
        raise BadFile(empty, file=file)
    try:
        table = json.loads(text)
    except json.JSONDecodeError as error:
        message = N_(
            "{file}: line {line}, column {column}: the text is damaged; use an untouched copy of the saved race."
        )
        if not text.lstrip().startswith("{"):
            message = _FOREIGN
        elif error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string"):
            message = _CUT_OFF
        raise BadFile(message, file=file, line=error.lineno, column=error.colno) from error
    except (RecursionError, ValueError) as error:
        raise BadFile(ENDLESS, file=file) from error
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
    seated = [each.seat for each in shape.record if not isinstance(each, TakeBack)]
    if len(shape.controllers) != seats or any(seat >= seats for seat in seated):
        raise BadFile(_DAMAGED, file=file)
    values = {key: value for key, value in fields_of(shape).items() if key not in ("kind", "format", "fingerprint")}
    values |= {"name": name, "setup": setup_from(shape.setup, file), "program": shown(shape.program)}
    return saved_race.SavedRace(**values)


def played(saved: saved_race.SavedRace, mark: str, file: str, watch: Watch = lambda *_: None) -> saved_race.SavedRace:
    """Return the save if its record leads to its snapshot, whose fingerprint is `mark`. Raises BadFile otherwise.

    If the save was written under another version of the rules, a record that does not lead to the snapshot is dropped,
    and the save is returned with a note: its race resumes from the snapshot.
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
        raise BadFile(_DAMAGED, file=file) from error
    if race.over != saved.finished:
        raise BadFile(_EDITED, file=file)
    note = _(
        "{name} was saved under another version of the rules ({version}): the race continues from "
        "the saved position, and earlier choices cannot be undone."
    ).format(name=saved.name, version=saved.rules)
    return replace(saved, base=saved.snapshot, record=(), controllers=saved.controllers_now, note=note)


def _replayed(saved: saved_race.SavedRace, watch: Watch) -> saved_race.Game:
    """Return the game at the end of its record. Raises one of `BREAKS` if the record breaks the rules."""
    race = saved_race.opening(saved.setup, saved.base)
    watch(race, None, "", race.events)
    for chosen, controller in saved_race.choosers(saved.record, saved.controllers):
        decision = race.decision
        if decision is None or decision.seat != chosen.seat:
            raise ValueError("another seat has to choose")
        watch(race, chosen, controller, race.play(chosen.action))
    return race


def _is_sane(state: dict[str, Any]) -> bool:
    """Return whether a snapshot holds plain data of a size that a race can have.

    The engine checks its meaning; this function rejects anything that would keep the engine busy forever.
    """
    left = _MOST_THINGS
    heap: list[tuple[str, Any, int]] = [("", state, 0)]
    while heap:
        key, value, depth = heap.pop()
        left -= 1
        if left < 0 or depth > _MOST_DEPTH or len(key) > LONGEST_NAME:
            return False
        if isinstance(value, dict):
            heap += [(str(name), each, depth + 1) for name, each in value.items()]
        elif isinstance(value, list):
            heap += [("", each, depth + 1) for each in value]
        elif isinstance(value, str):
            if len(value) > LONGEST_NAME:
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
_CUT_OFF: Final = N_(
    "{file}: it breaks off in line {line}, so the end is missing; use a complete copy of the saved race."
)
