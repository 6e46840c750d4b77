"""What was agreed before the race."""

from __future__ import annotations

from heat_tui.engine.record import record
from heat_tui.engine.setup import Entry
from heat_tui.engine.track import Track


@record
class RaceSheet:
    """What was agreed before the race and never changes; everybody may know it. The seed is not in it."""

    track: Track
    laps: int
    entries: tuple[Entry, ...]
    drivers: int
    mulligan: bool
    retire: bool
    memory_aid: bool

    @property
    def finish(self) -> int:
        """The last absolute place before the finish line of the last lap."""
        return (self.laps + 1) * self.track.spaces
