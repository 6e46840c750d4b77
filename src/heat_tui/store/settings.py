"""The player's settings, each from the first source that has it: flag, environment variable, settings file, default."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Final, Literal, NamedTuple

from heat_tui import language
from heat_tui.language import N_, NC_, _
from heat_tui.store.schema import Refused, is_text, row, switch, table, with_values

Animation = Literal["off", "fast", "normal"]
Glyphs = Literal["unicode", "ascii"]
CarPalette = Literal["game", "okabe-ito"]
LogForm = Literal["short", "long"]

FILE: Final = "settings.json"
PREFIX: Final = "HEAT_TUI_"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings. `theme` is "dark", "light" or one of Textual's themes; `keys` maps ids of bindings to other keys.

    `memory_aid` is the default for new races. `language` is one of `language.languages()`, or "" for the locale's.
    """

    theme: str = row(
        default="dark",
        flag="--theme",
        metavar="NAME",
        help=N_("Colours: dark, light or one of Textual's themes."),
        label=N_("Theme"),
        hint=N_("The colours of everything but the cars; they change immediately."),
        choices={"dark": N_("dark"), "light": N_("light")},
    )
    cars: CarPalette = row(
        default="game",
        flag="--car-palette",
        help=N_("The game's own colours, or Okabe and Ito's, which almost everybody can tell apart."),
        label=N_("Car colours"),
        choices={"game": N_("the game's"), "okabe-ito": N_("Okabe and Ito")},
    )
    animation: Animation = row(
        default="normal",
        flag="--animation",
        help=N_("How fast cars move on the map. Any key skips the animation."),
        label=N_("Animation"),
        choices={"off": N_("off"), "fast": N_("fast"), "normal": NC_("speed", "normal")},
    )
    glyphs: Glyphs = row(
        default="unicode",
        flag="--ascii/--unicode",
        help=N_("Every symbol that the terminal has, or ASCII characters only."),
        label=N_("Characters"),
        choices={"unicode": NC_("characters", "all"), "ascii": N_("ASCII")},
    )
    log: LogForm = row(
        default="short",
        flag="--log",
        help=N_(
            "A short line for each turn, or full sentences with the reasons. In the log, press Enter to have a line "
            "explained."
        ),
        label=N_("Log"),
        choices={"short": N_("short lines"), "long": N_("sentences")},
    )
    confirm: bool = switch(
        default=True,
        flag="--confirm/--no-confirm",
        help=N_("Confirm a choice that may end in a spin out or waste a free benefit."),
        label=N_("Confirm choices"),
    )
    skip_boost: bool = switch(
        default=False,
        flag="--skip-boost/--no-skip-boost",
        help=N_("Skip the React step when only a Boost is left; undo brings it back."),
        label=N_("Skip Boost"),
    )
    gear_follows: bool = switch(
        default=True,
        flag="--gear-follows/--no-gear-follows",
        help=N_("The gear follows the cards: down if free, up for Heat too, after asking. A gear you choose stays."),
        label=N_("Gear follows cards"),
    )
    memory_aid: bool = switch(
        default=True,
        label=N_("Memory aid"),
        hint=N_("Odds take account of the cards left in your draw deck. Applies to new races."),
    )
    coach: bool = switch(
        default=True,
        label=N_("Coach"),
        hint=N_("Hints during a race, when you ask for one. A race can also be set up without them."),
    )
    bell: bool = switch(
        default=False,
        flag="--bell/--no-bell",
        help=N_("Ring the terminal's bell when a person's turn comes."),
        label=N_("Bell"),
    )
    title: bool = switch(
        default=True,
        flag="--title/--no-title",
        help=N_("Show whose turn it is in the title of the terminal window."),
        label=N_("Terminal title"),
    )
    language: str = row(
        default="",
        flag="--lang",
        metavar="LANGUAGE",
        help=N_("The language of the game."),
        label=N_("Language"),
        hint=N_("The language of the game. It changes immediately."),
        choices={"": N_("the system's")},
    )
    keys: Mapping[str, str] = field(default_factory=dict)


SETTINGS: Final = table(Settings)
"""The options of all settings but `keys`, by name."""

NAMES: Final = tuple(each.name for each in fields(Settings))
VARIABLES: Final = {name: PREFIX + name.upper() for name in SETTINGS} | {"language": language.VARIABLE}

_SWITCHED: Final = dict.fromkeys(("1", "true", "yes", "on"), True) | dict.fromkeys(("0", "false", "no", "off"), False)
_LONGEST_WORD: Final = 60
_LONGEST_KEYS: Final = 200


class LoadedSettings(NamedTuple):
    """The settings in force; `problems` has a sentence for everything that could not be used.

    `overrides` has, by field, the name of the flag or variable that took precedence over the file.
    """

    settings: Settings
    problems: tuple[str, ...]
    overrides: Mapping[str, str]


class Judged(NamedTuple):
    """The usable part of a setting's value, None if no part is usable, and sentences on its errors."""

    value: object | None
    problems: tuple[str, ...] = ()


Judge = Callable[[str, str, object], Judged]
"""A function that judges a value of the right type, given its source in words, the setting's name and the value."""

Found = tuple[dict[str, object], list[str]]
"""The usable values by the names of their settings, and sentences on the problems."""


def any_will_do(_where: str, _name: str, value: object) -> Judged:
    return Judged(value)


