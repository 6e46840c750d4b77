"""Every kind of decision, action and event occurs in some race, so none is unused or impossible."""

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
from heat_tui.engine.actions import Action, Plan
from heat_tui.engine.decisions import Decision
from heat_tui.engine.events import Event
from heat_tui.engine.setup import RaceSetup
from heat_tui.modules.championship.calendar import SeasonRace
from heat_tui.modules.championship.season import Season, SeasonSetup
from heat_tui.modules.championship.state import KEYS
from heat_tui.modules.weather import Weather
from tests.laws.checks import sampled
from tests.laws.mixes import Mix
from tests.places import loop
from tests.seasons import TRACKS, of_year, setup_of

MIXES = (
    Mix("usa", drivers=3, legends=0, seed=0, laps=2, retire=True),
    Mix("italy", drivers=2, legends=3, seed=0, mulligan=True, pro=2),
    Mix("france", drivers=5, legends=0, seed=0, laps=2, handicap=(2, 2, 2, 2, 2), reckless=True),
    Mix("usa", drivers=2, legends=0, seed=0, garage="basic", draft="deal"),
    Mix("usa", 6, 0, 4, 3, handicap=(2,) * 6, garage="advanced", draft="snake", expansions=True, reckless=True),
    Mix("japan", 2, 2, seed=0, aggressive=True, weather=True, spaces=True, tournament=True, reckless=True),
)
"""Races that, with `SEASONS` and `IMPASSABLE`, have every kind of action, decision and event; add one for a new module.

The seeds are the first ones with which rare kinds occur, so that few races have to be driven.
"""

SEASONS = (
    of_year("career", drivers=6, legends=0, seed=19),
    of_year("1965", drivers=2, legends=0),
    setup_of("custom", (SeasonRace(TRACKS["usa"], 7, 1),) * 3, 6, 0, 3),
)
"""Seasons for the kinds that occur only in a championship."""

IMPASSABLE = RaceSetup(loop(24, (10, 1), laps=1, heat=0), ("Ada",), seed=15, modules=(Weather(),))
"""A race that nobody can finish: the road condition makes the limit 0, and nobody has any Heat."""


SEEDS = 40
"""The maximum number of seeds, from its own on, that each of `MIXES` and `SEASONS` is run with."""

ABSTRACT: tuple[type[object], ...] = (Action, Decision, Event)


def kinds_of(base: type[object]) -> frozenset[str]:
    """Return the names of the subclasses of `base` in the engine and the modules that have no subclasses themselves."""
    found: set[str] = set()
    for package in (heat_tui.engine, heat_tui.modules):
        for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            module = importlib.import_module(info.name)
            for name, kind in inspect.getmembers(module, inspect.isclass):
                if issubclass(kind, base) and kind.__module__ == info.name and not kind.__subclasses__():
                    found.add(name)
    return frozenset(found)


DEFINED = {base: kinds_of(base) for base in ABSTRACT}


@pytest.fixture(scope="module")
def seen() -> dict[type[object], set[str]]:
    """Return the names of the kinds that occurred in the races and seasons, by their base."""
    names: dict[type[object], set[str]] = {kind: set() for kind in ABSTRACT}
    _race(IMPASSABLE, names)
    for more in range(SEEDS):
        for mix in MIXES:
            _race(replace(mix, seed=mix.seed + more).setup(), names, reckless=mix.reckless)
        for setup in SEASONS:
            _season(replace(setup, seed=setup.seed + more), names)
        if all(defined <= names[base] for base, defined in DEFINED.items()):
            break
    return names


def _race(setup: RaceSetup, names: dict[type[object], set[str]], *, reckless: bool = False) -> None:
    random = Random(setup.seed)
    race = Race.start(setup)
    _note(race.events, names)
    while race.decision is not None:
        action = sampled(race, random, reckless=reckless)
        names[Decision].add(type(race.decision).__name__)
        names[Action].add(type(action).__name__)
        _note(race.play(action), names)


def _season(setup: SeasonSetup, names: dict[type[object], set[str]]) -> None:
    """Add the kinds in a season to `names`; its drivers prefer to keep Sponsorships, so that the deck runs out."""
    random = Random(setup.seed)
    season = Season.start(setup)
    _note(season.events, names)
    while (decision := season.decision) is not None:
        action = min((decision.sample(random.random) for _ in range(3)), key=_sponsorships_played)
        names[Decision].add(type(decision).__name__)
        names[Action].add(type(action).__name__)
        _note(season.play(action), names)


def _note(events: list[Event], names: dict[type[object], set[str]]) -> None:
    names[Event].update(type(event).__name__ for event in events)


def _sponsorships_played(action: Action) -> int:
    return sum(card in KEYS for card in action.cards) if isinstance(action, Plan) else 0


@pytest.mark.xdist_group("every kind")
@pytest.mark.parametrize("base", ABSTRACT)
def test_every_kind_occurs_in_a_race(base: type[object], seen: dict[type[object], set[str]]) -> None:
    assert len(DEFINED[base]) >= 5
    assert seen[base] == DEFINED[base]
