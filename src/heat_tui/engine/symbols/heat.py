"""Heat n: pay n Heat (G6)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from heat_tui.engine.decisions import Use
from heat_tui.engine.piles import pay
from heat_tui.engine.symbol_events import HeatPaid
from heat_tui.engine.symbols.symbol import Symbol

if TYPE_CHECKING:
    from heat_tui.engine.actions import React
    from heat_tui.engine.car import Car
    from heat_tui.engine.payability import Means
    from heat_tui.engine.race import Race


class PayHeat(Symbol):
    """In full, in one go, and before step 5 ends."""

    name = "heat"
    mandatory = True

    def offer(self, race: Race, car: Car, charge: Use) -> Use | None:
        heat = charge.most
        return Use("heat", charge.source, heat, heat, heat) if heat <= car.engine else None

    def use(self, race: Race, car: Car, charge: Use, action: React) -> None:
        pay(car, charge.most)
        race.events.append(HeatPaid(car.index, charge.source, charge.most))

    def leaves(self, race: Race, car: Car, means: Means, use: Use, amount: int) -> Iterable[Means]:
        return (replace(means, engine=means.engine - use.heat, pile=means.pile + use.heat),)
