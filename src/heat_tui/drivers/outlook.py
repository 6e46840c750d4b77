"""What the end of a turn is worth to a driver who knows his own cards."""

from __future__ import annotations

from random import Random

from heat_tui.drivers.course import Course, course_of
from heat_tui.drivers.hands import drawn, ways, without
from heat_tui.engine.cards import HEAT, STRESS
from heat_tui.engine.steps.check_corners import HIGH_GEAR
from heat_tui.engine.steps.replenish import HAND_SIZE
from heat_tui.engine.view import SeatView
from heat_tui.drivers.course import SPIN

DRAWS = 8
"""So many ways to draw stand for all: with more a driver is surer and slower."""


class Outlook:
    """The turns still to drive from wherever this turn may end, with the cards that are then in the hand.

    The cards to come are drawn several times from what the seat has not seen of its own draw deck, and
    the same draws serve for everything that is compared. The draws follow from the seed, the seat and the round.
    """

    __slots__ = ("_draws", "_flag", "_hands", "began", "course")

    def __init__(self, view: SeatView, seed: int) -> None:
        own = view.own
        self.course = _course(view)
        flag = view.sheet.finish + 1
        began = view.began if view.acting == view.seat else own.at
        self._flag = flag - self.course.shift(flag - began)
        self.began = self.left(began)
        self._draws = _draws(view, Random(f"{seed}/{own.index}/{view.round}"))
        self._hands: dict[tuple[str, ...], tuple[tuple[int, int], ...]] = {}
