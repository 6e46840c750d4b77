"""Turns with upgrades: the garage of all sets, and the actions that its cards allow."""

from __future__ import annotations

from heat_tui.engine.actions import React
from heat_tui.engine.decisions import Use
from heat_tui.engine.track import Track
from heat_tui.modules.garage import Garage
from heat_tui.modules.garage.cards import SETS
from tests.tables import Place, Table, loop, turn

GARAGE = Garage("both", "normal", SETS)
ROAD = loop(60)


def drive(
    *places: Place, track: Track = ROAD, last: tuple[int, ...] = (), weather: tuple[str, ...] = (), seed: int = 1
) -> Table:
    """Return the turn of car 0, in a race with all upgrades."""
    return turn(track, *places, last=last, weather=weather, modules=(GARAGE,), seed=seed)


def offered(table: Table, symbol: str) -> list[Use]:
    """Return the uses of a symbol that are on offer."""
    return [use for use in table.uses() if use.symbol == symbol]


def use(symbol: str, source: str, amount: int = 1, cards: str = "") -> React:
    """Return the action that uses a symbol."""
    return React(symbol, source, amount, tuple(cards.split()))
