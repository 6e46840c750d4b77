"""What is asked at the table edge: a list of answers, or the hand to choose cards from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.message import Message
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from heat_tui.engine import decisions
from heat_tui.engine.actions import DONE, Action, Discard, Exchange, Plan, React, Retire
from heat_tui.engine.cards import HEAT
from heat_tui.game.prompts import Choice, card_of, form_of, is_must, title_of, use_of
from heat_tui.language import _, ngettext
from heat_tui.modules.garage.words import market_words
from heat_tui.tui.keymap import KEYS, bound, card_bindings
from heat_tui.tui.lists import Done, Options
from heat_tui.tui.look import look_of, plain
from heat_tui.tui.race.hand import UPGRADES, Hand, card_row, has_upgrades
from heat_tui.words.advice import explain_use
from heat_tui.words.cards import card_list, card_name, card_words
from heat_tui.words.situation import hand_line


class Prompt(Widget, can_focus=True):
    """The lower left of the table while somebody chooses. Everything in it may be private.

    `hand_shown` tells whether the own cards may be shown now; with `confirm` dangerous choices need a second yes.
    """

    DEFAULT_CSS = """
    Prompt { width: 1fr; height: 1fr; layout: vertical; }
    Prompt > Horizontal { height: 1; }
    """

    class Chosen(Message):
        """A driver has chosen an action."""

        def __init__(self, prompt: Prompt, action: Action) -> None:
            super().__init__()
            self.prompt = prompt
            self.action = action

    class Considered(Message):
        """A driver looks at an action; where that is None, `sentence` is shown.

        `asking` tells that the action needs a second yes.
        """

        def __init__(self, prompt: Prompt, action: Action | None, sentence: str = "", *, asking: bool = False) -> None:
            super().__init__()
            self.prompt = prompt
            self.action = action
            self.sentence = sentence
            self.asking = asking

    def __init__(self, choice: Choice[decisions.Decision], *, hand_shown: bool, confirm: bool) -> None:
        super().__init__()
        self.choice = choice
        self.decision = choice.decision
        self.help_topic = form_of(choice.decision).topic
        self.hand_shown = hand_shown
        self.confirm = confirm
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
        """Preview an action, or show a sentence."""
        self._asked = None
        self.post_message(self.Considered(self, action, sentence))

    def choose(self, action: Action) -> None:
        """Hand the action over; one that needs care only when it is confirmed once more."""
        if self.confirm and self._asked != action and self.choice.needs_care(action):
            self._asked = action
            self.post_message(self.Considered(self, action, asking=True))
            return
        self._asked = None
        self.post_message(self.Chosen(self, action))

    def take_back(self) -> bool:
        """Put back what is half chosen; False if nothing is."""
        raise NotImplementedError

    def words(self, action: Action) -> str:
        """Say an action in a few words, as the beginning of its preview."""
        return _("{action}:").format(action=capitalized(self.choice.words(action)))


def capitalized(words: str) -> str:
    """Return words as the beginning of a line."""
    return words[:1].upper() + words[1:]


class ChoosingPrompt(Prompt, can_focus=False):
    """A list of answers, the default first; digits go to a line, left and right change how much.

    Below it stands the hand where that may be seen, unless the list is one of cards with a title.
    """

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

    def __init__(self, choice: Choice[decisions.Decision], *, hand_shown: bool, confirm: bool) -> None:
        super().__init__(choice, hand_shown=hand_shown, confirm=confirm)
        self.lines = choice.answers

    def label(self, action: Action) -> str:
        """Return a line of the list."""
        return self.choice.words(action)

    def compose(self) -> ComposeResult:
        title = title_of(self.decision)
        if title:
            yield Static(title, markup=False)
        yield Options(*(Option(self._line(index)) for index in range(len(self.lines))), markup=False)
        if self.hand_shown and not title:
            yield Static(hand_line(self.choice.view), markup=False)

    def on_mount(self) -> None:
        """Highlight the default."""
        self.query_one(OptionList).highlighted = 0

    def focus(self, scroll_visible: bool = True) -> ChoosingPrompt:  # noqa: FBT001, FBT002 - Textual's own signature
        """Give the keys to the list."""
        self.query_one(OptionList).focus(scroll_visible)
        return self

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Preview a line."""
        event.stop()
        self.consider(self.lines[event.option_index])

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Choose a line."""
        event.stop()
        self.choose(self.lines[event.option_index])

    def action_line(self, index: int) -> None:
        """Go to a line by its number."""
        if index < len(self.lines):
            self.query_one(OptionList).highlighted = index

    def action_go(self, step: int) -> None:
        """Take more or less of the highlighted line, or the next card, where it has such a thing."""
        listed = self.query_one(OptionList)
        index = listed.highlighted
        if index is None:
            return
        action = self.lines[index]
        variants = self.choice.variants(action)
        place = variants.index(action) + step
        if isinstance(action, Exchange):
            place %= len(variants)
        if 0 <= place < len(variants):
            self.lines[index] = variants[place]
            listed.replace_option_prompt_at_index(index, self._line(index))
            self.consider(variants[place])

    def action_confirm(self) -> None:
        """Choose the highlighted line."""
        self.query_one(OptionList).action_select()

    def take_back(self) -> bool:
        """Go back to the default; False if it is highlighted already."""
        listed = self.query_one(OptionList)
        if self._asked is not None or listed.highlighted:
            listed.highlighted = 0
            self.consider(self.lines[0])
            return True
        return False

    def _line(self, index: int) -> Text:
        label = ""
        if self.is_attached:
            label = plain(capitalized(self.label(self.lines[index])), ascii_only=look_of(self).ascii)
        return Text(f"{index + 1} {label}", no_wrap=True, overflow="ellipsis")


class YesOrNoPrompt(ChoosingPrompt):
    """The hand close below the two lines."""

    DEFAULT_CSS = """
    YesOrNoPrompt OptionList { height: 2; }
    """


class ValuesPrompt(ChoosingPrompt):
    """Every choice of values; there may be many."""

    @property
    def rows(self) -> int:
        """The lines of the list, and the hand."""
        return len(self.lines) + self.hand_shown


class RefreshPrompt(ChoosingPrompt):
    """Every order of the cards that may go on the draw deck."""

    def words(self, action: Action) -> str:
        """Return the question with the answer that is looked at."""
        answer = capitalized(self.choice.words(action))
        return _("{question} {answer}.").format(question=self.choice.question, answer=answer)


class ReactPrompt(ChoosingPrompt):
    """What the turn offers, each with all that there is of it; a Salvage asks for its cards."""

    decision: decisions.ReactDecision

    def compose(self) -> ComposeResult:
        yield from super().compose()
        if self.decision.pile and self.hand_shown:
            pile = _("Your discard pile: {cards}.").format(cards=card_list(self.decision.pile))
            yield Static(pile, markup=False, id="pile")

    @property
    def rows(self) -> int:
        """The lines of the list, the hand and the pile."""
        return len(self.lines) + self.hand_shown * (1 + bool(self.decision.pile))

    def label(self, action: Action) -> str:
        """Say what it is, that it must be, and that there could be less of it."""
        if self.choice.refusal(DONE) is not None and action == DONE:
            return _("be done with this step: not yet")
        if isinstance(action, React) and action.symbol == decisions.SALVAGE:
            return _("salvage up to {count} with {card}").format(count=action.amount, card=card_list([action.source]))
        words = self.choice.words(action)
        if is_must(action):
            return _("{action} (a must)").format(action=words)
        return _("{action} (◄ ► more or less)").format(action=words) if len(self.choice.variants(action)) > 1 else words

    def consider(self, action: Action | None, sentence: str = "") -> None:
        """Preview a use; of a Salvage, and of what is refused, a sentence tells."""
        said = None if action is None else self._sentence(action)
        super().consider(action if said is None else None, said or sentence)

    def choose(self, action: Action) -> None:
        """Hand a use over; a Salvage asks for its cards first."""
        if action == DONE and not self.decision.may_end:
            self.consider(action)
        elif isinstance(action, React) and action.symbol == decisions.SALVAGE:
            self._look_through(action)
        else:
            super().choose(action)

    def _look_through(self, action: React) -> None:
        from heat_tui.tui.race.piles import PileScreen

        use = use_of(self.decision, action)
        assert use is not None
        assert self.choice.view.seat is not None

        def taken(cards: tuple[str, ...] | None) -> None:
            if cards:
                super(ReactPrompt, self).choose(React(use.symbol, use.source, len(cards), cards))

        self.app.push_screen(PileScreen(self.decision.pile, use, self.choice.view.seat), taken)

    def _sentence(self, action: Action) -> str | None:
        """Return what is said of an action that there is no forecast for."""
        if action == DONE:
            return self.choice.refusal(DONE)
        use = use_of(self.decision, action)
        return explain_use(use) if use is not None and use.symbol == decisions.SALVAGE else None


class UpgradePrompt(ChoosingPrompt):
    """The cards of the market, or the own ones of which one goes or stays; the highlighted one is explained."""

    def label(self, action: Action) -> str:
        """Return name, value and signs of a card."""
        return card_row(self.choice.view.sheet.cards[card_of(action)], ascii_only=look_of(self).ascii)

    def words(self, action: Action) -> str:
        """Say what the card does and what it is good for."""
        return market_words(card_of(action))


class ExchangePrompt(ChoosingPrompt):
    """A line for keeping all and one for each own card; left and right change what is taken for it."""

    def label(self, action: Action) -> str:
        """Say what is given, and what is taken with arrows where it can be changed."""
        if not isinstance(action, Exchange) or action.give is None or action.take is None:
            return self.choice.words(action)
        words = _("{give} for ◄ {take} ►") if len(self.choice.variants(action)) > 1 else _("{give} for {take}")
        return words.format(give=card_name(action.give), take=card_name(action.take))

    def words(self, action: Action) -> str:
        """Say what the card to be taken does."""
        if not isinstance(action, Exchange) or action.take is None:
            return _("{action}.").format(action=capitalized(self.choice.words(action)))
        return _("You take {take}: {words}").format(take=card_name(action.take), words=market_words(action.take))


class HandPrompt(Prompt):
    """The hand, to choose cards from; what is chosen stays chosen until it is taken back."""

    BINDINGS: ClassVar[list[BindingType]] = [*card_bindings(), *bound("confirm", "pick", "left", "right")]

    def __init__(self, choice: Choice[decisions.Decision], *, hand_shown: bool, confirm: bool) -> None:
        super().__init__(choice, hand_shown=hand_shown, confirm=confirm)
        self.cards = choice.view.hand
        self.catalogue = choice.view.sheet.cards
        self.chosen: list[int] = []
        self.cursor = 0

    @property
    def has_faces(self) -> bool:
        """Whether there are upgrades, which have more on them than a number."""
        return has_upgrades(self.cards, self.catalogue)

    def heading(self) -> Widget:
        """Return what stands above the hand."""
        raise NotImplementedError

    def barred(self) -> frozenset[str]:
        """Return the cards that cannot be chosen."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        with Horizontal():
            yield self.heading()
            yield Done()
        yield Hand(self.cards, self.catalogue, barred=self.barred()).add_class("-live")

    def chosen_cards(self) -> tuple[str, ...]:
        """Return the chosen cards in the order of an action."""
        return tuple(sorted(self.cards[index] for index in self.chosen))

    def action_card(self, index: int) -> None:
        """Choose a card, or put it back."""
        if index >= len(self.cards):
            self.consider(None, _("You have {count} cards.").format(count=len(self.cards)))
            return
        self.cursor = index
        hint = self.toggle(index)
        if hint:
            self.consider(None, hint)
        else:
            self.show_chosen()

    def toggle(self, index: int) -> str:
        """Choose a card, or put it back; the reason where that cannot be."""
        raise NotImplementedError

    def show_chosen(self) -> None:
        """Mark the chosen cards and preview the action that they make."""
        raise NotImplementedError

    def action_pick(self) -> None:
        """Choose the card under the cursor, or put it back."""
        self.action_card(self.cursor)

    def action_confirm(self) -> None:
        """Hand the chosen cards over."""
        raise NotImplementedError

    def on_hand_pressed(self, event: Hand.Pressed) -> None:
        """Take the mouse on a card for its number."""
        event.stop()
        self.focus()
        self.action_card(event.index)

    def on_done_pressed(self, event: Done.Pressed) -> None:
        """Take the mouse for Enter."""
        event.stop()
        self.focus()
        self.action_confirm()


