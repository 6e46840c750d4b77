"""Steps 1 and 2 in one go: a gear and as many cards, or, in tournament mode, cards whose number is the gear."""

from __future__ import annotations

from typing import ClassVar, Final

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.message import Message
from textual.widget import Widget

from heat_tui.engine.actions import Plan, Retire
from heat_tui.engine.cards import HEAT
from heat_tui.engine.decisions import PlanDecision
from heat_tui.language import _, ngettext
from heat_tui.tui.keymap import bound, card_bindings
from heat_tui.tui.lists import Done
from heat_tui.tui.race.hand import UPGRADES, Hand, has_upgrades
from heat_tui.tui.race.prompts import Choice, Prompt
from heat_tui.words import ask, card_name, card_words, refusal


class PlanPrompt(Prompt):
    """Gears above, cards below; what is chosen stays chosen until it is taken back."""

    help_topic = "plan"
    BINDINGS: ClassVar[list[BindingType]] = [
        *card_bindings(),
        *bound("gear-down", "gear-up", "confirm", "pick", "left", "right", "retire"),
    ]

    def __init__(self, choice: Choice, decision: PlanDecision) -> None:
        super().__init__(choice)
        self.decision = decision
        self.gears = [gear for gear, _heat in decision.gears]
        self.gear = decision.gear if decision.gear in self.gears else self.gears[0]
        self.cards = choice.view.hand
        self.chosen: list[int] = []
        self.cursor = 0

    @property
    def has_faces(self) -> bool:
        """Upgrades have more on them than a number."""
        return has_upgrades(self.cards, self.choice.view.sheet.cards)

    def compose(self) -> ComposeResult:
        with Horizontal():
            yield GearRow(self.decision)
            yield Done()
        hand = Hand(self.cards, self.choice.view.sheet.cards, barred=frozenset((HEAT,)))
        hand.add_class("-live")
        yield hand

    def on_mount(self) -> None:
        """Begin with nothing chosen."""
        self._fill_up()
        self._show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Retiring is offered only when the rules allow it (F4)."""
        return self.decision.may_retire if action == "retire" else True

    def action_card(self, index: int) -> None:
        """Choose a card, or put it back."""
        if index >= len(self.cards):
            self._hint(_("You have {count} cards.").format(count=len(self.cards)))
            return
        self.cursor = index
        if index in self.chosen:
            if not self._forced():
                self.chosen.remove(index)
                self._follow()
        elif self._forced():
            self._hint(_("In this gear your hand leaves no choice of cards."))
            return
        elif self.cards[index] == HEAT:
            self._hint(_("Heat cannot be played: it waits in your hand until a Cooldown."))
            return
        elif len(self.chosen) >= self.gear and not self._has_number(self.gear + 1):
            self._hint(
                ngettext(
                    "Gear {gear} plays {gear} card: put one back first, or shift.",
                    "Gear {gear} plays {gear} cards: put one back first, or shift.",
                    self.gear,
                ).format(gear=self.gear)
            )
            return
        else:
            self.chosen.append(index)
            self._follow()
        self._show()

    def action_pick(self) -> None:
        """The card under the cursor."""
        self.action_card(self.cursor)

    def action_go(self, step: int) -> None:
        """Move the cursor."""
        self.cursor = (self.cursor + step) % len(self.cards)
        card = self.cards[self.cursor]
        if self.choice.view.sheet.cards[card].kind in UPGRADES:
            self._mark()
            self._hint(_("{card}: {words}").format(card=card_name(card), words=card_words(card)))
        else:
            self._show()

    def action_shift(self, step: int) -> None:
        """The next gear up or down that is within reach."""
        place = self.gears.index(self.gear) + step
        if 0 <= place < len(self.gears):
            self.set_gear(self.gears[place])
            return
        wanted = self.gear + step
        objection = self.decision.objection(Plan(wanted, ()))
        if objection is not None:
            self._hint(refusal(objection))

    def set_gear(self, gear: int) -> None:
        """Take a gear; cards too many for it go back, the last chosen first."""
        forced = self._forced()
        self.gear = gear
        self.chosen = [] if forced else self.chosen[:gear]
        self._fill_up()
        self._show()

    def action_confirm(self) -> None:
        """Be done with planning."""
        plan = self._plan()
        objection = self.decision.objection(plan)
        if objection is None:
            self.choose(plan)
        else:
            self._hint(self._missing() or refusal(objection))

    def action_retire(self) -> None:
        """Leave the race."""
        self.choose(Retire())

    def take_back(self) -> bool:
        """Put all cards back; False if none was chosen."""
        if self._asked is not None:
            self._show()
            return True
        if not self.chosen or self._forced():
            return False
        self.chosen = []
        self._show()
        return True

    def on_hand_pressed(self, event: Hand.Pressed) -> None:
        """The mouse on a card."""
        event.stop()
        self.focus()
        self.action_card(event.index)

    def on_gear_row_pressed(self, event: GearRow.Pressed) -> None:
        """The mouse on a gear."""
        event.stop()
        self.focus()
        if event.gear in self.gears:
            self.set_gear(event.gear)
        else:
            objection = self.decision.objection(Plan(event.gear, ()))
            if objection is not None:
                self._hint(refusal(objection))

    def on_done_pressed(self, event: Done.Pressed) -> None:
        """The mouse says yes."""
        event.stop()
        self.focus()
        self.action_confirm()

    def _plan(self) -> Plan:
        return Plan(self.gear, tuple(sorted(self.cards[index] for index in self.chosen)))

    def _has_number(self, number: int) -> bool:
        """Whether so many cards may be played in tournament mode, where the gear follows from them (M1)."""
        return self.decision.number_first and number in self.gears

    def _follow(self) -> None:
        """In tournament mode the gear is the number of cards."""
        if self._has_number(len(self.chosen)):
            self.gear = len(self.chosen)

    def _forced(self) -> bool:
        """Whether the gear leaves no choice of cards (2.2)."""
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

    def _show(self) -> None:
        self._mark()
        plan = self._plan()
        if self.decision.objection(plan) is None:
            self.consider(plan)
        elif self.chosen:
            self.consider(None, self._missing())
        else:
            self.consider(None, ask(self.choice.view, self.decision))

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

    def _hint(self, sentence: str) -> None:
        self._asked = None
        self.consider(None, sentence)


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

    def __init__(self, decision: PlanDecision) -> None:
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
