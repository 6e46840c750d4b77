"""The events of Legends, in an uncompiled file: mypyc would make `reveals` a field."""

from __future__ import annotations

from heat_tui.engine.events import CarEvent, Event
from heat_tui.engine.record import record


@record
class LegendCardTurned(Event):
    """The round's Legend card, index `card` (0 to 9), was turned over (L2), from a reshuffled deck if `shuffled`."""

    reveals = "legend-card"

    card: int
    shuffled: bool


@record
class LegendPressed(CarEvent):
    """A Legend begins its move on an aggressive space: it may cross `more` extra corner lines, 1 or 2 (L8)."""

    more: int


@record
class LegendDecided(CarEvent):
    """The reason for a Legend's move; the move follows.

    `rule` is "corner" (L3: limit plus diamond), "line" (L4: as far before the line as the diamond says) or "helmet"
    (L4, L6: the whole helmet number). `corner` is the index of the corner ahead, None if no corner is left. `stopped`
    says that the move under L3 would have crossed more than `lines` corner lines, the most allowed: 1, or up to 3 under
    L8. `target` is the absolute place aimed at; under "line", `target` is `short` spaces behind the last space before
    the line.
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
