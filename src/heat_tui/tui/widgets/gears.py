"""The gear lever of the plan."""

from __future__ import annotations

from typing import ClassVar, Final

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual import events
from textual.message import Message
from textual.widget import Widget

from heat_tui.engine.decisions import PlanDecision
from heat_tui.language import _

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
