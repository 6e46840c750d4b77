"""A match at a table that several screens follow: each screen has its own match, which follows one record."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from functools import partial
from threading import Event as Flag
from threading import Thread
from typing import Final
from weakref import ref

from heat_tui import __version__
from heat_tui.engine.actions import Action, NextRace, Plan
from heat_tui.engine.car import RACING
from heat_tui.engine.decisions import AT_ONCE, NextRaceDecision, PlanDecision
from heat_tui.engine.events import Event
from heat_tui.engine.record import IllegalAction
from heat_tui.engine.view import SeatView
from heat_tui.game.table.history import LogEntry, Undone, UndoStop, UndoStopped
from heat_tui.game.table.match import Match, by_persons, check_controllers, choose
from heat_tui.language import N_, _, listing, ngettext, row
from heat_tui.modules.championship.season import Season, SeasonSetup
from heat_tui.store import saved_race
from heat_tui.store.locks import this_program
from heat_tui.store.reading import BadFile, only_growing
from heat_tui.store.saved_race import Chosen, HandOver, SavedRace, TakeBack
from heat_tui.store.saves import SaveStore
from heat_tui.store.schema import Refused
from heat_tui.store.shared_tables import (
    News,
    Rename,
    Sealed,
    SharedTables,
    Step,
    TableInfo,
    Undo,
    Words,
    home,
    is_running,
    seconds,
    step_text,
)

LISTENS_EVERY: Final = 0.05
"""The seconds between two looks of a screen's thread at the record."""

BEATS_EVERY: Final = 3.0
"""The seconds between two signs of life of a screen."""

AWAY_AFTER: Final = 15.0
"""The seconds without a sign of life after which a person is away."""

GONE_AFTER: Final = 60.0
"""The seconds without a sign of life after which the others may let an automated driver drive."""

PATIENCE: Final = 1.5
"""The seconds after which any screen carries out automated choices that the screen before it has left undone."""

TRIES_AGAIN: Final = 2.0
"""The seconds until a database that could not be reached is asked again."""

AT_A_TIME: Final = 0.08
"""The seconds of automated choices that a screen carries out before it looks at its own keys again."""

LONGEST_WORDS: Final = 200
"""The most characters of a line that somebody says."""


