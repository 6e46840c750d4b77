"""The kinds of events, decisions and actions: concrete classes only, not their shared bases."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def kinds_of(base: type[T]) -> list[type[T]]:
    """Return the game's subclasses of a class that have no subclasses themselves.

    A slotted record is a new class; the unslotted class that it replaces exists until it is collected, and is left out.
    """
    below = [kind for kind in _below(base) if "__slots__" in vars(kind)]
    return [kind for kind in below if not kind.__subclasses__() and kind.__module__.startswith("heat_tui.")]


def _below(base: type[T]) -> list[type[T]]:
    return [kind for child in base.__subclasses__() for kind in (child, *_below(child))]
