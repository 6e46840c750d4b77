"""Frames one after the other, at the pace that the player likes."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import Final

from textual.screen import Screen
from textual.timer import Timer

from heat_tui.files.settings import Animation
from heat_tui.tui.choreography import Explained, Frame, Told

PACES: Final[dict[Animation, tuple[float, float]]] = {
    "off": (0.0, 0.0),
    "fast": (0.02, 0.06),
    "normal": (0.06, 0.3),
}
"""Seconds that a car stays on a space, and that a line is read before what follows from it."""


class Motion:
    """Plays frames on a screen; `show` draws one, `done` is called after the last.

    `held` tells that an explanation waits to be read.
    """

    def __init__(self, screen: Screen[None], show: Callable[[Frame], None], done: Callable[[], object]) -> None:
        self._screen = screen
        self._show = show
        self._done = done
        self._waiting: deque[Frame] = deque()
        self._timer: Timer | None = None
        self.pace: Animation = "normal"
        self.held = False

    @property
    def running(self) -> bool:
        """Whether frames are still to come."""
        return self._timer is not None or self.held

    def play(self, frames: Iterable[Frame]) -> None:
        """Show frames after those that still wait."""
        self._waiting.extend(frames)
        if self.running:
            return
        if self.pace == "off":
            self.skip()
        else:
            self._next()

    def skip(self) -> None:
        """Show all the rest at once, up to the next explanation."""
        self._stop()
        while self._waiting:
            frame = self._waiting.popleft()
            self._show(frame)
            if isinstance(frame, Explained):
                self.held = True
                return
        self._done()

    def go_on(self) -> None:
        """The explanation is read."""
        self._stop()
        if self.pace == "off":
            self.skip()
        else:
            self._next()

    def halt(self) -> None:
        """Drop what waits; nothing is shown any more."""
        self._stop()
        self._waiting.clear()

    def _next(self) -> None:
        self._timer = None
        if not self._waiting:
            self._done()
            return
        frame = self._waiting.popleft()
        self._show(frame)
        if isinstance(frame, Explained):
            self.held = True
            return
        stepping, reading = PACES[self.pace]
        self._timer = self._screen.set_timer(reading if isinstance(frame, Told) else stepping, self._next)

    def _stop(self) -> None:
        self.held = False
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