class SharedMatch(Match):
    """A match that follows the record of a shared table, for a screen with the seats `here`, none for a watcher.

    The record may be ahead of what the screen has shown: `play_driver` shows the next choice, at the screen's own
    pace. A choice made here is in the record before it is carried out. While all drivers choose at once, a choice is
    sealed and can be taken back until everybody's is in; they then enter the record in the order of the seats, so the
    order in which they arrive changes nothing. Automated drivers and Legends are carried out by the screen whose
    choice was the last, or by any other if that one has gone; both would choose the same.

    `back_asked` is 0 once this screen has agreed.
    """

    is_shared = True

    def __init__(self, tables: SharedTables, info: TableInfo, begun: SavedRace, saves: SaveStore | None) -> None:
        game = saved_race.opening(begun.setup, None)
        super().__init__(game, begun, None)
        self.tables, self.info = tables, replace(info, length=0, version=-1)
        self.said: list[Words] = []
        self._saves = saves if info.home == home() else None
        self._true = game
        self._here: tuple[int, ...] = ()
        self._screen = json.dumps(asdict(this_program()))
        self._pending: deque[Step] = deque()
        self._sealed: tuple[Sealed, ...] = ()
        self._leads = False
        self._grown, self._beaten, self._tried = seconds(), 0.0, 0.0
        self._heard: tuple[TableInfo, News | None, str | None] = self.info, None, None
        self._held: dict[int, tuple[str, int]] = {}
        self._listens: bool = False
        self._left = Flag()
        self._done_at = -1
        self._began = seconds()
        self._present: dict[int, tuple[str, int, float]] = {}
        self._absent: object = ()

    @classmethod
    def begin(
        cls,
        tables: SharedTables,
        setup: saved_race.GameSetup,
        controllers: Sequence[saved_race.Controller],
        *,
        name: str = "",
        open_table: bool = False,
    ) -> str:
        """Open a table for a new game and return its name, made of `name`, or of the track or season.

        Raises BadFile, IllegalSetup.
        """
        check_controllers(controllers, len(setup.seats))
        parts = ("season", setup.title) if isinstance(setup, SeasonSetup) else (setup.track.id,)
        begun = SavedRace(
            name=saved_race.name_from([name] if name else parts, "table"),
            setup=setup,
            controllers=tuple(controllers),
            open_table=open_table,
            snapshot=saved_race.opening(setup, None).snapshot(),
            created=saved_race.now(),
            program=__version__,
        )
        return tables.open(begun)

    @classmethod
    def sit(
        cls,
        tables: SharedTables,
        name: str,
        people: Sequence[str],
        *,
        saves: SaveStore | None = None,
        take_over: bool = False,
    ) -> SharedMatch:
        """Sit down at a table as these drivers, or only watch it, and catch up with it.

        An automated driver who drove for one of them gives the wheel back. Raises BadFile, and Refused for a driver
        that no person is, or whose seat another screen has and not `take_over`.
        """
        info, begun = tables.find(name)
        if info.closed:
            raise Refused(_CLOSED, name=name)
        match = cls(tables, info, begun, saves)
        match._pull()
        match.catch_up()
        seats = match._seats_of(people)
        if seats:
            tables.sit(info, seats, match._screen, take_over=take_over)
        match._here = tuple(sorted(seats))
        for seat in match._here:
            if match.controllers[seat] != "person" and not match.race_over:
                match._add(HandOver(seat, "person"))
        match._leads = True
        match._ask()
        match.poll()
        return match

    def _seats_of(self, people: Sequence[str]) -> dict[int, str]:
        """Return the seats of persons by name. Raises Refused."""
        names = {seat: self.sheet.entries[seat].name for seat in range(self.sheet.drivers)}
        own = {
            seat: name
            for seat, name in names.items()
            if "person" in (self._begun.controllers[seat], self.controllers[seat])
        }
        wanted = {seat: name for seat, name in own.items() if name.casefold() in {each.casefold() for each in people}}
        for person in people:
            if person.casefold() not in {name.casefold() for name in wanted.values()}:
                raise Refused(_NOBODY, name=person, known=listing([*own.values()]))
        return wanted

    @property
    def here(self) -> tuple[int, ...]:
        return self._here

    @property
    def waits_for_person(self) -> bool:
        if self._pending or self.is_closed:
            return False
        if isinstance(self._true.decision, AT_ONCE):
            return self._game is not self._true
        return super().waits_for_person and self.to_move in self.people

    @property
    def moves_on(self) -> bool:
        return bool(self._pending) and not self.rests

    @property
    def is_saved(self) -> bool:
        return self._store is not None and super().is_saved

    @property
    def can_be_resumed(self) -> bool:
        return self.is_saved

    @property
    def behind(self) -> int:
        return len(self._pending)

    @property
    def takes_thought(self) -> bool:
        return False  # the screen that carries automated choices out thinks before it adds them to the record

    def view(self, seat: int | None) -> SeatView:
        """Return the view of a seat; drivers whose plan is sealed count as having planned."""
        view = super().view(seat)
        if self._pending or not isinstance(self._true.decision, PlanDecision):
            return view
        waited, own = self._asked(), next((each for each in self._sealed if each.seat == seat in self._here), None)
        if own is not None and own.moment == self._moment(self._true):
            plan = self.tables.action(self.info, own).action
            view = replace(view, plan=(plan.gear, tuple(sorted(plan.cards))) if isinstance(plan, Plan) else None)
        cars = tuple(
            replace(car, planned=car.index < self.sheet.drivers and car.status == RACING and car.index not in waited)
            for car in view.cars
        )
        return replace(view, cars=cars)

    def saved(self) -> SavedRace:
        self._game = self._true
        saved = super().saved()
        self._ask()
        return saved

    def play(self, action: Action) -> list[Event]:
        """Make a choice of a person here: seal it if all choose at once, else add it to the record and carry it out.

        Nothing happens if the table has moved on meanwhile or cannot be reached (`trouble`). Raises IllegalAction.
        """
        decision = self.decision
        if decision is None:
            return super().play(action)
        objection = decision.objection(action)
        if objection is not None:
            raise IllegalAction(objection)
        chosen, known = Chosen(decision.seat, action), len(self._log)
        try:
            if isinstance(decision, AT_ONCE):
                self._seal(Sealed(decision.seat, self._moment(self._true), step_text(chosen)))
                return []
            while not self.tables.append(self.info, [chosen]):
                self._pull()
                if self._pending or len(self._log) != known or not self.waits_for_person:
                    return []
            self._leads = True
            self._pull()
        except BadFile as reason:
            self.trouble = str(reason)
            return []
        return self.play_driver()

    def next_race(self) -> list[Event]:
        """Begin the next race, unless somebody else has."""
        self._pull()
        return self._next() if self._pending else self.play(NextRace())

    def play_driver(self) -> list[Event]:
        """Carry out the next choice of the record; returns what happened, [] if there is none."""
        return self._next() if self._pending else []

    def _next(self) -> list[Event]:
        step = self._pending.popleft()
        assert isinstance(step, Chosen)
        events = self._carry_out(step)
        self._absorb()
        self._keep()
        return list(events)

    def catch_up(self, left: int = 0) -> None:
        """Carry out the choices of the record up to its last ones, without showing them."""
        with only_growing():
            while len(self._pending) > left and not (self.rests and left):
                self._next()

    def poll(self) -> bool:
        """Hear what others did, show that this screen is there, and carry out automated choices that are due."""
        now = seconds()
        if self.trouble is not None and now - self._tried < TRIES_AGAIN:
            return False
        if not self._listens:
            self._hear()
        self._tried, trouble, (known, news, self.trouble) = now, self.trouble, self._heard
        changed = self._meet(now)
        if self.trouble is None:
            try:
                changed |= (known is self.info and self._learn(news)) | self._drive_on()
                self._keep()
            except BadFile as reason:
                self.trouble = str(reason)
        return changed or self.trouble != trouble

    def listen(self) -> None:
        """Read what others do in a thread of its own until `leave`, so that a slow database never delays a screen."""
        if not self._listens:
            self._listens = True
            Thread(target=_listen, args=(ref(self), self._left), daemon=True).start()

    def _hear(self) -> None:
        """Read what is new for `poll`, and show that this screen is there; safe in any thread."""
        known, news = self.info, None
        try:
            news, fault = self.tables.pull(known, len(self.said)), None
            if seconds() - self._beaten >= BEATS_EVERY:
                self._beaten = seconds()
                self._held = self.tables.beat(known, self._screen)
        except BadFile as reason:
            fault = str(reason)
        self._heard = known, news, fault

    def _pull(self) -> bool:
        """Read what is new in the record; return whether anything is. Raises BadFile."""
        return self._learn(self.tables.pull(self.info, len(self.said)))

    def _learn(self, news: News | None) -> bool:
        """Take in what is new in the record; return whether anything is."""
        if news is None:
            return False
        self.info, self._sealed, self.is_closed = news.info, news.sealed, news.info.closed
        self.said += [each for each in news.words if each.number > len(self.said)]
        if news.steps:
            self._grown = seconds()
            self._pending += news.steps
        self._absorb()
        self._ask()
        return True

    def _absorb(self) -> None:
        """Carry out what is not a choice, up to the next choice of the record."""
        while self._pending and not isinstance(self._pending[0], Chosen):
            match self._pending.popleft():
                case HandOver(seat, to) as step:
                    self.controllers = (*self.controllers[:seat], to, *self.controllers[seat + 1 :])
                    self._record.append(step)
                case Rename(seat, name):
                    self._game = self._true
                    super().rename(seat, name)
                case TakeBack(actions) as step:
                    self._turn_back(actions)
                    self._record.append(step)
                case Undo(actions):
                    gone = {id(each.chosen) for each in self._turn_back(actions)}
                    self._record = [each for each in self._record if id(each) not in gone]
        self._ask()

    def _turn_back(self, actions: int) -> tuple[LogEntry, ...]:
        dropped = self._step_back(actions)
        self.turned_back = Undone(len(dropped), by_persons(dropped), dropped[0].seat)
        return dropped

    def _carry_out(self, chosen: Chosen) -> tuple[Event, ...]:
        self._game = self._true
        try:
            return super()._carry_out(chosen)
        finally:
            self._true = self._game
            self._ask()

    def _step_back(self, actions: int) -> tuple[LogEntry, ...]:
        dropped = super()._step_back(actions)
        self._true = self._game
        self._ask()
        return dropped

    def _ask(self) -> None:
        """Let the game ask the first seat here whose choice is still to be sealed, if all choose at once."""
        asked = [] if self._pending or self.is_closed else [seat for seat in self._asked() if seat in self._here]
        self._game = self._true.asking(asked[0]) or self._true if asked else self._true

    def _asked(self) -> list[int]:
        """Return the seats of persons whose choice is still to be sealed."""
        game = self._true
        sealed = {each.seat for each in self._sealed if each.moment == self._moment(game)}
        return [seat for seat in self.people if seat not in sealed and game.asking(seat) is not None]

    @staticmethod
    def _moment(game: saved_race.Game) -> str:
        race, index = saved_race.race_of(game), game.index if isinstance(game, Season) else 0
        return f"{index}.{race.round}.{race.stage}"

    def _seal(self, sealed: Sealed) -> bool:
        """Seal a choice, or take one back whose text is empty; return False if its moment is over."""
        done = self.tables.seal(self.info, sealed)
        self._leads = True
        self._pull()
        while not done and not self._pending and sealed.moment == self._moment(self._true):
            done = self.tables.seal(self.info, sealed)
            self._pull()
        self._drive_on()
        return done

    def _add(self, step: Step) -> None:
        """Add an entry that no choice depends on. Raises BadFile."""
        while not self.tables.append(self.info, [step]):
            self._pull()
        self._leads = True
        self._pull()

    def _drive_on(self) -> bool:
        """Add the automated choices that are due, and open what is sealed; return whether there were any."""
        waits = not self._leads and seconds() - self._grown < PATIENCE
        if waits or not self._here or self.is_closed or self._done_at == self.info.version:
            return False
        steps, opens = self._agreed_back() or self._due()
        if not steps:
            self._done_at, self._leads = self.info.version, False
            return False
        self._leads = self.tables.append(self.info, steps, opens=opens) or self._leads
        self._pull()
        return True

    def _due(self) -> tuple[list[Step], bool]:
        """Return the automated choices after the record, and whether sealed ones are among them."""
        games, drivers = self._head()
        game, played, until = games[-1], len(games) - 1, seconds() + AT_A_TIME
        steps: list[Step] = []
        opens = False
        while True:
            decision = game.decision
            if decision is None or isinstance(decision, NextRaceDecision):
                break
            at_once, kind = isinstance(decision, AT_ONCE), drivers[decision.seat]
            sealed = {each.seat: each for each in self._sealed if each.moment == self._moment(game)} if at_once else {}
            waited = (seat for seat, who in enumerate(drivers) if who == "person" and seat not in sealed)
            if at_once and any(game.asking(seat) is not None for seat in waited):
                break
            if kind == "person":
                if not at_once:
                    break
                chosen, opens = self.tables.action(self.info, sealed[decision.seat]), True
            elif seconds() > until and not opens:
                break
            else:
                chosen = Chosen(decision.seat, choose(kind, game, played))
            game = game.clone()
            game.play(chosen.action)
            played += 1
            steps.append(chosen)
            opened = opens and not isinstance(game.decision, AT_ONCE)
            if opened:
                break
        return steps, opens

    def _head(self) -> tuple[list[saved_race.Game], list[saved_race.Controller]]:
        """Return the games before each choice of the race and at the end of the record, with the drivers then."""
        games: list[saved_race.Game] = [*(entry.before for entry in self._log), self._true]
        drivers = list(self.controllers)
        for step in self._pending:
            match step:
                case Chosen(action=action):
                    game = games[-1].clone()
                    game.play(action)
                    games = [game] if isinstance(action, NextRace) else [*games, game]
                case HandOver(seat, to):
                    drivers[seat] = to
                case TakeBack(actions) | Undo(actions):
                    del games[-actions:]
        return games, drivers

    @property
    def undo_stop(self) -> UndoStop | None:
        return None if self._own_sealed() is not None else super().undo_stop

    def undo(self) -> Undone:
        return self._unsealed() or super().undo()

    def undo_turn(self) -> Undone:
        return self._unsealed() or super().undo_turn()

    def _own_sealed(self) -> Sealed | None:
        own = (each for each in self._sealed if each.seat in self._here and each.moment == self._moment(self._true))
        return None if self._pending else next(own, None)

    def _unsealed(self) -> Undone | None:
        """Take back what a person here has sealed, if anything."""
        own = self._own_sealed()
        if own is None:
            return None
        if not self._or_stop(lambda: self._seal(replace(own, text=""))):
            raise UndoStopped("gears-opened")
        return Undone(1, 1, own.seat)

    def _one_choice_back(self) -> int | UndoStop:
        back = super()._one_choice_back()
        if isinstance(back, int):
            if self._pending or self._log[-back].seat not in self._here:
                return "chosen-since"
            if any(each.moment == self._moment(self._true) for each in self._sealed):
                return "chosen-in-secret"
        return back

    def _undone(self, dropped: tuple[LogEntry, ...], stopped: UndoStop | None = None) -> Undone:
        """Take back in the record what was taken back here, and then here as the record says."""
        for entry in dropped:
            self._carry_out(entry.chosen)
        if not self._or_stop(lambda: self.tables.append(self.info, [Undo(len(dropped))])):
            raise UndoStopped("chosen-since")
        self._leads = True
        self._or_stop(self._pull)
        self.turned_back = None
        return super()._undone(dropped, stopped)

    def _or_stop(self, act: Callable[[], bool]) -> bool:
        try:
            return act()
        except BadFile as reason:
            self.trouble = str(reason)
            raise UndoStopped("unreachable") from reason

    def take_back(self, choices: int) -> Undone:
        """Agree, for everybody here, to take back choices; they are taken back once all persons at the table agree.

        Returns an `Undone` of no actions.
        """
        if not 1 <= choices <= self.choices:
            raise ValueError(f"fewer than 1, or persons have made fewer than {choices} choices")
        agreed = [Sealed(seat, f"back {self.info.length} {choices}", "yes") for seat in self._here]
        for each in agreed:
            self._or_stop(partial(self._seal, each))
        return Undone(0, 0, self._here[0])

    def refuse_back(self) -> None:
        """Refuse what somebody asked to take back."""
        asked = self._back_asked()
        for seat in asked[1] if asked else ():
            self.tables.seal(self.info, Sealed(seat, f"back {self.info.length} {asked[0] if asked else 0}", ""))
        self._pull()

    @property
    def back_asked(self) -> int:
        asked = self._back_asked()
        return 0 if asked is None or not self._here or set(self._here) <= set(asked[1]) else asked[0]

    def _back_asked(self) -> tuple[int, list[int]] | None:
        """Return the number of choices that somebody asks to take back now, and the seats that agree."""
        start = f"back {self.info.length} "
        for each in self._sealed:
            if each.moment.startswith(start) and not self._pending:
                return int(each.moment.removeprefix(start)), [
                    other.seat for other in self._sealed if other.moment == each.moment
                ]
        return None

    def _agreed_back(self) -> tuple[list[Step], bool] | None:
        """Return the take-back that everybody has agreed to."""
        asked = self._back_asked()
        if asked is None or not set(self.people) <= set(asked[1]):
            return None
        own = [index for index, entry in enumerate(self._log) if entry.controller == "person"]
        return [TakeBack(len(self._log) - own[-asked[0]])], False

    def hand_over(self, seat: int, controller: saved_race.Controller) -> None:
        """Let somebody else choose for a seat: one here, or one whose person has been away for a minute.

        Raises Refused for any other, BadFile, and ValueError as a match does.
        """
        if not 0 <= seat < len(self.controllers):
            raise ValueError(f"no driver's seat {seat}")
        check_controllers([controller], 1)
        if self.controllers[seat] == controller:
            return
        if seat in self.people and seat not in self._here and seat not in self.gone:
            raise Refused(_NOT_YOURS, name=self.sheet.entries[seat].name)
        self._add(HandOver(seat, controller))

    def rename(self, seat: int, name: str) -> None:
        """Rename a driver here. Raises Refused for anybody else, and BadFile."""
        if seat not in self._here:
            raise Refused(_NOT_YOURS, name=self.sheet.entries[seat].name)
        self._add(Rename(seat, name))

    def switch_coach(self, *, on: bool) -> None:
        """Turn hints on or off at this screen."""
        self.coach = on

    def say(self, text: str) -> None:
        """Say a line to everybody, as the persons here. Raises Refused for a line that is too long or unreadable."""
        if not text.isprintable() or len(text) > LONGEST_WORDS:
            raise Refused(_TOO_LONG, most=LONGEST_WORDS)
        names = [self.sheet.entries[seat].name for seat in self._here]
        self.tables.say(self.info, listing(names) if names else _("A watcher"), text)
        self._pull()

    def close(self) -> None:
        """Close the table for everybody, for good."""
        self.tables.close(self.info)
        self._pull()

    @property
    def free(self) -> list[str]:
        """The persons whose seats no screen has."""
        held = self.tables.beat(self.info, self._screen)
        taken = {seat for seat, (screen, _beat) in held.items() if is_running(screen)}
        return [self.sheet.entries[seat].name for seat in self.people if seat not in taken]

    def _meet(self, now: float) -> bool:
        """Look who else is there; return whether that has changed."""
        held, self._held = self._held, {}
        for seat, (screen, beat) in held.items():
            known = self._present.get(seat)
            if known is None or known[:2] != (screen, beat):
                self._present[seat] = screen, beat, now
            if seat in self._here and screen != self._screen:
                self._here = tuple(each for each in self._here if each != seat)
                self._ask()
        before, self._absent = self._absent, (self.away, self.gone, self._here)
        return before != self._absent

    @property
    def away(self) -> tuple[int, ...]:
        """The persons elsewhere whose screens have not been heard of for a while."""
        return self._silent(AWAY_AFTER)

    @property
    def gone(self) -> tuple[int, ...]:
        """The persons elsewhere who have been silent so long that an automated driver may drive for them."""
        return self._silent(GONE_AFTER)

    def _silent(self, least: float) -> tuple[int, ...]:
        since, now = self._began, seconds()
        heard = {seat: at for seat, (_screen, _beat, at) in self._present.items()}
        return tuple(seat for seat in self.people if seat not in self._here and now - heard.get(seat, since) > least)

    def waited_for(self) -> tuple[int, ...]:
        """Return the seats of the persons elsewhere that the table waits for, () if it does not."""
        decision = self._true.decision
        if self._pending or decision is None or self.rests:
            return ()
        seats = self._asked() if isinstance(decision, AT_ONCE) else [decision.seat]
        return tuple(seat for seat in seats if seat in self.people and seat not in self._here)

    def waiting_words(self) -> str:
        if self.is_closed:
            return _("This table is closed.")
        waited, away = self.waited_for(), self.away
        names = listing([self.sheet.entries[seat].name for seat in waited])
        words = _("Waiting for {names}.").format(names=names) if waited else ""
        if not away:
            return words
        gone = listing([self.sheet.entries[seat].name for seat in away])
        absent = ngettext("{names} is away.", "{names} are away.", len(away)).format(names=gone)
        return f"{words} {absent}".strip()

    def leave(self) -> None:
        """Leave the table; the seats stay free for their persons."""
        self._left.set()
        super().leave()
        if self._here:
            try:
                self.tables.leave(self.info, self._screen)
            except BadFile as reason:
                self.trouble = str(reason)

    def _keep(self) -> None:
        """Make a save of a finished game, in the home that opened the table, unless that was done."""
        if self._saves is None or not self.over or self.info.kept:
            return
        saves, self._saves = self._saves, None
        name = saves.claim_free(self.info.name)
        with self.tables.keeping(self.info, name) as free:
            if free:
                self._store, self.name = saves, name
                if not self.save_now():
                    raise BadFile(str(self.not_saved))
        if not free:
            saves.release(name)


