"""What the player has chosen once for all: flag > HEAT_TUI_<NAME> > file > default."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from heat_tui import language
from heat_tui.store.paths import settings_folder

Animation = Literal["off", "fast", "normal"]
Glyphs = Literal["unicode", "ascii"]
CarPalette = Literal["game", "okabe-ito"]

FILE: Final = "settings.json"
PREFIX: Final = "HEAT_TUI_"


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings. `theme` is "dark", "light" or one of Textual's themes; `keys` gives bindings, by id, other keys.

    `confirm`: ask again before what can cost Heat or end in a spin out. `memory_aid`: odds know which cards are
    left in the own draw deck (for new races). When a person's turn comes, `bell` rings and `title` puts the name
    into the terminal's title. `language` is one of `language.languages()`, or "" for that of the locale.
    """

    theme: str = "dark"
    cars: CarPalette = "game"
    animation: Animation = "normal"
    glyphs: Glyphs = "unicode"
    confirm: bool = True
    memory_aid: bool = True
    bell: bool = False
    title: bool = True
    language: str = ""
    keys: Mapping[str, str] = field(default_factory=dict)


class BadSettings(Exception):
    """A setting given when the program was started cannot be; str() is one sentence."""


class SettingsNotSaved(Exception):
    """The settings could not be written; str() is one sentence that says where, why, and what to do."""


class LoadedSettings(NamedTuple):
    """The settings that hold; `problems` has a sentence for every value that could not be used.

    `overrides` names, by field, the flag or the variable that was stronger than the file.
    """

    settings: Settings
    problems: tuple[str, ...]
    overrides: Mapping[str, str]


class Judged(NamedTuple):
    """What is left of the value of a setting, None for nothing, and sentences on what was wrong with it."""

    value: object | None
    problems: tuple[str, ...] = ()


Judge = Callable[[str, str, object], Judged]
"""Given where it stands, the name of a setting and its value, of the right type, says what can be used of it."""

NAMES: Final = tuple(each.name for each in fields(Settings))
_FLAGS: Final = {"cars": "--car-palette", "glyphs": "--ascii", "memory_aid": "--memory-aid", "language": "--lang"}
"""Flags that are not called after their setting."""

VARIABLES: Final = {name: PREFIX + name.upper() for name in NAMES if name != "keys"} | {"language": language.VARIABLE}


def any_will_do(_where: str, _name: str, value: object) -> Judged:
    """Judge nothing."""
    return Judged(value)


def load_settings(
    flags: Mapping[str, object] | None = None,
    *,
    environ: Mapping[str, str] | None = None,
    folder: Path | None = None,
    judge: Judge = any_will_do,
) -> LoadedSettings:
    """The settings that hold for this run; `flags` has values by the names of Settings, as typed.

    A value that cannot be used gives way to that of the next source. A file that cannot be read at all is
    a problem too, and stays where it is. Raises BadSettings for a flag.
    """
    environ = os.environ if environ is None else environ
    path = (settings_folder() if folder is None else folder) / FILE
    variables = {name: environ[variable] for name, variable in VARIABLES.items() if environ.get(variable)}
    values: dict[str, object] = {}
    problems: list[str] = []
    overrides: dict[str, str] = {}
    if os.path.lexists(path):
        from heat_tui.store.settings_model import from_file

        values, faults = from_file(path, judge)
        problems += faults
    if variables:
        from heat_tui.store.settings_model import from_variables

        strong, faults = from_variables(variables, judge)
        values |= strong
        problems += faults
        overrides |= {name: VARIABLES[name] for name in strong}
    for name, value in (flags or {}).items():
        values[name] = _flag(name, value, judge)
        overrides[name] = _FLAGS.get(name, f"--{name}")
    return LoadedSettings(settings_from(values), tuple(problems), overrides)


def chosen_language(environ: Mapping[str, str], folder: Path | None = None) -> str:
    """Return the language that the variable, the settings file or else the locale asks for.

    What cannot be used is passed over here; `load_settings` says what is wrong with it. The file is only looked into
    where there is a choice.
    """
    known = language.matching(environ.get(language.VARIABLE, ""))
    if known is None and len(language.languages()) > 1:
        known = language.matching(_stored_language((settings_folder() if folder is None else folder) / FILE))
    return known or language.of_locale(environ)


def _stored_language(path: Path) -> str:
    try:
        stored = json.loads(path.read_text(encoding="utf-8"))["language"]
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return ""
    return stored if isinstance(stored, str) else ""


def stored_settings(folder: Path | None = None, judge: Judge = any_will_do) -> Settings:
    """The settings of the file alone: what a change is to be written on top of."""
    return load_settings(environ={}, folder=folder, judge=judge).settings


def settings_from(values: Mapping[str, Any]) -> Settings:
    """Settings with these values, which are of the right types and known to be good."""
    return Settings(**values)


def save_settings(settings: Settings, folder: Path | None = None, judge: Judge = any_will_do) -> Path | None:
    """Write the settings file whole. Raises SettingsNotSaved.

    A file in which something could not be used is put aside first; returns where it is then.
    """
    from heat_tui.store.settings_model import write_settings

    return write_settings(settings, (settings_folder() if folder is None else folder) / FILE, judge)


def _flag(name: str, value: object, judge: Judge) -> object:
    judged = judge(_FLAGS.get(name, f"--{name}"), name, value)
    if judged.problems:
        raise BadSettings(judged.problems[0])
    return judged.value
