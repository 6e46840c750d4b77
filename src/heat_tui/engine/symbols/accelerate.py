"""Accelerate: +1 speed for every + resolved in this turn (G7)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from heat_tui.engine.decisions import Use
from heat_tui.engine.movement import advance, reach
from heat_tui.engine.symbol_events import Accelerated
from heat_tui.engine.symbols.symbol import Symbol

if TYPE_CHECKING:
    from heat_tui.engine.actions import React
    from heat_tui.engine.car import Car
    from heat_tui.engine.payability import Means
    from heat_tui.engine.race import Race


class Accelerate(Symbol):
    """All or none, by the + resolved when it is used; the speed grows, moved or blocked."""

    name = "accelerate"

    def offer(self, race: Race, car: Car, charge: Use) -> Use | None:
        by = race.turn.pluses
        return Use("accelerate", charge.source, by, 0, by) if by else None

    def use(self, race: Race, car: Car, charge: Use, action: React) -> None:
        by = race.turn.pluses
        race.turn.speed += by
        race.events.append(Accelerated(car.index, charge.source, by))
        advance(race, car, by, "accelerate")

    def leaves(self, race: Race, car: Car, means: Means, use: Use, amount: int) -> Iterable[Means]:
        return (means.moved(reach(race, car, amount)),)
