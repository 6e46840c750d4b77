"""What the commands show: hand, deck, map, strip."""

from __future__ import annotations

import shutil
from collections import Counter

from heat_tui.drawing.ascii_map import draw_track
from heat_tui.drawing.strip import COLUMNS_PER_SPACE, strip
from heat_tui.engine.car import RACING
from heat_tui.engine.view import SeatView
from heat_tui.language import _
from heat_tui.prose import Narrator, card_list
from heat_tui.prose.names import row

USUAL_SIZE = (78, 22)
SMALLEST_SIZE = (40, 16)
LARGEST_SIZE = (110, 34)
BEHIND = 3
"""The strip begins so many spaces behind the own car."""


def hand_line(view: SeatView) -> str:
    """The own hand, and the plan if it is made."""
    hand = _("Your hand: {cards}.").format(cards=card_list(view.hand))
    if view.plan is None:
        return hand
    gear, cards = view.plan
    return _("{hand} You have planned gear {gear} with {cards}.").format(hand=hand, gear=gear, cards=card_list(cards))


def deck_lines(view: SeatView) -> list[str]:
    """What is left to be drawn, by kind, as somebody knows who remembers every card."""
    if not view.sheet.memory_aid:
        return [_("In your draw deck and discard pile together: {cards}.").format(cards=_kinds(view.unseen))]
    return [
        _("In your draw deck, in an order that nobody knows: {cards}.").format(cards=_kinds(view.unseen)),
        _("In your discard pile: {cards}.").format(cards=_kinds(view.spent)),
    ]


def map_lines(view: SeatView, *, terminal: bool) -> tuple[str, str]:
    """The drawing of the track with the cars as digits, and whose digits they are."""
    width, height = USUAL_SIZE
    if terminal:
        size = shutil.get_terminal_size(USUAL_SIZE)
        width = min(max(size.columns - 1, SMALLEST_SIZE[0]), LARGEST_SIZE[0])
        height = min(max(size.lines - 3, SMALLEST_SIZE[1]), LARGEST_SIZE[1])
    return draw_track(view.sheet.track, width, height, marks=_marks(view)), _key(view)


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
    return strip(track, start, length, _marks(view)), " ".join((key, _key(view)))


def _marks(view: SeatView) -> dict[tuple[int, int], str]:
    return {(view.space(car), car.spot): str(car.index + 1) for car in view.cars if car.status == RACING}


def _key(view: SeatView) -> str:
    narrator = Narrator(view.sheet)
    cars = [
        _("{digit} {name}").format(digit=car.index + 1, name=narrator.name(car.index))
        for car in view.cars
        if car.status == RACING
    ]
    return _("The cars: {cars}.").format(cars=row(cars)) if cars else _("No car is on the track.")


def _kinds(cards: tuple[str, ...]) -> str:
    """Cards by kind with their numbers: "3 x 4, 2 x Stress"."""
    counts = Counter(cards)
    if not counts:
        return _("no cards")
    kinds = dict.fromkeys(sorted(counts, key=lambda key: (not key.isdigit(), key)))
    return row([_("{count} x {card}").format(count=counts[key], card=card_list((key,))) for key in kinds])
