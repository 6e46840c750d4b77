"""A short run of the monkey; `make monkey` is the long one."""

from __future__ import annotations

import pytest

from tests.terminal.monkey import Monkey


@pytest.mark.long
@pytest.mark.point("N3")
@pytest.mark.parametrize("seed", [1, 2])
def test_a_thousand_random_keys_break_nothing(seed: int) -> None:
    monkey = Monkey(seed)
    monkey.play(1000)
    assert monkey.keys >= 1000
