"""A race or a season at a table: its controllers, log, undo and save, and the choices of automated drivers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from heat_tui import __version__
from heat_tui.drivers.kinds import CONTROLLERS, KINDS, Driver, Steady
from heat_tui.engine.actions import Action, NextRace
from heat_tui.engine.car import RACING
from heat_tui.engine.decisions import SECRET, Decision, NextRaceDecision, PlanDecision
from heat_tui.engine.events import Event
from heat_tui.engine.forecast import Forecast
from heat_tui.engine.race import Race
from heat_tui.engine.record import IllegalAction, refuse
from heat_tui.engine.rng import stream
from heat_tui.engine.setup import RaceSetup, RaceSheet
from heat_tui.engine.view import SeatView
from heat_tui.engine.worlds import with_worlds
from heat_tui.exact import add_up
from heat_tui.game.table.history import LogEntry, RaceRecord, Undone, UndoStop, UndoStopped, shown_to, stop_sentence
from heat_tui.language import N_, ngettext
from heat_tui.modules.championship.season import Season, SeasonSetup
from heat_tui.store import saved_race
from heat_tui.store.locks import Elsewhere
from heat_tui.store.reading import BadFile, only_growing, shown
from heat_tui.store.saves import SaveStore
from heat_tui.store.schema import Refused

if TYPE_CHECKING:
    from heat_tui.game.table.shared import SharedMatch

T = TypeVar("T")

Subscriber = Callable[["Match", saved_race.SavedRace], None]
"""A function called with a match and its game as the save holds or should hold it; `Match.subscribe` says when."""

GIVEN_UP_TO: Final[saved_race.Controller] = "steady"
"""The kind of automated driver that takes over from a person who gives up, is gone or has not sat down."""

_NO_SUCH_RACE: Final = N_("{name} has no race {number}; the last one so far is race {last}.")
_BEFORE: Final = N_("Race {number} of {name} is not known: the save continued from a snapshot in a later race.")


class Match:
    """A race, or a season of races, at a table; made by `start`, `resume`, `open`, `look_on` or `branch`.

    In a season, everything about a race (setup, sheet, log, events, standings, views) belongs to the current race;
    between two races, that is the one just over. With a store, every change is saved immediately; if that fails, the
    game continues, and `not_saved` holds a sentence with the reason until a save succeeds again. `open_table` lets
    people see each other's hands; with `coach`, they may ask for hints; `lessons` says that the race is explained as
    it is raced. `target` is a result to beat and `rival` a ghost to race against, or None. `note` is a sentence for the
    table if a save could not be loaded as it was played, else None. `save_taken` says that the game is not saved
    because another program has its save open or has changed it.

    The drivers' book, which subscribes, puts sentences into `records` once a race is over: on new records, on a try at
    the race of the day, and on seats that changed hands. `lines_to_share` has the lines with which the player can share
    such a try. If the book could not enter the race or the try, `not_in_book` says why.
    """

    def __init__(self, game: saved_race.Game, begun: saved_race.SavedRace, store: SaveStore | None) -> None:
        self.name = begun.name
        self.open_table = begun.open_table
        self.lessons = begun.lessons
        self.target = begun.target
        self.rival = begun.rival
        self.note = begun.note
        self.not_saved: str | None = None
        self._last_saved: saved_race.SavedRace | None = None
        self._subscribers: list[Subscriber] = []
        self.save_taken = False
        self.records: tuple[str, ...] = ()
        self.not_in_book: tuple[str, ...] = ()
        self.lines_to_share: tuple[str, ...] = ()
        self.controllers = begun.controllers
        self.opening_events: tuple[Event, ...] = tuple(game.events)
        self.past: tuple[RaceRecord, ...] = ()
        self._game = game
        self.coach = game.setup.coach
        self._names = game.setup.seats
        self._log: list[LogEntry] = []
        self._record: list[saved_race.Record] = []
        self._begun = begun
        self._store = store
        self._watched: SaveStore | None = None

    @property
    def table(self) -> SharedMatch | None:
        """This match if it is at a shared table, which several screens follow, each at its own pace; None otherwise."""
        return None

    @classmethod
    def start(
        cls,
        setup: saved_race.GameSetup,
        controllers: Sequence[saved_race.Controller],
        *,
        store: SaveStore | None = None,
        name: str | None = None,
        open_table: bool = False,
        lessons: bool = False,
        target: saved_race.Target | None = None,
        rival: saved_race.Rival | None = None,
    ) -> Match:
        """Return a new race or season, saved if there is a store; every driver's seat has one of the `controllers`.

        The save's name is made from `name`, or from the track or season, the day and the people, and is never the name
        of another save. Raises IllegalSetup, and ValueError as `check_controllers` does.
        """
        check_controllers(controllers, len(setup.seats))
        game = saved_race.opening(setup, None)
        begun = saved_race.SavedRace(
            name=name or "",
            setup=setup,
            controllers=tuple(controllers),
            open_table=open_table,
            lessons=lessons,
            target=target,
            rival=rival,
            created=saved_race.now(),
        )
        if store is not None:
            begun = replace(begun, name=store.claim_free(*name_parts(begun)))
        match = cls(game, begun, store)
        match.save_now()
        return match

    @classmethod
    def resume(cls, saved: saved_race.SavedRace, *, store: SaveStore | None) -> Match:
        """Resume a saved race or season, including its log and undo.

        Raises one of `save_reading.BREAKS` if its choices break the rules; `SaveStore.read` returns no such save.
        """
        match = cls(saved_race.opening(saved.setup, saved.base), saved, store)
        stood = {id(chosen) for chosen in saved.standing}
        with only_growing():
            for each in saved.record:
                if isinstance(each, saved_race.Chosen) and id(each) in stood:
                    match._carry_out(each)
                    continue
                match._record.append(each)
                if isinstance(each, saved_race.HandOver):
                    match.controllers = replaced(match.controllers, each.seat, each.to)
        return match

    @classmethod
    def open(cls, store: SaveStore, name: str, *, take_over: bool = False) -> Match:
        """Resume the save `name`, locked unless the game is over, so that other programs report it as open.

        If the lock cannot be written, `not_saved` says so until a save succeeds. Raises BadFile, and Held if another
        program has the save open, unless `take_over`.
        """
        not_saved: str | None = None
        try:
            store.claim(name, take_over=take_over)
        except Elsewhere:
            raise
        except BadFile as refusal:  # if the save itself is at fault, reading it raises BadFile again
            not_saved = str(refusal)
        try:
            saved = store.read(name)
            match = cls.resume(saved, store=store)
            match._last_saved = saved
        except BaseException:
            store.release(name)
            raise
        if match.over:
            match.leave()
        else:
            match.not_saved = not_saved
        return match

    @classmethod
    def look_on(cls, store: SaveStore, name: str) -> Match:
        """Return a saved game, read-only, as it was last saved. Raises BadFile."""
        watched = SaveStore(store.folder)
        match = cls.resume(watched.read(name), store=None)
        match._watched = watched
        return match

    @property
    def looking(self) -> bool:
        """True if the match only shows a save (`look_on`)."""
        return self._watched is not None

    @property
    def is_outdated(self) -> bool:
        """True if the match only shows a save that has been changed or removed since it was read."""
        return self._watched is not None and self._watched.has_changed(self.name)

    @property
    def can_be_resumed(self) -> bool:
        """True if the game has a save, even one that lacks the last choices (`not_saved`)."""
        return self.is_saved or (bool(self.name) and self._last_saved is not None)

    @property
    def book(self) -> Path | None:
        """The path of the drivers' book of the match's store; None without a store, or if the store has no book."""
        return None if self._store is None else self._store.book

    @property
    def began_with(self) -> tuple[saved_race.Controller, ...]:
        """The controller of each seat before the first entry of the record; `controllers` has the current ones."""
        return self._begun.controllers

    @property
    def handed_over(self) -> list[int]:
        """The seats that began with a person and now have an automated driver."""
        pairs = enumerate(zip(self.began_with, self.controllers, strict=True))
        return [seat for seat, (began, now) in pairs if began == "person" != now]

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of the people at the table, () if the match only shows a save."""
        if self.looking:
            return ()
        return tuple(seat for seat, who in enumerate(self.controllers) if who == "person")

    @property
    def here(self) -> tuple[int, ...]:
        """The seats of the people at this screen: all `people`, unless several screens share the table."""
        return self.people

    @property
    def setup(self) -> RaceSetup:
        """The setup of the current race, with the drivers' current names and the current setting of the coach."""
        setup = self._race.setup
        same = (setup.seats, setup.coach) == (self._names, self.coach)
        return setup if same else replace(setup, seats=self._names, coach=self.coach)

    @property
    def season(self) -> Season | None:
        """The season being raced, None for a single race; read-only."""
        return self._game if isinstance(self._game, Season) else None

    @property
    def open_seed(self) -> int | None:
        """The seed of the game; None while it must stay secret."""
        return saved_race.open_seed(self._game)

    @property
    def _race(self) -> Race:
        return saved_race.race_of(self._game)

    @property
    def sheet(self) -> RaceSheet:
        """The facts agreed before the race."""
        return self._race.rules.sheet

    @property
    def _asking(self) -> saved_race.Game:
        """The game that decisions, views and forecasts come from.

        While all choose at the same time at a shared table and a seat here has not chosen, the game is a copy that asks
        the first such seat.
        """
        return self._game

    @property
    def decision(self) -> Decision | None:
        """The current decision, None once the game is over."""
        return self._asking.decision

    @property
    def to_move(self) -> int | None:
        """The seat that must choose now, None once the game is over; while the table `rests`, seat 0."""
        decision = self.decision
        return None if decision is None else decision.seat

    @property
    def waits_for_person(self) -> bool:
        """True if the seat that must choose now is that of a person at this screen."""
        return self.to_move in self.here

    @property
    def moves_on(self) -> bool:
        """True if a choice, other than to begin the next race, is due from a driver who is not a person here."""
        return not (self.waits_for_person or self.decision is None or self.rests)

    @property
    def is_saved(self) -> bool:
        """True if the save holds the current state of the game."""
        return self._store is not None and bool(self.name) and self.not_saved is None

    @property
    def over(self) -> bool:
        """True if the game is over: the race (F3), or the last race of the season."""
        return self._game.over

    @property
    def race_over(self) -> bool:
        """True if the current race is over (F3)."""
        return self._race.over

    @property
    def between_races(self) -> bool:
        """True if a race of the season is over and another follows."""
        return self.race_over and not self.over

    @property
    def rests(self) -> bool:
        """True if the table is between two races and `next_race` is the only possible choice (E13)."""
        return isinstance(self.decision, NextRaceDecision)

    @property
    def standings(self) -> tuple[int, ...]:
        """The cars of the current race from first to last."""
        return self._race.standings

    @property
    def log(self) -> list[LogEntry]:
        """The actions of the current race that have not been taken back, in order."""
        return list(self._log)

    @property
    def events(self) -> list[Event]:
        """The events of the current race that have not been taken back, the start included."""
        return [*self.opening_events, *(event for each in self._log for event in each.events)]

    @property
    def races(self) -> tuple[RaceRecord, ...]:
        """The races so far that are known (see `numbered`), the current one last."""
        log = tuple(self._log)
        return (*self.past, RaceRecord(self.setup, self.sheet, self.opening_events, log, self.controllers, self._race))

    @property
    def numbered(self) -> dict[int, RaceRecord]:
        """The races so far by number, from 1, without those before the snapshot from which the save continued."""
        races, last = self.races, 1 if self.season is None else self.season.index + 1
        return dict(enumerate(races, last - len(races) + 1))

    def race(self, number: int) -> RaceRecord:
        """Return a race by its number, from 1. Raises Refused if no such race has begun, or it is no longer known."""
        races = self.numbered
        if number in races:
            return races[number]
        last, name = max(races), shown(self.name or self.sheet.track.name)
        raise Refused(_BEFORE if 1 <= number <= last else _NO_SUCH_RACE, name=name, number=number, last=last)

    @property
    def take_backs(self) -> tuple[int, ...]:
        """The number of people's choices undone by each take-back by agreement in the whole game, in order."""
        undone = (
            saved_race.choosers(self._record[:place], self.began_with)[-back.actions :]
            for place, back in enumerate(self._record)
            if isinstance(back, saved_race.TakeBack)
        )
        return tuple(add_up(by == "person" for _chosen, by in choices) for choices in undone)

    @property
    def choices(self) -> int:
        """The number of choices by people in the current race: the most that the table can agree to take back."""
        return by_persons(self._log)

    @property
    def may_give_up(self) -> int | None:
        """The seat that can be given up now: that of the only person here, or of the person here who must choose.

        None without such a person, or once their car no longer races. The car of a seat that is given up races on with
        an automated driver; retirement (F4), an option of the race, takes it off the track. `hand_over` gives up the
        seat, or gives it back to the person.
        """
        here = [seat for seat in self.here if seat in self.people]
        seat = here[0] if len(here) == 1 else self.to_move if self.waits_for_person else None
        racing = not self.race_over and seat is not None and self._race.cars[seat].status == RACING
        return seat if racing else None

    def may_look(self, seat: int) -> bool:
        """Return whether the cards of a seat may be on the screen now.

        A person alone at the screen always sees their own cards. If several share it, the cards of the person who must
        choose now may be shown, except while the table `rests`; at an open table, the cards of all of them. Nobody
        else's cards are ever shown.
        """
        here = self.here
        if seat not in here:
            return False
        return self.open_table or here == (seat,) or (seat == self.to_move and not self.rests)

    @property
    def is_behind_curtain(self) -> bool:
        """True if the race waits for plans or opening hands, which drivers choose without seeing each other's."""
        return isinstance(self._game.decision, SECRET)

    def view(self, seat: int | None) -> SeatView:
        """Return the view of a seat, or the public view for None. Ask `may_look` before showing a seat's cards."""
        return self._asking.view(seat)

    def forecast(self, action: Action, seen: Callable[[SeatView], SeatView] | None = None) -> Forecast:
        """Return the forecast of an action by the seat that must choose.

        `seen` removes from the view what may not be shown now. Raises IllegalAction if the action is refused or the
        game is over.
        """
        return self._asking.forecast(self._chooser(), action, seen)

    def copy(self) -> saved_race.Game:
        """Return an independent copy of the game, which asks the seat that must choose here."""
        return self._asking.clone()

    def with_worlds(self, view: SeatView) -> SeatView:
        """Return a view of the seat that must choose, with data for worlds. Raises ValueError for any other view."""
        return with_worlds(saved_race.race_of(self._asking), view)

    def play(self, action: Action) -> list[Event]:
        """Carry out an action, save, and return the events. Raises IllegalAction, with nothing changed, if refused."""
        events = self._carry_out(saved_race.Chosen(self._chooser(), action))
        self.save_now()
        return list(events)

    def next_race(self) -> list[Event]:
        """Begin the next race of the season and return its first events. Raises IllegalAction if it is not due.

        If everybody has given up, so that nobody could draft or take a seat back in time, they all drive again, except
        those who handed over their seats at the pause.
        """
        before = self.controllers_at(self._log[-1]) if self._log else self.began_with
        events = self.play(NextRace())
        if events and not self.people:
            for seat in self.handed_over:
                if self.controllers[seat] == before[seat] == GIVEN_UP_TO:
                    self.hand_over(seat, "person")
        return events

    def play_driver(self) -> list[Event]:
        """Play the choice of the automated driver who must choose; return the events.

        Raises ValueError if a person must choose or the match is over.
        """
        return self.play(self.thought()())

    @property
    def takes_thought(self) -> bool:
        """True if an automated driver must choose and may think for longer than a screen should wait."""
        seat = self.to_move
        style = None if seat is None or self.waits_for_person else KINDS[self.controllers[seat]].style
        return style is not None and style.needs_worlds(self.decision)

    def thought(self) -> Callable[[], Action]:
        """Return a function that returns the choice of the automated driver who must choose; any thread may call it.

        Raises ValueError if a person must choose or the match is over.
        """
        seat = self.to_move
        if seat is None or self.controllers[seat] == "person":
            raise ValueError("the seat that must choose has no automated driver")
        return thought(self.controllers[seat], self._game, len(self._log))

    def hand_over(self, seat: int, controller: saved_race.Controller) -> None:
        """Let a controller choose for a seat from now on, and save. Raises ValueError if either is unknown."""
        self.follow(saved_race.HandOver(seat, controller))
        self.save_now()

    def _check_seat(self, seat: int, controller: saved_race.Controller = "person") -> None:
        if not 0 <= seat < len(self.controllers):
            raise ValueError(f"no driver's seat {seat}")
        check_controllers([controller], 1)

    def rename(self, seat: int, name: str) -> None:
        """Rename a driver, without checking the name, and save. Raises ValueError for an unknown seat."""
        self.follow(saved_race.Rename(seat, name))
        self.save_now()

    def follow(self, step: saved_race.Step) -> Sequence[Event] | Undone:
        """Carry out an entry of a record here, without saving.

        Returns the events of a choice, the `Undone` of an undo or a take-back, and () for any other entry. Raises one
        of `save_reading.BREAKS` if the entry makes no sense.
        """
        match step:
            case saved_race.Chosen(seat):
                if self._game.decision is None or seat != self._game.decision.seat:
                    raise ValueError(f"a choice of seat {seat}, who is not asked")
                return self._carry_out(step)
            case saved_race.HandOver(seat, to):
                self._check_seat(seat, to)
                if self.controllers[seat] != to:
                    self.controllers = replaced(self.controllers, seat, to)
                    self._record.append(step)
            case saved_race.Rename(seat, name):
                self._check_seat(seat)
                self._names = replaced(self._names, seat, name)
                season = self.season
                if season is None:
                    self._race.rules.rename(seat, name)
                else:
                    season.rename(seat, name)
                    for each in self._log:
                        if isinstance(each.before, Season):
                            each.before.setup = season.setup
            case saved_race.TakeBack(actions) | saved_race.Undo(actions):
                if not 1 <= actions <= len(self._log):
                    raise ValueError(f"{actions} of {len(self._log)} actions to take back")
                dropped = self._forget(actions) if isinstance(step, saved_race.Undo) else self._step_back(actions)
                if isinstance(step, saved_race.TakeBack):
                    self._record.append(step)
                together = {entry.seat for entry in dropped if entry.sitting[1:] == (dropped[0].round, True)}
                return Undone(actions, by_persons(dropped), dropped[0].seat if len(together) < 2 else None)
        return ()

    def switch_coach(self, *, on: bool) -> None:
        """Turn the coach on or off, and save; with a coach, people may ask for hints."""
        self.coach = on
        self.save_now()

    @property
    def undo_stop(self) -> UndoStop | None:
        """The reason why `undo` would take nothing back now; None if it would take something back."""
        back = self._one_choice_back()
        return None if isinstance(back, int) else back

    def undo(self, *, whole_turn: bool = False) -> Undone:
        """Take back the last choice of a person, and all choices of automated drivers since, and save.

        With `whole_turn`, take back that person's choices to the start of their turn or, if the last choice was made in
        secret, all their secret choices of that round; `Undone.stopped` gives the reason if undoing has to stop early.
        Raises UndoStopped, with everything unchanged, if `undo_stop` gives a reason.
        """
        dropped = self._forget_one()
        sitting, stopped = dropped[0].sitting, None
        while whole_turn and stopped is None and any(each.sitting == sitting for each in self._log):
            stopped = self.undo_stop
            if stopped is None:
                dropped = self._forget_one() + dropped
        return self._undone(dropped, stopped)

    def take_back(self, choices: int) -> Undone:
        """Take back the last `choices` choices of people and all other choices since, whatever was revealed, and save.

        The record keeps these choices, and notes the take-back. Everybody here must have agreed; at a shared table,
        nothing is taken back until the others have agreed too. Raises Refused as `check_back` does, with everything
        unchanged.
        """
        self.check_back(choices)
        dropped = self._step_back(self._actions_back(choices))
        self._record.append(saved_race.TakeBack(len(dropped)))
        return self._undone(dropped)

    def check_back(self, choices: int) -> None:
        """Raise Refused unless `choices` is from 1 to the number of choices that people have made in this race."""
        if not self.choices:
            stop = "race-began" if self.past else "nothing-yet"
            raise Refused(stop_sentence("sealed" if self.undo_stop is None else stop))
        if not 1 <= choices <= self.choices:
            few = ngettext(
                "Only {count} choice can be taken back.", "Only {count} choices can be taken back.", self.choices
            )
            raise Refused(few.format(count=self.choices))

    @property
    def own_choices_back(self) -> int:
        """The number of choices by people since the last one by a person here, including it; 1 if there is none."""
        made = (entry.seat for entry in reversed(self._log) if entry.controller == "person")
        return next((choices for choices, seat in enumerate(made, start=1) if seat in self.here), 1)

    def _actions_back(self, choices: int) -> int:
        """Return the number of actions since the first of the last `choices` choices of people, including it.

        Raises ValueError if `choices` is below 1, or people have made fewer choices.
        """
        own = [index for index, entry in enumerate(self._log) if entry.controller == "person"]
        if not 1 <= choices <= len(own):
            raise ValueError(f"fewer than 1, or people have made fewer than {choices} choices")
        return len(self._log) - own[-choices]

    def saved(self) -> saved_race.SavedRace:
        """Return the race or season as a save would hold it now."""
        return replace(
            self._begun,
            name=self.name,
            setup=replace(self._game.setup, seats=self._names, coach=self.coach),
            open_table=self.open_table,
            record=tuple(self._record),
            snapshot=self._game.snapshot(),
            finished=self.over,
            changed=saved_race.now(),
            program=__version__,
            rules=saved_race.RULES_VERSION,
            note=None,
        )

    def save_now(self) -> bool:
        """Save the game, and call the subscribers unless `save_taken`; return whether the game is saved.

        Without a store, return False and do nothing.
        """
        if self._store is None:
            return False
        saved = self.saved()
        try:
            self._store.write(saved)
        except Refused as refusal:
            self.not_saved = str(refusal)
            self.save_taken = isinstance(refusal, Elsewhere)
        else:
            self.not_saved, self.save_taken, self._last_saved = None, False, saved
        if not self.save_taken:
            for subscriber in self._subscribers:
                subscriber(self, saved)
        return self.not_saved is None

    def subscribe(self, subscriber: Subscriber) -> None:
        """Call `subscriber` now with the last save, if there is one, and with the current game after every change.

        `not_saved` says whether the save could be written. A match without a store, or with `save_taken`, announces no
        changes.
        """
        self._subscribers.append(subscriber)
        if self._last_saved is not None:
            subscriber(self, self._last_saved)

    def keep_under_another_name(self) -> bool:
        """Save the game under a free name, because another program has its save; return whether it is saved."""
        if self._store is not None:
            self.name = self._store.claim_free(self.name)
        return self.save_now()

    def branch(
        self, entry: LogEntry, controllers: Sequence[saved_race.Controller], *, store: SaveStore | None
    ) -> Match:
        """Return a new game that continues from before a choice of this game, with these controllers.

        It has the same seed, the earlier choices and the current names, but no lessons, target or ghost, and if there
        is a store, a save of its own. Races that were not over before the choice do not count for the drivers' book,
        because future cards may have been seen. The record of the new game begins with hand-overs from these
        controllers to those that this game began with. `entry` is from the log of any race of this match. Raises
        ValueError as `check_controllers` does.
        """
        check_controllers(controllers, len(self.controllers))
        back, on = _hand_overs(controllers, self.began_with), _hand_overs(self.controllers_at(entry), controllers)
        record = (*back, *self._record_before(entry), *on)
        setup = replace(self._game.setup, seats=self._names, coach=self.coach)
        begun = replace(self._begun, setup=setup, controllers=tuple(controllers), record=record)
        begun = replace(begun, created=saved_race.now(), raced_on=self._first_raced_on(entry))
        begun = replace(begun, lessons=False, target=None, rival=None)
        if store is not None:
            begun = replace(begun, name=store.claim_free(*name_parts(replace(begun, name=self.name))))
        match = Match.resume(begun, store=store)
        match.save_now()
        return match

    def _first_raced_on(self, entry: LogEntry) -> int:
        """Return the number of the first race that does not count for the book in a `branch` from before a choice."""
        before = entry.before
        first = (before.index + 1 if isinstance(before, Season) else 1) + saved_race.race_of(before).over
        return first if self._begun.counts(first) else self._begun.raced_on or first

    def controllers_at(self, entry: LogEntry) -> tuple[saved_race.Controller, ...]:
        """Return the controller of each seat at the time of a choice in the log."""
        return replace(self._begun, record=self._record_before(entry)).controllers_now

    def _record_before(self, entry: LogEntry) -> tuple[saved_race.Record, ...]:
        """Return the record before a choice in the log: the hand-overs, and the choices that were not taken back."""
        stood = {id(each) for each, _by in saved_race.choosers(self._record)}
        before = takewhile(lambda each: each is not entry.chosen, self._record)
        return tuple(each for each in before if isinstance(each, saved_race.HandOver) or id(each) in stood)

    def leave(self) -> None:
        """Unlock the save for other programs, because the game does not continue in this one."""
        if self._store is not None:
            self._store.release(self.name)

    def _carry_out(self, chosen: saved_race.Chosen) -> tuple[Event, ...]:
        """Play a choice, log it with the game as it was before, and return its events.

        The logged game allows the choice to be taken back exactly. `NextRace` is not logged: it moves the races so far
        to `past` and begins a new log. Raises IllegalAction, with nothing changed, if the choice is refused.
        """
        after = self._game.clone()
        events = tuple(after.play(chosen.action))
        if isinstance(chosen.action, NextRace):
            self.past = self.races
            self.opening_events, self._log = events, []
        else:
            self._log.append(LogEntry.of(self._game, chosen, self.controllers[chosen.seat], events))
        self._game = after
        self._record.append(chosen)
        return events

    def _step_back(self, actions: int) -> tuple[LogEntry, ...]:
        """Go back to the game before the last `actions` actions of the log (at least 1), and return their entries."""
        dropped = tuple(self._log[-actions:])
        del self._log[-actions:]
        self._game = dropped[0].before
        return dropped

    def _one_choice_back(self) -> int | UndoStop:
        """Return the number of actions since a person's last choice, including it, or why it cannot be taken back."""
        for actions, entry in enumerate(reversed(self._log), start=1):
            if entry.controller == "person":
                return self._stop_since(self._log[-actions:]) or actions
        if self.past:
            return "race-began"
        return "nothing-yet" if self._begun.base is None else "other-rules"

    def _chooser(self) -> int:
        """Return the seat that must choose now. Raises IllegalAction if the match is over."""
        seat = self.to_move
        if seat is None:
            raise IllegalAction(refuse("race-over" if self.season is None else "season-over"))
        return seat

    def _stop_since(self, entries: Sequence[LogEntry]) -> UndoStop | None:
        """Return why the first of `entries`, the last ones in the log, cannot be taken back; None if it can.

        The latest thing revealed to the person of the first entry takes precedence over a later secret choice, and such
        a choice over the curtain. If an automated driver or a person elsewhere has to plan now, that counts as a secret
        choice, because it reveals that the driver has several possible plans.
        """
        entry, *later = entries
        for each in reversed(entries):
            stop = shown_to(entry.seat, each.events)
            if stop is not None:
                return stop
        plans = isinstance(self.decision, PlanDecision) and self.to_move != entry.seat and not self.waits_for_person
        if plans or any(each.behind_curtain for each in later):
            return "chosen-in-secret"
        return "curtain" if self._curtain_since(entry) else None

    def _curtain_since(self, entry: LogEntry) -> bool:
        """Return whether a curtain separates the person of an entry from another person here, who must choose now.

        The curtain separates them if the choice of the entry, or the choice due now, is made behind it.
        """
        if self.open_table or len(self.here) < 2 or not self.waits_for_person or entry.seat == self.to_move:
            return False
        return not self.rests and (entry.behind_curtain or self.is_behind_curtain)

    def _forget_one(self) -> tuple[LogEntry, ...]:
        """Take back a person's last choice and all since, without saving; return their entries. Raises UndoStopped."""
        back = self._one_choice_back()
        if not isinstance(back, int):
            raise UndoStopped(back)
        return self._forget(back)

    def _forget(self, actions: int) -> tuple[LogEntry, ...]:
        """Take back the last `actions` actions, at least 1, as if they had never been made; return their entries."""
        dropped = self._step_back(actions)
        gone = {id(each.chosen) for each in dropped}
        self._record = [each for each in self._record if id(each) not in gone]
        return dropped

    def _undone(self, dropped: tuple[LogEntry, ...], stopped: UndoStop | None = None) -> Undone:
        self.save_now()
        return Undone(len(dropped), by_persons(dropped), dropped[0].seat, stopped)


