"""No waiting in tests: a new prompt is answered immediately, and a screen is painted once for all tests that check it.

Each of hundreds of apps would parse the same styles again, and paint for a terminal that does not exist. In these
tests, styles are parsed once, and a screen is painted when a test looks at it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Concatenate, ParamSpec

import pytest
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

from tests.tui.painted import take_every_size
from tests.tui.scenes import SHOTS

P = ParamSpec("P")


def _once(
    parse: Callable[Concatenate[Stylesheet, P], list[RuleSet]],
) -> Callable[Concatenate[Stylesheet, P], list[RuleSet]]:
    """Return the method with a cache for all apps: the rules of a style sheet with these variables never change."""
    parsed: dict[tuple[object, ...], list[RuleSet]] = {}
    numbers: dict[tuple[object, ...], int] = {}
    last: dict[str, str] = {}
    number = 0

    def parsed_once(sheet: Stylesheet, /, *args: P.args, **kwargs: P.kwargs) -> list[RuleSet]:
        nonlocal last, number
        if sheet._variables is not last:
            last = sheet._variables
            number = numbers.setdefault(tuple(last.items()), len(numbers))
        key = (number, args, *kwargs.items())
        if key not in parsed:
            parsed[key] = parse(sheet, *args, **kwargs)
        return parsed[key]

    return parsed_once


@pytest.fixture(autouse=True, scope="session")
def _styles_are_parsed_once() -> None:
    patch = pytest.MonkeyPatch()
    patch.setattr(Stylesheet, "_parse_rules", _once(Stylesheet._parse_rules))
    patch.setattr(RuleSet, "__hash__", object.__hash__)  # by identity, as in Textual, but in C


@pytest.fixture
def own_folder(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Change to the home folder, so that files named without a folder are written there."""
    monkeypatch.chdir(home)


@pytest.fixture(autouse=True)
def _at_home(home: Path, no_waiting: None) -> None:
    """Let no test write to the player's own folder, or wait."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run a shot's tests on one worker, mark `seldom` and unframed shots as `long`, and put stories first."""
    items.sort(key=lambda item: "stories" not in item.path.name)
    for item in items:
        call = getattr(item, "callspec", None)
        shot = None if call is None else call.params.get("name")
        if isinstance(shot, str) and shot in SHOTS:
            item.add_marker(pytest.mark.xdist_group(f"shot {shot}"))
            if SHOTS[shot].seldom or not SHOTS[shot].framed:
                item.add_marker(pytest.mark.long)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Take the shots at more sizes if long tests run; the additional sizes need no additional app."""
    if any(item.get_closest_marker("long") for item in session.items):
        take_every_size()
