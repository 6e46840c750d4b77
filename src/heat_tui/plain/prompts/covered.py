"""At the curtain: the person whose cards come next takes the seat."""

from __future__ import annotations

from heat_tui.engine.actions import Action, Discard
from heat_tui.engine.decisions import Decision, DiscardDecision, MulliganDecision, ReactDecision
from heat_tui.language import _
from heat_tui.plain.commands import Unclear, match
from heat_tui.plain.prompts.discard import NONE


class CoveredPrompt:
    """Waits for Enter; at a discard "none" is an answer that needs no look at the hand."""

    def __init__(self, name: str, decision: Decision) -> None:
        self._name = name
        self._decision = decision
        self.words: tuple[str, ...] = (NONE,) if isinstance(decision, DiscardDecision) else ()

    @property
    def question(self) -> str:
        match self._decision:
            case DiscardDecision():
                return _("{name}, you may discard: press Enter to see your hand, or type {none}.").format(
                    name=self._name, none=NONE
                )
            case MulliganDecision():
                return _("{name}, look at your first hand: press Enter.").format(name=self._name)
            case ReactDecision():
                return _("{name}, you may react with cards that only you may see: press Enter.").format(name=self._name)
            case _:
                return _("{name}, plan your turn: press Enter.").format(name=self._name)

    def help(self) -> list[str]:
        return [
            _("Give the keyboard to {name}. Enter shows the cards of {name}, which nobody else should see.").format(
                name=self._name
            ),
            _("The screen is cleared before and afterwards."),
        ]

    def answer(self, typed: list[str]) -> Action | None:
        """None to open the curtain."""
        if not typed:
            return None
        if len(typed) == 1 and self.words and match(typed[0], self.words) == NONE:
            return Discard()
        raise Unclear(_("Only {name} goes on from here, by pressing Enter; ? explains.").format(name=self._name))
