"""Special spaces of the expansions' tracks: flooded ones (H1) and tunnels (N1)."""

from __future__ import annotations

from heat_tui.engine.car import Car
from heat_tui.engine.module import Module, module
from heat_tui.engine.race import Race

FLOODED_COST = 1
"""The Heat more for shifting down on a flooded space, by one gear or by two (H1)."""


@module("spaces", rank=20)
class Spaces(Module):
    """The flooded spaces and the tunnels of the track; on a track without any it changes nothing."""

    def gear_cost(self, race: Race, car: Car, gear: int, heat: int) -> int:
        flooded = gear < car.gear and _space(race, car) in race.rules.track.flooded
        return heat + FLOODED_COST if flooded else heat

    def may_discard(self, race: Race, car: Car, card: str, allowed: bool) -> bool:  # noqa: FBT001
        return allowed and _space(race, car) not in race.rules.track.tunnel


def _space(race: Race, car: Car) -> int:
    return (car.at - 1) % race.rules.spaces + 1


__all__ = ["FLOODED_COST", "Spaces"]
