"""The place where every kind of event finds its sentences."""

from __future__ import annotations

from functools import singledispatch

from heat_tui.engine.events import Event
from heat_tui.engine.setup import RaceSheet


@singledispatch
def told(event: Event, sheet: RaceSheet) -> str:
    """What happened and why, in a sentence or two; other files register the kinds of events."""
    raise AssertionError(f"no sentence for {type(event).__name__}")


def sentences(*parts: str) -> str:
    """Whole sentences one after the other; empty ones fall away."""
    return " ".join(part for part in parts if part)
