"""Before round 1: keep the hand or swap it (O2)."""

from __future__ import annotations

from heat_tui.engine.actions import Action, Mulligan
from heat_tui.engine.decisions import MulliganDecision
from heat_tui.language import _
from heat_tui.plain.commands import Unclear, match
from heat_tui.plain.prompts.prompt import Choice
from heat_tui.prose import ask, explain


class MulliganPrompt:
    """Asks for yes or no."""

    words = ("yes", "no")

    def __init__(self, choice: Choice[MulliganDecision]) -> None:
        self.choice = choice

    @property
    def question(self) -> str:
        return _("{name}, swap your hand (yes, no)?").format(name=self.choice.name)

    def opening(self) -> list[str]:
        return [ask(self.choice.view, self.choice.decision)]

    def help(self) -> list[str]:
        return [
            *explain(self.choice.decision),
            _("Type {yes} to swap the hand, {no} to keep it.").format(yes="yes", no="no"),
        ]

    def answer(self, typed: list[str]) -> Action:
        word = match(typed[0], self.words) if len(typed) == 1 else None
        if word is None:
            raise Unclear(_("Type {yes} or {no}; ? explains.").format(yes="yes", no="no"))
        return Mulligan(take=word == "yes")

    def warning(self, action: Action) -> list[str] | None:
        """Swapping costs Heat, and the hand is gone."""
        assert isinstance(action, Mulligan)
        if not action.take:
            return None
        return self.choice.consequences(action)
