"""What every prompt is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final, Generic, NoReturn, Protocol, TypeVar

from heat_tui.engine.actions import (
    DONE,
    KEEP_ALL,
    Action,
    ChooseValues,
    Discard,
    Exchange,
    KeepUpgrade,
    Mulligan,
    NextRace,
    Pick,
    Plan,
    PutAway,
    React,
    Refresh,
    Replace,
    Retire,
    Slipstream,
)
from heat_tui.engine.decisions import (
    SALVAGE,
    ChooseValuesDecision,
    Decision,
    DiscardDecision,
    ExchangeDecision,
    KeepDecision,
    MulliganDecision,
    NextRaceDecision,
    PickDecision,
    PlanDecision,
    PutAwayDecision,
    ReactDecision,
    RefreshDecision,
    ReplaceDecision,
    SlipstreamDecision,
    Use,
)
from heat_tui.engine.forecast import Forecast
from heat_tui.engine.symbols import MANDATORY
from heat_tui.engine.view import SeatView
from heat_tui.game.going_back import needs_care
from heat_tui.game.seats import whole_number
from heat_tui.language import _, ngettext
from heat_tui.plain.console import Unclear, match
from heat_tui.words import ask, card_list, card_name, describe_action, explain, foretell, market_words, refusal
from heat_tui.words.cards import CARDS, face, is_upgrade
from heat_tui.words.names import choice, quoted

D = TypeVar("D", bound=Decision, covariant=True)
T = TypeVar("T", covariant=True)


class Prompt(Protocol[T]):
    """A question that is asked until the answer is clear."""

    @property
    def question(self) -> str:
        """The line after which the answer is typed."""
        ...

    @property
    def words(self) -> tuple[str, ...]:
        """The words, beside the commands, with which an answer can begin."""
        ...

    def help(self) -> list[str]:
        """What can be answered, line by line."""
        ...

    def answer(self, typed: list[str]) -> T:
        """What the typed words mean; there is none where the line was empty. Raises Unclear."""
        ...


@dataclass(frozen=True, slots=True)
class Choice(Generic[D]):
    """A decision, whose it is, what that seat sees, and what an action would do."""

    name: str
    view: SeatView
    decision: D
    forecast: Callable[[Action], Forecast]

    def check(self, action: Action) -> None:
        """Raise Unclear with the reason if the decision refuses an action."""
        objection = self.decision.objection(action)
        if objection is not None:
            raise Unclear(refusal(objection))

    def consequences(self, action: Action) -> list[str]:
        """An action and what it would do."""
        chosen = _("Your choice: {action}.").format(action=describe_action(self.decision, action))
        return [chosen, *self.foretold(action)]

    def foretold(self, action: Action) -> list[str]:
        """What an action would do, in sentences."""
        return foretell(self.view, self.forecast(action))


class ActionPrompt(Prompt[Action], Protocol):
    """The prompt of a decision."""

    def opening(self) -> list[str]:
        """What is said before the question is asked for the first time."""
        ...

    def warning(self, action: Action) -> list[str] | None:
        """The consequences to be confirmed before this is done, None where it can be done at once."""
        ...


YES, NO, AGAIN = "yes", "no", "again"


class YesOrNo:
    """Asks for yes or no."""

    words = (YES, NO)

    def __init__(self, question: str) -> None:
        self.question = question

    def help(self) -> list[str]:
        return [_("Type {yes} or {no}.").format(yes=YES, no=NO)]

    def answer(self, typed: list[str]) -> bool:
        word = match(typed[0], self.words) if len(typed) == 1 else None
        if word is None:
            raise Unclear(_("Type {yes} or {no}.").format(yes=YES, no=NO))
        return word == YES


class Confirm:
    """Asks whether an action is to be done: yes, no, or another action at once."""

    def __init__(self, prompt: ActionPrompt) -> None:
        self.prompt = prompt
        self.question = _("Do that (yes, no, or something else)?")
        self.words = tuple(dict.fromkeys((YES, NO, AGAIN, *prompt.words)))

    def help(self) -> list[str]:
        return [
            _(
                "Type {yes} to do it, {no} or {again} to think again, or type something else that you want to do."
            ).format(yes=YES, no=NO, again=AGAIN),
            *self.prompt.help(),
        ]

    def answer(self, typed: list[str]) -> bool | Action:
        if not typed:
            raise Unclear(_("Type {yes} to do it or {no} to think again.").format(yes=YES, no=NO))
        if len(typed) == 1:
            word = match(typed[0], self.words)
            if word in (YES, NO, AGAIN):
                return word == YES
        return self.prompt.answer(typed)


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


def read_card(word: str, cards: Iterable[str], known: Iterable[str]) -> str:
    """The key of a card that was typed, by its number or by the start of its name.

    Of names that begin alike those among `cards` come first; `known` are all cards of the race. Raises Unclear.
    """
    named = [key for key in set(cards) if not key.isdigit()]
    key = match(word, named) or match(word, known)
    if key is None:
        raise Unclear(
            _("{word} is no card: type the numbers of your cards, or {stress}.").format(
                word=quoted(word), stress="stress"
            )
        )
    return key


def read_one(word: str, cards: Iterable[str]) -> str:
    """One of several cards, by its number in their list from 1, or by the start of its name. Raises Unclear."""
    listed = list(cards)
    number = whole_number(word)
    if number is not None and 1 <= number <= len(listed):
        return listed[number - 1]
    key = match(word, listed) if number is None else None
    if key is None:
        raise Unclear(
            _("{word} is none of these: type a number from 1 to {last}, or a name: {names}.").format(
                word=quoted(word), last=len(listed), names=choice(listed)
            )
        )
    return key


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


OneCard = TypeVar("OneCard", bound=Decision)


class OneCardPrompt(Generic[OneCard]):
    """Asks for one card of a list, by its number or its name; the choice can be taken back, so nothing is warned of."""

    words = ()

    def __init__(self, choice: Choice[OneCard]) -> None:
        self.choice = choice
        self._cards = tuple(dict.fromkeys(self.offered()))

    def offered(self) -> tuple[str, ...]:
        """The cards to choose from, equal ones each."""
        raise NotImplementedError

    def chosen(self, card: str) -> Action:
        """What it means to choose a card."""
        raise NotImplementedError

    def opening(self) -> list[str]:
        return [*listed_cards(self._cards, self.offered()), ask(self.choice.view, self.choice.decision)]

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


def listed_cards(kinds: Sequence[str], cards: Sequence[str], *, after: int = 0) -> list[str]:
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


GEAR, PLAN_OF_CARDS, RETIRE = "gear", "cards", "retire"
_LARGEST_GEAR_TYPED: Final = 9


class PlanPrompt:
    """Asks for a gear and as many cards: "3 4 2 1", or "gear 3 cards 4 2 1"."""

    def __init__(self, choice: Choice[PlanDecision]) -> None:
        self.choice = choice
        self.words = (GEAR, PLAN_OF_CARDS, RETIRE) if choice.decision.may_retire else (GEAR, PLAN_OF_CARDS)

    @property
    def question(self) -> str:
        return _("{name}, plan:").format(name=self.choice.name)

    def opening(self) -> list[str]:
        return [ask(self.choice.view, self.choice.decision)]

    def help(self) -> list[str]:
        lines = [
            *explain(self.choice.decision),
            self._how_to_type(),
            _("A Stress card is typed {word}. You see what a plan would do before you confirm it.").format(
                word="stress"
            ),
        ]
        upgrade = next((key for key in self.choice.decision.playable if is_upgrade(key)), None)
        if upgrade is not None:
            lines.append(
                _("An upgrade is typed {word}, or only the beginning of that; {command} tells what it does.").format(
                    word=upgrade, command=f"card {upgrade}"
                )
            )
        if self.choice.decision.may_retire:
            lines.append(_("{word} takes your car out of the race.").format(word=RETIRE))
        return lines

    def answer(self, typed: list[str]) -> Action:
        if not typed:
            raise Unclear(
                _("Type a gear and its cards, such as {example}; ? explains.").format(example=self._example())
            )
        if match(typed[0], self.words) == RETIRE:
            if len(typed) > 1:
                raise Unclear(_("{word} stands alone.").format(word=RETIRE))
            return Retire()
        plan = self._plan(typed)
        self.choice.check(plan)
        return plan

    def warning(self, action: Action) -> list[str]:
        return self.choice.consequences(action)

    def _how_to_type(self) -> str:
        if self.choice.decision.number_first:
            return _("Type how many cards and then which: {short}, or {long}, plays the cards 4, 2 and 1.").format(
                short="3 4 2 1", long="cards 4 2 1"
            )
        return _(
            "Type the gear and then the cards: {short}, or {long}, means gear 3 with the cards 4, 2 and 1."
        ).format(short="3 4 2 1", long="gear 3 cards 4 2 1")

    def _plan(self, typed: list[str]) -> Plan:
        gear: int | None = None
        rest = list(typed)
        first = match(rest[0], self.words)
        if first == GEAR:
            rest.pop(0)
            if not rest:
                raise Unclear(_("Which gear? Type a number after it."))
        if first != PLAN_OF_CARDS:
            gear = self._gear(rest.pop(0))
        if rest and match(rest[0], (PLAN_OF_CARDS,)) == PLAN_OF_CARDS:
            rest.pop(0)
        playable, known = self.choice.decision.playable, self.choice.view.sheet.cards
        cards = tuple(read_card(word, playable, known) for word in rest)
        if gear is None:
            gear = len(cards)
        return Plan(gear, cards or self._forced(gear))

    def _gear(self, word: str) -> int:
        number = whole_number(word)
        if number is None or number > _LARGEST_GEAR_TYPED:
            raise Unclear(
                _(
                    "{word} is no gear: type a gear from 1 to 4 and then the cards, such as {example}; ? explains."
                ).format(word=quoted(word), example=self._example())
            )
        return number

    def _forced(self, gear: int) -> tuple[str, ...]:
        """The cards of a gear that leaves no choice of them, where none were typed (2.2)."""
        decision = self.choice.decision
        if not any(gear == legal for legal, _heat in decision.gears):
            return ()
        sets = decision.sets(gear)
        if len(sets) == 1:
            return sets[0]
        raise Unclear(
            ngettext("Gear {gear} plays {gear} card: which?", "Gear {gear} plays {gear} cards: which?", gear).format(
                gear=gear
            )
        )

    def _example(self) -> str:
        gear = self.choice.decision.gears[0][0]
        return " ".join([str(gear), *self.choice.decision.sets(gear)[0]])


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


FINISH: Final = "done"

FROM: Final = ("with", "for", "from")
"""Any of these words may stand before the source of a symbol."""

_WORDS: Final = {
    "cooldown": "cool",
    "heat": "pay",
    "reduce_stress": "calm",
    "super_cool": "supercool",
    "direct_play": "play",
}
"""The word for each symbol that is not called by its own name."""

_WITH_AMOUNT: Final = ("cooldown", "reduce_stress", "super_cool")
"""The symbols of which less may be used than there is."""

OF_CARDS: Final = ("reduce_stress", "super_cool", "accelerate", "draft")
"""The symbols that only cards have, whose word alone does not say which card it comes from."""

_OWN_SOURCES: Final = ("gear", "adrenaline", "sector", "boost")
"""The sources that are no cards."""


def word_of(use: Use) -> str:
    """What is typed for a symbol."""
    return _WORDS.get(use.symbol, use.symbol)


def typed_use(use: Use) -> React:
    """All of a symbol."""
    return React(use.symbol, use.source, use.most)


def listed(decision: ReactDecision) -> tuple[React, ...]:
    """What the list offers: all of every symbol, and being done where that is allowed."""
    return (*map(typed_use, decision.uses), *((DONE,) if decision.may_end else ()))


def with_source(decision: ReactDecision, action: React) -> str:
    """What is typed for an action of the list; it names the card that it comes from where several could be meant."""
    if action.symbol is None:
        return FINISH
    word = _WORDS.get(action.symbol, action.symbol)
    if action.symbol in _WITH_AMOUNT:
        word = f"{word} {action.amount}"
    several = sum(use.symbol == action.symbol for use in decision.uses) > 1
    if action.source in _OWN_SOURCES or not (several or action.symbol == "direct_play"):
        return word
    return f"{word} {action.source}" if action.symbol == "direct_play" else f"{word} {FROM[0]} {action.source}"


REFRESH = "refresh"


class RefreshPrompt:
    """Asks for the cards to refresh, the first to be drawn first: "suspension-4", "refresh suspension-4" or "none"."""

    words = (REFRESH, NONE)

    def __init__(self, choice: Choice[RefreshDecision]) -> None:
        self.choice = choice

    @property
    def question(self) -> str:
        return _("{name}, refresh ({cards}, or none):").format(
            name=self.choice.name, cards=" ".join(self.choice.decision.cards)
        )

    def opening(self) -> list[str]:
        return [ask(self.choice.view, self.choice.decision)]

    def help(self) -> list[str]:
        return [
            *explain(self.choice.decision),
            _("Type the cards in the order in which you want to draw them, such as {example}, or {none}.").format(
                example=" ".join([REFRESH, *self.choice.decision.cards]), none=NONE
            ),
        ]

    def answer(self, typed: list[str]) -> Action:
        words = list(typed)
        first = match(words[0], self.words) if words else None
        if first == NONE and len(words) == 1:
            return Refresh()
        if first == REFRESH:
            words.pop(0)
        if not words or first == NONE:
            raise Unclear(_("Type the cards to refresh, or {none} alone.").format(none=NONE))
        cards, known = self.choice.decision.cards, self.choice.view.sheet.cards
        action = Refresh(tuple(read_card(word, cards, known) for word in words))
        self.choice.check(action)
        return action

    def warning(self, action: Action) -> None:
        """Nothing: it costs nothing."""


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
            *listed_cards(self._owned, decision.owned),
            _("In the market:"),
            *listed_cards(self._market, decision.market, after=len(self._owned)),
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


def prompt_for(choice: Choice[Decision]) -> ActionPrompt:
    """The prompt for a decision."""
    name, view, decision, forecast = choice.name, choice.view, choice.decision, choice.forecast
    match decision:
        case PlanDecision():
            return PlanPrompt(Choice(name, view, decision, forecast))
        case ReactDecision():
            return ReactPrompt(Choice(name, view, decision, forecast))
        case SlipstreamDecision():
            return SlipstreamPrompt(Choice(name, view, decision, forecast))
        case DiscardDecision():
            return DiscardPrompt(Choice(name, view, decision, forecast))
        case MulliganDecision():
            return MulliganPrompt(Choice(name, view, decision, forecast))
        case _:
            return _upgrade_prompt(choice)


def _upgrade_prompt(choice: Choice[Decision]) -> ActionPrompt:
    """The prompt for a decision that upgrades bring."""
    name, view, decision, forecast = choice.name, choice.view, choice.decision, choice.forecast
    match decision:
        case PickDecision():
            return PickPrompt(Choice(name, view, decision, forecast))
        case PutAwayDecision():
            return PutAwayPrompt(Choice(name, view, decision, forecast))
        case ChooseValuesDecision():
            return ValuesPrompt(Choice(name, view, decision, forecast))
        case ReplaceDecision():
            return ReplacePrompt(Choice(name, view, decision, forecast))
        case RefreshDecision():
            return RefreshPrompt(Choice(name, view, decision, forecast))
        case _:
            return _season_prompt(choice)


def _season_prompt(choice: Choice[Decision]) -> ActionPrompt:
    """The prompt for a decision that a championship brings."""
    name, view, decision, forecast = choice.name, choice.view, choice.decision, choice.forecast
    match decision:
        case ExchangeDecision():
            return ExchangePrompt(Choice(name, view, decision, forecast))
        case KeepDecision():
            return KeepPrompt(Choice(name, view, decision, forecast))
        case NextRaceDecision():
            return NextRacePrompt(Choice(name, view, decision, forecast))
        case _:
            raise AssertionError(f"no prompt for {type(decision).__name__}")
