"""The shape of the settings file: every key, its type and its bounds."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from heat_tui.engine.setup import COLOURS, MOST_CARS, MOST_HANDICAP, MOST_LAPS
from heat_tui.language import _, languages, matching
from heat_tui.modules.garage import DRAFTS, LEVELS, SETS
from heat_tui.modules.garage.cards import BASE
from heat_tui.modules.legends import MOST_PRO
from heat_tui.store.last_setup import LastSeat, LastSetup
from heat_tui.store.reading import BadFile, put_aside, read_object, shown, shown_path, suggestion
from heat_tui.store.save_writing import write_whole
from heat_tui.store.saved_race import Controller
from heat_tui.store.settings import NAMES, VARIABLES, Animation, CarPalette, Glyphs, Judge, Settings, SettingsNotSaved

Word = Annotated[str, Field(min_length=1, max_length=60)]
Keys = Annotated[str, Field(min_length=1, max_length=200)]


def _language(code: str) -> str:
    """Return the language that a code asks for. Raises ValueError where there is none."""
    known = matching(code)
    if known is None:
        raise ValueError(code)
    return known


class SettingsFile(BaseModel):
    """What settings.json may hold; what it leaves out has its default."""

    model_config = ConfigDict(extra="forbid", strict=True)

    theme: Word | None = None
    cars: CarPalette | None = None
    animation: Animation | None = None
    glyphs: Glyphs | None = None
    confirm: bool | None = None
    memory_aid: bool | None = None
    bell: bool | None = None
    title: bool | None = None
    language: Annotated[Word, AfterValidator(_language)] | None = None
    keys: dict[Word, Keys] | None = None


Found = tuple[dict[str, object], list[str]]
"""Values by the names of the settings, and sentences on those that cannot be used."""

_WORDS = {"cars": get_args(CarPalette), "animation": get_args(Animation), "glyphs": get_args(Glyphs)}
_YES, _NO = {"1", "true", "yes", "on"}, {"0", "false", "no", "off"}
_SWITCHES = {name for name, each in SettingsFile.model_fields.items() if bool in get_args(each.annotation)}


def from_file(path: Path, judge: Judge) -> Found:
    """The values of a settings file, which is there."""
    try:
        table = read_object(path) or {}
    except BadFile as refusal:
        return {}, [str(refusal)]
    file = shown_path(path)
    problems = []
    for unknown in [name for name in table if name not in NAMES]:
        del table[unknown]
        fault = _("{file}: there is no setting {name}{hint}; take it out or mend its name.")
        problems.append(fault.format(file=file, name=shown(unknown), hint=suggestion(unknown, NAMES)))
    values, faults = _good(table, lambda name: _("{file}, setting {name}").format(file=file, name=name), judge)
    return values, problems + faults


def from_variables(variables: Mapping[str, str], judge: Judge) -> Found:
    """The values of environment variables, given as text by the names of their settings."""
    table = {name: _switched(text) if name in _SWITCHES else text for name, text in variables.items()}
    return _good(table, lambda name: VARIABLES[name], judge)


def _switched(text: str) -> bool | str:
    word = text.strip().lower()
    return word in _YES if word in _YES | _NO else text


def _good(table: dict[str, Any], where: Any, judge: Judge) -> Found:
    values: dict[str, object] = {}
    problems: list[str] = []
    for name, value in table.items():
        try:
            checked = getattr(SettingsFile.model_validate({name: value}), name)
        except ValidationError:
            problems.append(_fault(where(name), name, value))
            continue
        if checked is None:
            continue
        judged = judge(where(name), name, checked)
        problems += judged.problems
        if judged.value is not None:
            values[name] = judged.value
    return values, problems


def _fault(where: str, name: str, value: object) -> str:
    if name in _SWITCHES:
        known = "true, false"
    elif name == "language":
        known = ", ".join(languages())
    elif name in _WORDS:
        known = ", ".join(_WORDS[name])
    elif name == "keys":
        return _("{where}: this must be an object of keys, such as {example}; mend it.").format(
            where=where, example='{"undo": "u"}'
        )
    else:
        return _("{where}: {value} is no name of a theme; write one such as dark or light.").format(
            where=where, value=shown(value)
        )
    return _("{where}: {value} cannot be used{hint}; write one of {known}.").format(
        where=where, value=shown(value), hint=suggestion(str(value), known.split(", ")), known=known
    )


def settings_text(settings: Settings) -> str:
    """The settings as JSON, a line for each."""
    table = {each.name: getattr(settings, each.name) for each in fields(settings)}
    table["keys"] = dict(settings.keys)
    if not settings.language:
        del table["language"]
    return json.dumps(table, indent=2) + "\n"


def write_settings(settings: Settings, path: Path, judge: Judge) -> Path | None:
    """Write the file; returns where the one before it is kept if something in it could not be used.

    Raises SettingsNotSaved.
    """
    try:
        kept = put_aside(path) if os.path.lexists(path) and from_file(path, judge)[1] else None
        write_whole(path, settings_text(settings))
    except OSError as error:
        fault = _("{file} cannot be written ({reason}); the settings hold until the game ends.")
        reason = os.strerror(error.errno) if error.errno else str(error)
        raise SettingsNotSaved(fault.format(file=shown_path(path), reason=reason)) from error
    return kept


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class SeatTable(_Table):
    """A driver's place."""

    name: Annotated[str, Field(min_length=1, max_length=100, pattern=r"^[^\x00-\x1f\x7f]+$")]
    colour: Literal[COLOURS]  # type: ignore[valid-type]
    controller: Controller
    handicap: Annotated[int, Field(ge=0, le=MOST_HANDICAP)]


