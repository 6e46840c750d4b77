"""What the table remembers of a race."""

from __future__ import annotations

from dataclasses import dataclass, field

from heat_tui.engine.actions import Action
from heat_tui.engine.decisions import MulliganDecision, PlanDecision
from heat_tui.engine.events import Event
from heat_tui.engine.race import Race
from heat_tui.files.saves import Chosen, Controller
from heat_tui.session.undoing import UndoStop, shown_to


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One action that stands. The action itself may be secret (a plan, a discard); its events never are.

    `controller` is who chose; `round` and `step` are where the race rested. `behind_curtain` tells that the table
    was choosing in turn and in secret (a plan, a mulligan). `stop` is what the action brought to
    light, so that it cannot be taken back without the table's agreement.
    """

    seat: int
    action: Action
    events: tuple[Event, ...]
    controller: Controller
    round: int
    step: str
    behind_curtain: bool
    stop: UndoStop | None


@dataclass(frozen=True, slots=True)
class Standing:
    """A log entry with the race before it, and its place in the record by identity."""

    entry: LogEntry
    chosen: Chosen
    before: Race = field(repr=False)

    def shares_sitting(self, other: Standing) -> bool:
        """Whether the two were chosen by the same seat in the same sitting: its planning, or its own turn."""
        one, two = self.entry, other.entry
        return (one.seat, one.round, one.behind_curtain) == (two.seat, two.round, two.behind_curtain)


def stands(before: Race, chosen: Chosen, controller: Controller) -> tuple[Race, Standing]:
    """The race after a choice, and the choice for the log; `before` stays as it is.

    Raises IllegalAction when the action is refused or the race is over.
    """
    after = before.clone()
    events = tuple(after.play(chosen.action))
    entry = LogEntry(
        seat=chosen.seat,
        action=chosen.action,
        events=events,
        controller=controller,
        round=before.round,
        step=before.step_name,
        behind_curtain=is_behind_curtain(before),
        stop=shown_to(chosen.seat, events),
    )
    return after, Standing(entry, chosen, before)


def is_behind_curtain(race: Race) -> bool:
    """Whether the race rests where each chooses unseen by the others."""
    return isinstance(race.decision, (PlanDecision, MulliganDecision))
