"""Randomness as state: splitmix64, one integer per stream, the same on every version of Python.

A stream is its 64-bit state. A function that draws takes the state and returns the next one, so that copying a race
copies only a few integers. Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014).
"""

from __future__ import annotations

from math import factorial
from typing import TypeVar

T = TypeVar("T")

_MASK = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15
_AT_ONCE = 20
"""The maximum number of cards that one draw can order: 20! is the largest factorial below 2**64."""
_ENOUGH = 1 << 59
"""The maximum number of orders that a draw for part of a larger pile distinguishes, so that few draws are rejected."""

_FAIR_BELOW = tuple((1 << 64) - (1 << 64) % factorial(n) for n in range(_AT_ONCE + 1))


def mix(state: int) -> int:
    """Return the 64-bit output for a state."""
    z = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


def stream(seed: int, number: int) -> int:
    """Return the initial state of a seed's stream `number`: 0 for the table, 1 + index for a car, or a module's own."""
    return mix((mix(seed & _MASK) + (number + 1) * _GAMMA) & _MASK)


def shuffle(cards: list[T], state: int) -> int:
    """Put a list into a uniformly random order, in place, and return the next state.

    One draw, read as a number in the factorial base, orders up to 20 cards. A larger pile takes several draws: each
    places some of the cards, until 20 or fewer are left.
    """
    rest = cards[:]
    cards.clear()
    while rest:
        left = len(rest)
        stop, limit = (0, _FAIR_BELOW[left]) if left <= _AT_ONCE else _part(left)
        while True:
            state = (state + _GAMMA) & _MASK
            drawn = mix(state)
            if drawn < limit:
                break
        for size in range(left, stop, -1):
            drawn, place = divmod(drawn, size)
            cards.append(rest.pop(place))
    return state


def _part(left: int) -> tuple[int, int]:
    """Return how many of `left` cards one draw leaves unplaced, and the limit below which a draw is unbiased."""
    stop, ways = left, 1
    while ways * stop <= _ENOUGH:
        ways *= stop
        stop -= 1
    return stop, (1 << 64) - (1 << 64) % ways
