"""Turns of Legends on a track with two corners."""

from __future__ import annotations

from heat_tui.engine.events import CarMoved
from heat_tui.engine.track import Track
from heat_tui.modules.legends.events import LegendDecided
from tests.tables import STUCK, Place, Table, driver, loop, turn

BEND = loop(60, (20, 3, 10), (40, 4, 34))
"""Corners of limit 3 after space 20 and limit 4 after 40, with legends lines after 10 and 34."""

FIRST_CARD = 0
"""The card with (diamond/helmet) yellow 0/11, red 1/13, gray 1/14, black 2/16, green 2/15, blue 3/18."""

BYSTANDER = driver(55, engine=0, hand=STUCK)


def moves(*places: Place, track: Track = BEND, laps: int = 2, pro: int = 0) -> Table:
    """Return the turn of the first Legend of the places; the only driver does not move."""
    return turn(track, BYSTANDER, *places, seat=1, laps=laps, legend_cards=(FIRST_CARD,), pro=pro)


def end(table: Table) -> tuple[int, int]:
    """Return the place and the spot where the last move of the first Legend ended."""
    move = table.told(CarMoved, 1)[-1]
    return move.end, move.spot


def decided(table: Table) -> LegendDecided:
    """Return the event that says how the first Legend to move decided."""
    return table.told(LegendDecided)[0]
