"""Scrap n: the top n cards of the draw deck go to the discard pile (G6)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from heat_tui.engine.cards import HEAT
from heat_tui.engine.decisions import Use
from heat_tui.engine.piles import scrap
from heat_tui.engine.symbols.symbol import Symbol

if TYPE_CHECKING:
    from heat_tui.engine.actions import React
    from heat_tui.engine.car import Car
    from heat_tui.engine.payability import Means
    from heat_tui.engine.race import Race


class Scrap(Symbol):
    """In full, in one go, and before step 5 ends; what neither pile holds is not scrapped (P3, P4)."""

    name = "scrap"
    mandatory = True

    def offer(self, race: Race, car: Car, charge: Use) -> Use | None:
        return Use("scrap", charge.source, charge.most, 0, charge.most)

    def use(self, race: Race, car: Car, charge: Use, action: React) -> None:
        scrap(race, car, charge.source, charge.most)

    def leaves(self, race: Race, car: Car, means: Means, use: Use, amount: int) -> Iterable[Means]:
        """The least Heat that the discard pile may then hold: the rest of a reshuffled deck keeps what it can."""
        deck, heat = len(car.deck), car.deck.count(HEAT)
        scrapped = amount
        if scrapped > deck:
            total = deck + len(car.discard)
            pile, heat = 0, heat + means.pile
            scrapped = (amount - deck - 1) % total + 1 if total else 0
            deck = total
        else:
            pile = means.pile
        surely = max(scrapped - (deck - heat), 0)
        return (replace(means, pile=pile + surely),)
