"""The curtain in lines: a cleared screen on a terminal, a marked line through a pipe."""

from __future__ import annotations

from heat_tui.language import _
from heat_tui.plain.console import Console
from heat_tui.session import Match
from heat_tui.table import curtain


class Curtain(curtain.Curtain):
    """On a terminal it clears the screen and what was scrolled away; through a pipe it is a marked line.

    `blank` tells that the screen was cleared and nothing has been shown on it since.
    """

    def __init__(self, match: Match, console: Console) -> None:
        super().__init__(match)
        self._console = console
        self.blank = False

    def open(self, seat: int) -> None:
        """Show the cards of a seat from here on."""
        self._mark(self.match.sheet.entries[seat].name)
        super().open(seat)
        self.blank = False

    def close(self) -> None:
        """Leave nothing of what was shown; without an open curtain this does nothing."""
        if self.open_to is None:
            return
        super().close()
        self._mark(_("the table"))
        self.blank = self._console.terminal

    def _mark(self, who: str) -> None:
        if self._console.terminal:
            self._console.clear()
        else:
            self._console.say(_("--- curtain: {name} ---").format(name=who))
