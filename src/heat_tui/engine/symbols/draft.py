"""Draft n: move to the space directly behind the next car ahead, if it is near and the way is empty (N2)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import TYPE_CHECKING

from heat_tui.engine.decisions import Use
from heat_tui.engine.movement import FREE, advance
from heat_tui.engine.symbol_events import Drafted
from heat_tui.engine.symbols.symbol import Symbol

if TYPE_CHECKING:
    from heat_tui.engine.actions import React
    from heat_tui.engine.car import Car
    from heat_tui.engine.payability import Means
    from heat_tui.engine.race import Race


DRAFT = "draft"


class Draft(Symbol):
    """It adds nothing to the speed. Several symbols add up: the smallest sum that reaches is used.

    The amount is the way. One use is offered, under the first card of those that it takes.
    """

    name = DRAFT

    def offer(self, race: Race, car: Car, charge: Use) -> Use | None:
        way = gap(race, car)
        taken = _enough(_charges(race), way)
        if not taken or taken[0].source != charge.source:
            return None
        return Use(DRAFT, charge.source, way, 0, way)

    def use(self, race: Race, car: Car, charge: Use, action: React) -> None:
        way = action.amount
        # The step has taken the first symbol away already; the others that it needs go with it.
        taken = _enough((charge, *_charges(race)), way)
        for spent in taken[1:]:
            race.turn.charges.remove(spent)
        race.events.append(Drafted(car.index, tuple([spent.source for spent in taken]), way))
        advance(race, car, way, DRAFT)

    def leaves(self, race: Race, car: Car, means: Means, use: Use, amount: int) -> Iterable[Means]:
        return (means.moved(means.at + amount),)


def gap(race: Race, car: Car) -> int:
    """The empty spaces between a car and the next one ahead of its space; 0 too when there is no other car."""
    spots, spaces = race.spots, race.rules.spaces
    for way in range(1, spaces):
        place = (car.at - 1 + way) % spaces * 2
        if spots[place] != FREE or spots[place + 1] != FREE:
            return way - 1
    return 0


def _charges(race: Race) -> tuple[Use, ...]:
    return tuple([charge for charge in race.turn.charges if charge.symbol == DRAFT])


def _enough(charges: tuple[Use, ...], way: int) -> tuple[Use, ...]:
    """The symbols with the smallest sum that reaches `way`, the fewest of those; none if all together do not."""
    if not way:
        return ()
    sums = [some for size in range(1, len(charges) + 1) for some in combinations(charges, size)]
    reaching = [some for some in sums if sum([charge.most for charge in some]) >= way]
    return min(reaching, key=lambda some: sum([charge.most for charge in some]), default=())
