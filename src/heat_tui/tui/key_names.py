"""What keys are called: in the footer, in the help and wherever a text names one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from textual.keys import format_key

from heat_tui.language import _
from heat_tui.tui.keymap import KEYS, Key

_NAMED: Final[Mapping[str, Callable[[], str]]] = {
    "escape": lambda: _("Esc"),
    "enter": lambda: _("Enter"),
    "space": lambda: _("Space"),
    "tab": lambda: _("Tab"),
    "backspace": lambda: _("Backspace"),
    "delete": lambda: _("Del"),
    "home": lambda: _("Home"),
    "end": lambda: _("End"),
    "pageup": lambda: _("PgUp"),
    "pagedown": lambda: _("PgDn"),
}

_ARROWS: Final = {"up": "↑", "down": "↓", "left": "←", "right": "→"}

_ARROW_WORDS: Final[Mapping[str, Callable[[], str]]] = {
    "up": lambda: _("Up"),
    "down": lambda: _("Down"),
    "left": lambda: _("Left"),
    "right": lambda: _("Right"),
}


def key_name(key: str, *, ascii: bool = False) -> str:
    """A key as Textual names it ("question_mark", "ctrl+p") as it is shown: "?", "^p"."""
    *modifiers, last = key.split("+") if key != "+" else [key]
    name = _plain_name(last, ascii=ascii)
    if "ctrl" in modifiers:
        name = f"^{name}"
    if "alt" in modifiers:
        name = _("Alt+{key}").format(key=name)
    if "shift" in modifiers:
        name = _("Shift+{key}").format(key=name)
    return name


def key_names(keys: str, *, ascii: bool = False) -> tuple[str, ...]:
    """The names of keys listed with commas, a run of digits as "1-9"."""
    listed = [each.strip() for each in keys.split(",")]
    if len(listed) > 2 and all(len(each) == 1 and each.isdigit() for each in listed):
        return (f"{listed[0]}-{listed[-1]}",)
    return tuple(dict.fromkeys(key_name(each, ascii=ascii) for each in listed))


def keys_of(key: Key, chosen: Mapping[str, str]) -> str:
    """The keys, with commas, that a binding of the table has; `chosen` are the player's own, by id."""
    if key.id == "card":
        return ",".join(chosen.get(f"card-{digit}", digit) for digit in key.keys.split(","))
    return chosen.get(key.id, key.keys)


class ShownKeys(Mapping[str, str]):
    """For texts with keys in them: the first key of a binding by id, "-" written "_", so that "{undo_turn}" works."""

    def __init__(self, chosen: Mapping[str, str], *, ascii: bool) -> None:
        self._chosen = chosen
        self._ascii = ascii

    def __getitem__(self, name: str) -> str:
        key = KEYS[name.replace("_", "-")]
        return key_names(keys_of(key, self._chosen), ascii=self._ascii)[0]

    def __iter__(self) -> Iterator[str]:
        return (each.replace("-", "_") for each in KEYS)

    def __len__(self) -> int:
        return len(KEYS)


def _plain_name(key: str, *, ascii: bool) -> str:
    if key in _ARROWS:
        return _ARROW_WORDS[key]() if ascii else _ARROWS[key]
    if key in _NAMED:
        return _NAMED[key]()
    return format_key(key)
