"""Step 9: replenish (9.1, 9.2, F3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heat_tui.engine.events import HandFilled
from heat_tui.engine.piles import draw_up_to
from heat_tui.engine.program import Step

if TYPE_CHECKING:
    from heat_tui.engine.car import Car
    from heat_tui.engine.race import Race

HAND_SIZE = 7
"""The printed hand size (S5)."""


class Replenish(Step):
    """Clears the play area and fills the hand; a finished driver draws nothing."""

    name = "replenish"
    may_skip_to = True

    def enter(self, race: Race, car: Car) -> None:
        car.discard += car.play
        car.play.clear()
        if car.at <= race.rules.finish:
            size = hand_size(race, car) if race.rules.hand_size else HAND_SIZE
            drawn = draw_up_to(race, car, size)
            race.events.append(HandFilled(car.index, drawn, len(car.hand)))


def hand_size(race: Race, car: Car) -> int:
    """How many cards this car's hand is filled up to."""
    size = HAND_SIZE
    for answer in race.rules.hand_size:
        size = answer(race, car, size)
    return size
