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

    def enter(self, race: Race, car: Car) -> None:
        play = car.play
        if HEAT in play or len(play) < car.gear:
            race.events.append(HandCluttered(car.index, tuple(play)))
            car.gear = 1
            race.skip_to("replenish")
            return
        race.events.append(CardsRevealed(car.index, tuple(play)))
        turn = race.turn
        rules = race.rules
        speeds, at_reveal, charges = rules.speeds, rules.at_reveal, rules.charges
        for card in play[:]:
            turn.speed += speeds[card]
            if card in at_reveal:
                for symbol, number in at_reveal[card]:
                    symbol.at_reveal(race, car, number, card)
            if card in charges:
                turn.charges += charges[card]


class Move(Step):
    """Moves the car by its speed."""

    name = "move"

    def enter(self, race: Race, car: Car) -> None:
        advance(race, car, race.turn.speed, "reveal")