class DiscardPrompt(HandPrompt):
    """The hand; chosen cards go, none is a choice too."""

    DEFAULT_CSS = """
    DiscardPrompt Horizontal > Static:first-child { height: 1; width: 1fr; text-wrap: nowrap; text-overflow: ellipsis; }
    """
    decision: decisions.DiscardDecision

    def heading(self) -> Widget:
        return Static(_("Discard: which cards?"), markup=False)

    def barred(self) -> frozenset[str]:
        return frozenset(self.cards) - frozenset(self.decision.cards)

    def on_mount(self) -> None:
        """Begin with nothing chosen."""
        self.query_one(Done).ready(ready=True)
        self._mark()
        self.consider(None, self.choice.question)

    def toggle(self, index: int) -> str:
        card = self.cards[index]
        if index in self.chosen:
            self.chosen.remove(index)
        elif card not in self.decision.cards:
            return _("{card} cannot be discarded.").format(card=card_name(card))
        else:
            self.chosen = [index] if self.decision.most == 1 else [*self.chosen, index]
        return ""

    def action_go(self, step: int) -> None:
        """Move the cursor."""
        self.cursor = (self.cursor + step) % len(self.cards)
        self._mark()

    def action_confirm(self) -> None:
        """Put the chosen cards away."""
        self.choose(Discard(self.chosen_cards()))

    def take_back(self) -> bool:
        """Keep all cards; False if none was chosen."""
        if not self.chosen:
            return False
        self.chosen = []
        self.show_chosen()
        return True

    def show_chosen(self) -> None:
        self._mark()
        self.consider(Discard(self.chosen_cards()))

    def _mark(self) -> None:
        self.query_one(Hand).mark(frozenset(self.chosen), self.cursor)


