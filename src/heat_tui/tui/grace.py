"""The moment after something has been shown in which no key and no click answers: it was meant for what was there."""

from __future__ import annotations

from time import monotonic

SECONDS = 0.35


class Grace:
    """Begins when something is shown, and is over soon after."""

    __slots__ = ("_since",)

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Count from now."""
        self._since = monotonic()

    @property
    def over(self) -> bool:
        """Return whether a player who presses a key now can have seen what it answers."""
        return monotonic() - self._since >= SECONDS
