"""The keys as a table: those of the screen at hand, and all of them by where they hold."""

from __future__ import annotations

from collections.abc import Mapping

from textual.binding import ActiveBinding

from heat_tui.engine.record import record
from heat_tui.language import translated
from heat_tui.tui.key_names import key_names, keys_of
from heat_tui.tui.keymap import KEYS


@record
class KeyRow:
    """What some keys do; `keys` are their names."""

    keys: tuple[str, ...]
    words: str


def keys_here(active: Mapping[str, ActiveBinding], *, ascii: bool) -> tuple[KeyRow, ...]:
    """The game's own keys among the active bindings of a screen, each purpose once."""
    purposes: dict[str, list[str]] = {}
    for key, (_node, binding, enabled, _tooltip) in active.items():
        ours = binding.id is not None and (binding.id in KEYS or binding.id.startswith("card-"))
        if ours and enabled and binding.description:
            purposes.setdefault(binding.description, []).append(key)
    return tuple(KeyRow(key_names(",".join(keys), ascii=ascii), words) for words, keys in purposes.items())


def all_keys(chosen: Mapping[str, str], *, ascii: bool) -> dict[str, list[KeyRow]]:
    """Every key of the game by the place where it holds; `chosen` are the player's own, by the binding's id."""
    places: dict[str, dict[str, list[str]]] = {}
    for key in KEYS.values():
        purposes = places.setdefault(translated(key.place), {})
        purposes.setdefault(translated(key.words), []).extend(keys_of(key, chosen).split(","))
    return {
        place: [KeyRow(key_names(",".join(keys), ascii=ascii), words) for words, keys in purposes.items()]
        for place, purposes in places.items()
    }
