"""The upgrade cards (G1, H4, N3), by family, value and symbols, in two copies each; the garage's events."""

from __future__ import annotations

from typing import Literal

from heat_tui.engine.cards import CATALOGUE, HEAT, Card
from heat_tui.engine.events import CarEvent, Event
from heat_tui.engine.record import record

Level = Literal["basic", "advanced"]

COPIES = 2
"""The number of copies of each kind of upgrade."""

BASE = "base"
HEAVY_RAIN = "heavy_rain"
TUNNEL_VISION = "tunnel_vision"
SETS = (BASE, HEAVY_RAIN, TUNNEL_VISION)
"""The sets that contain upgrades."""


@record
class Upgrade:
    """One kind of upgrade: its card, its level and its set."""

    card: Card
    level: Level
    set: str


def _card(key: str, speed: int | tuple[int, ...], **symbols: int) -> Card:
    """Return a card from its value, or the values to choose from, and its symbols."""
    choices = speed if isinstance(speed, tuple) else ()
    return Card(key, "upgrade", 0 if isinstance(speed, tuple) else speed, tuple(symbols.items()), choices)


# A key is the family and the value or values, with a letter if several cards of a family share them.

_BASIC = (
    _card("drive-4", 4, plus=1),
    _card("drive-0a", 0, plus=3),
    _card("drive-0b", 0, plus=1, cooldown=3),
    _card("body-3", 3, reduce_stress=2),
    _card("body-5", 5, reduce_stress=1),
    _card("body-1", 1, reduce_stress=3),
    _card("brakes-1234", (1, 2, 3, 4), heat=1),
    _card("brakes-13", (1, 3)),
    _card("brakes-24", (2, 4)),
    _card("brakes-15", (1, 5)),
    _card("radiator-6", 6, heat=1, cooldown=1),
    _card("radiator-1", 1, cooldown=2),
    _card("radiator-3", 3, cooldown=1),
    _card("revs-1a", 1, slipstream_boost=2),
    _card("revs-2", 2, slipstream_boost=2),
    _card("revs-3", 3, slipstream_boost=2),
    CATALOGUE[HEAT],
)

_ADVANCED = (
    _card("body-6", 6, reduce_stress=3, heat=1),
    _card("body-2a", 2, reduce_stress=1, cooldown=1, scrap=2),
    _card("body-2b", 2, reduce_stress=1, slipstream_boost=1),
    _card("radiator-4", 4, scrap=2, cooldown=1),
    _card("fuel-2", 2, salvage=2),
    _card("fuel-0", 0, plus=1, salvage=2, cooldown=1),
    _card("throttle-1a", 1, direct_play=1, scrap=1),
    _card("throttle-2", 2, direct_play=1, scrap=2),
    _card("throttle-3", 3, direct_play=1, scrap=3),
    _card("throttle-4", 4, direct_play=1, heat=1, cooldown=1),
    _card("throttle-1b", 1, direct_play=1, accelerate=1, scrap=5),
    _card("revs-0", 0, plus=1, slipstream_boost=3),
    _card("revs-1b", 1, heat=1, slipstream_boost=3),
    _card("revs-12", (1, 2), slipstream_boost=1),
    _card("suspension-2a", 2, refresh=1, reduce_stress=1),
    _card("suspension-2b", 2, refresh=1, cooldown=1),
    _card("suspension-4", 4, refresh=1),
    _card("suspension-1", 1, refresh=1, slipstream_boost=1),
    _card("tyres-2a", 2, adjust=-1, cooldown=3),
    _card("tyres-1", 1, scrap=2, adjust=1),
    _card("tyres-2b", 2, scrap=2, adjust=1),
    _card("tyres-3", 3, adjust=-1, cooldown=2),
    _card("tyres-0a", 0, plus=1, adjust=1, slipstream_boost=1, cooldown=1),
    _card("tyres-0b", 0, plus=2, adjust=2),
    _card("turbo-7", 7, heat=2, cooldown=3),
    _card("turbo-8", 8, heat=1, scrap=6),
    _card("wings-4", 4, heat=1, scrap=2, adjust=2),
    _card("wings-3", 3, heat=1, scrap=2, adjust=2),
    _card("wings-6", 6, heat=2, adjust=3),
    _card("drive-0c", 0, plus=1, accelerate=1),
    CATALOGUE[HEAT],
)

_AIR_INTAKES = (
    _card("intake-1a", 1, super_cool=1, salvage=4, adjust=-1),
    _card("intake-0a", 0, super_cool=1, slipstream_boost=1, reduce_stress=1),
    _card("intake-1b", 1, super_cool=1, cooldown=1, scrap=1),
    _card("intake-3", 3, super_cool=1, scrap=3),
    _card("intake-4", 4, super_cool=1, scrap=4),
    _card("intake-0b", 0, plus=1, super_cool=1, refresh=1, adjust=-1),
)

_FRONT_WINGS = (
    _card("frontwing-0a", 0, plus=1, draft=3),
    _card("frontwing-0b", 0, draft=1, direct_play=1, refresh=1),
    _card("frontwing-2", 2, draft=2, salvage=2, scrap=5),
    _card("frontwing-3", 3, draft=1, adjust=1, scrap=3),
    _card("frontwing-4", 4, draft=1, refresh=1, scrap=4),
    _card("frontwing-6", 6, draft=2, heat=1),
)


def _upgrades(cards: tuple[Card, ...], level: Level, upgrade_set: str) -> tuple[Upgrade, ...]:
    return tuple(Upgrade(card, level, upgrade_set) for card in cards)


UPGRADES: tuple[Upgrade, ...] = (
    *_upgrades(_BASIC, "basic", BASE),
    *_upgrades(_ADVANCED, "advanced", BASE),
    *_upgrades(_AIR_INTAKES, "advanced", HEAVY_RAIN),
    *_upgrades(_FRONT_WINGS, "advanced", TUNNEL_VISION),
)
"""The kinds of upgrades. An Upgrade Heat card is a Heat card like any other; both levels include it (5.2)."""


@record
class MarketDealt(Event):
    """Draft round `round`, from 1, began with these cards in the market, sorted."""

    reveals = "market-dealt"

    round: int
    cards: tuple[str, ...]


@record
class UpgradePicked(CarEvent):
    """A driver took an upgrade from the market."""

    card: str


@record
class UpgradePutAway(CarEvent):
    """A driver put away one of the four upgrades taken in a snake draft (O3)."""

    card: str


@record
class UpgradesDealt(CarEvent):
    """Quick start: a driver was dealt these upgrades, sorted (G3)."""

    cards: tuple[str, ...]


@record
class UpgradeExchanged(CarEvent):
    """The last driver on the grid exchanged an upgrade for one left in the market (E4)."""

    give: str
    take: str
