"""What the commands show: map and strip."""

from __future__ import annotations

import shutil

from heat_tui.drawing.ascii_map import draw_track
from heat_tui.drawing.strip import COLUMNS_PER_SPACE, strip
from heat_tui.engine.car import RACING
from heat_tui.engine.view import SeatView
from heat_tui.language import _
from heat_tui.prose import Narrator
from heat_tui.prose.names import listing, row
from heat_tui.prose.places import corner_number
from heat_tui.prose.telling import sentences

USUAL_SIZE = (78, 22)
SMALLEST_SIZE = (40, 16)
LARGEST_SIZE = (110, 34)
BEHIND = 3
"""The strip begins so many spaces behind the own car."""


def map_lines(view: SeatView, *, terminal: bool) -> tuple[str, str]:
    """The drawing of the track with the cars as digits, and whose digits they are."""
    width, height = USUAL_SIZE
    if terminal:
        size = shutil.get_terminal_size(USUAL_SIZE)
        width = min(max(size.columns - 1, SMALLEST_SIZE[0]), LARGEST_SIZE[0])
        height = min(max(size.lines - 3, SMALLEST_SIZE[1]), LARGEST_SIZE[1])
    return draw_track(view.sheet.track, width, height, marks=_marks(view)), sentences(_limits(view), _key(view))


def strip_lines(view: SeatView, *, terminal: bool) -> tuple[str, str]:
    """The spaces around the own car (for a spectator, around the first) in a row, and the key to it."""
    track = view.sheet.track
    columns = shutil.get_terminal_size(USUAL_SIZE).columns - 1 if terminal else USUAL_SIZE[0]
    length = min(max(columns, SMALLEST_SIZE[0]) // COLUMNS_PER_SPACE, track.spaces)
    car = view.cars[view.seat if view.seat is not None else view.standings[0]]
    start = (view.space(car) - 1 - BEHIND) % track.spaces + 1
    key = _(
        "From space {start}, driving to the right; above the race-line spots, below the others; # corner line with "
        "its <limit>, : or L legends line, = and S/F start and finish; the numbers count the spaces to the next corner."
    ).format(start=start)
    return strip(track, start, length, _marks(view)), sentences(key, _limits(view), _key(view))


def _marks(view: SeatView) -> dict[tuple[int, int], str]:
    return {(view.space(car), car.spot): str(car.index + 1) for car in view.cars if car.status == RACING}


def _limits(view: SeatView) -> str:
    """The limits that differ from those printed, which the drawings show."""
    changed = [
        _("{limit} at {corner}").format(limit=limit, corner=corner_number(index))
        for index, limit in enumerate(view.limits)
        if limit != view.sheet.track.corners[index].limit
    ]
    if not changed:
        return ""
    return _("The limits drawn are those printed; on this road it is {limits}.").format(limits=listing(changed))


def _key(view: SeatView) -> str:
    narrator = Narrator(view.sheet)
    cars = [
        _("{digit} {name}").format(digit=car.index + 1, name=narrator.name(car.index))
        for car in view.cars
        if car.status == RACING
    ]
    return _("The cars: {cars}.").format(cars=row(cars)) if cars else _("No car is on the track.")
