"""`heat-tui book`: its commands, formats and bad input, and how a race in the line-based game enters it."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest

from heat_tui.game.table.match import Match
from tests.books import play_on, raced, store_in, unseen
from tests.cli.program import environment, heat_tui, refused


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Make a home with two races that the book has not seen yet."""
    unseen(store_in(tmp_path), (1, 2))
    return tmp_path


def test_a_book_without_races_says_so(tmp_path: Path) -> None:
    assert heat_tui("book", home=tmp_path).stdout == "The book has nothing to show here yet.\n"
    assert [*tmp_path.iterdir()] == []
    assert heat_tui("book", "rebuild", home=tmp_path).stdout == "0 races from your saves are in the book.\n"


def test_the_book_catches_up_when_it_is_opened(home: Path) -> None:
    shown = heat_tui("book", home=home).stdout
    assert shown.startswith("People\nDriver")
    assert heat_tui("book", "drivers", home=home).stdout == shown
    rows = [*csv.DictReader(io.StringIO(heat_tui("book", "drivers", "--format", "csv", home=home).stdout))]
    assert {(row["kind"], row["driver"], row["races"]) for row in rows} == {
        ("person", "Ada", "2"),
        ("automated", "@chance", "2"),
        ("legend", "Legend Green", "2"),
    }


@pytest.mark.parametrize(
    "command", [("driver", "ada"), ("h2h", "Ada", "@chance"), ("records",), ("tracks",), ("races", "--last", "1")]
)
def test_every_table_is_available_in_every_format(command: tuple[str, ...], home: Path) -> None:
    assert "USA" in heat_tui("book", *command, home=home).stdout
    assert "usa" in heat_tui("book", *command, "--format", "csv", home=home).stdout
    assert "usa" in json.dumps(json.loads(heat_tui("book", *command, "--format", "json", home=home).stdout))


def test_only_people_can_be_merged_and_only_merged_names_separated(home: Path) -> None:
    heat_tui("plain", "--drivers", "@steady,@chance", "--cars", "2", "--laps", "1", "--track", "usa", home=home)
    assert "@steady" in heat_tui("book", home=home).stdout
    told = heat_tui("book", "merge", "Ada", "@steady", home=home)
    assert refused(told) == "@steady is not a person; only the names of people can be merged."
    assert refused(heat_tui("book", "unmerge", "Ada", home=home)) == '"Ada" is not merged with another name.'


@pytest.mark.long
def test_a_race_in_lines_enters_the_book_and_its_record_is_in_the_result(tmp_path: Path) -> None:
    race = ("plain", "--cars", "2", "--laps", "1", "--track", "usa", "--seed", "3", "--drivers")
    slow = heat_tui(*race, "@chance,@chance", home=tmp_path).stdout
    assert "A record for" not in slow
    fast = heat_tui(*race, "@champion,@steady", home=tmp_path).stdout
    assert "A record for USA (1 lap): @" in fast
    assert heat_tui("book", "races", "--format", "csv", home=tmp_path).stdout.count("\n") == 5


def test_rebuilding_counts_a_race_in_two_saves_once(home: Path) -> None:
    store = store_in(home)
    saved = store.read("race-1")
    again = replace(saved, name="again", created=saved.created + timedelta(hours=1))
    store.write(again)
    races = heat_tui("book", "races", home=home).stdout.splitlines()[1:]
    assert len(races) == 2
    assert heat_tui("book", "rebuild", home=home).stdout == "2 races from your saves are in the book.\n"


def test_a_branched_race_says_so_and_is_not_in_the_book(home: Path) -> None:
    store = store_in(home)
    match = Match.resume(store.read("race-1"), store=None)
    play_on(match.branch(match.log[3], match.controllers, store=store), Random(9)).leave()
    (line,) = (line for line in heat_tui("saves", home=home).stdout.splitlines() if line.startswith("race-1-2 "))
    assert ", raced on" in line
    assert heat_tui("saves", home=home).stdout.count("raced on") == 1
    said = "Raced on from a choice in another race, so it does not count in the drivers' book."
    assert said in heat_tui("saves", "show", "race-1-2", home=home).stdout.splitlines()
    assert said not in heat_tui("saves", "show", "race-1", home=home).stdout.splitlines()
    assert len(heat_tui("book", "races", home=home).stdout.splitlines()) == 3


def test_rebuilding_reports_what_it_found(home: Path) -> None:
    store = store_in(home)
    raced(store, 3, "gone")
    store.delete("gone")
    (home / "saves" / "bad.json").write_text("{", encoding="utf-8")
    assert heat_tui("book", "rebuild", home=home).stdout == (
        "2 races from your saves are in the book.\n"
        "The book keeps 1 race whose save is gone.\n"
        "bad cannot be read; heat-tui saves show bad says why.\n"
    )
    (home / "book.sqlite").write_bytes(b"damaged")
    assert refused(heat_tui("book", home=home)) == (
        f"{home / 'book.sqlite'}: the drivers' book is damaged; heat-tui book rebuild keeps a copy of it and makes "
        "another from your saves."
    )
    told = heat_tui("book", "rebuild", home=home).stdout.splitlines()
    assert told[0] == f"The damaged book is kept as {home / 'book.sqlite.damaged'}."
    assert told[1] == "2 races from your saves are in the book."


@pytest.mark.parametrize(
    ("command", "fault"),
    [
        (("driver", "Nobody"), 'No driver in the book is called "Nobody"; heat-tui book lists them.'),
        (
            ("h2h", "Ada", "Adda"),
            'No driver in the book is called "Adda" (did you mean Ada?); heat-tui book lists them.',
        ),
        (("merge", "Ada", "Ada"), '"Ada" and "Ada" already count as one person.'),
        (("h2h", "Ada", "ada"), "Both names belong to Ada; name two drivers."),
        (("races", "--last", "0"), "Invalid value for '--last': 0 is not in the range x>=1."),
        (("drivers", "--format", "xml"), "Invalid value for '--format': 'xml' is not one of 'text', 'csv', 'json'."),
    ],
)
def test_bad_input_gets_one_sentence(command: tuple[str, ...], fault: str, home: Path) -> None:
    assert refused(heat_tui("book", *command, home=home)).startswith(fault)


@pytest.mark.parametrize("arguments", [("--help",), ("book", "--help"), ("saves",)])
def test_sqlite_is_not_imported_without_need(arguments: tuple[str, ...], tmp_path: Path) -> None:
    script = (
        "import sys\nfrom heat_tui.cli.entry import run\n"
        f"code = run({list(arguments)!r})\n"
        "print(code, sorted({'sqlite3', 'openskill'} & set(sys.modules)), file=sys.stderr)"
    )
    run = subprocess.run(
        [sys.executable, "-c", script], env=environment(tmp_path), capture_output=True, text=True, check=True
    )
    assert run.stderr == "0 []\n"
