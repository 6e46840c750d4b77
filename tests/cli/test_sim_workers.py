"""`heat-tui sim` in several processes: the same bytes, the rows of `--out`, and what happens if a worker dies."""

from __future__ import annotations

import csv
import json
import os
import re
import signal
import subprocess
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path

import pexpect
import pytest

from heat_tui.cli import sim, workers
from heat_tui.cli.options import SIM_FLAGS
from heat_tui.cli.sim import MANY_GAMES
from heat_tui.game.setup.options import Controller
from heat_tui.game.simulation import Totals, race
from heat_tui.store.saved_race import GameSetup
from tests.cli.program import COMMAND, environment, heat_tui, refused

QUICK = ("sim", "--laps", "1", "--cars", "3", "--legends", "1", "--drivers", "@chance")
"""The arguments of a simulation with short races."""

DEATHS = "HEAT_TUI_TEST_DEATHS"
"""The variable that names a folder with a file for each worker that has yet to die."""


@pytest.mark.long
@pytest.mark.parametrize(
    "options",
    [
        ("--races", "25"),
        ("--races", "5", "--season", "1961"),
        ("--races", "3", "--season", "custom", "--length", "2"),
    ],
    ids=["races", "season", "custom"],
)
def test_output_is_the_same_with_any_number_of_processes(tmp_path: Path, options: tuple[str, ...]) -> None:
    printed, rows = set(), set()
    for jobs in ("1", "2", "3"):
        out = tmp_path / f"{jobs}.csv"
        cars = () if "--season" in options else QUICK[3:7]
        ran = heat_tui(
            *("sim", "--laps", "1", "--drivers", "@chance", *cars, *options),
            *("--json", "--jobs", jobs, "--out", str(out)),
            home=tmp_path,
        )
        assert ran.returncode == 0, ran.stderr
        printed.add(ran.stdout)
        rows.add(out.read_bytes())
    assert len(printed) == len(rows) == 1


def test_the_sums_of_two_runs_equal_those_of_one_run_of_both(tmp_path: Path) -> None:
    def sums(races: str, seed: str) -> Counter[str]:
        run = heat_tui(*QUICK, "--json", "--races", races, "--seed", seed, home=tmp_path)
        car = json.loads(run.stdout)["cars"][0]
        return Counter(car["sums"], starts=car["starts"])

    whole = sums("7", "0")
    assert sums("3", "0") + sums("4", "3") == whole
    assert whole["starts"] == 7
    assert whole.keys() == {"starts", "wins", "places", "rounds", "spins", "heat_paid"}


def test_every_car_of_every_race_has_a_row(tmp_path: Path) -> None:
    by_ending = {}
    for ending in ("csv", "jsonl"):
        out = tmp_path / f"races.{ending}"
        ran = heat_tui(*QUICK, "--races", "6", "--seed", "4", "--json", "--out", str(out), home=tmp_path)
        text = out.read_text(encoding="utf-8")
        read = csv.DictReader(text.splitlines()) if ending == "csv" else map(json.loads, text.splitlines())
        by_ending[ending] = [{name: str(value) for name, value in row.items()} for row in read]
    rows = by_ending["csv"]
    assert rows == by_ending["jsonl"]
    assert [(row["seed"], row["car"]) for row in rows] == [
        (str(4 + i), str(car)) for i in range(6) for car in (1, 2, 3)
    ]
    for start in range(0, 18, 3):
        for places in ("grid", "place"):
            assert sorted(row[places] for row in rows[start : start + 3]) == ["1", "2", "3"]
    for number, car in enumerate(json.loads(ran.stdout)["cars"], start=1):
        own = [row for row in rows if row["car"] == str(number)]
        assert {(row["name"], row["kind"]) for row in own} == {(car["name"], car["kind"])}
        for name, column in {"places": "place", "rounds": "rounds", "spins": "spins", "heat_paid": "heat_paid"}.items():
            assert car["sums"][name] == sum(int(row[column]) for row in own)
        assert car["wins"] == sum(row["place"] == "1" and row["finished"] == "1" for row in own)


def test_every_race_of_a_season_has_a_row(tmp_path: Path) -> None:
    out = tmp_path / "seasons.csv"
    options = ("--season", "1961", "--laps", "1", "--cars", "2", "--drivers", "@chance", "--races", "2", "--json")
    ran = heat_tui("sim", *options, "--out", str(out), home=tmp_path)
    rows = list(csv.DictReader(out.read_text(encoding="utf-8").splitlines()))
    data = json.loads(ran.stdout)
    calendar = [race["track"] for race in data["calendar"]]
    assert [(row["race"], row["track"]) for row in rows[::2]] == [*zip("123", calendar, strict=True)] * 2
    for number, car in enumerate(data["cars"], start=1):
        own = [row for row in rows if row["car"] == str(number)]
        assert car["sums"]["points"] == sum(int(row["points"]) for row in own)
        assert car["wins"] == sum(row["place"] == "1" and row["finished"] == "1" for row in own)


