"""From the settings file and the environment to values that can be used, with a sentence for every other."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args

from pydantic import ValidationError

from heat_tui.files.json_reading import read_object
from heat_tui.files.refusals import BadFile, shown, shown_path, suggestion
from heat_tui.files.settings import NAMES, VARIABLES, Animation, CarPalette, Glyphs, Judge
from heat_tui.files.settings_model import SettingsFile
from heat_tui.language import _

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
