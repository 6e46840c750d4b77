"""A random seed stays hidden while its race or season runs: every command is tried."""

from __future__ import annotations

import json
import secrets
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Final

import click
import pytest

from heat_tui.cli.commands import heat_tui as program
from heat_tui.game.setup.challenge import code_of
from heat_tui.game.setup.race_options import MOST_SEED
from heat_tui.game.table.match import Match
from heat_tui.game.table.shared import SharedMatch
from heat_tui.modules.championship.season import SeasonSetup, nothing_carried, race_setup
from heat_tui.plain.commands import COMMANDS
from heat_tui.store.locks import lock_of
from heat_tui.store.saved_race import GameSetup
from heat_tui.store.saves import SaveStore
from heat_tui.store.shared_tables import SharedTables
from tests.cli.program import ROOT, environment, heat_tui
from tests.saves.races import MIXES, step
from tests.saves.seasons import SEASONS, to_the_pause

pytestmark = pytest.mark.point("N1")

RACE: Final = MIXES["italy, two people, mulligan and handicap"]
SEASON: Final = SEASONS["1961, two people and 2 Legends"]
SEED: Final = 7_305_882_916_443_190_257
ASKED: Final = "\n".join([*COMMANDS, "undo turn", "takeback 1", "log 500", "no", "c"]) + "\n"

RUNS: Final[Mapping[str, tuple[tuple[str, ...], ...]]] = {
    "": ((),),
    "table": (("--drivers", "Ada", "--plain"),),
    "sit": (("shared", "--as", "Ada", "--plain"),),
    "watch": (("nowhere", "--plain"),),
    "tables": ((),),
    "host": (("--open-only", "--drivers", "Ada"),),
    "door": ((),),
    "race": (("--ghost", "race", "--drivers", "Ada"),),
    "season": ((),),
    "resume": (("race",), ("season",), ()),
    "replay": (
        ("race",),
        *(
            (save, "--export", f"{save}.{kind}", "--size", "80x24")
            for save, kind in (("race", "cast"), ("race", "svg"), ("season", "svg"), ("pause", "svg"))
        ),
    ),
    "plain": (
        *(("--resume", save) for save in ("race", "season", "pause", "held")),
        ("--ghost", "race", "--drivers", "Ada"),
    ),
    "sim": (("--races", "1", "--cars", "2", "--laps", "1"),),
    "standings": tuple((save, "--format", form) for save in ("season", "pause") for form in ("text", "csv", "json")),
    "drivers": ((),),
    "paths": ((),),
    "completion": (("bash",),),
    "tracks": ((),),
    "tracks list": ((),),
    "tracks show": (("usa",),),
    "tracks check": (("saves/race.json",),),
    "tracks import": (("saves/race.json", "--as", "mine"),),
    "tracks edit": ((),),
    "tracks schema": ((),),
    "saves": ((),),
    "saves list": ((),),
    "saves show": tuple(
        (save, *more)
        for save in ("race", "season", "pause")
        for more in ((), ("--log",), ("--brief",), ("--race", "1"))
    ),
    "saves figures": tuple(
        (save, "--format", form) for save in ("race", "season", "pause") for form in ("text", "csv", "json")
    ),
    "saves code": (("race",), ("season",), ("pause",)),
    "saves export": (("race", "copy.json"), ("season", "copies.json")),
    "saves import": (("saves/race.json",),),
    "saves rename": (("race", "other"),),
    "saves delete": (("race",),),
    **{
        f"book{sub}": tuple((*names, "--format", form) for form in ("text", "csv", "json"))
        for sub, names in {
            " drivers": (),
            " driver": ("Ada",),
            " h2h": ("Ada", "Bo"),
            " records": (),
            " tracks": (),
            " seasons": (),
            " races": (),
        }.items()
    },
    "book": ((),),
    "book rebuild": ((),),
    "book merge": (("Bo", "Ada"),),
    "book unmerge": (("Bo",),),
}
"""The arguments that each command is tried with."""

HOLDS_EVERYTHING: Final = (
    "saves",
    "tables.sqlite",
    "tables.sqlite-shm",
    "tables.sqlite-wal",
    "book.sqlite",
    "copy.json",
    "copies.json",
)
"""Saves, their copies, shared tables and the book: anyone who opens such a file sees everything."""


def leaves(command: click.Command, *path: str) -> Iterator[str]:
    """Yield every runnable command as it is typed."""
    if not isinstance(command, click.Group):
        yield " ".join(path)
        return
    if command.invoke_without_command:
        yield " ".join(path)
    for name, each in command.commands.items():
        yield from leaves(each, *path, name)


