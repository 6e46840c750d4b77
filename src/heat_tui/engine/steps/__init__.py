"""The rulebook's steps: one file each, in the order of the round."""

from __future__ import annotations

from heat_tui.engine.program import Step
from heat_tui.engine.steps.adrenaline import GainAdrenaline
from heat_tui.engine.steps.check_corners import CheckCorners
from heat_tui.engine.steps.discard import DiscardStep
from heat_tui.engine.steps.mulligan import MulliganStep
from heat_tui.engine.steps.planning import Planning
from heat_tui.engine.steps.react import ReactStep
from heat_tui.engine.steps.replenish import Replenish
from heat_tui.engine.steps.reveal import Move, Reveal
from heat_tui.engine.steps.slipstream import SlipstreamStep

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

__all__ = ["DRIVER_TURN", "MulliganStep", "Planning"]
