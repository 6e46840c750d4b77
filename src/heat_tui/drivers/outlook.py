"""The value of the end of a turn to a driver who knows their own cards: in turns, near the flag in places too."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from functools import lru_cache
from math import fsum, sqrt
from random import Random
from typing import NamedTuple

from heat_tui.drivers.course import ENOUGH_HEAT, OVERSHOOT, SPIN, Course, Hands, course_of
from heat_tui.drivers.hands import Odds, Shifts, drawn, flip_odds, shifts_of, ways
from heat_tui.drivers.style import Style
from heat_tui.engine.car import RACING, Car
from heat_tui.engine.cards import CATALOGUE, HEAT, STRESS
from heat_tui.engine.corners import SLIPSTREAM, printed_stress
from heat_tui.engine.movement import in_tow, stop_of
from heat_tui.engine.replenish import HAND_SIZE
from heat_tui.engine.view import CarView, SeatView
from heat_tui.exact import normal, stepped


class Outlook:
    """The turns still to drive from any place where this turn may end, with the cards then in the hand.

    The cards to come are drawn `Style.draws` times; everything that is compared uses the same draws. `began` is where
    the turn began, as the course counts places. `places_count` is true near the flag for a driver who races for places;
    such a driver saves no Heat there. Every style fears a spin out that ends the race (`ELIMINATED`), which a
    module shows by `eliminates`.
    """

    def __init__(self, view: SeatView, style: Style, seed: int) -> None:
        self.course = course_for(view, style.tolls)
        began, flag, own = view.turn_began, view.sheet.finish + 1, view.own
        self.seat = own.index
        self._flag = flag - self.course.shift(flag - began)
        self.began = self._flag - began
        self.places_count = style.place > 0 and self._flag == flag and self._turns_left(own) < LAST_TURNS
        self.style = replace(style, heat=0.0, boost=min(style.boost, 0.0)) if self.places_count else style
        if any(getattr(shown, "eliminates", False) for _, shown in view.shown):
            self.style = replace(self.style, spin=max(self.style.spin, ELIMINATED))
        chance = (seed << 20) + (view.round << 4) + own.index
        self._draws = _draws(view.unseen, view.spent + own.play, style.draws, chance)
        self._shifts = shifts_of(view.sheet.cards)
        self._owed = owed_by_card(view)
        self._dearest = max(self._owed.values(), default=0)
        self._daring = daring_lines(view)
        self._spaces = view.sheet.track.spaces
        self._hands: dict[object, Hands] = {}

    def left(self, at: int) -> int:
        """Return an absolute place as the course counts it: the spaces to the flag, less `Course.shift`."""
        return self._flag - at

    def turns(self, left: int, gear: int, engine: int, kept: tuple[str, ...]) -> float:
        """Return the turns to the flag from `left` after the hand is refilled around the `kept` cards.

        Short of the flag, the style's cost of kept Stress is added, and its value of Heat in the engine subtracted.
        """
        turns = self.course.next_turn(left, gear, engine, self._filled(kept, engine))
        if left <= 0:
            return turns
        return turns + self.style.stress * kept.count(STRESS) - self.style.heat * engine

    def turns_after_corners(self, left: int, speed: int, gear: int, engine: int, kept: tuple[str, ...]) -> float:
        """Return `turns` for a car that still has to pay for the corners from the turn's start to `left`, at `speed`.

        The style's fears, and rewards for speed, count too.
        """
        praise, fear, style = 0.0, 0.0, self.style
        for line, limit, surcharge in self.course.lines[self.began]:
            if line > left and speed > limit:
                if self._daring:
                    over = self._daring.get(line % self._spaces)
                    if over is not None and speed >= limit + over:
                        praise += REWARD_WORTH
                fear += style.over * (speed - limit)
                engine -= speed - limit + surcharge
                if engine < 0:
                    stress = (STRESS,) * printed_stress(gear)
                    return SPIN + style.spin + fear + self.turns(line, 1, 0, (*kept, *stress))
        return self.turns(left, gear, engine, kept) - praise + fear

    def _turns_left(self, own: CarView) -> float:
        return self.course.turns[self.began][own.gear][min(own.engine, self.course.heat)]

    def in_hand(self, left: int, gear: int, engine: int, hand: tuple[str, ...]) -> float:
        """Return the turns to the flag from `left` if the next turn is driven with exactly the cards of `hand`.

        Short of the flag, the style's value of Heat in the engine is subtracted.
        """
        turns = self.course.next_turn(
            left, gear, engine, ((hand.count(HEAT), ways(hand, shifts=self._payable(engine))),)
        )
        return turns - self.style.heat * engine if left > 0 else turns

    def _payable(self, engine: int) -> Shifts:
        """Return the bit shifts of the cards for `ways`; 0, which adds no way, for a card too dear for the engine."""
        if engine >= self._dearest:
            return self._shifts
        return {**self._shifts, **{card: 0 for card, heat in self._owed.items() if heat > engine}}

    def places(self, cars: Iterable[Car | CarView], waiting: Collection[int], luck: float = 0.0) -> Places | None:
        """Return the places that the driver may take among `cars`; None if places do not count.

        The cars in `waiting` have yet to move. `luck` is the variance of the turns credited to a car beyond the flag.
        """
        if not self.places_count:
            return None
        course, found = self.course, []
        for car in cars:
            if car.index == self.seat or car.status != RACING:
                continue
            left, moved = self.left(car.at), car.index not in waiting
            if left <= 0:
                found.append(Rival(left * OVERSHOOT, luck, moved))
                continue
            gear, engine = (car.gear, car.engine) if car.gear else LEGEND
            table = course.turns[min(left, course.top)][gear]
            turns, variance = _usual(table[min(engine, course.heat)])
            found.append(Rival(turns if moved else turns - 1, variance, moved))
        return Places(found)

    def _filled(self, kept: tuple[str, ...], engine: int) -> Hands:
        """Return the hands that may result from refilling the hand around the `kept` cards."""
        key: object = kept if engine >= self._dearest else (engine, kept)
        hands = self._hands.get(key)
        if hands is None:
            missing = max(HAND_SIZE - len(kept), 0)
            shifts = self._payable(engine)
            heat, made = kept.count(HEAT), ways(kept, shifts=shifts)
            draws = [draw[:missing] for draw in self._draws]
            hands = tuple([(heat + draw.count(HEAT), ways(draw, made, shifts)) for draw in draws])
            self._hands[key] = hands
        return hands


def course_for(view: SeatView, tolls: int = 1) -> Course:
    """Return the course of the track, at its current limits, for the driver of a view; tolls count `tolls` times."""
    heat = min(view.own.engine + (view.hand + view.unseen + view.spent).count(HEAT), ENOUGH_HEAT)
    track = view.sheet.track
    dear = tuple([tolls * toll for toll in view.tolls]) if view.tolls else ()
    return course_of(track, view.limits, view.surcharges, heat, dear, view.cooling, view.boosts, view.tunnels)


def owed_by_card(view: SeatView) -> dict[str, int]:
    """Return the Heat to pay for each card that costs any when played (G6)."""
    catalogue = view.sheet.cards
    if len(catalogue) == len(CATALOGUE):
        return {}
    return {key: card.number("heat") for key, card in catalogue.items() if card.number("heat")}


def turns_left_out(view: SeatView) -> float:
    """Return the turns needed for the laps that the course's table leaves out (`Course.shift`)."""
    course = course_for(view)
    spaces = course.shift(view.sheet.finish + 1 - view.turn_began)
    return stepped(spaces / course.pace) if spaces else 0.0


