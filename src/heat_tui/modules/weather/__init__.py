"""Weather and road conditions: tokens for the whole race and for every corner (W)."""

from __future__ import annotations

from heat_tui.engine.car import Car
from heat_tui.engine.cards import HEAT
from heat_tui.engine.deal import fill_engines
from heat_tui.engine.module import Data, Module, module
from heat_tui.engine.program import TableStep
from heat_tui.engine.race import Race
from heat_tui.engine.record import IllegalSetup, refuse
from heat_tui.engine.setup import Entry, RaceSetup
from heat_tui.engine.symbols import sector_of
from heat_tui.modules.weather.road import (
    ALL_CONDITIONS,
    NAME,
    HeatSpread,
    Road,
    bare_road,
    drawn_road,
    restored_road,
    tokens_needed,
)


@module(NAME, rank=30)
class Weather(Module):
    """The race's weather and the corners' conditions, drawn on the grid or, if `late`, after the draft (E4)."""

    late: bool = False

    def cars(self, setup: RaceSetup, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
        corners = tokens_needed(setup.track)
        if corners > len(ALL_CONDITIONS):
            raise IllegalSetup(refuse("too-few-conditions", corners=corners, tokens=len(ALL_CONDITIONS)))
        return entries

    def options(self) -> dict[str, Data]:
        return {"late": True} if self.late else {}

    def before_race(self, steps: tuple[TableStep, ...]) -> tuple[TableStep, ...]:
        return (DrawWeather(), *steps) if self.late else steps

    def state(self, race: Race) -> Road | None:
        return None if self.late else drawn_road(race)

    def restore(self, race: Race, data: Data) -> Road:
        return restored_road(race.rules.track, data)

    def heat(self, race: Race, seat: int, heat: int) -> int:
        return max(heat, 0) + _road(race).token.heat

    def stress(self, race: Race, seat: int, stress: int) -> int:
        return max(stress, 0) + _road(race).token.stress

    def prepare(self, race: Race, car: Car) -> None:
        token = _road(race).token
        for pile, heat, to in ((car.deck, token.to_deck, "deck"), (car.discard, token.to_discard, "discard")):
            moved = min(heat, car.engine)
            if moved:
                car.engine -= moved
                pile += (HEAT,) * moved
                race.events.append(HeatSpread(car.index, moved, to))

    def corner_limit(self, race: Race, corner: int, limit: int) -> int:
        return limit + _road(race).limits[corner]

    def corner_surcharge(self, race: Race, corner: int, heat: int) -> int:
        return heat + _road(race).surcharges[corner]

    def boost_cost(self, race: Race, car: Car, heat: int) -> int:
        return 0 if _road(race).free[sector_of(race, car)] else heat

    def sector_cooldown(self, race: Race, car: Car, heat: int) -> int:
        return heat + _road(race).cooldowns[sector_of(race, car)]

    def may_cool(self, race: Race, car: Car, allowed: bool) -> bool:  # noqa: FBT001
        return allowed and not _road(race).hot[sector_of(race, car)]

    def may_slipstream(self, race: Race, car: Car, allowed: bool) -> bool:  # noqa: FBT001
        return allowed and not _road(race).calm[sector_of(race, car)]

    def slipstream_reach(self, race: Race, car: Car, distances: tuple[int, ...]) -> tuple[int, ...]:
        boost = _road(race).boosts[sector_of(race, car)]
        return tuple(sorted({*distances, *(distance + boost for distance in distances)})) if boost else distances


class DrawWeather(TableStep):
    """Draws the tokens before round 1, and refills the engines, because the weather changes the Heat (E4)."""

    name = "weather"

    def enter(self, race: Race) -> None:
        states = {**race.states, NAME: drawn_road(race)}
        race.states = {module.name: states[module.name] for module in race.rules.modules if module.name in states}
        fill_engines(race)


def _road(race: Race) -> Road:
    """Return the road with its tokens, a road without tokens before they are drawn."""
    road = race.states.get(NAME)
    if road is None:
        return bare_road(race.rules.track)
    assert isinstance(road, Road)
    return road
