"""Guests who connect with a browser: our page around textual-serve's terminal, with checks and limits."""

from __future__ import annotations

import asyncio
import html
import json
import re
import socket
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from pathlib import Path
from string import Template
from types import SimpleNamespace
from typing import Any, Final
from urllib.parse import urlsplit

import textual_serve
from aiohttp import ClientConnectionError, WSCloseCode, WSMsgType, set_zlib_backend, web

from heat_tui import language
from heat_tui.language import N_
from heat_tui.serving.porter import FULL, Porter, Visit, ip_of
from heat_tui.serving.process import Guest, Server, Size

BEAT: Final = 2.8
"""The seconds of silence after which a browser is asked for a heartbeat; it then has half that time to answer."""

MOST_BYTES: Final = 65_536
"""The maximum size of a message from a browser, in bytes."""

MOST_CONNECTIONS: Final = 300
"""The maximum number of browser connections open at the same time; each page needs a few while it loads."""

ASKS_WITHIN: Final = 15.0
"""The seconds that a connection has to send a request, and that a screen's connection then has to say hello."""

OVER, TURNED_AWAY, BROKE = 4000, 4001, WSCloseCode.INTERNAL_ERROR
"""The codes for closing a connection: the guest has left, is turned away with a reason, or may reconnect."""

CLOSES_WITHIN: Final = 1.0
"""The seconds that a browser has to answer when its connection is closed."""

FILES: Final = Path(__file__).parent / "page"
STATIC: Final = Path(textual_serve.__file__).parent / "static"

