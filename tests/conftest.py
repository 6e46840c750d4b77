"""What every test may rely on: the markers of the rules and examples, and `--rule` to run one rule's tests."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rule", action="append", default=[], metavar="ID", help="run only the tests of this rule")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "example(*numbers): the worked examples that the test proves")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    rules = set(config.getoption("--rule"))
    if not rules:
        return
    carrying = [item for item in items if any(rules & set(marker.args) for marker in item.iter_markers("rule"))]
    config.hook.pytest_deselected(items=[item for item in items if item not in carrying])
    items[:] = carrying
