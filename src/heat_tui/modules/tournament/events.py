"""What tournament mode shows, as events."""

from __future__ import annotations

from heat_tui.engine.events import Event
from heat_tui.engine.record import record


@record
class NumberShown(Event):
    """A turn began: so many cards lie face down, and that is to be the gear (M1)."""

    car: int
    number: int


@record
class ShiftUnpaid(Event):
    """The shift from gear `before` to `number` asks for `heat` Heat, more than the `engine` holds (M2).

    After a shift up a card is lost (`CardLost`), after a shift down one is turned over (`CardFlipped` from "shift").
    """

    car: int
    before: int
    number: int
    heat: int
    engine: int


@record
class CardLost(Event):
    """A face-down card chosen at random went to the discard pile, unresolved (M2)."""

    reveals = "card-lost"

    car: int
    card: str
