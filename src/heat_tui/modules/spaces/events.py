"""The events on special spaces."""

from __future__ import annotations

from heat_tui.engine.events import CarEvent
from heat_tui.engine.record import record


@record
class DiscardBarred(CarEvent):
    """Step 8: the car is in a tunnel, where nothing in the hand may be discarded (N1)."""
