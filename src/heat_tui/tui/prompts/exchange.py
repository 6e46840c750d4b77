"""After the draft before a race of a season: the last driver of the grid may exchange an upgrade (E4)."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.widgets import Static

from heat_tui.engine.actions import KEEP_ALL, Action, Exchange
from heat_tui.engine.upgrade_decisions import ExchangeDecision
from heat_tui.language import _
from heat_tui.prose import describe_action
from heat_tui.prose.cards import card_name
from heat_tui.prose.garage import market_words
from heat_tui.tui.prompts.choosing import ChoosingPrompt
from heat_tui.tui.prompts.prompt import Choice, begun


class ExchangePrompt(ChoosingPrompt):
    """A line for keeping all and one for each own card; left and right change what is taken for it."""

    help_topic = "exchange"
    hand_below = False

    def __init__(self, choice: Choice, decision: ExchangeDecision) -> None:
        super().__init__(choice)
        self.decision = decision

    def compose(self) -> ComposeResult:
        yield Static(_("Last on the grid, exchange one?"), markup=False)
        yield from super().compose()

    def actions(self) -> Sequence[Action]:
        """Keeping all, then each own card with the first of the market that is another one."""
        lines: list[Action] = [KEEP_ALL]
        for give in dict.fromkeys(self.decision.owned):
            others = self._others(give)
            if others:
                lines.append(Exchange(give, others[0]))
        return lines

    def label(self, action: Action) -> str:
        """What is given, and what is taken with arrows where it can be changed."""
        if not isinstance(action, Exchange) or action.give is None or action.take is None:
            return describe_action(self.decision, action)
        words = _("{give} for ◄ {take} ►") if len(self._others(action.give)) > 1 else _("{give} for {take}")
        return words.format(give=card_name(action.give), take=card_name(action.take))

    def words(self, action: Action) -> str:
        """What both cards do."""
        if not isinstance(action, Exchange) or action.give is None or action.take is None:
            return _("{action}.").format(action=begun(describe_action(self.decision, action)))
        return _("You take {take}: {words}").format(take=card_name(action.take), words=market_words(action.take))

    def amount_changed(self, action: Action, step: int) -> Action | None:
        """The same card for the next one of the market."""
        if not isinstance(action, Exchange) or action.give is None or action.take is None:
            return None
        others = self._others(action.give)
        return Exchange(action.give, others[(others.index(action.take) + step) % len(others)])

    def _others(self, give: str) -> list[str]:
        """The cards of the market for which a card can be given."""
        return [card for card in dict.fromkeys(self.decision.market) if card != give]
