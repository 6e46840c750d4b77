"""`heat-tui sim`: races without anybody watching."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pexpect
import pytest

from heat_tui.cli.sim import Simulation, simulate
from heat_tui.drivers import Steady
from heat_tui.engine import Race, RaceSetup
from heat_tui.engine.rng import stream
from heat_tui.files import load_track
from tests.cli.program import environment, heat_tui

MIXED = (
    "sim",
    "--cars",
    "5",
    "--legends",
    "2",
    "--drivers",
    "@steady,@chance",
    "--races",
    "4",
    "--laps",
    "1",
    "--seed",
    "1",
)


def test_the_same_bytes_on_any_hash_seed(tmp_path: Path) -> None:
    first = heat_tui(*MIXED, home=tmp_path, PYTHONHASHSEED="0")
    second = heat_tui(*MIXED, home=tmp_path, PYTHONHASHSEED="1")
    assert first.returncode == second.returncode == 0
    assert first.stdout == second.stdout
    assert re.fullmatch(r"4 races in [0-9.]+ s, [0-9.]+ races per second\n", first.stderr)


def test_the_table(tmp_path: Path) -> None:
    lines = heat_tui(*MIXED, home=tmp_path).stdout.splitlines()
    assert lines[0].startswith("USA, 1 lap, 5 cars, 4 races, seeds from 1")
    assert [line.split()[-6] for line in lines[2:]] == [
        *["@steady", "@chance", "@steady", "legend", "legend"],
        *["@steady", "@chance", "legend"],
    ]
    assert sum(int(line.split()[-5]) for line in lines[2:7]) == 4


def test_the_figures_as_json(tmp_path: Path) -> None:
    data = json.loads(heat_tui(*MIXED, "--json", home=tmp_path).stdout)
    assert (data["track"], data["laps"], data["races"], data["seed"]) == ("usa", 1, 4, 1)
    assert [car["kind"] for car in data["cars"]] == ["@steady", "@chance", "@steady", "legend", "legend"]
    assert sum(car["wins"] for car in data["cars"]) == 4
    assert sum(car["mean_place"] for car in data["cars"]) == pytest.approx(15)
    assert data["kinds"]["@steady"]["starts"] == 8
    assert data["kinds"]["@chance"]["spins"] > data["kinds"]["@steady"]["spins"]
    assert data["kinds"]["legend"]["heat_paid"] == 0


def test_race_i_has_seed_plus_i(capsys: pytest.CaptureFixture[str]) -> None:
    simulate(Simulation("usa", 2, 1, "@steady", 0, 3, 10), as_json=True)
    wins = [car["wins"] for car in json.loads(capsys.readouterr().out)["cars"]]
    expected = [0, 0]
    for seed in (10, 11, 12):
        race = Race.start(RaceSetup(load_track("usa"), ("A", "B"), seed=seed, laps=1))
        drivers = [Steady(stream(seed, 1_000 + seat)) for seat in (0, 1)]
        while (decision := race.decision) is not None:
            race.play(drivers[decision.seat].choose(race.view(decision.seat), decision))
        expected[race.standings[0]] += 1
    assert wins == expected


def test_four_steady_drivers_if_nothing_else_is_said(tmp_path: Path) -> None:
    data = json.loads(heat_tui("sim", "--races", "1", "--laps", "1", "--json", home=tmp_path).stdout)
    assert [car["kind"] for car in data["cars"]] == ["@steady"] * 4


def test_a_bar_on_a_terminal_and_none_elsewhere(tmp_path: Path) -> None:
    arguments = ["-m", "heat_tui", "sim", "--races", "3", "--cars", "2", "--laps", "1"]
    child = pexpect.spawn(sys.executable, arguments, env=environment(tmp_path), encoding="utf-8", timeout=60)
    child.expect("Races")
    child.expect("100%")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert "100%" not in heat_tui(*arguments[2:], home=tmp_path).stderr


def test_ctrl_c_ends_it_with_130(tmp_path: Path) -> None:
    arguments = ["-m", "heat_tui", "sim", "--races", "100000"]
    child = pexpect.spawn(sys.executable, arguments, env=environment(tmp_path), encoding="utf-8", timeout=60)
    child.expect("Races")
    child.sendintr()
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    assert "Traceback" not in child.before
