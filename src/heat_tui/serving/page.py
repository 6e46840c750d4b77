"""Guests who come with a browser: textual-serve's page with a title, a font, checks and limits of ours."""

from __future__ import annotations

import asyncio
import contextlib
import html
import json
import re
import socket
from ipaddress import ip_address
from pathlib import Path
from string import Template
from time import monotonic
from typing import Any, Final, cast
from urllib.parse import urlsplit
from weakref import WeakSet

from aiohttp import ClientConnectionError, WSMsgType, web
from textual_serve.server import Server as TextualServer

from heat_tui import language
from heat_tui.language import N_
from heat_tui.serving.porter import Porter, Visit
from heat_tui.serving.process import Screen, Server

BEAT: Final = 2.8
"""The seconds between two questions whether a silent browser is still there; half as many later it is gone."""

MOST_BYTES: Final = 65_536
"""The bytes of the longest message from a browser."""

MOST_CONNECTIONS: Final = 300
"""The connections of browsers at one time; each page needs a few while it is loaded."""

ASKS_WITHIN: Final = 15.0
"""The seconds in which a connection must have asked for something."""

HELLO_WITHIN: Final = 10.0
"""The seconds in which a browser must have said hello."""

TURNED_AWAY: Final = 4001
"""The code of a connection that is closed for a reason that the guest should read."""

OVER: Final = 4000
"""The code of a connection that is closed because the guest has left."""

BROKE: Final = 1011
"""The code of a connection that is closed because something broke; the page comes back by itself."""

FILES: Final = Path(__file__).parent / "page"

