"""A guest's screen: a process on a pseudo-terminal of its own, with an environment that is made for it."""

from __future__ import annotations

import asyncio
import fcntl
import json
import os
import re
import signal
import socket
import struct
import sys
import termios
from asyncio.subprocess import Process
from collections.abc import Awaitable, Callable, Mapping
from contextlib import closing, suppress
from typing import Final, TextIO

from heat_tui.store.hosted_tables import GUEST_VARIABLE
from heat_tui.store.paths import HOME_VARIABLE
from heat_tui.store.shared_tables import DATABASE_VARIABLE

MOST_COLUMNS, MOST_ROWS = 500, 200
"""The largest terminal that a guest's screen is told of."""

AT_A_TIME: Final = 65_536
"""The most bytes read from a screen at a time."""

PATIENCE: Final = 3.0
"""The seconds that a screen has to end when its connection is gone, before it is killed."""

FLUSHES: Final = 0.2
"""The seconds in which the last bytes of screens that have ended reach their guests."""

PREPARES_AFTER: Final = 3.0
"""The seconds after a guest has come in which the screen for the next one is not started, because that is work."""

STALLS_AFTER: Final = 30.0
"""The seconds after which a connection that does not take what it is sent is given up."""

_TERM: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,63}")
_LOCALE: Final = re.compile(r"[A-Za-z0-9._@-]{1,40}")
_LOCALES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")


class Server:
    """Starts guests' screens, which share a database, a folder for their files, and a log for their errors."""

    def __init__(self, database: str, folder: str, errors: TextIO) -> None:
        self._database, self._folder, self._errors = database, folder, errors
        self._running: set[Screen] = set()
        self._spare: asyncio.Task[Screen] | None = None

    def prepare(self) -> None:
        """Start a screen for the next guest, who then need not wait until it has loaded."""
        if self._spare is None:
            self._spare = asyncio.create_task(self._started())

    async def hang_up(self) -> None:
        """Let all screens end in order, and restore the terminals of their guests."""
        ending = [asyncio.create_task(screen.hang_up()) for screen in self._running]
        if ending:
            await asyncio.wait(ending)
            await asyncio.sleep(FLUSHES)

    def environment(self, given: Mapping[str, str], guest: Mapping[str, object]) -> dict[str, str]:
        """Return the environment of a screen, made of a few things that the connection brought."""
        made = {name: os.environ[name] for name in os.environ if name.startswith("PG")}
        made |= {"PATH": os.defpath, "HOME": self._folder, HOME_VARIABLE: self._folder, "PYTHONUTF8": "1"}
        made |= {DATABASE_VARIABLE: self._database, GUEST_VARIABLE: json.dumps(guest)}
        made |= {name: given[name] for name in _LOCALES if _LOCALE.fullmatch(given.get(name, ""))}
        made |= {name: given[name] for name in ("TERM", "COLORTERM") if _TERM.fullmatch(given.get(name, ""))}
        return made

    async def screen(
        self,
        given: Mapping[str, str],
        guest: Mapping[str, object],
        size: tuple[int, int],
        told: Callable[[list[str]], object],
    ) -> Screen:
        """Show a guest the screen that was prepared, or a new one; `told` hears what it says about the door."""
        spare, self._spare = self._spare, None
        screen = await (spare or self._started())
        if spare is not None and screen.has_ended:
            await screen.end()
            screen = await self._started()
        if spare is not None:
            asyncio.get_running_loop().call_later(PREPARES_AFTER, self.prepare)
        screen.begin(self.environment(given, {**guest, "line": screen.number}), size, told)
        return screen

    async def _started(self) -> Screen:
        """Start a screen, which waits for its guest."""
        master, slave = os.openpty()
        ours, theirs = socket.socketpair()
        with closing(theirs), open(slave, "rb+", buffering=0) as terminal:
            try:
                process = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-P", "-m", "heat_tui", "door"),
                    stdin=terminal,
                    stdout=terminal,
                    stderr=self._errors,
                    env=self.environment({}, {"line": theirs.fileno()}),
                    cwd=self._folder,
                    pass_fds=(theirs.fileno(),),
                    start_new_session=True,
                )
            except BaseException:
                os.close(master)
                ours.close()
                raise
            screen = Screen(process, master, ours, theirs.fileno())
        self._running.add(screen)
        screen.ended = self._running.discard
        return screen


