"""The distance to the flag, in turns, from every space, in every gear, with any amount of Heat in the engine.

A person who knows the track senses how many turns are left, and that a full engine before the slow corners saves a
turn. This module tabulates that knowledge once for each track, backwards from the flag: the turns that a usual hand
needs from each place if every later turn is driven well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, lru_cache, partial
from math import fsum
from random import Random
from typing import Final, NamedTuple, TypeVar

from heat_tui.drivers.hands import drawn, usual_deck, way, ways
from heat_tui.drivers.style import STEADY, Style
from heat_tui.engine.cards import HEAT
from heat_tui.engine.corners import SLIPSTREAM
from heat_tui.engine.planning import TOP_GEAR, gears_near, printed_cost
from heat_tui.engine.react import GEAR_CHARGES
from heat_tui.engine.replenish import HAND_SIZE
from heat_tui.engine.symbols import BOOST_COST
from heat_tui.engine.track import Track
from heat_tui.exact import add_up, stepped

V = TypeVar("V")

GEARS = range(1, TOP_GEAR + 1)
COOLDOWN = (0, *(add_up(use.most for use in GEAR_CHARGES[gear] if use.symbol == "cooldown") for gear in GEARS))
"""The Heat that each gear cools (5.2)."""
MOST_COOLED = max(COOLDOWN)
USUAL_WAY = (0, 3, 5, 8, 11)
"""The spaces usually covered in each gear before cooling, whose amount depends on the sector in which they end."""

SLOWEST = (0, 1, 1, 3, 5)
"""The lowest speed worth considering in each gear."""
FASTEST = (0, 5, 9, 13, 17)
"""The highest speed worth considering in each gear."""
ADRENALINE = 1
FLIPS = (1, 2, 3, 4)
"""The values that a Boost can add, taken as equally likely."""
REACH = FASTEST[TOP_GEAR] + FLIPS[-1] + ADRENALINE + SLIPSTREAM
"""The longest distance considered for one turn, in spaces."""

HANDS = 48
"""The number of hands that represent an average one: enough to compute turns to within a few hundredths."""
ALL_HANDS = (1 << HANDS) - 1
USUAL_HAND = HAND_SIZE - 1
"""The number of cards in a usual hand: one of the seven is better kept for a later turn."""
ENOUGH_HEAT = 10
"""The amount of Heat in the engine beyond which more makes no difference."""
SPIN = stepped(0.6)
"""The cost of a spin out, in turns, besides the lost distance and Heat: its Stress cards burden many later turns."""
OVERSHOOT = stepped(0.05)
"""The value of each space beyond the flag, in turns: of cars that finish in the same round, the farthest wins (F1)."""
TUNNEL = stepped(0.04)
"""The cost of ending a turn in a tunnel, in turns: a hand without a discard fits the next turn less well (N1)."""
NOTHING_FITS = 1.0
"""The extra cost, in turns, of having no usual way at all, compared with the worst usual way."""

Line = tuple[int, int, int]
"""A corner line: the last place before it, its limit, and the extra Heat for a car over the limit (W3)."""

Hands = tuple[tuple[int, int], ...]
"""Hands, each as the number of its Heat cards and its `ways`."""

Ways = tuple[tuple[float, int], ...]
"""The ways to continue from a place, the best first: the turns to the flag with each, and its bit in `ways`."""

Ranked = list[tuple[float, int]]
"""Numbers of turns to the flag, each with a bit mask of its moves or hands."""

Cooling = tuple[int | None, ...]
"""The Heat that the sector of each corner cools in addition to the gear, None if nothing may be cooled there (W5)."""

Plans = tuple[tuple[int, int], ...]
"""Gears, each with the Heat in the engine after its shift and its Cooldown."""

Moves = tuple[tuple[int, list[float]], ...]
"""The moves of one gear from a place: the bit of each, and its turns to the flag, indexed by the Heat in the engine."""


class Course:
    """The turns still to drive on one track, with its current limits and up to `heat` Heat in the engine.

    `tolls` has the extra Heat for shifting down on each space, `cooling` the extra Heat cooled in each sector, `boosts`
    the Heat of a Boost in each sector, and `tunnels` marks the spaces where nothing is discarded; all may be empty, as
    in a `SeatView`.

    A place is the number of spaces `left` to the flag: 1 on the last space before it, 0 or less beyond. Far from the
    flag every lap is like the next, so the table covers two laps and one more turn, to `top`, and `shift` maps places
    farther from the flag into the table, which is computed from the flag to the farthest place asked for. `turns`
    is indexed by place, gear and engine; `lines` holds, for every place, the corner lines within reach in driving
    order. `boost_costs` is the Heat of a Boost on each space of the track.
    """

    def __init__(
        self,
        track: Track,
        limits: tuple[int, ...],
        surcharges: tuple[int, ...],
        heat: int,
        tolls: tuple[int, ...] = (),
        cooling: Cooling = (),
        boosts: tuple[int, ...] = (),
        tunnels: tuple[bool, ...] = (),
    ) -> None:
        self.heat = heat
        self._track = track
        self._tolls = tolls
        self._cooling = cooling
        self._spaces = track.spaces
        spaces = range(1, track.spaces + 1)
        self.boost_costs = tuple([boosts[track.sector(space)] if boosts else BOOST_COST for space in spaces])
        self._dark = tuple([TUNNEL * dark for dark in tunnels]) or (0.0,) * track.spaces
        self.top = 2 * track.spaces + REACH
        self.lines = self._lines_within_reach(track, limits, surcharges)
        self._usual = tuple(_UsualHands(track.stress, heat - engine) for engine in range(heat + 1))
        self._plans: dict[tuple[int, ...], list[list[list[Plans]]]] = {}
        self._turns_after: dict[tuple[float, ...], Callable[..., float]] = {}
        self.turns: dict[int, list[list[float]]] = _Places(self.reach)
        self._ways: dict[int, list[list[list[Ways]]]] = _Places(self.reach)
        self.turns[0] = [[0.0] * (heat + 1)] * (TOP_GEAR + 1)

    @property
    def pace(self) -> float:
        """The average number of spaces per turn, in a lap from gear 1 with a full engine."""
        start, end = (self.turns[laps * self._spaces][1][self.heat] for laps in (2, 1))
        return self._spaces / (start - end)

    def shift(self, left: int) -> int:
        """Return the spaces, in whole laps, to subtract from `left` so that the table covers every move from there."""
        return max(-(-(left - self.top) // self._spaces), 0) * self._spaces

    def reach(self, left: int) -> None:
        """Compute the places up to `left`, or to the end of the table, that have not been computed."""
        for place in range(len(self.turns), min(left, self.top) + 1):
            self._add(place)

    def next_turn(self, left: int, gear: int, engine: int, hands: Hands) -> float:
        """Return the turns to the flag, averaged over `hands`; beyond the flag, 0 or less (`OVERSHOOT`)."""
        if left <= 0:
            return left * OVERSHOOT
        ways_on = self._ways[left][gear][min(engine, self.heat)]
        total = 0.0
        for heat, made in hands:
            for turns, bit in ways_on[heat if heat < MOST_COOLED else MOST_COOLED]:
                if made & bit:
                    total += turns
                    break
            else:
                total += turns + NOTHING_FITS
        return total / len(hands) + self._dark[-left % self._spaces]

    def turns_after(self, left: int, style: Style) -> Callable[..., float]:
        """Return `after` for turns from a place, as a function that computes each value only once."""
        key = left, style.over, style.spin, style.heat
        if key not in self._turns_after:
            self._turns_after[key] = cache(partial(self.after, left, style=style))
        return self._turns_after[key]

    def ways_on(self, left: int, gear: int, engine: int, heat: int) -> Iterator[int]:
        """Yield the bits of the ways to continue, the best first; `heat` counts Heat in hand, at most `MOST_COOLED`."""
        for _, bit in self._ways[left][gear][min(engine, self.heat)][heat]:
            yield bit

    def after(self, left: int, speed: int, gear: int, engine: int, adjust: int = 0, style: Style = STEADY) -> float:
        """Return the turns to the flag with a usual hand, after a turn from `left` at `speed`, corners included.

        `adjust` raises the limits this turn; `style` adds its fears and, short of the flag, subtracts its value of Heat
        in the engine.
        """
        end = left - speed
        over = speed - adjust
        fear = 0.0
        for line, limit, surcharge in self.lines[left]:
            if line > end and over > limit:
                fear += style.over * (over - limit)
                engine -= over - limit + surcharge
                if engine < 0:
                    # The table might not reach `left` yet, so a spin out there counts as one at `left - 1`.
                    return SPIN + style.spin + fear + self.turns[min(line, left - 1)][1][0]
        if end <= 0:
            return end * OVERSHOOT + fear
        turns = self.turns[end][gear][min(engine, self.heat)] + self._dark[-end % self._spaces]
        return turns + fear - style.heat * engine

    def _lines_within_reach(
        self, track: Track, limits: tuple[int, ...], surcharges: tuple[int, ...]
    ) -> tuple[tuple[Line, ...], ...]:
        laps = range(self.top // track.spaces, -1, -1)
        corners = tuple(zip(track.corners, limits, surcharges, strict=True))
        lines = [
            ((lap + 1) * track.spaces + 1 - corner.line_after, limit, surcharge)
            for lap in laps
            for corner, limit, surcharge in corners
        ]
        return tuple(tuple(line for line in lines if left >= line[0] > left - REACH) for left in range(self.top + 1))

    def _add(self, left: int) -> None:
        """Compute one place; all places nearer to the flag must have been computed."""
        engines = range(self.heat + 1)
        moves: list[list[Ranked]] = [[]]
        for gear in GEARS:
            found = self._moves(left, gear)
            moves.append([sorted([(after[engine], bit) for bit, after in found]) for engine in engines])
        turns: list[list[float]] = [[]]
        ways_on: list[list[list[Ways]]] = [[]]
        plans = self._plans_from(left)
        for gear in GEARS:
            weighed = [self._weigh(moves, plans[gear][engine], engine) for engine in engines]
            turns.append([mean for mean, _ in weighed])
            ways_on.append([by_heat for _, by_heat in weighed])
        self._ways[left] = ways_on
        self.turns[left] = turns  # last: other threads regard a place as computed once it has its turns

    def _moves(self, left: int, gear: int) -> Moves:
        """Return the moves of a gear; their turns include a Boost if one is affordable and reduces them."""
        plain = {speed: self._after(left, speed, gear) for speed in range(SLOWEST[gear], FASTEST[gear] + FLIPS[-1] + 1)}
        moves = []
        for speed in range(SLOWEST[gear], FASTEST[gear] + 1):
            best = plain[speed][:]
            boosted = [plain[speed + flip] for flip in FLIPS]
            cost = self.boost_costs[(speed - left) % self._spaces]
            for engine in range(cost, self.heat + 1):
                best[engine] = min(best[engine], fsum([flip[engine - cost] for flip in boosted]) / len(FLIPS))
            moves.append((way(gear, speed), best))
        return tuple(moves)

    def _after(self, left: int, speed: int, gear: int) -> list[float]:
        """Return the turns to the flag with a turn at `speed`, including that turn, by the Heat in the engine."""
        end = left - speed
        if end > 0 and not any(line > end and speed > limit for line, limit, _ in self.lines[left]):
            dark = self._dark[-end % self._spaces]
            return [1 + turns + dark for turns in self.turns[end][gear]]
        return [1 + self.after(left, speed, gear, engine) for engine in range(self.heat + 1)]

    def _plans_from(self, left: int) -> list[list[list[Plans]]]:
        """Return the plans from a place by gear, engine, and Heat cards in the hand."""
        toll = self._tolls[-left % self._spaces] if self._tolls else 0
        price = (toll, *[self._cooldown(left - USUAL_WAY[gear], gear) for gear in GEARS])
        plans = self._plans.get(price)
        if plans is None:
            plans = self._plans[price] = [
                [
                    [self._within_reach(gear, engine, cards, price) for cards in range(MOST_COOLED + 1)]
                    for engine in range(self.heat + 1)
                ]
                for gear in range(TOP_GEAR + 1)
            ]
        return plans

    def _cooldown(self, left: int, gear: int) -> int:
        if not self._cooling:
            return COOLDOWN[gear]
        there = self._cooling[self._track.sector(-left % self._spaces + 1)]
        return 0 if there is None else COOLDOWN[gear] + there

    def _weigh(self, moves: list[list[Ranked]], by_heat_cards: list[Plans], engine: int) -> tuple[float, list[Ways]]:
        """Return the mean turns of the usual hands, and the ways to continue for hands with 0, 1, ... Heat cards."""
        usual = self._usual[engine]
        total = 0.0
        by_heat: list[Ways] = []
        weighed: dict[Plans, _Weighed] = {}
        for members, plans in zip(usual.members, by_heat_cards, strict=True):
            found = weighed.get(plans)
            if found is None:
                found = weighed[plans] = usual.weighed([each for to, rest in plans for each in moves[to][rest]])
            for turns, fit in found.hands:
                total += turns * (fit & members).bit_count()
            by_heat.append(found.ways)
        return stepped(total / HANDS), by_heat

    def _within_reach(self, gear: int, engine: int, heat: int, price: tuple[int, ...]) -> Plans:
        """Return the gears within reach that can be paid for, each with the engine's Heat after its shift and Cooldown.

        `price` has the toll for shifting down, then the Cooldown of each gear.
        """
        plans = []
        for to in gears_near(gear):
            rest = engine - printed_cost(gear, to) - (price[0] if to < gear else 0)
            if rest >= 0:
                plans.append((to, min(rest + min(price[to], heat), self.heat)))
        return tuple(plans)


class _Places(dict[int, V]):
    """Values by place; if a place is missing, `reach` is called to add it.

    Places beyond the flag have the value of the last place before it.
    """

    def __init__(self, reach: Callable[[int], None]) -> None:
        self._reach = reach

    def __missing__(self, left: int) -> V:
        self._reach(left)
        return self[max(left, 1)]


class _UsualHands:
    """Hands drawn from a usual deck, one bit each.

    `members` are the hands with 0, 1, 2, and 3 or more Heat; `can` has the hands that can play each way.
    """

    def __init__(self, stress: int, heat: int) -> None:
        random = Random(heat).random
        deck = usual_deck(stress, heat)
        self.members = [0] * (MOST_COOLED + 1)
        self.can = {way(gear, speed): 0 for gear in GEARS for speed in range(SLOWEST[gear], FASTEST[gear] + 1)}
        for index in range(HANDS):
            hand = drawn(deck, USUAL_HAND, random)
            self.members[min(hand.count(HEAT), MOST_COOLED)] |= 1 << index
            made = ways(hand)
            for bit in self.can:
                if made & bit:
                    self.can[bit] |= 1 << index

    def weighed(self, payable: Ranked) -> _Weighed:
        """Sort `payable`, and return its best moves for these hands, and the hands for each number of turns."""
        can = self.can
        waiting = ALL_HANDS
        turns = 0.0
        kept = []
        hands = []
        payable.sort()
        for each in payable:
            turns, bit = each
            fit = waiting & can[bit]
            if fit:
                hands.append((turns, fit))
                kept.append(each)
                waiting ^= fit
                if not waiting:
                    break
        hands.append((turns + NOTHING_FITS, waiting))
        return _Weighed(tuple(kept), hands)


class _Weighed(NamedTuple):
    """The moves that are best for at least one hand, and the numbers of turns, each with its hands as bits."""

    ways: Ways
    hands: Ranked


course_of: Final = lru_cache(maxsize=9)(Course)
"""The courses, cached, because computing a whole one takes 0.1 to 0.2 seconds.

One decision needs up to nine of them: each of eight drivers may have a different number of Heat cards, and the deciding
driver may also count the tolls differently.
"""