def giving_away(setup: GameSetup) -> list[str]:
    """Return all texts that reveal the cards of a game: its seeds as a save has them, and a single race's code."""
    if isinstance(setup, SeasonSetup):
        races = [race_setup(setup, index, nothing_carried(setup)) for index in range(len(setup.calendar))]
        return [str(setup.seed), *(str(race.seed) for race in races)]
    code = code_of(setup, ("person",) * len(setup.seats))
    return [str(setup.seed), code, code.replace("-", "")]


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a home with two races, one of them open elsewhere, two seasons, one of them at a pause, and a table."""
    home = tmp_path_factory.mktemp("home")
    store, random = SaveStore(home / "saves", book=home / "book.sqlite"), Random(4)
    for name in ("race", "held"):
        match = Match.start(replace(RACE[0], seed=SEED), RACE[1], store=store, name=name)
        for _choice in range(12):
            step(match, random)
        match.leave()
    for name in ("season", "pause"):
        match = to_the_pause(Match.start(replace(SEASON[0], seed=SEED), SEASON[1], store=store, name=name), random)
        if name == "season":
            match.next_race()
            step(match, random)
        match.leave()
    tables = SharedTables(f"sqlite:///{home / 'tables.sqlite'}")
    SharedMatch.begin(tables, Match.start(replace(RACE[0], seed=SEED), RACE[1]), name="shared")
    lock_of(store.path("held")).write_text(
        json.dumps({"token": "t", "host": "another machine", "pid": 1, "started": "", "since": time.time()})
    )
    return home


@pytest.fixture
def home(games: Path, tmp_path: Path) -> Path:
    return shutil.copytree(games, tmp_path / "home")


def assert_secret(home: Path, *texts: str) -> None:
    """Assert that nothing printed or written reveals a game, except for the files that hold everything."""
    tokens = [token for setup in (RACE[0], SEASON[0]) for token in giving_away(replace(setup, seed=SEED))]
    written = [path for path in home.rglob("*") if path.is_file()]
    texts += tuple(
        path.read_text(encoding="utf-8", errors="replace")
        for path in written
        if path.relative_to(home).parts[0] not in HOLDS_EVERYTHING
    )
    texts += tuple(path.name for path in written)
    for token in tokens:
        for text in texts:
            assert token not in text, text[max(0, text.index(token) - 200) : text.index(token) + 40]


def test_every_command_is_in_the_table() -> None:
    assert set(RUNS) == set(leaves(program))


@pytest.mark.parametrize("command", RUNS)
def test_no_command_shows_the_seed_of_a_running_game(command: str, home: Path) -> None:
    for arguments in RUNS[command]:
        typed = "watch\nquit\n" if "held" in arguments else ASKED
        ended = heat_tui(*command.split(), *arguments, home=home, cwd=home, typed=typed)
        assert ended.returncode in (0, 2), ended.stderr
        assert_secret(home, ended.stdout, ended.stderr)


def test_the_search_would_find_a_revealed_seed(home: Path) -> None:
    """The saves contain the seed, so a command that copied a save to the screen would be caught."""
    for name in ("race", "season", "pause", "held"):
        with pytest.raises(AssertionError):
            assert_secret(home, (home / "saves" / f"{name}.json").read_text())
    store = SaveStore(home / "saves")
    assert not any(store.read(name).finished for name in ("race", "season", "pause", "held"))


def test_watching_a_race_open_in_another_program_shows_no_seed(home: Path) -> None:
    shown = heat_tui("plain", "--resume", "held", home=home, typed="watch\nquit\n").stdout
    assert "\nRound 2.\n1. Ada, lap 1, space 19, race line, gear 3, 4 Heat\n" in shown
    assert "seed" not in shown


BREAK = """
import sys
import heat_tui.plain.table as table
def broken(self, decision):
    raise RuntimeError("a bug")
table.PlainTable._chosen = broken
from heat_tui.cli.entry import run
sys.exit(run(["plain", "--resume", sys.argv[1]]))
"""


@pytest.mark.long
@pytest.mark.parametrize("name", ["race", "season"])
def test_no_bug_report_reveals_a_running_game(name: str, home: Path) -> None:
    typed = "1 1\n\n" * 30
    ended = subprocess.run(
        [sys.executable, "-c", BREAK, name],
        env=environment(home),
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert ended.returncode == 1, ended.stdout
    (report,) = (home / "reports").iterdir()
    text = report.read_text()
    assert "RuntimeError: a bug" in text
    assert f"save: {name}, rules: " in text
    assert '"hand":' not in text
    assert_secret(home, ended.stdout, ended.stderr)


def test_a_random_seed_has_all_bits_and_a_chosen_one_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With only 30 bits, every seed could be tried and compared with the first open cards."""
    asked: list[int] = []

    def drawn(most: int) -> int:
        asked.append(most)
        return SEED

    monkeypatch.setattr(secrets, "randbelow", drawn)
    rules = ("--drivers", "Ada,Bo", "--legends", "1")
    for game in (("--track", "italy", "--laps", "1"), ("--season", "1961")):
        shown = {}
        for save, *seed in (("drawn",), ("chosen", "--seed", str(SEED))):
            home = tmp_path / game[1] / save
            assert heat_tui("plain", *game, *rules, *seed, home=home).returncode == 0
            (file,) = (home / "saves").glob("*.json")
            shown[save] = heat_tui("saves", "show", file.stem, home=home).stdout
            assert str(SEED) in file.read_text()
            assert_secret(home, *([shown[save]] if save == "drawn" else []))
        seeds = [line for line in shown["chosen"].splitlines() if line.startswith("The seed ")]
        assert seeds in ([f"The seed of this race is {SEED}."], [f"The seed of this season is {SEED}."])
        assert "The seed " not in shown["drawn"]
    assert asked == [MOST_SEED + 1] * len(asked)
    assert asked
