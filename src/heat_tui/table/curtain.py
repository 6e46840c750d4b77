"""The curtain: what one person may see is on the screen only while he sits there."""

from __future__ import annotations

from heat_tui.engine.decisions import Decision, DiscardDecision, MulliganDecision, PlanDecision
from heat_tui.session import Match

NEEDS_THE_HAND = (MulliganDecision, PlanDecision, DiscardDecision)
"""The decisions that cannot be taken without looking at the own cards."""


class Curtain:
    """Whose cards may be on the screen; a front end draws what this says and takes away what this closes."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.open_to: int | None = None

    @property
    def hangs(self) -> bool:
        """Whether this table needs a curtain at all: several persons, and no open table."""
        return len(self.match.people) > 1 and not self.match.open_table

    def is_open_to(self, seat: int) -> bool:
        """Whether the cards of a seat may be shown now: the match allows it, and the curtain is drawn back."""
        return self.match.may_look(seat) and (not self.hangs or self.open_to == seat)

    def hides(self, seat: int, decision: Decision) -> bool:
        """Whether it has to be drawn for a decision of that seat."""
        return isinstance(decision, NEEDS_THE_HAND) and not self.is_open_to(seat)

    def open(self, seat: int) -> None:
        """Show the cards of a seat from here on."""
        self.open_to = seat

    def close(self) -> None:
        """Leave nothing of what was shown; without an open curtain this does nothing."""
        self.open_to = None
