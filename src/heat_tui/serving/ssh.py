"""Guests who come by ssh: one screen for each connection, and nothing else; the door asks for the code."""

from __future__ import annotations

import asyncio
import os
import re
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any, Final

import asyncssh

from heat_tui.language import N_, translated
from heat_tui.serving.porter import SHUT, Porter, Visit
from heat_tui.serving.process import Screen, Server

KEEPALIVE: Final = 1.0
"""The seconds between two questions whether a silent connection is still there; after four it is gone."""

LOGIN: Final = 15
"""The seconds in which a connection must have spoken the protocol."""

ANSWERS_WITHIN: Final = 0.2
"""The seconds that a terminal has to say whether it shows 16 million colours."""

TYPED_AT_ONCE: Final = 65_536
"""The bytes that a guest may type before the screen has read them."""

NO_PTY: Final = N_("The game needs a terminal; connect with {command}.")
ONLY_GAME: Final = N_("This server only shows the game; connect without a command.")
INCAPABLE: Final = N_("A terminal of type {kind} cannot show the game; open the page in a browser instead.")

_ASK: Final = b"\x1b[48;2;1;2;3m\x1bP$qm\x1b\\\x1b[0m\x1b[c"
"""Sets a colour that only 16 million colours have, asks for it back, and asks what every terminal answers."""

_ANSWERED: Final = re.compile(rb"\x1bP[01]\$r[^\x1b]*\x1b\\|\x1b\[\?[0-9;]*c")
_TRUE: Final = re.compile(rb"48[:;]2[:;]+1[:;]2[:;]3")


def host_key(file: Path) -> asyncssh.SSHKey:
    """Return the server's key, which is made once, readable only by its owner. Raises OSError, ValueError."""
    with suppress(FileExistsError):
        made = asyncssh.generate_private_key("ssh-ed25519").export_private_key("openssh")
        file.parent.mkdir(parents=True, exist_ok=True)
        with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as target:
            target.write(made)
    return asyncssh.read_private_key(file)


class _Connection(asyncssh.SSHServer):
    """A connection, to which everything but one screen is refused."""

    def __init__(self, porter: Porter) -> None:
        self._porter = porter
        self.visit: Visit | None = None

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        address = str(conn.get_extra_info("peername", ("",))[0])
        if self._porter.is_full(address):
            conn.abort()
        else:
            self.visit = self._porter.enter(address, "ssh", conn.abort)
            conn.set_extra_info(visit=self.visit)

    def connection_lost(self, exc: Exception | None) -> None:
        if self.visit is not None:
            self.visit.leave()

    def begin_auth(self, username: str) -> bool:
        """Let everybody come to the door."""
        return False


class Ssh:
    """The ssh server."""

    def __init__(self, server: Server, porter: Porter) -> None:
        self._server, self._porter = server, porter
        self._acceptor: asyncssh.SSHAcceptor | None = None
        self._screens: set[asyncio.Task[Any]] = set()

    async def listen(self, address: str, port: int, key: asyncssh.SSHKey) -> int:
        """Listen at an address and a port, 0 for a free one; return the port. Raises OSError."""
        self._acceptor = await asyncssh.listen(
            address,
            port,
            server_factory=lambda: _Connection(self._porter),
            server_host_keys=[key],
            server_version="HeatTUI",
            process_factory=self._serve,
            encoding=None,
            line_editor=False,
            allow_scp=False,
            agent_forwarding=False,
            x11_forwarding=False,
            gss_host=None,
            login_timeout=LOGIN,
            keepalive_interval=KEEPALIVE,
            keepalive_count_max=3,
            window=TYPED_AT_ONCE,
        )
        return self._acceptor.get_port()

    async def close(self) -> None:
        """Stop listening, and end all connections and their screens in order."""
        if self._acceptor is not None:
            self._acceptor.close()
        for task in self._screens:
            task.cancel()
        await asyncio.gather(*self._screens, return_exceptions=True)

    async def _serve(self, process: asyncssh.SSHServerProcess[bytes]) -> None:
        """Show the door to a connection, and end the screen when either side goes."""
        task = asyncio.current_task()
        assert task is not None
        self._screens.add(task)
        status = 0
        try:
            refusal = self._refusal(process)
            if refusal:
                process.stderr.write((refusal + "\r\n").encode())
                status = 1
            else:
                await self._show(process)
        except (OSError, TimeoutError, asyncssh.Error):
            status = 1
        finally:
            self._screens.discard(task)
            with suppress(OSError, asyncssh.Error):
                process.exit(status)
                await process.wait_closed()
                process.get_extra_info("connection").close()

    def _refusal(self, process: asyncssh.SSHServerProcess[bytes]) -> str:
        """Return why a session cannot be shown, "" if it can."""
        kind = process.get_terminal_type()
        if process.command is not None or process.subsystem is not None:
            return translated(ONLY_GAME)
        if kind is None:
            return translated(NO_PTY).format(command="ssh -t")
        if kind in ("dumb", "unknown", ""):
            return translated(INCAPABLE).format(kind=kind or "-")
        if process.get_extra_info("shown"):
            return translated(ONLY_GAME)
        process.channel.get_connection().set_extra_info(shown=True)
        return translated(SHUT) if self._porter.is_shut(str(process.get_extra_info("peername")[0])) else ""

    async def _show(self, process: asyncssh.SSHServerProcess[bytes]) -> None:
        visit: Visit = process.get_extra_info("visit")
        colours, typed = await _asked_colours(process)
        brought = {str(name): str(value) for name, value in process.env.items()}
        given = {**brought, "COLORTERM": colours, "TERM": process.get_terminal_type() or ""}
        size = process.get_terminal_size()[:2]
        user = str(process.get_extra_info("username") or "")
        screen = await self._server.screen(given, {"name": user}, size, visit.told)
        typing = asyncio.create_task(_type(process, screen, visit, typed))

        async def send(painted: bytes) -> None:
            process.stdout.write(painted)
            await process.stdout.drain()

        try:
            pump = asyncio.create_task(screen.pump(send))
            done, _rest = await asyncio.wait({pump, typing}, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            for task in (pump, typing):
                task.cancel()
            await screen.end()


async def _type(process: asyncssh.SSHServerProcess[bytes], screen: Screen, visit: Visit, typed: bytes) -> None:
    """Carry what the guest types, and the size of the terminal, to the screen, until the guest goes."""
    await screen.write(typed)
    while True:
        try:
            typed = await process.stdin.read(4096)
        except asyncssh.TerminalSizeChanged as changed:
            screen.resize((changed.width, changed.height))
            continue
        except (asyncssh.BreakReceived, asyncssh.SignalReceived):
            continue
        if not typed:
            return
        visit.heard = monotonic()
        await screen.write(_ANSWERED.sub(b"", typed))  # a slow terminal answers late


async def _asked_colours(process: asyncssh.SSHServerProcess[bytes]) -> tuple[str, bytes]:
    """Ask the terminal whether it shows 16 million colours; return COLORTERM, and what else was typed meanwhile."""
    process.stdout.write(_ASK)
    answered = b""
    with suppress(TimeoutError):
        async with asyncio.timeout(ANSWERS_WITHIN):
            while b"c" not in answered.rpartition(b"\x1b[?")[2]:
                try:
                    read = await process.stdin.read(4096)
                except asyncssh.TerminalSizeChanged:
                    continue
                if not read:
                    break
                answered += read
    return "truecolor" if _TRUE.search(answered) else "", _ANSWERED.sub(b"", answered)
