"""A guest's screen: a process with its own pseudo-terminal and a minimal environment, forked from the nursery.

The nursery is a process that has loaded the game once, so a screen starts immediately and shares most of its memory
with the others. With the environment of a guest, the server sends it two file descriptors: the pseudo-terminal, and the
socket on which the screen reports what happens at the door. Only the screen keeps its end of the socket open, so when
that closes, the screen has ended. Screens have a lower priority than the server, which handles the keys and the
connections of all guests.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import re
import signal
import socket
import sys
import termios
import tty
from asyncio.subprocess import DEVNULL, Process
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import closing, suppress
from functools import partial
from io import FileIO
from time import monotonic
from typing import Final, NamedTuple, TextIO

from heat_tui.language import LOCALE_VARIABLES
from heat_tui.serving.porter import Visit
from heat_tui.store.codes import GUEST_VARIABLE
from heat_tui.store.paths import HOME_VARIABLE
from heat_tui.store.shared_tables import DATABASE_VARIABLE

LONGEST_ENVIRONMENT: Final = 65_536
"""The maximum size of a guest's environment, in bytes."""

PRIORITY: Final = 10
"""The increment to the niceness of screens: busy ones leave the server the time that it needs."""

MOST_COLUMNS, MOST_ROWS = 500, 200
"""The maximum size of the terminal that a guest's screen is given."""

AT_A_TIME: Final = 65_536
"""The maximum number of bytes read from a screen at a time."""

PIECE: Final = 4095
"""The maximum number of bytes that one read of a pseudo-terminal returns on Linux."""

JOINS_WITHIN: Final = 0.005
"""The seconds within which another piece belongs to the same frame, as measured on a busy machine."""

PATIENCE: Final = 3.0
"""The seconds allowed for a screen to end when its connection is gone, before it is killed."""

FLUSHES: Final = 0.2
"""The seconds allowed for the last bytes of the ended screens to reach the guests."""

STALLS_AFTER: Final = 30.0
"""The seconds after which a connection that accepts no data is dropped."""

_PG_FILES: Final = {
    "PGPASSFILE": ".pgpass",
    "PGSERVICEFILE": ".pg_service.conf",
    "PGSSLROOTCERT": ".postgresql/root.crt",
    "PGSSLCERT": ".postgresql/postgresql.crt",
    "PGSSLKEY": ".postgresql/postgresql.key",
}
"""The files that PostgreSQL's client looks for in its user's home folder, by the variable that can name another."""

_TERM: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,63}")
_LOCALE: Final = re.compile(r"[A-Za-z0-9._@-]{1,40}")

Size = tuple[int, int]
"""The columns and rows of a terminal."""


class Guest(NamedTuple):
    """A connection: its environment variables (`given`), facts `known` to the door, and the terminal's `size`.

    `typed` yields typed bytes and new sizes; `send` takes painted bytes, and `tell`, unless it is None, takes the
    screen's reports from the door.
    """

    visit: Visit
    given: Mapping[str, str]
    known: Mapping[str, object]
    size: Size
    typed: AsyncIterator[bytes | Size]
    send: Callable[[bytes], Awaitable[object]]
    tell: Callable[[str], Awaitable[object]] | None = None


