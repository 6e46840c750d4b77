"""The schema of a save file: every key, its type and its bounds. The record's schemas are derived from the actions."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import MISSING, fields
from functools import reduce
from operator import or_
from typing import Annotated, Any, Final, Literal, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, GetPydanticSchema, ValidationError, create_model
from pydantic_core import core_schema

from heat_tui import modules
from heat_tui.drivers.kinds import CONTROLLERS
from heat_tui.engine import actions
from heat_tui.engine.actions import Action
from heat_tui.engine.module import Module
from heat_tui.engine.setup import MOST_CARS, MOST_HANDICAP, MOST_LAPS, RaceSetup, TableRules
from heat_tui.engine.track import Track
from heat_tui.language import _
from heat_tui.modules import OPTIONAL, SWITCHES, module_kind
from heat_tui.modules.championship.calendar import MOST_RACES, SeasonRace
from heat_tui.modules.championship.event_rules import EVENTS
from heat_tui.modules.championship.season import TITLES, SeasonSetup
from heat_tui.modules.garage import LEVELS
from heat_tui.modules.garage.cards import SETS
from heat_tui.store.reading import BadFile, shown
from heat_tui.store.save_writing import LEFT_OUT, word_of
from heat_tui.store.saved_race import FORMAT, LONGEST_NAME, Chosen, GameSetup, HandOver, Record, Rival, TakeBack, Target
from heat_tui.store.track_reading import track_from
from heat_tui.typesetting import FULL_STOPS

MOST_RECORDS: Final = 50_000

Seat = Annotated[int, Field(ge=0, lt=MOST_CARS)]
Figure = Annotated[int, Field(ge=0, le=1000)]
Word = Annotated[str, Field(pattern="^[a-z0-9][a-z0-9_+-]{0,31}$")]
Value = Annotated[tuple[Word, Figure], Field(strict=False)]
"""A card and the value chosen for it; not strict, because JSON has a list for the pair."""

Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]
Place = Annotated[
    tuple[Annotated[int, Field(ge=1, le=100_000)], Annotated[int, Field(ge=0, le=1)]], Field(strict=False)
]
"""An absolute place and its spot, also a list in JSON."""

Time = Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")]


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
}
"""The schema for a field of an action or a mark, by name; `_OF_TYPE` has the schemas of all other fields."""


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


def _shape(kind: type, shapes: dict[str, Any]) -> type[BaseModel]:
    return create_model(kind.__name__, __base__=_Table, **shapes)


def _entry_shape(kind: type) -> type[BaseModel]:
    """Return the schema of the record entry of an action or a mark."""
    shapes: dict[str, Any] = {"seat": (Seat, ...)} if issubclass(kind, Action) else {}
    for name, hint in get_type_hints(kind).items():
        bounded = _OF_NAME.get(name) or _OF_TYPE.get(hint, hint)
        shapes[name] = (bounded, () if name in LEFT_OUT.get(kind, ()) else ...)
    return _shape(kind, {**shapes, "do": (Literal[word_of(kind)], ...)})


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
    """Return the record entry of a table."""
    figures = fields_of(entry)
    kind: Any = _KINDS[figures.pop("do")]
    record: Record = Chosen(figures.pop("seat"), kind(**figures)) if issubclass(kind, Action) else kind(**figures)
    return record


Entry = Annotated[
    Record, GetPydanticSchema(lambda _, read: core_schema.no_info_after_validator_function(_record_of, read(_ENTRIES)))
]


class ModuleTable(_Table):
    """One optional rule and its options."""

    name: Word
    options: dict[str, Any]


class CalendarTable(_Table):
    """One race of a season; `track` is the index of its track among the season's tracks, from 0."""

    track: int = Field(ge=0, lt=MOST_RACES)
    event: Figure
    laps: int | None = Field(ge=1, le=MOST_LAPS)


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
    "calendar": Annotated[list[CalendarTable], Field(min_length=1, max_length=MOST_RACES)],
    "parts": Annotated[list[Figure], Field(max_length=MOST_RACES)],
    "level": Annotated[str, _one_of(LEVELS)],
    "sets": Annotated[list[Annotated[str, _one_of(SETS)]], Field(max_length=len(SETS))],
    "chosen_seed": bool,
    **{each.name: bool for each in fields(TableRules)},
}
"""The schemas for the fields of a setup. Tracks are included whole, in the schema of a track file."""


