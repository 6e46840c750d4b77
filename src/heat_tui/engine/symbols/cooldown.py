"""Cooldown: Heat cards from the hand back into the engine (5.2)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from heat_tui.engine.cards import HEAT
from heat_tui.engine.decisions import Use
from heat_tui.engine.events import HeatCooled
from heat_tui.engine.symbols.symbol import Symbol

if TYPE_CHECKING:
    from heat_tui.engine.actions import React
    from heat_tui.engine.car import Car
    from heat_tui.engine.payability import Means
    from heat_tui.engine.race import Race

SECTOR_CHARGE = Use("cooldown", "sector", 0)
"""The Cooldown of a sector: how much it gives depends on where the car stands when it is used."""


class Cooldown(Symbol):
    """Up to its number of Heat cards, where the place allows it."""

    name = "cooldown"

    def offer(self, race: Race, car: Car, charge: Use) -> Use | None:
        heat = car.hand.count(HEAT)
        if not heat or (race.rules.may_cool and not may_cool(race, car)):
            return None
        most = charge.most or sector_cooldown(race, car)
        if heat >= most == charge.most > 0:
            return charge
        return Use("cooldown", charge.source, min(most, heat)) if most > 0 else None

    def use(self, race: Race, car: Car, charge: Use, action: React) -> None:
        amount = action.amount
        start = car.hand.index(HEAT)
        del car.hand[start : start + amount]
        car.engine += amount
        race.events.append(HeatCooled(car.index, charge.source, amount))

    def leaves(self, race: Race, car: Car, means: Means, use: Use, amount: int) -> Iterable[Means]:
        return (replace(means, engine=means.engine + amount, hand=means.hand - amount),)


def may_cool(race: Race, car: Car) -> bool:
    """Whether a Cooldown may be used where the car stands."""
    allowed = True
    for answer in race.rules.may_cool:
        allowed = answer(race, car, allowed)
    return allowed


def sector_cooldown(race: Race, car: Car) -> int:
    """The Cooldown that the sector gives where the car stands."""
    most = 0
    for answer in race.rules.sector_cooldown:
        most = answer(race, car, most)
    return most
