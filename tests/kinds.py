"""The kinds of events, decisions and actions: the classes that are made, not those that share what several have."""

from __future__ import annotations

import gc
from typing import TypeVar

T = TypeVar("T")


def kinds_of(base: type[T]) -> list[type[T]]:
    """Return the classes of the game below one that have none below themselves."""
    gc.collect()  # a slotted record is a new class, and the one that it replaces counts as a kind until it is collected
    return [kind for kind in _below(base) if not kind.__subclasses__() and kind.__module__.startswith("heat_tui.")]


def _below(base: type[T]) -> list[type[T]]:
    return [kind for child in base.__subclasses__() for kind in (child, *_below(child))]
