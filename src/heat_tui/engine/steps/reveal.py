"""Step 3: reveal and move (2.2, 3.1-3.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heat_tui.engine.cards import HEAT
from heat_tui.engine.events import CardsRevealed, HandCluttered
from heat_tui.engine.movement import advance
from heat_tui.engine.program import Step
from heat_tui.engine.symbols.turning_up import turn_up

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
        turn, rules = race.turn, race.rules
        for card in cards:
            if card in rules.symbolic:
                turn_up(race, car, card)
            else:
                turn.speed += rules.speeds[card]
        return None


class Move(Step):
    """Moves the car by its speed."""

    name = "move"

    def enter(self, race: Race, car: Car) -> None:
        advance(race, car, race.turn.speed, "reveal")
