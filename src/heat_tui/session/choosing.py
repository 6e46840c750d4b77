"""Automated drivers at the table."""

from __future__ import annotations

from collections.abc import Callable

from heat_tui.drivers import Chance, Driver, Steady
from heat_tui.engine.actions import Action
from heat_tui.engine.rng import stream
from heat_tui.files.saves import Game, race_of

_DRIVERS: dict[str, Callable[[int], Driver]] = {"steady": Steady, "chance": Chance}

_STREAMS = 1_000
"""The first stream of chance for drivers; those below belong to the table and the cars."""


def choose(kind: str, game: Game, played: int) -> Action:
    """What an automated driver chooses for the seat whose decision it is, from that seat's view alone.

    His chance comes from the seed of the race, the seat and the number of actions `played` in it so far, so a game
    that was saved and loaded goes on as it would have.
    """
    decision = game.decision
    assert decision is not None
    seed = stream(stream(race_of(game).setup.seed, _STREAMS + decision.seat), played)
    return _DRIVERS[kind](seed).choose(game.view(decision.seat), decision)
