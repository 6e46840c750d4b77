"""Step 5: one symbol at a time, by number or by word."""

from __future__ import annotations

from typing import NoReturn

from heat_tui.engine.actions import DONE, Action, React
from heat_tui.engine.decisions import SALVAGE, ReactDecision, Use
from heat_tui.engine.symbols import MANDATORY
from heat_tui.language import _
from heat_tui.plain.commands import Unclear, match
from heat_tui.plain.prompts.prompt import Choice
from heat_tui.plain.prompts.react_words import FINISH, FROM, OF_CARDS, listed, typed_use, with_source, word_of
from heat_tui.plain.prompts.reading import read_card
from heat_tui.prose import ask, card_list, describe_action, explain
from heat_tui.prose.names import quoted
from heat_tui.table.caution import needs_care
from heat_tui.table.seats import whole_number


class ReactPrompt:
    """Asks for a symbol of step 5, or "done"; the list says what each would come to."""

    def __init__(self, choice: Choice[ReactDecision]) -> None:
        self.choice = choice
        self.words = (*dict.fromkeys(word_of(use) for use in choice.decision.uses), FINISH)
        self._offered = self.words if choice.decision.may_end else self.words[:-1]
        self._listed = listed(choice.decision)

    @property
    def question(self) -> str:
        return _("{name}, react ({words}):").format(name=self.choice.name, words=", ".join(self._offered))

    def opening(self) -> list[str]:
        decision = self.choice.decision
        lines = [ask(self.choice.view, decision)]
        if decision.pile:
            lines.append(_("Your discard pile: {cards}.").format(cards=card_list(decision.pile)))
        typed = [with_source(decision, action) for action in self._listed]
        for number, (word, action) in enumerate(zip(typed, self._listed, strict=True), start=1):
            if action.symbol in MANDATORY:
                form = _("{number}. {word}: you must {action}. {consequence}")
            elif typed.count(word) > 1 or action.symbol in OF_CARDS:
                form = _("{number}. {word} ({action}): {consequence}")
            else:
                form = _("{number}. {word}: {consequence}")
            lines.append(
                form.format(
                    number=number,
                    word=word,
                    action=describe_action(decision, action),
                    consequence=self._consequence(action),
                )
            )
        return lines

    def help(self) -> list[str]:
        lines = [
            *explain(self.choice.decision),
            _("Type a number of the list, or a word: {words}.").format(words=", ".join(self._offered)),
        ]
        if any(use.symbol == "cooldown" and use.most > 1 for use in self.choice.decision.uses):
            lines.append(
                _("A number after the word says how much: {example} cools 1 Heat only.").format(example="cool 1")
            )
        if any(use.symbol == SALVAGE for use in self.choice.decision.uses):
            lines.append(
                _("After {word} type the cards that you want back, such as {example}.").format(
                    word=SALVAGE, example=" ".join([SALVAGE, *self.choice.decision.pile[-1:]])
                )
            )
        return lines + self.opening()

    def answer(self, typed: list[str]) -> Action:
        if not typed:
            raise Unclear(_("Type a number of the list or a word: {words}.").format(words=", ".join(self._offered)))
        number = whole_number(typed[0])
        if number is not None and len(typed) == 1:
            return self._numbered(number)
        word = match(typed[0], self.words)
        if word is None:
            raise Unclear(
                _("{word} is nothing that you can do now: type {words}; ? explains.").format(
                    word=quoted(typed[0]), words=", ".join(self._offered)
                )
            )
        return self._worded(word, typed[1:])

    def warning(self, action: Action) -> list[str] | None:
        """Whatever makes the corners cost more than being done would, and whatever can end in a spin out."""
        return self.choice.consequences(action) if needs_care(action, self.choice.forecast) else None

    def _consequence(self, action: React) -> str:
        """What an action of the list comes to."""
        if action.symbol == SALVAGE:
            return _("Name up to {most} cards of your discard pile that go back into the draw deck.").format(
                most=action.amount
            )
        return " ".join(self.choice.foretold(action))

    def _numbered(self, number: int) -> Action:
        if not 1 <= number <= len(self._listed):
            raise Unclear(
                _("There is no {number} in the list, which ends with {last}.").format(
                    number=number, last=len(self._listed)
                )
            )
        action = self._listed[number - 1]
        if action.symbol == SALVAGE:
            raise Unclear(_("Which cards? Type {word} and then the cards.").format(word=SALVAGE))
        return action

    def _worded(self, word: str, rest: list[str]) -> Action:
        """The action of a word, perhaps how much or which cards, and perhaps from which source."""
        if word == FINISH:
            if rest:
                raise Unclear(_("{word} stands alone.").format(word=FINISH))
            self.choice.check(DONE)
            return DONE
        uses = sorted((use for use in self.choice.decision.uses if word_of(use) == word), key=lambda use: use.most)
        amounts, sources = rest, []
        for place, each in enumerate(rest):
            if each in FROM:
                amounts, sources = rest[:place], rest[place + 1 :]
                break
        else:
            if uses[0].symbol != SALVAGE and rest and whole_number(rest[-1]) is None:
                amounts, sources = rest[:-1], rest[-1:]
        uses = self._of_source(uses, sources)
        action = self._salvaged(uses, amounts) if uses[0].symbol == SALVAGE else self._amount(uses, amounts)
        self.choice.check(action)
        return action

    def _of_source(self, uses: list[Use], sources: list[str]) -> list[Use]:
        """Those uses that have the typed source; all where none was typed."""
        if not sources:
            return uses
        if len(sources) > 1:
            self._one_at_a_time()
        names = [use.source for use in uses]
        name = match(sources[0], names)
        if name is None:
            raise Unclear(
                _("{text} is nothing to take it from: type {names}, or leave it out.").format(
                    text=quoted(sources[0]), names=", ".join(dict.fromkeys(names))
                )
            )
        return [use for use in uses if use.source == name]

    def _amount(self, uses: list[Use], amounts: list[str]) -> React:
        """With an amount, of several symbols the smallest that is enough; else all of the largest."""
        if len(amounts) > 1:
            self._one_at_a_time()
        if not amounts:
            return typed_use(uses[-1])
        amount = whole_number(amounts[0])
        if amount is None:
            raise Unclear(_("{text} is no number.").format(text=quoted(amounts[0])))
        use = next((use for use in uses if use.most >= amount), uses[-1])
        return React(use.symbol, use.source, amount)

    def _salvaged(self, uses: list[Use], words: list[str]) -> React:
        """The cards to salvage, by the smallest symbol that takes so many."""
        if not words:
            raise Unclear(_("Which cards? Type {word} and then the cards.").format(word=SALVAGE))
        pile, known = self.choice.decision.pile, self.choice.view.sheet.cards
        cards = tuple(sorted(read_card(word, pile, known) for word in words))
        use = next((use for use in uses if use.most >= len(cards)), uses[-1])
        return React(use.symbol, use.source, len(cards), cards)

    def _one_at_a_time(self) -> NoReturn:
        raise Unclear(_("Type one thing at a time: {words}.").format(words=", ".join(self._offered)))
