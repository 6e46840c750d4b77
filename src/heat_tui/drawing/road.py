"""The road of a track: its centre line, spaces and lines, painted in half pixels (halves of a cell), each 1 x 1."""

from __future__ import annotations

import bisect
import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import Enum, IntEnum
from typing import Final, NamedTuple

from heat_tui.drawing.geometry import ROW_HEIGHT, Heading, Loop, Point, fit, heading_of
from heat_tui.engine.record import record
from heat_tui.engine.track import Track

SHOULDER = 1.0
"""The width of the shoulder or kerb beyond the asphalt, in columns."""

_MARGIN = 0.3
_NARROW = 2.0
# Pairs: a mean length of the spaces, and half the width of a road whose spaces are at least that long on average.
_WIDER: tuple[tuple[float, float], ...] = ((8.5, 4.0), (5.0, 3.0))
_EVENED = 0.45  # the degree to which the lengths of the spaces are evened out
_LINE_ROOM, _START_ROOM = 1.15, 2.0
_MOST_LINE_ROOM = 0.4  # of the mean length of a space
_FLAT, _STEEP = 0.2, 0.2
_LEVEL = 2.4  # the maximum difference between the values of a straightened run
_ROUNDS, _PUSH = 14, 0.3
_NEIGHBOURS = 5
_ALONGSIDE = 0.5  # two stretches run alongside each other if the cosine of the angle between them is above this


class Kind(Enum):
    """The kind of a line across the track."""

    CORNER = "corner line"
    LEGENDS = "legends line"
    START = "start/finish line"


Spot = tuple[int, int]
"""A space, and 0 for its race-line spot or 1 for the off spot."""

Lines = Mapping[int, Sequence[tuple[Kind, int]]]
"""The lines after each space in driving order, each with the index of its corner, 0 for the start/finish line."""


def lines_after(track: Track, *, legends: bool = True) -> Lines:
    """Return the lines after each space in driving order, with the legends lines only if `legends`.

    After the same space, a corner line comes before a legends line. Legends lines after the same space, such as those
    of the two lines of a chicane, are one.
    """
    lines: dict[int, list[tuple[Kind, int]]] = {track.spaces: [(Kind.START, 0)]}
    for index, corner in enumerate(track.corners):
        lines.setdefault(corner.line_after, []).append((Kind.CORNER, index))
    legends_lines = {corner.legends_line_after: index for index, corner in enumerate(track.corners) if legends}
    for space, index in legends_lines.items():
        lines.setdefault(space, []).append((Kind.LEGENDS, index))
    return lines


@record
class Line:
    """A line across the road, from `start` to `end` along the road; `number` is its corner's index, 0 for the start."""

    kind: Kind
    number: int
    start: float
    end: float

    @property
    def middle(self) -> float:
        return (self.start + self.end) / 2


@record
class Road:
    """The road along its centre line `loop`; distances are from the start of space 1, which is at `offset` on the loop.

    `half` is half the width of the asphalt. `bounds` are the ends of the spaces, each in the middle of the lines after
    its space; `clear` is the part of each space that no line covers.
    """

    loop: Loop
    half: float
    offset: float
    bounds: tuple[float, ...]
    clear: tuple[tuple[float, float], ...]
    lines: tuple[Line, ...]

    @property
    def start(self) -> Heading:
        """The driving direction at the start/finish line."""
        line = next(line for line in self.lines if line.kind is Kind.START)
        return heading_of(self.heading(line.middle, self.half))

    def at(self, along: float) -> Point:
        """Return the middle of the road at a distance along it."""
        return self.loop.at(along + self.offset)

    def heading(self, along: float, reach: float = 1.0) -> Point:
        """Return the driving direction at a distance along the road, measured over `reach` units either way."""
        return self.loop.heading(along + self.offset, reach)


