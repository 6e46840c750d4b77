"""The moment after a change of screen when keys and clicks are ignored, because they were meant for the old screen."""

from __future__ import annotations

from time import monotonic

SECONDS = 0.35


class Grace:
    """A short period that begins when something is shown."""

    __slots__ = ("_since",)

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Restart the period now."""
        self._since = monotonic()

    @property
    def over(self) -> bool:
        """True if a player who presses a key now can have seen the question."""
        return monotonic() - self._since >= SECONDS
