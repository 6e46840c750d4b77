"""What the table remembers of a race."""

from __future__ import annotations

from dataclasses import dataclass, field

from heat_tui.engine.actions import Action
from heat_tui.engine.decisions import MulliganDecision, PlanDecision
from heat_tui.engine.events import Event
from heat_tui.engine.setup import RaceSetup
from heat_tui.engine.sheet import RaceSheet
from heat_tui.files.saves import Chosen, Controller, Game, race_of
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
    before: Game = field(repr=False)

    def shares_sitting(self, other: Standing) -> bool:
        """Whether the two were chosen by the same seat in the same sitting: its planning, or its own turn."""
        one, two = self.entry, other.entry
        return (one.seat, one.round, one.behind_curtain) == (two.seat, two.round, two.behind_curtain)


@dataclass(frozen=True, slots=True)
class PastRace:
    """A race of a season that is over and behind the table, with all its events, those of its start included."""

    setup: RaceSetup
    sheet: RaceSheet
    events: tuple[Event, ...]


def stands(before: Game, chosen: Chosen, controller: Controller) -> tuple[Game, Standing]:
    """The game after a choice, and the choice for the log; `before` stays as it is.

    Raises IllegalAction when the action is refused or the game is over.
    """
    race = race_of(before)
    after = before.clone()
    events = tuple(after.play(chosen.action))
    entry = LogEntry(
        seat=chosen.seat,
        action=chosen.action,
        events=events,
        controller=controller,
        round=race.round,
        step=race.step_name,
        behind_curtain=is_behind_curtain(before),
        stop=shown_to(chosen.seat, events),
    )
    return after, Standing(entry, chosen, before)


def is_behind_curtain(game: Game) -> bool:
    """Whether the game rests where each chooses unseen by the others."""
    return isinstance(game.decision, (PlanDecision, MulliganDecision))
