"""What a + will bring, as far as the seat can know (P1)."""

from __future__ import annotations

from heat_tui.engine.cards import BASIC_DECK, CATALOGUE
from heat_tui.engine.view import SeatView

Odds = tuple[tuple[int, float], ...]
"""Values with their chances, rising."""

CERTAIN: Odds = ((0, 1.0),)

_BASICS = tuple(dict.fromkeys(BASIC_DECK))


def flip_odds(view: SeatView, count: int = 1) -> Odds:
    """The sum of `count` + with its chances; the discard pile only counts when the draw deck has no Basic card left."""
    if not count:
        return CERTAIN
    deck = [view.unseen.count(card) for card in _BASICS]
    pile = [view.spent.count(card) for card in _BASICS]
    sums: dict[int, float] = {}
    _flip_on(deck, pile, count, 0, 1.0, sums)
    return tuple(sorted(sums.items()))


def _flip_on(deck: list[int], pile: list[int], count: int, total: int, chance: float, sums: dict[int, float]) -> None:
    if not any(deck):
        deck, pile = pile, []
    size = sum(deck)
    if not count or not size:
        sums[total] = sums.get(total, 0.0) + chance
        return
    for place, copies in enumerate(deck):
        if copies:
            deck[place] -= 1
            _flip_on(deck, pile, count - 1, total + CATALOGUE[_BASICS[place]].speed, chance * copies / size, sums)
            deck[place] += 1
