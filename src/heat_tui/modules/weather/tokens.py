"""The weather and the road-condition tokens (W1-W5)."""

from __future__ import annotations

from typing import Literal

from heat_tui.engine.record import record

SectorEffect = Literal["slipstream_boost", "no_slipstream", "cooldown", "no_cooldown", "free_boost"]
"""What a token does in a sector: a Slipstream that may go further, none at all, more Cooldown, none at all, a Boost
without Heat."""

Scope = Literal["corner", "sector"]


@record
class Effect:
    """A sector's effect; `number` goes with a Slipstream boost and a Cooldown, else it is 0."""

    kind: SectorEffect
    number: int = 0


@record
class WeatherToken:
    """The weather of a race.

    `stress` and `heat` change the counts of every driver; `to_deck` and `to_discard` move Heat from the engine to
    the draw deck or the discard pile, as far as there is any (W2). `sector` holds where a "weather" token lies (W5).
    """

    id: str
    sector: Effect
    stress: int = 0
    heat: int = 0
    to_deck: int = 0
    to_discard: int = 0


@record
class Condition:
    """A road condition, `copies` times among the tokens.

    One that acts on a corner changes its `limit` or adds a `surcharge` for whoever pays there (W3); one that acts on
    the sector brings its own effect, or the weather's (W4).
    """

    id: str
    scope: Scope
    copies: int = 2
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
"""The road condition in whose sector the weather token's own effect holds (W4)."""

CONDITIONS = {
    condition.id: condition
    for condition in (
        Condition("limit_up", "corner", limit=1),
        Condition("limit_down", "corner", limit=-1),
        Condition("overheat", "corner", surcharge=1),
        Condition("slipstream_boost", "sector", sector=Effect("slipstream_boost", 1)),
        Condition("heat_control", "sector", sector=Effect("free_boost")),
        Condition(THE_WEATHER, "sector"),
    )
}
"""The six kinds of road-condition tokens by id. Source: the tokens of the base game."""

ALL_CONDITIONS = tuple(condition.id for condition in CONDITIONS.values() for _ in range(condition.copies))
"""The twelve tokens that are drawn from."""

NO_WEATHER = WeatherToken("", Effect("no_slipstream"))
NO_CONDITION = Condition("", "corner")
"""What lies on the road while its tokens are still to be drawn: no effect of either is ever asked for."""
