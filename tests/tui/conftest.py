"""Nobody waits in a test: a fresh cover can be lifted at once."""

from __future__ import annotations

import pytest

from heat_tui.tui.widgets import cover


@pytest.fixture(autouse=True)
def _no_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cover, "GRACE", 0.0)
