"""The other cars, as far as they block or tow one's own (3.4, 6.1)."""

from __future__ import annotations

from heat_tui.engine.car import RACING
from heat_tui.engine.track import SPOTS_PER_SPACE
from heat_tui.engine.view import SeatView


class Traffic:
    """Where the other cars stand now; spaces are counted from 0, absolute places as everywhere."""

    __slots__ = ("_cars", "_spaces")

    def __init__(self, view: SeatView) -> None:
        self._spaces = view.sheet.track.spaces
        self._cars: dict[int, int] = {}
        for car in view.cars:
            if car.status == RACING and car.index != view.seat:
                space = car.at % self._spaces
                self._cars[space] = self._cars.get(space, 0) + 1

    def landing(self, at: int, distance: int) -> int:
        """Where a move from `at` ends: short of it when the spaces aimed at are full."""
        end = at + distance
        while end > at and self._cars.get(end % self._spaces, 0) >= SPOTS_PER_SPACE:
            end -= 1
        return end

    def tows(self, at: int) -> bool:
        """Whether a car at `at` stands beside or right behind another."""
        return at % self._spaces in self._cars or (at + 1) % self._spaces in self._cars


class OpenRoad(Traffic):
    """No other car anywhere: what a plan reckons with, because those ahead will have moved first."""

    __slots__ = ()

    def __init__(self) -> None:
        self._spaces = 1
        self._cars = {}