@lru_cache(maxsize=128)
def _draws(unseen: tuple[str, ...], spent: tuple[str, ...], count: int, seed: int) -> tuple[tuple[str, ...], ...]:
    """Return samples of the next seven cards: from the draw deck, then from the discard pile and cards in play (P3).

    The samples are cached, because the cards that a driver cannot see are the same in all imagined worlds.
    """
    random = Random(seed).random
    draws = []
    for _ in range(count):
        draw = drawn(unseen, HAND_SIZE, random)
        if len(draw) < HAND_SIZE:
            draw += drawn(spent, HAND_SIZE - len(draw), random)
        draws.append(draw)
    return tuple(draws)


REWARD_WORTH = 0.05
"""The value of a reward for speed, in turns: one good card, played once. With a higher value, drivers lose turns."""

ELIMINATED = 5.0
"""The cost of a spin out that ends the race, in turns: no place is worth it."""


def daring_lines(view: SeatView) -> dict[int, int]:
    """Return the lines where speed is rewarded, each as its distance to the flag (`Outlook.left`) modulo the lap.

    Each line is mapped to the least excess over its limit that earns the reward. A module with such lines shows them as
    `daring`: pairs of a corner and that excess.
    """
    track = view.sheet.track
    return {
        (1 - track.corners[corner].line_after) % track.spaces: over
        for _, shown in view.shown
        for corner, over in getattr(shown, "daring", ())
    }