class SetupFile(_Table):
    """The whole file; one that was written before there were advanced rules has none of them."""

    track: Annotated[str, Field(min_length=1, max_length=4000)]
    seats: Annotated[list[SeatTable], Field(min_length=1, max_length=MOST_CARS)]
    legends: Annotated[int, Field(ge=0, lt=MOST_CARS)]
    laps: Annotated[int, Field(ge=1, le=MOST_LAPS)] | None
    pro: Annotated[int, Field(ge=0, le=MOST_PRO)]
    mulligan: bool
    retire: bool
    memory_aid: bool
    open_table: bool
    garage: Literal["none", *LEVELS] = "none"  # type: ignore[valid-type]
    draft: Literal[DRAFTS] = "normal"  # type: ignore[valid-type]
    sets: Annotated[list[Literal[SETS]], Field(max_length=len(SETS))] | None = None  # type: ignore[valid-type]
    weather: bool = False
    tournament: bool = False
    aggressive: bool = False


def setup_from(path: Path) -> LastSetup | None:
    """The setup that the file holds, None where there is no file. Raises BadFile."""
    table = read_object(path)
    if table is None:
        return None
    try:
        shape = SetupFile.model_validate(table)
    except ValidationError as error:
        place = ".".join(str(part) for part in error.errors()[0]["loc"])
        fault = _("{file}: {place} is not as the game wrote it, so no last setup is proposed; delete the file.")
        raise BadFile(fault.format(file=shown_path(path), place=shown_path(place) or "{}")) from error
    seats = tuple(LastSeat(each.name, each.colour, each.controller, each.handicap) for each in shape.seats)
    return LastSetup(
        track=shape.track,
        seats=seats,
        legends=shape.legends,
        laps=shape.laps,
        pro=shape.pro,
        mulligan=shape.mulligan,
        retire=shape.retire,
        memory_aid=shape.memory_aid,
        open_table=shape.open_table,
        garage=shape.garage,
        draft=shape.draft,
        sets=None if shape.sets is None else tuple(name for name in SETS if name in (BASE, *shape.sets)),
        weather=shape.weather,
        tournament=shape.tournament,
        aggressive=shape.aggressive,
    )
