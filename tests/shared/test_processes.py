"""Screens in separate processes race the same race, whatever happens to any of them."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from heat_tui.engine import RaceSetup
from heat_tui.game.table.match import Match
from heat_tui.game.table.shared import SharedMatch
from heat_tui.modules.legends import Legends
from heat_tui.store.shared_tables import SharedTables
from heat_tui.store.tracks import load_track
from tests.shared import processes
from tests.shared.screens import RACES, Plans, Screens, url_of

SETUP = RaceSetup(load_track("usa"), ("Ada", "Rob", "Bo", "Cem"), seed=4, laps=1, modules=(Legends(1),))
DRIVERS = ("person", "steady", "person", "person")
ALL = (["Ada"], ["Bo"], ["Cem"])

pytestmark = pytest.mark.usefixtures("home")


def raced(url: str, *groups: list[str], kills: int = 0, seed: int = 1) -> SharedMatch:
    """Return a race that processes raced to the flag."""
    tables = SharedTables(url)
    name = SharedMatch.begin(tables, Match.start(SETUP, DRIVERS))
    assert processes.race(url, name, seed, *groups, kills=kills) == kills
    match = SharedMatch.sit(tables, name, [])
    assert match.over
    assert Match.resume(match.saved(), store=None).over
    return match


@pytest.mark.long
def test_two_and_three_processes_race_the_same_race(tmp_path: Path) -> None:
    three = raced(url_of(tmp_path), *ALL)
    two = raced(url_of(tmp_path), ["Ada", "Cem"], ["Bo"])
    assert three.saved().record == two.saved().record


@pytest.mark.long
@pytest.mark.parametrize("seed", range(RACES))
def test_killed_processes_lose_and_double_nothing(seed: int, tmp_path: Path) -> None:
    """The people take their time, so that the race is long enough for ten kills."""
    whole = Screens(url_of(tmp_path), SETUP, DRIVERS, *ALL)
    whole.race(Random(seed), Plans(seed))
    killed = raced(url_of(tmp_path), *ALL, kills=10, seed=seed)
    assert killed.saved().record == whole.matches[0].saved().record