Raced = Match | RaceRecord
"""A race to look back on: the current race of a match, or the record of any race."""


def replaced(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    """Return the items with the one at index `place` replaced by `item`."""
    return (*items[:place], item, *items[place + 1 :])


def _hand_overs(
    before: Sequence[saved_race.Controller], after: Sequence[saved_race.Controller]
) -> list[saved_race.HandOver]:
    both = zip(before, after, strict=True)
    return [saved_race.HandOver(seat, to) for seat, (who, to) in enumerate(both) if who != to]


def by_persons(log: Sequence[LogEntry]) -> int:
    """Return the number of choices in a log that people made."""
    return add_up(entry.controller == "person" for entry in log)


def check_controllers(controllers: Sequence[saved_race.Controller], seats: int) -> None:
    """Raise ValueError if the controllers do not fit this number of seats, or one is unknown."""
    if len(controllers) != seats:
        raise ValueError(f"{len(controllers)} controllers for {seats} seats")
    for controller in controllers:
        if controller not in CONTROLLERS:
            raise ValueError(f"unknown controller {controller!r}")


def name_parts(begun: saved_race.SavedRace) -> tuple[str, ...]:
    """Return the parts of a new save's name: the game's name, or if that is "", the track or season, day and people."""
    if begun.name:
        return (begun.name,)
    setup = begun.setup
    people = [seat for seat, who in zip(setup.seats, begun.controllers, strict=True) if who == "person"]
    what = ("season", setup.title) if isinstance(setup, SeasonSetup) else (setup.track.id,)
    return (*what, begun.created.astimezone().date().isoformat(), *people)


DRIVER_STREAMS = 1_000
"""The number of the first random stream for automated drivers, above those of the game itself."""


def thought(kind: str, game: saved_race.Game, played: int) -> Callable[[], Action]:
    """Return a function that makes an automated driver's choice for the seat that must decide, from that seat's view.

    The function does not use the game, so any thread may call it. The driver's randomness depends only on the race's
    seed, the seat and the number of actions `played`, so that a loaded game continues in the same way.
    """
    decision = game.decision
    assert decision is not None
    seed = stream(stream(saved_race.race_of(game).setup.seed, DRIVER_STREAMS + decision.seat), played)
    driver = KINDS[kind].make(seed)
    return partial(driver.choose, _known_to(driver, game, decision), decision)


def ask(driver: Driver, game: saved_race.Game, decision: Decision) -> Action:
    """Return a driver's choice from its seat's view alone, with the data for worlds if the driver draws any."""
    return driver.choose(_known_to(driver, game, decision), decision)


def _known_to(driver: Driver, game: saved_race.Game, decision: Decision) -> SeatView:
    view = game.view(decision.seat)
    if isinstance(driver, Steady) and driver.needs_worlds(decision):
        view = with_worlds(saved_race.race_of(game), view)
    return view
