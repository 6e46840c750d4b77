"""The last rounds, when the order of the cars at the flag counts, not the time to reach it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from math import fsum, sqrt
from typing import NamedTuple

from heat_tui.drivers.course import OVERSHOOT, Course
from heat_tui.engine.car import RACING, Car
from heat_tui.engine.view import CarView
from heat_tui.exact import normal, stepped

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


def places_among(
    course: Course, flag: int, rivals: Iterable[Car | CarView], waiting: Collection[int], luck: float
) -> Places:
    """Return the places that a driver may take among the `rivals` still racing.

    `flag` is the first absolute place beyond the finish. The cars in `waiting` have yet to move. `luck` is the variance
    of the turns credited to a car beyond the flag.
    """
    found = []
    for car in rivals:
        if car.status != RACING:
            continue
        left, moved = flag - car.at, car.index not in waiting
        if left <= 0:
            found.append(Rival(left * OVERSHOOT, luck, moved))
            continue
        gear, engine = (car.gear, car.engine) if car.gear else LEGEND
        table = course.turns[min(left, course.top)][gear]
        turns, variance = _usual(table[min(engine, course.heat)])
        found.append(Rival(turns if moved else turns - 1, variance, moved))
    return Places(found)


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
