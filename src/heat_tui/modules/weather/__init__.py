"""Weather and road conditions: tokens for the whole race and for every corner (W)."""

from __future__ import annotations

from typing import Literal

from heat_tui.engine.car import Car
from heat_tui.engine.cards import HEAT
from heat_tui.engine.codec import read, table_of
from heat_tui.engine.deal import fill_engines
from heat_tui.engine.events import CarEvent, Event
from heat_tui.engine.module import Data, Module, module
from heat_tui.engine.program import TableStep
from heat_tui.engine.race import Race
from heat_tui.engine.record import IllegalSetup, record, refuse
from heat_tui.engine.rng import shuffle
from heat_tui.engine.setup import Entry, RaceSetup
from heat_tui.engine.symbols import sector_of
from heat_tui.engine.track import Track


@record
class WeatherDrawn(Event):
    """The weather of the race, by the id of its token (W1)."""

    token: str


@record
class ConditionsPlaced(Event):
    """The road-condition tokens were drawn: their ids by corner line; the two lines of a chicane share one (W1)."""

    conditions: tuple[str, ...]


@record
class HeatSpread(CarEvent):
    """Before round 1, `heat` Heat went from a driver's engine to the pile `to`: "deck" or "discard" (W2)."""

    heat: int
    to: str


@record
class Effect:
    """The effect of a token in a sector: a longer Slipstream or none, more Cooldown or none, or a Boost without Heat.

    `number` applies to a Slipstream boost and a Cooldown; otherwise it is 0.
    """

    kind: Literal["slipstream_boost", "no_slipstream", "cooldown", "no_cooldown", "free_boost"]
    number: int = 0


@record
class WeatherToken:
    """The weather of a race.

    `stress` and `heat` are added to every driver's Stress and Heat; up to `to_deck` Heat moves from the engine to the
    draw deck, and up to `to_discard` to the discard pile (W2). `sector` applies in sectors with a "weather" token (W5).
    """

    id: str
    sector: Effect
    stress: int = 0
    heat: int = 0
    to_deck: int = 0
    to_discard: int = 0


@record
class Condition:
    """A road condition.

    A condition that acts on a corner changes its `limit` or adds a `surcharge` for drivers who pay Heat there (W3); a
    condition that acts on the sector has its own effect, or the weather's (W4).
    """

    id: str
    limit: int = 0
    surcharge: int = 0
    sector: Effect | None = None


WEATHER = {
    token.id: token
    for token in (
        WeatherToken("cloud", Effect("no_cooldown"), stress=-1),
        WeatherToken("fog", Effect("no_slipstream"), heat=1),
        WeatherToken("storm", Effect("slipstream_boost", 2), stress=1),
        WeatherToken("snow", Effect("cooldown", 1), heat=-1),
        WeatherToken("rain", Effect("cooldown", 1), to_deck=3),
        WeatherToken("sun", Effect("slipstream_boost", 2), to_discard=3),
    )
}
"""The six weather tokens by id. Source: the tokens of the base game."""

THE_WEATHER = "weather"
"""The road condition that gives its sector the weather token's own effect (W4)."""

CONDITIONS = {
    condition.id: condition
    for condition in (
        Condition("limit_up", limit=1),
        Condition("limit_down", limit=-1),
        Condition("overheat", surcharge=1),
        Condition("slipstream_boost", sector=Effect("slipstream_boost", 1)),
        Condition("heat_control", sector=Effect("free_boost")),
        Condition(THE_WEATHER),
    )
}
"""The six kinds of road-condition tokens by id. Source: the tokens of the base game."""

ALL_CONDITIONS = tuple(name for name in CONDITIONS for _ in range(2))
"""The ids of the road conditions on the twelve tokens, two for each condition."""

NO_WEATHER = WeatherToken("", Effect("no_slipstream"))
"""The weather before the tokens are drawn; its effect applies in no sector."""

NO_CONDITION = Condition("")
"""The road condition of every corner before the tokens are drawn; it has no effect."""

NAME = "weather"


@record
class WeatherShown:
    """The visible tokens: the weather token's id, and the id of the road condition for every corner line.

    The two lines of a chicane share a condition. `sectors` has the effect in the sector beginning at each corner line
    (`Track.sector`), None for a sector without one, such as that between the lines of a chicane (H2).
    """

    token: str
    conditions: tuple[str, ...]
    sectors: tuple[Effect | None, ...]


