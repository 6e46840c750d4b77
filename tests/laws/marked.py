"""A module that deals every driver unique cards, so that a card seen in the wrong place identifies its owner."""

from __future__ import annotations

from typing import ClassVar

from heat_tui.engine.cards import Card
from heat_tui.engine.module import Module
from heat_tui.engine.race import Race
from heat_tui.engine.record import record

MARK = "mark-"
CARDS_A_DRIVER = 6


def marks(seat: int) -> tuple[str, ...]:
    """Return the keys of the cards that only this seat owns, each once."""
    return tuple(f"{MARK}{seat}-{number}" for number in range(CARDS_A_DRIVER))


@record
class Marked(Module):
    """A module that deals `CARDS_A_DRIVER` upgrades of speed 0 to 4 to each of the `drivers`, no two alike."""

    drivers: int

    name: ClassVar[str] = "marked"

    def cards(self) -> tuple[Card, ...]:
        keys = [key for seat in range(self.drivers) for key in marks(seat)]
        return tuple(Card(key, "upgrade", number % 5) for number, key in enumerate(keys))

    def deck(self, race: Race, seat: int, cards: tuple[str, ...]) -> tuple[str, ...]:
        return cards + marks(seat)
