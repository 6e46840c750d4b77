"""The rules of the race, without input, output or a clock; all randomness comes from the seed."""

from __future__ import annotations

from heat_tui.engine.race import Race
from heat_tui.engine.record import IllegalAction, IllegalSetup, Refusal
from heat_tui.engine.setup import RaceSetup
from heat_tui.engine.track import Corner, Track

__all__ = ["Corner", "IllegalAction", "IllegalSetup", "Race", "RaceSetup", "Refusal", "Track"]