def road_of(track: Track, width: int, height: int) -> Road:
    """Return the road of a track in a box of `width` columns and `height` rows."""
    size = float(width), height * ROW_HEIGHT
    loop = _middle_line(track, size, _NARROW)
    mean = loop.length / track.spaces
    half = next((width for least, width in _WIDER if mean >= least), _NARROW)
    if half > _NARROW:
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
    """Return the points squeezed so that the curve through them, which swings wide in bends, stays in the box."""
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
    """Return the points after pushing apart stretches that run too close, except where the road crosses itself."""
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
    """Return the pairs of indices of points close to each other on different stretches that do not cross there."""
    count, ways = len(points), _ways(points)
    mean = sum(math.dist(points[n - 1], points[n]) for n in range(count)) / count
    apart = max(_NEIGHBOURS, math.ceil(1.6 * distance / mean)) if mean else count

    def run_alongside(a: int, b: int) -> bool:
        (ax, ay), (bx, by) = ways[a], ways[b]
        return abs(ax * bx + ay * by) > _ALONGSIDE * math.hypot(ax, ay) * math.hypot(bx, by)

    return [
        (a, b)
        for a, b in itertools.combinations(range(count), 2)
        if abs(points[a][0] - points[b][0]) < 1.5 * distance
        and abs(points[a][1] - points[b][1]) < 1.5 * distance
        and min(b - a, count - b + a) >= apart
        and run_alongside(a, b)
    ]


def _ways(points: Sequence[Point]) -> list[Point]:
    """Return the way from the point before each point to the one after it."""
    after = [*points[1:], points[0]]
    return [(after[n][0] - points[n - 1][0], after[n][1] - points[n - 1][1]) for n in range(len(points))]


def _straightened(points: list[Point], half: float) -> list[Point]:
    """Straighten nearly level and upright stretches, so that edges fall between pixels, and lanes fall on rows."""
    ways = _ways(points)
    level = [abs(dy) <= _FLAT * abs(dx) for dx, dy in ways]
    upright = [abs(dx) <= _STEEP * abs(dy) for dx, dy in ways]
    # The shift puts lanes, which are a quarter of the road's width from its middle, on the middles of rows.
    shift = 1.0 if half % 4 == 0 else 0.0
    xs = _snapped([x for x, _y in points], upright, 1.0)
    ys = [y + shift for y in _snapped([y - shift for _x, y in points], level, ROW_HEIGHT)]
    return list(zip(xs, ys, strict=True))


def _snapped(values: list[float], flat: Sequence[bool], grid: float) -> list[float]:
    """Return the values with each flat run of similar values on one grid line, and its neighbours moved half as far."""
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
    """Return the runs of neighbouring flat indices round the ring; a single index or the whole ring is not a run."""
    if all(flat):
        return []
    start = flat.index(False)
    ring = [*range(start, len(flat)), *range(start)]
    runs = [[*run] for is_flat, run in itertools.groupby(ring, flat.__getitem__) if is_flat]
    return [run for run in runs if len(run) > 1]


def _measured(track: Track, loop: Loop, half: float) -> Road:
    """Return the road along a loop, divided into spaces and lines."""
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


class Material(IntEnum):
    """The surface that a half pixel shows. Asphalt comes in two shades, by the parity of the space."""

    GRASS = 0
    MOWN = 1
    SHOULDER = 2
    KERB = 3
    KERB_WHITE = 4
    ASPHALT = 5
    ASPHALT_LIGHT = 6
    CORNER = 7
    LEGENDS = 8
    START = 9
    START_WHITE = 10


FULL: Final = 4
"""The coverage of a half pixel that is covered completely, in quarters."""

_MOWN_COLUMNS, _MOWN_PIXELS = 10, 10
_STEP = 1.0
_REACH = 0.75
_STRANDS_APART = 5.0  # half widths of the road: two points further apart along it are on different stretches
_CROSSING = 0.8  # two stretches cross if the cosine of the angle between them is below this
_KERB_STRIPE = 3.0
_KERB_SPACES, _LEAST_KERB, _MOST_KERB = 2.2, 5.0, 12.0
_KERB_SHARP = 1.5
_HALF_LINE = 0.62
_STRAIGHT = 0.97  # a road runs along a row or a column if the cosine of its angle is greater
_LINE_BEYOND = 0.6  # the length of lines beyond the asphalt's edge


class Pixels(NamedTuple):
    """The half pixels of a box, row by row: two rows for each row of cells.

    `top` covers `cover` quarters of each, `under` the rest; `spaces` has the space of each on the road, 0 elsewhere.
    """

    top: bytes
    under: bytes
    cover: bytes
    spaces: bytes


_Sample = tuple[float, float, float, float, float]
"""A point of the road: x, y, the x and y of its heading, and its curvature, positive to the right."""


class _Place(NamedTuple):
    """The place of a pixel on a road: the distance along it, and across it from its middle, negative to the left."""

    along: float
    across: float


class _Kerb(NamedTuple):
    """A kerb: its distance `start` along the road, its `length`, and its `side`: -1 left, 1 right."""

    start: float
    length: float
    side: int