HEADERS: Final = {
    "Cache-Control": "no-cache",
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "font-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
DEFLATE: Final[Any] = SimpleNamespace(**{**vars(zlib), "Z_BEST_SPEED": zlib.Z_DEFAULT_COMPRESSION})
"""zlib for aiohttp, with the default level, as in ssh, instead of the fastest: screens then send half as much."""

SUFFIXES: Final = (".lan", ".home.arpa")
"""The ends that local networks add to a machine's name, besides .local; nobody can register such names publicly."""

_OTHER_NAME: Final = N_(
    "This page does not answer to the name {name}; open the link that your host has sent. "
    "A server started with {option} answers to that name too."
)

WORDS: Final = {
    "script": N_("The game needs JavaScript; allow it for this page."),
    "socket": N_("This browser cannot show the game: it has no WebSocket; use another browser, or connect by ssh."),
    "lost": N_("The connection is lost. The game reconnects automatically and brings you back to your place."),
    "again": N_("Come back"),
    "long": N_("That is too long to paste."),
}
"""The sentences of the page itself."""


class Page:
    """The page and its connections. `public` is the address that guests use if the page is behind a proxy, else ""."""

    def __init__(self, server: Server, porter: Porter, public: str = "") -> None:
        self._server, self._porter = server, porter
        name = socket.gethostname().lower()
        at_home = (name.partition(".")[0] + suffix for suffix in ("", *SUFFIXES))
        self._own = {"localhost", name, *at_home, urlsplit(public).hostname or ""}

    @asynccontextmanager
    async def listen(self, address: str, port: int) -> AsyncIterator[int]:
        """Listen on a port (0 for any free one) of an address, and yield the port. Raises OSError, UnicodeError."""
        self._own.add(address.lower())
        set_zlib_backend(DEFLATE)
        app = web.Application(client_max_size=0)
        app.on_response_prepare.append(self._add_headers)
        app.router.add_get("/", self._index)
        app.router.add_get("/ws", self._connect)
        app.router.add_static("/page", FILES)
        app.router.add_static("/static", STATIC)
        runner = web.AppRunner(app, shutdown_timeout=CLOSES_WITHIN)
        await runner.setup()
        assert runner.server is not None
        serve, loop = runner.server, asyncio.get_running_loop()

        def connected() -> asyncio.BaseProtocol:
            """Return the protocol of a new connection, which is closed immediately if too many are open."""
            protocol = _Protocol(serve, loop=loop, keepalive_timeout=ASKS_WITHIN)
            if len(serve.connections) >= MOST_CONNECTIONS:
                loop.call_later(0, protocol.force_close)
            return protocol

        listener = await loop.create_server(connected, address, port)
        try:
            yield listener.sockets[0].getsockname()[1]
        finally:
            listener.close()
            await runner.cleanup()

    async def _add_headers(self, _request: web.Request, response: web.StreamResponse) -> None:
        response.headers.update(HEADERS)
        response.headers.pop("Server", None)

    async def _index(self, request: web.Request) -> web.Response:
        """Return the page, in one of the browser's languages or in English. Raises HTTPForbidden."""
        self._check_host(request)
        code = _language_of(request)
        said = {name: language.translated_into(code, words) for name, words in WORDS.items()}
        page = Template((FILES / "index.html").read_text(encoding="utf-8"))
        facts = {name: html.escape(words) for name, words in said.items()}
        text = page.substitute(facts, language=code.replace("_", "-"), words=html.escape(json.dumps(said)))
        return web.Response(text=text, content_type="text/html", charset="utf-8")

    async def _connect(self, request: web.Request) -> web.WebSocketResponse:
        """Show a screen to a browser, or turn it away; then close the connection. Raises HTTPForbidden."""
        self._check_host(request)
        if urlsplit(request.headers.get("Origin", "")).netloc != request.host:
            raise web.HTTPForbidden(text="another page may not connect\n")
        address = _address(request)
        socket = web.WebSocketResponse(heartbeat=BEAT, max_msg_size=MOST_BYTES, compress=True, timeout=CLOSES_WITHIN)
        refusal = self._porter.objection(address)
        await socket.prepare(request)
        if refusal == FULL:
            self._porter.log_full(address)
        if refusal:
            refusal = language.translated_into(_language_of(request), refusal)
            await socket.close(code=TURNED_AWAY, message=refusal.encode())
            return socket
        ends = list[asyncio.Task[bool]]()  # asyncio itself keeps only weak references to tasks
        visit = Visit(self._porter, address, "page", lambda: ends.append(asyncio.create_task(socket.close(code=BROKE))))
        said = _said(socket)
        try:
            async with asyncio.timeout(ASKS_WITHIN):
                hello = await anext(said, None)
            match hello:
                case ["hello", {"width": int(width), "height": int(height), **more}]:
                    code, name, spoken = (str(more.get(each, "")) for each in ("code", "name", "language"))
                    given = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": spoken}
                    visit.language = language.of_locale(given)
                    watches = more.get("seat") == "-1"
                    known = {"code": code[:16], "name": name[:40], "back": bool(name), "watches": watches}
                    typed = _typed(socket, said)
                    guest = Guest(visit, given, known, (width, height), typed, socket.send_bytes, socket.send_str)
                    left = await self._server.show(guest)
                    ended = OVER if left else TURNED_AWAY if visit.reason else BROKE
                    await socket.close(code=ended, message=visit.reason.encode())
                case _:
                    await socket.close(code=WSCloseCode.PROTOCOL_ERROR)
        except (json.JSONDecodeError, RecursionError, OSError, ClientConnectionError, TimeoutError):
            await socket.close(code=WSCloseCode.PROTOCOL_ERROR)
        finally:
            visit.leave()
        return socket

    def _check_host(self, request: web.Request) -> None:
        """Raise HTTPForbidden unless the host is ours, a .local name or an IP address, to prevent DNS rebinding."""
        name = re.sub(r":\d+\Z", "", request.host).lower()
        if not (name in self._own or name.endswith(".local") or ip_of(name)):
            words = language.translated_into(_language_of(request), _OTHER_NAME)
            raise web.HTTPForbidden(text=words.format(name=name, option=f"--bind {name}") + "\n")


class _Protocol(web.RequestHandler):
    """A connection, whose guest may send anything."""

    __slots__ = ()

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = HTTPStatus.INTERNAL_SERVER_ERROR,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        """Answer a failed request; log only our own failures, and never name the library."""
        if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            answer = super().handle_error(request, status, exc, message)
        else:
            answer = web.Response(status=status, text=message)
            answer.force_close()
        answer.headers.update({**HEADERS, "Server": "HeatTUI"})  # `_add_headers` is not called for such answers
        return answer


async def _said(socket: web.WebSocketResponse) -> AsyncIterator[object]:
    """Yield the messages from the page. Raises json.JSONDecodeError or RecursionError for text that is not JSON."""
    async for message in socket:
        if message.type == WSMsgType.TEXT:
            yield message.json()


async def _typed(socket: web.WebSocketResponse, said: AsyncIterator[object]) -> AsyncIterator[bytes | Size]:
    """Yield typed bytes and new sizes; answer heartbeats. Raises as `_said` does, and ClientConnectionError."""
    async for each in said:
        match each:
            case ["stdin", str(typed)]:
                yield typed.encode("utf-8", "replace")
            case ["resize", {"width": int(width), "height": int(height)}]:
                yield width, height
            case ["beat"]:
                await socket.send_json(["beat"])


def _address(request: web.Request) -> str:
    """Return the guest's address: that of the connection, or the one that a proxy on this machine reports."""
    address = request.remote or ""
    peer, told = ip_of(address), request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
    return told if peer is not None and peer.is_loopback and ip_of(told) else address


def _language_of(request: web.Request) -> str:
    """Return the first of a browser's languages that the game speaks, in the order listed, or else English."""
    asked = [each.partition(";")[0].strip() for each in request.headers.get("Accept-Language", "").split(",")]
    return next(filter(None, map(language.matching, asked)), language.ENGLISH)
