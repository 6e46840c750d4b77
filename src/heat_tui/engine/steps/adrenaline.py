"""Step 4: Adrenaline (4.1-4.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heat_tui.engine.car import RACING
from heat_tui.engine.events import AdrenalineGained
from heat_tui.engine.program import Step
from heat_tui.engine.symbols.adrenaline_move import ADRENALINE_CHARGES

if TYPE_CHECKING:
    from heat_tui.engine.car import Car
    from heat_tui.engine.race import Race

MANY_CARS = 5
"""From so many cars at the start on the last two gain Adrenaline, else the last."""


def last_cars(race: Race) -> tuple[int, ...]:
    """The last one or two cars of the round's order that still race, Legends counted (4.1, 4.3)."""
    count = 2 if len(race.cars) >= MANY_CARS else 1
    return tuple([index for index in race.order if race.cars[index].status == RACING][-count:])


def gains_adrenaline(race: Race, car: Car) -> bool:
    """Whether a car has Adrenaline in this turn."""
    gained = car.index in race.last
    for answer in race.rules.adrenaline:
        gained = answer(race, car, gained)
    return gained


class GainAdrenaline(Step):
    """The last cars get +1 speed and 1 Cooldown for this turn."""

    name = "adrenaline"

    def enter(self, race: Race, car: Car) -> None:
        if gains_adrenaline(race, car):
            race.turn.charges += ADRENALINE_CHARGES
            race.events.append(AdrenalineGained(car.index, len(race.last)))
