"""The answer to the mulligan and its event (O2), in an uncompiled file: mypyc would make `paid_for` a field."""

from __future__ import annotations

from typing import ClassVar

from heat_tui.engine.actions import Action
from heat_tui.engine.events import Payment
from heat_tui.engine.record import record

NAME = "mulligan"
COST = 1


@record
class Mulligan(Action):
    """Pay 1 Heat for a new opening hand, or keep the present one (O2)."""

    take: bool


@record
class MulliganAnswered(Payment):
    """A driver swapped the opening hand or kept it (O2)."""

    paid_for: ClassVar[str] = "hand"

    taken: bool

    @property
    def paid(self) -> int:
        return COST if self.taken else 0
