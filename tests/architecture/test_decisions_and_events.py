"""Every kind of decision, action and event really comes up in races: none is left over, none can never happen."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from dataclasses import replace
from random import Random

import pytest

import heat_tui.engine
import heat_tui.modules
from heat_tui.engine import Race
from heat_tui.engine.actions import Action
from heat_tui.engine.decisions import Decision
from heat_tui.engine.events import Event
from tests.laws.checks import sampled
from tests.laws.mixes import Mix

MIXES = (
    Mix("usa", drivers=3, legends=0, seed=0, laps=2, retire=True),
    Mix("italy", drivers=2, legends=3, seed=0, mulligan=True, pro=2),
    Mix("france", drivers=5, legends=0, seed=0, laps=2, handicap=(2, 2, 2, 2, 2), reckless=True),
    Mix("usa", drivers=2, legends=0, seed=0, garage="basic", draft="deal"),
    Mix("usa", 6, 0, 0, 3, handicap=(2,) * 6, garage="advanced", draft="snake", expansions=True, reckless=True),
    Mix("japan", 2, 2, seed=0, aggressive=True, weather=True, spaces=True, tournament=True, reckless=True),
)
"""Races in which everything happens that can; a new module adds its own."""

SEEDS = 40
"""So often every one of them is raced, if need be."""

ABSTRACT: tuple[type[object], ...] = (Action, Decision, Event)


def kinds_of(base: type[object]) -> frozenset[str]:
    """The names of all kinds of `base` that the engine or a module defines."""
    found: set[str] = set()
    for package in (heat_tui.engine, heat_tui.modules):
        for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            module = importlib.import_module(info.name)
            for name, kind in inspect.getmembers(module, inspect.isclass):
                if issubclass(kind, base) and kind not in ABSTRACT and kind.__module__ == info.name:
                    found.add(name)
    return frozenset(found)


DEFINED = {base: kinds_of(base) for base in ABSTRACT}


@pytest.fixture(scope="module")
def seen() -> dict[type[object], set[str]]:
    """The names of the kinds that came up in the races, by their base."""
    names: dict[type[object], set[str]] = {kind: set() for kind in ABSTRACT}
    for seed in range(SEEDS):
        for mix in MIXES:
            _race(replace(mix, seed=seed), names)
        if all(defined <= names[base] for base, defined in DEFINED.items()):
            break
    return names


def _race(mix: Mix, names: dict[type[object], set[str]]) -> None:
    random = Random(mix.seed)
    race = Race.start(mix.setup())
    names[Event].update(type(event).__name__ for event in race.events)
    while race.decision is not None:
        action = sampled(race, random, reckless=mix.reckless)
        names[Decision].add(type(race.decision).__name__)
        names[Action].add(type(action).__name__)
        names[Event].update(type(event).__name__ for event in race.play(action))


@pytest.mark.parametrize("base", ABSTRACT)
def test_every_kind_comes_up_in_a_race(base: type[object], seen: dict[type[object], set[str]]) -> None:
    assert len(DEFINED[base]) >= 5
    assert seen[base] == DEFINED[base]
