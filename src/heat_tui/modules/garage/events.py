"""What happens in the draft; all of it is open (K1)."""

from __future__ import annotations

from heat_tui.engine.events import Event
from heat_tui.engine.record import record


@record
class MarketDealt(Event):
    """Draft round `round`, from 1, began with these cards in the market, sorted."""

    reveals = "market-dealt"

    round: int
    cards: tuple[str, ...]


@record
class UpgradePicked(Event):
    """A driver took an upgrade from the market."""

    car: int
    card: str


@record
class UpgradePutAway(Event):
    """A driver put one of four upgrades away (O3)."""

    car: int
    card: str


@record
class UpgradesDealt(Event):
    """Quick start: a driver was dealt these upgrades, sorted (G3)."""

    car: int
    cards: tuple[str, ...]


@record
class UpgradeExchanged(Event):
    """The last driver of the grid gave an upgrade for one that was left in the market (E4)."""

    car: int
    give: str
    take: str
