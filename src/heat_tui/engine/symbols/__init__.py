"""The symbols of cards, gears and Adrenaline: one file each, and their registry."""

from __future__ import annotations

from heat_tui.engine.symbols.accelerate import Accelerate
from heat_tui.engine.symbols.adjust import Adjust
from heat_tui.engine.symbols.adrenaline_move import AdrenalineMove
from heat_tui.engine.symbols.boost import Boost
from heat_tui.engine.symbols.cooldown import Cooldown
from heat_tui.engine.symbols.direct_play import DirectPlay
from heat_tui.engine.symbols.draft import Draft
from heat_tui.engine.symbols.heat import PayHeat
from heat_tui.engine.symbols.plus import Plus
from heat_tui.engine.symbols.reduce_stress import ReduceStress
from heat_tui.engine.symbols.refresh import Refresh
from heat_tui.engine.symbols.salvage import Salvage
from heat_tui.engine.symbols.scrap import Scrap
from heat_tui.engine.symbols.slipstream_boost import SlipstreamBoost
from heat_tui.engine.symbols.super_cool import SuperCool
from heat_tui.engine.symbols.symbol import Symbol

SYMBOLS: tuple[Symbol, ...] = (
    Plus(),
    Cooldown(),
    Boost(),
    AdrenalineMove(),
    PayHeat(),
    Scrap(),
    Adjust(),
    SlipstreamBoost(),
    ReduceStress(),
    Refresh(),
    Salvage(),
    SuperCool(),
    DirectPlay(),
    Accelerate(),
    Draft(),
)
"""All symbols; which of them a race has follows from its cards."""

MANDATORY = frozenset(symbol.name for symbol in SYMBOLS if symbol.mandatory)
"""What must be used before step 5 ends (G10)."""

__all__ = ["MANDATORY", "SYMBOLS", "Symbol"]
