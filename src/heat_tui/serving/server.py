"""The servers for ssh and the page: opening both, saying how to reach them, and closing them cleanly."""

from __future__ import annotations

import asyncio
import errno
import os
import socket
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Final, NamedTuple, TextIO

from heat_tui.language import N_
from heat_tui.serving.page import Page
from heat_tui.serving.porter import Porter, ip_of
from heat_tui.serving.process import Server
from heat_tui.serving.ssh import host_key, listen
from heat_tui.store.reading import refusing
from heat_tui.store.schema import Refused

SWEEPS_EVERY: Final = 5.0
"""The seconds between checks for idle connections."""

_IN_USE: Final = N_("Port {port} at {address} is in use; choose another one with {option}.")
_RESERVED: Final = N_("Port {port} needs the rights of an administrator; choose one from 1024 on with {option}.")
_NOT_OURS: Final = N_("{address} is not an address of this machine ({reason}); leave out {option}, or use {other}.")
_KEY: Final = N_("{file}: the server's key cannot be used ({reason}); move it away to have a new one made.")


class Where(NamedTuple):
    """An address, and the ports of ssh and of the page (None for no page).

    `public` is the address that guests use if the page is behind a proxy on this machine, else "".
    """

    address: str
    ssh: int
    page: int | None
    public: str = ""

    @property
    def is_local(self) -> bool:
        """True if the address is a loopback address, which no other machine can reach."""
        own = ip_of(self.address)
        return own is not None and own.is_loopback

    @property
    def page_address(self) -> str:
        """The address on which the page listens; behind a proxy, a loopback address, private to this machine."""
        return self.address if self.is_local or not self.public else "127.0.0.1"


class Reached(NamedTuple):
    """The ssh command (`line`), the page's `link` without a code ("" for no page), and the key's `fingerprint`."""

    line: str
    link: str
    fingerprint: str


@asynccontextmanager
async def serving(where: Where, database: str, key: Path, errors: TextIO, porter: Porter) -> AsyncIterator[Reached]:
    """Serve the hosted tables of a database, and yield how to reach them.

    Raises Refused if a server cannot be opened, or its key cannot be used.
    """
    with refusing(_KEY, key):
        known = host_key(key)
    async with AsyncExitStack() as stack:
        folder = tempfile.TemporaryDirectory(prefix="heat-tui-guests-", ignore_cleanup_errors=True)
        server = Server(database, stack.enter_context(folder), errors)
        with _refusing(where.address, where.ssh, "--ssh"):
            ssh = await listen(server, porter, _all_of(where.address), where.ssh, known)
        stack.callback(ssh.close)
        name = own_address() if where.address in ("0.0.0.0", "::") else where.address
        link = ""
        if where.page is not None:
            with _refusing(where.page_address, where.page, "--web"):
                page = Page(server, porter, where.public).listen(_all_of(where.page_address), where.page)
                port = await stack.enter_async_context(page)
            link = where.public or f"http://{f'[{name}]' if ':' in name else name}:{port}/"
        stack.push_async_callback(server.hang_up)
        stack.callback(asyncio.create_task(_sweep(porter)).cancel)
        await server.open()
        yield Reached(f"ssh -C -p {ssh.get_port()} {name}", link, known.get_fingerprint())


@contextmanager
def _refusing(address: str, port: int, option: str) -> Iterator[None]:
    """Raise Refused with the reason if the block cannot open a server."""
    try:
        yield
    except (OSError, UnicodeError) as error:  # a UnicodeError is for a name that no address can have
        number = getattr(error, "errno", None) or 0
        words = {errno.EADDRINUSE: _IN_USE, errno.EACCES: _RESERVED}.get(number)
        if words is not None:
            raise Refused(words, port=port, address=address, option=option) from error
        reason = os.strerror(number if number > 0 else errno.EADDRNOTAVAIL)
        raise Refused(_NOT_OURS, address=address, reason=reason, option="--bind", other="--lan") from error


def _all_of(address: str) -> str:
    """Return an address as asyncio understands it: "" means IPv6 and IPv4, "::" would mean IPv6 only."""
    return "" if address == "::" else address


async def _sweep(porter: Porter) -> None:
    while True:
        await asyncio.sleep(SWEEPS_EVERY)
        porter.end_idle()


def own_address() -> str:
    """Return this machine's address on the local network, or else its host name; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as route:
        try:
            route.connect(("192.0.2.1", 9))
        except OSError:
            return socket.gethostname()
        return str(route.getsockname()[0])
