"""The ten Legend cards (L1, L9)."""

from __future__ import annotations

ROWS = ("yellow", "red", "gray", "black", "green", "blue")
"""The colours of the columns below. Source: the Legend cards of the base game."""

LEGEND_CARDS: tuple[tuple[tuple[int, int], ...], ...] = (
    ((0, 11), (1, 13), (1, 14), (2, 16), (2, 15), (3, 18)),
    ((1, 13), (2, 17), (3, 19), (3, 18), (1, 12), (2, 16)),
    ((2, 15), (0, 11), (1, 13), (2, 17), (0, 10), (1, 14)),
    ((2, 17), (2, 15), (2, 16), (1, 14), (3, 18), (1, 12)),
    ((3, 19), (0, 10), (1, 12), (1, 13), (2, 16), (2, 17)),
    ((1, 12), (1, 14), (3, 18), (3, 19), (1, 13), (0, 10)),
    ((1, 14), (3, 18), (0, 11), (2, 15), (3, 19), (1, 13)),
    ((2, 16), (1, 12), (0, 10), (0, 11), (1, 14), (3, 19)),
    ((0, 10), (3, 19), (2, 15), (1, 12), (2, 17), (0, 11)),
    ((3, 18), (2, 16), (2, 17), (0, 10), (0, 11), (2, 15)),
)
"""For every card and colour the diamond number (0-3) and the helmet number (10-19)."""

LENT_ROWS = {"orange": "black", "purple": "blue"}
"""The expansion colours read the row of a base colour (L1)."""


def numbers(card: int, colour: str) -> tuple[int, int]:
    """The diamond and the helmet number of a card, 0-9, for a car colour."""
    return LEGEND_CARDS[card][ROWS.index(LENT_ROWS.get(colour, colour))]
