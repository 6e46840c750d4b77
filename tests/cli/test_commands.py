"""The commands for tracks, saves, paths, version, help and completion; lazy imports, closed pipes and bug reports."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from heat_tui import __version__
from heat_tui.cli import commands
from heat_tui.cli.reports import report_text, write_report
from heat_tui.drivers.kinds import RUNGS
from heat_tui.game.table.match import Match
from heat_tui.store.tracks import BUILT_IN_IDS
from tests.cli.program import COMMAND, ROOT, environment, heat_tui
from tests.tracks.circuits import small, write

COMMANDS = ("book", "completion", "paths", "plain", "race", "replay", "resume", "saves", "sim", "tracks")


def test_version_is_printed(tmp_path: Path) -> None:
    for option in ("--version", "-V"):
        run = heat_tui(option, home=tmp_path)
        assert (run.returncode, run.stdout) == (0, f"heat-tui {__version__}\n")


@pytest.mark.parametrize("arguments", [("--version",), ("--help",), ("race", "--help"), ("completion", "bash")])
def test_heavy_modules_are_not_imported(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    script = (
        "import sys\nfrom heat_tui.cli.entry import run\n"
        f"code = run({list(arguments)!r})\n"
        "print(code, sorted({'pydantic', 'textual', 'rich', 'platformdirs'} & set(sys.modules)), file=sys.stderr)"
    )
    run = subprocess.run(
        [sys.executable, "-c", script], env=environment(tmp_path), capture_output=True, text=True, check=True
    )
    assert run.stderr == "0 []\n"


def test_help_names_every_command(tmp_path: Path) -> None:
    run = heat_tui("--help", home=tmp_path)
    assert run.returncode == 0
    assert "unofficial fan project" in run.stdout
    assert all(f"\n  {command} " in run.stdout for command in COMMANDS)
    for command in COMMANDS:
        assert heat_tui(command, "--help", home=tmp_path).stdout.startswith(f"Usage: heat-tui {command}")


def test_every_numeric_option_takes_whole_numbers() -> None:
    def kinds(command: click.Command) -> set[str]:
        below = command.commands.values() if isinstance(command, click.Group) else ()
        return {param.type.name for param in command.params}.union(*map(kinds, below))

    assert "integer range" in kinds(commands.heat_tui)
    assert not any(kind.startswith("float") for kind in kinds(commands.heat_tui))


@pytest.mark.point("R4")
def test_watching_without_a_table_starts_a_race_of_automated_drivers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    matches: list[Match] = []
    monkeypatch.setenv("HEAT_TUI_HOME", str(tmp_path))
    monkeypatch.setattr("heat_tui.cli.lines.play_in_lines", lambda match, **_given: matches.append(match))
    run = CliRunner().invoke(commands.heat_tui, ["watch", "--plain"])
    assert run.exit_code == 0, run.output
    (match,) = matches
    assert sorted(match.controllers) == sorted(RUNGS)
    match.leave()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts_are_printed(tmp_path: Path, shell: str) -> None:
    run = heat_tui("completion", shell, home=tmp_path)
    assert run.returncode == 0
    assert f"_HEAT_TUI_COMPLETE={shell}_complete" in run.stdout


def test_completion_suggests_the_right_words(tmp_path: Path) -> None:
    run = heat_tui(home=tmp_path, _HEAT_TUI_COMPLETE="bash_complete", COMP_WORDS="heat-tui tr", COMP_CWORD="1")
    assert (run.returncode, run.stdout) == (0, "plain,tracks\n")


@pytest.mark.parametrize(
    ("typed", "answers"),
    [
        ("sim --preset ", ["first_race", "base", "modules", "heavy_rain", "tunnel_vision", "everything"]),
        ("race --garage b", ["basic", "both"]),
        ("plain --draft ", ["normal", "snake", "deal"]),
        ("race --sets base,", ["base,heavy_rain", "base,tunnel_vision"]),
        ("race --sets t", ["tunnel_vision"]),
        ("sim --track j", ["japan"]),
        ("plain --aggr", ["--aggressive"]),
    ],
)
def test_completion_knows_the_rules(tmp_path: Path, typed: str, answers: list[str]) -> None:
    words = f"heat-tui {typed}"
    run = heat_tui(
        home=tmp_path, _HEAT_TUI_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD=str(len(words.split(" ")) - 1)
    )
    assert run.returncode == 0
    assert [line.removeprefix("plain,") for line in run.stdout.splitlines()] == answers


@pytest.mark.parametrize("command", ["race", "plain", "sim"])
def test_the_help_lists_the_option_of_every_rule(tmp_path: Path, command: str) -> None:
    told = heat_tui(command, "--help", home=tmp_path).stdout
    for option in ("--preset", "--garage", "--draft", "--sets", "--weather", "--tournament", "--aggressive", "--pro"):
        assert f"  {option}" in told


def test_paths_are_listed(tmp_path: Path) -> None:
    run = heat_tui("paths", home=tmp_path)
    assert run.returncode == 0
    for folder in ("saves", "book.sqlite", "tracks", "reports"):
        assert str(tmp_path / folder) in run.stdout


def test_tracks_lists_all_tracks(tmp_path: Path) -> None:
    run = heat_tui("tracks", home=tmp_path)
    assert run.returncode == 0
    assert [line.split()[0] for line in run.stdout.splitlines()] == ["Track", *BUILT_IN_IDS]
    assert heat_tui("tracks", "list", home=tmp_path).stdout == run.stdout


def test_a_track_is_shown_with_its_limits_and_lines(tmp_path: Path) -> None:
    run = heat_tui("tracks", "show", "usa", home=tmp_path)
    assert run.returncode == 0
    for part in ("USA (usa)", "<7>", "<3>", "<2>", "#", ":", "=", "."):
        assert part in run.stdout
    assert max(map(len, run.stdout.splitlines())) <= 78


def test_the_schema_is_json(tmp_path: Path) -> None:
    schema = json.loads(heat_tui("tracks", "schema", home=tmp_path).stdout)
    assert "corners" in schema["properties"]


def test_a_bad_file_among_the_players_tracks_spoils_nothing(tmp_path: Path) -> None:
    (tmp_path / "tracks").mkdir()
    (tmp_path / "tracks" / "bad.toml").write_text("laps = = 2")
    run = heat_tui("tracks", home=tmp_path)
    assert run.returncode == 0
    assert run.stdout.splitlines()[-1].endswith("correct that line.")
    assert len(run.stdout.splitlines()) == 1 + len(BUILT_IN_IDS) + 1


def test_a_save_can_be_shown_renamed_exported_and_deleted(tmp_path: Path) -> None:
    assert heat_tui("saves", home=tmp_path).stdout == "No races are saved yet.\n"
    heat_tui("plain", "--drivers", "Ada,@steady", "--cars", "2", "--laps", "1", "--track", "usa", home=tmp_path)
    name = heat_tui("saves", "list", home=tmp_path).stdout.splitlines()[1].split()[0]
    shown = heat_tui("saves", "show", name, home=tmp_path).stdout
    assert "Round 1." in shown
    assert "1. " in shown
    assert "Round 1 begins" in heat_tui("saves", "show", name, "--log", home=tmp_path).stdout
    assert "Round 1: " in heat_tui("saves", "show", name, "--brief", home=tmp_path).stdout
    assert "Round 1 begins" not in shown

    exported = tmp_path / "copy.json"
    assert heat_tui("saves", "export", name, str(exported), home=tmp_path).returncode == 0
    again = heat_tui("saves", "export", name, str(exported), home=tmp_path)
    assert again.returncode == 2
    assert "already exists" in again.stderr
    assert heat_tui("saves", "import", str(exported), home=tmp_path).stdout.endswith(" as copy.\n")
    assert heat_tui("saves", "rename", "copy", "My race", home=tmp_path).stdout == "Renamed copy to my-race.\n"
    assert heat_tui("saves", "delete", "my-race", home=tmp_path).returncode == 0
    assert [path.stem for path in (tmp_path / "saves").iterdir()] == [name]


def test_the_size_of_a_drawing_is_given_in_columns_and_lines(tmp_path: Path) -> None:
    told = heat_tui("tracks", "show", "--help", home=tmp_path).stdout
    assert "--width COLUMNS" in told
    assert "--height LINES" in told


def test_the_name_of_a_save_cannot_control_the_terminal(tmp_path: Path) -> None:
    """The game finds files with any name, such as one that somebody sent with a line break in it."""
    heat_tui("plain", "--drivers", "Ada", "--legends", "0", "--laps", "1", "--track", "usa", home=tmp_path)
    (save,) = (tmp_path / "saves").iterdir()
    save.rename(save.with_name("two\nlines.json"))
    assert heat_tui("saves", home=tmp_path).stdout.splitlines()[1].startswith(r"two\nlines ")
    told = heat_tui("saves", "rename", "two\nlines", "one", home=tmp_path).stdout
    assert told == r"Renamed two\nlines to one." + "\n"


def test_a_finished_race_is_shown_with_its_result(tmp_path: Path) -> None:
    heat_tui("plain", "--drivers", "@steady,@chance", "--cars", "2", "--laps", "1", "--track", "usa", home=tmp_path)
    listed = heat_tui("saves", home=tmp_path).stdout
    assert "won by Steady" in listed
    name = listed.splitlines()[1].split()[0]
    assert "Result:\n1. Steady: rounds " in heat_tui("saves", "show", name, home=tmp_path).stdout


def test_a_closed_pipe_causes_no_error_message(tmp_path: Path) -> None:
    command = " ".join([*COMMAND, "tracks", "schema", "|", "true"])
    run = subprocess.run(
        ["bash", "-c", command + "; exit ${PIPESTATUS[0]}"],
        capture_output=True,
        text=True,
        env=environment(tmp_path),
        cwd=ROOT,
        check=False,
    )
    assert run.returncode in (0, 141)
    assert run.stderr == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
@pytest.mark.parametrize(
    "arguments", [("tracks",), ("plain", "--drivers", "Ada", "--cars", "1", "--laps", "1", "--track", "usa")]
)
def test_output_that_cannot_be_written_is_reported_in_one_sentence(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    with Path("/dev/full").open("w") as full:
        run = subprocess.run(
            [*COMMAND, *arguments],
            env=environment(tmp_path),
            stdin=subprocess.DEVNULL,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert run.returncode == 2
    assert run.stderr.startswith("heat-tui: The output cannot be written (No space left on device)")
    assert run.stderr.count("\n") == 1
    assert not (tmp_path / "reports").exists()


BREAK = """
import sys
import heat_tui.plain.table as table
def broken(self, decision):
    raise RuntimeError("a bug")
