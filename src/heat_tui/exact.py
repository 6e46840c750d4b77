"""Arithmetic with the same result everywhere, for every float that decides, ranks or is shown.

Since Python 3.12 the builtin `sum` adds floats differently, and `erf`, `exp`, `log` and `**` may differ in the last
bit between two C libraries. So floats are added with `math.fsum`, which is exact, or one by one in a fixed order;
integers are added with `add_up`, and values are compared in steps (`stepped`).
`tests/architecture/test_same_everywhere.py` forbids `sum`, `**` and inexact functions where floats decide.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final

STEPS: Final = 1 << 20
"""The number of steps in 1.

A step, about a millionth of a turn, is ten million times the accumulated rounding error in the value of an action, and
a five-thousandth of the smallest difference that a driver acts on (0.005 turns). Because it is a power of two, stepped
values are added, subtracted and multiplied by integers without rounding.
"""

_SHIFT: Final = (math.sqrt(5) - 1) / 2
"""The golden ratio minus 1: a value is rounded up from 0.382 of a step, not from a half.

Averages of stepped values are fractions of a step, often halves, and their last bits must not decide. This threshold is
as far as possible from all fractions: none with a denominator below 10**6 is within reach of the last bits.
"""


def stepped(value: float) -> float:
    """Return a value rounded to a step, so that computations that differ only in the last bits agree.

    Values on the same step count as equal: a fixed order chooses among them.
    """
    return math.floor(value * STEPS + _SHIFT) / STEPS


def add_up(values: Iterable[int]) -> int:
    """Return the sum of integers; the type excludes floats, which `math.fsum` adds instead."""
    return sum(values)


def normal(deviations: float) -> float:
    """Return the chance, `stepped`, that a normal variable is at most this many standard deviations above its mean."""
    return stepped(0.5 + 0.5 * math.erf(deviations / math.sqrt(2)))
