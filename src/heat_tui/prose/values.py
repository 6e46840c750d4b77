"""Words for values that are chosen."""

from __future__ import annotations

from heat_tui.language import _
from heat_tui.prose.cards import card_name
from heat_tui.prose.names import listing


def values_words(values: tuple[tuple[str, int], ...]) -> str:
    """Cards with the values chosen for them: "3 for Brakes-1234 and 1 for Brakes-13"."""
    return listing([_("{value} for {card}").format(card=card_name(card), value=value) for card, value in values])