LAST_TURNS = 3.0
"""The number of turns left to the flag below which places count."""

GAIN = 0.1
"""The turns that a car saves compared to the table: this constant, plus this fraction of the table's turns.

The gain accounts for Slipstreams, and for rivals who weigh their cards and so beat a usual hand.
"""

LUCK, MORE_LUCK = 0.03, 0.02
"""The variance of the turns that a car needs: a constant, and the amount to add for each turn."""

WORLD_LUCK = 0.01
"""The variance of the turns credited to a rival that has reached the flag in a world, where choices are made fast."""

SPREAD = ((-sqrt(3), 1 / 6), (0.0, 2 / 3), (sqrt(3), 1 / 6))
"""Three points that represent a normal distribution, in standard deviations from its mean, with their weights."""

PLACE = 0.1
"""The value of being ahead of one rival, relative to a win."""

FINE = 100
"""The number of steps into which a turn is divided for `worth`; a space beyond the flag is worth five."""

LEGEND = (3, 3)
"""The gear and Heat assumed for a Legend: a driver with them is as fast."""


class Rival(NamedTuple):
    """Another car: the turns that it needs from the end of this round, their variance, and whether it has `moved`.

    Once the car has taken the flag, `turns` is the value of its spaces beyond the flag, 0 or less.
    """

    turns: float
    variance: float
    moved: bool

    @property
    def home(self) -> bool:
        """True if the rival has taken the flag this round."""
        return self.moved and self.turns <= 0


class Places:
    """The places that a driver may take among these rivals, by the turns to the flag at the end of the turn."""

    __slots__ = ("_rivals", "_worth")

    def __init__(self, rivals: Collection[Rival]) -> None:
        self._rivals = rivals
        self._worth: dict[int, float] = {}

    def worth(self, turns: float) -> float:
        """Return the chance of beating all rivals, plus `PLACE` times the expected number of rivals beaten."""
        rounded = round(stepped(turns) * FINE)
        worth = self._worth.get(rounded)
        if worth is None:
            worth = self._worth[rounded] = self._expected(rounded / FINE)
        return worth

    def _expected(self, turns: float) -> float:
        if turns <= 0:
            return self._among(turns, home=True)
        mean, variance = _usual(turns)
        spread = sqrt(variance)
        return fsum([chance * self._among(mean + place * spread, home=False) for place, chance in SPREAD])

    def _among(self, turns: float, *, home: bool) -> float:
        win, places = 1.0, 0.0
        for rival in self._rivals:
            ahead = _ahead(turns, rival, home=home)
            win *= ahead
            places += ahead
        return win + PLACE * places


def _usual(turns: float) -> tuple[float, float]:
    """Return the expected turns of a car for which the table gives `turns`, and their variance."""
    return turns - GAIN - GAIN * turns, LUCK + MORE_LUCK * turns


def _ahead(turns: float, rival: Rival, *, home: bool) -> float:
    """Return the chance of finishing ahead of a rival: in an earlier round, or further beyond the flag in the same one.

    The first car on a space takes the race-line spot (F1), so a rival that is certain to be equally far beyond the flag
    counts as ahead.
    """
    if home != rival.home and rival.moved:
        return 1.0 if home else 0.0
    gap = stepped(rival.turns - turns)
    if not rival.variance:
        return 1.0 if gap > 0 else 0.0
    return normal(gap / sqrt(rival.variance))


