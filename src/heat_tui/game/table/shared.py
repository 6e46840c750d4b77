"""A match at a table that several screens share: each screen has its own match, and all follow one record."""

from __future__ import annotations

import json
import shlex
from collections import defaultdict, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from functools import lru_cache
from math import inf
from re import sub
from threading import Event as Flag
from threading import Thread
from typing import Final
from weakref import ref

from heat_tui.engine.actions import Action, Plan
from heat_tui.engine.car import RACING
from heat_tui.engine.decisions import AT_ONCE, PlanDecision
from heat_tui.engine.events import Event
from heat_tui.engine.view import SeatView
from heat_tui.game.setup.race_options import drawn_seed
from heat_tui.game.setup.seats import check_name, controller_name
from heat_tui.game.table.history import LogEntry, Undone, UndoStop, UndoStopped, made_by, stop_sentence
from heat_tui.game.table.match import GIVEN_UP_TO, Match
from heat_tui.language import N_, _, listing, ngettext, translated
from heat_tui.modules.championship.season import Season, SeasonSetup
from heat_tui.store import saved_race
from heat_tui.store.codes import shown_code
from heat_tui.store.locks import this_program
from heat_tui.store.reading import BadFile, only_growing
from heat_tui.store.save_reading import BREAKS
from heat_tui.store.saved_race import Chosen, HandOver, Rename, SavedRace, Step, TakeBack, Undo
from heat_tui.store.saves import SaveStore
from heat_tui.store.schema import Refused
from heat_tui.store.shared_tables import News, Seat, SharedTables, TableInfo, clock, home, step_text
from heat_tui.typesetting import folded, listed
from heat_tui.words.formatter import sentences
from heat_tui.words.names import quoted

LISTENS_EVERY: Final = 0.05
"""The seconds between two looks at the record by a screen's listening thread."""

BEATS_EVERY: Final = 3.0
"""The seconds between two heartbeats of a screen, and before another attempt to reach a database."""

AWAY_AFTER: Final = 15.0
"""The seconds without a heartbeat after which a person is away."""

GONE_AFTER: Final = 60.0
"""The seconds without a heartbeat after which the others may let an automated driver take over."""

PATIENCE: Final = 1.5
"""The seconds after which any screen with a seat adds to the record the entries that are due and still missing."""

AT_A_TIME: Final = 0.08
"""The seconds after which a screen begins no more automated choices until it has reacted to keys.

While it opens sealed choices, it makes the automated ones among them in any case.
"""

LONGEST_WORDS: Final = 200
"""The maximum length of a line that somebody says, in characters."""


