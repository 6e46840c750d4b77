"""Refresh: in step 9 the card goes on the draw deck instead of the discard pile (G7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heat_tui.engine.choices import is_part_of
from heat_tui.engine.symbols.symbol import Symbol, Where

if TYPE_CHECKING:
    from heat_tui.engine.car import Car
    from heat_tui.engine.race import Race


REFRESH = "refresh"


class Refresh(Symbol):
    """Used in step 9 (G10)."""

    name = REFRESH
    where: Where = "mark"


def refreshable(race: Race, car: Car) -> tuple[str, ...]:
    """The cards of the play area that may go on the draw deck, sorted."""
    cards = tuple(sorted([mark.source for mark in race.turn.marks if mark.symbol == REFRESH]))
    return cards if is_part_of(cards, tuple(car.play)) else ()
