"""`heat-tui plain` through a pipe, as a separate process if signals, streams or encodings matter."""

from __future__ import annotations

import re
import signal
import subprocess
import time
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

from heat_tui.cli.saves import list_all
from heat_tui.engine.setup import RaceSetup
from heat_tui.store.save_list import SaveInfo
from heat_tui.store.saves import SaveStore
from heat_tui.store.track_format import track_text
from heat_tui.store.tracks import load_track
from tests.cli.program import COMMAND, ROOT, environment, heat_tui, process
from tests.plain.typist import Keyboard, Screen, match, table

ARGUMENTS = ("--track", "usa", "--drivers", "Ada,Bo", "--legends", "2", "--laps", "1", "--seed", "3")


class Moves(NamedTuple):
    """The input and output of a whole race; after `cut` lines, no plan is waiting for its confirmation."""

    typed: str
    told: str
    cut: int


@pytest.fixture(scope="module")
def moves() -> Moves:
    """Return the moves of two people in a whole race."""
    screen = Screen()
    cuts: list[int] = []

    def before(keyboard: Keyboard) -> None:
        if not keyboard.confirms:
            cuts.append(len(keyboard.lines))

    keyboard = Keyboard(screen, before=before)
    table(screen, keyboard, match("Ada", "Bo")).race()
    cut = next(cut for cut in cuts if cut > 20)
    return Moves("".join(f"{line}\n" for line in keyboard.lines), screen.getvalue(), cut)


def saved(home: Path) -> SaveInfo:
    """Return the only save."""
    (info,) = SaveStore(home / "saves").list()
    assert isinstance(info, SaveInfo)
    return info


def saved_setup(home: Path) -> RaceSetup:
    """Return the setup of the only save."""
    setup = SaveStore(home / "saves").read(saved(home).name).setup
    assert isinstance(setup, RaceSetup)
    return setup


def test_two_people_and_two_legends_race_through_a_pipe(tmp_path: Path, moves: Moves) -> None:
    run = process("plain", *ARGUMENTS, home=tmp_path, typed=moves.typed)
    assert run.returncode == 0, run.stderr
    assert run.stderr == ""
    assert run.stdout == moves.told
    assert saved(tmp_path).finished


@pytest.mark.point("R5")
def test_the_setup_works_through_a_pipe_too(tmp_path: Path, moves: Moves) -> None:
    run = heat_tui("plain", home=tmp_path, typed="\nusa\nAda,Bo\n2\n1\n")
    assert run.returncode == 0
    assert (
        "Rules [base]: \nTrack [usa]: usa\nDrivers, separated by commas [Player 1]: Ada,Bo\n"
        "Ladder: Novice -  Club -  Steady -  Champion -\nLegends [2]: 2\nLaps [2]: 1\n"
    ) in run.stdout
    assert "To resume it: heat-tui plain --resume" in run.stdout
    setup = saved_setup(tmp_path)
    assert (setup.track.id, setup.seats, setup.laps) == ("usa", ("Ada", "Bo"), 1)


def test_enter_takes_the_value_in_brackets(tmp_path: Path) -> None:
    run = heat_tui("plain", home=tmp_path, typed="\n\n\n\n\n")
    assert run.returncode == 0
    setup = saved_setup(tmp_path)
    assert (setup.track.id, setup.seats, setup.laps) == ("usa", ("Player 1",), 2)
    assert [(module.name, module.options()) for module in setup.modules] == [("legends", {"count": 3, "pro": 0})]


@pytest.mark.parametrize(
    ("arguments", "typed", "track", "modules"),
    [
        ((), "heavy rain\n\nAda\n\n1\n", "japan", ["legends", "spaces", "weather", "garage"]),
        ((), "tunnel_vision\nusa\nAda\n0\n1\n", "usa", ["weather", "garage"]),
        ((), "first_race\nAda\n", "usa", ["legends"]),
        (("--preset", "modules"), "\nAda\n0\n1\n", "usa", ["weather", "garage", "tournament"]),
        (("--weather",), "\nAda\n0\n1\n", "usa", ["weather"]),
        (("--aggressive",), "usa\n\nAda\n0\n1\n1\n", "japan", ["legends", "spaces"]),
    ],
)
def test_the_rules_are_asked_for_by_preset(
    tmp_path: Path, arguments: tuple[str, ...], typed: str, track: str, modules: list[str]
) -> None:
    run = heat_tui("plain", *arguments, home=tmp_path, typed=typed)
    assert run.returncode == 0, run.stderr
    assert ("Rules [base]:" in run.stdout) == (not arguments)
    setup = saved_setup(tmp_path)
    assert (setup.track.id, setup.laps, [module.name for module in setup.modules]) == (track, 1, modules)


