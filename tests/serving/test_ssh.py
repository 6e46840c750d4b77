"""Guests who come by ssh, with asyncssh's own client."""

from __future__ import annotations

import asyncio
import os
import signal
import stat
import sys
from contextlib import AsyncExitStack
from pathlib import Path

import asyncssh
import pytest

from heat_tui.game.table.interruptions import AS_BEFORE
from heat_tui.game.table.shared import SharedMatch
from heat_tui.language import translated_into
from heat_tui.serving import ssh
from heat_tui.serving.porter import STRANGERS_EACH, WRONG_CODES, Porter, Visit
from heat_tui.serving.process import PRIORITY, Guest, Server
from heat_tui.serving.ssh import STOPPED, host_key
from tests.serving.served import PATIENCE, connected, guest, nurseries, screens, served
from tests.shared.processes import parents
from tests.shared.screens import news_of


async def _race(folder: Path) -> None:
    async with served(folder) as table:
        ada = SharedMatch.sit(table.tables, table.info.name, ["Ada"], take_over=True)
        before = {*screens()}
        async with guest(table.ssh) as bo:
            await bo.until("Your name:")
            bo.type("XXXXX-XXXXX\r\r")
            await bo.until("No open table has this code")
            await asyncio.sleep(1.2)
            bo.type(f"{table.code}\r\r")
            assert "USA, 1 lap, 2 people" in await bo.until("here, the host")
            assert [*news_of(table.tables, table.info).seats] == [0, 1]
            bo.type("\r")
            await bo.until("Not ready")
            ada.be_ready(ready=True)
            await bo.until("which gear and")
            bo.process.change_terminal_size(60, 20)
            await bo.until("Too small: 60x20")
            bo.process.change_terminal_size(100, 30)
            await bo.until("which gear and")
            (screen,) = {*screens()} - before
        for _look in range(50):
            if screen not in screens():
                break
            await asyncio.sleep(0.1)
        assert screen not in screens()
        async with guest(table.ssh) as bo:
            await bo.until("Your name:")
            bo.type(f"{table.code}\r\r")
            await bo.until("which gear and")
            for _look in range(50):
                bo.type("1\r")
                await asyncio.sleep(0.2)
                ada.poll()
                if not ada.waited_for():
                    break
        assert ada.waited_for() == ()
        for _look in range(50):
            if not table.porter.guests:
                break
            await asyncio.sleep(0.1)
        assert table.porter.guests == 0


def test_a_guest_comes_in_races_and_comes_back_to_the_same_seat(tmp_path: Path) -> None:
    asyncio.run(_race(tmp_path))


async def _refusals(folder: Path) -> None:
    before = {*screens()}
    async with served(folder) as table:
        for options, words in (
            ({"command": "id"}, "only shows the game"),
            ({}, "needs a terminal"),
            ({"term_type": "dumb"}, "A terminal of type dumb cannot show the game"),
        ):
            async with connected(table.ssh) as connection:
                process = await connection.create_process(**options)
                said = await process.wait()
                assert words in f"{said.stdout!r}{said.stderr!r}", options
        async with connected(table.ssh) as connection:
            with pytest.raises(asyncssh.ChannelOpenError):
                await connection.start_sftp_client()
            with pytest.raises(asyncssh.ChannelOpenError):
                await connection.open_connection("127.0.0.1", table.ssh)
            with pytest.raises(asyncssh.ChannelListenError):
                await connection.forward_remote_port("", 0, "127.0.0.1", table.ssh)
        assert {*screens()} <= before
        async with guest(table.ssh) as eve:
            await eve.until("Your name:")
            visit = Visit(table.porter, "127.0.0.1", "ssh", lambda: None)
            for _each in range(WRONG_CODES):
                visit.told(["wrong"])
            assert "Too many wrong codes came from your address" in repr((await eve.process.wait()).stderr)
        async with connected(table.ssh) as connection:
            process = await connection.create_process(term_type="xterm")
            assert "Too many wrong codes came from your address" in repr((await process.wait()).stderr)


