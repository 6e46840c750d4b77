"""Automated drivers at the table."""

from __future__ import annotations

from collections.abc import Callable

from heat_tui.drivers import Chance, Driver, Steady
from heat_tui.engine.actions import Action
from heat_tui.engine.race import Race
from heat_tui.engine.rng import stream

_DRIVERS: dict[str, Callable[[int], Driver]] = {"steady": Steady, "chance": Chance}

_STREAMS = 1_000
"""The first stream of chance for drivers; those below belong to the table and the cars."""


def choose(kind: str, race: Race, played: int) -> Action:
    """What an automated driver chooses for the seat whose decision it is, from that seat's view alone.

    His chance comes from the race's seed, the seat and the number of actions `played` so far, so a race
    that was saved and loaded goes on as it would have.
    """
    decision = race.decision
    assert decision is not None
    seed = stream(stream(race.setup.seed, _STREAMS + decision.seat), played)
    return _DRIVERS[kind](seed).choose(race.view(decision.seat), decision)
