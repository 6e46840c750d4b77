"""Before the start: keep the hand, or swap it for 1 Heat."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult

from heat_tui.engine.actions import Action, Mulligan
from heat_tui.engine.decisions import MulliganDecision
from heat_tui.prose import describe_action
from heat_tui.tui.prompts.choosing import ChoosingPrompt
from heat_tui.tui.prompts.prompt import Choice


class MulliganPrompt(ChoosingPrompt):
    """The hand, and two lines below it."""

    help_topic = "mulligan"
    DEFAULT_CSS = """
    MulliganPrompt OptionList { height: 2; }
    """

    def __init__(self, choice: Choice, decision: MulliganDecision) -> None:
        super().__init__(choice)
        self.decision = decision

    def compose(self) -> ComposeResult:
        yield from super().compose()

    def actions(self) -> Sequence[Action]:
        """Keeping it, taking it."""
        return [Mulligan(take=False), Mulligan(take=True)]

    def label(self, action: Action) -> str:
        """What to do."""
        return describe_action(self.decision, action)
