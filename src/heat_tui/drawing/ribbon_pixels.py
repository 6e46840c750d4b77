"""The half pixels of the ribbon map: grass, shoulder, kerb, asphalt or a line, softened at the edges."""

from __future__ import annotations

import bisect
import math
from dataclasses import replace
from enum import IntEnum
from typing import Final, NamedTuple

from heat_tui.drawing.geometry import ROW_HEIGHT, Point
from heat_tui.drawing.layout import Kind
from heat_tui.drawing.ribbon_road import SHOULDER, Line, Road


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
"""Coverage is counted in quarters: 0..4."""

_MOWN_COLUMNS, _MOWN_PIXELS = 10, 10
_STEP = 1.0
_REACH = 0.75
_STRANDS_APART = 5.0  # road widths along the road before two stretches count as different
_CROSSING = 0.8  # cosine of the angle below which two stretches cross
_KERB_STRIPE = 3.0
_KERB_SPACES, _LEAST_KERB, _MOST_KERB = 2.2, 5.0, 12.0
_KERB_SHARP = 1.5
_HALF_LINE = 0.62
_STRAIGHT = 0.97  # cosine above which a road runs along a row or a column
_LINE_BEYOND = 0.6  # how far lines reach over the asphalt's edge


class Pixels(NamedTuple):
    """The half pixels of a box, row by row, 2 * height rows of `width`.

    `top` covers `cover` quarters of `under`; `spaces` has the space to which each half pixel of asphalt or
    line belongs, 0 elsewhere.
    """

    top: bytes
    under: bytes
    cover: bytes
    spaces: bytes


_Sample = tuple[float, float, float, float, float]
"""A point of the road: x, y, its heading, and its curvature, positive to the right."""


class _Place(NamedTuple):
    """The place of a pixel on a road: along it, and how far left (negative) or right of its middle."""

    along: float
    across: float


class _Kerb(NamedTuple):
    """A kerb: how far along it is from `start`, on the side whose sign is `side`."""

    start: float
    length: float
    side: int


class Painter:
    """The painter of a road."""

    __slots__ = ("_bounds", "_half", "_height", "_kerbs", "_length", "_lines", "_road", "_samples", "_width")

    def __init__(self, road: Road, width: int, height: int) -> None:
        self._road = road
        self._half = road.half
        self._length = road.loop.length
        self._width = width
        self._height = height * int(ROW_HEIGHT)
        self._bounds = road.bounds
        self._lines = [(_on_pixels(road, line), _thickness(road, line)) for line in road.lines]
        self._samples = _samples(road)
        self._kerbs = _kerbs(road, self._samples)

    def paint(self) -> Pixels:
        """Paint the half pixels of the whole box."""
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
        """Return the nearest sample of the road for each pixel, and the nearest of another stretch, -1 for none."""
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
        """Return the stretch that shows: on a crossing the one nearer to the start, else the closer one."""
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
        """Return top, under, coverage and space of a pixel; None for one that stays grass."""
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
        """Return shoulder or kerb at a place beside the asphalt."""
        for kerb in self._kerbs:
            way = (place.along - kerb.start) % self._length
            if way < kerb.length and (place.across > 0) == (kerb.side > 0):
                return Material.KERB_WHITE if int(way / _KERB_STRIPE) % 2 else Material.KERB
        return Material.SHOULDER

    def _line(self, place: _Place) -> tuple[int, int] | None:
        """Return the line that covers a place, and how many quarters of it."""
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
    """Move a line by less than a pixel, so that across a straight it is one pixel wide and not two halves."""
    (x, y), (dx, dy) = road.at(line.middle), road.heading(line.middle)
    if max(abs(dx), abs(dy)) < _STRAIGHT:
        return line
    value, step = (x, dx) if abs(dx) > abs(dy) else (y, dy)
    target = round(value) if line.kind is Kind.START else math.floor(value) + 0.5
    move = (target - value) / step
    return replace(line, start=line.start + move, end=line.end + move)


def _thickness(road: Road, line: Line) -> float:
    """Return half the thickness at which a line has no gaps, whatever its slant."""
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
    """Return a kerb on the outside of the bend at every corner line."""
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
