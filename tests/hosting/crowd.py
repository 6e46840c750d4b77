"""A server in a separate process, and guests by ssh and by WebSocket who race there by pressing keys."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from random import Random
from time import perf_counter, sleep
from typing import Final, Self

import aiohttp
import asyncssh

from heat_tui.engine.decisions import PlanDecision
from heat_tui.game.setup.options import Options
from heat_tui.game.setup.race_options import race_setup
from heat_tui.game.setup.seats import read_seats
from heat_tui.game.table.match import Match
from heat_tui.game.table.shared import SharedMatch
from heat_tui.store.shared_tables import SharedTables, TableInfo
from tests.cli.program import COMMAND, environment
from tests.shared.processes import parents
from tests.shared.screens import url_of

PATIENCE: Final = 60.0
"""The seconds to wait for something before it counts as failed."""

PLANS: Final = tuple(keys for card in "1234567" for keys in (f"{card}\r", "\r", card))
"""The keys that a guest types in turn until the plan is made: a card and Enter, Enter again, the card again."""

OTHERS: Final = ("\r", "f", *PLANS)
"""The keys that a guest types in turn at any other choice."""


def free_ports(count: int) -> list[int]:
    """Return unused ports of the loopback address."""
    sockets = [socket.socket() for _each in range(count)]
    try:
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in sockets]
    finally:
        for each in sockets:
            each.close()


class House:
    """A headless server, with its files in `home`, and its hosted tables."""

    def __init__(self, home: Path) -> None:
        self.home, self.url = home, url_of(home)
        self.ssh, self.web = free_ports(2)
        self.page = f"http://127.0.0.1:{self.web}"
        self.tables = SharedTables(self.url)
        self.process = self._start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        assert self.process.wait(20) == 0

    def _start(self) -> subprocess.Popen[bytes]:
        command = *COMMAND, "host", "--headless", "--ssh", str(self.ssh), "--web", str(self.web)
        said = self.home / "said"
        with said.open("ab") as log:
            began = said.stat().st_size
            process = subprocess.Popen(
                [*command, "--database", self.url], env=environment(self.home), stdout=log, stderr=log
            )
        while b"fingerprint" not in said.read_bytes()[began:]:
            assert process.poll() is None, said.read_text()
            sleep(0.05)
        return process

    def restart(self) -> None:
        """Wait up to 20 seconds for the server to end, and start it again."""
        self.process.wait(20)
        self.process = self._start()

    def open(self, drivers: str, *, legends: int = 0, laps: int = 1, seed: int = 5) -> Table:
        """Open a hosted table on the USA track."""
        options = Options(track="usa", laps=laps, seats=read_seats(drivers), legends=legends, seed=seed)
        name = SharedMatch.begin(self.tables, Match.start(race_setup(options), options.controllers), hosted=True)
        return Table(self, self.tables.find(name)[0], drivers.split(","))

    def screens(self) -> dict[int, Path]:
        """Return the folder in /proc of each guest's screen by process id; the screens are the nursery's children."""
        of = parents()
        return {pid: Path(f"/proc/{pid}") for pid, parent in of.items() if of.get(parent) == self.process.pid}

    def nursery(self) -> list[int]:
        """Return the id of the nursery's process in a list, which is empty if it is not running."""
        return [pid for pid, parent in parents().items() if parent == self.process.pid]

    def memory(self) -> list[float]:
        """Return the proportional share of memory of each guest's screen in MB."""
        return [found for pid in self.screens() if (found := share_of(pid)) > 0]


class Table:
    """A table of a server, its code, its people, and a match that watches it."""

    def __init__(self, house: House, info: TableInfo, people: list[str]) -> None:
        self.house, self.info, self.code, self.people = house, info, info.code, people
        self.match = SharedMatch.sit(house.tables, info.name, [])

    @property
    def waits_for(self) -> set[str]:
        """The names of the people that the table waits for."""
        self.look()
        return {self.match.sheet.entries[seat].name for seat in self.match.waited_for()}

    def look(self) -> None:
        """Follow the record to its current end."""
        while self.match.poll() or self.match.behind:
            self.match.catch_up()

    @property
    def started(self) -> bool:
        self.look()
        return self.match.info.began


class Guest:
    """A person at a terminal of 120 x 40: the bytes painted since the last `until`, and the time of the latest ones."""

    size = (120, 40)

    def __init__(self, table: Table, name: str, seed: int = 0) -> None:
        self.table, self.name = table, name
        self.random = Random(f"{seed} {name}")
        self.painted = bytearray()
        self.bytes = 0
        self.at = self.came = perf_counter()
        self.news = asyncio.Event()
        self.ended = asyncio.Event()
        self._asked, self._tries = -1, 0

    def feed(self, painted: bytes) -> None:
        """Take bytes that the screen has painted."""
        self.at = perf_counter()
        self.bytes += len(painted)
        self.painted += painted
        del self.painted[:-200_000]
        self.news.set()

    async def type(self, keys: str) -> None:
        raise NotImplementedError

    async def until(self, words: str, within: float = PATIENCE) -> None:
        """Wait until some words have been painted since the last call.

        Raises AssertionError after `within` seconds, or if the connection ends first.
        """
        try:
            async with asyncio.timeout(within):
                while words.encode() not in plain(self.painted):
                    assert not self.ended.is_set(), f"{self.name}: the connection ended before {words!r}"
                    self.news.clear()
                    await self.news.wait()
        except TimeoutError:
            raise AssertionError(f"{self.name}: no {words!r} in {plain(self.painted)[-3000:]!r}") from None
        self.painted.clear()

    async def quiet(self, seconds: float = 0.3) -> None:
        """Wait until nothing has been painted for some time."""
        while perf_counter() - self.at < seconds:
            await asyncio.sleep(0.02)

    async def sit_down(self) -> None:
        """Come through the door, and signal readiness if the race has not begun."""
        await self.until("Your name")
        await self.quiet()
        await self.type(f"{self.table.code}\r\r")
        if not self.table.started:
            await self.until("Everybody comes in")
            await self.quiet()
            await self.type("\r")

    async def answer(self) -> None:
        """Type the next attempt at the choice that the table is waiting for."""
        match = self.table.match
        if match.info.length != self._asked:
            self._asked, self._tries = match.info.length, 0
        tries = PLANS if isinstance(match.decision, PlanDecision) else OTHERS
        await self.type(tries[self._tries % len(tries)])
        self._tries += 1

    async def race(self, pause: float = 0.3) -> None:
        """Choose whenever the table waits for this guest, until the race is over."""
        while not self.table.match.over and not self.ended.is_set():
            if self.name in self.table.waits_for:
                await self.answer()
            await asyncio.sleep(pause * (0.5 + self.random.random()))


