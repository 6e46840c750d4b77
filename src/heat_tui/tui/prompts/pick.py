"""The draft: which upgrade to take from the market, and which to put away."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.widgets import Static

from heat_tui.engine.actions import Action, Pick, PutAway
from heat_tui.engine.upgrade_decisions import PickDecision, PutAwayDecision
from heat_tui.language import _
from heat_tui.prose.garage import market_words
from heat_tui.tui.appearance import look_of
from heat_tui.tui.card_face import card_row
from heat_tui.tui.prompts.choosing import ChoosingPrompt
from heat_tui.tui.prompts.prompt import Choice


class PickPrompt(ChoosingPrompt):
    """The cards of the market, or the own ones of which one is put away; the highlighted one is explained."""

    help_topic = "draft"
    hand_below = False

    def __init__(self, choice: Choice, decision: PickDecision | PutAwayDecision) -> None:
        super().__init__(choice)
        self.decision = decision

    def compose(self) -> ComposeResult:
        yield Static(self._title(), markup=False)
        yield from super().compose()

    def _title(self) -> str:
        if isinstance(self.decision, PickDecision):
            return _("In the market, to take one:")
        return _("Your upgrades, to put one away:")

    def actions(self) -> Sequence[Action]:
        """A line for each card that lies there, equal cards apart."""
        if isinstance(self.decision, PickDecision):
            return [Pick(card) for card in self.decision.market]
        return [PutAway(card) for card in self.decision.cards]

    def label(self, action: Action) -> str:
        """Name, value and signs."""
        return card_row(self.choice.view.sheet.cards[_card(action)], ascii_only=look_of(self).ascii)

    def words(self, action: Action) -> str:
        """What the card does and what it is good for."""
        return market_words(_card(action))


def _card(action: Action) -> str:
    assert isinstance(action, (Pick, PutAway))
    return action.card
