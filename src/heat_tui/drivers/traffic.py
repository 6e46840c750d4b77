"""The possible places of the other cars in the driver's own turn: the cars ahead move first, by plans not yet known."""

from __future__ import annotations

from random import Random

from heat_tui.drivers.course import REACH
from heat_tui.drivers.novice import first_thought
from heat_tui.drivers.outlook import Outlook, Road
from heat_tui.drivers.places import WORLD_LUCK, Places
from heat_tui.engine.actions import Action
from heat_tui.engine.decisions import Decision
from heat_tui.engine.movement import FREE
from heat_tui.engine.race import Race
from heat_tui.engine.track import SPOTS_PER_SPACE
from heat_tui.engine.view import SeatView


def roads(view: SeatView, outlook: Outlook, seed: int) -> list[Road]:
    """Return the roads that the driver's own turn may meet, from worlds in which the cars ahead make quick choices.

    Worlds that look alike within reach of a turn are one road. The same seed and view give the same roads. A driver
    whose style draws no worlds assumes an open road, because the cars ahead will have moved by then.
    """
    worlds = outlook.style.worlds
    if not worlds:
        empty = [FREE] * (SPOTS_PER_SPACE * view.sheet.track.spaces)
        return [Road(1.0, empty, outlook.places(view.cars, view.order))]
    random = Random((seed << 20) + (view.round << 4) + view.own.index).random

    def drive(race: Race, decision: Decision) -> Action:
        return first_thought(race.view(decision.seat), decision) or decision.sample(random)

    own = view.own
    size = SPOTS_PER_SPACE * view.sheet.track.spaces
    here = (own.at - 1) * SPOTS_PER_SPACE % size
    there = here + SPOTS_PER_SPACE * (REACH + 1)
    seen: dict[tuple[int, ...], tuple[int, list[int], Places | None]] = {}
    for _ in range(worlds):
        race = view.world(random, drive)
        race.run_until(own.index, drive)
        spots = race.spots
        spots[here + own.spot] = FREE
        lap = [*spots, *spots]
        picture = tuple([place for place, car in enumerate(lap[here:there]) if car >= 0])
        if picture in seen:
            count, spots, places = seen[picture]
        else:
            count, places = 0, outlook.places(race.cars, race.order[race.turns :], WORLD_LUCK)
        seen[picture] = count + 1, spots, places
    return [Road(count / worlds, spots, places) for count, spots, places in seen.values()]
