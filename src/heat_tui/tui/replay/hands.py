"""The hands of all drivers, beside the track of a replay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

from rich.style import Style
from rich.text import Text

from heat_tui.engine.setup import RaceSheet
from heat_tui.game.telling.replay import Hand
from heat_tui.language import _
from heat_tui.tui.lists import Lines
from heat_tui.tui.look import look_of
from heat_tui.typesetting import wrapped
from heat_tui.words.cards import card_name, card_of, ranked

_LEAST: Final = 12
_HELD: Final = "\ue000"
"""Stands for a blank within a card, where lines must not break."""


class Shown(NamedTuple):
    """The hands of a race, and the driver who must choose."""

    sheet: RaceSheet
    hands: tuple[Hand, ...]
    seat: int | None


class Hands(Lines):
    """A paragraph for each driver: the cards in the hand, and in brackets those played."""

    _shown: Shown | None = None

    def show(self, shown: Shown) -> None:
        """Show other hands."""
        self._shown = shown
        self.refresh(layout=True)

    def lines(self, width: int) -> Iterator[Text]:
        shown = self._shown
        if shown is None:
            return
        yield Text(_("Hands [cards played]"), Style(dim=True))
        for hand in shown.hands:
            line = Text.assemble(look_of(self).badge(shown.sheet, hand.seat), " ")
            indent = line.cell_len
            first, *rest = wrapped(cards_words(hand), max(width - indent, _LEAST))
            bold = Style(bold=hand.seat == shown.seat)
            yield line.append(first.replace(_HELD, " "), bold)
            yield from (Text(" " * indent + each.replace(_HELD, " "), bold) for each in rest)


def cards_words(hand: Hand) -> str:
    """Return the cards of a driver in a row: "4 3 3 2 Stress×2 Sponsorship×1 [4 1]"."""
    parts = _row(hand.cards)
    if hand.sealed:
        parts.append(_("Sponsorship×{count}").format(count=hand.sealed))
    if hand.played:
        parts.append("[" + " ".join(_row(hand.played)) + "]")
    return " ".join(parts) if parts else "-"


def _row(cards: tuple[str, ...]) -> list[str]:
    """Return cards in the order of the rules, with Heat and Stress counted."""
    counts = Counter(cards)
    row: list[str] = []
    for card in ranked(counts):
        name = card_name(card).replace(" ", _HELD)
        several = card_of(card).kind in ("stress", "heat") and counts[card] > 1
        row += [f"{name}×{counts[card]}"] if several else [name] * counts[card]
    return row
