"""If the app cannot be shown, the program says so before importing Textual, names `heat-tui plain` and exits with 2."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.program import ROOT, environment
from tests.terminal.child import Child

BLOCKED = """
import sys
class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("textual", "rich", "pydantic"):
            raise AssertionError(f"{name} is imported")
sys.meta_path.insert(0, Blocker())
from heat_tui.cli.entry import run
sys.exit(run(sys.argv[1:]))
"""
"""A script that runs the program with every heavy import blocked."""

COMMANDS = [
    (),
    ("race",),
    ("race", "--track", "usa", "--drivers", "Ada", "--legends", "1"),
    ("resume",),
    ("replay",),
    ("tracks", "edit"),
]


def command(*arguments: str) -> list[str]:
    """Return the command that runs `BLOCKED` with these arguments."""
    return [sys.executable, "-c", BLOCKED, *arguments]


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_the_app_needs_a_terminal(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    run = subprocess.run(
        command(*arguments), env=environment(tmp_path), capture_output=True, text=True, input="", check=False
    )
    assert run.returncode == 2
    assert run.stdout == ""
    assert run.stderr == (
        "heat-tui: The full-screen game needs a terminal, and this is not one; heat-tui plain races in lines of text.\n"
    )
    assert list(tmp_path.iterdir()) == []


def test_the_door_needs_a_terminal(tmp_path: Path) -> None:
    door = [sys.executable, "-m", "heat_tui", "door"]
    run = subprocess.run(
        door, env=environment(tmp_path), capture_output=True, text=True, input="", timeout=60, check=False
    )
    assert (run.returncode, run.stdout) == (2, "")
    assert "The full-screen game needs a terminal" in run.stderr


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        (
            "dumb",
            ("A terminal of type dumb cannot show the full-screen game; run heat-tui plain to race in lines of text."),
        ),
        (
            "unknown",
            (
                "A terminal of type unknown cannot show the full-screen game; run heat-tui plain to race in "
                "lines of text."
            ),
        ),
        (
            "",
            (
                "TERM is not set, so the game cannot identify this terminal; run heat-tui plain to race in "
                "plain text on any terminal."
            ),
        ),
        (
            None,
            (
                "TERM is not set, so the game cannot identify this terminal; run heat-tui plain to race in "
                "plain text on any terminal."
            ),
        ),
    ],
)
@pytest.mark.parametrize("arguments", [(), pytest.param(("race", "--watch"), marks=pytest.mark.long)], ids=" ".join)
def test_a_terminal_that_cannot_be_painted_on_is_refused(
    tmp_path: Path, arguments: tuple[str, ...], kind: str | None, sentence: str
) -> None:
    variables = environment(tmp_path)
    if kind is None:
        del variables["TERM"]
    else:
        variables["TERM"] = kind
    with Child(command(*arguments), variables) as child:
        told = b"".join(chunk.data for chunk in child.read_until_quiet(quiet=20.0))
        assert child.process.wait(20) == 2
    assert told.decode() == f"heat-tui: {sentence}\r\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("redirection", ["</dev/null", ">/dev/null", "<&-", ">&-"])
def test_input_and_output_both_need_a_terminal(tmp_path: Path, redirection: str) -> None:
    shell = ["sh", "-c", f'"$0" "$@" {redirection}', *command()]
    with Child(shell, environment(tmp_path)) as child:
        told = b"".join(chunk.data for chunk in child.read_until_quiet(quiet=20.0))
        assert child.process.wait(20) == 2
    assert b"heat-tui plain" in told
    assert b"Traceback" not in told
    assert str(ROOT).encode() not in told
