"""A guest's screen: a process on a pseudo-terminal of its own, with an environment that is made for it."""

from __future__ import annotations

import asyncio
import fcntl
import json
import os
import re
import signal
import struct
import sys
import termios
from asyncio.subprocess import Process
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
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

STALLS_AFTER: Final = 30.0
"""The seconds after which a connection that does not take what it is sent is given up."""

_TERM: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,63}")
_LOCALE: Final = re.compile(r"[A-Za-z0-9._@-]{1,40}")
_LOCALES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")


class Server:
    """What all guests' screens have in common: the database, a folder for their files, and the log for their errors."""

    def __init__(self, database: str, folder: str, errors: TextIO) -> None:
        self._database, self._folder, self._errors = database, folder, errors
        self._running: set[Screen] = set()

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
        """Start a guest's screen; `told` hears what it says about the door."""
        master, slave = os.openpty()
        listens, tells = os.pipe()
        try:
            set_size(slave, size)
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-m", "heat_tui", "door"),
                stdin=slave,
                stdout=slave,
                stderr=self._errors,
                env=self.environment(given, {**guest, "tell": tells}),
                cwd=self._folder,
                pass_fds=(tells,),
                start_new_session=True,
            )
        except BaseException:
            os.close(master)
            os.close(listens)
            raise
        finally:
            os.close(slave)
            os.close(tells)
        screen = Screen(process, master, listens, told)
        self._running.add(screen)
        screen.ended = self._running.discard
        return screen


class Screen:
    """A running screen. `pump` carries what it paints, `write` what is typed, and `end` ends it."""

    def __init__(self, process: Process, master: int, listens: int, told: Callable[[list[str]], object]) -> None:
        self._process, self._master, self._listens, self._told = process, master, listens, told
        self._heard = b""
        self.ended: Callable[[Screen], None] = lambda _screen: None
        for each in (master, listens):
            os.set_blocking(each, False)
        asyncio.get_running_loop().add_reader(listens, self._hear)

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
        for each in (self._listens, self._master):
            loop.remove_reader(each)
            os.close(each)

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
        heard = os.read(self._listens, AT_A_TIME)
        if not heard:
            asyncio.get_running_loop().remove_reader(self._listens)
        *lines, self._heard = (self._heard + heard).split(b"\n")
        for line in lines:
            self._told(json.loads(line))


def set_size(terminal: int, size: tuple[int, int]) -> None:
    """Set the columns and rows of a pseudo-terminal, within what a screen can bear."""
    columns, rows = size
    columns, rows = min(max(columns, 1), MOST_COLUMNS), min(max(rows, 1), MOST_ROWS)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
