"""Super cool n: up to n Heat cards from the own discard pile into the engine (H3)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from heat_tui.engine.cards import HEAT
from heat_tui.engine.decisions import Use
from heat_tui.engine.symbol_events import SuperCooled
from heat_tui.engine.symbols.symbol import Symbol

if TYPE_CHECKING:
    from heat_tui.engine.actions import React
    from heat_tui.engine.car import Car
    from heat_tui.engine.payability import Means
    from heat_tui.engine.race import Race


class SuperCool(Symbol):
    """No Cooldown: a sector without Cooldown does not stop it. The top of the pile goes last."""

    name = "super_cool"

    def offer(self, race: Race, car: Car, charge: Use) -> Use | None:
        most = min(charge.most, car.discard.count(HEAT))
        return Use("super_cool", charge.source, most) if most else None

    def use(self, race: Race, car: Car, charge: Use, action: React) -> None:
        for _ in range(action.amount):
            car.discard.remove(HEAT)
        car.engine += action.amount
        race.events.append(SuperCooled(car.index, charge.source, action.amount))

    def leaves(self, race: Race, car: Car, means: Means, use: Use, amount: int) -> Iterable[Means]:
        return (replace(means, engine=means.engine + amount, pile=means.pile - amount),)
