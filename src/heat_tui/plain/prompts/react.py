"""Step 5: one symbol at a time, by number or by word."""

from __future__ import annotations

from typing import Final

from heat_tui.engine.actions import DONE, Action, React
from heat_tui.engine.decisions import ReactDecision, Use
from heat_tui.language import _
from heat_tui.plain.commands import Unclear, match
from heat_tui.plain.prompts.prompt import Choice
from heat_tui.prose import ask, describe_action, explain
from heat_tui.prose.names import quoted
from heat_tui.table.caution import needs_care
from heat_tui.table.seats import whole_number

FINISH: Final = "done"
WORDS: Final = {"boost": "boost", "cooldown": "cool", "adrenaline": "adrenaline"}
"""What each symbol is called at the keyboard; any other is called by its own name."""


WITH_AMOUNT: Final = ("cooldown",)
"""The symbols of which less may be used than there is."""


class ReactPrompt:
    """Asks for a symbol of step 5, or "done"; the list says what each would come to."""

    def __init__(self, choice: Choice[ReactDecision]) -> None:
        self.choice = choice
        self.words = (*dict.fromkeys(_word(use) for use in choice.decision.uses), FINISH)
        self._listed: tuple[Action, ...] = (
            *(React(use.symbol, use.source, use.most) for use in choice.decision.uses),
            DONE,
        )

    @property
    def question(self) -> str:
        return _("{name}, react ({words}):").format(name=self.choice.name, words=", ".join(self.words))

    def opening(self) -> list[str]:
        decision = self.choice.decision
        typed = [self._typed(action) for action in self._listed]
        lines = [ask(self.choice.view, decision)]
        for number, (word, action) in enumerate(zip(typed, self._listed, strict=True), start=1):
            alike = typed.count(word) > 1
            form = _("{number}. {word} ({action}): {consequence}") if alike else _("{number}. {word}: {consequence}")
            lines.append(
                form.format(
                    number=number,
                    word=word,
                    action=describe_action(decision, action),
                    consequence=" ".join(self.choice.foretold(action)),
                )
            )
        return lines

    def help(self) -> list[str]:
        lines = [
            *explain(self.choice.decision),
            _("Type a number of the list, or a word: {words}.").format(words=", ".join(self.words)),
        ]
        if any(use.symbol in WITH_AMOUNT and use.most > 1 for use in self.choice.decision.uses):
            lines.append(
                _("A number after the word says how much: {example} cools 1 Heat only.").format(example="cool 1")
            )
        return lines + self.opening()

    def answer(self, typed: list[str]) -> Action:
        if not typed:
            raise Unclear(_("Type a number of the list or a word: {words}.").format(words=", ".join(self.words)))
        if len(typed) > 2:
            raise Unclear(_("Type one thing at a time: {words}.").format(words=", ".join(self.words)))
        number = whole_number(typed[0])
        if number is not None and len(typed) == 1:
            return self._numbered(number)
        word = match(typed[0], self.words)
        if word is None:
            raise Unclear(
                _("{word} is nothing that you can do now: type {words}; ? explains.").format(
                    word=quoted(typed[0]), words=", ".join(self.words)
                )
            )
        return self._worded(word, typed[1:])

    def warning(self, action: Action) -> list[str] | None:
        """Whatever makes the corners cost more than being done would, and whatever can end in a spin out."""
        return self.choice.consequences(action) if needs_care(action, self.choice.forecast) else None

    def _typed(self, action: Action) -> str:
        """What is typed for an action of the list."""
        assert isinstance(action, React)
        if action.symbol is None:
            return FINISH
        word = WORDS.get(action.symbol, action.symbol)
        return f"{word} {action.amount}" if action.symbol in WITH_AMOUNT else word

    def _numbered(self, number: int) -> Action:
        if not 1 <= number <= len(self._listed):
            raise Unclear(
                _("There is no {number} in the list, which ends with {last}.").format(
                    number=number, last=len(self._listed)
                )
            )
        return self._listed[number - 1]

    def _worded(self, word: str, amounts: list[str]) -> Action:
        """The action of a word and perhaps an amount; of several symbols of that name the smallest that is enough."""
        if word == FINISH:
            if amounts:
                raise Unclear(_("{word} stands alone.").format(word=FINISH))
            return DONE
        uses = sorted((use for use in self.choice.decision.uses if _word(use) == word), key=lambda use: use.most)
        if not amounts:
            return React(uses[-1].symbol, uses[-1].source, uses[-1].most)
        amount = whole_number(amounts[0])
        if amount is None:
            raise Unclear(_("{text} is no number.").format(text=quoted(amounts[0])))
        use = next((use for use in uses if use.most >= amount), uses[-1])
        action = React(use.symbol, use.source, amount)
        self.choice.check(action)
        return action


def _word(use: Use) -> str:
    return WORDS.get(use.symbol, use.symbol)