class Server:
    """The server of guests' screens, which share a database, a folder for their files, and a log for their errors.

    `stops` is true once the server has begun to end the screens.
    """

    def __init__(self, database: str, folder: str, errors: TextIO) -> None:
        self._database, self._folder, self._errors = database, folder, errors
        self._running: set[Screen] = set()
        self._nursery: Process | None = None
        self._control: socket.socket | None = None
        self._asks = asyncio.Lock()
        self.stops = False

    async def open(self) -> None:
        """Start the nursery, from which all screens are forked, unless it is running."""
        if self._nursery is not None and self._nursery.returncode is None:
            return
        if self._control is not None:
            self._control.close()
        self._control, theirs = socket.socketpair()
        with theirs:
            self._nursery = await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-m", "heat_tui", "door"),
                stdin=DEVNULL,
                stdout=DEVNULL,
                stderr=self._errors,
                env=self.environment({}, {"control": theirs.fileno()}),
                cwd=self._folder,
                pass_fds=(theirs.fileno(),),
                start_new_session=True,
            )

    async def hang_up(self) -> None:
        """Let all screens end cleanly, so that they restore their guests' terminals; then end the nursery."""
        self.stops = True
        if self._running:
            await asyncio.gather(*(screen.hang_up() for screen in self._running))
            await asyncio.sleep(FLUSHES)
        if self._control is not None and self._nursery is not None:
            self._control.close()
            with suppress(ProcessLookupError):
                self._nursery.kill()
            await self._nursery.wait()

    def environment(self, given: Mapping[str, str], known: Mapping[str, object]) -> dict[str, str]:
        """Return the environment for a screen: the server's settings, and a few variables from the connection.

        It includes the server's own PostgreSQL variables, and the paths of its PostgreSQL files.
        """
        files = {name: os.path.expanduser(f"~/{file}") for name, file in _PG_FILES.items()}
        made = {name: file for name, file in files.items() if os.path.exists(file)}
        made |= {name: os.environ[name] for name in os.environ if name.startswith("PG")}
        made |= {"PATH": os.defpath, "HOME": self._folder, HOME_VARIABLE: self._folder, "PYTHONUTF8": "1"}
        made["MALLOC_ARENA_MAX"] = "1"  # saves 4 MB per screen; its threads rarely allocate at the same time
        made["TERM"] = "xterm"  # unless the guest's own is well-formed
        made |= {DATABASE_VARIABLE: self._database, GUEST_VARIABLE: json.dumps(known)}
        made |= {name: given[name] for name in LOCALE_VARIABLES if _LOCALE.fullmatch(given.get(name, ""))}
        made |= {name: given[name] for name in ("TERM", "COLORTERM") if _TERM.fullmatch(given.get(name, ""))}
        return made

    async def show(self, guest: Guest) -> bool:
        """Show a screen to a guest until one of them is gone; return whether the guest has left the game.

        Raises OSError or TimeoutError if the guest cannot be reached, or if the nursery has just been killed; also
        raises what the guest's `typed` and `send` raise.
        """
        environment = self.environment(guest.given, guest.known)
        async with self._asks:
            await self.open()
        assert self._control is not None
        line, theirs = socket.socketpair()
        with line, theirs:
            master, slave = os.openpty()
            with open(master, "rb+", buffering=0) as terminal:
                with open(slave, "rb", buffering=0), theirs:
                    set_size(slave, guest.size)
                    tty.setcbreak(slave)  # no echo of what is typed before the screen is there
                    socket.send_fds(self._control, [json.dumps(environment).encode()], [slave, theirs.fileno()])
                screen = Screen(terminal, line, guest)
                self._running.add(screen)
                hangs_up, guest.visit.end = guest.visit.end, screen.end
                try:
                    return await screen.carry()
                finally:
                    guest.visit.end = hangs_up
                    self._running.discard(screen)
                    await asyncio.shield(screen.end())


