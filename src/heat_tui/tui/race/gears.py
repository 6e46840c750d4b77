"""The gears of a plan, with the cost of shifting to each."""

from __future__ import annotations

from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual import events
from textual.message import Message
from textual.widget import Widget

from heat_tui.engine.decisions import PlanDecision
from heat_tui.engine.planning import TOP_GEAR
from heat_tui.language import _
from heat_tui.tui.look import keys_of, look_of

_LONG, _FREE, _SHORT = range(3)
"""The row's levels of detail: every cost, with the keys and the number of cards; every cost; costs that are not 0."""


class GearRow(Widget):
    """The four gears in a row with the Heat of the shift to each, and the number of chosen cards. Private.

    In tournament mode the gears are numbers of cards, and the shift may cost more than the engine has.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"gears--chosen", "gears--far", "gears--unpaid"}

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
        self._gear, self._cards = gear, cards
        self.refresh()

    def on_click(self, event: events.Click) -> None:
        for end, gear in self._places:
            if event.x < end:
                if gear:
                    event.stop()
                    self.post_message(self.Pressed(gear))
                return

    def render(self) -> Text:
        """Return the row, as detailed as the space allows."""
        rows = (self._row(much) for much in (_LONG, _FREE, _SHORT))
        text = next((text for text in rows if text.cell_len <= self.size.width), None)
        return self._row(_SHORT, between=" ") if text is None else text

    def _row(self, much: int, between: str = " · ") -> Text:
        """Return the row, and record the columns of each gear, by which clicks are recognised.

        `between` separates a gear from the cost of the previous one.
        """
        text = Text(_("Number") if self.decision.number_first else _("Gear"), no_wrap=True, overflow="ellipsis")
        if much == _LONG:
            keys = keys_of(self)
            text.append(" " + _("({down} {up})").format(down=keys["gear_down"], up=keys["gear_up"]))
        self._places = [(text.cell_len, 0)]
        for gear in range(1, TOP_GEAR + 1):
            text.append(" " if gear == 1 else between)
            self._append_gear(text, gear, much)
            self._places.append((text.cell_len, gear))
        if much != _FREE and not self.decision.number_first:
            counted = _("cards {cards}/{gear}") if much == _LONG else _("{cards}/{gear}")
            text.append("  " + counted.format(cards=self._cards, gear=self._gear))
        return text

    def _append_gear(self, text: Text, gear: int, much: int) -> None:
        """Add a gear with the cost of shifting to it: in brackets if chosen, dim if out of reach.

        Without colours, a gear out of reach is in parentheses.
        """
        heat = self._costs.get(gear)
        if gear == self._gear:
            text.append(f"[{gear}]", self._style("chosen"))
        elif heat is not None:
            text.append(str(gear))
        else:
            text.append(str(gear) if look_of(self).colour else f"({gear})", self._style("far"))
        if heat:
            cost = _("−{heat} Heat").format(heat=heat)
            text.append(f" {cost}", self._style("unpaid") if heat > self.decision.engine else Style(bold=True))
        elif heat is not None and gear != self.decision.gear and much != _SHORT:
            text.append(" " + _("free"), Style())

    def _style(self, part: str) -> Style:
        return self.get_component_rich_style(f"gears--{part}", partial=True)