class SharedMatch(Match):
    """A match that follows the record of a shared table, at a screen whose seats are `here`, () for a watcher.

    The record may be ahead of what the screen has shown, by `behind` entries: `play_driver` shows the next choice, at
    the screen's own pace. A choice made here is in the record before it is carried out. While all drivers choose at
    once, a choice is sealed and can be taken back until everybody's is in; all of them then enter the record in the
    order of the seats, so the order in which they arrive changes nothing. The choices of automated drivers are made by
    the screen that changed the table last, or after `PATIENCE` by any other with a seat; both would choose the same.

    `screen` identifies this program at the table. `seats` are the seats that somebody has taken. `turned_back` is the
    latest take-back, or undo at another screen, until the front end shows it and sets it to None; `consent_asked`
    says that the front end has asked the people here whether they agree to a take-back. `said_before` are the lines
    said before this screen joined or before the race, kept until the front end has shown them in the log. `guest` says
    that the person here came to a hosted table by ssh or with a browser, and `sent_away` that the host freed the seat
    or, if the person has had none, gave the table another code. In the home that opened the table, the finished game is
    saved in `saves`.
    """

    def __init__(
        self, tables: SharedTables, info: TableInfo, begun: SavedRace, saves: SaveStore | None, *, guest: bool = False
    ) -> None:
        super().__init__(saved_race.opening(begun.setup, None), begun, None)
        self.tables, self.info, self.guest = tables, replace(info, length=0, version=-1), guest
        self.screen = json.dumps(asdict(this_program()))
        self.seats: Mapping[int, Seat] = {}
        self.turned_back: Undone | None = None
        self.consent_asked = False
        self.said_before: list[str] = []
        self.sent_away = False
        self.sat: tuple[int, ...] = ()
        """The seats that this screen has or last had; another screen may have taken them since."""
        self._lines: list[str] = []
        self._saves = saves if info.home == home() else None
        self._pending: deque[Step] = deque()
        self._asked_of = lru_cache(maxsize=2)(_asked_of)
        self._fault: BadFile | None = None
        self._listens = False
        self._drives_at = inf
        """The time, by `clock`, to add to the record what is due: 0 after a change here, infinite if nothing is due."""
        self._last_beat: dict[int, float] = defaultdict(clock)
        self._given_up: set[int] = set()
        self._polled: object = ()
        """The table's version, the trouble, and who was away or gone, at the last poll."""
        self._left = Flag()
        self._words = 0
        self._beaten = -inf
        self._found: tuple[TableInfo, News | BadFile | None] = self.info, None
        """A state of the table, and the news since then that the listening thread has found; None if it found none."""

    @classmethod
    def begin(cls, tables: SharedTables, new: Match, *, name: str = "", hosted: bool = False) -> str:
        """Open a table for a new match; return its name, made from `name`, the track or the season. Raises BadFile."""
        begun = new.saved()
        parts = ("season", begun.setup.title) if isinstance(begun.setup, SeasonSetup) else (begun.setup.track.id,)
        name = saved_race.name_from([name] if name else parts, "table")
        return tables.open(replace(begun, name=name), hosted=hosted)

    @classmethod
    def watch(
        cls,
        tables: SharedTables,
        name: str,
        *,
        saves: SaveStore | None = None,
        guest: bool = False,
        even_closed: bool = False,
    ) -> SharedMatch:
        """Return a match that watches a table and has caught up.

        Raises BadFile, and Refused if the table is closed, unless `even_closed`.
        """
        info, begun = tables.find(name)
        if info.closed and not even_closed:
            raise Refused(_CLOSED, name=name)
        try:
            match = cls(tables, info, begun, saves, guest=guest)
        except BREAKS as error:
            raise BadFile(_BROKEN, name=name) from error
        _info, news = match._found = match._look()
        match._hear(look=False)
        match.catch_up()
        said = news.words if isinstance(news, News) else ()  # old refusals and changes are not news
        match.said_before = [_said(who, words) for who, words in said if words]
        match._lines, match.turned_back = [], None
        if match._fault is not None:
            raise match._fault
        return match

    @classmethod
    def sit(
        cls,
        tables: SharedTables,
        name: str,
        people: Sequence[str] | None,
        *,
        saves: SaveStore | None = None,
        take_over: bool = False,
    ) -> SharedMatch:
        """Sit down at a table as `people`, [] to watch or None for the only person with a free seat; return the match.

        Raises Refused for a name that no person has and, for None, unless exactly one seat is free; otherwise raises
        as `watch` and `take_seats` do.
        """
        match = cls.watch(tables, name, saves=saves)
        seats = [*match.free] if people is None else seats_of(match.persons, people)
        if people is None and not seats:
            raise Refused(_ALL_TAKEN, name=name, option="--take-over")
        if people is None and len(seats) > 1:
            known = listing([*match.free.values()])
            raise Refused(N_("Say who you are with {option}; free are {names}."), option="--as", names=known)
        if seats:
            match.take_seats(seats, take_over=take_over)
        return match

    def take_seats(
        self,
        seats: Sequence[int],
        *,
        new: bool = False,
        take_over: bool = False,
        then: Callable[[], object] = lambda: None,
    ) -> None:
        """Sit down at people's seats, call `then`, and take the seats back from automated drivers.

        Raises BadFile, and Refused if another running screen has one of the seats, unless `take_over`; if `new`, also
        if anybody has taken one before. Raises what `then` raises.
        """

        def write() -> bool:
            for seat in seats:
                if seat in self.seats and new:
                    raise Refused(_("Somebody has just taken this seat; choose another one."))
                if self.is_in_use(seat) and not take_over:
                    raise Refused(_TAKEN, name=self.persons[seat], option="--take-over")
            return self.tables.sit(self.info, seats, self.screen, guest=self.guest)

        self._write(write)
        then()
        self.poll()

    def is_in_use(self, seat: int) -> bool:
        """Return whether another screen that is running has a seat."""
        held = self.seats.get(seat)
        return held is not None and held.screen != self.screen and held.is_running

    @property
    def persons(self) -> dict[int, str]:
        """The names of the people by seat, including those whose car an automated driver now drives."""
        who, entries = zip(self.began_with, self.controllers, strict=True), self.sheet.entries
        return {seat: entries[seat].name for seat, kinds in enumerate(who) if seat in self.seats or "person" in kinds}

    @property
    def table(self) -> SharedMatch:
        return self

    @property
    def trouble(self) -> str | None:
        """A sentence on why the table cannot be reached or followed now, or None."""
        return None if self._fault is None else str(self._fault)

    @property
    def here(self) -> tuple[int, ...]:
        return tuple(sorted(seat for seat, each in self.seats.items() if each.screen == self.screen))

    @property
    def waits_for_person(self) -> bool:
        if self._pending or self.info.closed:
            return False
        if isinstance(self._game.decision, AT_ONCE):
            return self._asking is not self._game
        return super().waits_for_person and self.to_move in self.people

    @property
    def may_give_up(self) -> int | None:
        return None if self.info.closed else super().may_give_up

    @property
    def moves_on(self) -> bool:
        return bool(self._pending) and not self.rests

    @property
    def behind(self) -> int:
        """The number of entries of the record, such as choices, that this screen has not shown."""
        return len(self._pending)

    @property
    def takes_thought(self) -> bool:
        return False  # the screen that makes an automated choice thinks before it adds the choice to the record

    @property
    def _asking(self) -> saved_race.Game:
        """The game or, if all choose at once and a seat here has not chosen, a copy that asks the first such seat."""
        here = () if self._pending or self.info.closed else self.here
        return next((game for seat, game in self._asked(self).items() if seat in here), self._game)

    def view(self, seat: int | None) -> SeatView:
        """Return the view of a seat, or the public view for None; seats at this screen see the plans they have sealed.

        While drivers plan, all of them still racing count as having planned, except people who have yet to seal a plan.
        """
        view = super().view(seat)
        if self._pending or not isinstance(self._game.decision, PlanDecision):
            return view
        own = self._sealed_at(self).get(seat) if seat in self.here else None
        if own and isinstance(own.action, Plan):
            view = replace(view, plan=(own.action.gear, tuple(sorted(own.action.cards))))
        waited = self._asked(self)
        cars = tuple(
            replace(car, planned=car.index < self.sheet.drivers and car.status == RACING and car.index not in waited)
            for car in view.cars
        )
        return replace(view, cars=cars)

    def play(self, action: Action) -> list[Event]:
        """Make the choice of a person here: seal it if all choose at the same time, else record it and carry it out.

        If this screen is `behind` the record, carry out the record's next choice instead. Returns the events: [] for a
        sealed choice, one that is no longer asked for, or one that the table refuses (`trouble`). Raises IllegalAction.
        """
        decision = self.decision
        if decision is None:
            return super().play(action)
        if self._pending:
            return self.play_driver()
        decision.check(action)
        chosen = Chosen(decision.seat, action)
        try:
            if isinstance(decision, AT_ONCE):
                self._seal([decision.seat], "sealed", f"{_moment(self._game)} {step_text(chosen)}")
            elif self._add(
                chosen,
                still=lambda: self.decision == decision and (self.waits_for_person or (self.rests and not self.behind)),
            ):
                return self.play_driver()
        except BadFile as reason:
            self._fault = reason
        return []

    def play_driver(self, choices: int = 1) -> list[Event]:
        """Carry out the next `choices` choices of the record, and all other entries before the choice that follows.

        Returns the events, and saves a finished game (`_keep`). A record that another program has damaged is followed
        no further, and `trouble` says so.
        """
        events: list[Event] = []
        with self._as_far_as_undamaged():
            while self._pending and (choices or not isinstance(self._pending[0], Chosen)):
                step = self._pending.popleft()
                self._lines += self._told_of(step)
                followed = self.follow(step)
                self.save_now()  # a driver of a game that is over and saved may still get another name
                if isinstance(followed, Undone):
                    self.turned_back = followed
                    continue
                events += followed
                choices -= isinstance(step, Chosen)
        self._keep()
        return events

    def _told_of(self, step: Step) -> list[str]:
        """Return [a line] on an entry of the record that is about to change a driver or a name; [] for any other."""
        match step:
            case HandOver(seat, to):
                words = _("{name} drives now.") if to == "person" else _("{driver} drives for {name} now.")
                return [words.format(name=self.sheet.entries[seat].name, driver=controller_name(to))]
            case Rename(seat, name):
                return [_("{name} is now called {new}.").format(name=self.sheet.entries[seat].name, new=name)]
        return []

    def catch_up(self, left: int = 0) -> None:
        """Carry out entries of the record, without showing them, until at most `left` remain.

        If `left` is not 0, also stop when the table `rests`.
        """
        with only_growing():
            while len(self._pending) > left and not (self.rests and left):
                self.play_driver()

    def listen(self) -> None:
        """Have a thread read what others do, until `leave`, so that the screen need not wait for the database."""
        if not self._listens:
            self._listens = True
            Thread(target=_listen, args=[ref(self), self._left], daemon=True).start()

    def poll(self) -> bool:
        """Take in what others did, reclaim seats here from automated drivers, and record what is due.

        Returns whether there is anything new to show since the last poll, even if this screen wrote it; False once the
        screen has left. An error becomes the `trouble`.
        """
        if self._left.is_set():
            return False
        self._hear(look=not self._listens)
        if self._fault is None:
            try:
                self._take_the_wheel()
                self._drive_on()
            except BadFile as reason:
                self._fault = reason
        before, self._polled = self._polled, (self.info.version, self.trouble, self.away, self.gone)
        return before != self._polled

    def _add(self, *steps: Step, still: Callable[[], bool] = lambda: True) -> bool:
        """Add entries to the record with `_write`; return whether they were added. Raises BadFile."""
        return self._write(lambda: self.tables.append(self._still_open(), steps), still)

    def _still_open(self) -> TableInfo:
        """Return the table as this screen knows it. Raises BadFile if it is closed."""
        if self.info.closed:
            raise BadFile(_CLOSED, name=self.info.name)
        return self.info

    def _write(self, write: Callable[[], bool], still: Callable[[], bool] = lambda: True) -> bool:
        """Write to the table; if somebody else was first, take in what is new, and try again while `still` is true.

        Returns whether the write succeeded. Raises BadFile, and what `write` raises.
        """
        while not write():
            self._hear()
            if self._fault is not None:
                raise self._fault
            if not still():
                return False
        self._hear()
        self._drives_at = 0
        return True

    def _note(self, fact: str, value: int = 1, *, screen: str | None = None) -> None:
        """Change a fact of the table, or of a screen's seats, and take in the news. Raises BadFile."""
        self.tables.note(self.info, fact, value, screen=screen)
        self._hear()

    def _look(self) -> tuple[TableInfo, News | BadFile | None]:
        """Return the state of the table known to this screen, and the news since that state; safe in any thread.

        The news is None if nothing is new, or the BadFile raised by the database. Sends a heartbeat if one is due.
        """
        since, beats = self.info, self._is_to_beat
        self._beaten = clock() if beats else self._beaten
        try:
            return since, self.tables.pull(since, self._words, self.screen if beats else "")
        except BadFile as reason:
            return since, reason

    @property
    def _is_to_beat(self) -> bool:
        """True if a heartbeat is due."""
        return clock() - self._beaten >= BEATS_EVERY

    def _hear(self, *, look: bool = True) -> None:
        """Take in the news of the table: look at it now or, without `look`, use what the listening thread found."""
        since, news = self._look() if look else self._found
        if news is None or since is not self.info:
            return
        if isinstance(news, BadFile):
            self._fault = news
            return
        now = clock()
        is_new, were_here, was_asked = news.info.version != since.version, self.here, bool(self._votes)
        if is_new:
            self._drives_at = now + PATIENCE if news.steps else min(self._drives_at, now + PATIENCE)
        self._last_beat |= {seat: now for seat, each in news.seats.items() if self.seats.get(seat) != each}
        self._words += len(news.words)
        self._fault, self.info, self.seats = None, news.info, news.seats
        self._lines += [_said(who, words) for who, words in news.words]
        refused = any(not words for _who, words in news.words)
        taken = any(isinstance(step, TakeBack) for step in news.steps)
        if was_asked and not (self._votes or refused or taken):
            self._lines.append(translated(_LAPSED))
        self._pending += news.steps
        self.sat = self.here or self.sat
        other_code = self.guest and not self.sat and self.info.code != since.code
        if other_code or (self.sat and self.seats.keys().isdisjoint(self.sat)):
            self.sent_away = True
        elif were_here and not self.here:
            self._lines.append(self.lost_words())
        if self.sent_away:  # the new code is not for the person here
            self.info = replace(self.info, code=since.code)
        if is_new:
            self.play_driver(0)

    @contextmanager
    def _as_far_as_undamaged(self) -> Iterator[None]:
        """If the block finds the table's record damaged, close the table at this screen, and set the `trouble`."""
        try:
            yield
        except BREAKS:
            self._fault, self.info = BadFile(_BROKEN, name=self.info.name), replace(self.info, closed=True)
            self._pending.clear()
            self._left.set()

    def _sealed_at(self, match: Match) -> Mapping[int, Chosen]:
        """Return the choices sealed for the current moment of a match, by seat."""
        now = _moment(match._game)
        return {seat: each.sealed for seat, each in self.seats.items() if each.sealed and each.moment == now}

    def _asked(self, match: Match) -> Mapping[int, saved_race.Game]:
        """Return the seats of people who can be asked now and have sealed nothing, each with a game that asks it."""
        sealed = self._sealed_at(match)
        return self._asked_of(match._game, tuple(seat for seat in match.people if seat not in sealed))

    def _seal(self, seats: Collection[int], fact: str, text: str) -> bool:
        """Let seats seal a choice or agree to a take-back, or withdraw either with an empty text; append what is due.

        `fact` and `text` are as in `SharedTables.seal`. Returns whether the change was written: False if somebody else
        was first, and the moment or request is over, the seats are lost, or something is to be shown. Raises BadFile.
        """
        before = _moment(self._game), self.here, fact == "back" and self.info.length
        done = self._write(
            lambda: self.tables.seal(self._still_open(), seats, fact, text),
            still=lambda: (
                not self._pending and before == (_moment(self._game), self.here, fact == "back" and self.info.length)
            ),
        )
        self._drive_on()
        return done

    def _take_the_wheel(self) -> None:
        """Take the seats here back from automated drivers, except those given up at this screen. Raises BadFile."""
        seats = [seat for seat in self.here if self.controllers[seat] != "person" and seat not in self._given_up]
        if seats and not (self._pending or self.over or self.info.closed):
            self._add(*(HandOver(seat, "person") for seat in seats))

    def _drive_on(self) -> None:
        """Append to the record what is due, if this screen has a seat and `_drives_at` has come. Raises BadFile."""
        if clock() < self._drives_at or not self.here or self.info.closed:
            return
        steps: Sequence[Step] = ()
        with self._as_far_as_undamaged():
            steps = self._due()
        if steps:
            self._add(*steps, still=lambda: False)
        else:
            self._drives_at = inf

    def _due(self) -> Sequence[Step]:
        """Return the next entries of the record: a take-back that all agree to, else automated and sealed choices.

        Sealed choices are opened once all of them are in. Returns [] if nothing is due.
        """
        back, agreed = self._back_asked()
        if agreed and {*self.people} <= {*agreed}:
            return [TakeBack(self._actions_back(back))]
        head, until, opens = self._head(), clock() + AT_A_TIME, False
        while (decision := head.decision) is not None and not head.rests:
            at_once, kind = isinstance(decision, AT_ONCE), head.controllers[decision.seat]
            if at_once and self._asked(head):
                break
            if kind == "person" and at_once:
                chosen, opens = self._sealed_at(head)[decision.seat], True
            elif kind == "person" or (clock() > until and not opens):
                break
            else:
                chosen = Chosen(decision.seat, head.thought()())
            head.follow(chosen)
            if opens and not isinstance(head.decision, AT_ONCE):
                break
        return head._record

    def _head(self) -> Match:
        """Return a match at the end of the record, which may be ahead of this screen; its own record starts empty."""
        head = Match(self._game, self._begun, None)
        head.controllers, head._log = self.controllers, self.log
        for step in self._pending:
            if not isinstance(step, Rename):  # a rename would show here early: all games of a race share their names
                head.follow(step)
        head._record = []
        return head

    @property
    def undo_stop(self) -> UndoStop | None:
        return None if self._own_sealed else super().undo_stop

    def undo(self, *, whole_turn: bool = False) -> Undone:
        """Undo as `Match` does or, if seats here have sealed choices, take back the choice of the last of these seats.

        Raises UndoStopped, and BadFile.
        """
        own = self._own_sealed
        if not own:
            return super().undo(whole_turn=whole_turn)
        if not self._seal(own[-1:], "sealed", ""):
            raise UndoStopped("gears-opened")
        return Undone(1, 1, own[-1])

    @property
    def _own_sealed(self) -> list[int]:
        """The seats here that have sealed a choice; [] while this screen is behind the record."""
        return [] if self._pending else [seat for seat in self._sealed_at(self) if seat in self.here]

    def _one_choice_back(self) -> int | UndoStop:
        if self.over:
            return "over"
        back = super()._one_choice_back()
        if isinstance(back, int):
            if self._pending or self._log[-back].seat not in self.here:
                return "chosen-since"
            if self._sealed_at(self):
                return "chosen-in-secret"
        return back

    def _undone(self, dropped: tuple[LogEntry, ...], stopped: UndoStop | None = None) -> Undone:
        """Redo the dropped choices here, and add an undo to the record, which then drops them on every screen.

        Raises BadFile, and UndoStopped if the record has grown or somebody has sealed a choice.
        """
        for entry in dropped:
            self._carry_out(entry.chosen)
        length = self.info.length
        if not self._add(Undo(len(dropped)), still=lambda: self.info.length == length and not self._sealed_at(self)):
            raise UndoStopped("chosen-since")
        self.turned_back = None
        return super()._undone(dropped, stopped)

    def take_back(self, choices: int) -> Undone:
        """Agree, for everybody here, to take back choices; they are taken back once all the people at the table agree.

        Return the `Undone`, which is also `turned_back`, if everybody has now agreed; otherwise, one of no actions.
        Raises BadFile, and Refused for a watcher, as `check_back` does, and if others have chosen since or all is over.
        """
        if self.over:
            raise Refused(stop_sentence("over"))
        self.check_back(choices)
        self._check_seated()
        before, nothing = self.turned_back, Undone(0, 0, self.here[0])
        if self._pending or not self._seal(self.here, "back", f"{self.info.length} {choices}"):
            raise Refused(translated(_LAPSED))
        return nothing if self.turned_back is None or self.turned_back is before else self.turned_back

    def refuse_back(self) -> None:
        """If this screen is asked to take back choices, refuse, drop all consent, and say so. Raises BadFile."""
        if self.back_asked:
            self._say("", still=lambda: self.back_asked > 0)

    @property
    def back_asked(self) -> int:
        """The number of choices this screen is asked to take back; 0 if none, for a watcher, or once it has agreed."""
        choices, agreed = self._back_asked()
        return 0 if set(self.here) <= {*agreed} else choices

    @property
    def back_words(self) -> str:
        """A sentence that says who would like to take back choices, how many, and who made them."""
        choices, agreed = self._back_asked()
        words = ngettext(
            "{names} would like to take back the last choice, made by {makers}.",
            "{names} would like to take back the last {count} choices, made by {makers}.",
            choices,
        )
        names = listing([self.sheet.entries[seat].name for seat in agreed])
        return words.format(names=names, count=choices, makers=made_by(choices, self._log, self.sheet))

    def _back_asked(self) -> tuple[int, Collection[int]]:
        """Return the number of choices that somebody asks to take back, 0 for none, and the seats that have agreed."""
        votes = self._votes
        asked = "0" if self._pending or self.over else next(iter(votes.values()), "0")
        return int(asked.split()[-1]), [seat for seat, vote in votes.items() if vote == asked]

    @property
    def _votes(self) -> Mapping[int, str]:
        """The take-backs that seats have agreed to, by seat, as in `Seat.back`, without those of a shorter record."""
        return {seat: each.back for seat, each in self.seats.items() if each.back.startswith(f"{self.info.length} ")}

    def hand_over(self, seat: int, controller: saved_race.Controller) -> None:
        """Let `controller` choose for a seat that is here, that an automated driver has, or whose person is `gone`.

        Raises ValueError as `Match.hand_over` does, BadFile and, unless `controller` already has the seat, Refused for
        any other seat and for a watcher.
        """
        self._check_seat(seat, controller)
        self._hear(look=not self._listens)  # a screen receives no news while it waits for a line of text
        if self.controllers[seat] == controller:
            return
        self._check_seated()

        def may() -> bool:
            return seat not in self.people or seat in self.here or seat in self.gone

        if not (may() and self._add(HandOver(seat, controller), still=may)):
            raise Refused(_NOT_YOURS, name=self.sheet.entries[seat].name)
        self._given_up = self._given_up | {seat} if controller != "person" else self._given_up - {seat}

    def rename(self, seat: int, name: str) -> None:
        """Rename the driver of a seat here. Raises BadFile, and Refused for any other seat or a name used elsewhere."""
        if seat not in self.here:
            raise Refused(_NOT_HERE, name=self.sheet.entries[seat].name)

        def write() -> bool:
            names = dict(enumerate(self._names))
            names |= {step.seat: step.name for step in self._pending if isinstance(step, Rename)}
            check_name(name, [each for other, each in names.items() if other not in self.here])
            return self.tables.append(self._still_open(), [Rename(seat, name)])

        self._write(write)

    def _check_seated(self) -> None:
        """Raise Refused for a watcher, and BadFile if the table is closed."""
        self._still_open()
        if not self.here:
            raise Refused(_("You are only watching this table; sit down to change anything."))

    def say(self, text: str) -> None:
        """Say a line to everybody, as the people here or a watcher; also to those who race again at another table.

        Raises BadFile, and Refused for a line that is empty, too long or not printable.
        """
        if not text.strip():
            raise Refused(_("Type what you want to say."))
        if not text.isprintable() or len(text) > LONGEST_WORDS:
            raise Refused(N_("Say it in one line of at most {most} characters."), most=LONGEST_WORDS)
        self._say(text)
        if self.info.is_followed:
            try:
                self.again()._say(text)
            except Refused as reason:  # that table is closed, or this guest does not know its code
                if isinstance(reason, BadFile):
                    raise

    def _say(self, text: str, still: Callable[[], bool] = lambda: True) -> None:
        who = "\n".join(self.sheet.entries[seat].name for seat in self.here)
        self._write(lambda: self.tables.say(self.info, who, text), still)

    def new_words(self) -> list[str]:
        """Return what was said since the last call, of requests to take back, drivers, names and a lost seat too."""
        new, self._lines = self._lines, []
        return new

    def be_ready(self, *, ready: bool) -> None:
        """Record whether the people at this screen are ready to begin. Raises BadFile."""
        self._note("ready", int(ready), screen=self.screen)

    def begin_race(self) -> None:
        """Begin the race; automated drivers drive for those `missing` or `away`, until they come. Raises BadFile."""
        self._add(*(HandOver(seat, GIVEN_UP_TO) for seat in self.people if seat in self.missing or seat in self.away))
        self._note("began")

    def send_away(self, seat: int) -> None:
        """Free a guest's seat (-1 for none), and change the codes; guests who only watch leave. Raises BadFile."""
        self._write(lambda: self.tables.send_away(self.info, seat))

    def again(self, saves: SaveStore | None = None) -> SharedMatch:
        """Return a match at the table where the same people race again.

        If there is no such table yet, open it, for the same setup with a new seed, and close this one. If they race
        again at yet another table by now, go on to that one. `saves` is as in `watch`. Raises BadFile, and Refused if
        that table is closed, or for a guest who has no seat there and does not know its code.
        """
        if not self.info.is_followed:
            setup = replace(self._begun.setup, seats=self._names, **drawn_seed())
            name = sub(r"-\d{1,2}\Z", "", self.info.name)  # it gets a number if the name is taken
            new = replace(self._begun, setup=setup, created=saved_race.now(), name=name)
            self._write(
                lambda: bool(self.tables.open(new, after=self._still_open())), still=lambda: not self.info.is_followed
            )
        match = self.watch(self.tables, self.tables.latest(self.info).name, saves=saves, guest=self.guest)
        match.screen, match.sat = self.screen, self.here
        if self.guest and not match.here and match.info.code != self.info.code:
            raise Refused(_("The table has another code now; to watch again, ask your host for it."))
        return match

    def close(self) -> None:
        """Close the table for everybody, permanently. Raises BadFile."""
        self._note("closed")

    @property
    def missing(self) -> dict[int, str]:
        """The names of the people whose seats nobody has taken, by seat."""
        return {seat: name for seat, name in self.persons.items() if seat not in self.seats}

    @property
    def free(self) -> dict[int, str]:
        """The names of the people whose seats no running screen has, by seat."""
        taken = {seat for seat, each in self.seats.items() if each.is_running}
        return {seat: name for seat, name in self.persons.items() if seat not in taken}

    @property
    def away(self) -> tuple[int, ...]:
        """The seats of people elsewhere who have left, or sent no heartbeat for `AWAY_AFTER` seconds."""
        silent, seats = self._silent(AWAY_AFTER), self.seats
        return tuple(seat for seat in self.people if seat in silent or (seat in seats and not seats[seat].screen))

    @property
    def gone(self) -> tuple[int, ...]:
        """The seats of people elsewhere with no heartbeat for `GONE_AFTER`, to hand over; () at a closed table."""
        return () if self.info.closed else self._silent(GONE_AFTER)

    def _silent(self, least: float) -> tuple[int, ...]:
        here, now = self.here, clock()
        return tuple(seat for seat in self.people if seat not in here and now - self._last_beat[seat] > least)

    def waited_for(self) -> tuple[int, ...]:
        """Return the seats that the table waits for, () if one is asked here, it `rests`, or this screen is behind."""
        decision = self.decision
        if self._pending or decision is None or self.rests or self.waits_for_person:
            return ()
        seats = {*self.people} & {*(self._asked(self) if isinstance(decision, AT_ONCE) else [decision.seat])}
        return tuple(sorted(seats))

    def waiting_words(self) -> str:
        """Return who the table waits for and who is away, or that it is closed; "" if there is nothing to say."""
        if self.info.closed:
            return _("This table is closed.")
        waited, away = self.waited_for(), self.away
        names = listing([self.sheet.entries[seat].name for seat in waited])
        words = _("Waiting for {names}.").format(names=names) if waited else ""
        if not away:
            return words
        if waited == away:
            words = ngettext("Waiting for {names}, who is away.", "Waiting for {names}, who are away.", len(away))
            return words.format(names=names)
        gone = listing([self.sheet.entries[seat].name for seat in away])
        absent = ngettext("{names} is away.", "{names} are away.", len(away)).format(names=gone)
        return sentences(words, absent)

    def lost_words(self) -> str:
        """Return what a person hears whose seat another screen has taken; for a guest, also the way back."""
        way = _("To take it back, leave the table and come in again.") if self.guest else ""
        return sentences(_("Another screen has your seat now; you are watching."), way)

    def missing_words(self) -> str:
        """Return how the first of the `missing` can sit down; "" if nobody is missing or the table is closed."""
        missing = next(iter(self.missing.values()), None)
        if missing is None or self.info.closed:
            return ""
        if self.info.code:
            return _("{name} comes in with the code {code}.").format(name=missing, code=shown_code(self.info.code))
        command = command_for(self.tables, self.info.name, missing)
        return _("{name} sits down with: {command}").format(name=missing, command=command)

    @property
    def comes_back(self) -> str:
        """The command that brings the people here, or a watcher, back to the table."""
        return command_for(self.tables, self.info.name, *(self.sheet.entries[seat].name for seat in self.here))

    def leave(self) -> None:
        """Leave the table; the seats are kept for their people."""
        self._left.set()
        super().leave()
        if self.here:
            try:
                self.tables.note(self.info, "screen", "", screen=self.screen)
            except BadFile as reason:
                self._fault = reason

    def _keep(self) -> None:
        """Save a finished game in the home where the table was opened, unless it is saved already; try only once."""
        if self._saves is None or not self.over or self.info.kept:
            return
        saves, self._saves = self._saves, None
        name = saves.claim_free(self.info.name)
        try:
            with self.tables.keeping(self.info, name) as free:
                if free:
                    self._store, self.name = saves, name
                    if not self.save_now():
                        raise BadFile(str(self.not_saved))
                    return
        except BadFile as reason:
            self._store, self.name, self.not_saved = None, self.info.name, str(reason)
        saves.release(name)


