"""The prompts at the table edge: a list of answers, or the hand to choose cards from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rich.cells import cell_len
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.message import Message
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from heat_tui.engine import decisions
from heat_tui.engine.actions import Action, Discard, Exchange, OneCard, Plan, React, Retire
from heat_tui.engine.cards import HEAT
from heat_tui.game.table.prompts import Choice, capitalized, form_of, salvage_of, title_of
from heat_tui.language import _, ngettext
from heat_tui.modules.garage.words import market_words
from heat_tui.store.settings import Settings
from heat_tui.tui.keymap import CARDS, KEYS, bound, line_keys
from heat_tui.tui.lists import Done, SafeList
from heat_tui.tui.look import keys_of, look_of
from heat_tui.tui.race.hand import UPGRADES, GearRow, Hand, card_row, has_upgrades
from heat_tui.words.cards import card_list, card_name, card_words, what_symbols_do
from heat_tui.words.formatter import sentences
from heat_tui.words.situation import hand_line

_INDENT, _EXPLAINED = 4, 50
"""The indent of a card's explanation in a list, and the minimum width of a list that shows explanations."""


class Prompt(Widget, can_focus=True):
    """A question to a driver, at the lower left of the table. Everything in it may be private.

    `hand_shown` is true if the driver's cards may be shown now; `settings` are the player's. `finishes` is true if the
    choice was last confirmed with the key that also finishes the turn.
    """

    @dataclass
    class Chosen(Message):
        """A driver has chosen an action."""

        prompt: Prompt
        action: Action

    @dataclass
    class Considered(Message):
        """A driver is considering an action, or must confirm it if `asking`; `sentence` precedes the action's preview.

        If `action` is None, only the sentence is shown.
        """

        prompt: Prompt
        action: Action | None
        sentence: str = ""
        asking: bool = False

    @dataclass
    class Finishing(Message):
        """A driver wants to finish the turn without being asked about obvious choices."""

        prompt: Prompt

    def __init__(self, choice: Choice[decisions.Decision], *, hand_shown: bool, settings: Settings) -> None:
        super().__init__()
        self.choice = choice
        self.decision = choice.decision
        self.help_topic = form_of(choice.decision).topic
        self.hand_shown = hand_shown
        self.settings = settings
        self.finishes = False
        self._asked: Action | None = None
        self._doubts = False
        """True after a refused key, perhaps pressed in error, until the driver is asked to confirm or steps back."""

    @property
    def is_answered(self) -> bool:
        """True if the driver has prepared an answer, which finishing the turn confirms instead of the obvious one."""
        raise NotImplementedError

    @property
    def announced(self) -> tuple[str, ...]:
        """The cards that finishing the turn discards; () unless the line that says so is on the screen in full."""
        return ()

    def rows_at(self, width: int) -> int:
        """Return the preferred number of rows at a width, 0 for the default."""
        return 0

    @property
    def has_faces(self) -> bool:
        """True if the prompt shows cards with more than a number on them, which need more height."""
        return False

    def consider(self, action: Action | None, sentence: str = "") -> None:
        """Preview an action, show a sentence, or both, and drop a pending confirmation."""
        self._asked = None
        self.post_message(self.Considered(self, action, sentence))

    def choose(self, action: Action) -> None:
        """Post the action as chosen, or ask the driver to confirm it first if `confirmations` says so."""
        asks = self.confirmations(action) > 1
        self._asked = action if asks else None
        if asks:
            doubt = _("An earlier key did nothing: check your choice.") if self._doubts else ""
            self.post_message(self.Considered(self, action, doubt, asking=True))
        else:
            self.post_message(self.Chosen(self, action))
        self._doubts = False

    def confirmations(self, action: Action) -> int:
        """Return how many times an action must still be confirmed: 1, or 2 if the driver is asked about it first."""
        asks = self.settings.confirm and self._asked != action and self.choice.needs_care(action)
        return 2 if asks else 1

    def take_back(self) -> bool:
        """Take back a partial choice; return whether there was one."""
        raise NotImplementedError

    def begin(self) -> None:
        """Show the initial choice, or the one that `propose` has prepared."""
        raise NotImplementedError

    def propose(self) -> None:
        """Prepare an answer to suggest when finishing the turn stops at this prompt; by default, suggest nothing."""

    def answer(self) -> Action:
        """Return the action that is prepared, allowed or not."""
        raise NotImplementedError

    def explain(self, sentence: str) -> None:
        """Explain why a key does nothing, and preview the current choice again."""
        self.consider(self.answer(), sentence)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self.choice.ends_turn if action == "finish_turn" else True

    def action_confirm(self, *, finishes: bool = False) -> None:
        """Choose the prepared answer, or say why that is not possible; `finishes` asks to finish the turn too."""
        self.finishes = finishes
        self.choose(self.answer() if self._asked is None else self._asked)

    def action_finish_turn(self) -> None:
        """Finish the turn without asking about obvious choices, after any answer that the driver has prepared."""
        if self.is_answered:
            self.action_confirm(finishes=True)
        else:
            self.post_message(self.Finishing(self))


