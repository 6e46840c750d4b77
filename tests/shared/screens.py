"""Several screens at one shared table, in this process, raced at random or by the same plans in any order."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

from heat_tui.engine.actions import Action, Retire
from heat_tui.engine.decisions import Decision
from heat_tui.game.table.match import Match
from heat_tui.game.table.shared import SharedMatch
from heat_tui.store.saved_race import Controller, GameSetup
from heat_tui.store.saves import SaveStore
from heat_tui.store.shared_tables import News, SharedTables, TableInfo

MOST_LOOKS = 100_000
"""The number of looks at the table after which a race counts as stuck."""


POSTGRES = "HEAT_TUI_TEST_POSTGRES"
"""The environment variable with the folder of a PostgreSQL server's socket, for running these tests on it."""


def url_of(folder: Path) -> str:
    """Return the URL of a test's database: a file in its folder, or a PostgreSQL database, created if it is missing."""
    socket = os.environ.get(POSTGRES)
    if not socket:
        return f"sqlite:///{folder / 'tables.sqlite'}"
    import psycopg

    name = "t" + hashlib.sha256(str(folder).encode()).hexdigest()[:16]
    with psycopg.connect(host=socket, user="postgres", dbname="postgres", autocommit=True) as connection:
        if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", (name,)).fetchone():
            connection.execute(f'CREATE DATABASE "{name}"')
    return f"postgresql://postgres@/{name}?host={socket}"


RACES = int(os.environ.get("HEAT_TUI_TEST_RACES", "1"))
"""The number of races in each long test of shared tables; the campaign has 20."""


def news_of(tables: SharedTables, info: TableInfo) -> News:
    """Return everything that a table knows now."""
    news = tables.pull(replace(info, length=0, version=-1), 0)
    assert news is not None
    return news


class Screens:
    """The screens of a table: one for each group of people, who share it; an empty group is a watcher."""

    def __init__(
        self,
        url: str,
        setup: GameSetup,
        controllers: Sequence[Controller],
        *groups: Sequence[str],
        saves: SaveStore | None = None,
    ) -> None:
        self.url, self.saves = url, saves
        self.name = SharedMatch.begin(SharedTables(url), Match.start(setup, controllers))
        self.matches = [self.sit(*people) for people in groups]

    def sit(self, *people: str, take_over: bool = False) -> SharedMatch:
        """Sit down as these people at another screen, or watch if there are none, and return its match."""
        return SharedMatch.sit(SharedTables(self.url), self.name, people, saves=self.saves, take_over=take_over)

    def look(self) -> None:
        """Let every screen show all that has been chosen."""
        for _round in range(3):
            for match in self.matches:
                match.poll()
                match.catch_up()

    def race(self, random: Random, choose: Callable[[int, Decision], Action], until: int = -1) -> None:
        """Race with the screens in random order, to the end or until the record has at least `until` entries."""
        for _look in range(MOST_LOOKS):
            if all(match.over for match in self.matches) or 0 <= until <= self.matches[0].info.length:
                return
            self.one(random.choice(self.matches), choose)
        raise AssertionError([(match.decision, match.behind, match.waiting_words()) for match in self.matches])

    def one(self, match: SharedMatch, choose: Callable[[int, Decision], Action]) -> None:
        """Let one screen look at the table once, and do what is due there."""
        match.poll()
        if (match.rests and match.here) or (match.rests and match.behind):
            match.next_race()
        elif match.moves_on:
            match.play_driver()
        elif match.waits_for_person:
            decision = match.decision
            assert decision is not None
            assert decision.seat in match.here
            match.play(choose(decision.seat, decision))


class Plans:
    """Random choices that depend only on the seed, the seat and the number of choices that it has made."""

    def __init__(self, seed: int) -> None:
        self._seed, self._made = seed, dict[int, int]()

    def skip(self, seat: int, made: int) -> None:
        """Record the number of choices that a seat made before this process started."""
        self._made[seat] = made

    def __call__(self, seat: int, decision: Decision) -> Action:
        made = self._made[seat] = self._made.get(seat, 0) + 1
        random = Random(f"{self._seed} {seat} {made}")
        action = decision.sample(random.random)
        while isinstance(action, Retire):
            action = decision.sample(random.random)
        return action
