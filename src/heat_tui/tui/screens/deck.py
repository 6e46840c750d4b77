"""What is left in the own deck, by kind."""

from __future__ import annotations

from collections import Counter
from typing import ClassVar, Final

from rich.cells import cell_len
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import Static

from heat_tui.engine.cards import HEAT, STRESS
from heat_tui.engine.view import SeatView
from heat_tui.language import _
from heat_tui.prose import card_name
from heat_tui.prose.places import cards_words
from heat_tui.tui.appearance import look_of
from heat_tui.tui.columns import to_left
from heat_tui.tui.glyphs import plain
from heat_tui.tui.keymap import bound
from heat_tui.tui.screens.screen import HeatDialog

_KIND, _PILES = 10, 40
_LONGEST_BAR: Final = 12
"""Columns of the kinds, of all piles together, and of a bar."""


_COUNT: Final = 4
"""Columns that a number needs behind its bar."""


class DeckScreen(HeatDialog[None]):
    """The cards of the own draw deck and discard pile by kind; without the memory aid both together.

    Private to the seat of the view: close it whenever that seat's cards are covered.
    """

    help_topic = "deck"
    BINDINGS: ClassVar[list[BindingType]] = bound("deck", "close", shown=False)
    DEFAULT_CSS = """
    DeckScreen Static { width: 1fr; height: auto; }
    DeckScreen #title { text-style: bold; color: $accent; margin-bottom: 1; }
    DeckScreen #piles { text-wrap: nowrap; text-overflow: clip; }
    DeckScreen #order { color: $text-muted; margin-top: 1; }
    """

    def __init__(self, view: SeatView) -> None:
        super().__init__()
        self.view = view

    @property
    def private_to(self) -> int | None:
        """The seat whose cards these are."""
        return self.view.seat

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(_("What is left in your deck"), id="title", markup=False)
            yield Static(self._table(), id="piles", markup=False)
            yield Static(_("Nobody knows the order of a draw deck."), id="order", markup=False)

    def action_deck(self) -> None:
        """The key that opened it closes it."""
        self.dismiss()

    def _table(self) -> Text:
        """A row for each kind of card, the most of a kind in the longest bar."""
        view = self.view
        piles = {_("Draw deck"): Counter(view.unseen), _("Discard pile"): Counter(view.spent)}
        if not view.sheet.memory_aid:
            piles = {_("Draw deck and discard pile"): Counter(view.unseen)}
        kinds = sorted({kind for pile in piles.values() for kind in pile}, key=_rank)
        kind_width = max([_KIND, *(cell_len(card_name(kind)) + 1 for kind in kinds)])
        width = (_PILES - max(kind_width - _KIND, 0)) // len(piles)
        lines = [Text(" " * kind_width + "".join(self._fitted(name, width) for name in piles), style="bold")]
        lines += [
            Text(
                self._fitted(card_name(kind), kind_width)
                + "".join(self._bar(pile[kind], width) for pile in piles.values())
            )
            for kind in kinds
        ]
        totals = "".join(self._fitted(cards_words(pile.total()), width) for pile in piles.values())
        return Text("\n").join([*lines, Text(" " * kind_width + totals, style="dim")])

    def _bar(self, count: int, width: int) -> str:
        bar = "■" * min(count, _LONGEST_BAR, width - _COUNT)
        text = f"{bar} {count}" if count else "·"
        return self._fitted(plain(text, ascii_only=look_of(self).ascii), width)

    def _fitted(self, text: str, width: int) -> str:
        return to_left(text, width, ascii_only=look_of(self).ascii)


def _rank(kind: str) -> tuple[int, str]:
    """Speed cards first, the slowest on top, then upgrades, Stress, and Heat last."""
    return (3 if kind == HEAT else 2 if kind == STRESS else 0 if kind.isdigit() else 1), kind
