"""Tracks and texts are found from a wheel and from an editable checkout, wherever the program is started."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from heat_tui.store.texts import passages, rules
from heat_tui.store.tracks import BUILT_IN_IDS
from tests.cli.program import ROOT

PIP = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]

COUNT = (
    "import site, sys; site.addsitedir(sys.argv[1]); from heat_tui.store.texts import passages, rules;"
    "print(len(rules()), len(passages('lessons.md')), passages('help/race.md')[''].title)"
)
"""A script that prints the numbers of rule chapters and of passages in the lessons, and the title of a help page."""

START = "import site, sys; site.addsitedir(sys.argv.pop(1)); from heat_tui.cli import main; main()"
"""A script that starts the program as if the packages in the folder given as its first argument were installed."""


def run_installed(site: Path, folder: Path, *arguments: str, start: str = START) -> str:
    """Return the output of the program installed in `site`, started in `folder`."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    run = subprocess.run(
        [sys.executable, "-c", start, str(site), *arguments],
        cwd=folder,
        env={**kept, "HEAT_TUI_HOME": str(folder / "home")},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return run.stdout


@pytest.mark.long
@pytest.mark.parametrize("editable", [False, True], ids=["wheel", "editable"])
def test_tracks_and_texts_are_found_from_an_empty_folder(tmp_path: Path, *, editable: bool) -> None:
    site, empty = tmp_path / "site", tmp_path / "empty"
    empty.mkdir()
    source = ["--editable", str(ROOT)] if editable else [str(_wheel(tmp_path))]
    subprocess.run([*PIP, "--target", str(site), *source], check=True, timeout=120)
    assert (site / "heat_tui" / "tracks").is_dir() != editable
    assert (site / "heat_tui" / "text" / "en" / "rules.md").is_file() != editable
    listed = run_installed(site, empty, "tracks")
    assert [line.split()[0] for line in listed.splitlines()[1:]] == list(BUILT_IN_IDS)
    assert list(empty.iterdir()) == []
    assert "USA (usa)" in run_installed(site, empty, "tracks", "show", "usa")
    assert run_installed(site, empty, start=COUNT) == f"{len(rules())} {len(passages('lessons.md'))} The race\n"


def _wheel(folder: Path) -> Path:
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder / "dist")],
        cwd=ROOT,
        check=True,
        capture_output=True,
        timeout=120,
    )
    (wheel,) = (folder / "dist").glob("*.whl")
    return wheel
