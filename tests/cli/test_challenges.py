"""Codes, the race of the day and ghosts on the command line, for the line-based and the full-screen game."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import Mock

import pytest

from heat_tui.cli import playing
from heat_tui.game.setup.challenge import race_of_day, read_code
from heat_tui.game.table.match import Match
from heat_tui.store.save_list import SaveInfo
from heat_tui.store.saved_race import SavedRace
from heat_tui.store.saves import SaveStore
from tests.cli.program import ROOT, heat_tui, refused
from tests.saves.races import new_match, played
from tests.saves.seasons import new_season

MONDAY = "1320-09SA-RJM2-0"
TARGET = "1348-14JH-TXWS-2PW8-4810-0B1"
"""The code of a race in Italy against Steady and two Legends; its target is Ada's second place in 14 rounds."""


def only(home: Path) -> SavedRace:
    """Return the only save in the store."""
    store = SaveStore(home / "saves")
    (info,) = store.list()
    assert isinstance(info, SaveInfo)
    return store.read(info.name)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a home with two finished races, one of them in the USA, an unfinished one, and a season."""
    home = tmp_path_factory.mktemp("home")
    store = SaveStore(home / "saves")
    match = new_match("usa, a person and 3 Legends", store, name="done")
    for _ in played(match, Random(4)):
        pass
    match.leave()
    new_match("spain, practice", store, name="begun").leave()
    new_season("1961, two people and 2 Legends", store, name="season").leave()
    shutil.copy(ROOT / "tests/saves/v1-mexico-finished.json", store.folder)
    return home


@pytest.fixture
def saves(made: Path, tmp_path: Path) -> Path:
    """Return a copy of the home that `made` returns."""
    return shutil.copytree(made, tmp_path, dirs_exist_ok=True)


def test_a_code_begins_its_race_with_the_given_names(tmp_path: Path) -> None:
    ended = heat_tui("plain", "--code", TARGET.lower(), "--drivers", "Zoë", home=tmp_path)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.startswith("Italy, 3 laps\nDrivers: Zoë, Steady, 2 Legends\nRules: Weather: on\nTarget: Ada, ")
    saved, found = only(tmp_path), read_code(TARGET)
    assert saved.setup.seats == ("Zoë", "Steady")
    assert saved.setup.seed == found.options.seed
    assert saved.controllers == ("person", "steady")
    assert saved.target == found.target
    assert saved.rival is None


def test_names_are_asked_for_until_they_fit(tmp_path: Path) -> None:
    ended = heat_tui("plain", "--code", MONDAY, home=tmp_path, typed="?\n@steady\nAda,Bo\nCy\n")
    assert "Type the names separated by commas" in ended.stdout
    assert '"Steady" is an automated driver, and the challenge chooses those' in ended.stdout
    told = " ".join(ended.stdout.split())
    assert "The names (2) do not match the people in this race (1); give one for each." in told
    assert only(tmp_path).setup.seats == ("Cy",)


def test_enter_takes_the_proposed_name_and_nothing_begins_without_an_answer(tmp_path: Path) -> None:
    ended = heat_tui("plain", "--code", MONDAY, home=tmp_path, typed="")
    assert "Your name [Player 1]: " in ended.stdout
    assert "nothing was saved" in ended.stdout
    heat_tui("plain", "--code", MONDAY, home=tmp_path, typed="\n")
    assert only(tmp_path).setup.seats == ("Player 1",)


@pytest.mark.parametrize("day", ["2026-11-16", ""])
def test_the_race_of_the_day_can_be_raced(day: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    noon = datetime(2026, 11, 17, 12, tzinfo=UTC)
    monkeypatch.setattr("heat_tui.store.saved_race.now", lambda: noon)
    ended = heat_tui("plain", "--daily", *(("--date", day) if day else ()), "--drivers", "Ada", home=tmp_path)
    assert ended.returncode == 0, ended.stderr
    raced = date.fromisoformat(day or "2026-11-17")
    saved = only(tmp_path)
    assert saved.name == f"daily-{raced}"
    assert saved.setup.seed == race_of_day(raced).options.seed
    assert saved.target is None


def test_the_code_of_a_save_has_its_seed_and_its_result_to_beat(saves: Path, tmp_path: Path) -> None:
    printed = heat_tui("saves", "code", "done", home=saves)
    assert printed.returncode == 0, printed.stderr
    found = read_code(printed.stdout)
    match = Match.resume(SaveStore(saves / "saves").read("done"), store=None)
    assert found.options.seed == match.setup.seed
    assert found.target is not None
    assert found.target.name == "Ada"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("begun", "begun is not over yet; finish the race to get its code."),
        ("season", "season is a season, and only single races have codes and ghosts."),
        ("monza", "No saved race is called monza"),
    ],
)
def test_saves_without_a_code_are_refused(name: str, sentence: str, saves: Path) -> None:
    assert refused(heat_tui("saves", "code", name, home=saves)).startswith(sentence)


BAD = [
    (("--code", "1320"), "This code has a typing error"),
    (("--code", ""), "No code was typed"),
    (("--code", "1320-09SA-RJM2-U"), '"U" in group 4 (U) cannot be in a code'),
    (("--code", MONDAY, "--track", "usa"), "--code decides how the race is set up; leave out --track."),
    (("--code", MONDAY, "--tutorial"), "--code decides how the race is set up; leave out --tutorial."),
    (("--code", MONDAY, "--daily"), "--code and --daily name two races; leave one out."),
    (("--code", MONDAY, "--drivers", "@steady"), '"Steady" is an automated driver'),
    (("--code", MONDAY, "--drivers", "Ada,Bo"), "The names (2) do not match the people in this race (1)"),
    (("--code", MONDAY, "--ghost", "monza"), "No saved race is called monza"),
    (("--code", MONDAY, "--ghost", "done"), "The ghost of done drove a different number of laps (1) from this race"),
    (("--daily", "--seed", "3"), "--daily decides how the race is set up; leave out --seed."),
    (("--daily", "--date", "22.11."), '"22.11." is not a date; write year, month and day, such as 2026-11-22.'),
    (("--date", "2026-11-22"), "--date chooses a race of the day; add --daily."),
    (("--tutorial", "--ghost", "done"), "--tutorial decides how the race is set up; leave out --ghost."),
    (("--ghost", "begun", "--drivers", "Ada", "--legends", "0"), "No person has finished begun, so it has no ghost"),
    (("--ghost", "season"), "season is a season, and only single races have codes and ghosts."),
    (("--ghost", "done", "--track", "italy", "--drivers", "Ada", "--legends", "1", "--laps", "1"), "The ghost of done"),
]


@pytest.mark.parametrize(("arguments", "sentence"), BAD)
def test_bad_input_in_lines_is_refused(arguments: tuple[str, ...], sentence: str, saves: Path) -> None:
    before = sorted((saves / "saves").iterdir())
    assert refused(heat_tui("plain", *arguments, home=saves)).startswith(sentence)
    assert sorted((saves / "saves").iterdir()) == before


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("",), "No saved race is called"),
        (("begun",), "No person has finished begun, so it has no ghost"),
        (("done", "--track", "italy"), "The ghost of done drove on USA, and this race is on Italy"),
        (("done", "--laps", "3"), "The ghost of done drove a different number of laps (1) from this race's (3)."),
    ],
)
def test_a_ghost_is_refused_before_the_first_question(arguments: tuple[str, ...], sentence: str, saves: Path) -> None:
    ended = heat_tui("plain", "--ghost", *arguments, home=saves, typed="\n\n\n\n")
    assert refused(ended).startswith(sentence)


def test_a_ghost_in_lines_leaves_its_laps_and_track_no_question(saves: Path) -> None:
    ended = heat_tui("plain", "--ghost", "done", "--track", "usa", home=saves, typed="base\nAda\n0\n")
    assert "USA: 69 spaces a lap, 1 lap." in ended.stdout
    assert "Track [" not in ended.stdout
    assert "Laps [" not in ended.stdout


@pytest.mark.parametrize(("arguments", "sentence"), BAD)
def test_bad_input_is_refused_before_the_app_opens(
    arguments: tuple[str, ...], sentence: str, saves: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playing, "check_terminal", lambda _command: None)
    assert refused(heat_tui("race", *arguments, home=saves)).startswith(sentence)


def test_options_of_challenges_are_refused_for_a_season(tmp_path: Path) -> None:
    ended = heat_tui("plain", "--season", "1961", "--daily", "--ghost", "x", home=tmp_path)
    assert refused(ended) == "Leave out --daily, --ghost, which a season does not take."


def started(monkeypatch: pytest.MonkeyPatch, home: Path, *arguments: str) -> tuple[str, Any, Any]:
    """Return the call that `race` makes to the app: the name of a method, its positional and its named arguments."""
    openings: list[Callable[[Any], None]] = []
    monkeypatch.setattr(playing, "check_terminal", lambda _command: None)
    monkeypatch.setattr(playing, "_run", lambda _loaded, opening: openings.append(opening))
    ended = heat_tui("race", *arguments, home=home)
    assert ended.returncode == 0, ended.stderr
    (opening,) = openings
    app = Mock()
    opening(app)
    ((name, parts, more),) = app.mock_calls
    return name, parts, more


def test_the_app_opens_with_a_challenge_and_its_ghost(saves: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = heat_tui("saves", "code", "done", home=saves).stdout.strip()
    for names, named in (((), False), (("--drivers", "Bo"), True)):
        method, (challenge, rival), more = started(
            monkeypatch, saves, "--code", code, "--ghost", "done", "--open-table", *names
        )
        assert method == "games.start_challenge"
        assert more == {"named": named}
        assert challenge.target == read_code(code).target
        assert challenge.options.open_table
        assert rival.name == "Ada"


def test_a_ghost_brings_its_track_and_its_laps(saves: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = ("--ghost", "done", "--drivers", "Bo", "--legends", "1")
    method, (setup, _controllers), more = started(monkeypatch, saves, *arguments)
    assert method == "games.start"
    assert (setup.track.id, setup.laps) == ("usa", 1)
    assert more["rival"].name == "Ada"


def test_a_ghost_in_lines_is_mentioned_at_every_plan_and_after_resuming(saves: Path) -> None:
    arguments = ("--ghost", "done", "--drivers", "Bo", "--legends", "1", "--seed", "3")
    ended = heat_tui("plain", *arguments, home=saves, typed="status\nmap\nstrip\n")
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.count("The ghost of Ada is on space ") == 2, ended.stdout
    assert ended.stdout.count("G the ghost") == 2
    again = heat_tui("plain", "--resume", home=saves)
    assert "The ghost of Ada is on space " in again.stdout
