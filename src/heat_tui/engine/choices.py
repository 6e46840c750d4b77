"""Choices among cards that may be equal: every distinct choice once, or a random one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from itertools import accumulate, combinations
from operator import itemgetter
from typing import Any, TypeVar

T = TypeVar("T")

Pick = Callable[[tuple[Any, ...]], tuple[Any, ...]]
"""A function that picks the items at fixed positions in the sorted cards, or in a tuple with an item for each card."""


def without(cards: tuple[T, ...], gone: Iterable[T]) -> tuple[T, ...]:
    """Return `cards`, or symbols, with one removed for each in `gone`. Raises ValueError if one is missing."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


def distinct_sets(cards: tuple[str, ...], size: int) -> tuple[Pick, ...]:
    """Return a pick for every distinct set of `size` >= 1 cards from the sorted `cards`, in a fixed order."""
    return _sets_of_shape(_shape(cards), size)


def some_of(cards: tuple[str, ...], size: int, random: Callable[[], float]) -> tuple[str, ...]:
    """Return `size` random cards, sorted, each card equally likely; `random` gives floats 0 <= x < 1."""
    left = list(cards)
    return tuple(sorted(left.pop(int(random() * len(left))) for _ in range(size)))


@lru_cache(maxsize=4096)
def _shape(cards: tuple[str, ...]) -> int:
    """Return a bit pattern: a leading 1, then for every card a 1 if it equals the card before it, else a 0."""
    shape = 1
    for card, before in zip(cards, ("", *cards), strict=False):
        shape = shape + shape + (card == before)
    return shape


@cache
def _sets_of_shape(shape: int, size: int) -> tuple[Pick, ...]:
    """Return a pick for every distinct set of `size` cards from any cards of this shape."""
    groups = list(accumulate(int(bit == "0") for bit in f"{shape:b}"[1:]))
    seen: dict[tuple[int, ...], Pick] = {}
    for places in combinations(range(len(groups)), size):
        # A single position is given as a slice, because itemgetter would return the item for an index, not a tuple.
        pick: Pick = itemgetter(*places) if size > 1 else itemgetter(slice(places[0], places[0] + 1))
        seen.setdefault(tuple(groups[place] for place in places), pick)
    return tuple(seen.values())
