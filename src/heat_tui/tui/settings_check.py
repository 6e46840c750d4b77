"""Checks of settings that only the app can make: theme names and keys."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, cast

from textual.binding import Binding
from textual.keys import KEY_NAME_REPLACEMENTS, Keys, key_to_character
from textual.theme import BUILTIN_THEMES

from heat_tui.language import _, row, translated
from heat_tui.store.reading import shown, suggestion
from heat_tui.store.settings import Judged, LoadedSettings, load_settings
from heat_tui.tui.keymap import BORROWED, EVERYWHERE, KEYS, PLANNING, RACE, Key, key_name

OWN_THEMES: Final = ("dark", "light")
THEME_NAMES: Final = (*OWN_THEMES, *BUILTIN_THEMES)
"""The values of the setting `theme`."""

SAME_IN_A_TERMINAL: Final = {
    "ctrl+h": "backspace",
    "ctrl+i": "tab",
    "ctrl+j": "enter",
    "ctrl+m": "enter",
    "ctrl+left_square_bracket": "escape",
    "ctrl+question_mark": "backspace",
}
"""Keys that a terminal cannot tell from another key, each with that other key."""

_WITH_CTRL: Final = {
    "ctrl+at": "ctrl+@",
    "ctrl+[": "ctrl+left_square_bracket",
    "ctrl+\\": "ctrl+backslash",
    "ctrl+]": "ctrl+right_square_bracket",
    "ctrl+^": "ctrl+circumflex_accent",
    "ctrl+_": "ctrl+underscore",
    "ctrl+?": "ctrl+question_mark",
}
"""Other ways to write the keys for control characters, each with Textual's name for the key."""

_NAMES: Final = {*KEY_NAME_REPLACEMENTS.values(), *(str(each.value).rpartition("+")[2] for each in Keys)}
"""Textual's names for keys, without modifiers; all other keys are characters or the Unicode names of characters."""


def load_checked(flags: Mapping[str, object] | None = None) -> LoadedSettings:
    """Load the settings of this run and check themes and keys too. Raises Refused if a flag has an unusable value."""
    return load_settings(flags, judge=judge)


def judge(where: str, name: str, value: object) -> Judged:
    """Judge the value of a setting: a theme has to exist, bindings are checked one by one, and all else is accepted."""
    if name == "theme":
        if value in THEME_NAMES:
            return Judged(value)
        unknown = _("{where}: {value} is not a theme{hint}; the themes are {known}.").format(
            where=where, value=shown(value), hint=suggestion(str(value), THEME_NAMES), known=row(THEME_NAMES)
        )
        return Judged(None, (unknown,))
    if name != "keys":
        return Judged(value)
    good: dict[str, str] = {}
    problems = []
    for id, keys in cast("dict[str, str]", value).items():
        if id in KEYS:
            fault = key_fault(id, keys, good)
        else:
            fault = _("{id} is not an action with a key{hint}; delete it or correct its name.").format(
                id=shown(id), hint=suggestion(id, KEYS)
            )
        if fault is None:
            good[id] = normal(keys)
        else:
            problems.append(_("{where}: {fault}").format(where=where, fault=fault))
    return Judged(good, tuple(problems))


def key_fault(id: str, keys: str, chosen: Mapping[str, str]) -> str | None:
    """Return why a binding cannot have these keys, None if it can; `chosen` has the player's keys by binding."""
    listed = [each.strip() for each in normal(keys).split(",")]
    for key in listed:
        if key in SAME_IN_A_TERMINAL:
            same = _("A terminal cannot tell {key} from {other}; choose another key.")
            return same.format(key=key_name(key), other=key_name(SAME_IN_A_TERMINAL[key]))
        if not _is_key(key):
            none = _("{key} is not a key; write a character, or a name such as {example}.")
            return none.format(key=shown(key), example="ctrl+t, full_stop")
        other = _holder(key, id, chosen)
        if other is not None:
            taken = _("{key} is already the key for {other}; choose another key, or change that one first.")
            return taken.format(key=key_name(key), other=binding_words(other))
    return None


def binding_words(key: Key) -> str:
    """Return the purpose of a binding, in the player's language, with its number if it is one of several."""
    words = translated(key.words)
    number = key.id.rpartition("-")[2]
    return _("{words} {number}").format(words=words, number=number) if number.isdigit() else words


def normal(keys: str) -> str:
    """Return keys as Textual names them: "?" is "question_mark", "ctrl+]" is "ctrl+right_square_bracket"."""
    if "," in keys and not keys.strip(", "):
        return "comma"
    return ",".join(_WITH_CTRL.get(each.key, each.key) for each in Binding.make_bindings([(keys, "", "")]))


def _holder(key: str, id: str, chosen: Mapping[str, str]) -> Key | None:
    """Return a binding for another action that has the key and can be active together with `id`, else None.

    Keys that two bindings share by default, at different times, do not clash.
    """
    mine = KEYS[id]
    for other in KEYS.values():
        places = {mine.place, other.place}
        together = len(places) == 1 or EVERYWHERE in places or places == {RACE, PLANNING}
        together |= other.id in BORROWED.get(mine.place, ()) or mine.id in BORROWED.get(other.place, ())
        if other.action == mine.action or not together:
            continue
        shared = other.id not in chosen and key in mine.keys.split(",")
        if not shared and key in normal(chosen.get(other.id, other.keys)).split(","):
            return other
    return None


def _is_key(key: str) -> bool:
    name = re.sub(r"^(?:(?:ctrl|alt|shift)\+)+", "", key)
    character = key_to_character(name) if name.isprintable() else None
    return name in _NAMES or (character is not None and character.isprintable())
