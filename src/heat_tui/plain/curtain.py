"""The curtain: what one person may see is on the screen only while he sits there."""

from __future__ import annotations

from heat_tui.engine.decisions import Decision, DiscardDecision, MulliganDecision, PlanDecision
from heat_tui.language import _
from heat_tui.plain.console import Console
from heat_tui.session import Match

NEEDS_THE_HAND = (MulliganDecision, PlanDecision, DiscardDecision)
"""The decisions that cannot be taken without looking at the own cards."""


class Curtain:
    """On a terminal it clears the screen and what was scrolled away; through a pipe it is a marked line.

    `blank` tells that the screen was cleared and nothing has been shown on it since.
    """

    def __init__(self, match: Match, console: Console) -> None:
        self._match = match
        self._console = console
        self._open_to: int | None = None
        self.blank = False

    @property
    def hangs(self) -> bool:
        """Whether this table needs a curtain at all: several persons, and no open table."""
        return len(self._match.people) > 1 and not self._match.open_table

    def is_open_to(self, seat: int) -> bool:
        """Whether the cards of a seat may be shown now: the match allows it, and the curtain is drawn back."""
        return self._match.may_look(seat) and (not self.hangs or self._open_to == seat)

    def hides(self, seat: int, decision: Decision) -> bool:
        """Whether it has to be drawn for a decision of that seat."""
        return isinstance(decision, NEEDS_THE_HAND) and not self.is_open_to(seat)

    def open(self, seat: int) -> None:
        """Show the cards of a seat from here on."""
        self._mark(self._match.sheet.entries[seat].name)
        self._open_to = seat
        self.blank = False

    def close(self) -> None:
        """Leave nothing of what was shown; without an open curtain this does nothing."""
        if self._open_to is None:
            return
        self._open_to = None
        self._mark(_("the table"))
        self.blank = self._console.terminal

    def _mark(self, who: str) -> None:
        if self._console.terminal:
            self._console.clear()
        else:
            self._console.say(_("--- curtain: {name} ---").format(name=who))
