"""Step 8: cards from the hand, or none."""

from __future__ import annotations

from heat_tui.engine.actions import Action, Discard
from heat_tui.engine.decisions import DiscardDecision
from heat_tui.language import _
from heat_tui.plain.commands import Unclear, match
from heat_tui.plain.prompts.prompt import Choice
from heat_tui.plain.prompts.reading import read_card
from heat_tui.prose import ask, explain

DISCARD, NONE = "discard", "none"


class DiscardPrompt:
    """Asks for the cards to discard: "discard 1 4", "1 4" or "none"."""

    words = (DISCARD, NONE)

    def __init__(self, choice: Choice[DiscardDecision]) -> None:
        self.choice = choice

    @property
    def question(self) -> str:
        return _("{name}, discard (cards, or none):").format(name=self.choice.name)

    def opening(self) -> list[str]:
        return [ask(self.choice.view, self.choice.decision)]

    def help(self) -> list[str]:
        return [
            *explain(self.choice.decision),
            _("Type the cards, such as {example}, or {none} to keep them all.").format(
                example="discard 1 4", none=NONE
            ),
        ]

    def answer(self, typed: list[str]) -> Action:
        words = list(typed)
        if not words:
            raise Unclear(_("Type the cards to discard, or {none}.").format(none=NONE))
        first = match(words[0], self.words)
        if first is not None:
            words.pop(0)
            if first == NONE or [match(word, (NONE,)) for word in words] == [NONE]:
                if first == NONE and words:
                    raise Unclear(_("{word} stands alone.").format(word=NONE))
                return Discard()
            if not words:
                raise Unclear(_("Which cards? Type their numbers after it, or {none}.").format(none=NONE))
        cards, known = self.choice.decision.cards, self.choice.view.sheet.cards
        action = Discard(tuple(read_card(word, cards, known) for word in words))
        self.choice.check(action)
        return action

    def warning(self, action: Action) -> None:
        """Nothing: it costs nothing and cannot spin the car out."""
