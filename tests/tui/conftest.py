"""Nobody waits in a test: a fresh prompt is answered at once, and a screen is taken once for all that look at it.

Each of hundreds of apps would parse the same styles again: here they are parsed once.
"""

from __future__ import annotations

from typing import Any

import pytest
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

from heat_tui.tui import grace
from tests.tui.scenes import SHOTS


_parse = Stylesheet._parse_rules
_parsed: dict[tuple[object, ...], list[RuleSet]] = {}
"""The rules of a style sheet by its text, what it belongs to and the variables in it; nobody changes them."""


def _parsed_once(sheet: Stylesheet, css: str, *where: Any, **about: Any) -> list[RuleSet]:
    """Return the rules of a style sheet, which the apps of all tests share."""
    key = (css, where, *about.items(), *sheet._variables.items())
    if key not in _parsed:
        _parsed[key] = _parse(sheet, css, *where, **about)
    return _parsed[key]


@pytest.fixture(autouse=True, scope="session")
def _styles_are_parsed_once() -> None:
    Stylesheet._parse_rules = _parsed_once  # type: ignore[method-assign]


@pytest.fixture(autouse=True)
def _no_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grace, "SECONDS", 0.0)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let the tests of one shot run in one process, which keeps its pictures; begin with the long ones."""
    items.sort(key=lambda item: "stories" not in item.path.name)
    for item in items:
        call = getattr(item, "callspec", None)
        shot = None if call is None else call.params.get("name")
        if isinstance(shot, str) and shot in SHOTS:
            item.add_marker(pytest.mark.xdist_group(f"shot {shot}"))