HEADERS: Final = {
    "Cache-Control": "no-cache",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self' data:; "
    "connect-src 'self' ws://{host} wss://{host}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
WORDS: Final = {
    "script": N_("The game needs JavaScript; allow it for this page."),
    "socket": N_("This browser cannot show the game, because it has no WebSocket; take another one, or come by ssh."),
    "lost": N_("The connection is lost. The game comes back by itself; your seat stays yours."),
    "over": N_("You have left the table."),
    "again": N_("Come back"),
    "long": N_("That is too long to paste."),
}
"""The sentences of the page itself."""


class Page(TextualServer):
    """The page and its connections. `public` is the address that guests see, if it is that of a proxy."""

    def __init__(self, server: Server, porter: Porter, public: str = "") -> None:
        super().__init__("heat-tui door", title="Heat", public_url=public)
        self._server, self._porter = server, porter
        self._runner: web.AppRunner | None = None
        self._open: set[web.WebSocketResponse] = set()
        self._listener: asyncio.Server | None = None
        self._asked: WeakSet[asyncio.BaseTransport] = WeakSet()

    async def listen(self, address: str, port: int) -> int:
        """Listen at an address and a port, 0 for a free one; return the port. Raises OSError."""
        loop = asyncio.get_running_loop()
        self._runner = web.AppRunner(await self._make_app(), access_log=None, keepalive_timeout=ASKS_WITHIN)
        await self._runner.setup()
        self._listener = await loop.create_server(self._connection, address, port)
        found: int = self._listener.sockets[0].getsockname()[1]
        return found

    def _connection(self) -> asyncio.BaseProtocol:
        """Return the protocol of a new connection; it is ended if it has not asked for anything after a while."""
        assert self._runner is not None
        assert self._runner.server is not None
        if len(self._runner.server.connections) >= MOST_CONNECTIONS:
            return _Refusal()
        protocol = self._runner.server()

        def end_silent() -> None:
            transport = protocol.transport
            if transport is not None and transport not in self._asked:
                transport.abort()

        asyncio.get_running_loop().call_later(ASKS_WITHIN, end_silent)
        return protocol

    async def close(self) -> None:
        """Stop listening, and end all connections and their screens in order."""
        for each in [*self._open]:
            await each.close(code=1001)
        if self._listener is not None:
            self._listener.close()
        if self._runner is not None:
            await self._runner.cleanup()

    async def _make_app(self) -> web.Application:
        """Return the routes: the page, its files, and the connection. Folders are not listed."""
        app = web.Application(client_max_size=0)
        app.on_response_prepare.append(self._add_headers)
        app.router.add_get("/", self.handle_index)
        app.router.add_get("/ws", self.handle_websocket)
        for name in ("heat.js", "heat.css", "icon.svg"):
            app.router.add_get(f"/{name}", self._file)
        app.router.add_static("/static", self.statics_path, show_index=False)
        return app

    async def _add_headers(self, request: web.Request, response: web.StreamResponse) -> None:
        if request.transport is not None:
            self._asked.add(request.transport)
        response.headers.update(HEADERS)
        response.headers["Content-Security-Policy"] = _POLICY.format(host=_host(request))
        response.headers.pop("Server", None)

    async def _file(self, request: web.Request) -> web.StreamResponse:
        return web.FileResponse(FILES / request.path.removeprefix("/"))

    async def handle_index(self, request: web.Request) -> web.Response:
        """Return the page, in the browser's language."""
        self._check_host(request)
        code = _language_of(request)
        said = {name: _translated(code, words) for name, words in WORDS.items()}
        page = Template((FILES / "index.html").read_text(encoding="utf-8"))
        facts = {name: html.escape(words) for name, words in said.items()}
        text = page.substitute(facts, language=code.replace("_", "-"), words=html.escape(json.dumps(said)))
        return web.Response(text=text, content_type="text/html", charset="utf-8")

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """Show a screen to a browser."""
        self._check_host(request)
        if urlsplit(request.headers.get("Origin", "")).netloc != request.host:
            raise web.HTTPForbidden(text="another page may not connect\n")
        address = _address(request)
        socket = web.WebSocketResponse(heartbeat=BEAT, max_msg_size=MOST_BYTES, compress=True, timeout=1.0)
        refusal = self._porter.objection(address)
        await socket.prepare(request)
        if refusal:
            await socket.close(code=TURNED_AWAY, message=refusal.encode())
            return socket
        visit = self._porter.enter(address, "page", lambda: asyncio.ensure_future(socket.close(code=1001)))
        self._open.add(socket)
        try:
            async with asyncio.timeout(HELLO_WITHIN):
                hello = await socket.receive_json()
            await self._show(request, socket, visit, _hello(hello))
        except (TypeError, ValueError, LookupError, OSError, ClientConnectionError, RuntimeError, TimeoutError):
            await socket.close(code=1002)
        finally:
            self._open.discard(socket)
            visit.leave()
        return socket

    async def _show(
        self, request: web.Request, socket: web.WebSocketResponse, visit: Visit, hello: tuple[tuple[int, int], Guest]
    ) -> None:
        size, guest = hello
        given = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": _language_of(request)}

        def told(words: list[str]) -> None:
            visit.told(words)
            if words[0] == "in":
                sent = asyncio.ensure_future(socket.send_json(words[:3]))
                sent.add_done_callback(lambda done: done.exception())

        screen = await self._server.screen(given, guest, size, told)
        typing = asyncio.create_task(_type(socket, screen, visit))
        pump = asyncio.create_task(screen.pump(socket.send_bytes))
        try:
            done, _rest = await asyncio.wait({pump, typing}, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
            left = pump in done and await screen.status() == 0
            await socket.close(code=OVER if left else BROKE)
        finally:
            for task in (pump, typing):
                task.cancel()
            await asyncio.shield(screen.end())

    def _check_host(self, request: web.Request) -> None:
        """Refuse requests for other host names, so that a foreign page cannot reach us through a name of its own."""
        name = _host(request).rpartition(":")[0] or _host(request)
        own = {"localhost", socket.gethostname(), urlsplit(self.public_url).hostname or ""}
        if not (name in own or name.endswith(".local") or _is_address(name)):
            raise web.HTTPForbidden(text="this is another server\n")


class _Refusal(asyncio.Protocol):
    """A connection for which there is no room."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        cast("asyncio.Transport", transport).abort()


Guest = dict[str, object]


async def _type(socket: web.WebSocketResponse, screen: Screen, visit: Visit) -> None:
    """Carry what the guest types, and the size of the terminal, to the screen, until the guest goes."""
    async for message in socket:
        if message.type != WSMsgType.TEXT:
            continue
        kind, *rest = json.loads(message.data)
        if kind == "stdin":
            visit.heard = monotonic()
            await screen.write(str(rest[0]).encode("utf-8", "replace"))
        elif kind == "resize":
            screen.resize((int(rest[0]["width"]), int(rest[0]["height"])))
        elif kind == "ping":
            await socket.send_json(["pong", rest[0]])


def _hello(said: list[Any]) -> tuple[tuple[int, int], Guest]:
    """Return the size of the terminal, and what the page knows of the guest. Raises ValueError and the like."""
    kind, facts = said
    if kind != "hello":
        raise ValueError(kind)
    size = int(facts["width"]), int(facts["height"])
    return size, {"code": str(facts["code"])[:16], "name": str(facts["name"])[:40], "back": bool(facts["name"])}


def _address(request: web.Request) -> str:
    """Return the guest's address; a proxy on this machine says whose it is."""
    peer = request.remote or ""
    if _is_address(peer) and ip_address(peer).is_loopback:
        told = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
        return told if _is_address(told) else peer
    return peer


def _host(request: web.Request) -> str:
    """Return the name and port that the browser asked for, "" if it is not one."""
    return request.host if re.fullmatch(r"[\w.:\[\]-]{1,255}", request.host, re.ASCII) else ""


def _is_address(text: str) -> bool:
    with contextlib.suppress(ValueError):
        ip_address(text.strip("[]"))
        return True
    return False


def _language_of(request: web.Request) -> str:
    """Return the first language of a browser that the game speaks."""
    asked = [each.partition(";")[0].strip() for each in request.headers.get("Accept-Language", "").split(",")]
    return next(filter(None, map(language.matching, asked)), language.ENGLISH)


def _translated(code: str, words: str) -> str:
    """Return a message in a guest's language, which need not be the server's."""
    return words if code == language.ENGLISH else language.Catalogue.of(code).gettext(words)
