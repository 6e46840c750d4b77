"""Boost: one + for 1 Heat, once a turn (5.3)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from heat_tui.engine.decisions import Use
from heat_tui.engine.events import Boosted
from heat_tui.engine.movement import advance, reach
from heat_tui.engine.payability import after_flips
from heat_tui.engine.piles import flip, pay
from heat_tui.engine.symbols.symbol import Symbol

if TYPE_CHECKING:
    from heat_tui.engine.actions import React
    from heat_tui.engine.car import Car
    from heat_tui.engine.payability import Means
    from heat_tui.engine.race import Race

BOOST_COST = 1
"""The Heat of a Boost."""

BOOST_CHARGE = Use("boost", "boost", 1, BOOST_COST)


class Boost(Symbol):
    """Pay, flip, and move the value at once; the speed grows by it."""

    name = "boost"

    def offer(self, race: Race, car: Car, charge: Use) -> Use | None:
        if race.rules.boost_cost:
            heat = boost_cost(race, car)
            return Use("boost", "boost", 1, heat) if heat <= car.engine else None
        return BOOST_CHARGE if car.engine else None

    def use(self, race: Race, car: Car, charge: Use, action: React) -> None:
        heat = boost_cost(race, car)
        pay(car, heat)
        race.events.append(Boosted(car.index, heat))
        value = flip(race, car, "boost")
        turn = race.turn
        turn.speed += value
        if value:
            if race.rules.counts_pluses:
                turn.pluses += 1
            advance(race, car, value, "boost")

    def leaves(self, race: Race, car: Car, means: Means, use: Use, amount: int) -> Iterable[Means]:
        paid = replace(means, engine=means.engine - use.heat, pile=means.pile + use.heat)
        for value, left in after_flips(race, car, paid, 1):
            yield left.moved(reach(race, car, value))


def boost_cost(race: Race, car: Car) -> int:
    """The Heat that a Boost would cost this car now."""
    heat = BOOST_COST
    for answer in race.rules.boost_cost:
        heat = answer(race, car, heat)
    return heat
