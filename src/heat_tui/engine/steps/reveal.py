"""Step 3: reveal and move (2.2, 3.1-3.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heat_tui.engine.cards import HEAT
from heat_tui.engine.events import CardsRevealed, HandCluttered
from heat_tui.engine.movement import advance
from heat_tui.engine.program import Step

if TYPE_CHECKING:
    from heat_tui.engine.car import Car
    from heat_tui.engine.race import Race


class Reveal(Step):
    """Turns the cards up, resolves every + and adds up the speed; a cluttered hand ends here."""

    name = "reveal"

    def enter(self, race: Race, car: Car) -> str | None:
        cards = tuple(car.play)
        if HEAT in cards or len(cards) < car.gear:
            race.events.append(HandCluttered(car.index, cards))
            car.gear = 1
            return "replenish"
        race.events.append(CardsRevealed(car.index, cards))
        turn = race.turn
        rules = race.rules
        for card in cards:
            turn.speed += rules.speeds[card]
            if card in rules.at_reveal:
                for symbol, number in rules.at_reveal[card]:
                    symbol.at_reveal(race, car, number, card)
            if card in rules.charges:
                turn.charges += rules.charges[card]
        return None


class Move(Step):
    """Moves the car by its speed."""

    name = "move"

    def enter(self, race: Race, car: Car) -> None:
        advance(race, car, race.turn.speed, "reveal")
