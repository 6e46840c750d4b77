"""Planning in tournament mode: cards first, the shift later (M1, M3)."""

from __future__ import annotations

from heat_tui.engine.car import Car
from heat_tui.engine.decisions import PlanDecision
from heat_tui.engine.race import Race
from heat_tui.engine.steps.planning import Gears, Planning, may_retire, shifts, sorted_hand


class PlanNumber(Planning):
    """Every driver chooses 1-4 cards; they stay in the hand, and nobody sees how many, until the own turn (K1)."""

    def ask(self, race: Race, car: Car) -> PlanDecision:
        playable, heat = sorted_hand(car)
        costs = shifts(race, car)
        numbers = _numbers(costs, len(playable), car.engine)
        return PlanDecision(
            car.index,
            car.gear,
            car.engine,
            numbers,
            playable,
            heat,
            may_retire(race),
            number_first=True,
            shifts=costs,
        )

    def open(self, race: Race) -> None:
        pass


def _numbers(costs: Gears, playable: int, engine: int) -> Gears:
    """The numbers that the hand can fill, paid or not; if it fills no payable one, the payable ones too (M1, M3)."""
    cluttered = not any(number <= playable and heat <= engine for number, heat in costs)
    return tuple((number, heat) for number, heat in costs if number <= playable or (cluttered and heat <= engine))
