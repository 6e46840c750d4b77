"""Step 5: one symbol at a time, or done."""

from __future__ import annotations

from collections.abc import Sequence

from heat_tui.engine.actions import DONE, Action, React
from heat_tui.engine.decisions import ReactDecision
from heat_tui.language import _
from heat_tui.prose import describe_action
from heat_tui.tui.prompts.choosing import ChoosingPrompt
from heat_tui.tui.prompts.prompt import Choice


class ReactPrompt(ChoosingPrompt):
    """What the turn offers, each with all that there is of it."""

    help_topic = "react"

    def __init__(self, choice: Choice, decision: ReactDecision) -> None:
        super().__init__(choice)
        self.decision = decision

    def actions(self) -> Sequence[Action]:
        """Being done, then every use."""
        return [DONE, *(React(use.symbol, use.source, use.most) for use in self.decision.uses)]

    def label(self, action: Action) -> str:
        """What it is, and that there could be less of it."""
        words = describe_action(self.decision, action)
        if self._most(action) > 1:
            return _("{action} (◄ ► more or less)").format(action=words)
        return words

    def amount_changed(self, action: Action, step: int) -> Action | None:
        """Cool more or less."""
        assert isinstance(action, React)
        amount = action.amount + step
        if action.symbol is None or not 1 <= amount <= self._most(action):
            return None
        return React(action.symbol, action.source, amount)

    def _most(self, action: Action) -> int:
        assert isinstance(action, React)
        return max(
            (use.most for use in self.decision.uses if (use.symbol, use.source) == (action.symbol, action.source)),
            default=0,
        )
