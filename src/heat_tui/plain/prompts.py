"""The prompts of the line-based game: the questions, the words that can be typed, and their meaning."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Generic, NoReturn, TypeVar

from heat_tui import language
from heat_tui.engine import actions, decisions
from heat_tui.engine.record import record
from heat_tui.engine.setup import RaceSheet
from heat_tui.game.advice.finish_turn import finishing_answer, why_asked
from heat_tui.game.setup.seats import whole_number
from heat_tui.game.table.prompts import Choice, card_of, form_of, is_must
from heat_tui.language import N_, _, ngettext, translated
from heat_tui.modules.garage.words import market_words
from heat_tui.plain.console import matching
from heat_tui.store.schema import Refused
from heat_tui.typesetting import aligned, folded, listed
from heat_tui.words.cards import SOURCES, all_cards, card_list, card_name, face, is_upgrade
from heat_tui.words.forecasts import in_ascii, outline
from heat_tui.words.formatter import sentences
from heat_tui.words.module import module_decisions
from heat_tui.words.names import quoted
from heat_tui.words.symbols import SYMBOLS

D = TypeVar("D", bound=decisions.Decision, covariant=True)
T = TypeVar("T", covariant=True)

YES, NO, AGAIN, NONE, STRESS = "yes", "no", "again", "none", "stress"
DISCARD, REFRESH, KEEP, NEXT, FINISH = "discard", "refresh", "keep", "next", "done"
GEAR, PLAN_OF_CARDS, RETIRE, FINISH_TURN = "gear", "cards", "retire", "finish"

TYPED: Final = {"yes": YES, "no": NO, "again": AGAIN, "none": NONE, "keep": KEEP, "next": NEXT, "quit": "quit"}
"""The words to type, by the gaps for them in messages."""


@dataclass(slots=True)
class TypedPrompt(Generic[T]):
    """A question that is asked until the answer is clear.

    `words` can begin an answer, even if they are also commands. They have the meaning that they have alone, or None if
    more has to follow. `help` returns the lines that explain the answers. `read` takes any other typed words, [] for an
    empty line, and returns their meaning or raises Refused.
    """

    question: str
    words: Mapping[str, T | None]
    help: Callable[[], list[str]]
    read: Callable[[list[str]], T]

    def answer(self, typed: list[str]) -> T:
        """Return the meaning of the typed words, [] for an empty line. Raises Refused."""
        word = matching(typed[0], self.words) if typed else None
        meaning = None if word is None else self.words[word]
        if meaning is None:
            return self.read(typed)
        if typed[1:]:
            raise Refused(N_("Type {word} on its own."), word=word)
        return meaning


def yes_or_no(question: str) -> TypedPrompt[bool]:
    def read(_typed: list[str]) -> NoReturn:
        raise Refused(N_("Type {yes} or {no}."), **TYPED)

    return TypedPrompt(question, {YES: True, NO: False}, lambda: [_("Type {yes} or {no}.").format(**TYPED)], read)


def call_to_curtain(name: str, decision: decisions.Decision) -> TypedPrompt[actions.Action | None]:
    """Return the prompt to open the curtain: Enter means None; "none" answers a discard without showing the hand."""
    words = {NONE: actions.Discard()} if isinstance(decision, decisions.DiscardDecision) else {}

    def explain() -> list[str]:
        handed = _("Give the keyboard to {name}. Press Enter to show {name}'s cards, which nobody else should see.")
        return [handed.format(name=name), _("The screen is cleared before and afterwards.")]

    def read(typed: list[str]) -> None:
        if typed:
            raise Refused(N_("Only {name} can continue here; press Enter, or type ? for help."), name=name)

    return TypedPrompt(translated(form_of(decision).call).format(name=name, **TYPED), words, explain, read)


class ActionPrompt(TypedPrompt[actions.Action], Generic[D]):
    """The prompt for a decision; finishing the turn follows the coach's advice if `advised`.

    `finishes` is true if the last answer came from "finish".
    """

    def __init__(self, choice: Choice[D], *, advised: bool = True) -> None:
        self.choice = choice
        self.advised = advised
        self.lines = _lines_of(choice.decision)
        self._facts = {**TYPED, "name": choice.name, **self.lines.facts(choice.decision)}
        self.finishes = False
        words = {**self.lines.words(choice.decision), **({FINISH_TURN: None} if choice.ends_turn else {})}
        super().__init__(self.say(self.lines.question), words, self._explain, self._read)

    def say(self, message: str) -> str:
        """Return a marked message, translated and with its gaps filled."""
        return translated(message).format(**self._facts)

    def unclear(self, message: str = "") -> Refused:
        """Return the error for an answer that cannot be read, by default on how to answer."""
        return Refused(self.say(message or self.lines.typing))

    def opening(self) -> list[str]:
        """Return the lines before the first prompt: the question, with any answers around it and any default."""
        listed = [*self.lines.above(self.choice), self.choice.question, *self.lines.below(self.choice)]
        return [*listed, *self._default()]

    def propose(self) -> None:
        """Make Enter alone give the proposal, once finishing the turn has stopped at this prompt."""
        self.choice = replace(self.choice, suggested=self.choice.proposal)

    def _default(self) -> list[str]:
        """Return a line on the answer that Enter alone gives; [] if it gives none."""
        taken = self.choice.suggested
        return [] if taken is None else [_("Enter alone: {action}.").format(action=self.choice.words(taken))]

    def _explain(self) -> list[str]:
        listed = self.opening()
        how = _(
            "{word} takes every free benefit and ends the turn; it asks first if you have a choice or would discard."
        )
        return [
            *self.choice.help,
            *([self.say(self.lines.typing)] if self.lines.typing else []),
            *self.lines.hints(self.choice.decision),
            *([how.format(word=FINISH_TURN)] if self.choice.ends_turn else []),
            *(listed if len(listed) > 1 else []),
        ]

    def answer(self, typed: list[str]) -> actions.Action:
        """Return the action that the typed words mean, if the decision allows it. Raises Refused."""
        suggested, self.finishes = None if typed else self.choice.suggested, False
        action = super().answer(typed) if suggested is None else suggested
        self.check(action)
        return action

    def _read(self, typed: list[str]) -> actions.Action:
        if not typed or matching(typed[0], self.words) != FINISH_TURN:
            return self.lines.read(self, typed)
        if typed[1:]:
            raise Refused(N_("Type {word} on its own."), word=FINISH_TURN)
        action = finishing_answer(self.choice, advised=self.advised)
        if action is None:
            self.propose()
            raise Refused(sentences(why_asked(self.choice, advised=self.advised), *self._default()))
        self.finishes = True
        return action

    def check(self, action: actions.Action) -> None:
        """Raise Refused with the reason if the decision refuses an action."""
        reason = self.choice.refusal(action)
        if reason is not None:
            raise Refused(reason)

    def warning(self, action: actions.Action) -> list[str] | None:
        """Return the consequences to confirm before an action, None if it can be done immediately.

        Plans, retirements and exchanges are confirmed, because players see no preview while typing; so are a new hand
        for Heat, and answers that need care.
        """
        match action:
            case actions.Plan() | actions.Retire() | actions.Exchange(give=str()):
                pass
            case _ if not (self.choice.decision.price(action) or self.choice.needs_care(action)):
                return None
        chosen = _("Your choice: {action}.").format(action=self.choice.words(action))
        said = filter(None, [chosen, self.choice.forgone(action)])
        return [*said, *self.choice.preview(action), *self.choice.table(action)]


def confirm(prompt: TypedPrompt[actions.Action]) -> TypedPrompt[bool | actions.Action]:
    """Return a prompt for confirmation; its answer is True for yes, False for no or again, or another action."""
    words = {**dict.fromkeys(prompt.words), YES: True, NO: False, AGAIN: False}

    def explain() -> list[str]:
        how = _("Type {yes} to do it, {no} or {again} to think again, or something else to do instead.")
        return [how.format(**TYPED), *prompt.help()]

    def read(typed: list[str]) -> actions.Action:
        if not typed:
            raise Refused(N_("Type {yes} to do it or {no} to think again."), **TYPED)
        return prompt.answer(typed)

    return TypedPrompt(_("Do that (yes, no, or something else)?"), words, explain, read)


def read_card(word: str, cards: Iterable[str], known: Collection[str]) -> str:
    """Return the key of a card that was typed by its number or by the start of its name, in English or as it is shown.

    English names take precedence over shown ones and, within each, `cards` over `known`, which has all the cards of the
    race. Raises Refused.
    """
    cards = set(cards)
    named = [key for key in cards if not key.isdigit()]
    key = matching(word, named) or matching(word, known) or _shown_as(word, named) or _shown_as(word, known)
    if key is None:
        reason = N_("{word} is not a card; type the numbers of your cards, or {stress}.")
        if STRESS not in (cards or known):
            reason = N_("{word} is not a card; type the numbers or names of your cards.")
        raise Refused(reason, word=quoted(word), stress=STRESS)
    return key


def _shown_as(word: str, cards: Iterable[str]) -> str | None:
    """Return the card whose name in the installed language `matching` finds for `word`, or None. Raises Refused."""
    names = {folded(card_name(key)): key for key in cards}
    return names.get(matching(word, names) or "")


def read_one(word: str, cards: Iterable[str], *, after: int = 0) -> str:
    """Return one of several cards, by its number in their list or by the start of its name. Raises Refused.

    `after` is the last number of a previous list, or 0.
    """
    listed = dict(enumerate(cards, start=after + 1))
    number, names = whole_number(word), [*listed.values()]
    key = listed.get(number) if number is not None else matching(word, names) or _shown_as(word, names)
    if key is None:
        reason = N_("{word} is none of these; type a number from {first} to {last}, or a name: {names}.")
        raise Refused(reason, word=quoted(word), first=after + 1, last=max(listed), names=language.choice(names))
    return key


def read_seat(text: str, sheet: RaceSheet) -> int:
    """Return the seat, from 0, of a driver given by name or by number from 1. Raises Refused."""
    names = [entry.name for entry in sheet.entries[: sheet.drivers]]
    wanted = " ".join(folded(text).split())
    for seat, name in enumerate(names):
        if " ".join(folded(" ".join(listed(name))).split()) == wanted:
            return seat
    number = whole_number(text)
    if number is not None and 1 <= number <= len(names):
        return number - 1
    known = language.listing(names)
    raise Refused(N_("No driver is called {name}; the drivers are {known}."), name=quoted(text), known=known)


def _read_cards(
    prompt: ActionPrompt[decisions.Decision], words: Iterable[str], cards: Sequence[str]
) -> tuple[str, ...]:
    """Return the cards that were typed; the names in `cards` take precedence over others. Raises Refused."""
    return tuple(read_card(word, cards, prompt.choice.view.sheet.cards) for word in words)


def _read_number(word: str) -> int:
    number = whole_number(word)
    if number is None:
        raise Refused(N_("{text} is not a number."), text=quoted(word))
    return number


def _read_no_more(prompt: ActionPrompt[decisions.Decision], _typed: list[str]) -> NoReturn:
    """Read nothing but the words of the prompt. Raises Refused."""
    raise prompt.unclear()


def _read_slipstream(prompt: ActionPrompt[decisions.SlipstreamDecision], typed: list[str]) -> actions.Action:
    distance = whole_number(typed[0]) if len(typed) == 1 else None
    if distance is None:
        raise prompt.unclear()
    return actions.Slipstream(distance)


def _reading_cards(word: str, make: Callable[[tuple[str, ...]], actions.Action]) -> Callable[[Any, list[str]], Any]:
    """Return a function that reads the cards of an action, such as "discard 1 4", "1 4" or "discard none"."""

    def read(prompt: ActionPrompt[Any], typed: list[str]) -> actions.Action:
        words = typed[1:] if typed and matching(typed[0], prompt.words) == word else typed
        if not words:
            raise prompt.unclear()
        if [matching(each, (NONE,)) for each in words] == [NONE]:
            return make(())
        return make(_read_cards(prompt, words, prompt.choice.decision.cards))

    return read


def _read_one_of_the_list(prompt: ActionPrompt[decisions.Decision], typed: list[str]) -> actions.Action:
    """Read an answer by its number in the list or the name of its card; equal cards are one answer."""
    if len(typed) != 1:
        raise prompt.unclear()
    answers = {_name_of(action, number): action for number, action in enumerate(prompt.choice.answers, start=1)}
    return answers[read_one(typed[0], answers)]


def _name_of(action: actions.Action, number: int) -> str:
    """Return the card that an action names, or `number` if it replaces several cards."""
    if isinstance(action, actions.Replace):
        return action.cards[0] if len(action.cards) == 1 else str(number)
    return card_of(action)


def _read_exchange(prompt: ActionPrompt[decisions.ExchangeDecision], typed: list[str]) -> actions.Action:
    if len(typed) != 2:
        raise prompt.unclear()
    owned, market = dict.fromkeys(prompt.choice.decision.owned), dict.fromkeys(prompt.choice.decision.market)
    return actions.Exchange(read_one(typed[0], owned), read_one(typed[1], market, after=len(owned)))


def _read_values(prompt: ActionPrompt[decisions.ChooseValuesDecision], typed: list[str]) -> actions.Action:
    """Read one number for each card with a choice of values, in the order of the question."""
    cards = prompt.choice.decision.cards
    if len(typed) != len(cards):
        raise prompt.unclear()
    values = sorted((card, _read_number(word)) for (card, _values), word in zip(cards, typed, strict=True))
    return actions.ChooseValues(tuple(values))


def _listed_cards(cards: Sequence[str], *, after: int = 0) -> list[str]:
    """Return the cards, equal ones on one line, with the number in the list, the word to type, and the effect.

    `after` is the last number of a previous list, or 0.
    """
    lines = []
    for number, key in enumerate(dict.fromkeys(cards), start=after + 1):
        count, signs = cards.count(key), " ".join(face(all_cards()[key])) or card_name(key)
        form = _("{number}. {word}: {signs}. {words}")
        if count > 1:
            form = ngettext(
                "{number}. {word}, {count} copy: {signs}. {words}",
                "{number}. {word}, {count} copies: {signs}. {words}",
                count,
            )
        lines.append(form.format(number=number, word=key, count=count, signs=signs, words=market_words(key)))
    return lines


def _listed_exchange(choice: Choice[decisions.ExchangeDecision]) -> list[str]:
    owned, market = choice.decision.owned, choice.decision.market
    offered = _listed_cards(market, after=len(set(owned)))
    return [_("Your upgrades:"), *_listed_cards(owned), _("In the market:"), *offered]


def _previews(choice: Choice[decisions.Decision], answers: Iterable[tuple[str, actions.Action]]) -> list[str]:
    """Return lines for each answer: the words to type and the effect of the answer, then the possible outcomes."""
    lines = []
    for word, action in answers:
        lines.append(_("{word}: {consequence}").format(word=word, consequence=sentences(*choice.preview(action))))
        lines += choice.table(action)
    return lines


def _slipstream_words(decision: decisions.SlipstreamDecision) -> dict[str, actions.Action]:
    """Return the words that answer a Slipstream: yes, or each distance if there are several, and no."""
    several = len(decision.distances) > 1
    moves = {str(each) if several else YES: actions.Slipstream(each) for each in decision.distances}
    return {**moves, NO: actions.STAY}


def _slipstream_facts(decision: decisions.SlipstreamDecision) -> dict[str, str]:
    words = [*_slipstream_words(decision)]
    return {"words": language.row(words), "moves": language.choice(words[:-1])}


def _listed_values(choice: Choice[decisions.ChooseValuesDecision]) -> list[str]:
    """Return a row for each outcome of each answer: the numbers to type, then the cells of the outcome."""
    rows = [
        (" ".join(str(value) for _card, value in action.values), *row.cells)
        for action in choice.answers
        if isinstance(action, actions.ChooseValues)
        for row in outline(choice.view, choice.forecast(action)).rows
    ]
    return [f"  {line}" for line in in_ascii(aligned(rows, right=(0,)))]


def _listed_sets(choice: Choice[decisions.ReplaceDecision]) -> list[str]:
    answers = zip(choice.decision.choices, choice.answers, strict=True)
    listed = [
        (_("{number}. {cards}").format(number=number, cards=card_list(cards)), action)
        for number, (cards, action) in enumerate(answers, start=1)
    ]
    return _previews(choice, listed)


_LARGEST_GEAR_TYPED: Final = 9
"""The largest number that is read as a gear, which the rules may refuse; the prompt itself refuses larger ones."""


def _plan_example(decision: decisions.PlanDecision) -> str:
    gear = decision.gears[0][0]
    return " ".join([str(gear), *decision.sets(gear)[0]])


def _plan_hints(decision: decisions.PlanDecision) -> list[str]:
    """Return sentences on how to type a plan, and on upgrades and retiring if they are possible."""
    how = _("Type the gear and then the cards: {short}, or {long}, means gear 3 with cards 4, 2 and 1.")
    if decision.number_first:
        how = _("Type how many cards and then which: {short}, or {long}, plays cards 4, 2 and 1.")
    lines = [
        how.format(short="3 4 2 1", long="cards 4 2 1" if decision.number_first else "gear 3 cards 4 2 1"),
        _("Type {word} for a Stress card. You see what a plan would do before you confirm it.").format(word=STRESS),
    ]
    upgrade = next((key for key in decision.playable if is_upgrade(key)), None)
    if upgrade is not None:
        how = _("For an upgrade, type {word} or just the start of it; {command} shows what it does.")
        lines.append(how.format(word=upgrade, command=f"card {upgrade}"))
    if decision.may_retire:
        lines.append(_("{word} takes your car out of the race.").format(word=RETIRE))
    return lines


def _read_plan(prompt: ActionPrompt[decisions.PlanDecision], typed: list[str]) -> actions.Action:
    """Read "3 4 2 1", "gear 3 cards 4 2 1" or "cards 4 2 1"."""
    decision, gear, rest = prompt.choice.decision, None, list(typed)
    if rest and matching(rest[0], prompt.words) == GEAR:
        rest.pop(0)
    if rest and matching(rest[0], prompt.words) != PLAN_OF_CARDS:
        gear = _read_gear(prompt, rest.pop(0))
    if rest and matching(rest[0], (PLAN_OF_CARDS,)):
        rest.pop(0)
    cards = _read_cards(prompt, rest, decision.playable)
    if gear is None and not cards:
        how = N_("Type a gear and its cards, such as {example}; type ? for help.")
        if decision.number_first:
            how = N_("Type how many cards and then which, such as {example}; type ? for help.")
        raise prompt.unclear(how)
    gear = len(cards) if gear is None else gear
    return actions.Plan(gear, cards or _forced_cards(decision, gear))


def _read_gear(prompt: ActionPrompt[decisions.PlanDecision], word: str) -> int:
    number = whole_number(word)
    if number is None or number > _LARGEST_GEAR_TYPED:
        decision = prompt.choice.decision
        reason = N_(
            "{word} is not a gear; type a gear from 1 to 4 and then the cards, such as {example}, or ? for help."
        )
        if decision.number_first:
            reason = N_(
                "{word} is not a number of cards; type a number from 1 to 4 and then the cards, such as {example}, "
                "or ? for help."
            )
        raise Refused(reason, word=quoted(word), example=_plan_example(decision))
    return number


def _forced_cards(decision: decisions.PlanDecision, gear: int) -> tuple[str, ...]:
    """Return the only possible cards for a gear typed without cards (2.2, 2.3); () for an impossible gear.

    Raises Refused if several sets are possible.
    """
    if not any(gear == legal for legal, _heat in decision.gears):
        return ()
    sets = decision.sets(gear)
    if len(sets) == 1:
        return sets[0]
    reason = ngettext("Gear {gear} plays {gear} card: which?", "Gear {gear} plays {gear} cards: which?", gear)
    raise Refused(reason.format(gear=gear))


FROM: Final = ("with", "for", "from")
"""The words that may come before the source of a symbol."""


def _word_of(symbol: str | None) -> str:
    """Return the word to type for the use of a symbol, or for ending the step."""
    return FINISH if symbol is None else SYMBOLS[symbol].typed or symbol


def _reaction_words(decision: decisions.ReactDecision) -> dict[str, actions.React | None]:
    return {**dict.fromkeys(_word_of(use.symbol) for use in decision.uses), FINISH: actions.DONE}


def _reaction_facts(decision: decisions.ReactDecision) -> dict[str, str]:
    words = [*_reaction_words(decision)]
    return {"words": language.row(words if decision.may_end else words[:-1])}


def _reactions(decision: decisions.ReactDecision) -> list[actions.React]:
    """Return the listed answers: every use of a symbol in full, and ending the step if that is allowed."""
    return [*(use.in_full() for use in decision.uses), *((actions.DONE,) if decision.may_end else ())]


def _with_source(decision: decisions.ReactDecision, action: actions.React) -> str:
    """Return the words to type for a listed action, with the amount if it can vary and the source if needed."""
    word = _word_of(action.symbol)
    if action.symbol is not None and SYMBOLS[action.symbol].in_part:
        word = f"{word} {action.amount}"
    several = sum(use.symbol == action.symbol for use in decision.uses) > 1
    if action.symbol == "direct_play":
        return f"{word} {action.source}"
    return f"{word} {FROM[0]} {action.source}" if several and action.source not in SOURCES else word


def _listed_reactions(choice: Choice[decisions.ReactDecision]) -> list[str]:
    decision = choice.decision
    lines = choice.pile_lines
    reactions = _reactions(decision)
    typed = [_with_source(decision, action) for action in reactions]
    for number, (word, action) in enumerate(zip(typed, reactions, strict=True), start=1):
        form = _("{number}. {word}: {consequence}")
        if is_must(action):
            form = _("{number}. {word}: you have to {action}. {consequence}")
        elif typed.count(word) > 1 or (action.symbol is not None and SYMBOLS[action.symbol].of_cards):
            form = _("{number}. {word} ({action}): {consequence}")
        if action.symbol == decisions.SALVAGE:
            named = ngettext(
                "Name a card from your discard pile to shuffle back into your draw deck.",
                "Name up to {most} cards from your discard pile to shuffle back into your draw deck.",
                action.amount,
            )
            consequence, outcomes = named.format(most=action.amount), []
        else:
            consequence, outcomes = sentences(*choice.preview(action)), choice.table(action)
        lines.append(form.format(number=number, word=word, action=choice.words(action), consequence=consequence))
        lines += outcomes
    return lines


def _reaction_hints(decision: decisions.ReactDecision) -> list[str]:
    """Return hints on what may be typed after the word for a reaction, such as the 1 in "cool 1"."""
    lines = []
    if any(use.symbol == "cooldown" and use.most > 1 for use in decision.uses):
        lines.append(_("A number after the word says how much: {example} cools only 1 Heat.").format(example="cool 1"))
    if any(use.symbol == decisions.SALVAGE for use in decision.uses):
        how = _("After {word}, type the cards that you want back, such as {example}.")
        example = " ".join([decisions.SALVAGE, *decision.pile[-1:]])
        lines.append(how.format(word=decisions.SALVAGE, example=example))
    return lines


def _read_reaction(prompt: ActionPrompt[decisions.ReactDecision], typed: list[str]) -> actions.Action:
    """Read a number from the list, or a word that an amount, cards or a source may follow."""
    if not typed:
        raise prompt.unclear()
    number = whole_number(typed[0]) if len(typed) == 1 else None
    if number is not None:
        listed = _reactions(prompt.choice.decision)
        if not 1 <= number <= len(listed):
            raise Refused(N_("{number} is not in the list, which ends with {last}."), number=number, last=len(listed))
        if listed[number - 1].symbol == decisions.SALVAGE:
            _ask_for_cards()
        return listed[number - 1]
    word = matching(typed[0], prompt.words)
    if word is None:
        reason = N_("You cannot do {word} now; type {words}, or ? for help.")
        raise Refused(reason, word=quoted(typed[0]), **_reaction_facts(prompt.choice.decision))
    return _worded_reaction(prompt, word, typed[1:])


def _ask_for_cards() -> NoReturn:
    raise Refused(N_("Which cards? Type {word} and then the cards."), word=decisions.SALVAGE)


def _worded_reaction(prompt: ActionPrompt[decisions.ReactDecision], word: str, rest: list[str]) -> actions.Action:
    """Return the action that a word names, with an optional amount or cards, and an optional source. Raises Refused.

    If several uses match, the smallest that allows the amount is taken, or the largest if none does; without an amount,
    the largest in full. A Salvage needs cards.
    """
    uses = [use for use in prompt.choice.decision.uses if _word_of(use.symbol) == word]
    uses.sort(key=lambda use: use.most)
    salvages = uses[0].symbol == decisions.SALVAGE
    what, sources = _split(rest, salvages=salvages)
    if len(sources) > 1 or (len(what) > 1 and not salvages):
        raise prompt.unclear(N_("Type one thing at a time: {words}."))
    if sources:
        uses = _of_source(uses, sources[0])
    if not what:
        return _ask_for_cards() if salvages else uses[-1].in_full()
    cards = tuple(sorted(_read_cards(prompt, what, prompt.choice.decision.pile))) if salvages else ()
    amount = len(cards) if salvages else _read_number(what[0])
    use = next((use for use in uses if use.most >= amount), uses[-1])
    return actions.React(use.symbol, use.source, amount, cards)


def _split(words: list[str], *, salvages: bool) -> tuple[list[str], list[str]]:
    """Return the typed amount or cards, and the source after them; one of `FROM` must separate cards from a source."""
    place = next((place for place, each in enumerate(words) if each in FROM), None)
    if place is not None:
        return words[:place], words[place + 1 :]
    if not salvages and words and whole_number(words[-1]) is None:
        return words[:-1], words[-1:]
    return words, []


def _of_source(uses: list[decisions.Use], source: str) -> list[decisions.Use]:
    names = [use.source for use in uses]
    name = matching(source, names)
    if name is None:
        reason = N_("The source cannot be {text}; type {names}, or leave the source out.")
        raise Refused(reason, text=quoted(source), names=language.choice(list(dict.fromkeys(names))))
    return [use for use in uses if use.source == name]


@record
class Lines:
    """The prompt for one kind of decision.

    The answer is typed after `question`; `words` and `read` are as in a `TypedPrompt`. `typing` explains how to answer,
    if that fails and in the help, which adds further `hints`. `above` and `below` list the answers above and below the
    question of the `Choice`; `facts` fill the gaps of the messages.
    """

    question: str
    typing: str
    read: Callable[[Any, list[str]], actions.Action]
    words: Callable[[Any], Mapping[str, actions.Action | None]] = lambda _decision: {}
    hints: Callable[[Any], list[str]] = lambda _of: []
    above: Callable[[Any], list[str]] = lambda _of: []
    below: Callable[[Any], list[str]] = lambda _of: []
    facts: Callable[[Any], Mapping[str, str]] = lambda _decision: {}


def _upgrade_lines(question: str) -> Lines:
    """Return the prompt for choosing one upgrade from a list, which shows what each card does."""
    return Lines(
        question,
        N_("Type the number of a card in the list, or its name, such as {example}."),
        _read_one_of_the_list,
        above=lambda choice: _listed_cards([card_of(action) for action in choice.answers]),
        facts=lambda decision: {"example": decision.among()[-1]},
    )


LINES: Final[Mapping[type[decisions.Decision], Lines]] = {
    decisions.PlanDecision: Lines(
        N_("{name}, plan:"),
        "",
        _read_plan,
        words=lambda decision: {
            **dict.fromkeys((GEAR, PLAN_OF_CARDS)),
            **({RETIRE: actions.Retire()} if decision.may_retire else {}),
        },
        hints=_plan_hints,
        facts=lambda decision: {"example": _plan_example(decision)},
    ),
    decisions.ReactDecision: Lines(
        N_("{name}, react ({words}):"),
        N_("Type a number from the list, or a word: {words}."),
        _read_reaction,
        words=_reaction_words,
        hints=_reaction_hints,
        below=_listed_reactions,
        facts=_reaction_facts,
    ),
    decisions.SlipstreamDecision: Lines(
        N_("{name}, slipstream ({words})?"),
        N_("Type {moves} to move, {no} to stay where you are."),
        _read_slipstream,
        words=_slipstream_words,
        below=lambda choice: _previews(choice, _slipstream_words(choice.decision).items()),
        facts=_slipstream_facts,
    ),
    decisions.DiscardDecision: Lines(
        N_("{name}, discard (cards, or none):"),
        N_("Type the cards, such as {example}, or {none} to keep them all."),
        _reading_cards(DISCARD, actions.Discard),
        words=lambda _decision: {DISCARD: None, NONE: actions.Discard()},
        facts=lambda _decision: {"example": "discard 1 4"},
    ),
    decisions.PickDecision: _upgrade_lines(N_("{name}, take an upgrade:")),
    decisions.PutAwayDecision: _upgrade_lines(N_("{name}, put an upgrade away:")),
    decisions.KeepDecision: _upgrade_lines(N_("{name}, keep an upgrade:")),
    decisions.ExchangeDecision: Lines(
        N_("{name}, exchange an upgrade, or {keep}:"),
        N_("Type your upgrade and the one from the market, by number or name, such as {example}; or type {keep}."),
        _read_exchange,
        words=lambda _decision: dict.fromkeys((KEEP, NO), actions.KEEP_ALL),
        above=_listed_exchange,
        facts=lambda decision: {"example": f"1 {len(set(decision.owned)) + 1}"},
    ),
    decisions.ChooseValuesDecision: Lines(
        N_("{name}, choose values ({cards}):"),
        N_("Type a value for each card, in this order: {cards}."),
        _read_values,
        below=_listed_values,
        facts=lambda decision: {"cards": " ".join(card for card, _values in decision.cards)},
    ),
    decisions.ReplaceDecision: Lines(
        N_("{name}, give up cards:"),
        N_("Type a number from the list."),
        _read_one_of_the_list,
        below=_listed_sets,
    ),
    decisions.RefreshDecision: Lines(
        N_("{name}, refresh ({cards}, or none):"),
        N_("Type the cards in the order you want to draw them, such as {example}, or {none}."),
        _reading_cards(REFRESH, actions.Refresh),
        words=lambda _decision: {REFRESH: None, NONE: actions.Refresh()},
        facts=lambda decision: {"cards": " ".join(decision.cards), "example": " ".join([REFRESH, *decision.cards])},
    ),
    decisions.NextRaceDecision: Lines(
        N_("Press Enter for the next race:"),
        N_("Press Enter, or type {next}, to start the next race; type {quit} to stop here."),
        lambda prompt, typed: _read_no_more(prompt, typed) if typed else actions.NextRace(),
        words=lambda _decision: dict.fromkeys((NEXT, YES), actions.NextRace()),
    ),
}


def _lines_of(decision: decisions.Decision) -> Lines:
    """Return the prompt for a decision; a decision that a module puts into words is answered with yes or no."""
    if decision.asked in module_decisions():
        words = module_decisions()[decision.asked]
        options = dict(zip((NO, YES), decision.options(), strict=True))
        return Lines(words.prompt, words.typing, _read_no_more, lambda _decision: options)
    return LINES[type(decision)]