def test_presets_are_explained(tmp_path: Path) -> None:
    run = heat_tui("plain", "--handicap", "Ada=1", "--drivers", "Ada", home=tmp_path, typed="?\n")
    words = " ".join(run.stdout.split())
    assert (
        "first_race: One lap of the USA against two Legends, with no other options. base: The basic rules only"
    ) in words
    assert "everything: A snake draft with the upgrades of every set" in words


@pytest.mark.parametrize("typed", ["help", "HELP", "？", "ｈｅｌｐ"])
def test_the_setup_understands_help_in_any_letters(typed: str, tmp_path: Path) -> None:
    run = heat_tui("plain", "--track", "usa", "--preset", "base", home=tmp_path, typed=f"{typed}\n")
    assert run.stdout.count("Drivers, separated by commas [Player 1]:") == 2
    assert "@steady" in run.stdout


def test_presets_that_the_options_rule_out_are_not_offered(tmp_path: Path) -> None:
    """A track with 13 corners has too many for the 12 road conditions of the weather."""
    usa = load_track("usa")
    corners = (
        replace(usa.corners[0], line_after=4 * number, legends_line_after=4 * number - 2, press=number)
        for number in range(1, 14)
    )
    track = replace(usa, id="mine", name="Mine", corners=tuple(corners), race_line=((1, "left"),))
    (tmp_path / "mine.toml").write_text(track_text(track), encoding="utf-8")
    run = heat_tui("plain", "--track", "mine.toml", home=tmp_path, cwd=tmp_path, typed="everything\n")
    assert '"everything" is not one of the presets; type first_race or base.' in run.stdout


def test_a_players_own_track_can_be_typed_by_its_path(tmp_path: Path) -> None:
    text = (ROOT / "tracks" / "usa.toml").read_text(encoding="utf-8")
    path = tmp_path / "mine.toml"
    path.write_text(text.replace('"usa"', '"mine"').replace('"USA"', '"Mine"'), encoding="utf-8")
    run = heat_tui("plain", home=tmp_path, typed=f"\n{path}\nAda\n0\n1\n")
    assert run.returncode == 0, run.stderr
    assert saved_setup(tmp_path).track.id == "mine"


def test_only_open_questions_are_asked(tmp_path: Path) -> None:
    run = heat_tui("plain", "--track", "italy", "--cars", "4", home=tmp_path, typed="\nAda\n1\n")
    assert "Track [" not in run.stdout
    assert "Legends [" not in run.stdout
    assert saved_setup(tmp_path).modules[0].options() == {"count": 3, "pro": 0}


def test_the_memory_aid_is_a_setting_and_an_option(tmp_path: Path) -> None:
    def aided(*options: str, setting: str = "") -> bool:
        heat_tui("plain", *ARGUMENTS, *options, home=tmp_path, HEAT_TUI_MEMORY_AID=setting)
        (save,) = (tmp_path / "saves").iterdir()
        setup = saved_setup(tmp_path)
        save.unlink()
        return setup.memory_aid

    assert aided()
    assert not aided("--no-memory-aid")
    assert not aided(setting="off")
    assert aided("--memory-aid", setting="off")


def test_an_unreadable_setting_is_reported_and_the_race_begins(tmp_path: Path) -> None:
    run = heat_tui("plain", *ARGUMENTS, home=tmp_path, HEAT_TUI_MEMORY_AID="perhaps")
    assert run.returncode == 0
    assert run.stdout.startswith("HEAT_TUI_MEMORY_AID")
    assert saved_setup(tmp_path).memory_aid


