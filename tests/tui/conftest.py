"""Nobody waits in a test: a fresh prompt is answered at once, and a screen is taken once for all that look at it."""

from __future__ import annotations

import pytest

from heat_tui.tui import grace
from tests.tui.scenes import SHOTS


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
