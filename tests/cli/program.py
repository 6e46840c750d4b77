"""Helpers that run the program, in this process or in a separate one."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

from heat_tui import language
from heat_tui.cli.entry import run

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "heat_tui"]


def environment(home: Path, **more: str) -> dict[str, str]:
    """Return the environment of this checkout's program: files in `home`, TERM=xterm, no size or NO_COLOR, and `more`.

    Python keeps its compiled files, as it does for players, whatever the developer's own setting is.
    """
    own = ("COLUMNS", "LINES", "NO_COLOR", "PYTHONDONTWRITEBYTECODE")
    kept = {name: value for name, value in os.environ.items() if name not in own}
    return {**kept, "PYTHONPATH": str(ROOT / "src"), "HEAT_TUI_HOME": str(home), "TERM": "xterm", **more}


def process(
    *arguments: str, home: Path, typed: str = "", cwd: Path | None = None, **more: str
) -> subprocess.CompletedProcess[str]:
    """Run the program to its end as a separate process; `typed` comes through a pipe, `more` are variables to set."""
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


def heat_tui(
    *arguments: str, home: Path, typed: str = "", cwd: Path | None = None, **more: str
) -> subprocess.CompletedProcess[str]:
    """Run the program as `process` does, but in this process, which costs no start-up time."""
    told, complaint = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _stream in range(2))
    with (
        patch.dict(os.environ, environment(home, **more), clear=True),
        patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed.encode()), encoding="utf-8")),
        redirect_stdout(told),
        redirect_stderr(complaint),
        chdir(cwd or Path.cwd()),
    ):
        code = run(arguments)
    language.use("en")
    said, complained = (stream.buffer.getvalue().decode() for stream in (told, complaint))
    return subprocess.CompletedProcess(arguments, code, said, complained)


def refused(ended: subprocess.CompletedProcess[str]) -> str:
    """Return the refusal by a command that got bad input; assert exit code 2 and a single line on stderr."""
    assert ended.returncode == 2, (ended.returncode, ended.stdout, ended.stderr)
    assert "Traceback" not in ended.stderr
    assert ended.stderr.startswith("heat-tui: ")
    assert ended.stderr.count("\n") == 1, ended.stderr
    return ended.stderr.removeprefix("heat-tui: ").strip()
