"""What the rest of a turn can still bring, once its cards are open: Boost, Adrenaline, Slipstream, corners."""

from __future__ import annotations

from heat_tui.drivers.odds import flip_odds
from heat_tui.drivers.outlook import Outlook
from heat_tui.drivers.traffic import Traffic
from heat_tui.engine.steps.slipstream import SLIPSTREAM
from heat_tui.engine.view import SeatView


class RestOfTurn:
    """Weighs the ways in which a turn may go on, in turns to the flag: less is better.

    `kept` are the cards that stay in the hand. Where other cars stand is a fact in one's own turn.
    """

    __slots__ = ("_began", "_finish", "_flips", "_gear", "_kept", "_outlook", "_traffic")

    def __init__(self, view: SeatView, outlook: Outlook, traffic: Traffic, gear: int, kept: tuple[str, ...]) -> None:
        self._outlook = outlook
        self._traffic = traffic
        self._finish = view.sheet.finish
        self._began = outlook.left(view.began if view.acting == view.seat else view.own.at)
        self._gear = gear
        self._kept = kept
        self._flips = flip_odds(view)

    def best(self, at: int, speed: int, engine: int, *, boost: bool, adrenaline: bool) -> float:
        """The turns to the flag when the best is made of what is left to use."""
        turns = self.slipping(at, speed, engine)
        if adrenaline:
            turns = min(turns, self.pushing(at, speed, engine, boost=boost))
        if boost and engine:
            turns = min(turns, self.boosting(at, speed, engine, adrenaline=adrenaline))
        return turns

    def pushing(self, at: int, speed: int, engine: int, *, boost: bool) -> float:
        """With the +1 of Adrenaline used now."""
        return self.best(self._traffic.landing(at, 1), speed + 1, engine, boost=boost, adrenaline=False)

    def boosting(self, at: int, speed: int, engine: int, *, adrenaline: bool) -> float:
        """With a Boost now, on the average of what it may turn over."""
        landing = self._traffic.landing
        return sum(
            [
                chance * self.best(landing(at, flip), speed + flip, engine - 1, boost=False, adrenaline=adrenaline)
                for flip, chance in self._flips
            ]
        )

    def slipping(self, at: int, speed: int, engine: int) -> float:
        """With step 5 over: the better of slipstreaming, where that is allowed, and staying (6.1, 6.4)."""
        turns = self.ended(at, speed, engine)
        if at + SLIPSTREAM <= self._finish and self._traffic.tows(at):
            end = self._traffic.landing(at, SLIPSTREAM)
            if end > at:
                turns = min(turns, self.ended(end, speed, engine))
        return turns

    def ended(self, at: int, speed: int, engine: int) -> float:
        """With the car at rest: only the corners are still to pay."""
        return self._outlook.checked(self._began, self._outlook.left(at), speed, self._gear, engine, self._kept)
