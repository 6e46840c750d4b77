"""A driver who ignores Heat, so that everything goes wrong."""

from __future__ import annotations

from typing import ClassVar

from heat_tui.engine.actions import DONE, Action, Plan, React, Slipstream
from heat_tui.engine.decisions import Decision, PlanDecision, ReactDecision, SlipstreamDecision
from heat_tui.engine.view import SeatView


class Reckless:
    """A driver who takes the highest gear, every Boost, every Slipstream, and no Cooldown."""

    name: ClassVar[str] = "reckless"

    def choose(self, view: SeatView, decision: Decision) -> Action:
        """Return a legal action; the view is ignored."""
        match decision:
            case PlanDecision():
                plans = [action for action in decision.options() if isinstance(action, Plan)]
                return max(plans, key=lambda plan: (plan.gear, sorted(plan.cards)))
            case ReactDecision():
                boost = any(use.symbol == "boost" for use in decision.uses)
                return React("boost", "boost", 1) if boost else DONE
            case SlipstreamDecision():
                return Slipstream(decision.distances[-1])
            case _:
                return next(iter(decision.options()))
