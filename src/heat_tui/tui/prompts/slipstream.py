"""Step 6: slipstream, or stay."""

from __future__ import annotations

from collections.abc import Sequence

from heat_tui.engine.actions import STAY, Action, Slipstream
from heat_tui.engine.decisions import SlipstreamDecision
from heat_tui.prose import describe_action
from heat_tui.tui.prompts.choosing import ChoosingPrompt
from heat_tui.tui.prompts.prompt import Choice


class SlipstreamPrompt(ChoosingPrompt):
    """Staying first, then every distance."""

    help_topic = "slipstream"

    def __init__(self, choice: Choice, decision: SlipstreamDecision) -> None:
        super().__init__(choice)
        self.decision = decision

    def actions(self) -> Sequence[Action]:
        """Staying, then the distances."""
        return [STAY, *(Slipstream(distance) for distance in self.decision.distances)]

    def label(self, action: Action) -> str:
        """How far."""
        return describe_action(self.decision, action)
