"""Before round 1: the mulligan (O2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heat_tui.engine.actions import Action, Mulligan
from heat_tui.engine.decisions import Decision, MulliganDecision
from heat_tui.engine.events import HandFilled, MulliganAnswered
from heat_tui.engine.piles import draw_up_to, pay
from heat_tui.engine.program import TableStep
from heat_tui.engine.rng import shuffle
from heat_tui.engine.steps.replenish import hand_size

if TYPE_CHECKING:
    from heat_tui.engine.race import Race

MULLIGAN_COST = 1


class MulliganStep(TableStep):
    """Every driver with Heat in the engine is asked once, in seat order."""

    name = "mulligan"

    def offer(self, race: Race) -> Decision | None:
        for seat in range(race.asked, len(race.setup.seats)):
            if race.cars[seat].engine >= MULLIGAN_COST:
                return MulliganDecision(seat)
        return None

    def resolve(self, race: Race, seat: int, action: Action) -> None:
        assert isinstance(action, Mulligan)
        car = race.cars[seat]
        race.asked = seat + 1
        race.events.append(MulliganAnswered(car.index, action.take))
        if not action.take:
            return
        pay(car, MULLIGAN_COST)
        car.deck += car.hand
        car.hand = []
        car.luck = shuffle(car.deck, car.luck)
        drawn = draw_up_to(race, car, hand_size(race, car))
        race.events.append(HandFilled(car.index, drawn, len(car.hand)))