class Answers(SafeList):
    """The list of a prompt: a digit only moves to a line, so the footer names the key that confirms it."""

    BINDINGS = bound("confirm", action="select")


class ChoosingPrompt(Prompt, can_focus=False):
    """A list of answers with the cursor on the default, and keys to go to a line.

    Left and Right change an answer's amount, or the card that an exchange takes. The hand is shown below the list if it
    may be seen, except below a list with a title, such as a list of cards. A Salvage asks for its cards.
    """

    BINDINGS = bound("finish-turn", "left", "right") + [
        Binding(KEYS[card].keys, f"line({index})", show=False) for index, card in enumerate(CARDS)
    ]

    def __init__(self, choice: Choice[decisions.Decision], *, hand_shown: bool, settings: Settings) -> None:
        super().__init__(choice, hand_shown=hand_shown, settings=settings)
        self.lines = choice.answers
        self._default, self._proposed = choice.default
        self.lines[self._default] = self._proposed
        self.keys = line_keys(settings.keys)
        self._explained: list[list[Text]] = []
        self.set_class(bool(self.decision.asked), "-yes-or-no")
        title = title_of(choice.decision)
        self._above = [title] if title else []
        self._below = [hand_line(choice.view), *choice.pile_lines] if hand_shown and not title else []
        if choice.discards:
            self._below.insert(0, "")

    def compose(self) -> ComposeResult:
        yield from (Static(line, markup=False) for line in self._above)
        yield Answers(*(Option(self._line(index)) for index in range(len(self.lines))), markup=False)
        if self.choice.discards:
            words = _("{finish_turn} also discards {cards}.")
            self._below[0] = words.format(cards=card_list(self.choice.discards), **keys_of(self))
        yield from (Static(line, markup=False) for line in self._below)

    @property
    def is_answered(self) -> bool:
        return self._asked is not None or self.lines[self.place] != self._proposed

    @property
    def announced(self) -> tuple[str, ...]:
        if not self.choice.discards:
            return ()
        wanted, given = self._rows_below()[0]
        return self.choice.discards if wanted <= given else ()

    @property
    def place(self) -> int:
        """The index of the highlighted line, or of the default one while none is highlighted."""
        shown = self.query(OptionList).first().highlighted if self.is_mounted else None
        return self._default if shown is None else shown

    def place_of(self, action: Action) -> int | None:
        """Return the index of the line for an action, whatever its amount; None if no line fits."""
        places = (place for place, line in enumerate(self.lines) if action in self.choice.variants(line))
        return next(places, None)

    def rows_at(self, width: int) -> int:
        """Return the number of rows of the list and the lines below it; 0 for a list with a title."""
        return 0 if self._above else len(self.lines) + sum(self._wanted(width))

    def consider(self, action: Action | None, sentence: str = "") -> None:
        """Preview an answer, or say why it cannot be chosen as it is."""
        reason = None if action is None else self.choice.reason_against(action)
        super().consider(action if reason is None else None, reason or sentence)

    def choose(self, action: Action) -> None:
        """Post an answer as chosen; a Salvage asks for its cards first, and a refused answer is only explained."""
        use = salvage_of(self.decision, action)
        if use is not None:
            self._look_through(use)
        elif self.choice.refusal(action) is None:
            super().choose(action)
        else:
            self.consider(action)

    def _look_through(self, use: decisions.Use) -> None:
        from heat_tui.tui.race.piles import PileScreen

        def taken(cards: tuple[str, ...] | None) -> None:
            if cards:
                super(ChoosingPrompt, self).choose(React(use.symbol, use.source, len(cards), cards))

        self.app.push_screen(PileScreen(self.choice.pile, use), taken)

    def on_mount(self) -> None:
        self.query_one(OptionList).highlighted = self._default

    def begin(self) -> None:
        listed = self.query_one(OptionList)
        if listed.highlighted == self._default:
            self.consider(self.lines[self._default])
        listed.highlighted = self._default

    def propose(self) -> None:
        """Make the proposed answer the default."""
        self._default, self._proposed = replace(self.choice, suggested=self.choice.proposal).default
        self.lines[self._default] = self._proposed

    def on_resize(self) -> None:
        """Show only the lines below the list that fit, in full if possible; if there is a title, explain cards instead.

        A line that the arrow keys can change says so in words if there is room, else with arrows alone.
        """
        if self._above:
            self._explain_cards()
            return
        listed = self.query_one(OptionList)
        for index, action in enumerate(self.lines):
            if len(self.choice.variants(action)) > 1:
                listed.replace_option_prompt_at_index(index, self._line(index))
        for line, (wanted, given) in zip(self.query(Static), self._rows_below(), strict=True):
            line.display = given > 0
            line.set_class(wanted <= given, "-whole")

    def _rows_below(self) -> list[tuple[int, int]]:
        """Return, for each line below the list, the number of rows that it needs and the number that it gets."""
        wanted = self._wanted(self.size.width)
        return [*zip(wanted, shared(self.size.height - len(self.lines), wanted), strict=True)]

    def _wanted(self, width: int) -> list[int]:
        """Return the number of rows that each line below the list takes at a width; 1 while the width is unknown."""
        return [len(Text(line).wrap(self.app.console, width)) if width else 1 for line in self._below]

    def _explain_cards(self) -> None:
        """Explain each listed card below its line, in the remaining rows, if the list is wide enough."""
        told = [*map(self._explanation, self.lines)] if self.size.width >= _EXPLAINED else []
        room = self.size.height - len(self._above) - len(self.lines)
        rows = shared(room, [len(words) for words in told])
        explained = [self._cut(words, most) for words, most in zip(told, rows, strict=True)]
        if explained != self._explained:
            self._explained = explained
            listed = self.query_one(OptionList)
            for index in range(len(self.lines)):
                listed.replace_option_prompt_at_index(index, self._line(index))

    def _explanation(self, action: Action) -> list[Text]:
        """Return the effect of a listed card, in rows; [] for any other answer."""
        if not isinstance(action, OneCard):
            return []
        words = sentences(*what_symbols_do(self.choice.view.sheet.cards[action.card])) or market_words(action.card)
        return [*Text(words, "dim").wrap(self.app.console, self.size.width - 2 * _INDENT)]

    def _cut(self, rows: list[Text], most: int) -> list[Text]:
        """Return the first `most` rows, with dots at the end if more follow."""
        if 0 < most < len(rows):
            rows[most - 1].append(look_of(self).dots)
        return rows[:most]

    def focus(self, scroll_visible: bool = True) -> ChoosingPrompt:  # noqa: FBT001, FBT002 - Textual's own signature
        self.query_one(OptionList).focus(scroll_visible)
        return self

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        self.consider(self.lines[event.option_index])

    def on_option_list_option_selected(self) -> None:
        self.action_confirm()

    def answer(self) -> Action:
        return self.lines[self.place]

    def on_key(self, event: events.Key) -> None:
        """Go to the tenth or a later line; the keys of these lines are not bindings."""
        if event.key in self.keys[len(CARDS) :]:
            event.stop()
            self.action_line(self.keys.index(event.key))

    def action_line(self, index: int) -> None:
        if index == self.place:
            self.consider(self.lines[index])
            return
        if index < len(self.lines):
            self.query_one(OptionList).highlighted = index
            return
        words = ngettext("The list has {count} line.", "The list has {count} lines.", len(self.lines))
        self.explain(words.format(count=len(self.lines)))

    def action_go(self, step: int) -> None:
        """Change the highlighted line to its next variant (1) or the previous one (-1), or say why not.

        Variants are different amounts or, in an exchange, other cards to take; only the cards wrap around.
        """
        index = self.place
        action = self.lines[index]
        variants = self.choice.variants(action)
        place = variants.index(action) + step
        if isinstance(action, Exchange):
            place %= len(variants)
        if 0 <= place < len(variants):
            self.lines[index] = variants[place]
            self.query_one(OptionList).replace_option_prompt_at_index(index, self._line(index))
            self.consider(variants[place])
        elif len(variants) == 1:
            self.explain(_("This answer has no amount to change."))
        else:
            self.explain(_("This is the most.") if step > 0 else _("This is the least."))

    def take_back(self) -> bool:
        """Go back to the default; return False if it is already highlighted and no confirmation is being asked for."""
        listed = self.query_one(OptionList)
        if self._asked is not None or listed.highlighted != self._default:
            listed.highlighted = self._default
            self.consider(self.lines[self._default])
            return True
        return False

    def _line(self, index: int) -> Text:
        label, action = "", self.lines[index]
        key = self.keys[index] if index < len(self.keys) else " "
        if self.is_attached:
            label = capitalized(self.choice.label(action))
            if 0 < self.size.width < cell_len(f"{key} {label}"):
                label = capitalized(self.choice.label(action, short=True))
            if isinstance(action, OneCard):
                cards = self.choice.view.sheet.cards
                listed = [cards[each.card] for each in self.lines if isinstance(each, OneCard)]
                label = card_row(cards[action.card], listed, look_of(self))
        line = Text(f"{key} {label}", no_wrap=True, overflow="ellipsis")
        for row in self._explained[index] if self._explained else ():
            line.append("\n" + " " * _INDENT).append(row)
        return line


