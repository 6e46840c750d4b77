"""Races told in prose, compared with the texts in this folder line by line.

A text that changed on purpose is written anew with `make golden` and read as a diff.
"""

from __future__ import annotations

from difflib import unified_diff
from pathlib import Path

import pytest

from heat_tui.drivers import Chance, Steady
from tests.goldens.telling import Golden, tell_race

HERE = Path(__file__).parent

GOLDENS = {
    "italy_person_and_legends": Golden(
        "Italy, 2 laps: one person and three Legends",
        "italy",
        seed=7,
        laps=2,
        drivers=(("Ada", Steady(seed=0)),),
        legends=3,
        asked=(0,),
    ),
    "france_four_drivers": Golden(
        "France, 2 laps: four drivers with mulligan, handicap and retiring",
        "france",
        seed=259,
        drivers=(
            ("Ada", Steady(seed=1)),
            ("Bo", Chance(seed=259)),
            ("Cem", Steady(seed=3)),
            ("Dina", Chance(seed=759)),
        ),
        mulligan=True,
        retire=True,
        handicap=(2, 0, 1),
    ),
    "usa_eight_cars": Golden(
        "USA, 2 laps: five drivers and three Legends, pro +2",
        "usa",
        seed=3,
        drivers=(
            ("Ada", Steady(seed=1)),
            ("Bo", Steady(seed=2)),
            ("Cem", Steady(seed=3)),
            ("Dina", Steady(seed=4)),
            ("Eli", Steady(seed=5)),
        ),
        legends=3,
        pro=2,
    ),
}

SHOWN = {
    "italy_person_and_legends": ("slipstreams", "helmet", "diamond", "This holds if no other car moves"),
    "france_four_drivers": ("spins out", "takes the mulligan", "retires", "Stress twice", "cluttered", "new one"),
    "usa_eight_cars": ("one of the last two", "short on", "pays", "Boost", "second gear"),
}
"""What each race is there to show."""


@pytest.mark.parametrize("name", GOLDENS)
def test_the_race_is_told_as_it_was(name: str, *, regenerate: bool) -> None:
    path = HERE / f"{name}.txt"
    told = tell_race(GOLDENS[name])
    if regenerate:
        path.write_text(told, encoding="utf-8", newline="\n")
    kept = path.read_text(encoding="utf-8")
    difference = list(unified_diff(kept.splitlines(), told.splitlines(), path.name, "told now", lineterm="", n=2))
    assert not difference, "\n".join(difference)


@pytest.mark.parametrize("name", GOLDENS)
def test_the_race_shows_what_it_is_there_for(name: str) -> None:
    kept = (HERE / f"{name}.txt").read_text(encoding="utf-8")
    assert [words for words in SHOWN[name] if words not in kept] == []
    assert "The race is over." in kept


def test_every_text_belongs_to_a_race() -> None:
    assert {path.stem for path in HERE.glob("*.txt")} == set(GOLDENS)
