"""The rulebook's steps: one file each, in the order of the round."""

from __future__ import annotations

from heat_tui.engine.program import Step
from heat_tui.engine.steps.adrenaline import GainAdrenaline
from heat_tui.engine.steps.check_corners import CheckCorners
from heat_tui.engine.steps.discard import DiscardStep
from heat_tui.engine.steps.mulligan import MulliganStep
from heat_tui.engine.steps.planning import Planning
from heat_tui.engine.steps.react import ReactStep
from heat_tui.engine.steps.refresh import RefreshStep
from heat_tui.engine.steps.replenish import Replenish
from heat_tui.engine.steps.reveal import Move, Reveal
from heat_tui.engine.steps.slipstream import SlipstreamStep
from heat_tui.engine.steps.values import ValuesStep

DRIVER_TURN: tuple[Step, ...] = (
    Reveal(),
    Move(),
    GainAdrenaline(),
    ReactStep(),
    SlipstreamStep(),
    CheckCorners(),
    DiscardStep(),
    Replenish(),
)
"""Steps 3 to 9 of a driver's turn (T1)."""


def driver_turn(*, values: bool, refresh: bool) -> tuple[Step, ...]:
    """The turn, with what only some cards bring: values to choose and Heat to pay (3.1, G8), cards to refresh (G7)."""
    steps: list[Step] = []
    for step in DRIVER_TURN:
        if values and isinstance(step, Move):
            steps.append(ValuesStep())
        if refresh and isinstance(step, Replenish):
            steps.append(RefreshStep())
        steps.append(step)
    return tuple(steps)


__all__ = ["DRIVER_TURN", "MulliganStep", "Planning", "driver_turn"]