class Painter:
    """The painter of a road and of the grass around it."""

    def __init__(self, road: Road, width: int, height: int) -> None:
        self._half = road.half
        self._length = road.loop.length
        self._width = width
        self._height = height * int(ROW_HEIGHT)
        self._bounds = road.bounds
        self._lines = [(_on_pixels(road, line), _thickness(road, line)) for line in road.lines]
        self._samples = _samples(road)
        self._kerbs = _kerbs(road, self._samples)

    def paint(self) -> Pixels:
        width, size = self._width, self._width * self._height
        top = bytearray(
            Material.MOWN if (x // _MOWN_COLUMNS + y // _MOWN_PIXELS) % 2 else Material.GRASS
            for y in range(self._height)
            for x in range(width)
        )
        under, cover, spaces = bytearray(top), bytearray([FULL]) * size, bytearray(size)
        best, other = self._stamped()
        for pixel, index in enumerate(best):
            if index < 0:
                continue
            place = self._chosen(pixel, index, other[pixel])
            painted = self._painted(place, top[pixel])
            if painted is not None:
                top[pixel], under[pixel], cover[pixel], spaces[pixel] = painted
        return Pixels(bytes(top), bytes(under), bytes(cover), bytes(spaces))

    def _stamped(self) -> tuple[list[int], list[int]]:
        """Return each pixel's nearest sample, by index, on the first stretch near it and on any other; -1 for none."""
        width, height, count = self._width, self._height, len(self._samples)
        best, other = [-1] * (width * height), [-1] * (width * height)
        near, next_near = [math.inf] * (width * height), [math.inf] * (width * height)
        reach = self._half + SHOULDER + _REACH
        square = reach * reach
        apart = int(_STRANDS_APART * self._half / (self._length / count)) if self._length else count
        for index, (x, y, _dx, _dy, _curve) in enumerate(self._samples):
            first, last = max(0, math.ceil(x - reach - 0.5)), min(width - 1, math.floor(x + reach - 0.5))
            for row in range(max(0, math.ceil(y - reach - 0.5)), min(height - 1, math.floor(y + reach - 0.5)) + 1):
                off_row = square - (row + 0.5 - y) ** 2
                start = row * width
                for column in range(first, last + 1):
                    off = square - off_row + (column + 0.5 - x) ** 2
                    if off > square:
                        continue
                    pixel = start + column
                    known = best[pixel]
                    if known < 0 or -apart < (index - known) < apart or abs(index - known) > count - apart:
                        if off < near[pixel]:
                            best[pixel], near[pixel] = index, off
                    elif off < next_near[pixel]:
                        other[pixel], next_near[pixel] = index, off
        return best, other

    def _place(self, pixel: int, index: int) -> _Place:
        x, y, dx, dy, curve = self._samples[index]
        off_x, off_y = pixel % self._width + 0.5 - x, pixel // self._width + 0.5 - y
        across = off_y * dx - off_x * dy
        bent = min(max(1 - across * curve, 0.5), 2.0)
        along = index * self._length / len(self._samples) + (off_x * dx + off_y * dy) / bent
        return _Place(along % self._length, across)

    def _chosen(self, pixel: int, index: int, other: int) -> _Place:
        """Return the place of a pixel near one or two stretches of road.

        At a crossing the stretch nearer to the start hides the other; elsewhere the pixel belongs to the closer one.
        """
        place = self._place(pixel, index)
        if other < 0:
            return place
        second = self._place(pixel, other)
        _x, _y, ax, ay, _c = self._samples[index]
        _x, _y, bx, by, _c = self._samples[other]
        if abs(ax * bx + ay * by) < _CROSSING:
            upper, lower = (place, second) if self._from_start(place) < self._from_start(second) else (second, place)
            return upper if abs(upper.across) < self._half + SHOULDER else lower
        return place if abs(place.across) <= abs(second.across) else second

    def _from_start(self, place: _Place) -> float:
        return min(place.along, self._length - place.along)

    def _painted(self, place: _Place, grass: int) -> tuple[int, int, int, int] | None:
        """Return a pixel's top, under, cover and space, as in `Pixels`; None if it stays grass."""
        off = abs(place.across)
        beyond = off - self._half
        space = bisect.bisect_right(self._bounds, place.along) % len(self._bounds) + 1
        asphalt = Material.ASPHALT_LIGHT if space % 2 else Material.ASPHALT
        if beyond < _LINE_BEYOND:
            line = self._line(place)
            if line is not None:
                return line[0], asphalt, line[1], space
        if beyond >= 0.5:
            edge = self._edge(place)
            shown = _quarters((self._half + SHOULDER + 0.5 - off) * (1 if edge == Material.SHOULDER else _KERB_SHARP))
            return (edge, grass, shown, 0) if shown else None
        inside = _quarters(0.5 - beyond)
        if inside < FULL:
            return (asphalt, self._edge(place), inside, space) if inside else (self._edge(place), grass, FULL, 0)
        return asphalt, asphalt, FULL, space

    def _edge(self, place: _Place) -> int:
        """Return the material beside the asphalt at a place: shoulder, or a stripe of a kerb."""
        for kerb in self._kerbs:
            way = (place.along - kerb.start) % self._length
            if way < kerb.length and (place.across > 0) == (kerb.side > 0):
                return Material.KERB_WHITE if int(way / _KERB_STRIPE) % 2 else Material.KERB
        return Material.SHOULDER

    def _line(self, place: _Place) -> tuple[int, int] | None:
        """Return the material of the line that covers a place, and the quarters covered; None without a line."""
        for line, thick in self._lines:
            off = (place.along - line.middle + self._length / 2) % self._length - self._length / 2
            if abs(off) < 2:
                shown = self._crossed(line, thick, off, place.across)
                if shown is not None:
                    return shown
        return None

    def _crossed(self, line: Line, thick: float, off: float, across: float) -> tuple[int, int] | None:
        if line.kind is Kind.START:
            if abs(off) > max((line.end - line.start) / 2, 0.5):
                return None
            square = (math.floor(across) + (off >= 0)) % 2
            return (Material.START_WHITE if square else Material.START), FULL
        if line.kind is Kind.LEGENDS:
            dash = -thick <= off < thick and math.floor(across + self._half) % 2 == 0
            return (Material.LEGENDS, FULL) if dash else None
        shown = _quarters(_HALF_LINE + 0.5 - abs(off))
        return (Material.CORNER, shown) if shown else None


def _on_pixels(road: Road, line: Line) -> Line:
    """Return a line; on a horizontal or vertical stretch, moved by less than a pixel so that it covers whole pixels."""
    (x, y), (dx, dy) = road.at(line.middle), road.heading(line.middle)
    if max(abs(dx), abs(dy)) < _STRAIGHT:
        return line
    value, step = (x, dx) if abs(dx) > abs(dy) else (y, dy)
    target = round(value) if line.kind is Kind.START else math.floor(value) + 0.5
    move = (target - value) / step
    return replace(line, start=line.start + move, end=line.end + move)


def _thickness(road: Road, line: Line) -> float:
    """Return half the minimum thickness at which a line of this slant has no gaps."""
    dx, dy = road.heading(line.middle)
    return (abs(dx) + abs(dy)) / 2


def _quarters(share: float) -> int:
    return 0 if share <= 0 else FULL if share >= 1 else round(share * FULL)


def _samples(road: Road) -> list[_Sample]:
    """Return points along the road about a unit apart."""
    count = max(round(road.loop.length / _STEP), 3)
    step = road.loop.length / count
    middles: list[Point] = [road.at(index * step) for index in range(count)]
    headings = [road.heading(index * step, road.half) for index in range(count)]
    found: list[_Sample] = []
    for index, ((x, y), (dx, dy)) in enumerate(zip(middles, headings, strict=True)):
        (ax, ay), (bx, by) = headings[index - 1], headings[(index + 1) % count]
        turn = math.atan2(ax * by - ay * bx, ax * bx + ay * by)
        found.append((x, y, dx, dy, turn / (2 * step) if step else 0.0))
    return found


def _kerbs(road: Road, samples: list[_Sample]) -> list[_Kerb]:
    """Return the kerbs, one on the outside of the bend at every corner line."""
    count, mean = len(samples), road.loop.length / len(road.bounds)
    reach = min(max(_KERB_SPACES * mean, _LEAST_KERB), _MOST_KERB)
    stripes = max(round(2 * reach / _KERB_STRIPE) | 1, 3)
    length = stripes * _KERB_STRIPE
    kerbs: list[_Kerb] = []
    for line in road.lines:
        if line.kind is Kind.CORNER:
            middle = round(line.middle * count / road.loop.length)
            bend = sum(samples[(middle + off) % count][4] for off in range(-round(reach), round(reach) + 1))
            kerbs.append(_Kerb(line.middle - length / 2, length, -1 if bend > 0 else 1))
    return kerbs