def _listen(screen: ref[SharedMatch], left: Flag) -> None:
    """Read what others do for a screen, until it has left or is forgotten."""
    while not left.wait(LISTENS_EVERY):
        match = screen()
        if match is None:
            return
        match._hear()
        del match


def open_tables(tables: SharedTables, saves: SaveStore | None) -> list[tuple[str, str]]:
    """Return the names of the tables that are not closed, the newest first, each with whose turn it is.

    Finished games that were opened here become saves. Raises BadFile.
    """
    found = []
    for info in tables.list():
        if not info.closed:
            try:
                match = SharedMatch.sit(tables, info.name, [], saves=saves)
                found.append((info.name, table_words(match)))
            except Refused as reason:
                found.append((info.name, str(reason)))
            else:
                match.leave()
    return found


def table_words(match: SharedMatch) -> str:
    """Return how far a table is and whose turn it is."""
    names = match.setup.seats
    if match.over:
        return _("{drivers}: over").format(drivers=row(names))
    waited = listing([names[seat] for seat in match.waited_for()]) or _("nobody")
    return _("{drivers}: round {round}, waiting for {names}").format(
        drivers=row(names), round=match.view(None).round, names=waited
    )


_CLOSED: Final = N_("The table {name} is closed.")
_NOBODY: Final = N_("No person called {name} sits at this table; the persons are {known}.")
_NOT_YOURS: Final = N_("{name} sits at another screen; only that person can change this, or you after a minute away.")
_TOO_LONG: Final = N_("Say it in one line of at most {most} characters.")
