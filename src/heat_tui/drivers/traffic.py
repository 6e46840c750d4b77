"""The other cars, as far as they block or tow one's own (3.4, 6.1)."""

from __future__ import annotations

from heat_tui.engine.car import RACING
from heat_tui.engine.track import SPOTS_PER_SPACE
from heat_tui.engine.view import CarView, SeatView


class Traffic:
    """How many of `cars` stand on which space of a lap of `spaces`; laps do not matter."""

    __slots__ = ("_count", "_spaces")

    def __init__(self, cars: tuple[CarView, ...], spaces: int) -> None:
        self._spaces = spaces
        self._count: dict[int, int] = {}
        for car in cars:
            if car.status == RACING:
                space = car.at % spaces
                self._count[space] = self._count.get(space, 0) + 1

    def landing(self, at: int, distance: int) -> int:
        """Where a move from the absolute place `at` ends: short of its goal when the spaces there are full."""
        end = at + distance
        while end > at and self._count.get(end % self._spaces, 0) >= SPOTS_PER_SPACE:
            end -= 1
        return end

    def tows(self, at: int) -> bool:
        """Whether a car at `at` is beside or right behind one of these."""
        return at % self._spaces in self._count or (at + 1) % self._spaces in self._count


def traffic_now(view: SeatView) -> Traffic:
    """All other cars where they stand: a fact in one's own turn."""
    others = tuple([car for car in view.cars if car.index != view.seat])
    return Traffic(others, view.sheet.track.spaces)


def open_road(view: SeatView) -> Traffic:
    """Nobody: what a plan reckons with, for those ahead will have moved before the own turn comes."""
    return Traffic((), view.sheet.track.spaces)
