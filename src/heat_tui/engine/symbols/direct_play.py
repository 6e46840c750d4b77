"""Direct play: a card played from the hand in step 5, beyond the gear (G7, G11)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from heat_tui.engine.decisions import Use
from heat_tui.engine.movement import advance, reach
from heat_tui.engine.payability import after_flips
from heat_tui.engine.piles import take_from_hand
from heat_tui.engine.symbol_events import LimitsAdjusted, PlayedDirectly
from heat_tui.engine.symbols.adjust import adjusted
from heat_tui.engine.symbols.symbol import Symbol, Where
from heat_tui.engine.symbols.turning_up import turn_up

if TYPE_CHECKING:
    from heat_tui.engine.actions import React
    from heat_tui.engine.car import Car
    from heat_tui.engine.payability import Means
    from heat_tui.engine.race import Race

DIRECT_PLAY = "direct_play"


class DirectPlay(Symbol):
    """The card counts as if revealed, and the car moves its speed at once; `source` is the card."""

    name = DIRECT_PLAY
    where: Where = "hand"

    def use(self, race: Race, car: Car, charge: Use, action: React) -> None:
        card, turn = charge.source, race.turn
        take_from_hand(car, (card,))
        car.play.append(card)
        race.events.append(PlayedDirectly(car.index, card))
        before, higher = turn.speed, adjusted(race)
        turn_up(race, car, card)
        if adjusted(race) != higher:
            race.events.append(LimitsAdjusted(car.index, adjusted(race)))
        if turn.speed > before:
            advance(race, car, turn.speed - before, DIRECT_PLAY)

    def leaves(self, race: Race, car: Car, means: Means, use: Use, amount: int) -> Iterable[Means]:
        rules, card = race.rules, use.source
        bearing = replace(means, charges=means.charges + rules.charges.get(card, ()))
        for value, left in after_flips(race, car, bearing, dict(rules.cards[card].symbols).get("plus", 0)):
            yield left.moved(reach(race, car, rules.speeds[card] + value))
