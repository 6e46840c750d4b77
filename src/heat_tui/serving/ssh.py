"""Guests who come by ssh: one screen for each connection, and nothing else; the door asks for the code."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import AsyncIterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final, Literal

import asyncssh

from heat_tui.game.table.interruptions import AS_BEFORE
from heat_tui.language import N_, of_locale
from heat_tui.serving.porter import SHUT, Porter, Visit
from heat_tui.serving.process import STALLS_AFTER, Guest, Server, Size

KEEPALIVE: Final = 1.0
"""The seconds between two keepalive requests on a silent connection, which is closed after four seconds."""

LOGIN: Final = 15
"""The maximum number of seconds for a new connection to log in."""

ANSWERS_WITHIN: Final = 0.2
"""The maximum number of seconds to wait for a terminal to say whether it shows 16 million colours."""

TYPED_AT_ONCE: Final = 65_536
"""The maximum number of bytes that a guest may type ahead of the screen."""

NO_PTY: Final = N_("The game needs a terminal; connect with {command}.")
ONLY_GAME: Final = N_("This server only shows the game; connect without a command.")
INCAPABLE: Final = N_("A terminal of type {kind} cannot show the game; open the page in a browser instead.")
STOPPED: Final = N_("The server has stopped; come back once it runs again.")

_ASK: Final = b"\x1b[48;2;1;2;3m\x1bP$qm\x1b\\\x1b[0m\x1b[c"
"""Sequences that set a 24-bit colour, ask for the current colours, reset them, and ask for the type of the terminal.

Almost every terminal answers the last one.
"""

_ANSWERED: Final = re.compile(rb"\x1bP[01]\$r[^\x1b]*\x1b\\|\x1b\[\?[0-9;]*c")
_OTHER_SCREEN: Final = re.compile(rb"\x1b\[\?1049([hl])")
_TRUE: Final = re.compile(rb"48[:;]2[:;]+1[:;]2[:;]3")


def host_key(file: Path) -> asyncssh.SSHKey:
    """Return the server's key; if it has none, make one that only its owner can read. Raises OSError, UnicodeError."""
    with suppress(FileExistsError):
        made = asyncssh.generate_private_key("ssh-ed25519").export_private_key("openssh")
        file.parent.mkdir(parents=True, exist_ok=True)
        with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as target:
            target.write(made)
    return asyncssh.read_private_key(file)


class _Connection(asyncssh.SSHServer):
    """A connection, which gets one screen and is refused everything else."""

    def __init__(self, server: Server, porter: Porter) -> None:
        self._server, self._porter = server, porter
        self._visit: Visit | None = None
        self._has_session = False

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        address = str(conn.get_extra_info("peername", ("",))[0])
        if self._porter.is_full(address):
            self._porter.log_full(address)  # the guest gets no reason
            conn.abort()
        else:
            self._visit = Visit(self._porter, address, "ssh", conn.abort)
            conn.set_extra_info(visit=self._visit)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._visit is not None:
            self._visit.leave()

    def begin_auth(self, username: str) -> bool:
        """Require no authentication: the door asks for the code."""
        return False

    def session_requested(self) -> Literal[False] | asyncssh.SSHServerSession[bytes]:
        """Accept one session per connection; for another, OpenSSH opens a new connection, even if told to share one."""
        if self._has_session:
            return False
        self._has_session = True
        return asyncssh.SSHServerProcess(partial(_serve, self._server), None, 3, allow_scp=False)


async def listen(server: Server, porter: Porter, address: str, port: int, key: asyncssh.SSHKey) -> asyncssh.SSHAcceptor:
    """Listen on a port (0 for any free one) of an address. Raises OSError, UnicodeError."""
    return await asyncssh.listen(
        address,
        port,
        server_factory=lambda: _Connection(server, porter),
        server_host_keys=[key],
        server_version="HeatTUI",
        encoding=None,
        line_editor=False,
        agent_forwarding=False,
        gss_host=None,
        login_timeout=LOGIN,
        keepalive_interval=KEEPALIVE,
        keepalive_count_max=3,
        window=TYPED_AT_ONCE,
    )


async def _serve(server: Server, process: asyncssh.SSHServerProcess[bytes]) -> None:
    """Show a screen to a session until one of them ends, or say why not; then close the connection.

    If the screen was killed, restore the terminal; if the server stops, say so.
    """
    visit: Visit = process.get_extra_info("visit")
    given = {str(name): str(value) for name, value in process.env.items()}
    visit.language = of_locale(given)
    refusal, status = _refusal(process, visit), 1
    paints = False

    async def send(painted: bytes) -> None:
        nonlocal paints
        for switched in _OTHER_SCREEN.findall(painted):
            paints = switched == b"h"
        process.stdout.write(painted)
        await process.stdout.drain()

    with suppress(OSError, TimeoutError, asyncssh.Error):
        if not refusal:
            colours, typed = await _asked_colours(process)
            given |= {"COLORTERM": colours, "TERM": process.get_terminal_type() or ""}
            known = {"name": str(process.get_extra_info("username") or "")}
            size = process.get_terminal_size()[:2]
            status = not await server.show(Guest(visit, given, known, size, _typed(process, typed), send))
            refusal = visit.reason or (visit.translated(STOPPED) if server.stops else "")
            if paints:
                process.stdout.write(AS_BEFORE.encode())
        if refusal:
            process.stderr.write(f"{refusal}\r\n".encode())
    with suppress(OSError, asyncssh.Error):
        process.exit(int(status))
        await asyncio.wait_for(process.wait_closed(), STALLS_AFTER)
    process.get_extra_info("connection").close()


def _refusal(process: asyncssh.SSHServerProcess[bytes], visit: Visit) -> str:
    """Return why a session gets no screen, or "" if it gets one."""
    kind = process.get_terminal_type()
    if process.command is not None or process.subsystem is not None:
        return visit.translated(ONLY_GAME)
    if kind is None:
        return visit.translated(NO_PTY).format(command="ssh -t")
    if kind in ("dumb", "unknown", ""):
        return visit.translated(INCAPABLE).format(kind=kind or "-")
    return visit.translated(SHUT) if visit.porter.is_shut(visit.address) else ""


async def _read(process: asyncssh.SSHServerProcess[bytes]) -> bytes | Size:
    """Return the bytes that the guest types, b"" at the end, or the new size of the terminal."""
    while True:
        try:
            return await process.stdin.read(4096)
        except asyncssh.TerminalSizeChanged as changed:
            return changed.width, changed.height
        except (asyncssh.BreakReceived, asyncssh.SignalReceived):
            continue


async def _typed(process: asyncssh.SSHServerProcess[bytes], typed: bytes) -> AsyncIterator[bytes | Size]:
    """Yield `typed`, already read, then further typed bytes and new sizes, without the terminal's late answers."""
    yield typed
    while read := await _read(process):
        yield _ANSWERED.sub(b"", read) if isinstance(read, bytes) else read  # a slow terminal answers late


async def _asked_colours(process: asyncssh.SSHServerProcess[bytes]) -> tuple[str, bytes]:
    """Ask the terminal whether it shows 16 million colours; return COLORTERM and anything typed in the meantime."""
    process.stdout.write(_ASK)
    answered = b""
    with suppress(TimeoutError):
        async with asyncio.timeout(ANSWERS_WITHIN):
            while b"c" not in answered.rpartition(b"\x1b[?")[2]:
                read = await _read(process)
                if not read:
                    break
                answered += read if isinstance(read, bytes) else b""
    return "truecolor" if _TRUE.search(answered) else "", _ANSWERED.sub(b"", answered)
