"""Step 3: the values of cards with a choice, and cards whose Heat cannot be paid."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.widgets import Static

from heat_tui.engine.actions import Action, ChooseValues
from heat_tui.engine.upgrade_decisions import ChooseValuesDecision, RefreshDecision, ReplaceDecision
from heat_tui.language import _
from heat_tui.prose import ask, describe_action
from heat_tui.tui.prompts.choosing import ChoosingPrompt
from heat_tui.tui.prompts.prompt import Choice, begun


class ValuesPrompt(ChoosingPrompt):
    """Every choice of values, the slowest first."""

    help_topic = "values"

    def __init__(self, choice: Choice, decision: ChooseValuesDecision) -> None:
        super().__init__(choice)
        self.decision = decision

    @property
    def rows(self) -> int:
        """The lines of the list, and the hand."""
        return len(self.actions()) + self.choice.hand_shown

    def actions(self) -> Sequence[Action]:
        """By the speed that they make."""
        choices = [action for action in self.decision.options() if isinstance(action, ChooseValues)]
        return sorted(choices, key=lambda action: sum(value for _card, value in action.values))

    def label(self, action: Action) -> str:
        """The values."""
        return describe_action(self.decision, action)


class CardsPrompt(ChoosingPrompt):
    """Open cards of the play area, in every way that they can be chosen."""

    def __init__(self, choice: Choice, decision: ReplaceDecision | RefreshDecision) -> None:
        super().__init__(choice)
        self.decision = decision

    def actions(self) -> Sequence[Action]:
        """All of them."""
        return list(self.decision.options())

    def label(self, action: Action) -> str:
        """The cards."""
        return describe_action(self.decision, action)


class ReplacePrompt(CardsPrompt):
    """Which cards to give up, since their Heat cannot be paid (G8)."""

    help_topic = "replace"
    hand_below = False
    decision: ReplaceDecision

    def compose(self) -> ComposeResult:
        owed, payable = self.decision.owed, self.decision.payable
        yield Static(_("{owed} Heat to pay, {payable} at most to be had:").format(owed=owed, payable=payable))
        yield from super().compose()


class RefreshPrompt(CardsPrompt):
    """Which cards to put on the draw deck (G7); none is a choice too and comes first."""

    help_topic = "refresh"

    def words(self, action: Action) -> str:
        """The question with the answer that is looked at."""
        answer = begun(describe_action(self.decision, action))
        return _("{question} {answer}.").format(question=ask(self.choice.view, self.decision), answer=answer)
