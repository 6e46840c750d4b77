"""The events of the draft; all are public (K1)."""

from __future__ import annotations

from heat_tui.engine.events import CarEvent, Event
from heat_tui.engine.record import record


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
    """A driver put away one of four upgrades (O3)."""

    card: str


@record
class UpgradesDealt(CarEvent):
    """Quick start: a driver was dealt these upgrades, sorted (G3)."""

    cards: tuple[str, ...]


@record
class UpgradeExchanged(CarEvent):
    """The last driver of the grid exchanged an upgrade for one left in the market (E4)."""

    give: str
    take: str
