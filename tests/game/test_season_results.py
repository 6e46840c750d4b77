"""The standings of a season, in sentences and in four formats."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from heat_tui.game.table.match import Match
from heat_tui.game.table.seasons import SeasonRow, calendar_lines, season_lines, season_rows
from heat_tui.game.telling.export import FORMATS, as_csv, as_json, as_markdown, as_text, log_text
from heat_tui.game.telling.story import Story, ended_lines, past_lines, result_lines
from heat_tui.modules.championship.season import RaceResult, Season, SeasonSetup
from tests.saves.seasons import SHORT_1961, new_season, season_played, to_the_pause

RESULTS = (
    RaceResult((1, 0, 3, 2), (6, 9, 3, 4), 4),
    RaceResult((0, 3, 1, 2), (9, 0, 0, 6), 2),
)
"""The results of Ada, Bo and two Legends; in the second race, Bo and a Legend did not finish."""


def season_after(*results: RaceResult, setup: SeasonSetup = SHORT_1961) -> Season:
    """Return a season with these results, in the race after them."""
    season = Season.start(setup)
    season.results = results
    season.index = len(results)
    return season


def test_the_rows_have_points_wins_and_places() -> None:
    rows = season_rows(season_after(*RESULTS))
    assert [(row.place, row.name, row.kind, row.points, row.wins) for row in rows] == [
        (1, "Ada", "driver", 15, 1),
        (2, "Legend Yellow", "legend", 10, 0),
        (3, "Bo", "driver", 9, 1),
        (4, "Legend Green", "legend", 3, 0),
    ]
    assert [row.car for row in rows] == [0, 3, 1, 2]
    assert [[(each.place, each.points, each.finished) for each in row.races] for row in rows[1:3]] == [
        [(3, 4, True), (2, 6, True)],
        [(1, 9, True), (3, 0, False)],
    ]


def test_before_the_first_result_all_cars_are_in_seat_order() -> None:
    rows = season_rows(season_after())
    assert [row.name for row in rows] == ["Ada", "Bo", "Legend Green", "Legend Yellow"]
    assert rows[0] == SeasonRow(1, 0, "Ada", kind="driver", points=0, wins=0, races=())
    assert season_lines(season_after()) == ["The season of 1961: no race has been finished yet."]


def test_the_sentences_are_right() -> None:
    season = season_after(*RESULTS)
    assert season_lines(season) == [
        "The season of 1961, after race 2 of 3:",
        "1. Ada: 15 points (6, 9), 1 win; places 2, 1",
        "2. Legend Yellow: 10 points (4, 6), 0 wins; places 3, 2",
        "3. Bo: 9 points (9, 0), 1 win; places 1, out",
        "4. Legend Green: 3 points (3, 0), 0 wins; places 4, out",
    ]
    assert calendar_lines(season) == [
        "1. Great Britain, A new grandstand: won by Bo",
        "2. USA, A speed record: won by Ada",
        "3. Italy, Drivers on strike: this race",
    ]


def test_a_race_that_nobody_finished_has_no_winner() -> None:
    nobody = RaceResult((0, 1, 2, 3), (0, 0, 0, 0), 0)
    season = season_after(nobody)
    assert calendar_lines(season)[0] == "1. Great Britain, A new grandstand: nobody finished"
    assert [row.wins for row in season_rows(season)] == [0] * 4


def test_csv_has_a_line_for_every_car() -> None:
    table = list(csv.DictReader(io.StringIO(as_csv(season_after(*RESULTS)))))
    assert [row["name"] for row in table] == ["Ada", "Legend Yellow", "Bo", "Legend Green"]
    assert table[2] == {
        "place": "3",
        "name": "Bo",
        "kind": "driver",
        "points": "9",
        "wins": "1",
        "race_1_place": "1",
        "race_1_points": "9",
        "race_2_place": "",
        "race_2_points": "0",
    }
    assert table[1]["kind"] == "legend"


def test_csv_quotes_any_name() -> None:
    setup = replace(SHORT_1961, seats=('A "quick", one', "Bo\tCy"))
    table = list(csv.DictReader(io.StringIO(as_csv(season_after(*RESULTS, setup=setup)))))
    assert [table[0]["name"], table[2]["name"]] == ['A "quick", one', "Bo\tCy"]


def test_json_includes_the_calendar() -> None:
    data = json.loads(as_json(season_after(*RESULTS, setup=replace(SHORT_1961, chosen_seed=True))))
    assert (data["season"], data["seed"], data["over"], data["champion"]) == ("1961", 11, False, None)
    assert data["races"][1:] == [
        {"number": 2, "track": "usa", "event": 2, "laps": 1, "over": True},
        {"number": 3, "track": "italy", "event": 3, "laps": 1, "over": False},
    ]
    assert data["standings"][2] == {
        "place": 3,
        "name": "Bo",
        "kind": "driver",
        "points": 9,
        "wins": 1,
        "races": [{"place": 1, "points": 9, "finished": True}, {"place": 3, "points": 0, "finished": False}],
    }


def test_markdown_is_a_table_that_no_name_can_break() -> None:
    setup = replace(SHORT_1961, seats=("A|d*a", "Bo"))
    lines = as_markdown(season_after(*RESULTS, setup=setup)).splitlines()
    assert lines[:3] == [
        "# The season of 1961: standings after 2 of 3 races",
        "",
        "| Place | Name | Points | Wins | Great Britain: A new grandstand | USA: A speed record |",
    ]
    assert lines[4] == "| 1 | A\\|d\\*a | 15 | 1 | 2 (6) | 1 (9) |"
    assert lines[6] == "| 3 | Bo | 9 | 1 | 1 (9) | out (0) |"


def test_the_table_for_a_terminal_is_narrow() -> None:
    lines = as_text(season_after(*RESULTS)).splitlines()
    assert lines[2].split() == ["Place", "Name", "Points", "Wins", "1", "2"]
    assert lines[5].split() == ["3", "Bo", "9", "1", "1", "(9)", "out", "(0)"]
    assert lines[-2] == "2. USA, A speed record: won by Ada"
    assert max(map(len, lines)) < 80


@cache
def over() -> Match:
    """Return a finished season, shared by tests."""
    match = new_season("1961, two people and 2 Legends")
    for _ in season_played(match, Random(6)):
        pass
    return match


def test_the_end_of_a_season_names_the_champion_everywhere() -> None:
    match = over()
    season = match.season
    assert season is not None
    champion = season_rows(season)[0]
    assert season_lines(season)[-1] == f"The champion is {champion.name}."
    assert json.loads(as_json(season))["champion"] == champion.name
    assert as_markdown(season).startswith("# The season of 1961: the final standings\n")
    assert champion.points == max(season.points)
    assert len(champion.races) == 3


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_ends_with_a_line_break(form: str) -> None:
    for results in ((), RESULTS[:1], RESULTS):
        text = FORMATS[form](season_after(*results))
        assert text.endswith("\n")
        assert not text.endswith("\n\n")


@pytest.mark.usefixtures("unjudged")
def test_the_log_of_a_season_has_all_its_races() -> None:
    match = over()
    season = match.season
    assert season is not None
    text = log_text(match)
    for race in match.past:
        told = [*past_lines(race), *ended_lines(race)]
        start = text.index(told[0])
        assert text[start : start + len(told)] == told
    story = Story(match).lines()
    start = text.index(story[0])
    assert text[start : start + len(story)] == story
    assert text[-len(season_lines(season)) :] == season_lines(season)
    assert result_lines(match)[-1] == "The seed of this season is 11."


@pytest.mark.usefixtures("unjudged")
def test_the_log_during_a_season_ends_with_the_standings_so_far() -> None:
    season = replace(SHORT_1961, calendar=SHORT_1961.calendar[1:])
    match = to_the_pause(Match.start(season, ("person", "person")), Random(1))
    assert "Result:" in log_text(match)
    match.next_race()
    text = log_text(match)
    assert text.count("Result:") == 1
    assert "Before the start." in text
    assert match.season is not None
    assert text[-5:] == season_lines(match.season)
