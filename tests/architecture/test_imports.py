"""Arrows point down: the contracts of pyproject.toml hold, and the engine needs the standard library alone."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from importlinter.cli import lint_imports

ROOT = Path(__file__).parents[2]

IMPORT_THE_ENGINE = """
import json, pkgutil, sys
before = set(sys.modules)
import heat_tui.engine
for module in pkgutil.walk_packages(heat_tui.engine.__path__, "heat_tui.engine."):
    __import__(module.name)
print(json.dumps(sorted(set(sys.modules) - before)))
"""


def loaded_by_the_engine() -> list[str]:
    """The names of all modules that a fresh interpreter loads for the whole engine."""
    run = subprocess.run([sys.executable, "-c", IMPORT_THE_ENGINE], capture_output=True, text=True, check=True)
    loaded: list[str] = json.loads(run.stdout)
    return loaded


def test_the_import_contracts_hold(capsys: pytest.CaptureFixture[str]) -> None:
    status = lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True, no_logo=True)
    assert status == 0, capsys.readouterr().out


def test_the_engine_brings_no_third_party_along() -> None:
    loaded = loaded_by_the_engine()
    assert "heat_tui.engine" in loaded
    roots = {name.partition(".")[0] for name in loaded}
    assert not roots & {"click", "platformdirs", "pydantic", "rich", "textual"}
    assert roots - sys.stdlib_module_names == {"heat_tui"}


def test_the_engine_brings_nothing_else_of_the_game_along() -> None:
    ours = {name for name in loaded_by_the_engine() if name.startswith("heat_tui.")}
    assert {name for name in ours if not f"{name}.".startswith("heat_tui.engine.")} == set()