@pytest.mark.parametrize(
    ("arguments", "drivers", "refusal"),
    [
        (("--legends", "3"), "A,B,C,D,E,F", "9 cars are too many for this race; it has room for 8."),
        (("--cars", "2"), "A,B,C", "The drivers (3) outnumber the cars (2); choose more cars."),
        (("--cars", "4", "--legends", "3"), "A,B", "do not add up to the cars (4)"),
        (("--handicap", "Zed=1"), "", 'The handicap names "Zed", who is not in the race'),
        (("--track", "japan", "--aggressive"), "A,B,C,D,E,F,G,H", "9 cars are too many for this race"),
        (("--season", "1961", "--legends", "3"), "A,B,C,D,E,F", "9 cars are too many for this race"),
        (("--season", "1961", "--handicap", "Zed=1"), "", 'The handicap names "Zed", who is not in the race'),
        (("--season", "1961", "--aggressive"), "A,B,C,D,E,F,G,H", "9 cars are too many for this race"),
    ],
)
def test_drivers_that_do_not_fit_the_options_are_asked_for_again(
    arguments: tuple[str, ...], drivers: str, refusal: str, tmp_path: Path
) -> None:
    rules = () if {"--season", "--aggressive"} & {*arguments} else ("--preset", "base")
    track = () if {"--season", "--track"} & {*arguments} else ("--track", "usa")
    run = heat_tui("plain", *arguments, *rules, *track, home=tmp_path, typed=f"{drivers}\nZed\n\n\n\n")
    assert run.returncode == 0, run.stderr
    _before, refused, after = run.stdout.partition(refusal)
    assert refused
    assert after.splitlines()[1] == "Drivers, separated by commas [Player 1]: Zed"


def test_nonsense_in_the_setup_is_asked_again(tmp_path: Path) -> None:
    typed = "wet\n\x1b[A\nbase\natlantis\n\x1b[A\n\nAda,Ada\n@ada\nAda\n-1\n9\n0\nmany\n0\n1\n"
    run = heat_tui("plain", home=tmp_path, typed=typed)
    assert run.returncode == 0
    assert run.stdout.count("Rules [base]:") == 3
    assert run.stdout.count("Track [usa]:") == 3
    assert run.stdout.count("Drivers, separated by commas [Player 1]:") == 3
    assert run.stdout.count("Legends [3]:") == 3
    assert run.stdout.count("Laps [2]:") == 3
    assert saved_setup(tmp_path).laps == 1


def test_an_empty_pipe_starts_no_race(tmp_path: Path) -> None:
    run = heat_tui("plain", home=tmp_path)
    assert run.returncode == 0
    assert run.stdout.endswith("The input ended before the race began, so nothing was saved.\n")
    assert not (tmp_path / "saves").exists()


def test_the_end_of_the_input_saves_and_says_how_to_resume(tmp_path: Path, moves: Moves) -> None:
    lines = moves.typed.splitlines(keepends=True)
    run = heat_tui("plain", *ARGUMENTS, home=tmp_path, typed="".join(lines[: moves.cut]))
    assert run.returncode == 0
    name = saved(tmp_path).name
    assert run.stdout.endswith(f"The race is saved as {name}. To resume it: heat-tui plain --resume {name}\n")
    rest = heat_tui("plain", "--resume", home=tmp_path, typed="".join(lines[moves.cut :]))
    assert rest.returncode == 0
    assert rest.stdout.endswith(moves.told[moves.told.index("Result:") :])
    assert saved(tmp_path).finished
    again = heat_tui("plain", "--resume", name, home=tmp_path)
    assert again.returncode == 0
    assert "Result:" in again.stdout


@pytest.mark.rule("S7")
def test_the_tutorial_can_be_played_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    screen = Screen()
    keyboard = Keyboard(screen)
    table(screen, keyboard, match("Ada", seed=4, lessons=True)).race()
    typed = "".join(f"{line}\n" for line in keyboard.lines)
    run = heat_tui("plain", "--tutorial", "--seed", "4", home=tmp_path, typed="Ada\n" + typed)
    assert run.returncode == 0, run.stderr
    assert run.stdout.endswith(screen.getvalue())
    assert "One lap of the USA: you against two Legends" in " ".join(run.stdout.split())
    setup = saved_setup(tmp_path)
    assert (setup.track.id, setup.seats, setup.laps) == ("usa", ("Ada",), 1)
    assert [(module.name, module.options()) for module in setup.modules] == [("legends", {"count": 2, "pro": 0})]
    assert "Result:" in run.stdout
    monkeypatch.setenv("HEAT_TUI_HOME", str(tmp_path))
    list_all()
    assert "  First race: USA  Ada  " in capsys.readouterr().out


