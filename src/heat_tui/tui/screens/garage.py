"""The garage: everybody's upgrades, and the market while there is one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from heat_tui.engine.view import SeatView
from heat_tui.language import _
from heat_tui.prose.cards import card_name
from heat_tui.prose.championship import held_line
from heat_tui.prose.garage import garage_of, market_words
from heat_tui.prose.names import car_name
from heat_tui.tui.appearance import look_of
from heat_tui.tui.keymap import bound
from heat_tui.tui.screens.screen import HeatDialog


class GarageScreen(HeatDialog[None]):
    """The upgrades of all drivers with what they do; all of it lies open (K1)."""

    help_topic = "garage"
    BINDINGS: ClassVar[list[BindingType]] = bound("garage", "close", shown=False)
    DEFAULT_CSS = """
    GarageScreen > Vertical { width: 100; height: 92%; }
    GarageScreen #title { text-style: bold; color: $accent; margin-bottom: 1; height: auto; width: 1fr; }
    GarageScreen VerticalScroll { height: 1fr; scrollbar-size-vertical: 1; }
    GarageScreen #cards { width: 1fr; height: auto; }
    """

    def __init__(self, view: SeatView) -> None:
        """Of a race with a garage."""
        super().__init__()
        self.view = view

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(_("The garage: who drives with which upgrades"), id="title", markup=False)
            with VerticalScroll():
                yield Static(Text("\n").join(self._lines()), id="cards", markup=False)

    def on_mount(self) -> None:
        """The arrows scroll at once."""
        self.query_one(VerticalScroll).focus()

    def action_garage(self) -> None:
        """The key that opened it closes it."""
        self.dismiss()

    def _lines(self) -> Iterator[Text]:
        garage = garage_of(self.view)
        assert garage is not None
        if garage.market:
            yield Text(_("In the market"), Style(bold=True))
            yield from map(_card, garage.market)
        for seat, owned in enumerate(garage.owned):
            style = look_of(self).car_style(self.view.sheet.entries[seat].colour)
            yield Text.assemble((f" {seat + 1} ", style), " ", (car_name(self.view.sheet, seat), "bold"))
            yield from _sponsorships(self.view, seat)
            if not owned:
                yield Text("  " + _("no upgrades yet"))
            yield from map(_card, owned)


def _sponsorships(view: SeatView, seat: int) -> Iterator[Text]:
    """How many Sponsorships a driver of a season holds; which they are only he knows (K1)."""
    for line in held_line(view, seat):
        yield Text("  " + line)


def _card(key: str) -> Text:
    return Text.assemble("  ", (card_name(key), "bold"), "  ", market_words(key))
