"""Where the other cars may be when the own turn comes: the cars ahead move first, by plans that nobody knows yet."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from heat_tui.drivers.course import REACH
from heat_tui.drivers.novice import first_thought
from heat_tui.engine.actions import Action
from heat_tui.engine.decisions import Decision
from heat_tui.engine.movement import FREE
from heat_tui.engine.race import Race
from heat_tui.engine.track import SPOTS_PER_SPACE
from heat_tui.engine.view import SeatView


class Road(NamedTuple):
    """The other cars by spot, as in `SeatView.spots`, and how likely the road looks like that within reach."""

    chance: float
    spots: list[int]


def open_road(view: SeatView) -> list[int]:
    """Return the spots of a lap without cars: what a plan reckons with, for those ahead will have moved by then."""
    return [FREE] * (SPOTS_PER_SPACE * view.sheet.track.spaces)


def roads(view: SeatView, worlds: int, seed: int) -> list[Road]:
    """Return the roads that the own turn may meet, as `worlds` worlds have them in which the cars ahead drive quickly.

    Worlds that look alike within reach of a turn are one road. The same seed and view have the same roads.
    """
    if not worlds:
        return [Road(1.0, open_road(view))]
    random = Random((seed << 20) + (view.round << 4) + view.own.index).random

    def drive(race: Race, decision: Decision) -> Action:
        return first_thought(race.view(decision.seat), decision) or decision.sample(random)

    own = view.own
    size = SPOTS_PER_SPACE * view.sheet.track.spaces
    here = (own.at - 1) * SPOTS_PER_SPACE % size
    there = here + SPOTS_PER_SPACE * (REACH + 1)
    seen: dict[tuple[int, ...], tuple[int, list[int]]] = {}
    for _ in range(worlds):
        race = view.world(random, drive)
        race.run_until(own.index, drive)
        spots = race.spots
        spots[here + own.spot] = FREE
        lap = [*spots, *spots]
        picture = tuple([place for place, car in enumerate(lap[here:there]) if car >= 0])
        count, _spots = seen.get(picture, (0, spots))
        seen[picture] = count + 1, spots
    return [Road(count / worlds, spots) for count, spots in seen.values()]