def load_settings(
    flags: Mapping[str, object] | None = None, *, environ: Mapping[str, str] | None = None, judge: Judge = any_will_do
) -> LoadedSettings:
    """Return the settings for this run; `flags` has the values typed on the command line, by field of Settings.

    A value that cannot be used is replaced by the value of the next source. A file that cannot be read at all is a
    problem too, and stays in place. Raises Refused for a flag with a value that cannot be used.
    """
    environ = os.environ if environ is None else environ
    values, problems = _from_file(_path(), judge)
    typed = {name: environ[variable] for name, variable in VARIABLES.items() if environ.get(variable)}
    switched = {
        name: _SWITCHED.get(text.strip().lower(), text) if SETTINGS[name].is_switch else text
        for name, text in typed.items()
    }
    strong, faults = _usable(switched, lambda name: VARIABLES[name], judge)
    values |= strong
    overrides = {name: VARIABLES[name] for name in strong}
    for name, value in (flags or {}).items():
        on, _slash, off = SETTINGS[name].flag.partition("/")
        flag = off if off and value in (False, off.removeprefix("--")) else on
        judged = judge(flag, name, value)
        if judged.problems:
            raise Refused(judged.problems[0])
        values[name], overrides[name] = judged.value, flag
    return LoadedSettings(with_values(Settings(), values), (*problems, *faults), overrides)


def chosen_language(environ: Mapping[str, str]) -> str:
    """Return the language set by the environment variable, else by the settings file, else by the locale.

    Values that cannot be used are skipped here; `load_settings` reports them. The file is read only if the variable
    sets no language and there is a choice of languages.
    """
    known = language.matching(environ.get(language.VARIABLE, ""))
    if known is None and len(language.languages()) > 1:
        known = language.matching(str(_from_file(_path(), any_will_do)[0].get("language", "")))
    return known or language.of_locale(environ)


def stored_settings(judge: Judge = any_will_do) -> Settings:
    """Return the settings of the file alone, as the basis for writing a change."""
    return load_settings(environ={}, judge=judge).settings


def save_settings(settings: Settings, judge: Judge = any_will_do) -> Path | None:
    """Write the settings file atomically; an old file with any problem is first renamed.

    Returns the new path of the old file, None if it was not renamed. Raises BadFile.
    """
    import json

    from heat_tui.store.reading import put_aside, refusing
    from heat_tui.store.writing import write_whole

    path = _path()
    with refusing(N_("{file} cannot be written ({reason}); the settings last only until you quit."), path):
        kept = put_aside(path) if _from_file(path, judge)[1] else None
        values = asdict(settings)
        if not settings.language:
            del values["language"]
        write_whole(path, json.dumps(values, indent=2) + "\n")
    return kept


def _path() -> Path:
    from heat_tui.store.paths import settings_folder

    return settings_folder() / FILE


def _from_file(path: Path, judge: Judge) -> Found:
    """Return the usable values of a settings file and its problems; both are empty if there is no file."""
    if not os.path.lexists(path):
        return {}, []
    from heat_tui.store.reading import BadFile, read_object, shown, shown_path, suggestion

    try:
        data = read_object(path) or {}
    except BadFile as refusal:
        return {}, [str(refusal)]
    file = shown_path(path)
    problems = [
        _("{file}: {name} is not a setting{hint}; delete it or correct its name.").format(
            file=file, name=shown(name), hint=suggestion(name, NAMES)
        )
        for name in data
        if name not in NAMES
    ]
    known = {name: value for name, value in data.items() if name in NAMES}
    values, faults = _usable(known, lambda name: _("{file}, setting {name}").format(file=file, name=name), judge)
    return values, problems + faults


def _usable(data: Mapping[str, object], where: Callable[[str], str], judge: Judge) -> Found:
    values: dict[str, object] = {}
    problems: list[str] = []
    for name, value in data.items():
        if value is None:
            continue
        sound = _sound(name, value)
        if sound is None:
            problems.append(_problem(where(name), name, value))
            continue
        judged = judge(where(name), name, sound)
        problems += judged.problems
        if judged.value is not None:
            values[name] = judged.value
    return values, problems


def _sound(name: str, value: object) -> object | None:
    """Return the value if it has the right type and length and, if the choices are fixed, is one of them; else None.

    A language is returned as spelt in `languages()`.
    """
    if name == "keys":
        sound = isinstance(value, dict) and all(
            is_text(id, _LONGEST_WORD) and is_text(keys, _LONGEST_KEYS) for id, keys in value.items()
        )
    elif SETTINGS[name].metavar:
        sound = is_text(value, _LONGEST_WORD)
    else:
        sound = SETTINGS[name].accepts(value)
    if name == "language" and sound:
        return language.matching(str(value))
    return value if sound else None


def _problem(where: str, name: str, value: object) -> str:
    from heat_tui.store.reading import shown, suggestion

    if name == "keys":
        return _("{where}: this is not an object with keys; write one such as {example}.").format(
            where=where, example='{"undo": "u"}'
        )
    row = SETTINGS[name]
    if name == "theme":
        return _("{where}: {value} is not the name of a theme; write a name such as dark or light.").format(
            where=where, value=shown(value)
        )
    known = ["true", "false"] if row.is_switch else [str(choice) for choice in row.choices]
    if name == "language":
        known = [*language.languages()]
    return _("{where}: {value} is not a choice here{hint}; choose one of {known}.").format(
        where=where, value=shown(value), hint=suggestion(str(value), known), known=language.row(known)
    )
