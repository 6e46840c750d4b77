"""The words for saved games."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from heat_tui.game.table.match import Match
from heat_tui.game.table.save_line import stand_words, state_words
from heat_tui.store.save_list import SaveInfo, SeasonStand
from heat_tui.store.saves import SaveStore
from tests.books import play_on, race_setup

SEASON = SeasonStand("1961", 1, 3, between=False)


@pytest.mark.parametrize(
    ("season", "number", "words"),
    [
        (None, 0, "before the start"),
        (None, 3, "round 3"),
        (SEASON, 0, "race 1/3, before the start"),
        (SEASON, 3, "race 1/3, round 3"),
    ],
)
def test_a_race_in_its_draft_is_before_the_start(season: SeasonStand | None, number: int, words: str) -> None:
    assert stand_words(season, number) == words


@pytest.mark.sampled
@pytest.mark.parametrize(("legends", "words"), [(0, "finished"), (1, "won by ")])
def test_nobody_wins_practice(tmp_path: Path, legends: int, words: str) -> None:
    store = SaveStore(tmp_path)
    play_on(Match.start(race_setup(1, ["Ada"], legends), ["person"], store=store), Random(1))
    (info,) = store.list()
    assert isinstance(info, SaveInfo)
    assert state_words(info).startswith(words)
    assert ("won" in state_words(info)) == (legends > 0)