class Road(NamedTuple):
    """One possible state of the road: its chance, and the other cars by spot, as in `SeatView.spots`.

    `places` are the places that the driver may take among these cars, None if places do not count.
    """

    chance: float
    spots: list[int]
    places: Places | None


def road_now(view: SeatView, outlook: Outlook) -> Road:
    """Return the road as it is now, for a driver in their own turn."""
    return Road(1.0, view.spots(), outlook.places(view.cars, view.order[view.turns :]))


class RestOfTurn:
    """The ways to continue a turn, always weighed in turns to the flag: fewer are better.

    `kept` are the cards that stay in the hand. The methods that weigh start from the car's absolute place, its speed
    and the Heat in its engine. In the last rounds, the places that a driver may take reduce the turns (`Style.place`).
    """

    def __init__(
        self,
        view: SeatView,
        outlook: Outlook,
        road: Road,
        gear: int,
        kept: tuple[str, ...],
        flips: Odds | None = None,
    ) -> None:
        self._outlook = outlook
        self._boost_costs = outlook.course.boost_costs
        self._spots = road.spots
        self._places = road.places
        self._spaces = view.sheet.track.spaces
        self._finish = view.sheet.finish
        self._gear = gear
        self._kept = kept
        self._flips = flip_odds(view) if flips is None else flips
        self._known: dict[tuple[int, int, int], float] = {}

    def switch_to(self, road: Road) -> None:
        """Weigh from now on for another road."""
        self._spots = road.spots
        self._places = road.places

    def best(self, at: int, speed: int, engine: int, *, boost: bool, adrenaline: bool) -> float:
        """Return the turns if the Boost and the Adrenaline that remain are used as well as possible."""
        turns = self.done(at, speed, engine)
        if adrenaline:
            turns = min(turns, self.adrenaline(at, speed, engine, boost=boost))
        if boost and engine >= self._boost_costs[(at - 1) % self._spaces]:
            turns = min(turns, self.boost(at, speed, engine, adrenaline=adrenaline))
        return turns

    def adrenaline(self, at: int, speed: int, engine: int, *, boost: bool) -> float:
        """Return the turns if the +1 of Adrenaline is used now."""
        return self.best(stop_of(self._spots, self._spaces, at, 1), speed + 1, engine, boost=boost, adrenaline=False)

    def boost(self, at: int, speed: int, engine: int, *, adrenaline: bool) -> float:
        """Return the turns if a Boost is used now: the average over its flips, plus the style's own cost of a Boost."""
        total = self._outlook.style.boost
        left = engine - self._boost_costs[(at - 1) % self._spaces]
        for flip, chance in self._flips:
            end = stop_of(self._spots, self._spaces, at, flip)
            rest = self.best(end, speed + flip, left, boost=False, adrenaline=adrenaline)
            total += chance * rest
        return total

    def done(self, at: int, speed: int, engine: int) -> float:
        """Return the turns once step 5 is over: with a Slipstream of `SLIPSTREAM` spaces if possible and better."""
        turns = self.ended(at, speed, engine)
        if at + SLIPSTREAM <= self._finish and in_tow(self._spots, self._spaces, at):
            turns = min(turns, self.slipped(at, SLIPSTREAM, speed, engine))
        return turns

    def slipped(self, at: int, distance: int, speed: int, engine: int) -> float:
        """Return the turns with a Slipstream, which keeps the speed, minus the style's extra value for one (`tow`)."""
        end = stop_of(self._spots, self._spaces, at, distance)
        return self.ended(end, speed, engine) - self._outlook.style.tow

    def ended(self, at: int, speed: int, engine: int) -> float:
        """Return the turns after all moves, with only the corners still to pay for."""
        end = (at, speed, engine)
        turns = self._known.get(end)
        if turns is None:
            outlook = self._outlook
            turns = outlook.turns_after_corners(outlook.left(at), speed, self._gear, engine, self._kept)
            self._known[end] = turns
        places = self._places
        return turns if places is None else turns - self._outlook.style.place * places.worth(turns)
