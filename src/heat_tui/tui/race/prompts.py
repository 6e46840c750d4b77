"""What every prompt is: it shows a choice, says what is considered, and hands over what is chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.message import Message
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from heat_tui.engine.actions import (
    DONE,
    KEEP_ALL,
    STAY,
    Action,
    ChooseValues,
    Discard,
    Exchange,
    KeepUpgrade,
    Mulligan,
    Pick,
    PutAway,
    React,
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
from heat_tui.language import _
from heat_tui.tui.keymap import KEYS, bound, card_bindings
from heat_tui.tui.lists import Done, Options
from heat_tui.tui.look import look_of, plain
from heat_tui.tui.race.hand import Hand, card_row, has_upgrades
from heat_tui.words import ask, describe_action, refusal
from heat_tui.words.advice import explain_use_of_card
from heat_tui.words.cards import card_list, card_name
from heat_tui.words.garage import market_words
from heat_tui.words.situation import hand_line


@dataclass(frozen=True, slots=True)
class Choice:
    """A decision with what its seat sees; `hand_shown` tells whether the own cards may lie open at the table now.

    `confirm`: dangerous choices are asked for once more.
    """

    view: SeatView
    decision: Decision
    forecast: Callable[[Action], Forecast]
    hand_shown: bool
    confirm: bool


class Prompt(Widget, can_focus=True):
    """The lower left of the table while somebody chooses. Everything in it may be private."""

    help_topic: ClassVar[str] = "race"
    DEFAULT_CSS = """
    Prompt { width: 1fr; height: 1fr; layout: vertical; }
    Prompt > Horizontal { height: 1; }
    """

    class Chosen(Message):
        """The driver has made up his mind."""

        def __init__(self, prompt: Prompt, action: Action) -> None:
            super().__init__()
            self.prompt = prompt
            self.action = action

    class Considered(Message):
        """The driver looks at an action, or, where that is None, at nothing; then `sentence` stands instead.

        `asking` tells that it needs a second confirmation.
        """

        def __init__(self, prompt: Prompt, action: Action | None, sentence: str = "", *, asking: bool = False) -> None:
            super().__init__()
            self.prompt = prompt
            self.action = action
            self.sentence = sentence
            self.asking = asking

    def __init__(self, choice: Choice) -> None:
        super().__init__()
        self.choice = choice
        self._asked: Action | None = None

    @property
    def rows(self) -> int:
        """The rows that it would like to have, 0 for those that there usually are."""
        return 0

    @property
    def has_faces(self) -> bool:
        """Whether it shows cards that have more than a number on them, and so would like to be higher."""
        return False

    def consider(self, action: Action | None, sentence: str = "") -> None:
        """Show what an action would do, or a sentence."""
        self._asked = None
        self.post_message(self.Considered(self, action, sentence))

    def choose(self, action: Action) -> None:
        """Hand the action over; where that may hurt, only when it is confirmed once more."""
        careful = self.choice.confirm and needs_care(action, self.choice.forecast)
        if careful and self._asked != action:
            self._asked = action
            self.post_message(self.Considered(self, action, asking=True))
            return
        self._asked = None
        self.post_message(self.Chosen(self, action))

    def take_back(self) -> bool:
        """Put back what is half chosen; False if nothing is."""
        raise NotImplementedError

    def words(self, action: Action) -> str:
        """An action in a few words."""
        return _("{action}:").format(action=begun(describe_action(self.choice.decision, action)))


def begun(words: str) -> str:
    """Words as the beginning of a line."""
    return words[:1].upper() + words[1:]


class ChoosingPrompt(Prompt, can_focus=False):
    """A list of actions, the safe one first; digits go to a line, left and right change how much."""

    DEFAULT_CSS = """
    ChoosingPrompt OptionList { height: 1fr; border: none; padding: 0; background: transparent;
        scrollbar-size-vertical: 1; text-wrap: nowrap; text-overflow: ellipsis; }
    ChoosingPrompt OptionList:focus { border: none; background-tint: transparent 0%; }
    ChoosingPrompt Static { height: 1; text-wrap: nowrap; text-overflow: ellipsis; color: $foreground 70%; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *bound("confirm", "left", "right"),
        *(Binding(digit, f"line({index})", show=False) for index, digit in enumerate(KEYS["card"].keys.split(","))),
    ]

    hand_below: ClassVar[bool] = True
    """Whether the own hand stands below the list, where it may be seen."""

    def __init__(self, choice: Choice) -> None:
        super().__init__(choice)
        self.lines: list[Action] = []

    def actions(self) -> Sequence[Action]:
        """What stands in the list; the first is the safe one."""
        raise NotImplementedError

    def label(self, action: Action) -> str:
        """A line of the list."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        self.lines = list(self.actions())
        yield Options(*(Option(self._line(index)) for index in range(len(self.lines))), markup=False)
        if self.hand_below and self.choice.hand_shown:
            yield Static(hand_line(self.choice.view), markup=False)

    def on_mount(self) -> None:
        """Highlight the safe choice."""
        self.query_one(OptionList).highlighted = 0

    def focus(self, scroll_visible: bool = True) -> ChoosingPrompt:  # noqa: FBT001, FBT002 - Textual's own signature
        """The list takes the keys."""
        self.query_one(OptionList).focus(scroll_visible)
        return self

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Look at a line."""
        event.stop()
        self.consider(self.lines[event.option_index])

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take a line."""
        event.stop()
        self.choose(self.lines[event.option_index])

    def action_line(self, index: int) -> None:
        """Go to a line by its number."""
        if index < len(self.lines):
            self.query_one(OptionList).highlighted = index

    def action_go(self, step: int) -> None:
        """More or less of the highlighted line, where it has an amount."""
        listed = self.query_one(OptionList)
        index = listed.highlighted
        if index is None:
            return
        changed = self.amount_changed(self.lines[index], step)
        if changed is not None:
            self.lines[index] = changed
            listed.replace_option_prompt_at_index(index, self._line(index))
            self.consider(changed)

    def action_confirm(self) -> None:
        """Take the highlighted line."""
        self.query_one(OptionList).action_select()

    def amount_changed(self, action: Action, step: int) -> Action | None:
        """The same action with more or less of it; None where there is no such thing."""
        return None

    def take_back(self) -> bool:
        """Back to the safe choice; False if it is highlighted already."""
        listed = self.query_one(OptionList)
        if self._asked is not None or listed.highlighted:
            listed.highlighted = 0
            self.consider(self.lines[0])
            return True
        return False

    def _line(self, index: int) -> Text:
        label = plain(begun(self.label(self.lines[index])), ascii_only=look_of(self).ascii) if self.is_attached else ""
        return Text(f"{index + 1} {label}", no_wrap=True, overflow="ellipsis")


class MulliganPrompt(ChoosingPrompt):
    """The hand, and two lines below it."""

    help_topic = "mulligan"
    DEFAULT_CSS = """
    MulliganPrompt OptionList { height: 2; }
    """

    def __init__(self, choice: Choice, decision: MulliganDecision) -> None:
        super().__init__(choice)
        self.decision = decision

    def compose(self) -> ComposeResult:
        yield from super().compose()

    def actions(self) -> Sequence[Action]:
        """Keeping it, taking it."""
        return [Mulligan(take=False), Mulligan(take=True)]

    def label(self, action: Action) -> str:
        """What to do."""
        return describe_action(self.decision, action)


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
        from heat_tui.tui.race.piles import PileScreen

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


class SlipstreamPrompt(ChoosingPrompt):
    """Staying first, then every distance."""

    help_topic = "slipstream"

    def __init__(self, choice: Choice, decision: SlipstreamDecision) -> None:
        super().__init__(choice)
        self.decision = decision

    def actions(self) -> Sequence[Action]:
        """Staying, then the distances."""
        return [STAY, *(Slipstream(distance) for distance in self.decision.distances)]

    def label(self, action: Action) -> str:
        """How far."""
        return describe_action(self.decision, action)


class DiscardPrompt(Prompt):
    """The hand; chosen cards go, none is a choice too."""

    help_topic = "discard"
    BINDINGS: ClassVar[list[BindingType]] = [*card_bindings(), *bound("confirm", "pick", "left", "right")]
    DEFAULT_CSS = """
    DiscardPrompt Horizontal > Static:first-child { height: 1; width: 1fr; text-wrap: nowrap; text-overflow: ellipsis; }
    """

    def __init__(self, choice: Choice, decision: DiscardDecision) -> None:
        super().__init__(choice)
        self.decision = decision
        self.cards = choice.view.hand
        self.chosen: list[int] = []
        self.cursor = 0

    @property
    def has_faces(self) -> bool:
        """Upgrades have more on them than a number."""
        return has_upgrades(self.cards, self.choice.view.sheet.cards)

    def compose(self) -> ComposeResult:
        with Horizontal():
            yield Static(_("Discard: which cards?"), markup=False)
            yield Done()
        barred = frozenset(self.cards) - frozenset(self.decision.cards)
        hand = Hand(self.cards, self.choice.view.sheet.cards, barred=barred)
        hand.add_class("-live")
        yield hand

    def on_mount(self) -> None:
        """Begin with nothing chosen."""
        self.query_one(Done).ready(ready=True)
        self.query_one(Hand).mark(frozenset(), self.cursor)
        self.consider(None, ask(self.choice.view, self.decision))

    def action_card(self, index: int) -> None:
        """Choose a card, or keep it."""
        if index >= len(self.cards):
            self.consider(None, _("You have {count} cards.").format(count=len(self.cards)))
            return
        self.cursor = index
        card = self.cards[index]
        if index in self.chosen:
            self.chosen.remove(index)
        elif card not in self.decision.cards:
            self.consider(None, _("{card} cannot be discarded.").format(card=card_name(card)))
            return
        elif self.decision.most == 1:
            self.chosen = [index]
        else:
            self.chosen.append(index)
        self._show()

    def action_pick(self) -> None:
        """The card under the cursor."""
        self.action_card(self.cursor)

    def action_go(self, step: int) -> None:
        """Move the cursor."""
        self.cursor = (self.cursor + step) % len(self.cards)
        self.query_one(Hand).mark(frozenset(self.chosen), self.cursor)

    def action_confirm(self) -> None:
        """Put the chosen cards away."""
        self.choose(self._discard())

    def take_back(self) -> bool:
        """Keep all cards; False if none was chosen."""
        if not self.chosen:
            return False
        self.chosen = []
        self._show()
        return True

    def on_hand_pressed(self, event: Hand.Pressed) -> None:
        """The mouse on a card."""
        event.stop()
        self.focus()
        self.action_card(event.index)

    def on_done_pressed(self, event: Done.Pressed) -> None:
        """The mouse says yes."""
        event.stop()
        self.focus()
        self.action_confirm()

    def _discard(self) -> Discard:
        return Discard(tuple(sorted(self.cards[index] for index in self.chosen)))

    def _show(self) -> None:
        self.query_one(Hand).mark(frozenset(self.chosen), self.cursor)
        self.consider(self._discard())


class ValuesPrompt(ChoosingPrompt):
    """Every choice of values, the slowest first."""

    help_topic = "values"

    def __init__(self, choice: Choice, decision: ChooseValuesDecision) -> None:
        super().__init__(choice)
        self.decision = decision

    @property
    def rows(self) -> int:
        """The lines of the list, and the hand."""
        return len(self.actions()) + self.choice.hand_shown

    def actions(self) -> Sequence[Action]:
        """By the speed that they make."""
        choices = [action for action in self.decision.options() if isinstance(action, ChooseValues)]
        return sorted(choices, key=lambda action: sum(value for _card, value in action.values))

    def label(self, action: Action) -> str:
        """The values."""
        return describe_action(self.decision, action)


class CardsPrompt(ChoosingPrompt):
    """Open cards of the play area, in every way that they can be chosen."""

    def __init__(self, choice: Choice, decision: ReplaceDecision | RefreshDecision) -> None:
        super().__init__(choice)
        self.decision = decision

    def actions(self) -> Sequence[Action]:
        """All of them."""
        return list(self.decision.options())

    def label(self, action: Action) -> str:
        """The cards."""
        return describe_action(self.decision, action)


class ReplacePrompt(CardsPrompt):
    """Which cards to give up, since their Heat cannot be paid (G8)."""

    help_topic = "replace"
    hand_below = False
    decision: ReplaceDecision

    def compose(self) -> ComposeResult:
        owed, payable = self.decision.owed, self.decision.payable
        yield Static(_("{owed} Heat to pay, {payable} at most to be had:").format(owed=owed, payable=payable))
        yield from super().compose()


class RefreshPrompt(CardsPrompt):
    """Which cards to put on the draw deck (G7); none is a choice too and comes first."""

    help_topic = "refresh"

    def words(self, action: Action) -> str:
        """The question with the answer that is looked at."""
        answer = begun(describe_action(self.decision, action))
        return _("{question} {answer}.").format(question=ask(self.choice.view, self.decision), answer=answer)


class PickPrompt(ChoosingPrompt):
    """The cards of the market, or the own ones of which one goes or stays; the highlighted one is explained."""

    help_topic = "draft"
    hand_below = False

    def __init__(self, choice: Choice, decision: PickDecision | PutAwayDecision | KeepDecision) -> None:
        super().__init__(choice)
        self.decision = decision

    def compose(self) -> ComposeResult:
        yield Static(self._title(), markup=False)
        yield from super().compose()

    def _title(self) -> str:
        if isinstance(self.decision, PickDecision):
            return _("In the market, to take one:")
        if isinstance(self.decision, KeepDecision):
            return _("Your upgrades, to keep one for the next season:")
        return _("Your upgrades, to put one away:")

    def actions(self) -> Sequence[Action]:
        """A line for each card that lies there, equal cards apart."""
        if isinstance(self.decision, PickDecision):
            return [Pick(card) for card in self.decision.market]
        if isinstance(self.decision, KeepDecision):
            return [KeepUpgrade(card) for card in self.decision.cards]
        return [PutAway(card) for card in self.decision.cards]

    def label(self, action: Action) -> str:
        """Name, value and signs."""
        return card_row(self.choice.view.sheet.cards[_card(action)], ascii_only=look_of(self).ascii)

    def words(self, action: Action) -> str:
        """What the card does and what it is good for."""
        return market_words(_card(action))


def _card(action: Action) -> str:
    assert isinstance(action, (Pick, PutAway, KeepUpgrade))
    return action.card


class ExchangePrompt(ChoosingPrompt):
    """A line for keeping all and one for each own card; left and right change what is taken for it."""

    help_topic = "exchange"
    hand_below = False

    def __init__(self, choice: Choice, decision: ExchangeDecision) -> None:
        super().__init__(choice)
        self.decision = decision

    def compose(self) -> ComposeResult:
        yield Static(_("Last on the grid, exchange one?"), markup=False)
        yield from super().compose()

    def actions(self) -> Sequence[Action]:
        """Keeping all, then each own card with the first of the market that is another one."""
        lines: list[Action] = [KEEP_ALL]
        for give in dict.fromkeys(self.decision.owned):
            others = self._others(give)
            if others:
                lines.append(Exchange(give, others[0]))
        return lines

    def label(self, action: Action) -> str:
        """What is given, and what is taken with arrows where it can be changed."""
        if not isinstance(action, Exchange) or action.give is None or action.take is None:
            return describe_action(self.decision, action)
        words = _("{give} for ◄ {take} ►") if len(self._others(action.give)) > 1 else _("{give} for {take}")
        return words.format(give=card_name(action.give), take=card_name(action.take))

    def words(self, action: Action) -> str:
        """What both cards do."""
        if not isinstance(action, Exchange) or action.give is None or action.take is None:
            return _("{action}.").format(action=begun(describe_action(self.decision, action)))
        return _("You take {take}: {words}").format(take=card_name(action.take), words=market_words(action.take))

    def amount_changed(self, action: Action, step: int) -> Action | None:
        """The same card for the next one of the market."""
        if not isinstance(action, Exchange) or action.give is None or action.take is None:
            return None
        others = self._others(action.give)
        return Exchange(action.give, others[(others.index(action.take) + step) % len(others)])

    def _others(self, give: str) -> list[str]:
        """The cards of the market for which a card can be given."""
        return [card for card in dict.fromkeys(self.decision.market) if card != give]


def prompt_for(choice: Choice) -> Prompt:
    """The prompt of a decision."""
    decision: Decision = choice.decision
    match decision:
        case MulliganDecision():
            return MulliganPrompt(choice, decision)
        case PlanDecision():
            from heat_tui.tui.race.plan import PlanPrompt

            return PlanPrompt(choice, decision)
        case ReactDecision():
            return ReactPrompt(choice, decision)
        case SlipstreamDecision():
            return SlipstreamPrompt(choice, decision)
        case DiscardDecision():
            return DiscardPrompt(choice, decision)
        case PickDecision() | PutAwayDecision() | KeepDecision():
            return PickPrompt(choice, decision)
        case ExchangeDecision():
            return ExchangePrompt(choice, decision)
        case ChooseValuesDecision():
            return ValuesPrompt(choice, decision)
        case ReplaceDecision():
            return ReplacePrompt(choice, decision)
        case RefreshDecision():
            return RefreshPrompt(choice, decision)
        case _:
            raise AssertionError(f"no prompt for {type(decision).__name__}")