class PlanPrompt(HandPrompt):
    """Steps 1 and 2 in one go: gears above, cards below; in tournament mode the number of cards is the gear."""

    BINDINGS: ClassVar[list[BindingType]] = bound("gear-down", "gear-up", "retire")
    decision: decisions.PlanDecision

    def __init__(self, choice: Choice[decisions.PlanDecision], *, hand_shown: bool, confirm: bool) -> None:
        super().__init__(choice, hand_shown=hand_shown, confirm=confirm)
        self.gears = [gear for gear, _heat in choice.decision.gears]
        self.gear = choice.decision.gear if choice.decision.gear in self.gears else self.gears[0]

    def heading(self) -> Widget:
        return GearRow(self.decision)

    def barred(self) -> frozenset[str]:
        return frozenset((HEAT,))

    def on_mount(self) -> None:
        """Begin with nothing chosen that need not be."""
        self._fill_up()
        self.show_chosen()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer to retire only when the rules allow it (F4)."""
        return self.decision.may_retire if action == "retire" else True

    def toggle(self, index: int) -> str:
        if index in self.chosen:
            if not self._forced():
                self.chosen.remove(index)
                self._follow()
            return ""
        hint = self._hint_against(self.cards[index])
        if not hint:
            self.chosen.append(index)
            self._follow()
        return hint

    def _hint_against(self, card: str) -> str:
        """Say why a card cannot be chosen besides the others; "" where it can."""
        if self._forced():
            return _("In this gear your hand leaves no choice of cards.")
        if card == HEAT:
            return _("Heat cannot be played: it waits in your hand until a Cooldown.")
        if len(self.chosen) < self.gear or self._has_number(self.gear + 1):
            return ""
        return ngettext(
            "Gear {gear} plays {gear} card: put one back first, or shift.",
            "Gear {gear} plays {gear} cards: put one back first, or shift.",
            self.gear,
        ).format(gear=self.gear)

    def action_go(self, step: int) -> None:
        """Move the cursor; an upgrade under it is explained."""
        self.cursor = (self.cursor + step) % len(self.cards)
        card = self.cards[self.cursor]
        if self.catalogue[card].kind in UPGRADES:
            self._mark()
            self.consider(None, _("{card}: {words}").format(card=card_name(card), words=card_words(card)))
        else:
            self.show_chosen()

    def action_shift(self, step: int) -> None:
        """Take the next gear up or down that is within reach."""
        place = self.gears.index(self.gear) + step
        self.set_gear(self.gears[place] if 0 <= place < len(self.gears) else self.gear + step)

    def on_gear_row_pressed(self, event: GearRow.Pressed) -> None:
        """Take the gear under the mouse."""
        event.stop()
        self.focus()
        self.set_gear(event.gear)

    def set_gear(self, gear: int) -> None:
        """Take a gear, or say why not; cards too many for it go back, the last chosen first."""
        if gear not in self.gears:
            self.consider(None, self.choice.refusal(Plan(gear, ())) or "")
            return
        self.chosen = [] if self._forced() else self.chosen[:gear]
        self.gear = gear
        self._fill_up()
        self.show_chosen()

    def action_confirm(self) -> None:
        """Hand the plan over, or say what it lacks."""
        plan = self._plan()
        reason = self.choice.refusal(plan)
        if reason is None:
            self.choose(plan)
        else:
            self.consider(None, self._missing() or reason)

    def action_retire(self) -> None:
        """Leave the race."""
        self.choose(Retire())

    def take_back(self) -> bool:
        """Put all cards back; False if none was chosen."""
        if self._asked is None:
            if not self.chosen or self._forced():
                return False
            self.chosen = []
        self.show_chosen()
        return True

    def show_chosen(self) -> None:
        """Mark gear and cards, and preview the plan, or say what it lacks."""
        self._mark()
        plan = self._plan()
        if self.decision.objection(plan) is None:
            self.consider(plan)
        else:
            self.consider(None, self._missing() if self.chosen else self.choice.question)

    def _plan(self) -> Plan:
        return Plan(self.gear, self.chosen_cards())

    def _has_number(self, number: int) -> bool:
        """Return whether so many cards may be played in tournament mode, where the gear follows from them (M1)."""
        return self.decision.number_first and number in self.gears

    def _follow(self) -> None:
        """Make the gear the number of cards in tournament mode."""
        if self._has_number(len(self.chosen)):
            self.gear = len(self.chosen)

    def _forced(self) -> bool:
        """Return whether the gear leaves no choice of cards (2.2)."""
        return self.gear > len(self.decision.playable)

    def _fill_up(self) -> None:
        """Choose what has to be chosen."""
        if self._forced():
            left = list(self.decision.sets(self.gear)[0])
            self.chosen = []
            for index, card in enumerate(self.cards):
                if card in left:
                    left.remove(card)
                    self.chosen.append(index)

    def _mark(self) -> None:
        self.query_one(GearRow).mark(self.gear, len(self.chosen))
        self.query_one(Done).ready(ready=self.decision.objection(self._plan()) is None)
        self.query_one(Hand).mark(frozenset(self.chosen), self.cursor)

    def _missing(self) -> str:
        missing = self.gear - len(self.chosen)
        if missing <= 0:
            return ""
        return ngettext(
            "Gear {gear}: choose {count} more card.", "Gear {gear}: choose {count} more cards.", missing
        ).format(gear=self.gear, count=missing)


GEARS: Final = 4


class GearRow(Widget):
    """The four gears in a row, what a shift costs, and how many cards are chosen. Private.

    In tournament mode they are the numbers of cards, whose shift may cost more than the engine has.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"gears--chosen", "gears--far", "gears--unpaid"}
    DEFAULT_CSS = """
    GearRow { width: 1fr; height: 1; text-wrap: nowrap; text-overflow: ellipsis; }
    GearRow .gears--chosen { background: $accent; color: $background; text-style: bold; }
    GearRow .gears--far { color: $foreground 40%; }
    GearRow .gears--unpaid { color: $error; text-style: bold; }
    """

    class Pressed(Message):
        """A gear was clicked."""

        def __init__(self, gear: int) -> None:
            super().__init__()
            self.gear = gear

    def __init__(self, decision: decisions.PlanDecision) -> None:
        super().__init__()
        self.decision = decision
        self._costs = dict(decision.gears)
        self._gear = decision.gear
        self._cards = 0
        self._places: list[tuple[int, int]] = []

    def mark(self, gear: int, cards: int) -> None:
        """Show a gear and how many cards are chosen for it."""
        self._gear, self._cards = gear, cards
        self.refresh()

    def on_click(self, event: events.Click) -> None:
        """Say what was clicked."""
        for end, gear in self._places:
            if event.x < end:
                if gear:
                    event.stop()
                    self.post_message(self.Pressed(gear))
                return

    def render(self) -> Text:
        """The row."""
        chosen = self.get_component_rich_style("gears--chosen", partial=True)
        far = self.get_component_rich_style("gears--far", partial=True)
        label = _("Number") if self.decision.number_first else _("Gear")
        text = Text(label, no_wrap=True, overflow="ellipsis")
        text.append(" ")
        self._places = [(text.cell_len, 0)]
        for gear in range(1, GEARS + 1):
            if gear == self._gear:
                text.append(f"[{gear}]", chosen)
            else:
                text.append(f" {gear} ", Style() if gear in self._costs else far)
            self._places.append((text.cell_len, gear))
        if not self.decision.number_first:
            text.append("  ")
            text.append(self._counted(self.size.width - text.cell_len))
        if self._gear != self.decision.gear:
            self._append_shift(text)
        return text

    def _counted(self, room: int) -> str:
        """How many cards are chosen, in figures alone where the Heat of the shift needs the room."""
        counted = _("cards {cards}/{gear}").format(cards=self._cards, gear=self._gear)
        heat = self._costs.get(self._gear, 0) if self._gear != self.decision.gear else 0
        if heat and cell_len(counted + " " + _("{heat} Heat").format(heat=heat)) > room:
            return _("{cards}/{gear}").format(cards=self._cards, gear=self._gear)
        return counted

    def _append_shift(self, text: Text) -> None:
        """Say what the shift costs and where it began, as far as there is room; the cost goes first."""
        heat = self._costs.get(self._gear, 0)
        room = self.size.width - text.cell_len
        before = "  " + _("was {gear}").format(gear=self.decision.gear)
        costs = ""
        if heat:
            costs = "  " + _("costs {heat} Heat").format(heat=heat)
            if cell_len(costs) > room:
                costs = " " + _("{heat} Heat").format(heat=heat)
        unpaid = self.get_component_rich_style("gears--unpaid", partial=True)
        text.append(costs, unpaid if heat > self.decision.engine else Style(bold=True))
        if cell_len(costs + before) <= room and not self.decision.number_first:
            text.append(before)


PROMPTS: Final[Mapping[type[decisions.Decision], type[Prompt]]] = {
    decisions.PlanDecision: PlanPrompt,
    decisions.ReactDecision: ReactPrompt,
    decisions.SlipstreamDecision: ChoosingPrompt,
    decisions.DiscardDecision: DiscardPrompt,
    decisions.PickDecision: UpgradePrompt,
    decisions.PutAwayDecision: UpgradePrompt,
    decisions.KeepDecision: UpgradePrompt,
    decisions.ExchangeDecision: ExchangePrompt,
    decisions.ChooseValuesDecision: ValuesPrompt,
    decisions.ReplaceDecision: ChoosingPrompt,
    decisions.RefreshDecision: RefreshPrompt,
}


def prompt_for(choice: Choice[decisions.Decision], *, hand_shown: bool, confirm: bool) -> Prompt:
    """Return the prompt of a decision; those that modules bring are answered by yes or no."""
    return PROMPTS.get(type(choice.decision), YesOrNoPrompt)(choice, hand_shown=hand_shown, confirm=confirm)
