"""A race or a season at a table: who chooses for which seat, what was chosen, what may be taken back, and its save."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from heat_tui import __version__
from heat_tui.engine.actions import Action, NextRace
from heat_tui.engine.events import Event
from heat_tui.engine.forecast import Forecast
from heat_tui.engine.module import Data
from heat_tui.engine.refusal import IllegalAction, refuse
from heat_tui.files.saves import (
    Chosen,
    Controller,
    Game,
    GameSetup,
    HandedOver,
    NotSaved,
    SavedRace,
    SaveStore,
    now,
    opening,
)
from heat_tui.session.at_rest import AtRest
from heat_tui.session.beginning import check_controllers, save_name
from heat_tui.session.choosing import choose
from heat_tui.session.history import History, persons
from heat_tui.session.log import LogEntry, Standing
from heat_tui.session.undoing import Undone, UndoStop, UndoStopped


class Match(AtRest):
    """A race, or a season of races, at a table, with its log. Begin with `Match.start` or `Match.resume`.

    In a season whatever concerns a race (setup, sheet, log, events, standings, views) is of the current one, the one
    just over while the table rests between two. With a store, every action, undo and hand-over is saved at once. Where
    that fails the game goes on, and `not_saved` holds one sentence that says why, until a save succeeds again.
    `open_table` lets all persons see each other's hands; `lessons` tells that a race is explained while it is raced.
    `note` is a sentence for the table where a save could not be loaded as it was played.
    """

    def __init__(
        self,
        game: Game,
        controllers: Sequence[Controller],
        *,
        name: str,
        store: SaveStore | None,
        open_table: bool,
        created: datetime,
        lessons: bool = False,
        base: dict[str, Data] | None = None,
        note: str | None = None,
    ) -> None:
        super().__init__(History(game), controllers, open_table=open_table)
        self.name = name
        self.lessons = lessons
        self.note = note
        self.not_saved: str | None = None
        self._store = store
        self._created = created
        self._base = base
        self._first_controllers = tuple(controllers)

    @classmethod
    def start(
        cls,
        setup: GameSetup,
        controllers: Sequence[Controller],
        *,
        store: SaveStore | None = None,
        name: str | None = None,
        open_table: bool = False,
        lessons: bool = False,
    ) -> Match:
        """A new race or season, saved if there is a store; `controllers` has one for every driver's seat.

        The save's name is made of `name`, or of the track or season, the day and the persons, and is never that of
        another save. Raises IllegalSetup, and ValueError for controllers that do not fit the seats.
        """
        check_controllers(controllers, len(setup.seats))
        game = opening(setup, None)
        created = now()
        match = cls(
            game,
            controllers,
            name=name or "" if store is None else save_name(store, name, setup, controllers, created),
            store=store,
            open_table=open_table,
            lessons=lessons,
            created=created,
        )
        match.save_now()
        return match

    @classmethod
    def resume(cls, saved: SavedRace, *, store: SaveStore | None) -> Match:
        """Go on with a saved race or season, its log and its undo included.

        `saved` comes from a `SaveStore`, which has played it; another that breaks the rules raises IllegalAction.
        """
        match = cls(
            opening(saved.setup, saved.base),
            saved.controllers,
            name=saved.name,
            store=store,
            open_table=saved.open_table,
            lessons=saved.lessons,
            created=saved.created,
            base=saved.base,
            note=saved.note,
        )
        stood = {id(chosen) for chosen in saved.standing}
        for each in saved.record:
            if isinstance(each, Chosen) and id(each) in stood:
                match._history.play(each, match._controllers[each.seat])
                continue
            match._history.mark(each)
            if isinstance(each, HandedOver):
                match._controllers[each.seat] = each.controller
        return match

    def forecast(self, action: Action) -> Forecast:
        """What an action of the seat that must choose would do, as far as that seat can know.

        Raises IllegalAction if it is refused or all is over.
        """
        return self._history.game.forecast(self._chooser(), action)

    def play(self, action: Action) -> list[Event]:
        """Carry out an action of the seat that must choose, save, and return what happened.

        Raises IllegalAction, with everything unchanged, if it is refused or all is over.
        """
        seat = self._chooser()
        entry = self._history.play(Chosen(seat, action), self._controllers[seat])
        self.save_now()
        return list(entry.events)

    def next_race(self) -> list[Event]:
        """Begin the next race of the season; returns its first events. Raises IllegalAction where it is not due."""
        return self.play(NextRace())

    def play_driver(self) -> list[Event]:
        """Let the automated driver of the seat that must choose do so; returns what happened.

        Raises ValueError where a person must choose or all is over.
        """
        seat = self.to_move
        if seat is None or self._controllers[seat] == "person":
            raise ValueError("no automated driver is to choose")
        return self.play(choose(self._controllers[seat], self._history.game, len(self._history.standing)))

    def hand_over(self, seat: int, controller: Controller) -> None:
        """From now on somebody else chooses for a driver's seat.

        Raises ValueError for a seat or a controller that there is not.
        """
        if not 0 <= seat < len(self._controllers):
            raise ValueError(f"no driver's seat {seat}")
        check_controllers([controller], 1)
        if self._controllers[seat] != controller:
            self._controllers[seat] = controller
            self._history.mark(HandedOver(seat, controller))
            self.save_now()

    def rename(self, seat: int, name: str) -> None:
        """Call a driver something else from now on; whoever shows names checks them. Raises ValueError for no seat."""
        if not 0 <= seat < len(self._controllers):
            raise ValueError(f"no driver's seat {seat}")
        self._history.rename(seat, name)
        self.save_now()

    @property
    def undo_stop(self) -> UndoStop | None:
        """Why `undo` would take nothing back now; None if it would."""
        back = self._one_choice_back()
        return None if isinstance(back, int) else back

    def undo(self) -> Undone:
        """Take back the last choice of a person, and what automated drivers chose since.

        Raises UndoStopped, with everything unchanged, where something hidden was shown since.
        """
        back = self._one_choice_back()
        if not isinstance(back, int):
            raise UndoStopped(back)
        dropped = self._history.forget(back)
        self.save_now()
        return self._undone(dropped)

    def undo_turn(self) -> Undone:
        """Take back a person's choices to the start of his turn, or of his sitting behind the curtain.

        It stops early where something hidden was shown; `Undone.stopped` tells. Raises UndoStopped,
        with everything unchanged, where not even one choice can be taken back.
        """
        back = self._one_choice_back()
        if not isinstance(back, int):
            raise UndoStopped(back)
        dropped = self._history.forget(back)
        first = dropped[0]
        stopped: UndoStop | None = None
        while any(each.shares_sitting(first) for each in self._history.standing):
            further = self._one_choice_back()
            if not isinstance(further, int):
                stopped = further
                break
            dropped = self._history.forget(further) + dropped
        self.save_now()
        return self._undone(dropped, stopped)

    def take_back(self, choices: int) -> Undone:
        """Take back the last `choices` >= 1 choices of persons, whatever was shown since, and mark it in the record.

        The table has agreed. Raises ValueError, with everything unchanged, when fewer stand.
        """
        if choices < 1:
            raise ValueError(f"{choices} choices")
        dropped = self._history.take_back(self._history.actions_for(choices))
        self.save_now()
        return self._undone(dropped)

    def saved(self) -> SavedRace:
        """The race or season as a save holds it."""
        return SavedRace(
            name=self.name,
            setup=self._history.game_setup,
            controllers=self._first_controllers,
            open_table=self.open_table,
            lessons=self.lessons,
            record=tuple(self._history.record),
            base=self._base,
            snapshot=self._history.game.snapshot(),
            finished=self.over,
            created=self._created,
            changed=now(),
            program=__version__,
        )

    def save_now(self) -> bool:
        """Save the game; whether it is saved. Without a store nothing is, and `not_saved` stays None."""
        if self._store is None:
            return False
        try:
            self._store.write(self.saved())
        except NotSaved as fault:
            self.not_saved = str(fault)
            return False
        self.not_saved = None
        return True

    def _one_choice_back(self) -> int | UndoStop:
        """How many actions lie between now and the last choice of a person, that one included, or why none may go."""
        for actions, standing in enumerate(reversed(self._history.standing), start=1):
            entry = standing.entry
            if entry.stop is not None:
                return entry.stop
            if entry.controller == "person":
                return "curtain" if self._curtain_since(entry) else actions
        if self.past:
            return "race-began"
        return "nothing-yet" if self._base is None else "other-rules"

    def _chooser(self) -> int:
        """The seat that must choose now. Raises IllegalAction when all is over."""
        seat = self.to_move
        if seat is None:
            raise IllegalAction(refuse("race-over" if self.season is None else "season-over"))
        return seat

    def _curtain_since(self, entry: LogEntry) -> bool:
        """Whether a curtain fell between an entry and the person who must choose now."""
        if self.open_table or len(self.people) < 2 or not self.waits_for_person or entry.seat == self.to_move:
            return False
        if self.rests:
            return False
        return entry.behind_curtain or self.is_behind_curtain

    def _undone(self, dropped: tuple[Standing, ...], stopped: UndoStop | None = None) -> Undone:
        return Undone(len(dropped), persons(dropped), dropped[0].entry.seat, stopped)
