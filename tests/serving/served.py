"""A served table in this process, and guests who come to it through the loopback address."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import asyncssh
import pyte

from heat_tui.game.setup.options import Options
from heat_tui.game.setup.race_options import race_setup
from heat_tui.game.setup.seats import read_seats
from heat_tui.game.table.match import Match
from heat_tui.game.table.shared import SharedMatch
from heat_tui.serving.porter import Porter
from heat_tui.serving.server import Where, serving
from heat_tui.store.shared_tables import SharedTables, TableInfo
from tests.shared.processes import parents
from tests.shared.screens import url_of

PATIENCE = 60.0
"""The seconds within which a screen must show something, even on a busy machine."""


class Served(NamedTuple):
    """A table of Ada, who is the host, and Bo; how guests reach it; and the porter."""

    tables: SharedTables
    info: TableInfo
    code: str
    ssh: int
    page: str
    porter: Porter


def opened(folder: Path, drivers: str = "Ada,Bo") -> tuple[SharedTables, TableInfo, str]:
    """Return a new table whose first driver is the host, with its database and its code."""
    tables = SharedTables(url_of(folder))
    options = Options(track="usa", laps=1, seats=read_seats(drivers), legends=0, seed=5)
    name = SharedMatch.begin(tables, Match.start(race_setup(options), options.controllers), hosted=True)
    ada = SharedMatch.sit(tables, name, [options.seats[0].name])
    return tables, ada.info, ada.info.code


@asynccontextmanager
async def served(folder: Path) -> AsyncIterator[Served]:
    """Serve a new table on free ports of the loopback address."""
    tables, info, code = opened(folder)
    porter = Porter()
    database = url_of(folder)
    async with serving(Where("127.0.0.1", 0, 0), database, folder / "key", sys.stderr, porter) as reached:
        ssh = int(reached.line.split()[3])
        yield Served(tables, info, code, ssh, reached.link.rstrip("/"), porter)


class Guest:
    """A person at a terminal of 100 x 30: what it shows, and what is typed there."""

    def __init__(self, process: asyncssh.SSHClientProcess[bytes]) -> None:
        self.process = process
        self.screen = pyte.Screen(100, 30)
        self._stream = pyte.ByteStream(self.screen)

    @property
    def shown(self) -> str:
        return "\n".join(line.rstrip() for line in self.screen.display)

    def type(self, typed: str) -> None:
        self.process.stdin.write(typed.encode())

    async def until(self, words: str) -> str:
        """Read until the terminal shows these words, and return what it shows."""
        try:
            async with asyncio.timeout(PATIENCE):
                while words not in self.shown:
                    read = await self.process.stdout.read(65_536)
                    assert read, f"the connection ended before {words!r}:\n{self.shown}"
                    self._stream.feed(re.sub(rb"\x1bP.*?\x1b\\", b"", read))
        except TimeoutError:
            raise AssertionError(f"no {words!r} on the screen:\n{self.shown}") from None
        return self.shown


@asynccontextmanager
async def connected(port: int) -> AsyncIterator[asyncssh.SSHClientConnection]:
    """Connect as somebody without keys or passwords."""
    async with asyncssh.connect("127.0.0.1", port, known_hosts=None, username="bo", client_keys=None) as connection:
        yield connection


@asynccontextmanager
async def guest(port: int, term: str = "xterm-256color") -> AsyncIterator[Guest]:
    """Connect by ssh with a terminal of 100 x 30, and yield the guest."""
    async with connected(port) as connection:
        process = await connection.create_process(term_type=term, term_size=(100, 30), encoding=None)
        yield Guest(process)


def nurseries() -> set[int]:
    """Return the processes that this process has started, which are nurseries."""
    return {pid for pid, parent in parents().items() if parent == os.getpid()}


def screens() -> Iterator[int]:
    """Yield the processes of guests' screens, which are children of the nursery that this process has started."""
    of = parents()
    yield from (pid for pid, parent in of.items() if of.get(parent) == os.getpid())