class SshGuest(Guest):
    """A guest by ssh."""

    process: asyncssh.SSHClientProcess[bytes]

    async def type(self, keys: str) -> None:
        with suppress(OSError):
            self.process.stdin.write(keys.encode())

    async def read(self) -> None:
        """Read until the connection ends."""
        with suppress(OSError, asyncssh.Error):
            while painted := await self.process.stdout.read(65_536):
                self.feed(painted)
        self.ended.set()
        self.news.set()


class WebGuest(Guest):
    """A guest who comes by the page's WebSocket."""

    socket: aiohttp.ClientWebSocketResponse

    async def type(self, keys: str) -> None:
        with suppress(OSError, aiohttp.ClientError):
            await self.socket.send_str(json.dumps(["stdin", keys]))

    async def sit_down(self) -> None:
        """Report ready if the race has not begun; the page has come in with the code and the name that it sent."""
        if not self.table.started:
            await self.until("Everybody comes in")
            await self.quiet()
            await self.type("\r")

    async def read(self) -> None:
        """Read until the connection ends."""
        async for message in self.socket:
            if message.type == aiohttp.WSMsgType.BINARY:
                self.feed(message.data)
        self.ended.set()
        self.news.set()


@asynccontextmanager
async def by_ssh(
    table: Table, name: str, *, port: int = 0, packed: bool = True, seed: int = 0, address: str = "127.0.0.1"
) -> AsyncIterator[SshGuest]:
    """Connect by ssh from an address, as `ssh -C` does if `packed`, and yield the guest."""
    guest = SshGuest(table, name, seed)
    ways = ["zlib@openssh.com"] if packed else ["none"]
    async with asyncssh.connect(
        *("127.0.0.1", port or table.house.ssh),
        known_hosts=None,
        username=name,
        client_keys=None,
        compression_algs=ways,
        config=None,
        local_addr=(address, 0),
    ) as connection:
        guest.process = await connection.create_process(
            term_type="xterm-256color", term_size=Guest.size, encoding=None, window=1_000_000
        )
        guest.process.stdin.write(b"\x1bP1$r48:2:1:2:3m\x1b\\\x1b[?62;c")
        async with _reading(guest):
            yield guest


@asynccontextmanager
async def by_page(
    table: Table, name: str, *, port: int = 0, back: bool = True, seed: int = 0, address: str = "127.0.0.1"
) -> AsyncIterator[WebGuest]:
    """Connect from an address as the page does, with the code and, if `back`, the name."""
    guest = WebGuest(table, name, seed)
    columns, rows = Guest.size
    hello = {"width": columns, "height": rows, "code": table.code, "name": name if back else ""}
    page = f"http://127.0.0.1:{port or table.house.web}"
    async with (
        aiohttp.ClientSession(connector=aiohttp.TCPConnector(local_addr=(address, 0))) as browser,
        browser.ws_connect(f"{page}/ws", origin=page, compress=15) as guest.socket,
    ):
        await guest.socket.send_str(json.dumps(["hello", hello]))
        async with _reading(guest):
            yield guest


@asynccontextmanager
async def _reading(guest: SshGuest | WebGuest) -> AsyncIterator[None]:
    task = asyncio.create_task(guest.read())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        guest.ended.set()


class Wire:
    """A counter of the bytes that a server sends over the connections that go through `port`."""

    def __init__(self, to: int) -> None:
        self._to = to
        self.bytes = 0
        self.port = 0
        self._carrying = set[asyncio.Task[None]]()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._begin, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for task in self._carrying:
            task.cancel()
        await asyncio.gather(*self._carrying, return_exceptions=True)

    def _begin(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._carrying.add(asyncio.create_task(self._carry(reader, writer)))

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        back, on = await asyncio.open_connection("127.0.0.1", self._to)

        async def copy(source: asyncio.StreamReader, target: asyncio.StreamWriter, count: bool) -> None:
            with closing(target), suppress(OSError):
                while data := await source.read(65_536):
                    self.bytes += len(data) * count
                    target.write(data)
                    await target.drain()

        await asyncio.gather(copy(reader, on, False), copy(back, writer, True))


_ESCAPES: Final = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*[@-~]|P[^\x1b]*\x1b\\|\][^\x07\x1b]*(?:\x07|\x1b\\)|.)")


def plain(painted: bytes | bytearray) -> bytes:
    """Return what was painted without control sequences."""
    return _ESCAPES.sub(b"", bytes(painted))


def share_of(pid: int) -> float:
    """Return a process's proportional share of memory in MB, 0 if it has ended."""
    with suppress(OSError):
        for row in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if row.startswith("Pss:"):
                return int(row.split()[1]) / 1024
    return 0.0


def kill(pid: int) -> None:
    """Kill a process that may have ended already."""
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
