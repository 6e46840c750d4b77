"""Plain values: what the engine hands out is made of these."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def record(cls: type[T]) -> type[T]:
    """Make a class a slotted value that compares and hashes by its fields.

    The type checker holds it frozen. At run time it is not, because a frozen slotted
    dataclass costs three times as much to build and the engine builds several a move.
    """
    return dataclass(slots=True, unsafe_hash=True)(cls)
