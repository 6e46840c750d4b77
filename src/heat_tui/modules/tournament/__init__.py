"""Tournament mode: cards are played first, and their number is the gear (M)."""

from __future__ import annotations

from heat_tui.engine.module import Module, module
from heat_tui.engine.program import Step, TableStep
from heat_tui.modules.tournament.rules import PlanNumber, ShowNumber


@module("tournament", rank=40)
class Tournament(Module):
    """Drops step 1: a driver's turn begins by showing the number of cards played and paying for the shift."""

    def planning(self, step: TableStep) -> TableStep:
        return PlanNumber()

    def turn(self, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        return (ShowNumber(), *steps)
