"""`pytest tests/goldens --regenerate` writes the races anew instead of comparing them."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--regenerate", action="store_true", help="write the goldens anew instead of comparing them")


@pytest.fixture
def regenerate(request: pytest.FixtureRequest) -> bool:
    """Whether to write instead of compare; never when the whole suite runs, which does not know the option."""
    return bool(request.config.getoption("--regenerate", default=False))
