"""Step 9: cards that go back on the draw deck, in order, or none."""

from __future__ import annotations

from heat_tui.engine.actions import Action, Refresh
from heat_tui.engine.upgrade_decisions import RefreshDecision
from heat_tui.language import _
from heat_tui.plain.commands import Unclear, match
from heat_tui.plain.prompts.discard import NONE
from heat_tui.plain.prompts.prompt import Choice
from heat_tui.plain.prompts.reading import read_card
from heat_tui.prose import ask, explain

REFRESH = "refresh"


class RefreshPrompt:
    """Asks for the cards to refresh, the first to be drawn first: "suspension-4", "refresh suspension-4" or "none"."""

    words = (REFRESH, NONE)

    def __init__(self, choice: Choice[RefreshDecision]) -> None:
        self.choice = choice

    @property
    def question(self) -> str:
        return _("{name}, refresh ({cards}, or none):").format(
            name=self.choice.name, cards=" ".join(self.choice.decision.cards)
        )

    def opening(self) -> list[str]:
        return [ask(self.choice.view, self.choice.decision)]

    def help(self) -> list[str]:
        return [
            *explain(self.choice.decision),
            _("Type the cards in the order in which you want to draw them, such as {example}, or {none}.").format(
                example=" ".join([REFRESH, *self.choice.decision.cards]), none=NONE
            ),
        ]

    def answer(self, typed: list[str]) -> Action:
        words = list(typed)
        first = match(words[0], self.words) if words else None
        if first == NONE and len(words) == 1:
            return Refresh()
        if first == REFRESH:
            words.pop(0)
        if not words or first == NONE:
            raise Unclear(_("Type the cards to refresh, or {none} alone.").format(none=NONE))
        cards, known = self.choice.decision.cards, self.choice.view.sheet.cards
        action = Refresh(tuple(read_card(word, cards, known) for word in words))
        self.choice.check(action)
        return action

    def warning(self, action: Action) -> None:
        """Nothing: it costs nothing."""
