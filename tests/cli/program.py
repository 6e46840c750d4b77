"""The program as a process of its own."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from heat_tui.cli.entry import run

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "heat_tui"]


def environment(home: Path, **more: str) -> dict[str, str]:
    """This checkout's program, with its files in `home`; a plain terminal of 80 x 24."""
    kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")}
    return {**kept, "PYTHONPATH": str(ROOT / "src"), "HEAT_TUI_HOME": str(home), "TERM": "xterm", **more}


def heat_tui(
    *arguments: str, home: Path, typed: str = "", cwd: Path | None = None, **more: str
) -> subprocess.CompletedProcess[str]:
    """Run the program to its end; `typed` comes through a pipe, `more` are environment variables."""
    return subprocess.run(
        [*COMMAND, *arguments],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment(home, **more),
        cwd=cwd,
        timeout=120,
        check=False,
    )


def in_this_process(
    *arguments: str, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> subprocess.CompletedProcess[str]:
    """Run the program to its end without a process of its own, in `home` and with nothing typed."""
    monkeypatch.setenv("HEAT_TUI_HOME", str(home))
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    monkeypatch.chdir(home)
    code = run(arguments)
    said = capsys.readouterr()
    return subprocess.CompletedProcess(arguments, code, said.out, said.err)


def refused(ended: subprocess.CompletedProcess[str]) -> str:
    """The one sentence of a command that got bad input; asserts that it was one, with exit code 2."""
    assert ended.returncode == 2, (ended.returncode, ended.stdout, ended.stderr)
    assert "Traceback" not in ended.stderr
    assert ended.stderr.startswith("heat-tui: ")
    assert ended.stderr.count("\n") == 1, ended.stderr
    return ended.stderr.removeprefix("heat-tui: ").strip()