table.PlainTable._chosen = broken
from heat_tui.cli.entry import run
sys.exit(run(["plain", "--drivers", "Ada", "--cars", "1", "--laps", "1", "--track", "usa", "--seed", "1"]))
"""


@pytest.mark.long
def test_a_bug_is_saved_and_reported_in_one_sentence(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-c", BREAK], env=environment(tmp_path), capture_output=True, text=True, check=False
    )
    assert run.returncode == 1
    assert run.stderr.count("\n") == 1
    assert "Traceback" not in run.stderr
    (report,) = (tmp_path / "reports").iterdir()
    assert str(report) in run.stderr
    text = report.read_text()
    for part in (f"heat-tui {__version__}", "Python 3.", "pydantic ", "RuntimeError: a bug", "Traceback"):
        assert part in text
    save = tmp_path / "from_report.json"
    save.write_text(text.partition("--- the race; this part alone is a save file ---\n")[2])
    assert heat_tui("saves", "import", str(save), home=tmp_path).returncode == 0
    assert len(list((tmp_path / "saves").iterdir())) == 2


def test_bug_reports_of_the_same_moment_are_all_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEAT_TUI_HOME", str(tmp_path))
    for _report in range(3):
        write_report(ValueError("a bug"))
    assert len(list((tmp_path / "reports").iterdir())) == 3


@pytest.mark.parametrize(
    "arguments",
    [
        ["--database", "postgresql://ada:top@secret@127.0.0.1/x"],
        ["--database=postgresql://ada:top@secret@127.0.0.1/x"],
        ["--database", "postgresql://ada@127.0.0.1/x?password=top@secret"],
    ],
)
def test_a_bug_report_holds_no_password(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["heat-tui", "tables", *arguments, "--drivers", "@steady"])
    text = report_text(ValueError("a bug"))
    assert "secret" not in text
    assert "127.0.0.1/x" in text
    assert "'@steady'" in text


def test_a_bug_report_that_cannot_be_saved_goes_to_the_temporary_files(tmp_path: Path) -> None:
    home = tmp_path / "file"
    home.write_text("no folder")
    (tmp_path / "temporary").mkdir()
    run = subprocess.run(
        [sys.executable, "-c", BREAK],
        env=environment(home, TMPDIR=str(tmp_path / "temporary")),
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 1
    (report,) = (tmp_path / "temporary").iterdir()
    assert str(report) in run.stderr


def test_a_circuit_of_the_official_adaptation_is_imported_and_raced(tmp_path: Path) -> None:
    circuit = write(tmp_path, small(), "oval.heat")
    run = heat_tui("tracks", "import", str(circuit), home=tmp_path)
    assert run.returncode == 0
    first, *notes, last = run.stdout.splitlines()
    assert first == f"Imported {circuit} as oval_park."
    assert len(notes) == 3
    assert last == f"The track is saved as {tmp_path / 'tracks' / 'oval_park.toml'}."
    assert "already exists" in heat_tui("tracks", "import", str(circuit), home=tmp_path).stderr
    assert heat_tui("tracks", "import", str(circuit), "--force", home=tmp_path).returncode == 0
    assert heat_tui("tracks", "import", str(circuit), "--as", "other", home=tmp_path).returncode == 0
    listed = heat_tui("tracks", home=tmp_path).stdout.splitlines()
    assert [line.split()[0] for line in listed[-2:]] == ["other", "oval_park"]
    raced = heat_tui("sim", "--track", "other", "--races", "2", "--cars", "2", "--seed", "1", home=tmp_path)
    assert raced.returncode == 0


def test_everything_missing_in_a_circuit_is_reported(tmp_path: Path) -> None:
    table = small()
    del table["corners"], table["nbrLaps"]
    run = heat_tui("tracks", "import", str(write(tmp_path, table)), home=tmp_path)
    assert run.returncode == 2
    assert len(run.stderr.splitlines()) == 2
    assert not (tmp_path / "tracks").exists()
