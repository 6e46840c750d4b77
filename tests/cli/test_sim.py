"""`heat-tui sim`: races that nobody watches."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import click
import pexpect
import pytest

from heat_tui.cli.options import SIM_FLAGS
from heat_tui.cli.sim import simulate
from heat_tui.drivers import Chance, Steady
from heat_tui.engine import Race, RaceSetup
from heat_tui.engine.events import HeatCooled, SuperCooled
from heat_tui.engine.rng import stream
from heat_tui.game.setup.options import PRESETS
from heat_tui.modules.garage import Garage
from heat_tui.store.tracks import load_track
from tests.cli.program import environment, heat_tui, process

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


AGGRESSIVE = {"count": 1, "pro": 0, "aggressive": True}


def test_output_is_the_same_with_any_hash_seed(tmp_path: Path) -> None:
    first = process(*MIXED, home=tmp_path, PYTHONHASHSEED="0")
    second = process(*MIXED, home=tmp_path, PYTHONHASHSEED="1")
    assert first.returncode == second.returncode == 0
    assert first.stdout == second.stdout
    assert re.fullmatch(r"4 races in [0-9.]+ s, [0-9.]+ races a second\n", first.stderr)


def test_the_table_has_a_row_for_each_driver(tmp_path: Path) -> None:
    lines = heat_tui(*MIXED, home=tmp_path).stdout.splitlines()
    assert lines[0].startswith("USA, 1 lap, 5 cars, 4 races, seeds from 1")
    assert [line.split()[-6] for line in lines[2:]] == [
        *["@steady", "@chance", "@steady", "legend", "legend"],
        *["@steady", "@chance", "legend"],
    ]
    assert sum(int(line.split()[-5]) for line in lines[2:7]) == 4


def test_the_figures_are_available_as_json(tmp_path: Path) -> None:
    data = json.loads(heat_tui(*MIXED, "--json", home=tmp_path).stdout)
    assert (data["track"], data["laps"], data["races"], data["seed"]) == ("usa", 1, 4, 1)
    assert [car["kind"] for car in data["cars"]] == ["@steady", "@chance", "@steady", "legend", "legend"]
    assert sum(car["wins"] for car in data["cars"]) == 4
    assert sum(car["mean_place"] for car in data["cars"]) == pytest.approx(15)
    assert data["kinds"]["@steady"]["starts"] == 8
    assert data["kinds"]["@chance"]["spins"] > data["kinds"]["@steady"]["spins"]
    assert data["kinds"]["legend"]["heat_paid"] == 0


@pytest.mark.point("B6")
def test_a_race_that_nobody_can_finish_ends_and_has_no_winner(tmp_path: Path) -> None:
    """Without Heat, a corner with limit 1 that a road condition lowers to 0 can never be crossed."""
    text = (Path(__file__).parents[2] / "tracks" / "usa.toml").read_text(encoding="utf-8")
    wall = tmp_path / "wall.toml"
    wall.write_text(
        re.sub(r"(?m)^(heat|limit) = \d+$", lambda line: f"{line[1]} = {int(line[1] == 'limit')}", text).replace(
            'id = "usa"', 'id = "wall"'
        ),
        encoding="utf-8",
    )
    typed = ("sim", "--track", str(wall), "--weather", "--cars", "1", "--drivers", "@chance", "--races", "8", "--json")
    (car,) = json.loads(heat_tui(*typed, home=tmp_path).stdout)["cars"]
    assert car["starts"] == 8
    assert 0 < car["wins"] < 8
    assert car["mean_place"] == 1


def test_race_i_has_the_seed_plus_i(capsys: pytest.CaptureFixture[str]) -> None:
    sim = click.Command("sim", params=[*SIM_FLAGS], callback=simulate)
    sim.main(["--races", "3", "--seed", "10", "--laps", "1", "--cars", "2", "--json"], standalone_mode=False)
    wins = [car["wins"] for car in json.loads(capsys.readouterr().out)["cars"]]
    expected = [0, 0]
    for seed in (10, 11, 12):
        race = Race.start(RaceSetup(load_track("usa"), ("A", "B"), seed=seed, laps=1))
        drivers = [Steady(stream(seed, 1_000 + seat)) for seat in (0, 1)]
        while (decision := race.decision) is not None:
            race.play(drivers[decision.seat].choose(race.view(decision.seat), decision))
        expected[race.standings[0]] += 1
    assert wins == expected


def test_four_steady_drivers_race_by_default(tmp_path: Path) -> None:
    data = json.loads(heat_tui("sim", "--races", "1", "--laps", "1", "--json", home=tmp_path).stdout)
    assert [car["kind"] for car in data["cars"]] == ["@steady"] * 4


def figures(home: Path, *more: str) -> dict[str, Any]:
    """Return the figures of two short races."""
    run = heat_tui("sim", "--races", "2", "--laps", "1", "--json", *more, home=home)
    assert run.returncode == 0, run.stderr
    data: dict[str, Any] = json.loads(run.stdout)
    return data


@pytest.mark.long
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(
    "track",
    [
        "japan",
        "usa",
        "great_britain",
        "spain",
        "netherlands",
    ],
)
def test_every_preset_is_raced_by_all_drivers(tmp_path: Path, preset: str, track: str) -> None:
    drivers = ("--cars", "4", "--legends", "2", "--drivers", "@steady,@chance")
    data = figures(tmp_path, "--track", track, "--preset", preset, *drivers)
    assert (data["track"], [car["kind"] for car in data["cars"]]) == (track, ["@steady", "@chance", "legend", "legend"])
    assert sum(car["mean_place"] for car in data["cars"]) == pytest.approx(10)
    modules = set(data["modules"]) - {"legends", "spaces"}
    assert modules == {
        "first_race": set(),
        "base": set(),
        "modules": {"garage", "weather", "tournament"},
        "heavy_rain": {"garage", "weather"},
        "tunnel_vision": {"garage", "weather"},
        "everything": {"garage", "weather", "tournament"},
    }.get(preset)
    assert ("spaces" in data["modules"]) == (track in ("japan", "spain"))
    aggressive = preset in ("heavy_rain", "everything") and track != "usa"
    assert data["modules"]["legends"].get("aggressive", False) is aggressive


@pytest.mark.parametrize(
    ("options", "modules"),
    [
        (("--weather",), {"weather": {}}),
        (("--tournament",), {"tournament": {}}),
        (("--garage", "basic"), {"garage": {"level": "basic", "draft": "normal", "sets": ["base"]}}),
        (
            ("--garage", "advanced", "--draft", "snake", "--sets", "tunnel_vision"),
            {"garage": {"level": "advanced", "draft": "snake", "sets": ["base", "tunnel_vision"]}},
        ),
        (
            ("--preset", "everything", "--no-weather", "--draft", "deal", "--no-tournament"),
            {"garage": {"level": "both", "draft": "deal", "sets": ["base"]}, "spaces": {}},
        ),
        (
            ("--garage", "both", "--track", "mexico"),
            {"garage": {"level": "both", "draft": "normal", "sets": ["base", "heavy_rain"]}},
        ),
        (("--track", "japan", "--cars", "2", "--legends", "1", "--aggressive"), {"spaces": {}, "legends": AGGRESSIVE}),
    ],
)
def test_every_option_works_on_its_own(tmp_path: Path, options: tuple[str, ...], modules: dict[str, object]) -> None:
    assert figures(tmp_path, "--drivers", "@chance", *options)["modules"] == modules


def test_the_rules_are_shown_above_the_table(tmp_path: Path) -> None:
    run = heat_tui("sim", "--races", "1", "--laps", "1", "--preset", "everything", "--legends", "1", home=tmp_path)
    assert run.stdout.startswith(
        "Japan, 1 lap, 4 cars, garage, weather, tournament mode, aggressive Legends, 1 race, seeds from 0; rounds"
    )


def test_the_heat_of_cards_is_counted(tmp_path: Path) -> None:
    """The Heat paid in the table is the net loss of the engines plus the Heat cooled."""
    options = ("--garage", "advanced", "--drivers", "@chance", "--cars", "3", "--seed", "5")
    data = figures(tmp_path, *options)
    paid = 0
    for seed in (5, 6):
        setup = RaceSetup(load_track("usa"), ("A", "B", "C"), seed=seed, laps=1, modules=(Garage("advanced"),))
        race = Race.start(setup)
        drivers = [Chance(stream(seed, 1_000 + seat)) for seat in range(3)]
        while (decision := race.decision) is not None:
            before = [car.engine for car in race.cars]
            events = race.play(drivers[decision.seat].choose(race.view(decision.seat), decision))
            returned = sum(event.heat for event in events if isinstance(event, HeatCooled | SuperCooled))
            paid += sum(before) - sum(car.engine for car in race.cars) + returned
    assert paid == round(data["kinds"]["@chance"]["heat_paid"] * 6)


@pytest.mark.long
def test_a_progress_bar_appears_on_a_terminal_only(tmp_path: Path) -> None:
    arguments = ["-m", "heat_tui", "sim", "--races", "3", "--cars", "2", "--laps", "1"]
    child = pexpect.spawn(sys.executable, arguments, env=environment(tmp_path), encoding="utf-8", timeout=60)
    child.expect("Races")
    child.expect("100%")
    child.expect(r"[0-9.]+ a second")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert "100%" not in heat_tui(*arguments[2:], home=tmp_path).stderr


def test_ctrl_c_ends_it_with_exit_code_130(tmp_path: Path) -> None:
    arguments = ["-m", "heat_tui", "sim", "--races", "100000"]
    child = pexpect.spawn(sys.executable, arguments, env=environment(tmp_path), encoding="utf-8", timeout=60)
    child.expect("Races")
    child.sendintr()
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    assert "Traceback" not in child.before
