"""Which upgrade to take from the market, which to put away, which to keep for the next season."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.widgets import Static

from heat_tui.engine.actions import Action, KeepUpgrade, Pick, PutAway
from heat_tui.engine.upgrade_decisions import KeepDecision, PickDecision, PutAwayDecision
from heat_tui.language import _
from heat_tui.prose.garage import market_words
from heat_tui.tui.appearance import look_of
from heat_tui.tui.card_face import card_row
from heat_tui.tui.prompts.choosing import ChoosingPrompt
from heat_tui.tui.prompts.prompt import Choice


class PickPrompt(ChoosingPrompt):
    """The cards of the market, or the own ones of which one goes or stays; the highlighted one is explained."""

    help_topic = "draft"
    hand_below = False

    def __init__(self, choice: Choice, decision: PickDecision | PutAwayDecision | KeepDecision) -> None:
        super().__init__(choice)
        self.decision = decision

    def compose(self) -> ComposeResult:
        yield Static(self._title(), markup=False)
        yield from super().compose()

    def _title(self) -> str:
        if isinstance(self.decision, PickDecision):
            return _("In the market, to take one:")
        if isinstance(self.decision, KeepDecision):
            return _("Your upgrades, to keep one for the next season:")
        return _("Your upgrades, to put one away:")

    def actions(self) -> Sequence[Action]:
        """A line for each card that lies there, equal cards apart."""
        if isinstance(self.decision, PickDecision):
            return [Pick(card) for card in self.decision.market]
        if isinstance(self.decision, KeepDecision):
            return [KeepUpgrade(card) for card in self.decision.cards]
        return [PutAway(card) for card in self.decision.cards]

    def label(self, action: Action) -> str:
        """Name, value and signs."""
        return card_row(self.choice.view.sheet.cards[_card(action)], ascii_only=look_of(self).ascii)

    def words(self, action: Action) -> str:
        """What the card does and what it is good for."""
        return market_words(_card(action))


def _card(action: Action) -> str:
    assert isinstance(action, (Pick, PutAway, KeepUpgrade))
    return action.card
