"""Salvage n: up to n cards of the own discard pile are shuffled into the draw deck (G7)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from heat_tui.engine.decisions import SALVAGE, Use
from heat_tui.engine.rng import shuffle
from heat_tui.engine.symbol_events import CardsSalvaged
from heat_tui.engine.symbols.symbol import Symbol

if TYPE_CHECKING:
    from heat_tui.engine.actions import React
    from heat_tui.engine.car import Car
    from heat_tui.engine.payability import Means
    from heat_tui.engine.race import Race


class Salvage(Symbol):
    """Cards of any kind. The top of the pile goes only if no equal card lies below it."""

    name = SALVAGE

    def offer(self, race: Race, car: Car, charge: Use) -> Use | None:
        most = min(charge.most, len(car.discard))
        return Use(SALVAGE, charge.source, most) if most else None

    def use(self, race: Race, car: Car, charge: Use, action: React) -> None:
        for card in sorted(action.cards):
            car.discard.remove(card)
            car.deck.append(card)
        car.luck = shuffle(car.deck, car.luck)
        race.events.append(CardsSalvaged(car.index, charge.source, len(action.cards)))

    def leaves(self, race: Race, car: Car, means: Means, use: Use, amount: int) -> Iterable[Means]:
        """As if all the cards taken were Heat, whatever they are (G8)."""
        return (replace(means, pile=max(means.pile - use.most, 0)),)