class Screen:
    """A running screen: its terminal, and the socket (`line`) on which it reports what happens at the door."""

    def __init__(self, terminal: FileIO, line: socket.socket, guest: Guest) -> None:
        self._terminal, self._guest = terminal, guest
        self._ended = asyncio.create_task(self._hear(line))
        self._ending: asyncio.Task[None] | None = None

    async def carry(self) -> bool:
        """Relay everything between guest and screen until one is gone; return whether the guest has left the game."""
        tasks = [asyncio.create_task(each) for each in (self._paint(), self._type())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            ended = tasks[0].done()
            for task in filter(asyncio.Task.done, tasks):
                task.result()
            return ended and await self._ended
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def hang_up(self, number: int = signal.SIGHUP) -> None:
        """Send a signal to the screen's process group, and wait at most `PATIENCE` seconds for the screen to end."""
        with suppress(OSError):  # the process may have just ended
            if group := os.tcgetpgrp(self._terminal.fileno()):
                os.killpg(group, number)
        await asyncio.wait((self._ended,), timeout=PATIENCE)

    def end(self) -> asyncio.Task[None]:
        """Begin to end the screen, unless it is ending; return the task, which asyncio references only weakly."""
        if self._ending is None or self._ending.done():
            self._ending = asyncio.create_task(self._end())
        return self._ending

    async def _end(self) -> None:
        """End the screen, by force if it takes too long."""
        await self.hang_up()
        if not self._ended.done():
            await self.hang_up(signal.SIGKILL)

    async def _paint(self) -> None:
        """Send the screen's output until it ends. Raises TimeoutError if the guest stalls, and what `send` raises."""
        loop, painted = asyncio.get_running_loop(), asyncio.StreamReader()
        terminal = open(os.dup(self._terminal.fileno()), "rb", buffering=0)  # noqa: SIM115 - the pipe closes it
        pipe, _protocol = await loop.connect_read_pipe(partial(_Painted, painted), terminal)
        with closing(pipe):
            while frame := await next_frame(painted):
                async with asyncio.timeout(STALLS_AFTER):
                    await self._guest.send(frame)

    async def _type(self) -> None:
        """Pass on what the guest types, and new sizes, no faster than the screen reads, so that nothing piles up."""
        async for typed in self._guest.typed:
            self._guest.visit.heard = monotonic()
            with suppress(OSError, ValueError, termios.error):  # the screen has just ended
                if isinstance(typed, tuple):
                    set_size(self._terminal.fileno(), typed)
                else:
                    await self._write(typed)

    async def _write(self, typed: bytes) -> None:
        while typed:
            try:
                typed = typed[os.write(self._terminal.fileno(), typed) :]
            except BlockingIOError:
                await asyncio.sleep(0.01)

    async def _hear(self, line: socket.socket) -> bool:
        """Read the reports from the door until the process ends; return whether the guest has left the game."""
        reader, writer = await asyncio.open_unix_connection(sock=line)
        left = False
        with closing(writer):
            async for said in reader:
                words = json.loads(said)
                left = words[0] == "left"
                self._guest.visit.told(words)
                if self._guest.tell is not None:
                    with suppress(OSError):  # the connection has just ended
                        await self._guest.tell(said.decode())
        return left


async def next_frame(painted: asyncio.StreamReader) -> bytes:
    """Return the next painted frame, b"" at the end; join its pieces, since each one sent costs a packet."""
    frame = piece = await painted.read(AT_A_TIME)
    with suppress(TimeoutError):
        while len(piece) >= PIECE and len(frame) < AT_A_TIME:
            async with asyncio.timeout(JOINS_WITHIN):
                piece = await painted.read(AT_A_TIME)
            frame += piece
    return frame


class _Painted(asyncio.StreamReaderProtocol):
    """The reader of a screen's output; the error of a terminal that no process has open counts as its end."""

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(None)


def set_size(terminal: int, size: Size) -> None:
    """Set the size of a pseudo-terminal, kept within 1 to `MOST_COLUMNS` columns and 1 to `MOST_ROWS` rows."""
    columns, rows = size
    termios.tcsetwinsize(terminal, (min(max(rows, 1), MOST_ROWS), min(max(columns, 1), MOST_COLUMNS)))


def wait_for_guest(control: socket.socket) -> int:
    """Wait for guests, and fork a process for each; the nursery itself exits when the server ends.

    In each process, set up the environment and the terminal, and return the file descriptor of the socket for reports.
    """
    gc.freeze()
    os.nice(PRIORITY)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # screens that have ended leave no zombies
    while True:
        environment, files, _flags, _address = socket.recv_fds(control, LONGEST_ENVIRONMENT, 2)
        if not environment:
            sys.exit()
        if not os.fork():
            break
        for file in files:
            os.close(file)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    control.close()
    terminal, line = files
    errors = os.dup(2)
    with suppress(OSError):  # the guest has gone already, and the app will find no terminal
        os.login_tty(terminal)
    os.dup2(errors, 2)
    os.close(errors)
    os.environ.clear()
    os.environ.update(json.loads(environment))
    return line
