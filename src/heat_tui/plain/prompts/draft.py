"""The draft: an upgrade from the market, or one of four that is put away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from heat_tui.engine.actions import Action, Pick, PutAway
from heat_tui.engine.decisions import Decision
from heat_tui.engine.upgrade_decisions import PickDecision, PutAwayDecision
from heat_tui.language import _
from heat_tui.plain.commands import Unclear
from heat_tui.plain.prompts.prompt import Choice
from heat_tui.plain.prompts.reading import read_one
from heat_tui.prose import ask, card_name, explain, market_words
from heat_tui.prose.card_faces import face
from heat_tui.prose.catalogue import CARDS

D = TypeVar("D", bound=Decision)


class OneCardPrompt(Generic[D]):
    """Asks for one card of a list, by its number or its name; the choice can be taken back, so nothing is warned of."""

    words = ()

    def __init__(self, choice: Choice[D]) -> None:
        self.choice = choice
        self._cards = tuple(dict.fromkeys(self.offered()))

    def offered(self) -> tuple[str, ...]:
        """The cards to choose from, equal ones each."""
        raise NotImplementedError

    def chosen(self, card: str) -> Action:
        """What it means to choose a card."""
        raise NotImplementedError

    def opening(self) -> list[str]:
        return [*listed(self._cards, self.offered()), ask(self.choice.view, self.choice.decision)]

    def help(self) -> list[str]:
        return [
            *explain(self.choice.decision),
            _("Type the number of a card in the list, or its name, such as {example}.").format(example=self._cards[-1]),
            *self.opening(),
        ]

    def answer(self, typed: list[str]) -> Action:
        return self.chosen(one_of(typed, self._cards))

    def warning(self, action: Action) -> None:
        """Nothing."""


class PickPrompt(OneCardPrompt[PickDecision]):
    """Which card of the market?"""

    @property
    def question(self) -> str:
        return _("{name}, take an upgrade:").format(name=self.choice.name)

    def offered(self) -> tuple[str, ...]:
        return self.choice.decision.market

    def chosen(self, card: str) -> Action:
        return Pick(card)


class PutAwayPrompt(OneCardPrompt[PutAwayDecision]):
    """Which of the own four upgrades?"""

    @property
    def question(self) -> str:
        return _("{name}, put an upgrade away:").format(name=self.choice.name)

    def offered(self) -> tuple[str, ...]:
        return self.choice.decision.cards

    def chosen(self, card: str) -> Action:
        return PutAway(card)


def listed(kinds: Sequence[str], cards: Sequence[str], *, after: int = 0) -> list[str]:
    """Every kind of card with its number in the list, what it is typed as, and what it does.

    The numbers go on `after` those of a list before.
    """
    lines = []
    for number, key in enumerate(kinds, start=after + 1):
        form = (
            _("{number}. {word}, twice: {signs}. {words}")
            if cards.count(key) > 1
            else _("{number}. {word}: {signs}. {words}")
        )
        signs = " ".join(face(CARDS[key])) or card_name(key)
        lines.append(form.format(number=number, word=key, signs=signs, words=market_words(key)))
    return lines


def one_of(typed: list[str], cards: Sequence[str]) -> str:
    """The one card that was typed. Raises Unclear."""
    if len(typed) != 1:
        raise Unclear(_("Type the number or the name of one card; ? explains."))
    return read_one(typed[0], cards)
