"""The messages shown if an optional extra is not installed."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

from tests.cli.program import heat_tui, refused


def test_a_cluster_needs_its_extra(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    options = ("--races", "1", "--scheduler", "tcp://127.0.0.1:8786", "--out", "races.csv")
    sentence = refused(heat_tui("sim", *options, home=tmp_path, cwd=tmp_path))
    assert sentence == (
        'A cluster needs Dask, the extra "cluster", which is not installed; pip install distributed installs it.'
    )
    assert list(tmp_path.iterdir()) == []


def test_the_environment_needs_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "heat_tui.env", raising=False)
    with pytest.raises(ImportError, match=r'heat_tui\.env needs the extra "env": pip install gymnasium pettingzoo'):
        importlib.import_module("heat_tui.env")
