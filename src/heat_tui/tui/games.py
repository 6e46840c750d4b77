"""The games of the app: starting, resuming and replaying them, and showing the one being played."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from heat_tui.game.book import keep_book
from heat_tui.game.setup.last_setup import last_names, load_last_setup, save_last_setup
from heat_tui.game.setup.options import FIRST_TRACK, Options, Seat
from heat_tui.game.setup.race_options import coloured, default_race, drawn_seed, race_setup, tutorial_options, watched
from heat_tui.game.setup.seats import driver_name, read_person, read_seats
from heat_tui.game.table.match import Match
from heat_tui.language import _
from heat_tui.store.codes import LINES_VARIABLE
from heat_tui.store.locks import Held
from heat_tui.store.schema import Refused
from heat_tui.tui.guide import LOOKS_EVERY, Guide

if TYPE_CHECKING:
    from textual.screen import Screen

    from heat_tui.game.setup.challenge import Challenge
    from heat_tui.store.saved_race import Controller, GameSetup, Rival
    from heat_tui.store.shared_tables import SharedTables


class Games:
    """The part of the app that starts, resumes, replays and shows games; `match` is the current one, if any."""

    def __init__(self, guide: Guide) -> None:
        self._guide = guide
        self.match: Match | None = None

    def start(
        self,
        setup: GameSetup,
        controllers: Sequence[Controller],
        *,
        open_table: bool = False,
        tutorial: bool = False,
        rival: Rival | None = None,
    ) -> None:
        """Start a race, or the first race of a season, and show it. Raises as `Match.start` does."""
        store = self._guide.store
        match = Match.start(setup, controllers, store=store, open_table=open_table, lessons=tutorial, rival=rival)
        self.open_race(match)

    def start_challenge(self, challenge: Challenge, rival: Rival | None = None, *, named: bool = False) -> None:
        """Start the race of a challenge and show it; if people drive in it, first ask for their names, unless `named`.

        Raises Refused.
        """
        if not named and challenge.persons:

            def drive(seats: tuple[Seat, ...]) -> Callable[[], None]:
                return partial(self.start_challenge, challenge.driven_by(seats), rival, named=True)

            question = _("{question}:").format(question=challenge.question)
            self._ask_seats(question, challenge.proposed, "challenges", drive)
            return
        options = challenge.options
        if options.memory_aid is None:
            options = replace(options, memory_aid=self._guide.settings.memory_aid)
        match = Match.start(
            race_setup(options),
            options.controllers,
            store=self._guide.store,
            name=challenge.name,
            open_table=options.open_table,
            target=challenge.target,
            rival=rival,
        )
        self.open_race(match)

    def teach(self, first: Options | None = None) -> None:
        """Ask for a name and start the first race, with the options `first` or, by default, the tutorial's."""

        def named(seats: tuple[Seat, ...]) -> Callable[[], None]:
            options = replace(first or tutorial_options((), None), seats=seats)
            return partial(self.start, race_setup(options), options.controllers, tutorial=True)

        proposed = [*last_names(), driver_name("person", ())][0]
        self._ask_seats(_("What is your name?"), proposed, "title", named, read_person)

    def _ask_seats(
        self,
        question: str,
        proposed: str,
        topic: str,
        named: Callable[[tuple[Seat, ...]], Callable[[], None]],
        seats_of: Callable[[str], tuple[Seat, ...]] = read_seats,
    ) -> None:
        """Ask for names until `seats_of` and `named` accept them.

        Then call the function that `named` returns, and remember the names, or say why it raises Refused.
        """

        def read(typed: str) -> tuple[Callable[[], None], tuple[Seat, ...]]:
            seats = seats_of(typed)
            return named(seats), seats

        def begin(accepted: tuple[Callable[[], None], tuple[Seat, ...]]) -> None:
            start, seats = accepted
            with self._saying_why_not():
                start()
                self._remember(seats)

        self._guide.ask_for_text(question, _("Start the race"), proposed, read, topic, begin)

    def _remember(self, seats: tuple[Seat, ...]) -> None:
        """Save a setup with these people, unless a setup is saved already, so that later races propose their names."""
        later = default_race(coloured(seats), memory_aid=self._guide.settings.memory_aid)
        if load_last_setup() == (None, None) and (problem := save_last_setup(later)):
            self._guide.notify(problem, severity="warning", timeout=15, markup=False)

    def watch(self) -> None:
        """Start and show a race of automated drivers."""
        options = watched(Options())
        self.start(race_setup(options), options.controllers)

    def again(self) -> None:
        """Race again with the setup of the last race, the drivers that it began with, and a new seed.

        The new race is saved if the last one has a save. At a shared table, all its people race again, also in a
        season. Do nothing without a last race, or in any other season.
        """
        last = self.match
        if last is not None and last.table is not None:
            with self._saying_why_not():
                self.open(last.table.again(self._guide.store))
        elif last is not None and last.season is None:
            setup, store = replace(last.setup, **drawn_seed()), self._guide.store if last.name else None
            self.open_race(Match.start(setup, last.began_with, store=store, open_table=last.open_table))

    def play_next(self, game: str, name: str) -> None:
        """Start or set up a game suggested after the first race; `name` names the person in "legends" and "friends"."""
        if game == "legends":
            memory_aid = self._guide.settings.memory_aid
            asked = Options(track=FIRST_TRACK, seats=(Seat(name),), legends=3, memory_aid=memory_aid)
            self.start(race_setup(asked), ("person",))
            return
        self._guide.to_the_base()
        if game == "friends":
            friend = driver_name("person", (name,))
            self._guide.set_up_race(Options(seats=(Seat(name), Seat(friend))))
        else:
            self._guide.set_up_season()

    def resume(self, name: str, *, take_over: bool = False, looking: bool = False) -> None:
        """Resume a saved race, or only watch it if `looking`, and show it; if it cannot be loaded, say why.

        If another program has the race open, ask what to do, unless this program is to `take_over` or only watch.
        """
        store = self._guide.store
        if store is None:
            return
        with self._saying_why_not():
            try:
                self.open(Match.look_on(store, name) if looking else Match.open(store, name, take_over=take_over))
            except Held as held:
                self.ask_about(held)

    def follow(self, screen: Screen[Any], match: Match) -> None:
        """Show a watched match again as soon as its save has changed and `screen`, which shows it, is on top."""

        def look() -> None:
            if screen.app.screen is screen and match.is_outdated:
                self.resume(match.name, looking=True)
            else:
                screen.set_timer(LOOKS_EVERY, look)

        screen.set_timer(LOOKS_EVERY, look)

    def ask_about(self, held: Held) -> None:
        """Ask what to do about a race that another program has open: watch, wait for it, or take it over."""
        name, store = held.name, self._guide.store
        if store is None:
            return

        def is_free() -> bool:
            return store.holder(name) is None

        def stopped(_answer: int) -> None:
            if is_free():
                self.resume(name)

        waiting = _("Waiting until {name} is free. It opens here as soon as the other program leaves it.")
        acts: list[Callable[[], None]] = [
            lambda: None,
            partial(self.resume, name, looking=True),
            lambda: self._guide.ask(waiting.format(name=name), (_("Stop waiting"),), stopped, until=is_free),
            partial(self.resume, name, take_over=True),
        ]
        answers = _("Back"), _("Watch"), _("Wait until it is free"), _("Take it over")
        self._guide.ask(str(held), answers, lambda answer: acts[answer]())

    def show_tables(self) -> None:
        """Offer the open shared tables to sit down at, and new ones to open; if they cannot be read, say why."""
        with self._saying_why_not():
            from heat_tui.game.table.open_tables import open_tables
            from heat_tui.store.shared_tables import SharedTables

            tables = SharedTables()
            listed = open_tables(tables, self._guide.store)
            rows = [
                (_("New race"), _("open a table"), partial(self._guide.set_up_race, shares=True)),
                (_("Championship"), _("open a table"), partial(self._guide.set_up_season, shares=True)),
                *((name, words, partial(self._ask_who, tables, name)) for name, words in listed),
            ]
            at = 2 if listed else 0
            self._guide.choose(_("Which table?"), rows, "tables", lambda open_it: open_it(), at)

    def share(self, setup: GameSetup, controllers: Sequence[Controller], *, open_table: bool) -> None:
        """Open a shared table, and ask which of its people sit here; if this app hosts, guests can come in too.

        Raises Refused, and what `Match.start` raises.
        """
        from heat_tui.game.table.shared import SharedMatch
        from heat_tui.store.shared_tables import SharedTables

        tables, new = SharedTables(), Match.start(setup, controllers, open_table=open_table)
        self._ask_who(tables, SharedMatch.begin(tables, new, hosted=LINES_VARIABLE in os.environ))

    def _ask_who(self, tables: SharedTables, name: str) -> None:
        """Ask who sits down here at a shared table, one person at a time; then show the table, or say why not."""
        from heat_tui.game.table.shared import SharedMatch

        here: list[int] = []

        def ask(question: str, without: str) -> None:
            free = [(each, _("sit down"), seat) for seat, each in match.free.items() if seat not in here]
            self._guide.choose(question, [*free, (without, "", -1)], "tables", sit, at=len(free) if here else 0)

        def sit(seat: int) -> None:
            if seat >= 0:
                here.append(seat)
            match.poll()
            if seat >= 0 and len(here) < len(match.free):
                ask(_("Who else sits at this screen?"), _("Nobody else"))
                return
            with self._saying_why_not():
                if here:
                    match.take_seats(here)
                self.open(match)

        with self._saying_why_not():
            match = SharedMatch.watch(tables, name, saves=self._guide.store)
            ask(_("Who are you, at the table {name}?").format(name=name), _("Watch"))

    def replay(self, name: str) -> None:
        """Replay a saved race, asking which one if a season has several, or say why it cannot be replayed."""
        from heat_tui.game.telling.replay import Replay, open_replay, race_words

        store = self._guide.store
        if store is None:
            return
        with self._saying_why_not():
            match, replay = open_replay(store, name)
            races = race_words(match)
            if len(races) == 1:
                self._guide.show_replay(match, replay)
                return

            def show(number: int) -> None:
                self._guide.show_replay(match, Replay.of(match, number))

            at = [number for _words, _beside, number in races].index(replay.number)
            self._guide.choose(_("Which race do you want to replay?"), races, "replay", show, at)

    def open(self, match: Match) -> None:
        """Make a match the current one, and show its race, or its result or season if the race is over.

        While the race of a hosted table has not begun and the table is open, show the room where its people wait.
        """
        if match.table is not None and not (match.table.info.began or match.table.info.closed):
            self._enter(match)
            self._guide.show_room(match.table)
        elif match.season is not None and match.race_over:
            self.open_season(match)
        elif match.over:
            self.open_result(match)
        else:
            self.open_race(match)

    def open_race(self, match: Match) -> None:
        self._enter(match)
        self._guide.show_race(match)

    def open_result(self, match: Match) -> None:
        self._enter(match)
        self._guide.show_result(match)

    def open_season(self, match: Match) -> None:
        self._enter(match)
        self._guide.show_season(match)

    def forget(self) -> None:
        """Leave the match, if any, and forget it."""
        if self.match is not None:
            self.match.leave()
            self.match = None

    def _enter(self, match: Match) -> None:
        """Make a match the current one, leaving the previous one unless both have the same save.

        Close the screens above the nearest one with `keeps_games` or, if the match is over, with `keeps_results`.
        """
        if match is not self.match:
            if self.match is not None and (match.table is not None or self.match.name != match.name):
                self.match.leave()  # unless its lock is the new match's
            keep_book(match)
            if match.table is not None:
                match.table.listen()
        self.match = match
        self._guide.to_the_base(keep_list=match.over)

    @contextmanager
    def _saying_why_not(self) -> Iterator[None]:
        """Catch Refused from the block, and notify the player of the reason."""
        try:
            yield
        except Refused as reason:
            self._guide.notify(str(reason), severity="error", timeout=20, markup=False)
