"""Step 8: which cards to put away before drawing."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.widgets import Static

from heat_tui.engine.actions import Discard
from heat_tui.engine.decisions import DiscardDecision
from heat_tui.language import _
from heat_tui.prose import ask
from heat_tui.prose.cards import card_name
from heat_tui.tui.keymap import bound, card_bindings
from heat_tui.tui.prompts.prompt import Choice, Prompt
from heat_tui.tui.widgets.done import Done
from heat_tui.tui.widgets.hand import Hand, has_upgrades


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
