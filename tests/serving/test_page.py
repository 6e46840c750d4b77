"""Guests who come with a browser, played by aiohttp's client."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import logging
import socket
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import aiohttp
import aiohttp.web
import pytest

from heat_tui import language
from heat_tui.cli.hosting import _lines
from heat_tui.serving import page
from heat_tui.serving.porter import ASLEEP, FULL, IDLE, LATE, SHUT, Porter
from heat_tui.serving.process import Screen
from heat_tui.serving.server import Reached, Where, own_address, serving
from heat_tui.store.codes import shown_code
from tests.hosting.crowd import Wire, free_ports
from tests.serving.served import PATIENCE, opened, served

HELLO = {"width": 100, "height": 30, "code": "", "name": "", "language": "ja"}


async def _page(folder: Path) -> None:
    async with served(folder) as table, aiohttp.ClientSession() as browser:
        async with browser.get(f"{table.page}/", headers={"Accept-Language": "zh-TW,en"}) as answer:
            text = await answer.text()
            assert "<title>Heat</title>" in text
            assert 'lang="zh-Hant"' in text
            assert table.code not in text
            for header in ("Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy", "X-Frame-Options"):
                assert header in answer.headers
            assert "Server" not in answer.headers
        for path in ("/static/js/textual.js", "/page/heat.js", "/page/heat.css", "/page/icon.svg"):
            async with browser.get(table.page + path) as answer:
                assert answer.status == 200
        for path in (
            "/static/",
            "/static/js/",
            "/page/",
            "/static/../server.py",
            "/index.html",
            "/download/x",
            "/../page.py",
        ):
            async with browser.get(table.page + path) as answer:
                assert answer.status in (403, 404)
        own, foreign = (
            ("localhost", "localhost:80", "[::1]", "[::1]:80"),
            ("elsewhere.example:8080", "elsewhere.example", "["),
        )
        for host in (*own, *foreign):
            async with browser.get(f"{table.page}/", headers={"Host": host}) as answer:
                assert (answer.status == 403) == (host in foreign), host


def test_the_page_lists_nothing_and_has_its_headers(tmp_path: Path) -> None:
    asyncio.run(_page(tmp_path))


async def _odd(folder: Path) -> None:
    async with served(folder) as table:
        for sent in (
            b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 20_000,
            b"no HTTP at all",
            b"\x16\x03\x01\x02",
        ):
            reader, writer = await asyncio.open_connection("127.0.0.1", int(table.page.rpartition(":")[2]))
            writer.write(sent + b"\r\n\r\n")
            answer = await reader.read()
            writer.close()
            assert b" 400 " in answer.partition(b"\r\n")[0]
            assert b"\r\nContent-Security-Policy: " in answer
            assert b"aiohttp" not in answer


def test_odd_requests_leave_nothing_in_the_log_and_learn_no_library(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    asyncio.run(_odd(tmp_path))
    assert not [record for record in caplog.records if record.levelno > logging.INFO]


async def _names(folder: Path) -> None:
    tables, _info, _code = opened(folder)
    where = Where("Heat.Test", 0, 0)
    async with (
        serving(where, tables.where, folder / "key", sys.stderr, Porter()) as reached,
        aiohttp.ClientSession() as browser,
    ):
        assert reached.link.startswith("http://Heat.Test:")
        port = reached.link.rstrip("/").rpartition(":")[2]
        own = ("heat.test", "ada-pc", "ada-pc.lan", "Ada-PC.home.arpa", "ada-pc.local", "LOCALHOST")
        for host in (*own, "bo-pc.lan", "ada-pc.lan.example.org", "lan"):
            async with browser.get(f"http://127.0.0.1:{port}/", headers={"Host": f"{host}:{port}"}) as answer:
                assert answer.status == (200 if host in own else 403), host
                words = f"does not answer to the name {host}; open the link that your host has sent."
                assert (words in await answer.text()) == (host not in own)


def test_the_page_answers_to_the_names_that_its_link_may_have(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Browsers write host names in lower case."""
    look_up = socket.getaddrinfo

    def looked_up(name: str, *more: Any, **options: Any) -> object:  # noqa: ANN401
        return look_up("127.0.0.1" if name == "Heat.Test" else name, *more, **options)

    monkeypatch.setattr(socket, "getaddrinfo", looked_up)
    monkeypatch.setattr(socket, "gethostname", lambda: "Ada-PC.example.org")
    asyncio.run(_names(tmp_path))


async def _both(folder: Path) -> None:
    tables, _info, _code = opened(folder)
    ssh, page = free_ports(2)
    async with serving(Where("::", ssh, page), tables.where, folder / "key", sys.stderr, Porter()) as reached:
        assert reached.line.split()[-1] == own_address()
        for port in (ssh, page):
            for address in ("127.0.0.1", "::1"):
                _reader, writer = await asyncio.open_connection(address, port)
                writer.close()