def _listen(screen: ref[SharedMatch], left: Flag) -> None:
    """Look at a table repeatedly, until its screen leaves or the match is freed.

    Until the screen has taken in what was found, look again only to send a heartbeat.
    """
    while not left.wait(LISTENS_EVERY):
        match = screen()
        if match is None:
            return
        if match._found[0] is not match.info or match._found[1] is None or match._is_to_beat:
            found = match._look()
            match._found = match._found if found[1] is None else found
        del match


def _moment(game: saved_race.Game) -> str:
    """Return the name of the moment for which drivers seal their choices now."""
    race, index = saved_race.race_of(game), game.index if isinstance(game, Season) else 0
    return f"{index}.{race.round}.{race.stage}"


def _asked_of(game: saved_race.Game, seats: Iterable[int]) -> Mapping[int, saved_race.Game]:
    """Return those of these seats that can be asked now, each with a copy of the game that asks it."""
    return {seat: asked for seat in seats if (asked := game.asking(seat)) is not None}


def _said(who: str, words: str) -> str:
    """Return the line for what somebody said; empty words are the refusal of a take-back.

    `who` has the name of each person at the screen on a line of its own; it is "" for a watcher.
    """
    line = _("{name}: {words}") if words else _("{name} said no, so nothing is taken back.")
    return line.format(name=listing(who.splitlines()) or _("A watcher"), words=words)