def test_an_existing_file_is_not_overwritten(tmp_path: Path) -> None:
    out = tmp_path / "races.csv"
    out.write_text("mine", encoding="utf-8")
    sentence = refused(heat_tui(*QUICK, "--races", "1", "--out", str(out), home=tmp_path))
    assert sentence == f"{out} already exists and is left as it is; choose another name."
    assert out.read_text(encoding="utf-8") == "mine"


@pytest.mark.sampled
@pytest.mark.parametrize("races", ["20", "200"])
def test_a_full_disk_leaves_no_partial_file(tmp_path: Path, races: str) -> None:
    command = [*COMMAND, *QUICK, "--races", races, "--jobs", "1", "--out", "races.csv"]
    script = 'ulimit -f 2; exec "$@"'
    ran = subprocess.run(
        ["bash", "-c", script, "bash", *command],
        cwd=tmp_path,
        env=environment(tmp_path, PYTHONDONTWRITEBYTECODE="1"),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert refused(ran) == "races.csv cannot be written (File too large); choose another file."
    assert ran.stdout == ""
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("options", "jobs"),
    [
        (("--races", str(MANY_GAMES - 1)), []),
        (("--races", str(MANY_GAMES)), [5]),
        (("--races", str(MANY_GAMES), "--jobs", "1"), []),
        (("--races", "3", "--jobs", "2"), [2]),
        (("--races", "3", "--jobs", "4"), [3]),
    ],
)
def test_many_races_use_all_cores_and_few_races_only_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, options: tuple[str, ...], jobs: list[int]
) -> None:
    started: list[int] = []

    @contextmanager
    def threads(jobs: int) -> Iterator[tuple[Executor, int]]:
        started.append(jobs)
        with ThreadPoolExecutor(1) as pool:
            yield pool, jobs

    monkeypatch.setattr(sim, "usable_cores", lambda: 5)
    monkeypatch.setattr(sim, "processes", threads)
    assert heat_tui(*QUICK, *options, home=tmp_path).returncode == 0
    assert started == jobs


def test_the_help_names_the_default() -> None:
    (jobs,) = (each for each in SIM_FLAGS if each.name == "jobs")
    assert f"fewer than {MANY_GAMES} races" in str(getattr(jobs, "help", ""))
    assert 1 <= workers.usable_cores() <= workers.MOST_JOBS


def dying(setups: Sequence[GameSetup], controllers: Sequence[Controller], *, with_rows: bool = False) -> Totals:
    """Race, but kill this process instead if a death is due and the last of the games has seed 5 or higher."""
    for death in Path(os.environ[DEATHS]).iterdir() if setups[-1].seed >= 5 else ():
        with suppress(FileNotFoundError):  # another process has just taken this death
            death.unlink()
            os.kill(os.getpid(), signal.SIGKILL)
    return race(setups, controllers, with_rows=with_rows)


def run_with_deaths(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, due: int) -> subprocess.CompletedProcess[str]:
    """Run twelve races in two processes, in which processes die at most `due` times."""
    deaths = tmp_path / "deaths"
    deaths.mkdir()
    for number in range(due):
        (deaths / str(number)).touch()
    monkeypatch.setenv(DEATHS, str(deaths))
    monkeypatch.setattr(workers, "race", dying)
    out = str(tmp_path / "races.csv")
    return heat_tui(*QUICK, "--races", "12", "--jobs", "2", "--out", out, home=tmp_path)


def test_the_races_of_a_worker_that_dies_are_run_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    alone = heat_tui(*QUICK, "--races", "12", "--jobs", "1", "--out", str(tmp_path / "alone.csv"), home=tmp_path)
    ran = run_with_deaths(monkeypatch, tmp_path, 1)
    assert (ran.returncode, ran.stdout) == (0, alone.stdout)
    assert [*(tmp_path / "deaths").iterdir()] == []
    assert (tmp_path / "races.csv").read_bytes() == (tmp_path / "alone.csv").read_bytes()


def test_a_game_that_kills_two_workers_ends_the_run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    sentence = refused(run_with_deaths(monkeypatch, tmp_path, 50))
    assert re.match("A worker process crashed twice on the races from seed \\d+; try", sentence)
    assert [path.name for path in tmp_path.iterdir()] == ["deaths"]


@pytest.mark.long
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_leaves_neither_processes_nor_files(tmp_path: Path, jobs: str) -> None:
    command, *arguments = [*COMMAND, *QUICK, "--races", "1000000", "--jobs", jobs, "--out", str(tmp_path / "races.csv")]
    child = pexpect.spawn(command, arguments, env=environment(tmp_path), encoding="utf-8", timeout=60)
    child.expect(r"\d\d:\d\d")  # the time left
    child.sendintr()
    child.expect(pexpect.EOF)  # arrives once the last process has closed the terminal
    child.close()
    assert child.exitstatus == 130
    assert "Traceback" not in child.before
    assert list(tmp_path.iterdir()) == []
