"""Adjust n: all limits are n higher, or lower, for this driver this turn (G6, G9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heat_tui.engine.symbols.symbol import Symbol, Where

if TYPE_CHECKING:
    from heat_tui.engine.car import Car
    from heat_tui.engine.race import Race


class Adjust(Symbol):
    """Passive: it counts at every corner of the turn, and several add up."""

    name = "adjust"
    where: Where = "mark"

    def driver_limit(self, race: Race, car: Car, corner: int, limit: int) -> int:
        return limit + adjusted(race) if race.acting is car else limit


def adjusted(race: Race) -> int:
    """By how much the limits are higher for the car whose turn it is."""
    return sum([mark.most for mark in race.turn.marks if mark.symbol == "adjust"])
