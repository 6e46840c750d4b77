"""What the rest of a turn can still bring once its cards are open: Boost, Adrenaline, Slipstream, corners."""

from __future__ import annotations

from heat_tui.drivers.odds import flip_odds
from heat_tui.drivers.outlook import Outlook
from heat_tui.drivers.traffic import Traffic
from heat_tui.engine.steps.slipstream import SLIPSTREAM
from heat_tui.engine.symbols.boost import BOOST_COST
from heat_tui.engine.view import SeatView


class RestOfTurn:
    """Weighs how a turn may go on, always in turns to the flag: less is better.

    `kept` are the cards that stay in the hand. Every question says where the car is by then (absolute), its
    speed and its engine.
    """

    __slots__ = ("_finish", "_flips", "_gear", "_kept", "_outlook", "_traffic")

    def __init__(self, view: SeatView, outlook: Outlook, traffic: Traffic, gear: int, kept: tuple[str, ...]) -> None:
        self._outlook = outlook
        self._traffic = traffic
        self._finish = view.sheet.finish
        self._gear = gear
        self._kept = kept
        self._flips = flip_odds(view)

    def best(self, at: int, speed: int, engine: int, *, boost: bool, adrenaline: bool) -> float:
        """With the best made of the symbols still open."""
        turns = self.done(at, speed, engine)
        if adrenaline:
            turns = min(turns, self.adrenaline(at, speed, engine, boost=boost))
        if boost and engine >= BOOST_COST:
            turns = min(turns, self.boost(at, speed, engine, adrenaline=adrenaline))
        return turns

    def adrenaline(self, at: int, speed: int, engine: int, *, boost: bool) -> float:
        """With the +1 of Adrenaline now."""
        return self.best(self._traffic.landing(at, 1), speed + 1, engine, boost=boost, adrenaline=False)

    def boost(self, at: int, speed: int, engine: int, *, adrenaline: bool) -> float:
        """With a Boost now, on the average of what it may turn over."""
        total = 0.0
        for flip, chance in self._flips:
            end = self._traffic.landing(at, flip)
            rest = self.best(end, speed + flip, engine - BOOST_COST, boost=False, adrenaline=adrenaline)
            total += chance * rest
        return total

    def done(self, at: int, speed: int, engine: int) -> float:
        """With step 5 over: the better of a Slipstream, where there is one, and staying."""
        turns = self.ended(at, speed, engine)
        if at + SLIPSTREAM <= self._finish and self._traffic.tows(at):
            turns = min(turns, self.slipped(at, SLIPSTREAM, speed, engine))
        return turns

    def slipped(self, at: int, distance: int, speed: int, engine: int) -> float:
        """With a Slipstream, which leaves the speed as it is."""
        return self.ended(self._traffic.landing(at, distance), speed, engine)

    def ended(self, at: int, speed: int, engine: int) -> float:
        """With all moves made and only the corners to pay."""
        outlook = self._outlook
        return outlook.turns_after_corners(outlook.left(at), speed, self._gear, engine, self._kept)
