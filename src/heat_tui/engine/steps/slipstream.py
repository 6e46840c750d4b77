"""Step 6: slipstream (6.1-6.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heat_tui.engine.actions import Action, Slipstream
from heat_tui.engine.decisions import Decision, SlipstreamDecision
from heat_tui.engine.movement import advance, reach
from heat_tui.engine.program import Step

if TYPE_CHECKING:
    from heat_tui.engine.car import Car
    from heat_tui.engine.race import Race

SLIPSTREAM = 2
"""How far a Slipstream goes."""


class SlipstreamStep(Step):
    """A car beside or right behind another may move on, once."""

    name = "slipstream"

    def offer(self, race: Race, car: Car) -> Decision | None:
        if race.turn.slipped is not None or not _in_tow(race, car):
            return None
        at, finish = car.at, race.rules.finish
        if at > finish or (race.rules.may_slipstream and not _may_start(race, car)):
            return None
        distances: tuple[int, ...] = (SLIPSTREAM,)
        for fold in race.rules.slipstream_reach:
            distances = fold(race, car, distances)
        open_ways = tuple([way for way in distances if at + way <= finish and reach(race, car, way) > at])
        return SlipstreamDecision(car.index, open_ways) if open_ways else None

    def resolve(self, race: Race, car: Car, action: Action) -> None:
        assert isinstance(action, Slipstream)
        race.turn.slipped = action.distance
        if action.distance:
            advance(race, car, action.distance, "slipstream")


def _in_tow(race: Race, car: Car) -> bool:
    """Whether another car shares the space or stands in the one directly ahead, on any lap (6.1, 6.5)."""
    spots = race.spots
    spaces = race.rules.spaces
    own = (car.at - 1) % spaces * 2
    ahead = car.at % spaces * 2
    return spots[own + 1 - car.spot] >= 0 or spots[ahead] >= 0 or spots[ahead + 1] >= 0


def _may_start(race: Race, car: Car) -> bool:
    allowed = True
    for answer in race.rules.may_slipstream:
        allowed = answer(race, car, allowed)
    return allowed
