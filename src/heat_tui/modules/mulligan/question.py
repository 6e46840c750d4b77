"""What the mulligan asks, the answer, and what comes of it (O2)."""

from __future__ import annotations

from typing import ClassVar

from heat_tui.engine.actions import Action
from heat_tui.engine.decisions import NewHandDecision
from heat_tui.engine.events import Payment
from heat_tui.engine.record import Refusal, record, refuse

NAME = "mulligan"
COST = 1


@record
class Mulligan(Action):
    """Swap the first hand for 1 Heat (O2), or keep it."""

    take: bool


@record
class MulliganDecision(NewHandDecision):
    """Before round 1: swap the whole hand for 1 Heat, or keep it (O2)."""

    asked: ClassVar[str] = NAME

    no: Action = Mulligan(take=False)
    yes: Action = Mulligan(take=True)
    cost: int = COST

    def objection(self, action: Action) -> Refusal | None:
        if not isinstance(action, Mulligan):
            return refuse("not-asked", asked=NAME)
        take: object = action.take
        return None if isinstance(take, bool) else refuse("malformed", asked=NAME)


@record
class MulliganAnswered(Payment):
    """A driver swapped the first hand or kept it (O2)."""

    paid_for: ClassVar[str] = "hand"

    taken: bool

    @property
    def paid(self) -> int:
        return COST if self.taken else 0