def shared(room: int, wanted: Sequence[int]) -> list[int]:
    """Return each item's number of rows: `room` is dealt out one row at a time, and no item gets more than it wants."""
    given = [0] * len(wanted)
    while room > 0 and (wanting := [place for place, most in enumerate(wanted) if given[place] < most]):
        for place in wanting[:room]:
            given[place] += 1
        room -= len(wanting)
    return given


class HandPrompt(Prompt):
    """The hand, to choose cards from; the key of a card chooses it or puts it back."""

    BINDINGS = bound(*CARDS, "confirm", "pick", "left", "right")

    def __init__(self, choice: Choice[decisions.Decision], *, hand_shown: bool, settings: Settings) -> None:
        super().__init__(choice, hand_shown=hand_shown, settings=settings)
        self.cards = choice.view.hand
        self.catalogue = choice.view.sheet.cards
        self.chosen: list[int] = []
        self.cursor = 0

    @property
    def is_answered(self) -> bool:
        return bool(self.chosen)

    @property
    def has_faces(self) -> bool:
        """True if the hand has upgrades or Sponsorships, which show more than a number."""
        return has_upgrades(self.cards, self.catalogue)

    def heading(self) -> Widget:
        """Return the widget above the hand."""
        raise NotImplementedError

    def barred(self) -> frozenset[str]:
        """Return the cards that cannot be chosen."""
        raise NotImplementedError

    def hint_against(self, card: str) -> str:
        """Return why a card cannot be chosen or put back; "" if it can."""
        raise NotImplementedError

    def follow(self) -> None:
        """Adapt to a change in the chosen cards."""
        raise NotImplementedError

    def is_forced(self) -> bool:
        """Return whether only one set of cards can be chosen."""
        return False

    @property
    def steps_back(self) -> int:
        """The number of steps that `take_back` can take back."""
        return (self._asked is not None) + (bool(self.chosen) and not self.is_forced())

    def leads_to(self, action: Plan | Discard) -> bool:
        """Return whether the cards chosen so far all belong to an action."""
        return {*self.chosen} <= {*self.places(action)}

    def places(self, action: Plan | Discard) -> list[int]:
        """Return the places of an action's cards in the hand, preferring chosen ones among equal cards."""
        return places_of(action.cards, self.cards, self.chosen)

    def missing(self) -> str:
        """Return a sentence on the cards that an answer lacks or has in excess; "" if their number is right."""
        return ""

    def on_mount(self) -> None:
        self.begin()

    def compose(self) -> ComposeResult:
        with Horizontal():
            yield self.heading()
            yield Done()
        yield Hand(self.cards, self.catalogue, barred=self.barred())

    def chosen_cards(self) -> tuple[str, ...]:
        """Return the chosen cards, sorted as in an action."""
        return tuple(sorted(self.cards[index] for index in self.chosen))

    def action_card(self, index: int) -> None:
        """Choose a card or put it back, or say why that is not possible."""
        if index >= len(self.cards):
            count = len(self.cards)
            words = ngettext("You have {count} card.", "You have {count} cards.", count)
            self.refuse(words.format(count=count))
            return
        self.cursor = index
        hint = self.hint_against(self.cards[index])
        if hint:
            self.mark()
            self.refuse(hint)
            return
        if index in self.chosen:
            self.chosen.remove(index)
        else:
            self.chosen.append(index)
        self.follow()
        self.show_chosen()

    def action_pick(self) -> None:
        self.action_card(self.cursor)

    def action_go(self, step: int) -> None:
        self.cursor = (self.cursor + step) % len(self.cards)
        self.mark()

    def consider(self, action: Action | None, sentence: str = "") -> None:
        """Preview an action if it is allowed, and show a sentence."""
        allowed = action is not None and self.choice.refusal(action) is None
        super().consider(action if allowed else None, sentence)

    def choose(self, action: Action) -> None:
        """Post an action as chosen; if it is refused, say which cards are missing or in excess, or why."""
        reason = self.choice.refusal(action)
        if reason is None:
            super().choose(action)
        else:
            self.consider(None, self.missing() or reason)

    def confirmations(self, action: Action) -> int:
        """Return how many confirmations an action needs: 2 after a refused key, until the driver is asked or undoes."""
        steps_back = isinstance(action, (Plan, Discard)) and not self.leads_to(action)
        doubts = self._doubts and self._asked != action and not steps_back
        return 2 if doubts else super().confirmations(action)

    def take_back(self) -> bool:
        """Cancel a confirmation, or else put all cards back; return False if neither is possible."""
        if self._asked is None:
            if not self.chosen or self.is_forced():
                return False
            self.chosen = []
            self.follow()
        self._doubts = False
        self.show_chosen()
        return True

    def show_chosen(self) -> None:
        """Mark the chosen cards and preview their action.

        If it is refused, say how many cards are missing or in excess, or, if none are chosen, ask the question.
        """
        self.mark()
        refused = self.choice.refusal(self.answer()) is not None
        self.consider(self.answer(), (self.missing() if self.chosen else self.choice.question) if refused else "")

    def refuse(self, sentence: str) -> None:
        """Explain why a card or a gear is refused; Enter then asks before it confirms the choice."""
        self._doubts = True
        self.explain(sentence)

    def mark(self) -> None:
        self.query_one(Done).set_class(self.choice.refusal(self.answer()) is None, "-ready")
        self.query_one(Hand).mark(frozenset(self.chosen), self.cursor)

    def on_hand_pressed(self, event: Hand.Pressed) -> None:
        self.focus()
        self.action_card(event.index)

    def on_done_pressed(self) -> None:
        self.focus()
        self.action_confirm()


