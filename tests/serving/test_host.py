"""The host's own terminal."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from heat_tui.cli import hosting
from heat_tui.cli.hosting import LOG
from heat_tui.serving.porter import Porter
from heat_tui.serving.server import Reached, Where
from heat_tui.store.reading import BadFile
from heat_tui.store.saved_race import Rename
from heat_tui.store.shared_tables import DATABASE_VARIABLE, SharedTables, TableInfo
from tests.hosting.crowd import free_ports
from tests.serving.served import guest, opened
from tests.shared.processes import parents
from tests.shared.screens import news_of, url_of
from tests.terminal.terminal import Terminal

TABLE = ("--no-web", "--drivers", "Ada,Bo", "--legends", "0", "--track", "usa")


def _kill_screen(host: Terminal, words: str = "Press Enter to sit down again") -> None:
    """Kill the screen of a host's own seat, and wait until the server shows these words."""
    for pid in [pid for pid, parent in parents().items() if parent == host.process.pid]:
        if b"\0sit\0" in Path(f"/proc/{pid}/cmdline").read_bytes():
            os.kill(pid, signal.SIGKILL)
    host.wait_for(words)


@pytest.mark.parametrize("given", [True, False])
def test_the_url_of_the_database_is_on_no_command_line(monkeypatch: pytest.MonkeyPatch, given: bool) -> None:
    """The host's own screen prints commands that name the database as those of the server do."""

    class Left:
        returncode = 0

        async def wait(self) -> int:
            return self.returncode

    async def start(*command: str, env: dict[str, str]) -> Left:
        assert "sit" in command
        assert not any("secret" in each for each in command)
        with monkeypatch.context() as seat:
            for name in env.keys() - os.environ.keys():
                seat.setenv(name, env[name])
            tables = SharedTables()
            assert (tables.where, tables.option) == (url, option)
        return Left()

    url = "postgresql://ada:secret@127.0.0.1/x"
    option = ("--database", "postgresql://ada:***@127.0.0.1/x") if given else ()
    if not given:
        monkeypatch.setenv(DATABASE_VARIABLE, url)
    monkeypatch.setattr(asyncio, "create_subprocess_exec", start)
    assert asyncio.run(hosting._own_seat(SharedTables(url if given else ""), "usa", ["Ada"], []))


async def _race(port: int, host: Terminal, home: Path) -> None:
    tables = SharedTables(f"sqlite:///{home / 'tables.sqlite'}")
    (info,) = tables.list()
    async with guest(port) as bo:
        await bo.until("Your name:")
        bo.type(f"{info.code}\r\r")
        await bo.until("Everybody comes in")
        await asyncio.to_thread(host.wait_for, "Bo                   here")
        await asyncio.to_thread(_kill_screen, host)
        host.press("x")
        bo.process.change_terminal_size(60, 20)
        await bo.until("Too small: 60x20")
        host.press("enter")
        await asyncio.to_thread(host.wait_for, "Bo                   here")
        tables.note(news_of(tables, info).info, "code", "K7QM2XPD4R")
        tables.append(news_of(tables, info).info, [Rename(0, "Eve")])
        await asyncio.to_thread(_kill_screen, host)
        assert "its code is K7QM2-XPD4R" in host.text
        assert "and the code K7QM2-XPD4R" in host.text
        host.press("enter")
        await asyncio.to_thread(host.wait_for, "Eve                  here, the host")
        again = tables.open(tables.find(info.name)[1], after=news_of(tables, info).info)
        await asyncio.to_thread(_kill_screen, host, f"sit down again at the table {again}")
        assert "The table usa-2 is open; its code is K7QM2-XPD4R" in host.text
        host.press("enter")
        await asyncio.to_thread(host.wait_for, "The table usa-2")
        last = tables.open(tables.find(again)[1], after=tables.find(again)[0])
        tables.note(tables.find(last)[0], "closed")
        await asyncio.to_thread(_kill_screen, host, "When the guests have left, press Enter")
        assert f"The table {last} is closed." in host.text
        host.press("enter")
        await asyncio.to_thread(host.wait_until, lambda: host.text.count("1 guest is still here.") == 2, "waits on")
    while "ssh left" not in (home / LOG).read_text():
        await asyncio.sleep(0.1)
    host.press("enter")
    assert await asyncio.to_thread(host.end) == 0
    assert "serve the open tables" not in host.text


