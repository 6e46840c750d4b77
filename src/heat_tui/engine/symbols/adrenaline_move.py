"""The +1 of Adrenaline (4.2, 5.4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from heat_tui.engine.decisions import Use
from heat_tui.engine.movement import advance, reach
from heat_tui.engine.symbols.symbol import Symbol

if TYPE_CHECKING:
    from heat_tui.engine.actions import React
    from heat_tui.engine.car import Car
    from heat_tui.engine.payability import Means
    from heat_tui.engine.race import Race

ADRENALINE_CHARGES = (Use("adrenaline", "adrenaline", 1), Use("cooldown", "adrenaline", 1))
"""What Adrenaline gives for one turn: +1 speed and 1 Cooldown (4.2)."""


class AdrenalineMove(Symbol):
    """Move 1 space; the speed grows by 1, moved or blocked."""

    name = "adrenaline"

    def offer(self, race: Race, car: Car, charge: Use) -> Use | None:
        return charge

    def use(self, race: Race, car: Car, charge: Use, action: React) -> None:
        race.turn.speed += 1
        advance(race, car, 1, "adrenaline")

    def leaves(self, race: Race, car: Car, means: Means, use: Use, amount: int) -> Iterable[Means]:
        return (means.moved(reach(race, car, 1)),)