class DiscardPrompt(HandPrompt):
    """The hand, from which to choose the cards to discard, possibly none."""

    BINDINGS = bound("finish-turn")
    decision: decisions.DiscardDecision

    def heading(self) -> Widget:
        return Static(_("Discard: which cards?"), classes="heading", markup=False)

    def barred(self) -> frozenset[str]:
        return frozenset(self.cards) - frozenset(self.decision.cards)

    def begin(self) -> None:
        if self.chosen:
            self.show_chosen()
        else:
            self.mark()
            self.consider(None, self.choice.question)

    def propose(self) -> None:
        """Choose the cards that are suggested for the discard."""
        if isinstance(self.choice.proposal, Discard):
            self.chosen = places_of(self.choice.proposal.cards, self.cards)

    def answer(self) -> Action:
        return Discard(self.chosen_cards())

    def hint_against(self, card: str) -> str:
        return "" if card in self.decision.cards else _("{card} cannot be discarded.").format(card=card_name(card))

    def follow(self) -> None:
        if self.decision.most == 1:
            del self.chosen[:-1]


class PlanPrompt(HandPrompt):
    """Steps 1 and 2 together: gears above, cards below.

    Every card that may be played can be chosen, unless the gear leaves no choice of cards (2.2). Until a gear is chosen
    explicitly, it follows the number of cards, if the settings say so: down only if that is free, up even for Heat. In
    tournament mode the number of cards is the gear. While gear and cards do not match, the plan cannot be confirmed.
    The key that finishes a turn confirms the plan too, as Enter does.
    """

    BINDINGS = bound("finish-turn", action="finish_plan") + bound("gear-down", "gear-up", "retire")
    decision: decisions.PlanDecision

    def __init__(self, choice: Choice[decisions.PlanDecision], *, hand_shown: bool, settings: Settings) -> None:
        super().__init__(choice, hand_shown=hand_shown, settings=settings)
        self.costs = dict(choice.decision.gears)
        self.gears = [*self.costs]
        self.first_gear = choice.decision.gear if choice.decision.gear in self.gears else self.gears[0]
        self.gear = self.first_gear
        self._chosen_gear = False

    def heading(self) -> Widget:
        return GearRow(self.decision)

    def barred(self) -> frozenset[str]:
        return frozenset((HEAT,))

    def begin(self) -> None:
        self._fill_up()
        self.show_chosen()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer to retire only if the rules allow it (F4)."""
        return self.decision.may_retire if action == "retire" else True

    def hint_against(self, card: str) -> str:
        if self.is_forced():
            return _("In this gear your hand leaves no choice of cards.")
        if card == HEAT:
            return _("Heat cannot be played: it waits in your hand until a Cooldown.")
        return ""

    def action_go(self, step: int) -> None:
        super().action_go(step)
        card = self.cards[self.cursor]
        if self.catalogue[card].kind in UPGRADES:
            self.consider(None, _("{card}: {words}").format(card=card_name(card), words=card_words(card)))
        else:
            self.show_chosen()

    def action_shift(self, step: int) -> None:
        """Choose the next gear up (1) or down (-1), or say why not."""
        place = self.gears.index(self.gear) + step
        self.set_gear(self.gears[place] if 0 <= place < len(self.gears) else self.gear + step)

    def on_gear_row_pressed(self, event: GearRow.Pressed) -> None:
        self.focus()
        self.set_gear(event.gear)

    def set_gear(self, gear: int) -> None:
        """Choose a gear, or say why not; chosen cards stay chosen, unless the old or the new gear leaves no choice."""
        if gear not in self.gears:
            self.refuse(self.choice.refusal(Plan(gear, ())) or "")
            return
        if self.is_forced():
            self.chosen = []
        self.gear, self._chosen_gear = gear, True
        self._fill_up()
        self.show_chosen()

    def action_finish_plan(self) -> None:
        """Confirm the plan, and then finish the turn without asking about obvious choices."""
        self.action_confirm(finishes=True)

    def action_retire(self) -> None:
        self.finishes = False
        self.choose(Retire())

    def answer(self) -> Action:
        return Plan(self.gear, self.chosen_cards())

    def take_back(self) -> bool:
        """Take back one step: a confirmation, all cards, or a gear chosen explicitly; return False if none is left."""
        if self._asked is None and self._chosen_gear and (not self.chosen or self.is_forced()):
            self.gear, self._chosen_gear, self.chosen = self.first_gear, False, []
            self._doubts = False
            self._fill_up()
            self.mark()
            self.explain(_("Back in gear {gear}.").format(gear=self.gear))
            return True
        return super().take_back()

    @property
    def steps_back(self) -> int:
        """The number of steps back, including one for a gear chosen explicitly."""
        return super().steps_back + self._chosen_gear

    def leads_to(self, action: Plan | Discard) -> bool:
        """Return whether the chosen cards fit a plan whose gear is chosen, follows them, or has yet to be chosen."""
        if not isinstance(action, Plan) or not super().leads_to(action):
            return False
        shifts = not self.is_forced() and (self.is_shifted(action.gear) or not self._chosen_gear)
        return self.gear == action.gear or shifts

    def follows(self, gear: int) -> bool:
        """Return whether choosing a gear's number of cards shifts to that gear, as long as none is chosen explicitly.

        In tournament mode the number of cards is the gear (M1); otherwise the settings decide, but fewer cards never
        shift down for Heat, because more may be chosen.
        """
        if gear not in self.costs or gear > len(self.decision.playable):
            return False
        wanted = gear > self.first_gear or not self.costs[gear]
        return self.decision.number_first or (self.settings.gear_follows and wanted)

    def is_shifted(self, gear: int) -> bool:
        """Return whether a gear is best chosen explicitly: if it does not follow the cards, or costs Heat.

        In tournament mode (M1), only the first reason counts.
        """
        return not self.follows(gear) or (bool(self.costs[gear]) and not self.decision.number_first)

    def follow(self) -> None:
        """Set the highest gear, up to the number of chosen cards, that `follows` allows, or else the initial gear.

        A gear chosen explicitly stays; in tournament mode, only if there is no such gear.
        """
        if not self._chosen_gear or self.decision.number_first:
            stays = self.gear if self._chosen_gear else self.first_gear
            self.gear = max((gear for gear in range(len(self.chosen) + 1) if self.follows(gear)), default=stays)

    def confirmations(self, action: Action) -> int:
        """Return how many times to confirm an action: 2 if its gear costs Heat but is not chosen explicitly.

        In tournament mode (M1), the number of cards is the gear, so any gear that costs Heat is confirmed twice. For
        other actions, once the driver has been asked, or if the settings say not to ask, `HandPrompt` decides.
        """
        if isinstance(action, Plan) and self.settings.confirm and self._asked != action and self.costs.get(action.gear):
            keeps = self.leads_to(action)
            comes_along = action.gear == (self.gear if keeps else self.first_gear) and not (keeps and self._chosen_gear)
            if comes_along or self.decision.number_first:
                return 2
        return super().confirmations(action)

    def is_forced(self) -> bool:
        """Return whether the hand cannot fill the gear, which leaves no choice of cards (2.2)."""
        return self.gear > len(self.decision.playable)

    def _fill_up(self) -> None:
        if self.is_forced():
            self.chosen = places_of(self.decision.sets(self.gear)[0], self.cards)

    def mark(self) -> None:
        super().mark()
        self.query_one(GearRow).mark(self.gear, len(self.chosen))

    def missing(self) -> str:
        number = len(self.chosen)
        missing = self.gear - number
        if missing == 0:
            return ""
        if missing < 0:
            words = ngettext("Gear {gear}: put {count} card back.", "Gear {gear}: put {count} cards back.", -missing)
        elif not number:
            words = ngettext("Gear {gear}: choose {count} card.", "Gear {gear}: choose {count} cards.", missing)
        else:
            words = ngettext(
                "Gear {gear}: choose {count} more card.", "Gear {gear}: choose {count} more cards.", missing
            )
        lacks = words.format(gear=self.gear, count=abs(missing))
        if number in self.gears:
            return sentences(lacks, self._way_to(number))
        return lacks if missing > 0 else sentences(self.choice.refusal(Plan(number, ())) or "", lacks)

    def _way_to(self, gear: int) -> str:
        """Return the keys that shift to another gear, and the cost, in words."""
        steps, heat = self.gears.index(gear) - self.gears.index(self.gear), self.costs[gear]
        key = keys_of(self)["gear_up" if steps > 0 else "gear_down"]
        words = _("Or press {keys}: gear {gear} for {heat} Heat.") if heat else _("Or press {keys}: gear {gear}, free.")
        return words.format(keys=" ".join([key] * abs(steps)), gear=gear, heat=heat)


def places_of(cards: Sequence[str], hand: Sequence[str], preferred: Sequence[int] = ()) -> list[int]:
    """Return the places of some cards in a hand, one for each, taking `preferred` places first among equal cards."""
    left, places = list(cards), []
    for place in sorted(range(len(hand)), key=lambda place: place not in preferred):
        if hand[place] in left:
            left.remove(hand[place])
            places.append(place)
    return places


PROMPTS: Final[Mapping[type[decisions.Decision], type[Prompt]]] = {
    decisions.PlanDecision: PlanPrompt,
    decisions.DiscardDecision: DiscardPrompt,
}
"""The prompts that show the hand to choose cards from, by type of decision; others list the answers."""
