"""What the end of a turn is worth to a driver who knows his own cards."""

from __future__ import annotations

from random import Random

from heat_tui.drivers.course import SPIN, Course, Hands, course_of
from heat_tui.drivers.hands import drawn, shifts_of, ways
from heat_tui.drivers.publicity import IMPRESSIVE, WORTH, press_lines
from heat_tui.engine.cards import HEAT, STRESS
from heat_tui.engine.steps.check_corners import HIGH_GEAR
from heat_tui.engine.steps.replenish import HAND_SIZE
from heat_tui.engine.view import SeatView

DRAWS = 8
"""So many ways to draw stand for all: with more a driver is surer and slower."""

STRESS_KEPT = 0.04
"""What every Stress card kept in the hand costs, in turns: it can be planned with, but not relied on."""


class Outlook:
    """The turns still to drive from wherever this turn may end, with the cards that are in the hand then.

    The cards to come are drawn several times from what the seat has not yet seen of its own draw deck;
    the same draws serve for everything that is compared, and follow from seed, seat and round alone.
    `began` is where the turn began, as the course counts places.
    """

    __slots__ = ("_draws", "_flag", "_hands", "_press", "_shifts", "_spaces", "began", "course")

    def __init__(self, view: SeatView, seed: int) -> None:
        own = view.own
        self.course = _course(view)
        began = view.began if view.acting == view.seat else own.at
        flag = view.sheet.finish + 1
        self._flag = flag - self.course.shift(flag - began)
        self.began = self._flag - began
        self._draws = _draws(view, seed)
        self._shifts = shifts_of(view.sheet.cards)
        self._press = press_lines(view)
        self._spaces = view.sheet.track.spaces
        self._hands: dict[tuple[str, ...], Hands] = {}

    def left(self, at: int) -> int:
        """An absolute place as the course counts it: the spaces to the flag."""
        return self._flag - at

    def turns(self, left: int, gear: int, engine: int, kept: tuple[str, ...]) -> float:
        """The turns to the flag from `left`, when the hand is filled up around the cards `kept`."""
        turns = self.course.next_turn(left, gear, engine, self._filled(kept))
        return turns if left <= 0 else turns + STRESS_KEPT * kept.count(STRESS)

    def turns_after_corners(self, left: int, speed: int, gear: int, engine: int, kept: tuple[str, ...]) -> float:
        """The same when the corners between the turn's beginning and `left` are still to pay at `speed`."""
        praise = 0.0
        for line, limit, surcharge in self.course.lines[self.began]:
            if line > left and speed > limit:
                if self._press and speed >= limit + IMPRESSIVE and line % self._spaces in self._press:
                    praise += WORTH
                engine -= speed - limit + surcharge
                if engine < 0:
                    stress = 2 if gear >= HIGH_GEAR else 1
                    return SPIN + self.turns(line, 1, 0, (*kept, *(STRESS,) * stress))
        return self.turns(left, gear, engine, kept) - praise

    def _filled(self, kept: tuple[str, ...]) -> Hands:
        """The hands that `kept` may become."""
        hands = self._hands.get(kept)
        if hands is None:
            missing = max(HAND_SIZE - len(kept), 0)
            shifts = self._shifts
            heat, made = kept.count(HEAT), ways(kept, shifts=shifts)
            draws = [draw[:missing] for draw in self._draws]
            hands = tuple([(heat + draw.count(HEAT), ways(draw, made, shifts)) for draw in draws])
            self._hands[kept] = hands
        return hands


def _course(view: SeatView) -> Course:
    heat = view.own.engine + view.hand.count(HEAT) + view.unseen.count(HEAT) + view.spent.count(HEAT)
    return course_of(view.sheet.track, view.limits, view.surcharges, heat)


def _draws(view: SeatView, seed: int) -> tuple[tuple[str, ...], ...]:
    """The next seven cards, as they may come: from the draw deck, then from a reshuffled discard pile (P3)."""
    own = view.own
    random = Random((seed << 20) + (view.round << 4) + own.index).random
    draws = []
    for _ in range(DRAWS):
        draw = drawn(view.unseen, HAND_SIZE, random)
        if len(draw) < HAND_SIZE:
            draw += drawn(view.spent + own.play, HAND_SIZE - len(draw), random)
        draws.append(draw)
    return tuple(draws)