def command_for(tables: SharedTables, name: str, *people: str) -> str:
    """Return the command to sit down at a table as these people, or to watch it if there are none."""
    seats = ("sit", name, "--as", ",".join(people)) if people else ("watch", name)
    return shlex.join(["heat-tui", *seats, *tables.option])


def seats_of(persons: Mapping[int, str], people: Sequence[str]) -> list[int]:
    """Return the seats of the people named in `people`, ignoring case, in ascending order.

    The parts of a name with commas may be separate items. Raises Refused for a name that nobody at the table has.
    """
    known = {_parts(name): seat for seat, name in persons.items()}
    left, seats = [part for name in people for part in listed(name)], set[int]()
    while left:
        most = next((most for most in range(len(left), 0, -1) if _parts(*left[:most]) in known), 0)
        if not most:
            raise Refused(_NOBODY, name=quoted(left[0]), known=listing([*persons.values()]))
        seats.add(known[_parts(*left[:most])])
        del left[:most]
    return sorted(seats)


def _parts(*names: str) -> tuple[str, ...]:
    """Return the comma-separated parts of names, as they are compared."""
    return tuple(folded(part) for name in names for part in listed(name))


_LAPSED: Final = N_("Something has changed since the request, so nothing is taken back.")
_CLOSED: Final = N_("The table {name} is closed.")
_ALL_TAKEN: Final = N_("All seats at {name} are taken; watch it, or add {option}.")
_NOBODY: Final = N_("No person called {name} sits at this table; the people are {known}.")
_TAKEN: Final = N_("Somebody sits there for {name} already; leave that screen first, or add {option}.")
_NOT_YOURS: Final = N_("{name} sits at another screen; you can change this only once they have been away for a minute.")
_NOT_HERE: Final = N_("{name} is not at this screen; you can rename only drivers who are.")
_BROKEN: Final = N_("{name}: another program has changed the table's record, so the table cannot be continued.")
