"""The words for saved games."""

from __future__ import annotations

import pytest

from heat_tui.game.table.save_line import stand_words
from heat_tui.store.save_list import SeasonStand

SEASON = SeasonStand("1961", 1, 3, between=False)


@pytest.mark.parametrize(
    ("season", "number", "words"),
    [
        (None, 0, "before the start"),
        (None, 3, "round 3"),
        (SEASON, 0, "race 1 of 3, before the start"),
        (SEASON, 3, "race 1 of 3, round 3"),
    ],
)
def test_a_race_in_its_draft_is_before_the_start(season: SeasonStand | None, number: int, words: str) -> None:
    assert stand_words(season, number) == words
