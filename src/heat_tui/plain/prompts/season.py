"""Between the races of a season: an exchange, the upgrade that is kept, and the next race."""

from __future__ import annotations

from heat_tui.engine.actions import KEEP_ALL, Action, Exchange, KeepUpgrade, NextRace
from heat_tui.engine.upgrade_decisions import ExchangeDecision, KeepDecision, NextRaceDecision
from heat_tui.language import _
from heat_tui.plain.commands import Unclear, match
from heat_tui.plain.prompts.draft import OneCardPrompt, listed
from heat_tui.plain.prompts.prompt import Choice
from heat_tui.plain.prompts.reading import read_one
from heat_tui.prose import ask, explain
from heat_tui.table.seats import whole_number

KEEP, NEXT = "keep", "next"


class ExchangePrompt:
    """Asks for one of the own upgrades and one of the market, by numbers or names, or for nothing."""

    words = (KEEP, "no")

    def __init__(self, choice: Choice[ExchangeDecision]) -> None:
        self.choice = choice
        self._owned = tuple(dict.fromkeys(choice.decision.owned))
        self._market = tuple(dict.fromkeys(choice.decision.market))

    @property
    def question(self) -> str:
        return _("{name}, exchange an upgrade, or {keep}:").format(name=self.choice.name, keep=KEEP)

    def opening(self) -> list[str]:
        decision = self.choice.decision
        return [
            _("Your upgrades:"),
            *listed(self._owned, decision.owned),
            _("In the market:"),
            *listed(self._market, decision.market, after=len(self._owned)),
            ask(self.choice.view, decision),
        ]

    def help(self) -> list[str]:
        return [
            *explain(self.choice.decision),
            _("Type your upgrade and that of the market, by number or name, such as {example}; or type {keep}.").format(
                example=f"1 {len(self._owned) + 1}", keep=KEEP
            ),
            *self.opening(),
        ]

    def answer(self, typed: list[str]) -> Action:
        if len(typed) == 1 and match(typed[0], self.words) is not None:
            return KEEP_ALL
        if len(typed) != 2:
            raise Unclear(
                _("Type your upgrade and then that of the market, such as {example}, or {keep}; ? explains.").format(
                    example=f"1 {len(self._owned) + 1}", keep=KEEP
                )
            )
        action = Exchange(read_one(typed[0], self._owned), self._taken(typed[1]))
        self.choice.check(action)
        return action

    def warning(self, action: Action) -> list[str] | None:
        """What is given away, once more; keeping all needs no second yes."""
        return None if action == KEEP_ALL else self.choice.consequences(action)

    def _taken(self, word: str) -> str:
        """A card of the market, whose numbers go on after those of the own upgrades."""
        number = whole_number(word)
        if number is None:
            return read_one(word, self._market)
        first = len(self._owned) + 1
        if not first <= number < first + len(self._market):
            raise Unclear(
                _("{number} is no card of the market; its numbers go from {first} to {last}.").format(
                    number=number, first=first, last=first + len(self._market) - 1
                )
            )
        return self._market[number - first]


class KeepPrompt(OneCardPrompt[KeepDecision]):
    """Which upgrade goes into the next season of a career?"""

    @property
    def question(self) -> str:
        return _("{name}, keep an upgrade:").format(name=self.choice.name)

    def offered(self) -> tuple[str, ...]:
        return self.choice.decision.cards

    def chosen(self, card: str) -> Action:
        return KeepUpgrade(card)


class NextRacePrompt:
    """Waits until the table goes on."""

    words = (NEXT, "yes")

    def __init__(self, choice: Choice[NextRaceDecision]) -> None:
        self.choice = choice

    @property
    def question(self) -> str:
        return _("Press Enter for the next race:")

    def opening(self) -> list[str]:
        return [ask(self.choice.view, self.choice.decision)]

    def help(self) -> list[str]:
        return [
            *explain(self.choice.decision),
            _("Press Enter, or type {next}, to begin the next race; type {quit} to stop here.").format(
                next=NEXT, quit="quit"
            ),
        ]

    def answer(self, typed: list[str]) -> Action:
        if not typed or (len(typed) == 1 and match(typed[0], self.words) is not None):
            return NextRace()
        raise Unclear(_("Press Enter to begin the next race; ? explains."))

    def warning(self, action: Action) -> None:
        """Nothing: the table has looked at the standings."""