def test_only_the_game_is_served(tmp_path: Path) -> None:
    asyncio.run(_refusals(tmp_path))


async def _shared(folder: Path) -> None:
    async with served(folder) as table, guest(table.ssh) as bo:
        await bo.until("Your name:")
        for options in ({"term_type": "xterm"}, {"command": "id"}):
            with pytest.raises(asyncssh.ChannelOpenError):
                await bo.process.get_extra_info("connection").create_process(**options)
        bo.type(f"{table.code}\r\r")
        await bo.until("here, the host")


def test_another_session_of_a_connection_is_refused_and_the_first_one_continues(tmp_path: Path) -> None:
    """If told to share a connection, OpenSSH then makes a new one."""
    asyncio.run(_shared(tmp_path))


async def _garbage(folder: Path) -> None:
    async with served(folder) as table:
        silent = [await asyncio.open_connection("127.0.0.1", table.ssh) for _each in range(30)]
        for _reader, writer in silent[:5]:
            writer.write(b"GET / HTTP/1.1\r\n\r\n" * 50)
        refused = 0
        for reader, _writer in silent:
            async with asyncio.timeout(20):
                refused += not await reader.read(100)
        assert refused >= len(silent) - STRANGERS_EACH
        for _reader, writer in silent:
            writer.close()
        async with guest(table.ssh) as bo:
            await bo.until("Your name:")


def test_connections_that_say_nothing_or_garbage_leave_room(tmp_path: Path) -> None:
    asyncio.run(_garbage(tmp_path))


class _Brief(Server):
    """A server whose screens paint once, and end."""

    async def show(self, guest: Guest) -> bool:
        await guest.send(bytes(5000))
        return True


async def _accepts_nothing(folder: Path) -> None:
    server, key = _Brief("", str(folder), sys.stderr), asyncssh.generate_private_key("ssh-ed25519")
    async with await ssh.listen(server, Porter(), "127.0.0.1", 0, key) as opened, connected(opened.get_port()) as bo:
        process = await bo.create_process(term_type="xterm", encoding=None, window=1024)
        process.channel.pause_reading()
        async with asyncio.timeout(PATIENCE):
            await bo.wait_closed()


def test_a_client_that_accepts_nothing_is_disconnected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ssh, "STALLS_AFTER", 0.5)
    asyncio.run(_accepts_nothing(tmp_path))


class _Painting(Server):
    """A server whose screens paint something, and end."""

    def __init__(self, *painted: bytes) -> None:
        super().__init__("", "", sys.stderr)
        self._painted = painted

    async def show(self, guest: Guest) -> bool:
        for painted in self._painted:
            await guest.send(painted)
        return False


async def _painted(*painted: bytes) -> bytes:
    """Return the bytes that a guest's terminal gets from a screen, after the question about its colours."""
    server, key = _Painting(*painted), asyncssh.generate_private_key("ssh-ed25519")
    async with await ssh.listen(server, Porter(), "127.0.0.1", 0, key) as opened, guest(opened.get_port()) as bo:
        read = await asyncio.wait_for(bo.process.stdout.read(), PATIENCE)
    return read.removeprefix(ssh._ASK)


def test_the_terminal_is_restored_after_a_screen_that_was_killed() -> None:
    on, off = b"\x1b[?1049h", b"\x1b[?1049l"
    for painted, restored in (
        ((on, b"A race"), True),
        ((on + b"A race", off + b"Come back."), False),
        ((on + off,), False),
    ):
        assert asyncio.run(_painted(*painted)) == b"".join(painted) + (AS_BEFORE.encode() if restored else b"")