class Screen:
    """A running screen. `pump` carries what it paints, `write` what is typed, and `end` ends it.

    It hears of its guest, and tells of the door, on a line that is its file `number`.
    """

    def __init__(self, process: Process, master: int, line: socket.socket, number: int) -> None:
        self._process, self._master, self._line, self.number = process, master, line, number
        self._told: Callable[[list[str]], object] = lambda _words: None
        self._heard = b""
        self.ended: Callable[[Screen], None] = lambda _screen: None
        line.settimeout(0)
        os.set_blocking(master, False)

    @property
    def has_ended(self) -> bool:
        return self._process.returncode is not None

    def begin(self, given: Mapping[str, str], size: tuple[int, int], told: Callable[[list[str]], object]) -> None:
        """Let the guest in whose environment, size of the terminal and ear for what is said at the door these are."""
        self._told = told
        set_size(self._master, size)
        self._line.send(json.dumps(given).encode() + b"\n")
        asyncio.get_running_loop().add_reader(self._line, self._hear)

    async def pump(self, send: Callable[[bytes], Awaitable[object]]) -> None:
        """Send all that the screen paints, until it ends. Raises TimeoutError if nobody takes it."""
        while painted := await self._painted():
            async with asyncio.timeout(STALLS_AFTER):
                await send(painted)

    async def write(self, typed: bytes) -> None:
        """Type something. It waits for the screen, so that nothing piles up here."""
        while typed:
            try:
                typed = typed[os.write(self._master, typed) :]
            except BlockingIOError:
                await asyncio.sleep(0.01)
            except OSError:
                return

    def resize(self, size: tuple[int, int]) -> None:
        """Set the size of the screen's terminal, in columns and rows."""
        with suppress(OSError):
            set_size(self._master, size)
            os.killpg(self._process.pid, signal.SIGWINCH)

    async def status(self) -> int:
        """Return the exit code of a screen that has ended."""
        return await self._process.wait()

    async def hang_up(self, number: int = signal.SIGHUP) -> None:
        """End the process and all that it started, unless it takes too long."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, number)
        with suppress(TimeoutError):
            await asyncio.wait_for(self._process.wait(), PATIENCE)

    async def end(self) -> None:
        """End the process and all that it started, within five seconds."""
        loop = asyncio.get_running_loop()
        self.ended(self)
        await self.hang_up()
        await self.hang_up(signal.SIGKILL)
        for each in (self._line.fileno(), self._master):
            loop.remove_reader(each)
        self._line.close()
        os.close(self._master)

    async def _painted(self) -> bytes:
        """Return the next bytes that the screen paints, b"" at its end."""
        loop, ready = asyncio.get_running_loop(), asyncio.Event()
        loop.add_reader(self._master, ready.set)
        try:
            while True:
                await ready.wait()
                try:
                    return os.read(self._master, AT_A_TIME)
                except BlockingIOError:
                    ready.clear()
                except OSError:  # the last process on this terminal has ended
                    return b""
        finally:
            loop.remove_reader(self._master)

    def _hear(self) -> None:
        """Handle complete lines about the door."""
        try:
            heard = self._line.recv(AT_A_TIME)
        except ConnectionError:
            heard = b""
        if not heard:
            asyncio.get_running_loop().remove_reader(self._line)
        *lines, self._heard = (self._heard + heard).split(b"\n")
        for line in lines:
            self._told(json.loads(line))


def set_size(terminal: int, size: tuple[int, int]) -> None:
    """Set the columns and rows of a pseudo-terminal, within what a screen can bear."""
    columns, rows = size
    columns, rows = min(max(columns, 1), MOST_COLUMNS), min(max(rows, 1), MOST_ROWS)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
