"""The tokens of a race where they lie."""

from __future__ import annotations

from heat_tui.engine.module import Data
from heat_tui.engine.race import Race
from heat_tui.engine.record import record
from heat_tui.engine.rng import shuffle
from heat_tui.engine.track import Track
from heat_tui.modules.weather.events import ConditionsPlaced, WeatherDrawn
from heat_tui.modules.weather.tokens import (
    ALL_CONDITIONS,
    CONDITIONS,
    NO_CONDITION,
    NO_WEATHER,
    THE_WEATHER,
    WEATHER,
    Effect,
    WeatherToken,
)

NAME = "weather"


@record
class WeatherShown:
    """What everybody sees: the weather token's id, and for every corner line the id of its road condition.

    The two lines of a chicane share one. `sectors` is the effect that holds in the sector beginning at each corner line
    (`Track.sector`), None where none does, as between the lines of a chicane (H2).
    """

    token: str
    conditions: tuple[str, ...]
    sectors: tuple[Effect | None, ...]


class Road:
    """The tokens of a race, which lie as they are from the start to the end.

    `limits` and `surcharges` go by corner line, `sectors` by the line with which a sector begins; the figures of
    sectors are 0 and the marks False where no token gives them.
    """

    __slots__ = ("boosts", "calm", "conditions", "cooldowns", "free", "hot", "limits", "sectors", "surcharges", "token")

    def __init__(self, track: Track, token: WeatherToken, conditions: tuple[str, ...]) -> None:
        self.token = token
        self.conditions = conditions
        kinds = [CONDITIONS[name] for name in conditions] or [NO_CONDITION] * len(track.corners)
        self.limits = tuple(kind.limit for kind in kinds)
        self.surcharges = tuple(kind.surcharge for kind in kinds)
        between = first_lines(track)
        self.sectors = tuple(
            None if corner in between else token.sector if kind.id == THE_WEATHER else kind.sector
            for corner, kind in enumerate(kinds)
        )
        self.boosts = self._numbers("slipstream_boost")
        self.cooldowns = self._numbers("cooldown")
        self.calm = self._marks("no_slipstream")
        self.hot = self._marks("no_cooldown")
        self.free = self._marks("free_boost")

    def clone(self) -> Road:
        """Itself: nothing of it ever changes."""
        return self

    def snapshot(self) -> Data:
        """The tokens by id."""
        conditions: list[Data] = [*self.conditions]
        return {"token": self.token.id, "conditions": conditions}

    def shown(self) -> WeatherShown:
        """All of it lies open."""
        return WeatherShown(self.token.id, self.conditions, self.sectors)

    def _numbers(self, kind: str) -> tuple[int, ...]:
        return tuple(effect.number if effect is not None and effect.kind == kind else 0 for effect in self.sectors)

    def _marks(self, kind: str) -> tuple[bool, ...]:
        return tuple(effect is not None and effect.kind == kind for effect in self.sectors)


def first_lines(track: Track) -> frozenset[int]:
    """The first lines of the chicanes, as indices of corners: no sector token acts between a chicane's lines (H2)."""
    return frozenset(corner.chicane_with for corner in track.corners if corner.chicane_with is not None)


def tokens_needed(track: Track) -> int:
    """How many road conditions a track takes: one a corner, and one for the two lines of a chicane (W1, H2)."""
    return len(track.corners) - len(first_lines(track))


def bare_road(track: Track) -> Road:
    """A road before its tokens are drawn: nothing acts anywhere."""
    return Road(track, NO_WEATHER, ())


def drawn_road(race: Race) -> Road:
    """The weather and the road conditions, drawn by the table's stream of chance (W1)."""
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


def restored_road(track: Track, data: Data) -> Road:
    """The tokens from their snapshot; ValueError if they cannot lie on this track."""
    if not isinstance(data, dict):
        raise ValueError("weather is a table")
    token, conditions = data.get("token"), data.get("conditions")
    if not isinstance(token, str) or token not in WEATHER or not isinstance(conditions, list):
        raise ValueError("not a weather token and a list of road conditions")
    known = [name for name in conditions if isinstance(name, str) and name in CONDITIONS]
    if len(known) != len(conditions) or len(known) != len(track.corners):
        raise ValueError("not a road condition for every corner")
    for corner, name in zip(track.corners, known, strict=True):
        if corner.chicane_with is not None and known[corner.chicane_with] != name:
            raise ValueError("two road conditions for one chicane")
    return Road(track, WEATHER[token], tuple(known))
