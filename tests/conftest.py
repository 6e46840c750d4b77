"""What every test may rely on: the markers of the rules and examples, and `--rule` to run one rule's tests."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rule", action="store", default=None, help="run only the tests that carry this rule id")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "example(*numbers): the worked examples that the test proves")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    rule = config.getoption("--rule")
    if rule is None:
        return
    kept = [item for item in items if any(rule in marker.args for marker in item.iter_markers("rule"))]
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = kept
