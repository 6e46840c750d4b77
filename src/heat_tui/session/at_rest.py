"""A match as it rests: all that can be read of it."""

from __future__ import annotations

from collections.abc import Sequence

from heat_tui.engine.decisions import Decision
from heat_tui.engine.events import Event
from heat_tui.engine.setup import RaceSetup
from heat_tui.engine.sheet import RaceSheet
from heat_tui.engine.upgrade_decisions import NextRaceDecision
from heat_tui.engine.view import SeatView
from heat_tui.files.saves import Controller, TookBack
from heat_tui.modules.championship import Season
from heat_tui.session.history import History, persons
from heat_tui.session.log import LogEntry, PastRace, is_behind_curtain


class AtRest:
    """The game, its log, and who sits where. What concerns a race is of the current one."""

    def __init__(self, history: History, controllers: Sequence[Controller], *, open_table: bool) -> None:
        self.open_table = open_table
        self._history = history
        self._controllers = list(controllers)

    @property
    def controllers(self) -> tuple[Controller, ...]:
        """Who chooses for each driver's seat now."""
        return tuple(self._controllers)

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of the persons at the table."""
        return tuple(seat for seat, who in enumerate(self._controllers) if who == "person")

    @property
    def setup(self) -> RaceSetup:
        """What the current race was started from."""
        return self._history.setup

    @property
    def season(self) -> Season | None:
        """The season that is played, None where it is a single race; it is to be read only."""
        game = self._history.game
        return game if isinstance(game, Season) else None

    @property
    def past(self) -> tuple[PastRace, ...]:
        """The races of the season before the current one."""
        return self._history.past

    @property
    def opening_events(self) -> tuple[Event, ...]:
        """The events of the start of the current race."""
        return self._history.opening

    @property
    def sheet(self) -> RaceSheet:
        """What was agreed before the race."""
        return self._history.race.rules.sheet

    @property
    def decision(self) -> Decision | None:
        """What must be chosen now, None when all is over."""
        return self._history.game.decision

    @property
    def to_move(self) -> int | None:
        """The seat that must choose now, None when all is over; between two races the first seat (`rests`)."""
        decision = self.decision
        return None if decision is None else decision.seat

    @property
    def waits_for_person(self) -> bool:
        """Whether the seat that must choose now is a person's."""
        seat = self.to_move
        return seat is not None and self._controllers[seat] == "person"

    @property
    def over(self) -> bool:
        """Whether all is over: the race (F3), or the last race of the season."""
        return self._history.game.over

    @property
    def race_over(self) -> bool:
        """Whether the current race is over (F3)."""
        return self._history.race.over

    @property
    def between_races(self) -> bool:
        """Whether a race of the season is over and another follows."""
        return self.race_over and not self.over

    @property
    def rests(self) -> bool:
        """Whether the table is between two races with nothing left to choose but to go on (E13): see `next_race`."""
        return isinstance(self.decision, NextRaceDecision)

    @property
    def standings(self) -> tuple[int, ...]:
        """The cars of the current race from first to last as of now."""
        return self._history.race.standings

    @property
    def log(self) -> list[LogEntry]:
        """The actions of the current race that stand, in order."""
        return [standing.entry for standing in self._history.standing]

    @property
    def events(self) -> list[Event]:
        """Everything that has happened in the current race and stands, the start included."""
        return self._history.events

    @property
    def take_backs(self) -> tuple[int, ...]:
        """How many actions each agreed take-back undid; the result tells of them."""
        return tuple(each.actions for each in self._history.record if isinstance(each, TookBack))

    @property
    def choices(self) -> int:
        """How many choices of persons stand in the current race: so far an agreed take-back can go."""
        return persons(tuple(self._history.standing))

    def may_look(self, seat: int) -> bool:
        """Whether the cards of a seat may be on the screen now.

        A person alone always sees his own. Otherwise they are those of the person who must choose now, or those of
        all persons at an open table. An automated driver's cards are never shown.
        """
        people = self.people
        if seat not in people:
            return False
        return self.open_table or people == (seat,) or (seat == self.to_move and not self.rests)

    @property
    def is_behind_curtain(self) -> bool:
        """Whether the race rests where each chooses unseen by the others: at the mulligan and while planning."""
        return is_behind_curtain(self._history.game)

    def view(self, seat: int | None) -> SeatView:
        """What a seat may know; None: what everybody may. Ask `may_look` before showing a seat's cards."""
        return self._history.game.view(seat)