async def _nursery(folder: Path) -> None:
    seen, before = {*screens()}, nurseries()
    async with served(folder) as table, guest(table.ssh) as bo:
        await bo.until("Your name:")
        (screen,) = {*screens()} - seen
        first = parents()[screen]
        assert os.getpriority(os.PRIO_PROCESS, screen) - os.getpriority(os.PRIO_PROCESS, 0) == PRIORITY
        os.kill(first, signal.SIGKILL)
        async with guest(table.ssh) as eve:
            while not (second := [*nurseries() - before - {first}]):
                await asyncio.sleep(0.02)
            os.kill(second[0], signal.SIGKILL)
            async with asyncio.timeout(PATIENCE):
                await eve.process.wait()
        async with guest(table.ssh) as cy:
            await cy.until("Your name:")
            cy.process.channel.change_terminal_size(60, 20)
            await cy.until("Too small: 60x20")
            bo.type(f"{table.code}\r\r")
            await bo.until("here, the host")
            cy.process.channel.change_terminal_size(100, 30)
            await cy.until("Your name:")
            cy.type("\x1b")
            await cy.until("Quit the game")
            await asyncio.sleep(1)
            cy.type("\x1b[C")
            await cy.until("► Quit the game")
            cy.type("\r")
            await cy.until("Come back with the same code")
            async with asyncio.timeout(PATIENCE):
                await cy.process.wait()
            assert cy.process.exit_status == 0
        bo.process.channel.abort()
        for _look in range(50):
            if screen not in parents():
                break
            await asyncio.sleep(0.1)
        assert screen not in parents()


def test_a_nursery_that_is_killed_comes_back_and_takes_no_screen_with_it(tmp_path: Path) -> None:
    asyncio.run(_nursery(tmp_path))


async def _files(folder: Path) -> None:
    """Check that no screen shares its terminal or its line with another, or inherits the host's variables."""
    before = {*screens()}
    async with served(folder) as table, guest(table.ssh) as bo, guest(table.ssh) as cy:
        await bo.until("Your name:")
        await cy.until("Your name:")
        terminals, sockets = set[str](), list[str]()
        for screen in {*screens()} - before:
            files = {int(each.name): str(each.readlink()) for each in Path(f"/proc/{screen}/fd").iterdir()}
            assert files[0] == files[1]
            terminals.add(files[0])
            sockets += {file for file in files.values() if file.startswith("socket:")}
            environment = Path(f"/proc/{screen}/environ").read_text().split("\0")
            assert not [each for each in environment if each.startswith("HOST_SECRET")]
        assert len(terminals) == 2
        assert len(sockets) == len({*sockets}) >= 2


@pytest.mark.long
def test_screens_share_no_file_and_inherit_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOST_SECRET", "s")
    asyncio.run(_files(tmp_path))


async def _stopped(folder: Path, chooses: str) -> tuple[bytes, bytes]:
    """Return the bytes on a guest's standard output and standard error when the server stops.

    The guest first `chooses` a language with these keys.
    """
    async with AsyncExitStack() as connections:
        async with served(folder) as table:
            bo = await connections.enter_async_context(guest(table.ssh))
            await bo.until("Your name:")
            bo.type(chooses)
            if chooses:
                await bo.until("名前")
        async with asyncio.timeout(PATIENCE):
            return await bo.process.stdout.read(), await bo.process.stderr.read()


@pytest.mark.long
@pytest.mark.parametrize(("chooses", "code"), [("", "en"), ("\t\t\x1b[C", "ja")])
def test_a_guest_is_told_that_the_server_stops_after_the_terminal_is_restored(
    tmp_path: Path, chooses: str, code: str
) -> None:
    painted, said = asyncio.run(_stopped(tmp_path, chooses))
    assert b"\x1b[?1049l" in painted
    assert said.decode() == f"{translated_into(code, STOPPED)}\r\n"
    assert (said.decode() == f"{STOPPED}\r\n") == (code == "en")


def test_the_key_is_made_once_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    file = tmp_path / "new" / "key"
    first = host_key(file).get_fingerprint()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert host_key(file).get_fingerprint() == first
