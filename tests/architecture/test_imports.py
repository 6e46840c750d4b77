"""Imports point down: the contracts hold, the engine needs only the standard library, and the rules need no words."""

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

IMPORT_THE_RULES = """
import json, sys
from importlib import import_module
from heat_tui import modules
for package in modules.PACKAGES:
    import_module(f"heat_tui.modules.{package}")
print(json.dumps(sorted(sys.modules)))
"""


def loaded_by(script: str) -> list[str]:
    """Return the module names that a script, run in a fresh interpreter, prints as JSON."""
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded: list[str] = json.loads(run.stdout)
    return loaded


def loaded_by_the_engine() -> list[str]:
    """Return the names of all modules that a fresh interpreter loads for the whole engine."""
    return loaded_by(IMPORT_THE_ENGINE)


def test_the_import_contracts_hold(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("logging.config.dictConfig", lambda _logging: None)  # it would switch off our own loggers
    status = lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True, no_logo=True)
    assert status == 0, capsys.readouterr().out


def test_the_engine_imports_no_third_party_package() -> None:
    loaded = loaded_by_the_engine()
    assert "heat_tui.engine" in loaded
    roots = {name.partition(".")[0] for name in loaded}
    assert not roots & {"click", "platformdirs", "pydantic", "rich", "textual"}
    assert roots - sys.stdlib_module_names == {"heat_tui"}


def test_the_engine_imports_nothing_else_of_the_game() -> None:
    ours = {name for name in loaded_by_the_engine() if name.startswith("heat_tui.")}
    assert {name for name in ours if not f"{name}.".startswith("heat_tui.engine.")} == set()


def test_the_rules_of_the_modules_import_no_words() -> None:
    loaded = loaded_by(IMPORT_THE_RULES)
    assert "heat_tui.modules.garage.market" in loaded
    assert [name for name in loaded if "words" in name or name == "heat_tui.language"] == []
