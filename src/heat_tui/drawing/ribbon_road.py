"""The road of the ribbon map: its middle line in a box, how wide it is, and where its spaces and lines are along it.

Units: a column is 1 wide and a row 2 high, so that half a cell is a square pixel of 1 x 1.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

from heat_tui.drawing.geometry import ROW_HEIGHT, Loop, Point, fit
from heat_tui.drawing.layout import Kind, lines_after
from heat_tui.engine.track import Track

SHOULDER = 1.0
"""How far shoulder or kerb reach beyond the asphalt."""

_MARGIN = 0.3
_NARROW = 2.0
_WIDER: tuple[tuple[float, float], ...] = ((8.5, 4.0), (5.0, 3.0))  # from so many units a space on average
_EVENED = 0.45  # how far the lengths of the spaces are evened out
_LINE_ROOM, _START_ROOM = 1.15, 2.0
_MOST_LINE_ROOM = 0.4  # of a space
_FLAT, _STEEP = 0.2, 0.2
_LEVEL = 2.4  # a run that rises less is made level
_ROUNDS, _PUSH = 14, 0.3
_NEIGHBOURS = 5
_MOST_CROSSINGS = 8


@dataclass(frozen=True, slots=True)
class Line:
    """A line across the road: `number` is the index of its corner, 0 for the start; it covers `start`..`end`."""

    kind: Kind
    number: int
    start: float
    end: float

    @property
    def middle(self) -> float:
        """The middle of the line, along the road."""
        return (self.start + self.end) / 2


@dataclass(frozen=True, slots=True)
class Road:
    """The middle line with everything that lies along it, measured from the start of space 1.

    `half` is half the width of the asphalt. `bounds` are the ends of the spaces, each in the middle of the lines
    that follow it; `clear` is the part of each space that no line takes.
    """

    loop: Loop
    half: float
    offset: float
    bounds: tuple[float, ...]
    clear: tuple[tuple[float, float], ...]
    lines: tuple[Line, ...]

    def at(self, along: float) -> Point:
        """Return the middle of the road there."""
        return self.loop.at(along + self.offset)

    def heading(self, along: float, reach: float = 1.0) -> Point:
        """Return the driving direction there, a unit vector."""
        return self.loop.heading(along + self.offset, reach)


def road_of(track: Track, width: int, height: int) -> Road:
    """Return the road of a track in a box of so many columns and rows."""
    size = float(width), height * ROW_HEIGHT
    half = _NARROW
    loop = _middle_line(track, size, half)
    mean = loop.length / track.spaces
    wider = next((width for least, width in _WIDER if mean >= least), half)
    if wider > half:
        half = wider
        loop = _middle_line(track, size, half)
    return _measured(track, loop, half)


def _middle_line(track: Track, size: Point, half: float) -> Loop:
    margin = half + SHOULDER + _MARGIN
    low, high = (margin, margin), (size[0] - margin, size[1] - margin)
    points = [(x + margin, y + margin) for x, y in fit(track.outline, high[0] - low[0], high[1] - low[1])]
    points = _kept_apart(points, 2 * (half + SHOULDER), low, high)
    points = _straightened(_refitted(points, low, high), half)
    return Loop([_within(point, low, high) for point in points])


def _refitted(points: list[Point], low: Point, high: Point) -> list[Point]:
    """Squeeze the points so that the curve through them, which swings out in bends, stays in the box."""
    loop = Loop(points)
    curve = [loop.at(distance) for distance in range(math.ceil(loop.length))] or points
    axes: list[list[float]] = []
    for axis in (0, 1):
        values = [point[axis] for point in curve]
        first, last = min(min(values), low[axis]), max(max(values), high[axis])
        scale = (high[axis] - low[axis]) / (last - first) if last > first else 1.0
        axes.append([low[axis] + (point[axis] - first) * scale for point in points])
    return list(zip(*axes, strict=True))


def _within(point: Point, low: Point, high: Point) -> Point:
    return min(max(point[0], low[0]), high[0]), min(max(point[1], low[1]), high[1])


def _kept_apart(points: list[Point], distance: float, low: Point, high: Point) -> list[Point]:
    """Push stretches apart that run too close to each other; where the road crosses itself it stays."""
    pairs = _close_pairs(points, distance)
    count = len(points)
    for _round in range(_ROUNDS if pairs else 0):
        moved = [[0.0, 0.0] for _ in points]
        for a, b in pairs:
            dx, dy = points[b][0] - points[a][0], points[b][1] - points[a][1]
            gap = math.hypot(dx, dy)
            if 0 < gap < distance:
                push = (distance - gap) / gap * _PUSH
                for index, sign in ((a, -1), (b, 1)):
                    moved[index][0] += sign * push * dx
                    moved[index][1] += sign * push * dy
        shifts = [
            tuple((moved[n - 1][axis] + 2 * moved[n][axis] + moved[(n + 1) % count][axis]) / 4 for axis in (0, 1))
            for n in range(count)
        ]
        points = [_within((x + dx, y + dy), low, high) for (x, y), (dx, dy) in zip(points, shifts, strict=True)]
    return points


def _close_pairs(points: Sequence[Point], distance: float) -> list[tuple[int, int]]:
    """Return points of different stretches closer than that, away from any crossing; none in a tangle."""
    count = len(points)
    crossings = _crossings(points)
    if len(crossings) > _MOST_CROSSINGS:
        return []
    mean = sum(math.dist(points[n - 1], points[n]) for n in range(count)) / count
    apart = max(_NEIGHBOURS, math.ceil(1.6 * distance / mean)) if mean else count
    near = math.ceil(1.5 * distance / mean) if mean else 0

    def ring(a: int, b: int) -> int:
        return min((a - b) % count, (b - a) % count)

    return [
        (a, b)
        for a, b in itertools.combinations(range(count), 2)
        if abs(points[a][0] - points[b][0]) < 1.5 * distance
        and abs(points[a][1] - points[b][1]) < 1.5 * distance
        and ring(a, b) >= apart
        and not any(
            (ring(a, c) <= near and ring(b, d) <= near) or (ring(a, d) <= near and ring(b, c) <= near)
            for c, d in crossings
        )
    ]


def _crossings(points: Sequence[Point]) -> list[tuple[int, int]]:
    """Return the pairs of points after which the closed line crosses itself."""
    count = len(points)
    return [
        (a, b)
        for a, b in itertools.combinations(range(count), 2)
        if 1 < b - a < count - 1 and _cross(points[a], points[a + 1], points[b], points[(b + 1) % count])
    ]


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    if max(a[0], b[0]) < min(c[0], d[0]) or max(c[0], d[0]) < min(a[0], b[0]):
        return False

    def side(p: Point, q: Point, r: Point) -> bool:
        return (q[0] - p[0]) * (r[1] - p[1]) > (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) != side(a, b, d) and side(c, d, a) != side(c, d, b)


def _straightened(points: list[Point], half: float) -> list[Point]:
    """Make nearly level and nearly upright runs exact, so that edges fall between pixels and lanes on rows."""
    count = len(points)
    ways = [
        (points[(n + 1) % count][0] - points[n - 1][0], points[(n + 1) % count][1] - points[n - 1][1])
        for n in range(count)
    ]
    level = [abs(dy) <= _FLAT * abs(dx) for dx, dy in ways]
    upright = [abs(dx) <= _STEEP * abs(dy) for dx, dy in ways]
    # Lanes half a road's half from the middle fall on the middles of rows.
    shift = 1.0 if half % 4 == 0 else 0.0
    xs = _snapped([x for x, _y in points], upright, 1.0)
    ys = [y + shift for y in _snapped([y - shift for _x, y in points], level, ROW_HEIGHT)]
    return list(zip(xs, ys, strict=True))


def _snapped(values: list[float], flat: Sequence[bool], grid: float) -> list[float]:
    """Put each flat run on one line of the grid, its neighbours half the way."""
    count = len(values)
    shifts = [0.0] * count
    for run in _runs(flat):
        run_values = [values[n] for n in run]
        if max(run_values) - min(run_values) <= _LEVEL:
            target = round(sum(run_values) / len(run_values) / grid) * grid
            for n in run:
                shifts[n] = target - values[n]
    eased = [shift or (shifts[n - 1] + shifts[(n + 1) % count]) / 2 for n, shift in enumerate(shifts)]
    return [value + shift for value, shift in zip(values, eased, strict=True)]


def _runs(flat: Sequence[bool]) -> list[list[int]]:
    """Return runs of neighbouring indices, round the ring, that are flat; single ones are no run."""
    count = len(flat)
    if all(flat) or not any(flat):
        return []
    start = next(n for n in range(count) if not flat[n])
    runs: list[list[int]] = [[]]
    for n in range(start, start + count):
        if flat[n % count]:
            runs[-1].append(n % count)
        elif runs[-1]:
            runs.append([])
    return [run for run in runs if len(run) > 1]


def _measured(track: Track, loop: Loop, half: float) -> Road:
    """Share the loop out to spaces and lines."""
    after = lines_after(track)
    mean = loop.length / track.spaces
    room = min(_LINE_ROOM, _MOST_LINE_ROOM * mean)
    rooms = {Kind.START: min(_START_ROOM, _MOST_LINE_ROOM * mean * 1.5), Kind.CORNER: room, Kind.LEGENDS: room}
    lined = [sum(rooms[kind] for kind, _n in after.get(space, ())) for space in range(1, track.spaces + 1)]
    gaps = [b - a for a, b in itertools.pairwise([*loop.marks, loop.length])]
    lengths = [(gaps[n - 1] + gaps[n]) / 2 for n in range(track.spaces)]
    lengths = [length + (mean - length) * _EVENED for length in lengths]
    scale = (loop.length - sum(lined)) / loop.length if loop.length else 0.0
    clear: list[tuple[float, float]] = []
    bounds: list[float] = []
    lines: list[Line] = []
    along = 0.0
    for space, (length, taken) in enumerate(zip(lengths, lined, strict=True), start=1):
        clear.append((along, along + length * scale))
        along += length * scale
        bounds.append(along + taken / 2)
        for kind, number in after.get(space, ()):
            lines.append(Line(kind, number, along, along + rooms[kind]))
            along += rooms[kind]
    drift = sum(mark - (a + b) / 2 for mark, (a, b) in zip(loop.marks, clear, strict=True)) / track.spaces
    return Road(loop, half, drift, tuple(bounds), tuple(clear), tuple(lines))
