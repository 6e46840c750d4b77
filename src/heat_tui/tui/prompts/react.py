"""Step 5: one symbol at a time, or done."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.widgets import Static

from heat_tui.engine.actions import DONE, Action, React
from heat_tui.engine.decisions import SALVAGE, ReactDecision, Use
from heat_tui.engine.symbols import MANDATORY
from heat_tui.language import _
from heat_tui.prose import describe_action, refusal
from heat_tui.prose.cards import card_list
from heat_tui.prose.upgrade_advice import explain_use_of_card
from heat_tui.tui.prompts.choosing import ChoosingPrompt
from heat_tui.tui.prompts.prompt import Choice


class ReactPrompt(ChoosingPrompt):
    """What the turn offers, each with all that there is of it; what must be used comes before all else."""

    help_topic = "react"

    def __init__(self, choice: Choice, decision: ReactDecision) -> None:
        super().__init__(choice)
        self.decision = decision

    def compose(self) -> ComposeResult:
        yield from super().compose()
        if self.decision.pile and self.choice.hand_shown:
            pile = _("Your discard pile: {cards}.").format(cards=card_list(self.decision.pile))
            yield Static(pile, markup=False, id="pile")

    @property
    def rows(self) -> int:
        """The lines of the list, the hand and the pile."""
        return len(self.actions()) + self.choice.hand_shown * (1 + bool(self.decision.pile))

    def actions(self) -> Sequence[Action]:
        """What must be used, being done, then every other use; being done is last while it is refused."""
        must: list[Action] = [_most_of(use) for use in self.decision.uses if use.symbol in MANDATORY]
        may: list[Action] = [_most_of(use) for use in self.decision.uses if use.symbol not in MANDATORY]
        return [*must, DONE, *may] if self.decision.may_end else [*must, *may, DONE]

    def label(self, action: Action) -> str:
        """What it is, that it must be, and that there could be less of it."""
        assert isinstance(action, React)
        if action == DONE and not self.decision.may_end:
            return _("be done with this step: not yet")
        words = self._in_words(action)
        if action.symbol in MANDATORY:
            return _("{action} (a must)").format(action=words)
        use = self._use(action)
        if use is not None and use.most > use.least and use.symbol != SALVAGE:
            return _("{action} (◄ ► more or less)").format(action=words)
        return words

    def amount_changed(self, action: Action, step: int) -> Action | None:
        """More or less of a symbol that has an amount."""
        use = self._use(action)
        if use is None or use.symbol == SALVAGE:
            return None
        assert isinstance(action, React)
        amount = action.amount + step
        return React(action.symbol, action.source, amount) if use.least <= amount <= use.most else None

    def consider(self, action: Action | None, sentence: str = "") -> None:
        """What a use would do; of a Salvage, and of what is refused, a sentence tells."""
        said = self._instead(action)
        if said is None:
            super().consider(action, sentence)
        else:
            super().consider(None, said)

    def choose(self, action: Action) -> None:
        """Hand a use over; a Salvage asks for its cards first."""
        salvage = isinstance(action, React) and action.symbol == SALVAGE and not action.cards
        if self._objection(action) is not None:
            self.consider(action)
        elif salvage:
            self._look_through(action)
        else:
            super().choose(action)

    def _look_through(self, action: Action) -> None:
        from heat_tui.tui.screens.pile import PileScreen

        use = self._use(action)
        assert use is not None
        assert self.choice.view.seat is not None

        def taken(cards: tuple[str, ...] | None) -> None:
            if cards:
                super(ReactPrompt, self).choose(React(use.symbol, use.source, len(cards), cards))

        self.app.push_screen(PileScreen(self.decision.pile, use, self.choice.view.seat), taken)

    def _instead(self, action: Action | None) -> str | None:
        """What is said of an action that there is no forecast for."""
        objection = self._objection(action)
        if objection is not None:
            return objection
        use = self._use(action)
        if use is None or use.symbol != SALVAGE:
            return None
        return explain_use_of_card(use)

    def _objection(self, action: Action | None) -> str | None:
        if action != DONE or self.decision.may_end:
            return None
        objection = self.decision.objection(DONE)
        assert objection is not None
        return refusal(objection)

    def _in_words(self, action: React) -> str:
        if action.symbol == SALVAGE:
            return _("salvage up to {count} with {card}").format(count=action.amount, card=card_list([action.source]))
        return describe_action(self.decision, action)

    def _use(self, action: Action | None) -> Use | None:
        if not isinstance(action, React):
            return None
        place = action.symbol, action.source
        return next((use for use in self.decision.uses if (use.symbol, use.source) == place), None)


def _most_of(use: Use) -> React:
    return React(use.symbol, use.source, use.most)