def _started_from(kind: type[RaceSetup | SeasonSetup], *more: str) -> GetPydanticSchema:
    """Return the schema of a setup; `more` names its fields in a save that the dataclass does not have."""
    defaults: dict[str, Any] = dict.fromkeys((*more, *(each.name for each in fields(kind))), ...)
    defaults |= {each.name: each.default for each in fields(kind) if isinstance(each.default, bool)}
    shapes: dict[str, Any] = dict.fromkeys(SWITCHES, (bool, False))
    shapes |= {name: (shape, defaults[name]) for name, shape in _OF_SETUP.items() if name in defaults}
    shape = _shape(kind, shapes)
    return GetPydanticSchema(lambda _, read: read(shape))


def _as(kind: type, shape: type[BaseModel]) -> GetPydanticSchema:
    """Return the schema of a table that is converted to a dataclass."""
    return GetPydanticSchema(
        lambda _, read: core_schema.no_info_after_validator_function(
            lambda table: kind(**fields_of(table)), read(shape)
        )
    )


class GameFile(_Table):
    """The keys of every save."""

    format: int = Field(ge=FORMAT, le=FORMAT)
    rules: int = Field(ge=1, le=1_000_000)
    program: str = Field(max_length=LONGEST_NAME)
    created: Time
    changed: Time
    finished: bool
    open_table: bool
    raced_on: Annotated[int, Field(ge=1, le=MOST_RACES)] | None = None
    controllers: list[Annotated[str, _one_of(CONTROLLERS)]] = Field(min_length=1, max_length=MOST_CARS)
    base: dict[str, Any] | None
    record: list[Entry] = Field(max_length=MOST_RECORDS)
    fingerprint: str = Field(pattern="^[0-9a-f]{64}$")
    snapshot: dict[str, Any]


class TargetTable(_Table):
    """The result to beat."""

    name: Name
    place: Annotated[int, Field(ge=1, le=MOST_CARS)]
    rounds: Annotated[int, Field(ge=1, le=1000)]


class RivalTable(_Table):
    """The car that is raced against as a ghost."""

    name: Name
    places: Annotated[list[Place], Field(min_length=1, max_length=1001)]


class SaveFile(GameFile):
    """One saved race."""

    kind: Literal["heat-tui race"]
    lessons: bool = False
    target: Annotated[Target | None, _as(Target, TargetTable)] = None
    rival: Annotated[Rival | None, _as(Rival, RivalTable)] = None
    setup: Annotated[Any, _started_from(RaceSetup)]


class SeasonFile(GameFile):
    """One saved season."""

    kind: Literal["heat-tui season"]
    setup: Annotated[Any, _started_from(SeasonSetup, "tracks")]


def module_from(table: ModuleTable) -> Module:
    """Return the module that a table names.

    Raises KeyError for an unknown name, ValidationError for unknown options.
    """
    kind: Any = module_kind(table.name)
    hints = get_type_hints(kind)
    shapes = {each.name: (hints[each.name], ... if each.default is MISSING else each.default) for each in fields(kind)}
    options = _shape(kind, shapes).model_validate_json(json.dumps(table.options))
    module: Module = kind(**dict(options))
    return module


def setup_from(table: BaseModel, file: str) -> GameSetup:
    """Return the setup of a game. Raises BadFile."""
    setup = fields_of(table)
    if "track" in setup:
        track = _track(setup.pop("track"), file)
        return RaceSetup(track=track, **_with_modules(setup, file))
    tracks, races = [_track(each, file) for each in setup.pop("tracks")], setup.pop("calendar")
    if any(race.track >= len(tracks) or race.event not in EVENTS for race in races):
        raise BadFile(damaged(file))
    calendar = tuple(SeasonRace(tracks[race.track], race.event, race.laps) for race in races)
    return SeasonSetup(calendar=calendar, **_with_modules(setup, file))


def damaged(file: str) -> str:
    """Return the sentence for a save that describes something impossible."""
    return _("{file}: it describes a race that cannot happen; use an untouched copy of the saved race.").format(
        file=file
    )


def _track(table: dict[str, Any], file: str) -> Track:
    track, faults = track_from(table)
    if track is None:
        message = _("{file}: its track has an error ({fault}); use an untouched copy of the saved race.")
        raise BadFile(message.format(file=file, fault=faults[0].rstrip(FULL_STOPS)))
    return track


def _with_modules(setup: dict[str, Any], file: str) -> dict[str, Any]:
    """Return the fields of a setup with its optional rules. Raises BadFile."""
    for module in setup["modules"]:
        if module.name not in OPTIONAL:
            unknown = _(
                "{file}: the race uses {module}, which this version of the game does not have; update the game."
            )
            raise BadFile(unknown.format(file=file, module=shown(module.name)))
    if not all(seat.isprintable() for seat in setup["seats"]):
        raise BadFile(damaged(file))
    try:
        rules = (*map(module_from, setup.pop("modules")), *modules.switched_on(setup.pop))
    except ValidationError as error:
        raise BadFile(damaged(file)) from error
    return {**setup, "modules": rules}