def test_all_addresses_of_ipv6_include_those_of_ipv4(tmp_path: Path) -> None:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        pytest.skip("this machine has no IPv6")
    asyncio.run(_both(tmp_path))


async def _behind_a_proxy(folder: Path) -> None:
    tables, _info, _code = opened(folder)
    ssh, port = free_ports(2)
    where = Where("0.0.0.0", ssh, port, "https://heat.example.org/")
    async with serving(where, tables.where, folder / "key", sys.stderr, Porter()) as reached:
        assert reached.link == "https://heat.example.org/"
        for each in (ssh, port):
            _reader, writer = await asyncio.open_connection("127.0.0.1", each)
            writer.close()


def test_a_page_behind_a_proxy_is_open_to_this_machine_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not encrypted: anybody who could bypass the proxy would send codes and hands in clear."""
    opened_at, listen = list[str](), page.Page.listen

    def listened(own: page.Page, address: str, port: int) -> contextlib.AbstractAsyncContextManager[int]:
        opened_at.append(address)
        return listen(own, address, port)

    monkeypatch.setattr(page.Page, "listen", listened)
    asyncio.run(_behind_a_proxy(tmp_path))
    assert opened_at == ["127.0.0.1"]
    for address in ("::", "192.168.1.20", "heat.example.org", "2001:db8::1", "127.0.0.1"):
        assert Where(address, 0, 0, "https://heat.example.org/").page_address == "127.0.0.1"
    assert Where("::1", 0, 0, "https://heat.example.org/").page_address == "::1"
    assert Where("192.168.1.20", 0, 0).page_address == "192.168.1.20"


@pytest.mark.parametrize(
    ("address", "public", "said"),
    [
        ("127.0.0.1", "", "Only this machine can connect;"),
        ("::1", "", "Only this machine can connect;"),
        ("127.0.0.1", "https://heat.example.org/", "Only this machine can connect by ssh;"),
        ("0.0.0.0", "https://heat.example.org/", "The fingerprint of the server's key"),
    ],
)
def test_a_host_reads_who_can_connect(address: str, public: str, said: str) -> None:
    """The last line says so if no other machine can connect; through a proxy, others can."""
    assert _lines(Reached("ssh", public or "http://x/", "SHA256:x"), Where(address, 1, 2, public))[-1].startswith(said)


async def _sockets(folder: Path) -> None:
    async with served(folder) as table, aiohttp.ClientSession() as browser:
        for origin in ("http://elsewhere.example", "null", ""):
            with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
                await browser.ws_connect(f"{table.page}/ws", headers={"Origin": origin} if origin else {})
        for first in ("garbage", "[]", '["hello", {}]', '["stdin", "x"]', "5", "[" * 60_000):
            async with browser.ws_connect(f"{table.page}/ws", origin=table.page) as socket:
                await socket.send_str(first)
                async with asyncio.timeout(PATIENCE):
                    message = await socket.receive()
                assert message.type in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED)
        async with browser.ws_connect(f"{table.page}/ws", origin=table.page, compress=15) as socket:
            assert socket.compress
            known = {**HELLO, "code": table.code, "name": "Bo"}
            await socket.send_str(json.dumps(["hello", known]))
            for other in ('["focus"]', '["blur"]', '["resize", {"width": "x"}]', '["beat"]', "{}", '["stdin", 5]'):
                await socket.send_str(other)
            painted, told = b"", list[object]()
            async with asyncio.timeout(PATIENCE):
                while len(told) < 2:
                    message = await socket.receive()
                    if message.type == aiohttp.WSMsgType.TEXT:
                        told.append(json.loads(message.data))
                    else:
                        assert message.type == aiohttp.WSMsgType.BINARY, message
                        painted += message.data
            assert told == [["beat"], ["in", "Bo", shown_code(table.code), table.info.name, "1"]]
            assert "入口".encode() in painted, "the door is not in the language of the page"
        async with browser.ws_connect(f"{table.page}/ws", origin=table.page) as socket, asyncio.timeout(PATIENCE):
            await socket.send_str(json.dumps(["hello", {**known, "seat": "-1"}]))
            while (message := await socket.receive()).type != aiohttp.WSMsgType.TEXT:
                pass
            assert json.loads(message.data)[-1] == "-1", "a page that watched has taken the seat"
        async with browser.ws_connect(f"{table.page}/ws", origin=table.page) as socket:
            await socket.send_str(json.dumps(["hello", {**HELLO, "width": 10_000, "height": 1}]))
            await socket.send_str(json.dumps(["stdin", "x" * 100_000]))
            async with asyncio.timeout(PATIENCE):
                while (message := await socket.receive()).type == aiohttp.WSMsgType.BINARY:
                    pass
            assert message.data == aiohttp.WSCloseCode.MESSAGE_TOO_BIG


def test_a_page_that_is_loaded_again_leads_to_the_seat_and_foreign_pages_do_not(tmp_path: Path) -> None:
    asyncio.run(_sockets(tmp_path))


async def _idle(folder: Path) -> None:
    async with (
        served(folder) as table,
        aiohttp.ClientSession() as browser,
        browser.ws_connect(f"{table.page}/ws", origin=table.page) as socket,
        asyncio.timeout(PATIENCE),
    ):
        await socket.send_str(json.dumps(["hello", {**HELLO, "code": table.code, "name": "Bo"}]))
        while not table.porter.guests:
            await socket.receive()
        (visit,) = table.porter.visits
        visit.heard -= IDLE
        table.porter.end_idle()
        while (message := await socket.receive()).type in (aiohttp.WSMsgType.BINARY, aiohttp.WSMsgType.TEXT):
            pass
        assert (message.data, message.extra) == (page.TURNED_AWAY, language.translated_into("ja", ASLEEP))
        assert message.extra != ASLEEP, "the host's language"


def test_a_page_whose_guest_is_idle_is_told_so_and_does_not_come_back_by_itself(tmp_path: Path) -> None:
    asyncio.run(_idle(tmp_path))


async def _stuck(*_arguments: object, **_more: object) -> None:
    """Wait endlessly for something to which nothing else refers."""
    await asyncio.get_running_loop().create_future()


async def _outlives_garbage(end: Callable[[], object], whose: type, name: str) -> bool:
    """Call `end`, whose task gets stuck in a method; collect the garbage, and return whether the task still exists."""
    before = asyncio.all_tasks()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(whose, name, _stuck)
        end()
        await asyncio.sleep(0)
        gc.collect()
        left = asyncio.all_tasks() - before
    for task in left:
        task.cancel()
    return len(left) == 1


async def _ends(folder: Path) -> None:
    async with (
        served(folder) as table,
        aiohttp.ClientSession() as browser,
        browser.ws_connect(f"{table.page}/ws", origin=table.page) as socket,
        asyncio.timeout(PATIENCE),
    ):
        (visit,) = table.porter.visits
        assert await _outlives_garbage(visit.end, aiohttp.web.WebSocketResponse, "close")
        await socket.send_str(json.dumps(["hello", HELLO]))
        await socket.receive()
        assert await _outlives_garbage(visit.end, Screen, "hang_up")


def test_the_end_of_a_connection_is_not_lost_with_the_garbage(tmp_path: Path) -> None:
    """A task ends the connection, at the door and once the guest has a screen; asyncio refers to tasks only weakly."""
    asyncio.run(_ends(tmp_path))


def test_reasons_fit_into_the_message_that_closes_a_connection() -> None:
    for code in language.languages():
        for reason in (FULL, SHUT, LATE, ASLEEP):
            assert len(language.translated_into(code, reason).encode()) <= 123, (code, reason)


async def _packed(folder: Path) -> None:
    async with (
        served(folder) as table,
        Wire(int(table.page.rpartition(":")[2])) as wire,
        aiohttp.ClientSession() as browser,
    ):
        address = f"http://127.0.0.1:{wire.port}"
        async with browser.ws_connect(f"{address}/ws", origin=address, compress=15) as socket:
            greeted, fastest, size = wire.bytes, zlib.compressobj(zlib.Z_BEST_SPEED), 0
            await socket.send_str(json.dumps(["hello", {**HELLO, "code": table.code, "name": "Bo"}]))
            message = await socket.receive(PATIENCE)
            with contextlib.suppress(TimeoutError):  # until nothing more is on the way, so the wire has it all
                while message.type in (aiohttp.WSMsgType.BINARY, aiohttp.WSMsgType.TEXT):
                    sent = message.data if isinstance(message.data, bytes) else message.data.encode()
                    size += len(fastest.compress(sent) + fastest.flush(zlib.Z_SYNC_FLUSH))
                    message = await socket.receive(0.5)
        assert wire.bytes - greeted < 0.9 * size


@pytest.mark.long
def test_a_screen_is_compressed_as_well_as_by_ssh(tmp_path: Path) -> None:
    asyncio.run(_packed(tmp_path))


async def _silent(folder: Path) -> None:
    async with served(folder) as table:
        port = int(table.page.rpartition(":")[2])
        connections = [await asyncio.open_connection("127.0.0.1", port) for _each in range(page.MOST_CONNECTIONS + 20)]
        async with asyncio.timeout(PATIENCE):
            for reader, _writer in connections:
                with contextlib.suppress(ConnectionError):
                    assert await reader.read() == b""
        for _reader, writer in connections:
            writer.close()
        async with aiohttp.ClientSession() as browser, browser.get(f"{table.page}/") as answer:
            assert answer.status == 200


def test_connections_that_ask_for_nothing_are_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "ASKS_WITHIN", 0.5)
    asyncio.run(_silent(tmp_path))
