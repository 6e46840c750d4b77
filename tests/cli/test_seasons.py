"""Seasons from the command line: in the line-based game, simulated, their standings and their saves."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from tests.cli.program import heat_tui, process, refused
from tests.cli.test_races import saved

SHORT = ("plain", "--season", "1961", "--drivers", "@steady,@chance", "--legends", "1", "--laps", "1", "--seed", "3")


@pytest.mark.long
def test_a_season_in_lines_has_a_save_and_standings(tmp_path: Path) -> None:
    told = heat_tui(*SHORT, home=tmp_path).stdout
    assert told.startswith("The season of 1961.\n1. Great Britain, A new grandstand: this race\n")
    champion = told.rstrip().rpartition("\n")[2]
    assert champion.startswith("The champion is ")
    info = saved(tmp_path)
    assert info.finished
    listed = heat_tui("saves", "list", home=tmp_path).stdout
    assert "The season of 1961: Italy" in listed
    assert "won by " in listed
    shown = heat_tui("saves", "show", info.name, home=tmp_path).stdout
    assert shown.rstrip().endswith(champion)
    assert "The seed of this season is 3." in shown
    log = heat_tui("saves", "show", info.name, "--log", home=tmp_path).stdout
    for number in (1, 2, 3):
        assert f"Race {number} of the season: " in log
        own = heat_tui("saves", "show", info.name, "--log", "--race", str(number), home=tmp_path).stdout
        assert [each for each in (1, 2, 3) if f"Race {each} of the season: " in own] == [number]
        result = own[own.index("\nResult:\n1. ") :].removesuffix("The seed of this season is 3.\n")
        assert result in log
        assert "The season of 1961" not in own
        assert result in heat_tui("saves", "show", info.name, "--race", str(number), home=tmp_path).stdout
    assert log.count("\nResult:\n1. ") == 3
    text = heat_tui("standings", info.name, home=tmp_path).stdout
    assert text.startswith("The season of 1961: the final standings\n")
    table = list(csv.DictReader(io.StringIO(heat_tui("standings", info.name, "--format", "csv", home=tmp_path).stdout)))
    data = json.loads(heat_tui("standings", info.name, "--format", "json", home=tmp_path).stdout)
    assert [row["name"] for row in table] == [row["name"] for row in data["standings"]]
    assert champion == f"The champion is {data['champion']}."
    assert heat_tui("standings", info.name, "--format", "markdown", home=tmp_path).stdout.count("\n| ") == 5


def test_a_season_left_in_its_first_draft_is_resumed(tmp_path: Path) -> None:
    typed = "Ada\n0\n"
    first = heat_tui("plain", "--season", "1962", "--seed", "1", home=tmp_path, typed=typed).stdout
    assert "Set up the season." in first
    assert "Ada, take an upgrade:" in first
    name = saved(tmp_path).name
    assert f"To resume it: heat-tui plain --resume {name}" in first
    assert "race 1/3, before the start" in heat_tui("saves", home=tmp_path).stdout
    again = heat_tui("plain", "--resume", home=tmp_path).stdout
    assert again.startswith("The season of 1962.\n")
    assert "The season of 1962: no race has been finished yet." in heat_tui("saves", "show", name, home=tmp_path).stdout


@pytest.mark.long
@pytest.mark.parametrize(
    "season",
    ["1961", "1963", "1964", "1965", "custom", "career"],
)
def test_whole_seasons_give_the_same_bytes_twice(season: str, tmp_path: Path) -> None:
    options = ("sim", "--season", season, "--races", "2", "--laps", "1", "--drivers", "@chance", "--legends", "2")
    first = process(*options, home=tmp_path, PYTHONHASHSEED="0")
    second = process(*options, home=tmp_path, PYTHONHASHSEED="1")
    assert (first.returncode, second.returncode) == (0, 0)
    assert first.stdout == second.stdout
    assert "seasons a second" in first.stderr
    lines = first.stdout.splitlines()
    assert "4 cars, 2 seasons, seeds from 0" in lines[0]
    assert sum(int(line.split()[-6]) for line in lines[2:6]) == 2


@pytest.mark.long
def test_the_figures_are_available_as_json(tmp_path: Path) -> None:
    options = ("sim", "--season", "1963", "--races", "2", "--laps", "1", "--cars", "3", "--json", "--seed", "5")
    data = json.loads(heat_tui(*options, home=tmp_path).stdout)
    assert (data["season"], data["seasons"], data["seed"], data["sets"]) == ("1963", 2, 5, ["base"])
    assert data["calendar"][3] == {"track": "italy", "event": 10, "laps": 1}
    assert [car["kind"] for car in data["cars"]] == ["@steady"] * 3
    assert sum(car["titles"] for car in data["cars"]) == 2
    assert sum(car["wins"] for car in data["cars"]) <= 8
    assert sum(car["mean_place"] for car in data["cars"]) == pytest.approx(6, abs=0.01)
    assert data["kinds"]["@steady"]["seasons"] == 6


def test_a_custom_season_of_the_players_own_is_raced(tmp_path: Path) -> None:
    options = ("--season", "custom", "--tracks", "spain,usa", "--events", "17", "--length", "3", "--laps", "2,1")
    told = heat_tui(
        "plain", *options, "--drivers", "@chance", "--legends", "0", "--seed", "2", home=tmp_path
    ).stdout.splitlines()
    assert told[:2] == ["A custom season.", "1. Spain, Tunnel vision: this race"]
    assert told[2].startswith("2. USA, ")
    info = saved(tmp_path)
    assert info.season is not None
    assert info.season.races == 3


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("plain", "--season", "1966"), "Invalid value for '--season': '1966' is not one of"),
        (
            ("plain", "--season", "1961", "--track", "usa"),
            "Leave out --track, which a season does not take.",
        ),
        (("plain", "--season", "1961", "--cars", "4", "--weather"), "Leave out --cars, --weather, which"),
        (("plain", "--season", "1961", "--cars", "0", "--no-weather"), "Leave out --cars, --no-weather, which"),
        (("plain", "--season", "1961", "--tutorial"), "Leave out --tutorial, which"),
        (("plain", "--resume", "--season", "1961"), "--resume decides how the race is set up; leave out --season."),
        (("plain", "--tracks", "usa,italy"), "--tracks is for a custom season; add --season custom."),
        (("sim", "--length", "3"), "--length is for a custom season; add --season custom."),
        (("sim", "--season", "1961", "--preset", "modules"), "Leave out --preset, which"),
        (("sim", "--season", "1961", "--races", "0"), "0 races cannot be simulated; choose 1 to 1000000."),
        (("sim", "--season", "1961", "--garage", "none"), "A season is always raced with the garage;"),
        (
            ("sim", "--season", "1961", "--drivers", "Ada"),
            "Ada is a person, and only automated drivers can be simulated;",
        ),
        (
            ("sim", "--season", "custom", "--events", "two"),
            '"two" is not an event; give event numbers separated by commas,',
        ),
        (
            ("sim", "--season", "custom", "--events", "2,2"),
            "Event 2 is chosen twice; a season can have each event only once.",
        ),
        (("sim", "--season", "custom", "--sets", "wind"), 'No set is called "wind"; the sets are'),
        (("sim", "--season", "1961", "--laps", "1,two"), "Invalid value for '--laps':"),
        (("sim", "--season", "1961", "--laps", "21"), "A race cannot have 21 laps; choose 1 to 20."),
        (
            ("sim", "--season", "1961", "--laps", "1,1,1,1"),
            "Lap counts given: 4, races: 3; give one count for all, or at most one for each.",
        ),
        (("sim", "--laps", "2,1"), "A list of laps is for a season;"),
        (
            ("plain", "--season", "1961", "--length", "2", "--drivers", "Ada"),
            "The races, tracks and events of",
        ),
        (
            ("plain", "--season", "1961", "--aggressive", "--drivers", "Ada", "--legends", "0"),
            "Aggressive Legends need Legends",
        ),
        (("standings", "nothing"), "No saved race is called nothing; no races are saved yet."),
        (("standings",), "Missing argument 'NAME'."),
        (("standings", "x", "--format", "pdf"), "Invalid value for '--format': 'pdf' is not one of"),
        (("season", "--year", "1899"), "Invalid value for '--year': '1899' is not one of"),
        (("season", "--garage", "none"), "Invalid value for '--garage': 'none' is not one of"),
        (("season", "--track", "usa"), "No such option '--track'"),
    ],
)
def test_bad_input_gets_one_sentence(
    options: tuple[str, ...],
    sentence: str,
    tmp_path: Path,
) -> None:
    ended = heat_tui(*options, home=tmp_path, cwd=tmp_path)
    assert sentence in refused(ended)


def test_the_standings_of_a_single_race_are_refused(tmp_path: Path) -> None:
    heat_tui("plain", "--drivers", "@chance", "--cars", "1", "--laps", "1", "--track", "usa", home=tmp_path)
    name = saved(tmp_path).name
    assert refused(heat_tui("standings", name, home=tmp_path)).startswith(
        f"{name} is a single race, and only a season has standings;"
    )
