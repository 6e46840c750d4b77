"""What the press of a championship is worth to a driver (E9)."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from heat_tui.engine.view import SeatView

IMPRESSIVE = 2
"""Whoever is so many points over the limit of a press corner gains a Sponsorship (E9)."""

WORTH = 0.05
"""What a Sponsorship is worth, in turns: one good card, once. Who drives for more than that is slower in the end."""

SLOW_PRESS = 16
"""At this event the press wants drivers to be slow, which they are of themselves (E11)."""


@runtime_checkable
class Publicity(Protocol):
    """The open side of a championship, as far as a driver looks at it."""

    @property
    def event(self) -> int:
        """The number of the race's event."""
        ...

    @property
    def press(self) -> tuple[int, ...]:
        """The corners where the press stands, as indices."""
        ...

    @property
    def deck(self) -> int:
        """The Sponsorships in the deck."""
        ...

    @property
    def used(self) -> int:
        """The Sponsorships with which the deck is refilled."""
        ...


def press_lines(view: SeatView) -> frozenset[int]:
    """The lines where speed gains a Sponsorship, as the course counts places to the flag, modulo the lap."""
    track = view.sheet.track
    for _, shown in view.shown:
        if isinstance(shown, Publicity) and shown.event != SLOW_PRESS and shown.deck + shown.used:
            return frozenset([(1 - track.corners[corner].line_after) % track.spaces for corner in shown.press])
    return frozenset()
