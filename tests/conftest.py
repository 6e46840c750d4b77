"""Shared configuration: the options `--rule` and `--regenerate`, tests that are coroutines, and quick advice."""

from __future__ import annotations

import asyncio
import gc
import inspect
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from heat_tui.drivers import evaluation
from heat_tui.drivers.outlook import Outlook
from heat_tui.drivers.style import Playouts, Weighed
from heat_tui.engine.actions import Action
from heat_tui.engine.race import Race
from tests.words.pseudo import PseudoTranslations, spoken

gc.set_threshold(100_000, 20, 10)
"""Thousands of apps are built here, and garbage collection at the default rate would take a fifth of the time."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rule", action="append", default=[], metavar="ID", help="run only the tests of this rule")
    parser.addoption("--regenerate", action="store_true", help="write new goldens instead of comparing them")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "example(*numbers): the worked examples that the test proves")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the tests of the requested rules, and mark all but the first parameters of a `sampled` test as `long`."""
    sampled = set()
    for item in items:
        test = item.nodeid.partition("[")[0]
        if item.get_closest_marker("sampled") is None or item.get_closest_marker("long") is not None:
            continue
        if test in sampled:
            item.add_marker(pytest.mark.long)
        sampled.add(test)
    rules = set(config.getoption("--rule"))
    if not rules:
        return
    carrying = [item for item in items if any(rules & set(marker.args) for marker in item.iter_markers("rule"))]
    config.hook.pytest_deselected(items=[item for item in items if item not in carrying])
    items[:] = carrying


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a coroutine test in an event loop of its own, and leave all others to pytest."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = inspect.signature(pyfuncitem.obj).parameters
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names}))
    return True


@pytest.fixture(autouse=True)
def quick_thoughts(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Play out only a few answers, in one world: tests of what players see need advice, not the best advice.

    Tests marked `deep` and separate processes use all worlds.
    """
    if request.node.get_closest_marker("deep") is None:
        monkeypatch.setattr(evaluation, "WORLDS", 1)
        driven_on = evaluation._driven_on

        def in_one_world(
            told: list[Weighed],
            worlds: Iterator[Race],
            outlook: Outlook,
            extent: Playouts,
            seed: int,
            also: Collection[Action],
            before_each: Callable[[], object],
        ) -> list[Weighed]:
            few = replace(extent, answers=min(extent.answers, 2), worlds=1, steady=False)
            return driven_on(told, worlds, outlook, few, seed, also, before_each)

        monkeypatch.setattr(evaluation, "_driven_on", in_one_world)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep saves, settings and the book in a folder of the test's own, and return it."""
    monkeypatch.setenv("HEAT_TUI_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answer a new prompt of the app immediately, and paint a screen only when a test looks at it."""
    from tests.tui.painted import paint_nothing  # only tests of the app need Textual

    monkeypatch.setattr("heat_tui.tui.input.GRACE", 0.0)
    monkeypatch.setattr("textual._compositor.Compositor.render_update", paint_nothing)


@pytest.fixture
def unjudged(monkeypatch: pytest.MonkeyPatch) -> None:
    """Judge no choice of a race, which takes half a second or more."""
    monkeypatch.setattr("heat_tui.game.advice.analysis.Analysis.choices", [])


@pytest.fixture
def pseudo() -> Iterator[PseudoTranslations]:
    """Speak the made-up language in brackets, and return its translations."""
    with spoken(pseudo := PseudoTranslations()):
        yield pseudo


@pytest.fixture
def regenerate(request: pytest.FixtureRequest) -> bool:
    """Return whether goldens are written instead of compared."""
    return bool(request.config.getoption("--regenerate"))
