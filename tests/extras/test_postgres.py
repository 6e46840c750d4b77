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

from heat_tui.store.reading import BadFile
from heat_tui.store.shared_tables import SharedTables
from tests.hosting.crowd import House, by_page, by_ssh
from tests.shared.screens import POSTGRES, url_of

PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
"""The `initdb` programs of the installed servers, in Debian's folders."""


@pytest.fixture(scope="module")
def socket() -> Iterator[str]:
    """Start a server without a port, and yield the folder of its socket; skip the test if none is installed."""
    found = PROGRAMS[-1].parent if PROGRAMS else Path(shutil.which("initdb") or "").parent
    if not (found / "postgres").exists():
        pytest.skip("PostgreSQL is not installed; on Debian, run apt-get install postgresql")
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


def test_a_missing_server_is_named_without_its_password(tmp_path: Path) -> None:
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
    with House(folder) as one, House(folder) as two:
        table = one.open("Ada,Bo", legends=1)
        async with by_ssh(table, "Ada") as ada, by_page(table, "Bo", port=two.web) as bo:
            for guest in (ada, bo):
                await guest.sit_down()
            await asyncio.gather(ada.race(), bo.race())
        assert table.match.over
        assert {seat.guest for seat in table.match.seats.values()} == {True}


@pytest.mark.long
def test_guests_of_two_hosts_race_to_the_flag(socket: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(POSTGRES, socket)
    asyncio.run(_two_hosts(tmp_path))
