"""What every automated driver is."""

from __future__ import annotations

from typing import Protocol

from heat_tui.engine.actions import Action
from heat_tui.engine.decisions import Decision
from heat_tui.engine.view import SeatView


class Driver(Protocol):
    """Whoever chooses for a seat."""

    @property
    def name(self) -> str:
        """What this kind of driver is called on the command line, without the @."""
        ...

    def choose(self, view: SeatView, decision: Decision) -> Action:
        """A legal action for `decision`, which is that of the view's seat."""
        ...
