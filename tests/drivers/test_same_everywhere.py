"""No choice and no hint depends on how a version of Python or a C library rounds the last bits of floats."""

from __future__ import annotations

import builtins
import math
from collections.abc import Iterable
from itertools import cycle
from types import ModuleType

import pytest

from heat_tui.drivers import course, evaluation, hands, outlook, upgrades, weighing
from heat_tui.engine.view import SeatView
from tests.drivers.traced import choices, with_everything

Number = int | float


def one_by_one(values: Iterable[Number], start: Number = 0) -> Number:
    """Add as `sum` does up to Python 3.11."""
    for value in values:
        start = start + value
    return start


def compensated(values: Iterable[Number], start: Number = 0) -> Number:
    """Add as `sum` has done since Python 3.12: floats with the remainder of each rounding (Neumaier)."""
    lost = 0.0
    for value in values:
        new = start + value
        if isinstance(new, float):
            lost += (start - new) + value if abs(start) >= abs(value) else (value - new) + start
        start = new
    return start + lost if lost else start


def raced() -> list[str]:
    """Return the events of every choice, and some evaluations, of a one-lap race, to the last bit."""
    course.course_of.cache_clear()
    return list(choices(with_everything("usa", 0)))


@pytest.mark.point("N2")
@pytest.mark.long
def test_the_sum_of_another_python_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = raced()
    for adds, one in ((one_by_one, 0.9999999999999999), (compensated, 1.0)):
        assert adds([0.1] * 10) == one
        with monkeypatch.context() as patch:
            patch.setattr(builtins, "sum", adds)
            told = raced()
        assert told == usual


@pytest.mark.long
@pytest.mark.point("N2")
def test_the_last_bits_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every sum, chance and `erf` is one bit off, alternately up and down; worlds are drawn two at a time."""
    monkeypatch.setattr(evaluation, "WORLDS", 2)
    usual = raced()
    towards = cycle((math.inf, -math.inf))

    def off(value: float) -> float:
        return math.nextafter(value, next(towards))

    def odds(view: SeatView, count: int = 1) -> hands.Odds:
        return tuple((value, off(chance)) for value, chance in flip_odds(view, count))

    fsum, erf, flip_odds = math.fsum, math.erf, hands.flip_odds
    adding: tuple[ModuleType, ...] = (course, evaluation, outlook, upgrades, weighing)
    for module in adding:
        monkeypatch.setattr(module, "fsum", lambda values: off(fsum(values)))
    for module in (outlook, weighing):
        monkeypatch.setattr(module, "flip_odds", odds)
    monkeypatch.setattr(math, "erf", lambda value: off(erf(value)))
    told = raced()
    monkeypatch.undo()
    course.course_of.cache_clear()
    assert told == usual
