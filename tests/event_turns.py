"""Turns in races with an event, and their results."""

from __future__ import annotations

from heat_tui.engine.module import Module
from heat_tui.engine.track import Track
from heat_tui.modules.championship.events import SponsorshipGained
from heat_tui.modules.championship.state import NAME, ChampionshipShown
from tests.paddock import event
from tests.tables import OFF, STUCK, Place, Table, driver, loop, turn

OPEN_ROAD = loop(60, laps=3)
"""A track whose only corner is irrelevant: its line is after space 50, its limit is 99 and it is not a press corner."""

GRANDSTAND, RECORD, STRIKE, LIFTED, CROWD, COMMITTEE, TELEVISION, SAFETY, WITHDRAWS, GLOBAL = (
    1,
    2,
    3,
    4,
    5,
    6,
    8,
    9,
    10,
    11,
)
WINDS, CHICANES, CLOUDBURST, HOLD_TIGHT, SMILE, TUNNEL, COOKER = 12, 13, 14, 15, 16, 17, 18


def drive(number: int, *places: Place, track: Track = OPEN_ROAD, others: tuple[Module, ...] = ()) -> Table:
    """Return the turn of car 0 in a race with this event."""
    return turn(track, *places, modules=(*event(number), *others))


def reasons(table: Table) -> list[str]:
    """Return why car 0 gained each of its Sponsorships."""
    return [told.reason for told in table.told(SponsorshipGained, 0)]


def shown(table: Table) -> ChampionshipShown:
    """Return the open information of the championship."""
    state = dict(table.race.view(None).shown)[NAME]
    assert isinstance(state, ChampionshipShown)
    return state


def full(*spaces: int) -> tuple[Place, ...]:
    """Return places that fill each of these spaces with two cars that will not move."""
    return tuple(driver(space, spot, engine=0, hand=STUCK) for space in spaces for spot in (0, OFF))