@pytest.mark.long
def test_a_host_whose_screen_is_killed_sits_down_again_while_the_server_serves(tmp_path: Path) -> None:
    """With or without guests, and under a new name, the terminal is restored, and keys do not stop the server.

    If the same people race again at another table, the host sits down there. At a table that is closed, the host cannot
    sit down again, and Enter stops the server only once the guest has left.
    The host is shown the table's new code.
    """
    (port,) = free_ports(1)
    with Terminal("host", "--ssh", str(port), *TABLE, home=tmp_path, size=(100, 30), timeout=60.0) as host:
        host.wait_for("Everybody comes in")
        _kill_screen(host)
        host.press("enter")
        host.wait_for("Everybody comes in")
        asyncio.run(_race(port, host, tmp_path))


@pytest.mark.long
def test_a_host_who_stops_serving_reads_the_new_code_and_how_to_serve_again(tmp_path: Path) -> None:
    (port,) = free_ports(1)
    with Terminal("host", "--ssh", str(port), *TABLE, home=tmp_path, size=(120, 30)) as host:
        host.wait_for("Everybody comes in")
        tables = SharedTables(f"sqlite:///{tmp_path / 'tables.sqlite'}")
        tables.note(tables.list()[0], "code", "K7QM2XPD4R")
        host.process.terminate()
        host.end()
        assert "To come back: heat-tui sit usa --as Ada" in host.text
        assert "The table usa is open; its code is K7QM2-XPD4R." in host.text
        assert f"with the same codes: heat-tui host --headless --ssh {port} --no-web" in host.text


def test_a_host_is_told_which_earlier_table_is_not_finished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEAT_TUI_HOME", str(tmp_path))
    monkeypatch.setenv(DATABASE_VARIABLE, url_of(tmp_path))
    tables, info, _code = opened(tmp_path, "{Ada},Bo")
    words = "The table usa is not finished; continue it in another terminal with: heat-tui sit usa --as '{Ada}'"
    assert [line.format(code="") for line in hosting._unfinished(tables)] == [words]
    assert hosting._unfinished(tables, "usa") == []
    tables.note(info, "closed")
    assert hosting._unfinished(tables) == []


def test_errors_of_screens_are_in_the_log_after_it_has_been_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEAT_TUI_HOME", str(tmp_path))
    monkeypatch.setattr(hosting, "LOG_BYTES", 1_000)
    log = logging.Logger("full")
    monkeypatch.setattr(logging, "basicConfig", lambda handlers, **_more: log.addHandler(handlers[0]))
    with hosting._log(to_file=True) as errors:
        for number in range(100):
            log.info("guest %d came", number)
        print("a guest's screen broke", file=errors, flush=True)
        log.info("the last guest left")
    log.handlers[0].close()
    lines = (tmp_path / LOG).read_text().splitlines()
    assert lines[-2:] == ["a guest's screen broke", "the last guest left"]
    assert "came" in (tmp_path / f"{LOG}.1").read_text()
    assert (tmp_path / LOG).stat().st_size <= 1_000


async def test_a_host_whose_database_does_not_answer_keeps_serving_the_guests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables, info, _code = opened(tmp_path)
    asked = []

    @asynccontextmanager
    async def serving(*_arguments: object) -> AsyncIterator[Reached]:
        yield Reached("ssh", "", "")

    async def own_seat(*_arguments: object) -> bool:
        def refuses(_tables: SharedTables) -> list[TableInfo]:
            raise BadFile("the database does not answer")

        monkeypatch.setattr(SharedTables, "list", refuses)
        return True

    async def stays(_porter: Porter, name: str, *, closed: bool) -> bool:
        asked.append((name, closed))
        return False

    monkeypatch.setattr("heat_tui.serving.server.serving", serving)
    monkeypatch.setattr(Porter, "guests", 1)
    monkeypatch.setattr(hosting, "_own_seat", own_seat)
    monkeypatch.setattr(hosting, "_stays", stays)
    monkeypatch.setattr(hosting, "_open", lambda *_: (info.name, ["Ada"], ""))
    monkeypatch.setattr(hosting, "_log", lambda **_: sys.stderr)
    await hosting._serve(tables, Where("127.0.0.1", 0, None), "", "", {"headless": False}, [], {})
    assert asked == [(info.name, False)]


@pytest.mark.parametrize(("ends", "restored"), [("raise SystemExit(1)", 0), ("import os; os.kill(os.getpid(), 9)", 1)])
def test_the_terminal_is_restored_only_after_a_screen_that_was_killed(
    monkeypatch: pytest.MonkeyPatch, ends: str, restored: int
) -> None:
    times = list[int]()

    class Before:
        def restore(self) -> None:
            times.append(1)

    start = asyncio.create_subprocess_exec
    monkeypatch.setattr(hosting, "TerminalBefore", Before)
    monkeypatch.setattr(asyncio, "create_subprocess_exec", lambda *_it, **_more: start(sys.executable, "-c", ends))
    assert not asyncio.run(hosting._own_seat(SharedTables("sqlite:///x"), "usa", ["Ada"], []))
    assert len(times) == restored
