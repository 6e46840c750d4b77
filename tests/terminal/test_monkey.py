"""A monkey at the app: a short run in the gate; `make monkey` is the long one."""

from __future__ import annotations

import pytest

from tests.terminal.monkey import let_loose


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.long) for seed in (2, 3, 4))])
def test_a_thousand_steps_at_random_break_nothing(seed: int) -> None:
    monkey = let_loose(250, seed)
    assert monkey.steps == 250
    assert monkey.seen["RaceScreen"] > 0
