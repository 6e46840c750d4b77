"""Arithmetic that is the same everywhere, for every float that decides, ranks or is shown.

Builtin `sum` adds floats in one way up to Python 3.11 and in another from 3.12 on, and `erf`, `exp`, `log` and `**` may
differ in the last bit between two C libraries. So floats are added with `math.fsum`, which is exact, or one by one in a
fixed order, whole numbers are added with `add_up`, and values are compared in steps (`stepped`).
`tests/architecture/test_same_everywhere.py` forbids the rest.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final

STEPS: Final = 1 << 20
"""The steps of 1.

A step, about a millionth of a turn, is ten million times what rounding adds up to in the value of an action, and a five
thousandth of the least difference that a driver acts on (0.005 turns). Because it is a power of two, stepped values are
added, subtracted and multiplied by whole numbers without rounding.
"""

_SHIFT: Final = (math.sqrt(5) - 1) / 2
"""The golden ratio: a value is rounded up from 0.382 of a step on, not from a half.

Averages of stepped values are fractions of a step, often halves, and their last bits must not decide. This place is as
far from all fractions as any: none with a denominator below 10**6 is within reach of the last bits.
"""


def stepped(value: float) -> float:
    """Return the step that a value belongs to: the same for all ways to work it out that differ in the last bits.

    Of values on the same step none is better, so that a fixed order chooses among them.
    """
    return math.floor(value * STEPS + _SHIFT) / STEPS


def add_up(values: Iterable[int]) -> int:
    """Return the sum of whole numbers; the type keeps floats out, which `math.fsum` is for."""
    return sum(values)


def normal(deviations: float) -> float:
    """Return the chance that a normal value is at most this many standard deviations above its mean."""
    return stepped(0.5 + 0.5 * math.erf(deviations / math.sqrt(2)))
