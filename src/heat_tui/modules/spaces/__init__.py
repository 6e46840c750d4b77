"""Special spaces: flooded spaces (H1) and tunnels (N1)."""

from __future__ import annotations

from heat_tui.engine.car import Car
from heat_tui.engine.events import CarEvent
from heat_tui.engine.module import Module, module
from heat_tui.engine.program import Step
from heat_tui.engine.race import Race
from heat_tui.engine.record import record


@record
class DiscardBarred(CarEvent):
    """Step 8: the car is in a tunnel, where nothing in the hand may be discarded (N1)."""


FLOODED_COST = 1
"""The extra Heat for shifting down on a flooded space, by one gear or by two (H1)."""


@module("spaces", rank=20)
class Spaces(Module):
    """The flooded spaces and the tunnels of the track; on a track without any, the module changes nothing."""

    def turn(self, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        return tuple([each for step in steps for each in ((Tunnel(), step) if step.name == "discard" else (step,))])

    def gear_cost(self, race: Race, car: Car, gear: int, heat: int) -> int:
        track = race.rules.track
        flooded = gear < car.gear and track.space_of(car.at) in track.flooded
        return heat + FLOODED_COST if flooded else heat

    def may_discard(self, race: Race, car: Car, card: str, allowed: bool) -> bool:  # noqa: FBT001
        return allowed and not _in_tunnel(race, car)


class Tunnel(Step):
    """Reports that a car in a tunnel skips step 8, unless it has finished (N1)."""

    name = "tunnel"

    def enter(self, race: Race, car: Car) -> None:
        if _in_tunnel(race, car) and car.at <= race.rules.finish:
            race.events.append(DiscardBarred(car.index))


def _in_tunnel(race: Race, car: Car) -> bool:
    track = race.rules.track
    return track.space_of(car.at) in track.tunnel
