"""Races of automated drivers, with every choice checked on the way."""

from __future__ import annotations

from collections.abc import Sequence

from heat_tui.drivers import Driver
from heat_tui.engine import Race, RaceSetup
from heat_tui.engine.actions import Action
from heat_tui.engine.decisions import Decision
from heat_tui.game.table.match import ask
from heat_tui.modules.legends import Legends
from heat_tui.modules.mulligan import MulliganRule
from heat_tui.store.tracks import load_track

NAMES = ("Ada", "Bo", "Cem", "Dina", "Eli", "Fay", "Gus", "Hana")


def setup(
    track: str,
    *,
    drivers: int = 2,
    legends: int = 0,
    seed: int = 0,
    laps: int | None = None,
    mulligan: bool = False,
    retire: bool = False,
    memory_aid: bool = True,
    handicap: tuple[int, ...] = (),
) -> RaceSetup:
    """Return the setup of a race on a printed track."""
    return RaceSetup(
        load_track(track),
        NAMES[:drivers],
        seed=seed,
        laps=laps,
        retire=retire,
        memory_aid=memory_aid,
        handicap=handicap,
        modules=(*((Legends(legends),) if legends else ()), *((MulliganRule(),) if mulligan else ())),
    )


def drive(race: Race, drivers: Sequence[Driver]) -> list[tuple[Decision, Action]]:
    """Drive a race to its end, check that every choice is legal, and return the decisions and choices."""
    chosen = []
    while (decision := race.decision) is not None:
        action = ask(drivers[decision.seat], race, decision)
        assert decision.objection(action) is None, (decision, action)
        race.play(action)
        chosen.append((decision, action))
    return chosen


def winner(race_setup: RaceSetup, drivers: Sequence[Driver]) -> int:
    """Drive a race to its end, and return the car that wins."""
    race = Race.start(race_setup)
    drive(race, drivers)
    return race.standings[0]
