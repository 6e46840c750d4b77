"""Seasons of several kinds, played at random."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from heat_tui.game.table.match import Match
from heat_tui.modules.championship.calendar import SeasonRace
from heat_tui.modules.championship.season import SeasonSetup
from heat_tui.modules.legends import Legends
from heat_tui.modules.mulligan import MulliganRule
from heat_tui.modules.tournament import Tournament
from heat_tui.store.saved_race import Controller
from heat_tui.store.saves import SaveStore
from heat_tui.store.tracks import load_track
from tests.saves.races import step

SHORT_1961 = SeasonSetup(
    calendar=(
        SeasonRace(load_track("great_britain"), 1, 2),
        SeasonRace(load_track("usa"), 2, 1),
        SeasonRace(load_track("italy"), 3, 1),
    ),
    seats=("Ada", "Bo"),
    seed=11,
    title="1961",
    modules=(Legends(2),),
)

SEASONS: dict[str, tuple[SeasonSetup, tuple[Controller, ...]]] = {
    "1961, two people and 2 Legends": (SHORT_1961, ("person", "person")),
    "a custom season with everything": (
        SeasonSetup(
            calendar=(
                SeasonRace(load_track("japan"), 13, 1),
                SeasonRace(load_track("spain"), 17, 1),
                SeasonRace(load_track("japan"), 10, 1),
            ),
            seats=("Ada", "Çem", "O'Neill"),
            seed=(1 << 63) - 1,
            title="custom",
            level="advanced",
            sets=("base", "heavy_rain", "tunnel_vision"),
            colours=("purple", "red"),
            handicap=(0, 1),
            retire=True,
            memory_aid=False,
            modules=(
                Legends(2, 4, aggressive=True),
                Tournament(),
                MulliganRule(),
            ),
        ),
        ("person", "steady", "chance"),
    ),
    "a short career": (
        SeasonSetup(
            calendar=(
                SeasonRace(load_track("usa"), 7, 1),
                SeasonRace(load_track("italy"), 4, 1),
                SeasonRace(load_track("france"), 6, 1),
            ),
            seats=("Ada",),
            seed=3,
            title="career",
            parts=(2, 1),
        ),
        ("person",),
    ),
}


def new_season(kind: str, store: SaveStore | None = None, *, name: str | None = None) -> Match:
    """Return a season at its start."""
    setup, controllers = SEASONS[kind]
    return Match.start(setup, controllers, store=store, name=name)


def step_on(match: Match, random: Random) -> None:
    """Play the next action, random for a person; between two races, start the next one."""
    if match.rests:
        match.next_race()
    else:
        step(match, random)


def season_played(match: Match, random: Random) -> Iterator[int]:
    """Play a season to its end, stopping at every decision; yield the number of actions played."""
    done = 0
    yield done
    while not match.over:
        step_on(match, random)
        done += 1
        yield done


def to_the_pause(match: Match, random: Random) -> Match:
    """Play a match to the next pause between two races, and return the match."""
    if match.rests:
        match.next_race()
    while not match.rests:
        step(match, random)
    return match
