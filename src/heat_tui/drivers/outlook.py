"""What a place on the track is worth to a driver who knows his cards."""

from __future__ import annotations

from random import Random

from heat_tui.drivers.course import HAND_SIZE, SPIN, Course, course_of
from heat_tui.drivers.hands import shuffled, ways
from heat_tui.engine.cards import HEAT, STRESS
from heat_tui.engine.view import SeatView

DRAWS = 8
"""So many ways to draw stand for all: the more, the better the guess and the slower the driver."""


class Outlook:
    """The turns still to drive from wherever this turn may end, with the cards that then are in the hand.

    The cards to come are drawn several times from the seat's own unseen cards, the same draws for
    everything that is compared.
    """

    __slots__ = ("_draws", "_flag", "_known", "course")

    def __init__(self, view: SeatView, seed: int) -> None:
        own = view.own
        self.course = _course(view)
        flag = view.sheet.finish + 1
        began = view.began if view.acting == view.seat else own.at
        self._flag = flag - self.course.shift(flag - began)
        random = Random(seed * 4096 + view.round * 8 + own.index).random
        spent = view.spent + own.play
        self._draws = [(*shuffled(view.unseen, random), *shuffled(spent, random))[:HAND_SIZE] for _ in range(DRAWS)]
        self._known: dict[tuple[str, ...], list[tuple[int, int]]] = {}

    def left(self, at: int) -> int:
        """The spaces to the flag, as the course counts them; 0 and less beyond it."""
        return self._flag - at

    def turns(self, left: int, gear: int, engine: int, kept: tuple[str, ...]) -> float:
        """The turns to the flag from `left`, when the hand is filled up around the cards `kept`."""
        course = self.course
        if left <= 0:
            return course.next_turn(left, gear, engine, 0, 0)
        engine = min(engine, course.heat)
        return sum([course.next_turn(left, gear, engine, heat, hand) for heat, hand in self._hands(kept)]) / DRAWS

    def checked(self, began: int, end: int, speed: int, gear: int, engine: int, kept: tuple[str, ...]) -> float:
        """The same after the corners between `began` and `end` (counted to the flag) are paid at `speed`."""
        for line, limit in self.course.lines[began]:
            if line > end and speed > limit:
                engine -= speed - limit
                if engine < 0:
                    return SPIN + self.turns(line, 1, 0, (*kept, STRESS))
        return self.turns(end, gear, engine, kept)

    def _hands(self, kept: tuple[str, ...]) -> list[tuple[int, int]]:
        hands = self._known.get(kept)
        if hands is None:
            missing = max(HAND_SIZE - len(kept), 0)
            already, heat = ways(kept), kept.count(HEAT)
            hands = self._known[kept] = [
                (heat + draw[:missing].count(HEAT), ways(draw[:missing], already)) for draw in self._draws
            ]
        return hands


def _course(view: SeatView) -> Course:
    own = view.own
    heat = own.engine + view.hand.count(HEAT) + view.unseen.count(HEAT) + view.spent.count(HEAT)
    return course_of(view.sheet.track, view.limits, heat)
