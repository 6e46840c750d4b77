"""A sound, human-like driver."""

from __future__ import annotations

from typing import ClassVar

from heat_tui.drivers.discarding import choose_discard, choose_mulligan
from heat_tui.drivers.outlook import Outlook
from heat_tui.drivers.planning import choose_plan
from heat_tui.drivers.reacting import choose_reaction, choose_slipstream
from heat_tui.engine.actions import Action
from heat_tui.engine.decisions import (
    Decision,
    DiscardDecision,
    MulliganDecision,
    PlanDecision,
    ReactDecision,
    SlipstreamDecision,
)
from heat_tui.engine.view import SeatView


class Steady:
    """Counts in turns to the flag and takes what leaves the fewest.

    A choice follows from the seed, the view and the decision alone: it remembers nothing, so a race
    that was saved or taken back goes on as it would have gone.
    """

    __slots__ = ("_seed",)

    name: ClassVar[str] = "steady"

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed

    def choose(self, view: SeatView, decision: Decision) -> Action:
        """A legal action. Raises TypeError for a decision that it has not been taught."""
        outlook = Outlook(view, self._seed)
        match decision:
            case PlanDecision():
                return choose_plan(view, decision, outlook)
            case ReactDecision():
                return choose_reaction(view, decision, outlook)
            case SlipstreamDecision():
                return choose_slipstream(view, decision, outlook)
            case DiscardDecision():
                return choose_discard(view, decision, outlook)
            case MulliganDecision():
                return choose_mulligan(view, decision, outlook)
            case _:
                raise TypeError(f"no answer to {type(decision).__name__}")
