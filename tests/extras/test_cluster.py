"""`heat-tui sim --scheduler`: a Dask cluster gives the same races as this machine."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from heat_tui.cli import workers
from tests.cli.program import COMMAND, environment, heat_tui, refused

pytest.importorskip("distributed", reason='the extra "cluster" is not installed; make extras installs it')

import dask
from distributed import LocalCluster

pytestmark = pytest.mark.long

RACES = ("sim", "--laps", "1", "--cars", "3", "--legends", "1", "--json")


@pytest.fixture
def cluster() -> Iterator[LocalCluster]:
    """Yield a cluster of two processes, each of which does one task at a time."""
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as local:
        yield local


def test_the_figures_are_the_same_even_if_a_worker_is_killed(cluster: LocalCluster, tmp_path: Path) -> None:
    typed = (*RACES, "--races", "60")
    alone = heat_tui(*typed, "--jobs", "1", "--out", str(tmp_path / "alone.csv"), home=tmp_path)
    spread = subprocess.Popen(
        [*COMMAND, *typed, "--scheduler", cluster.scheduler_address, "--out", str(tmp_path / "spread.csv")],
        env=environment(tmp_path),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while not any(state.processing for state in cluster.scheduler.workers.values()):
        assert spread.poll() is None
        time.sleep(0.05)
    killed = cluster.workers[0].pid
    os.kill(killed, signal.SIGKILL)
    printed, said = spread.communicate(timeout=120)
    assert spread.returncode == 0, said
    assert printed == alone.stdout
    assert (tmp_path / "spread.csv").read_bytes() == (tmp_path / "alone.csv").read_bytes()
    assert cluster.workers[0].pid != killed


def die(*_setups: object, **_how: object) -> None:
    """Kill the process that was going to run the races."""
    os.kill(os.getpid(), signal.SIGKILL)


def test_games_that_kill_their_workers_end_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "race", die)
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 1}),
        LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as local,
    ):
        address = local.scheduler_address
        out = str(tmp_path / "races.csv")
        sentence = refused(heat_tui(*RACES, "--races", "1", "--scheduler", address, "--out", out, home=tmp_path))
    assert sentence == f"Several workers of {address} crashed, one after the other; give them more memory."
    assert list(tmp_path.iterdir()) == []


def test_losing_the_scheduler_ends_the_run(tmp_path: Path) -> None:
    with LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as local:
        address = local.scheduler_address
        spread = subprocess.Popen(
            [*COMMAND, *RACES, "--races", "100000", "--scheduler", address, "--out", str(tmp_path / "races.csv")],
            env=environment(tmp_path),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        while not any(state.processing for state in local.scheduler.workers.values()):
            assert spread.poll() is None
            time.sleep(0.05)
    printed, said = spread.communicate(timeout=120)
    ended = subprocess.CompletedProcess([], spread.returncode, printed, said)
    assert (
        refused(ended)
        == f"The connection to the scheduler at {address} was lost; restart the scheduler and then the simulation."
    )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("answer", [b"", b"HTTP/1.1 400 Bad Request\r\n", bytes(99)], ids=["silent", "web", "zeros"])
def test_another_program_at_the_address_of_the_scheduler_is_reported(tmp_path: Path, answer: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:

        def serve() -> None:
            connection, _ = other.accept()
            connection.sendall(answer)
            while connection.recv(1 << 16):  # until the client has gone
                pass

        Thread(target=serve, daemon=True).start()
        test_a_scheduler_that_does_not_answer_is_reported(tmp_path, f"tcp://127.0.0.1:{other.getsockname()[1]}")


@pytest.mark.parametrize(
    "address", ["tcp://127.0.0.1:9", "tcp://nowhere.invalid:8786", "nonsense://here", "", "tcp://x:y"]
)
def test_a_scheduler_that_does_not_answer_is_reported(tmp_path: Path, address: str) -> None:
    ran = subprocess.run(
        [*COMMAND, *RACES, "--scheduler", address, "--out", str(tmp_path / "races.csv")],
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert refused(ran) == f'No Dask scheduler answers at "{address}"; write its address, such as tcp://127.0.0.1:8786.'
    assert list(tmp_path.iterdir()) == []


def test_a_scheduler_without_workers_is_reported(tmp_path: Path) -> None:
    with LocalCluster(n_workers=0, dashboard_address=None) as local:
        sentence = refused(heat_tui(*RACES, "--scheduler", local.scheduler_address, home=tmp_path))
    assert sentence.endswith(f"has no workers; start one with dask worker {local.scheduler_address}.")


def test_workers_with_another_version_are_refused(
    cluster: LocalCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "__version__", "0.0")
    sentence = refused(heat_tui(*RACES, "--scheduler", cluster.scheduler_address, home=tmp_path))
    assert sentence.endswith("need Heat TUI 0.0, the version used here; install it there.")