@pytest.mark.long
def test_a_killed_race_can_be_resumed(tmp_path: Path, moves: Moves) -> None:
    lines = moves.typed.splitlines(keepends=True)
    with subprocess.Popen(
        [*COMMAND, "plain", *ARGUMENTS],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment(tmp_path),
        text=True,
    ) as process:
        assert process.stdin is not None
        process.stdin.write("".join(lines[:12]))
        process.stdin.flush()
        _wait_for_save(tmp_path, 3)
        process.kill()
    assert process.returncode == -signal.SIGKILL
    race = SaveStore(tmp_path / "saves").read(saved(tmp_path).name)
    played = len(race.standing)
    run = heat_tui("plain", "--resume", home=tmp_path)
    assert run.returncode == 0
    assert "Round" in run.stdout
    assert len(SaveStore(tmp_path / "saves").read(race.name).standing) == played


def _wait_for_save(home: Path, actions: int) -> None:
    store = SaveStore(home / "saves")
    for _ in range(200):
        if store.list() and len(store.read(saved(home).name).standing) >= actions:
            return
        time.sleep(0.05)
    raise AssertionError("not saved in time")


@pytest.mark.long
@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130)])
def test_a_signal_saves_and_ends_the_race(tmp_path: Path, moves: Moves, number: int, code: int) -> None:
    lines = moves.typed.splitlines(keepends=True)
    with subprocess.Popen(
        [*COMMAND, "plain", *ARGUMENTS],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(tmp_path),
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stderr is not None
        process.stdin.write("".join(lines[:12]))
        process.stdin.flush()
        _wait_for_save(tmp_path, 3)
        process.send_signal(number)
        process.wait(30)
        told = process.stderr.read()
    assert process.returncode == code
    assert "Traceback" not in told
    assert len(SaveStore(tmp_path / "saves").read(saved(tmp_path).name).standing) >= 3


@pytest.mark.long
def test_a_closed_pipe_ends_the_race_quietly(tmp_path: Path, moves: Moves) -> None:
    command = " ".join([*COMMAND, "plain", *ARGUMENTS, "|", "head", "-n", "3"])
    run = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        input=moves.typed,
        capture_output=True,
        text=True,
        env=environment(tmp_path),
        timeout=60,
        check=False,
    )
    assert run.returncode == 128 + signal.SIGPIPE
    assert run.stderr == ""
    assert run.stdout.count("\n") == 3


def test_an_unwritable_folder_is_reported_once(tmp_path: Path, moves: Moves) -> None:
    (tmp_path / "saves").write_text("a file in the way")
    run = heat_tui("plain", *ARGUMENTS, home=tmp_path, typed=moves.typed)
    assert run.returncode == 0
    assert run.stdout.count("This race is not being saved, but you can keep racing.") == 1
    assert "Result:" in run.stdout


def test_bytes_that_are_not_text_are_treated_as_nonsense(tmp_path: Path) -> None:
    run = subprocess.run(
        [*COMMAND, "plain", *ARGUMENTS],
        input=b"\xff\xfe\x80\n\x00\x01\nhelp\n",
        capture_output=True,
        env=environment(tmp_path, PYTHONUTF8="1"),
        timeout=60,
        check=False,
    )
    assert run.returncode == 0
    assert run.stderr == b""
    assert re.search(rb"is not a gear; type a gear", run.stdout)


def test_characters_unknown_to_the_terminal_do_not_stop_the_race(tmp_path: Path) -> None:
    typed = "\nusa\nJ\u00f6rg\n0\n1\n"
    run = process("plain", home=tmp_path, typed=typed, PYTHONUTF8="0", PYTHONIOENCODING="ascii", LC_ALL="C")
    assert run.returncode == 0, run.stderr
    assert "J??rg, plan:" in run.stdout


@pytest.mark.long
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_cause_no_error(tmp_path: Path, moves: Moves, closed: str) -> None:
    command = " ".join([*COMMAND, "plain", *ARGUMENTS, closed])
    run = subprocess.run(
        ["bash", "-c", command],
        input=moves.typed,
        capture_output=True,
        text=True,
        env=environment(tmp_path),
        timeout=60,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert saved(tmp_path).finished == ("<&-" not in closed)
    assert not (tmp_path / "reports").exists()
