"""Shared tables in a real PostgreSQL server, started here on a socket in a temporary folder."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from heat_tui.game.table.shared import SharedMatch
from heat_tui.serving.porter import Porter
from heat_tui.serving.server import Where, serving
from heat_tui.store.reading import BadFile
from heat_tui.store.shared_tables import SharedTables
from tests.serving.served import guest, opened
from tests.shared.screens import POSTGRES, url_of

PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
"""The `initdb` programs of the installed servers, in Debian's folders."""


@pytest.fixture(scope="module")
def socket() -> Iterator[str]:
    """Start a server without a port, and yield the folder of its socket; skip the test if none is installed."""
    found = PROGRAMS[-1].parent if PROGRAMS else Path(shutil.which("initdb") or "").parent
    if not (found / "postgres").exists():
        pytest.skip("PostgreSQL is not installed; on Debian, apt-get install postgresql brings it")
    folder = Path(tempfile.mkdtemp(prefix="pg"))  # the path of a socket must be short
    who: dict[str, Any] = {}
    if os.geteuid() == 0:  # the server refuses to run as root
        shutil.chown(folder, "postgres")
        who = {"user": "postgres", "group": "postgres", "extra_groups": []}
    data = folder / "data"
    subprocess.run(
        [str(found / "initdb"), "-D", str(data), "-U", "postgres", "-A", "trust", "--no-sync"],
        check=True,
        stdout=subprocess.DEVNULL,
        cwd=folder,
        **who,
    )
    server = [
        str(found / "pg_ctl"),
        "-D",
        str(data),
        "-w",
        "-o",
        f"-k {folder} -h '' -N 500",
        "-l",
        str(folder / "log"),
    ]
    subprocess.run([*server, "start"], check=True, stdout=subprocess.DEVNULL, cwd=folder, **who)
    try:
        yield str(folder)
    finally:
        subprocess.run([*server, "-m", "immediate", "stop"], check=True, stdout=subprocess.DEVNULL, cwd=folder, **who)
        shutil.rmtree(folder)


@pytest.mark.long
def test_the_table_suite_passes_on_postgresql(socket: str) -> None:
    """All tests of shared tables but the long ones, including those with several processes, run on the server."""
    ended = subprocess.run(
        [sys.executable, "-m", "pytest", "tests/shared", "-q", "-m", "not long", "-p", "no:cacheprovider"],
        env={**os.environ, POSTGRES: socket},
        capture_output=True,
        text=True,
        timeout=900,
    )
    assert ended.returncode == 0, ended.stdout[-3000:] + ended.stderr[-1000:]


def test_a_server_that_is_not_there_is_named_without_its_password(tmp_path: Path) -> None:
    tables = SharedTables(f"postgresql://ada:topsecret@/heat?host={tmp_path}")
    with pytest.raises(BadFile) as refusal:
        tables.list()
    assert "the tables cannot be used" in str(refusal.value)
    assert "topsecret" not in str(refusal.value)


def test_connections_that_the_server_closed_are_made_again(
    socket: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import psycopg

    monkeypatch.setenv(POSTGRES, socket)
    tables = SharedTables(url_of(tmp_path))
    assert tables.list() == []
    with psycopg.connect(host=socket, user="postgres", dbname="postgres", autocommit=True) as connection:
        connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
    assert tables.list() == []


async def _two_hosts(folder: Path) -> None:
    tables, info, code = opened(folder, "Eve,Ada,Bo")
    eve = SharedMatch.sit(tables, info.name, ["Eve"], take_over=True)
    eve.begin_race()
    where, database = Where("127.0.0.1", 0, None), url_of(folder)
    async with (
        serving(where, database, folder / "one", sys.stderr, Porter()) as one,
        serving(where, database, folder / "two", sys.stderr, Porter()) as two,
        guest(int(one.line.split()[3])) as ada,
        guest(int(two.line.split()[3])) as bo,
    ):
        for person, name in ((ada, "Ada"), (bo, "Bo")):
            await person.until("Your name:")
            person.type(f"{code}\t\x15{name}\r")
            await person.until("which gear and")
        for person in (ada, bo):
            for _look in range(50):
                person.type("1\r")
                await asyncio.sleep(0.2)
                eve.poll()
                if len(eve.waited_for()) == (person is ada):
                    break
        assert eve.waited_for() == ()
        eve.say("Hello")
        for person in (ada, bo):
            await person.until("Eve: Hello")


def test_guests_of_two_hosts_race_at_one_table(socket: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(POSTGRES, socket)
    asyncio.run(_two_hosts(tmp_path))
