"""Step 3: the values of cards with a choice, and cards given up for Heat that cannot be paid."""

from __future__ import annotations

from itertools import islice
from typing import Final

from heat_tui.engine.actions import Action, ChooseValues, Replace
from heat_tui.engine.upgrade_decisions import ChooseValuesDecision, ReplaceDecision
from heat_tui.language import _
from heat_tui.plain.commands import Unclear
from heat_tui.plain.prompts.prompt import Choice
from heat_tui.plain.prompts.reading import read_one
from heat_tui.prose import ask, card_list, explain
from heat_tui.prose.names import quoted
from heat_tui.table.caution import needs_care
from heat_tui.table.seats import whole_number

MOST_LISTED: Final = 16
"""More choices than these are not foretold one by one."""


class ValuesPrompt:
    """Asks for as many numbers as there are cards with a choice, in the order in which they are listed."""

    words = ()

    def __init__(self, choice: Choice[ChooseValuesDecision]) -> None:
        self.choice = choice
        self._cards = tuple(key for key, _values in choice.decision.cards)

    @property
    def question(self) -> str:
        return _("{name}, choose values ({cards}):").format(name=self.choice.name, cards=" ".join(self._cards))

    def opening(self) -> list[str]:
        lines = [ask(self.choice.view, self.choice.decision)]
        for action in islice(self.choice.decision.options(), MOST_LISTED):
            assert isinstance(action, ChooseValues)
            lines.append(
                _("{word}: {consequence}").format(
                    word=" ".join(str(value) for _card, value in action.values),
                    consequence=" ".join(self.choice.foretold(action)),
                )
            )
        return lines

    def help(self) -> list[str]:
        return [
            *explain(self.choice.decision),
            _("Type a value for each card, in this order: {cards}.").format(cards=" ".join(self._cards)),
            *self.opening(),
        ]

    def answer(self, typed: list[str]) -> Action:
        if len(typed) != len(self._cards):
            raise Unclear(
                _("Type a value for each card, in this order: {cards}; ? explains.").format(cards=" ".join(self._cards))
            )
        action = ChooseValues(tuple(zip(self._cards, map(_value, typed), strict=True)))
        self.choice.check(action)
        return ChooseValues(tuple(sorted(action.values)))

    def warning(self, action: Action) -> list[str] | None:
        """A value that may end in a spin out."""
        return self.choice.consequences(action) if needs_care(action, self.choice.forecast) else None


class ReplacePrompt:
    """Asks for one of the sets of cards that solve it, by its number; a single card by its name too."""

    words = ()

    def __init__(self, choice: Choice[ReplaceDecision]) -> None:
        self.choice = choice
        self._sets = choice.decision.choices

    @property
    def question(self) -> str:
        return _("{name}, give up cards:").format(name=self.choice.name)

    def opening(self) -> list[str]:
        return [
            ask(self.choice.view, self.choice.decision),
            *(
                _("{number}. {cards}: {consequence}").format(
                    number=number,
                    cards=card_list(cards),
                    consequence=" ".join(self.choice.foretold(Replace(cards))),
                )
                for number, cards in enumerate(self._sets, start=1)
            ),
        ]

    def help(self) -> list[str]:
        return [*explain(self.choice.decision), _("Type a number of the list."), *self.opening()]

    def answer(self, typed: list[str]) -> Action:
        if len(typed) != 1:
            raise Unclear(_("Type a number of the list; ? explains."))
        named = [cards[0] if len(cards) == 1 else str(number) for number, cards in enumerate(self._sets, start=1)]
        return Replace(self._sets[named.index(read_one(typed[0], named))])

    def warning(self, action: Action) -> None:
        """Nothing: it has to be one of them."""


def _value(word: str) -> int:
    number = whole_number(word)
    if number is None:
        raise Unclear(_("{text} is no number.").format(text=quoted(word)))
    return number
