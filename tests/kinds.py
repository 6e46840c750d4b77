"""The kinds of events, decisions and actions: the classes that are made, not those that share what several have."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def kinds_of(base: type[T]) -> list[type[T]]:
    """Return the classes of the game below one that have none below themselves.

    A slotted record is a new class; the one that it replaces, which has no slots, lives on until it is collected.
    """
    below = [kind for kind in _below(base) if "__slots__" in vars(kind)]
    return [kind for kind in below if not kind.__subclasses__() and kind.__module__.startswith("heat_tui.")]


def _below(base: type[T]) -> list[type[T]]:
    return [kind for child in base.__subclasses__() for kind in (child, *_below(child))]
