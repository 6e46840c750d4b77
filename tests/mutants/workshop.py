"""A copy of the project in which one thing at a time is broken and repaired."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from itertools import count
from pathlib import Path
from typing import NamedTuple

from tests.markers import ROOT, marked
from tests.mutants.mutant import Mutant

COPIED = ("src", "tests", "docs", "tracks", "pyproject.toml")
PATIENCE = 60
"""The seconds after which a test run is aborted."""


class Verdict(NamedTuple):
    """The result of a mutant; `by` is the test that `killed` it, or the reason why none did."""

    mutant: Mutant
    killed: bool
    by: str
    seconds: float


class Workshop:
    """One copy of the project; several may be used side by side."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in COPIED:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(source, folder / name)
        self._mtimes = count(int(time.time()), 2)

    def sound(self, rules: list[str]) -> str:
        """Run the tests of these rules on the unchanged copy; return "" if they pass, else the failure."""
        place = self._run(sys.executable, "-c", "import heat_tui; print(heat_tui.__file__)").stdout.strip()
        if not Path(place).is_relative_to(self.folder):
            return f"the tests would run on {place}, not on the copy"
        run = self._test(rules)
        return "" if run.returncode == 0 else f"the unbroken project fails its own tests:\n{run.stdout}{run.stderr}"

    def judge(self, mutant: Mutant) -> Verdict:
        """Apply the mutant, run the tests with the rule's id, restore the file, and return the verdict."""
        began = time.monotonic()
        file = self.folder / "src" / "heat_tui" / mutant.file
        sound = file.read_text(encoding="utf-8")
        if sound.count(mutant.old) != 1:
            return Verdict(mutant, killed=False, by=f"{mutant.old!r} occurs {sound.count(mutant.old)} times", seconds=0)
        self._write(file, sound.replace(mutant.old, mutant.new))
        try:
            run = self._test([mutant.rule])
        except subprocess.TimeoutExpired:
            return Verdict(mutant, killed=False, by=f"no end after {PATIENCE} s", seconds=time.monotonic() - began)
        finally:
            self._write(file, sound)
        seconds = time.monotonic() - began
        if run.returncode == 1:
            return Verdict(mutant, killed=True, by=_first_failure(run.stdout), seconds=seconds)
        why = "survived" if run.returncode == 0 else f"pytest stopped with {run.returncode}: {run.stdout[-300:]}"
        return Verdict(mutant, killed=False, by=why, seconds=seconds)

    def _write(self, file: Path, text: str) -> None:
        """Write a file with a new modification time, since Python detects stale bytecode by size and whole seconds."""
        file.write_text(text, encoding="utf-8")
        mtime = next(self._mtimes)
        os.utime(file, (mtime, mtime))

    def _test(self, rules: list[str]) -> subprocess.CompletedProcess[str]:
        """Run the tests of these rules in tests/rules; tests elsewhere do not prove a rule itself."""
        tests = {test for rule in rules for test in marked("rule").get(rule, []) if test.startswith("tests/rules/")}
        files = sorted({test.partition("::")[0] for test in tests})
        chosen = [part for rule in rules for part in ("--rule", rule)]
        flags = ("-x", "-q", "-rf", "--tb=no", "-p", "no:cacheprovider")
        return self._run(sys.executable, "-m", "pytest", *files, *chosen, *flags)

    def _run(self, *command: str) -> subprocess.CompletedProcess[str]:
        environment = {
            **os.environ,
            "PYTHONPATH": str(self.folder / "src"),
            "PYTHONHASHSEED": "0",
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        }
        return subprocess.run(
            command, cwd=self.folder, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False
        )


def _first_failure(output: str) -> str:
    """Return the first failed test named in a short summary, "?" if none is."""
    for line in output.splitlines():
        if line.startswith("FAILED "):
            return line.removeprefix("FAILED ").partition(" - ")[0].rpartition("/")[2]
    return "?"
