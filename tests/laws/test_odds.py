"""A forecast's odds are those of the engine, including cooling in step 5."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

from heat_tui.engine import forecast
from tests.laws.law import BrokenLaw
from tests.laws.odds import Position, odds_agree, positions, scraps


def _agree(random: Random, count: int, times: int, found: Callable[..., Iterator[Position]] = positions) -> None:
    for race, seat, action, told in found(random, count):
        odds_agree(race, seat, action, told, random, times)


@pytest.mark.long
@pytest.mark.point("B1")
@pytest.mark.parametrize("seed", range(4))
def test_a_sample_of_odds_comes_true(seed: int) -> None:
    _agree(Random(seed), 15, 60)


@pytest.mark.long
@pytest.mark.point("B1")
@pytest.mark.parametrize("seed", range(100, 105))
def test_odds_come_true(seed: int) -> None:
    _agree(Random(seed), 50, 300)


@pytest.mark.point("N10")
def test_a_sample_of_scraps_comes_true() -> None:
    _agree(Random(0), 40, 60, scraps)


@pytest.mark.long
@pytest.mark.point("N10")
@pytest.mark.parametrize("seed", range(100, 103))
def test_scraps_come_true(seed: int) -> None:
    _agree(Random(seed), 50, 300, scraps)


@pytest.mark.point("B1")
def test_odds_without_cooling_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forecast, "engine_after", lambda means, there: means.engine - sum(means.owed))
    with pytest.raises(BrokenLaw, match="odds come as they are told"):
        _agree(Random(1), 30, 30)
