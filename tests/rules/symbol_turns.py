"""Turns with cards that bear symbols."""

from __future__ import annotations

from heat_tui.engine.events import CarMoved
from tests.tables import Table, loop

CORNER = loop(60, (10, 5), (50, 9))
"""A track with limit 5 after space 10 and limit 9 after space 50."""


def moves(table: Table) -> list[tuple[str, int]]:
    """Return the moves of car 0 so far."""
    return [(event.cause, event.distance) for event in table.told(CarMoved, 0)]


def refused(table: Table, action: object) -> str:
    """Return the reason why the decision refuses an action."""
    assert table.race.decision is not None
    objection = table.race.decision.objection(action)  # type: ignore[arg-type]
    assert objection is not None
    return objection.code
