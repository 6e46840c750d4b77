"""The possible places of the other cars in the driver's own turn: the cars ahead move first, by plans not yet known."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from heat_tui.drivers.course import REACH
from heat_tui.drivers.novice import first_thought
from heat_tui.drivers.outlook import Outlook, Road
from heat_tui.drivers.places import WORLD_LUCK, Places
from heat_tui.engine.actions import Action
from heat_tui.engine.decisions import Decision
from heat_tui.engine.movement import FREE
from heat_tui.engine.race import Choose, Race
from heat_tui.engine.track import SPOTS_PER_SPACE
from heat_tui.engine.view import SeatView


def imagined(view: SeatView, seed: int) -> Iterator[Race]:
    """Yield worlds without end, in each of which the cars ahead have driven with quick choices.

    All wait for the plan of the view's seat. The same seed and view give the same worlds.
    """
    random = Random((seed << 20) + (view.round << 4) + view.own.index).random
    drive = quick(random)
    while True:
        world = view.world(random, drive)
        world.run_until(view.own.index, drive)
        yield world


def quick(random: Callable[[], float]) -> Choose:
    """Return a function that chooses quickly for any car of a race."""

    def drive(race: Race, decision: Decision) -> Action:
        return first_thought(race.view(decision.seat), decision) or decision.sample(random)

    return drive


def roads(view: SeatView, outlook: Outlook, worlds: list[Race]) -> list[Road]:
    """Return the roads that the driver's own turn may meet in these worlds.

    Worlds that look alike within reach of a turn are one road. Without worlds the road is open, because the cars ahead
    will have moved by then.
    """
    if not worlds:
        empty = [FREE] * (SPOTS_PER_SPACE * view.sheet.track.spaces)
        return [Road(1.0, empty, outlook.places(view.cars, view.order))]
    own = view.own
    size = SPOTS_PER_SPACE * view.sheet.track.spaces
    here = (own.at - 1) * SPOTS_PER_SPACE % size
    there = here + SPOTS_PER_SPACE * (REACH + 1)
    seen: dict[tuple[int, ...], tuple[int, list[int], Places | None]] = {}
    for race in worlds:
        spots = race.spots[:]
        spots[here + own.spot] = FREE
        lap = [*spots, *spots]
        picture = tuple([place for place, car in enumerate(lap[here:there]) if car >= 0])
        if picture in seen:
            count, spots, places = seen[picture]
        else:
            count, places = 0, outlook.places(race.cars, race.order[race.turns :], WORLD_LUCK)
        seen[picture] = count + 1, spots, places
    return [Road(count / len(worlds), spots, places) for count, spots, places in seen.values()]
