"""Slipstream boost n: a Slipstream of this turn may go n further (G7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heat_tui.engine.symbols.symbol import Symbol, Where

if TYPE_CHECKING:
    from heat_tui.engine.car import Car
    from heat_tui.engine.race import Race


class SlipstreamBoost(Symbol):
    """Used in step 6, each symbol whole or not at all; they add up."""

    name = "slipstream_boost"
    where: Where = "mark"

    def slipstream_reach(self, race: Race, car: Car, distances: tuple[int, ...]) -> tuple[int, ...]:
        ways = set(distances)
        for mark in race.turn.marks:
            if mark.symbol == self.name:
                ways |= {way + mark.most for way in ways}
        return tuple(sorted(ways))
