"""What Legends do, as events."""

from __future__ import annotations

from heat_tui.engine.events import CarEvent, Event
from heat_tui.engine.record import record


@record
class LegendCardTurned(Event):
    """The Legend card of the round was turned over (L2); `card` is its place in the table, 0-9.

    `shuffled` says that all ten had been used and were shuffled into a new deck first.
    """

    reveals = "legend-card"

    card: int
    shuffled: bool


@record
class LegendPressed(CarEvent):
    """A Legend begins its move on an aggressive space: it may cross `more` corner lines more (L8), 1 or 2."""

    more: int


@record
class LegendDecided(CarEvent):
    """Why a Legend moves as it does; the move follows.

    `rule` is "corner" (L3: limit plus diamond), "line" (L4: to the diamond's space before the
    line) or "helmet" (L4, L6: the whole helmet number). `corner` is the index of the corner
    ahead, None with no corner left. `stopped` says that L3 would have crossed a line too many: the second, or
    the one after those that an aggressive Legend may cross (L8), which are `lines`. `target` is the absolute place
    aimed at, `short` spaces before the last one ahead of the line (L4).
    """

    rule: str
    corner: int | None
    limit: int
    diamond: int
    helmet: int
    stopped: bool
    target: int
    lines: int = 1
    short: int = 0
