"""The figures of saved races from the command line."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from heat_tui.game.figures.statistics import EVERY_FIGURE, tally
from heat_tui.game.table.match import Match
from heat_tui.store.save_list import SaveInfo
from heat_tui.store.saves import SaveStore
from tests.cli.program import heat_tui, refused

EXAMPLES = Path(__file__).parents[1] / "saves"
RACE = (
    "plain",
    "--track",
    "italy",
    "--laps",
    "1",
    "--drivers",
    "@chance,@novice,@chance",
    "--legends",
    "1",
    "--seed",
    "4",
)
SEASON = ("plain", "--season", "1961", "--drivers", "@chance,@chance", "--legends", "0", "--laps", "1", "--seed", "2")


def raced(home: Path, *options: str, typed: str = "") -> Match:
    """Play the line-based game, and return the race as it was saved."""
    heat_tui(*options, home=home, typed=typed)
    store = SaveStore(home / "saves")
    (info,) = store.list()
    assert isinstance(info, SaveInfo)
    return Match.resume(store.read(info.name), store=None)


def table(home: Path, name: str, *options: str) -> list[dict[str, str]]:
    """Return the rows of a save's table of figures, read as CSV."""
    told = heat_tui("saves", "figures", name, "--format", "csv", *options, home=home).stdout
    return list(csv.DictReader(io.StringIO(told)))


@pytest.fixture(scope="module")
def race(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Match]:
    """Make a finished race and its home."""
    home = tmp_path_factory.mktemp("race")
    return home, raced(home, *RACE)


@pytest.mark.long
def test_every_figure_of_every_car_is_there_in_each_format(race: tuple[Path, Match]) -> None:
    tmp_path, match = race
    counted = tally(match)
    rows = table(tmp_path, match.name)
    data = json.loads(heat_tui("saves", "figures", match.name, "--format", "json", home=tmp_path).stdout)
    text = heat_tui("saves", "figures", match.name, home=tmp_path).stdout
    assert [int(row["car"]) - 1 for row in rows] == list(match.standings)
    (facts,) = data["races"]
    assert (facts["race"], facts["track"], facts["laps"], facts["over"]) == (1, "italy", 1, True)
    for row, same in zip(rows, facts["cars"], strict=True):
        car = counted.cars[int(row["car"]) - 1]
        legend = row["driver"] == "legend"
        for name, figure in EVERY_FIGURE.items():
            value = getattr(car, name) if figure.legends or not legend else None
            assert (row[name], same[name]) == ("" if value is None else str(value), value)
        assert row["finished"] == str(int(same["finished"])) == "1"
    assert {row["driver"] for row in rows} == {"chance", "novice", "legend"}
    assert text.startswith("Race 1, Italy: the figures\n\n")
    tops = next(line for line in text.splitlines() if line.startswith("Top speed")).split()[2:]
    assert tops == [row["top_speed"] or "-" for row in rows]
    assert "Heat for flooded spaces" not in text


def test_corners_and_rounds_have_separate_tables(race: tuple[Path, Match]) -> None:
    tmp_path, match = race
    counted = tally(match)
    corners = table(tmp_path, match.name, "--table", "corners")
    assert [(int(row["round"]), int(row["car"]) - 1, int(row["corner"])) for row in corners] == [
        (each.round, each.car, each.corner) for each in counted.crossings
    ]
    assert all(int(row["over"]) == max(int(row["speed"]) - int(row["limit"]), 0) for row in corners)
    rounds = table(tmp_path, match.name, "--table", "rounds")
    for index, car in enumerate(counted.cars):
        own = [row for row in rounds if row["car"] == str(index + 1)]
        assert [int(row["place"]) for row in own] == car.places
        assert [int(row["gap"]) for row in own if row["gap"]] == counted.gaps(index)
        if index < match.sheet.drivers:
            assert [int(row["engine"]) for row in own] == counted.engines(index)
            assert [row["gear"] for row in own] == ["", *(str(turn.gear) for turn in car.turns)]
    text = heat_tui("saves", "figures", match.name, "--table", "rounds", home=tmp_path).stdout
    assert "Top speed" not in text
    assert "Heat in the engine after each round\n" in text
    data = json.loads(heat_tui("saves", "figures", match.name, "--format", "json", home=tmp_path).stdout)["races"][0]
    assert [row["spun"] for row in data["corners"]] == [row["spun"] == "1" for row in corners]
    assert len(data["rounds"]) == len(rounds)


@pytest.mark.long
def test_a_season_gives_all_its_races_or_the_requested_one(tmp_path: Path) -> None:
    match = raced(tmp_path, *SEASON)
    rows = table(tmp_path, match.name)
    assert [row["race"] for row in rows] == ["1", "1", "2", "2", "3", "3"]
    assert [row["track"] for row in rows[::2]] == ["great_britain", "usa", "italy"]
    assert table(tmp_path, match.name, "--race", "2") == rows[2:4]
    text = heat_tui("saves", "figures", match.name, home=tmp_path).stdout
    assert [line for line in text.splitlines() if line.startswith("Race ")] == [
        "Race 1, Great Britain: the figures",
        "Race 2, USA: the figures",
        "Race 3, Italy: the figures",
    ]
    for command, number in (("figures", "0"), ("show", "4")):
        told = refused(heat_tui("saves", command, match.name, "--race", number, home=tmp_path))
        assert told == f"{match.name} has no race {number}; the last one so far is race 3."


def test_an_unfinished_race_shows_what_everybody_knows(tmp_path: Path) -> None:
    options = ("plain", "--track", "usa", "--laps", "1", "--drivers", "Ada,@steady", "--legends", "0", "--seed", "1")
    match = raced(tmp_path, *options)
    text = heat_tui("saves", "figures", match.name, home=tmp_path).stdout
    assert text.startswith("Race 1, USA: the figures so far, in round 1\n")
    rows = table(tmp_path, match.name)
    assert [(row["finished"], row["time"], row["heat_left"]) for row in rows] == [("0", "", "6"), ("0", "", "6")]
    assert [row["round"] for row in table(tmp_path, match.name, "--table", "rounds")] == ["0", "0"]
    empty = heat_tui("saves", "figures", match.name, "--table", "corners", "--format", "csv", home=tmp_path).stdout
    assert empty == "race,track,round,car,name,lap,corner,speed,limit,over,heat,spun\n"
    told = refused(heat_tui("saves", "figures", match.name, "--race", "2", home=tmp_path))
    assert told == f"{match.name} has no race 2; the last one so far is race 1."


def test_a_damaged_save_gets_one_sentence(tmp_path: Path) -> None:
    path = SaveStore(tmp_path / "saves").path("mexico")
    path.parent.mkdir()
    path.write_text((EXAMPLES / "v1-mexico-finished.json").read_text(encoding="utf-8")[:1000], encoding="utf-8")
    told = refused(heat_tui("saves", "figures", "mexico", home=tmp_path))
    assert path.name in told


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("nothing",), "No saved race is called nothing; no races are saved yet."),
        ((), "Missing argument 'NAME'."),
        (("x", "--format", "markdown"), "Invalid value for '--format': 'markdown' is not one of"),
        (("x", "--table", "laps"), "Invalid value for '--table': 'laps' is not one of"),
        (("x", "--race", "two"), "Invalid value for '--race': 'two' is not a whole number."),
    ],
)
def test_bad_input_gets_one_sentence(options: tuple[str, ...], sentence: str, tmp_path: Path) -> None:
    assert sentence in refused(heat_tui("saves", "figures", *options, home=tmp_path, cwd=tmp_path))
