"""Step 6: slipstream or stay."""

from __future__ import annotations

from heat_tui.engine.actions import Action, Slipstream
from heat_tui.engine.decisions import SlipstreamDecision
from heat_tui.language import _
from heat_tui.plain.commands import Unclear, match
from heat_tui.plain.prompts.prompt import Choice
from heat_tui.prose import ask, explain
from heat_tui.table.caution import needs_care
from heat_tui.table.seats import whole_number


class SlipstreamPrompt:
    """Asks for yes or no, or for the distance where there are several."""

    words = ("yes", "no")

    def __init__(self, choice: Choice[SlipstreamDecision]) -> None:
        self.choice = choice

    @property
    def question(self) -> str:
        return _("{name}, slipstream (yes, no)?").format(name=self.choice.name)

    def opening(self) -> list[str]:
        lines = [ask(self.choice.view, self.choice.decision)]
        return lines + [
            _("{word}: {consequence}").format(
                word=self._word(distance),
                consequence=" ".join(self.choice.foretold(Slipstream(distance))),
            )
            for distance in (*self.choice.decision.distances, 0)
        ]

    def _word(self, distance: int) -> str:
        """What is typed for a distance."""
        if not distance:
            return "no"
        return "yes" if len(self.choice.decision.distances) == 1 else str(distance)

    def help(self) -> list[str]:
        return [
            *explain(self.choice.decision),
            _("Type {yes} to move, {no} to stay where you are.").format(yes="yes", no="no"),
            *self.opening(),
        ]

    def answer(self, typed: list[str]) -> Action:
        if len(typed) == 1:
            distance = whole_number(typed[0])
            if distance is not None:
                action = Slipstream(distance)
                self.choice.check(action)
                return action
            word = match(typed[0], self.words)
            if word is not None:
                return Slipstream(self.choice.decision.distances[-1] if word == "yes" else 0)
        raise Unclear(_("Type {yes} or {no}; ? explains.").format(yes="yes", no="no"))

    def warning(self, action: Action) -> list[str] | None:
        """A slipstream over a corner line that costs Heat."""
        return self.choice.consequences(action) if needs_care(action, self.choice.forecast) else None
