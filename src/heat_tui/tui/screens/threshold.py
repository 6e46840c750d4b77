"""What lies below a race that was opened without the title."""

from __future__ import annotations

from heat_tui.tui.screens.screen import HeatScreen


class Threshold(HeatScreen[None]):
    """An empty screen; whoever comes back to it is led to the title."""

    def __init__(self) -> None:
        super().__init__()
        self._left = False

    def on_screen_suspend(self) -> None:
        """Something has been opened."""
        self._left = True

    def on_screen_resume(self) -> None:
        """It has been closed again, unless another screen takes its place."""
        if self._left:
            self.call_later(self._lead_on)

    def _lead_on(self) -> None:
        if self.app.screen is self:
            self.heat.to_title()
