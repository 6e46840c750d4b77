"""The step that event 18 adds to every turn; in a separate file, because `event_rules` is not compiled by mypyc."""

from __future__ import annotations

from heat_tui.engine.car import Car
from heat_tui.engine.cards import HEAT
from heat_tui.engine.piles import take_heat
from heat_tui.engine.program import Step
from heat_tui.engine.race import Race
from heat_tui.engine.rng import shuffle
from heat_tui.modules.championship.events import HeatLost


class LoseHeat(Step):
    """Takes 1 Heat after any lap but the last: from the engine, hand, discard pile or draw deck in that order (E11)."""

    name = "lose_heat"

    def enter(self, race: Race, car: Car) -> None:
        spaces = race.rules.spaces
        lap, before = (car.at - 1) // spaces, (race.turn.began - 1) // spaces
        if lap <= max(before, 1) or car.at > race.rules.finish:
            return
        if car.engine:
            car.engine -= 1
            race.events.append(HeatLost(car.index, "engine"))
        elif HEAT in car.hand:
            car.hand.remove(HEAT)
            race.events.append(HeatLost(car.index, "hand"))
        elif HEAT in car.discard:
            take_heat(car)
            race.events.append(HeatLost(car.index, "discard"))
        elif HEAT in car.deck:
            car.deck.remove(HEAT)
            car.luck = shuffle(car.deck, car.luck)
            race.events.append(HeatLost(car.index, "deck"))
