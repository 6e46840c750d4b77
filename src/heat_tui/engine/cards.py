"""The cards of a race without modules, each known by its key.

Piles hold keys, which sort, compare and copy fast and read well in saves. Modules add cards of their own to a race.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from heat_tui.engine.record import record

CardKind = Literal["basic", "starting", "stress", "heat", "upgrade", "sponsorship"]

HEAT = "heat"
STRESS = "stress"
BASIC = frozenset({"1", "2", "3", "4"})
"""The Basic cards (V), which end a flip (P1). The key of each is its speed."""


@record
class Card:
    """One kind of card.

    `speed` is the printed value, 0 for Heat and for Stress (whose + supplies its value). `symbols` pairs each symbol's
    name with the number printed beside it, 1 if none is printed. `choices` are the values, in ascending order, that the
    driver may choose from (3.1), usually none; a card with choices has `speed` 0.
    """

    key: str
    kind: CardKind
    speed: int
    symbols: tuple[tuple[str, int], ...] = ()
    choices: tuple[int, ...] = ()

    def number(self, symbol: str) -> int:
        """Return the number of a symbol, as in `symbols`; 0 if the card does not have it."""
        return dict(self.symbols).get(symbol, 0)


CATALOGUE: Mapping[str, Card] = {
    card.key: card
    for card in (
        *(Card(str(speed), "basic", speed) for speed in (1, 2, 3, 4)),
        Card("0", "starting", 0),
        Card("5", "starting", 5),
        Card(HEAT, "heat", 0),
        Card(STRESS, "stress", 0, (("plus", 1),)),
    )
}

BASIC_DECK = ("1", "1", "1", "2", "2", "2", "3", "3", "3", "4", "4", "4")
"""The twelve Basic cards of every driver (S3)."""

STARTING_UPGRADES = ("0", "5", HEAT)
"""The starting upgrades (S3); the Heat card in the car's colour is a Heat card like any other (5.2, 8.1)."""
