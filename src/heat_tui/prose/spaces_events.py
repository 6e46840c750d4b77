"""Sentences for what special spaces bring about."""

from __future__ import annotations

from heat_tui.engine.sheet import RaceSheet
from heat_tui.language import _
from heat_tui.modules.spaces import DiscardBarred
from heat_tui.prose.names import car_name
from heat_tui.prose.telling import told


@told.register
def discard_barred(event: DiscardBarred, sheet: RaceSheet) -> str:
    """Why a driver in a tunnel is not asked (N1)."""
    return _("{name} stands in a tunnel, so nothing of the hand is discarded.").format(name=car_name(sheet, event.car))
