"""What was agreed before the race."""

from __future__ import annotations

from collections.abc import Mapping

from heat_tui.engine.cards import Card
from heat_tui.engine.record import record
from heat_tui.engine.setup import Entry
from heat_tui.engine.track import Track


@record
class RaceSheet:
    """What was agreed before the race and never changes; everybody may know it. The seed is not in it.

    `drivers` is how many of the `entries` are drivers, and `cards` the catalogue of all cards by key.
    """

    track: Track
    laps: int
    entries: tuple[Entry, ...]
    drivers: int
    cards: Mapping[str, Card]
    mulligan: bool
    retire: bool
    memory_aid: bool

    @property
    def finish(self) -> int:
        """The last absolute place before the finish line of the last lap."""
        return (self.laps + 1) * self.track.spaces
