"""+ : turn over cards until a Basic card appears (P1, P2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heat_tui.engine.piles import flip
from heat_tui.engine.symbols.symbol import Symbol, Where

if TYPE_CHECKING:
    from heat_tui.engine.car import Car
    from heat_tui.engine.race import Race


class Plus(Symbol):
    """Resolved at the reveal: every + adds the value of its flipped card to the speed."""

    name = "plus"
    where: Where = "reveal"

    def at_reveal(self, race: Race, car: Car, number: int, source: str) -> None:
        turn = race.turn
        for _ in range(number):
            value = flip(race, car, source)
            turn.speed += value
            if value and race.rules.counts_pluses:
                turn.pluses += 1
