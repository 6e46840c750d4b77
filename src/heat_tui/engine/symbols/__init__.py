"""The symbols of cards, gears and Adrenaline: one file each, and their registry."""

from __future__ import annotations

from heat_tui.engine.symbols.adrenaline_move import AdrenalineMove
from heat_tui.engine.symbols.boost import Boost
from heat_tui.engine.symbols.cooldown import Cooldown
from heat_tui.engine.symbols.plus import Plus
from heat_tui.engine.symbols.symbol import Symbol

BASE_SYMBOLS: tuple[Symbol, ...] = (Plus(), Cooldown(), Boost(), AdrenalineMove())

__all__ = ["BASE_SYMBOLS", "AdrenalineMove", "Boost", "Cooldown", "Plus", "Symbol"]
