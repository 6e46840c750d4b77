"""The events of tournament mode, in an uncompiled file: mypyc would make `reveals` a field."""

from __future__ import annotations

from heat_tui.engine.events import CarEvent
from heat_tui.engine.record import record


@record
class NumberShown(CarEvent):
    """A turn began: `number` cards are face down, for gear `number` (M1)."""

    number: int


@record
class ShiftUnpaid(CarEvent):
    """The shift from gear `before` to `number` asks for `heat` Heat, more than the `engine` holds (M2).

    A shift up then loses a card (`CardLost`), and a shift down flips one (`CardFlipped` from "shift").
    """

    before: int
    number: int
    heat: int
    engine: int


@record
class CardLost(CarEvent):
    """A face-down card chosen at random went to the discard pile, unresolved (M2)."""

    reveals = "card-lost"

    card: str
