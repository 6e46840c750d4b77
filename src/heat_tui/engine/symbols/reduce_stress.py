"""Reduce stress n: up to n Stress cards from the hand to the discard pile (G7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heat_tui.engine.cards import STRESS
from heat_tui.engine.decisions import Use
from heat_tui.engine.piles import take_from_hand
from heat_tui.engine.symbol_events import StressReduced
from heat_tui.engine.symbols.symbol import Symbol

if TYPE_CHECKING:
    from heat_tui.engine.actions import React
    from heat_tui.engine.car import Car
    from heat_tui.engine.race import Race


class ReduceStress(Symbol):
    """Up to its number, where the hand may put cards down (N1)."""

    name = "reduce_stress"

    def offer(self, race: Race, car: Car, charge: Use) -> Use | None:
        most = min(charge.most, car.hand.count(STRESS))
        if not most:
            return None
        allowed = True
        for answer in race.rules.may_discard:
            allowed = answer(race, car, STRESS, allowed)
        return Use("reduce_stress", charge.source, most) if allowed else None

    def use(self, race: Race, car: Car, charge: Use, action: React) -> None:
        gone = (STRESS,) * action.amount
        take_from_hand(car, gone)
        car.discard += gone
        race.events.append(StressReduced(car.index, charge.source, action.amount))
