"""Matches of many kinds, played at random."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from heat_tui.engine import RaceSetup
from heat_tui.engine.actions import Retire
from heat_tui.game.table.match import Match
from heat_tui.modules.garage import Garage
from heat_tui.modules.legends import Legends
from heat_tui.modules.mulligan import MulliganRule
from heat_tui.modules.spaces import Spaces
from heat_tui.modules.tournament import Tournament
from heat_tui.modules.weather import Weather
from heat_tui.store.locks import LOCK
from heat_tui.store.saved_race import Controller
from heat_tui.store.saves import SaveStore
from heat_tui.store.tracks import load_track

MIXES: dict[str, tuple[RaceSetup, tuple[Controller, ...]]] = {
    "usa, a person and 3 Legends": (
        RaceSetup(load_track("usa"), ("Ada",), seed=1, laps=1, modules=(Legends(3),)),
        ("person",),
    ),
    "italy, two people, mulligan and handicap": (
        RaceSetup(load_track("italy"), ("Ada", "Bo"), seed=2, laps=1, modules=(MulliganRule(),), handicap=(0, 2)),
        ("person", "person"),
    ),
    "mexico, everything at once": (
        RaceSetup(
            load_track("mexico"),
            ("Ada", "Çem", "O'Neill"),
            seed=(1 << 63) - 1,
            laps=1,
            colours=("purple", "red"),
            retire=True,
            memory_aid=False,
            modules=(
                Legends(2, 4),
                MulliganRule(),
            ),
        ),
        ("person", "steady", "chance"),
    ),
    "japan, a draft and every module": (
        RaceSetup(
            load_track("japan"),
            ("Ada", "Bo"),
            seed=5,
            laps=1,
            modules=(
                Garage("both", "snake", ("base", "heavy_rain")),
                Legends(2, aggressive=True),
                Spaces(),
                Tournament(),
                Weather(),
            ),
        ),
        ("person", "chance"),
    ),
    "netherlands, upgrades dealt and weather": (
        RaceSetup(
            load_track("netherlands"),
            ("Ada", "Bo", "Cy"),
            seed=6,
            laps=1,
            modules=(
                Weather(),
                Spaces(),
                Garage(draft="deal"),
                MulliganRule(),
            ),
        ),
        ("person", "person", "chance"),
    ),
    "spain, practice": (RaceSetup(load_track("spain"), ("Ada",), seed=4, laps=1), ("person",)),
}

TWO = MIXES["italy, two people, mulligan and handicap"]


def new_match(mix: str, store: SaveStore | None = None, *, name: str | None = None) -> Match:
    """Return a match at its start."""
    setup, controllers = MIXES[mix]
    return Match.start(setup, controllers, store=store, name=name)


def step(match: Match, random: Random, *, retire: bool = True) -> None:
    """Play the next action: an automated driver's own choice, or a random one for a person."""
    decision = match.decision
    assert decision is not None
    if not match.waits_for_person:
        match.play_driver()
        return
    action = decision.sample(random.random)
    while isinstance(action, Retire) and not retire:
        action = decision.sample(random.random)
    match.play(action)


def played(match: Match, random: Random) -> Iterator[int]:
    """Play a match to its end, stopping at every decision; yield the number of actions played."""
    done = 0
    yield done
    while not match.over:
        step(match, random)
        done += 1
        yield done


def state(match: Match) -> dict[str, object]:
    """Return the whole state of the race in a match."""
    return {**match.saved().snapshot}


def files(folder: Path) -> Sequence[str]:
    """Return the sorted names of all files in a folder, including hidden ones but not locks."""
    return sorted(path.name for path in folder.iterdir() if path.suffix != LOCK)