class Road:
    """The tokens of a race, which stay in place from start to finish, and their effects by corner line.

    `limits` and `surcharges` apply at the line, `sectors` in the sector that begins there. Without an effect,
    the value is 0 or None.
    """

    __slots__ = ("conditions", "limits", "sectors", "surcharges", "token")

    def __init__(self, track: Track, token: WeatherToken, conditions: tuple[str, ...]) -> None:
        self.token = token
        self.conditions = conditions
        kinds = [CONDITIONS[name] for name in conditions] or [NO_CONDITION] * len(track.corners)
        self.limits = tuple(kind.limit for kind in kinds)
        self.surcharges = tuple(kind.surcharge for kind in kinds)
        between = track.first_lines  # no sector token acts between a chicane's lines (H2)
        self.sectors = tuple(
            None if corner in between else token.sector if kind.id == THE_WEATHER else kind.sector
            for corner, kind in enumerate(kinds)
        )

    def clone(self) -> Road:
        return self

    def snapshot(self) -> Data:
        return {"token": self.token.id, **table_of(self, ("conditions",))}

    def shown(self) -> WeatherShown:
        return WeatherShown(self.token.id, self.conditions, self.sectors)


def draw_road(race: Race) -> Road:
    """Draw, report and return the weather and the road conditions, using the table's random stream (W1)."""
    weather = [*WEATHER.values()]
    race.luck = shuffle(weather, race.luck)
    pool = [*ALL_CONDITIONS]
    race.luck = shuffle(pool, race.luck)
    placed: list[str] = []
    for corner in race.rules.track.corners:
        placed.append(pool.pop() if corner.chicane_with is None else placed[corner.chicane_with])
    road = Road(race.rules.track, weather[-1], tuple(placed))
    race.events.append(WeatherDrawn(road.token.id))
    race.events.append(ConditionsPlaced(road.conditions))
    return road


@module(NAME, rank=30)
class Weather(Module):
    """The weather and road conditions, drawn once the cars are on the grid or, if `late`, after the draft (W1, E4)."""

    late: bool = False

    def cars(self, setup: RaceSetup, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
        corners = len(setup.track.corners) - len(setup.track.first_lines)  # a chicane takes one token (W1, H2)
        if corners > len(ALL_CONDITIONS):
            raise IllegalSetup(refuse("too-few-conditions", corners=corners, tokens=len(ALL_CONDITIONS)))
        return entries

    def before_race(self, steps: tuple[TableStep, ...]) -> tuple[TableStep, ...]:
        return (DrawWeather(), *steps) if self.late else steps

    def state(self, race: Race) -> Road | None:
        return None if self.late else draw_road(race)

    def restore(self, race: Race, data: Data) -> Road:
        track = race.rules.track
        token, conditions = read(data, {"token": str, "conditions": tuple[str, ...]}).values()
        if token not in WEATHER or not CONDITIONS.keys() >= {*conditions} or len(conditions) != len(track.corners):
            raise ValueError("not a weather token and a road condition for every corner")
        for corner, name in zip(track.corners, conditions, strict=True):
            if corner.chicane_with is not None and conditions[corner.chicane_with] != name:
                raise ValueError("two road conditions for one chicane")
        return Road(track, WEATHER[token], conditions)

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

    def corner_cost(self, race: Race, corner: int, heat: int) -> int:
        return heat + _road(race).surcharges[corner]

    def boost_cost(self, race: Race, car: Car, heat: int) -> int:
        return 0 if _effect(race, car, "free_boost") else heat

    def sector_cooldown(self, race: Race, car: Car, heat: int) -> int:
        effect = _effect(race, car, "cooldown")
        return heat + effect.number if effect else heat

    def may_cool(self, race: Race, car: Car, allowed: bool) -> bool:  # noqa: FBT001
        return allowed and not _effect(race, car, "no_cooldown")

    def may_slipstream(self, race: Race, car: Car, allowed: bool) -> bool:  # noqa: FBT001
        return allowed and not _effect(race, car, "no_slipstream")

    def slipstream_reach(self, race: Race, car: Car, distances: tuple[int, ...]) -> tuple[int, ...]:
        effect = _effect(race, car, "slipstream_boost")
        return tuple(sorted({*distances, *(each + effect.number for each in distances)})) if effect else distances


class DrawWeather(TableStep):
    """Draws the tokens before round 1, and refills the engines, because the weather changes the Heat (E4)."""

    name = "weather"

    def enter(self, race: Race) -> None:
        states = {**race.states, NAME: draw_road(race)}
        race.states = {module.name: states[module.name] for module in race.rules.modules if module.name in states}
        fill_engines(race)


def _road(race: Race) -> Road:
    """Return the road with its tokens; before they are drawn, one without tokens."""
    road = race.states.get(NAME)
    if road is None:
        return Road(race.rules.track, NO_WEATHER, ())
    assert isinstance(road, Road)
    return road


def _effect(race: Race, car: Car, kind: str) -> Effect | None:
    """Return the effect in the car's sector if it is of this kind, else None (W4, W5)."""
    effect = _road(race).sectors[sector_of(race, car)]
    return effect if effect is not None and effect.kind == kind else None
