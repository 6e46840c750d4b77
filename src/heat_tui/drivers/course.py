"""How far it is to the flag, in turns: from every space, in every gear, with every engine.

A person who knows the track feels how many turns the rest of it takes, and that a full engine
before the slow corners is worth half a turn. Here that feeling is worked out once for each track, from the
flag backwards: what a usual hand makes of each place, when every turn after it is played well.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random

from heat_tui.drivers.hands import shuffled, usual_deck, way, ways
from heat_tui.engine.cards import HEAT
from heat_tui.engine.track import Track

TOP_GEAR = 4
HANDS = 48
"""So many hands stand for the usual one."""
ALL_HANDS = (1 << HANDS) - 1
HAND_SIZE = 7
COOLDOWN = (0, 3, 1, 0, 0)
"""What each gear cools (5.2)."""
MOST_COOLED = 3
SLOWEST = (0, 1, 1, 3, 5)
FASTEST = (0, 5, 9, 13, 17)
"""The speeds that are worth thinking about in each gear."""
FLIPS = (1, 2, 3, 4)
REACH = FASTEST[TOP_GEAR] + FLIPS[-1]
"""The longest move."""

SPIN = 0.6
"""What a spin out costs on top of the lost way and Heat, in turns: its Stress cards."""
OVERSHOOT = 0.1
"""What each space beyond the flag is worth, in turns: of those who finish together the furthest wins (F1)."""
NOTHING_FITS = 1.0
"""How much worse than its worst usual way a hand is that has none of them, in turns."""

Chances = tuple[tuple[float, int], ...]
"""Ways to drive on from somewhere, the best first: the turns that each leaves, and its bit in `ways`."""


class Course:
    """The turns still to drive, for one track with its limits as they stand, and `heat` Heat cards in all.

    `left` counts the spaces to the flag: 1 on the last one before it. Far from the flag every
    lap is like the next, so the table covers two laps and a bit, and `shift` takes what lies beyond into it.
    `lines` holds for every place the corner lines within reach in driving order, each with its limit;
    a line is where the last space before it is.
    """

    def __init__(self, track: Track, limits: tuple[int, ...], heat: int) -> None:
        self.spaces = track.spaces
        self.heat = heat
        self.top = 2 * track.spaces + REACH
        lines = [
            (track.spaces + 1 - corner.line_after + lap * track.spaces, limit)
            for lap in range(3)
            for corner, limit in zip(track.corners, limits, strict=True)
        ]
        lines.sort(reverse=True)
        self.lines = tuple(
            tuple((line, limit) for line, limit in lines if left >= line > left - REACH) for left in range(self.top + 1)
        )
        self._usual = [_usual_hands(track.stress, heat - engine) for engine in range(heat + 1)]
        first = [0.0] * (heat + 1)
        self.turns: list[list[list[float]]] = [[first] * (TOP_GEAR + 1)]
        self.chances: list[list[list[list[Chances]]]] = [[]]
        for left in range(1, self.top + 1):
            self._add(left)

    def shift(self, left: int) -> int:
        """The spaces, whole laps, to take off `left` so that the table holds it and all moves from it."""
        return max(-(-(left - self.top) // self.spaces), 0) * self.spaces

    def next_turn(self, left: int, gear: int, engine: int, heat: int, hand: int) -> float:
        """The turns to the flag with this hand (as `ways`) and `heat` Heat cards in it."""
        if left <= 0:
            return left * OVERSHOOT
        chances = self.chances[left][gear][engine][heat if heat < MOST_COOLED else MOST_COOLED]
        turns = 0.0
        for turns, bit in chances:
            if hand & bit:
                return turns
        return turns + NOTHING_FITS

    def after(self, left: int, distance: int, speed: int, gear: int, engine: int) -> float:
        """The turns to the flag after a move from `left` with the corners paid, for a usual hand."""
        end = left - distance
        for line, limit in self.lines[left]:
            if line > end and speed > limit:
                engine -= speed - limit
                if engine < 0:
                    return SPIN + self.turns[line if line < left else line - 1][1][0]
        return end * OVERSHOOT if end <= 0 else self.turns[end][gear][engine]

    def _add(self, left: int) -> None:
        moves = [self._moves(left, gear) for gear in range(TOP_GEAR + 1)]
        turns: list[list[float]] = [[]]
        chances: list[list[list[Chances]]] = [[]]
        for gear in range(1, TOP_GEAR + 1):
            turns.append([])
            chances.append([])
            for engine in range(self.heat + 1):
                mean, ways_on = self._choices(moves, gear, engine)
                turns[gear].append(mean)
                chances[gear].append(ways_on)
        self.turns.append(turns)
        self.chances.append(chances)

    def _moves(self, left: int, gear: int) -> list[tuple[int, list[float]]]:
        """For every speed of a gear its bit and the turns after it, one for each engine at the corner."""
        moves = []
        for speed in range(SLOWEST[gear], FASTEST[gear] + 1) if gear else ():
            after = [1 + self.after(left, speed, speed, gear, engine) for engine in range(self.heat + 1)]
            for engine in range(1, self.heat + 1):
                boosted = 1 + sum(self.after(left, speed + f, speed + f, gear, engine - 1) for f in FLIPS) / len(FLIPS)
                after[engine] = min(after[engine], boosted)
            moves.append((way(gear, speed), after))
        return moves

    def _choices(
        self, moves: list[list[tuple[int, list[float]]]], gear: int, engine: int
    ) -> tuple[float, list[Chances]]:
        total = 0.0
        chances = []
        groups, can = self._usual[engine]
        for heat, group in enumerate(groups):
            options = []
            for to in range(max(gear - 2, 1), min(gear + 2, TOP_GEAR) + 1):
                rest = engine - (abs(to - gear) == 2)
                if rest >= 0:
                    rest = min(rest + min(COOLDOWN[to], heat), self.heat)
                    options += [(after[rest], bit) for bit, after in moves[to]]
            options.sort()
            waiting = ALL_HANDS
            turns = 0.0
            kept = []
            for turns, bit in options:
                fit = waiting & can[bit]
                if fit:
                    total += turns * (fit & group).bit_count()
                    waiting ^= fit
                    kept.append((turns, bit))
                    if not waiting:
                        break
            total += (turns + NOTHING_FITS) * (waiting & group).bit_count()
            chances.append(tuple(kept))
        return total / HANDS, chances


def _usual_hands(stress: int, heat: int) -> tuple[list[int], dict[int, int]]:
    """Usual hands, each a bit: those with 0, 1, 2, 3 or more Heat in them, and for each way those that can go it."""
    random = Random(heat).random
    deck = usual_deck(stress, heat)
    bits = [way(gear, speed) for gear in range(1, TOP_GEAR + 1) for speed in range(SLOWEST[gear], FASTEST[gear] + 1)]
    groups = [0] * (MOST_COOLED + 1)
    can = dict.fromkeys(bits, 0)
    for index in range(HANDS):
        hand = shuffled(deck, random)[:HAND_SIZE]
        groups[min(hand.count(HEAT), MOST_COOLED)] |= 1 << index
        made = ways(hand)
        for bit in bits:
            if made & bit:
                can[bit] |= 1 << index
    return groups, can


@lru_cache(maxsize=16)
def course_of(track: Track, limits: tuple[int, ...], heat: int) -> Course:
    """The course of a track; worked out once."""
    return Course(track, limits, heat)
