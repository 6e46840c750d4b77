"""Undo reveals nothing: the law of `worlds` for every kind of action and every module, and proof that it can fail."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from random import Random

import pytest

from heat_tui.engine import Race
from heat_tui.engine.actions import Action
from heat_tui.engine.events import Event, PlanMade, SuperCooled
from heat_tui.game.table import match
from heat_tui.game.table.history import UndoStop, shown_to
from heat_tui.modules import PACKAGES
from heat_tui.modules.championship.season import Season
from heat_tui.modules.tournament import Tournament
from heat_tui.store.saved_race import Game
from tests.kinds import kinds_of
from tests.laws.law import BrokenLaw
from tests.laws.mixes import drawn_mix
from tests.laws.worlds import reveals_are_final
from tests.paddock import CALM
from tests.seasons import short
from tests.tables import driver, loop, planning
from tests.upgrades import drive

RACES = 30
USUAL = 12
"""The number of checks for each kind of action, after which that kind is checked less and less often."""

TRIES = 150


@pytest.mark.point("X5")
def test_undo_reveals_no_hidden_cards_in_any_race_or_season() -> None:
    asked: Counter[str] = Counter()
    modules: set[str] = set()
    for number in range(RACES):
        random = Random(f"worlds {number}")
        race = Race.start(drawn_mix(random).setup())
        modules |= {module.name for module in race.rules.modules}
        _look_at(race, random, asked)
    _look_at(_to_replace(), Random("replace"), asked)
    season = Season.start(short(CALM, 18, CALM, parts=(2, 1), legends=1))
    modules |= {module.name for module in season.race.rules.modules}
    _look_at(season, Random("season"), asked)
    assert asked.keys() == {kind.__name__ for kind in kinds_of(Action)}
    assert modules >= {*PACKAGES}


def _look_at(game: Game, random: Random, asked: Counter[str]) -> None:
    """Play a game at random, and check the law of undo now and then."""
    for _ in range(600):
        decision = game.decision
        if decision is None:
            break
        action = decision.sample(random.random)
        kind = type(action).__name__
        if random.random() < USUAL / max(asked[kind], USUAL):
            asked[kind] += 1
            reveals_are_final(game, action, random)
        game.play(action)


def _to_replace() -> Race:
    """Return a race whose driver must choose which of two cards to replace, which hardly ever happens."""
    return drive(driver(5, gear=3, play="body-6 wings-3 1", hand="1 1 1 1", engine=1, deck="2 3 1 2 3 4 4 4")).race


def _super_cooled() -> Race:
    """Return a race whose driver can take the Heat on top of their discard pile."""
    place = driver(5, gear=3, play="intake-0a 1 1", engine=1, hand="1 1 1 1", deck="4 4 4", discard="heat 2 3 4")
    return drive(place).race


def _planned(other: str) -> Race:
    """Return a race of two in tournament mode, at the first driver's plan; the other driver has the hand `other`."""
    places = (driver(60, hand="1 2 3 4 1 2 3"), driver(59, hand=other, deck="1 heat heat heat"))
    return planning(loop(), *places, modules=(Tournament(),)).race


BLIND = [
    pytest.param(_super_cooled, (SuperCooled,), id="the top of a discard pile"),
    pytest.param(lambda: _planned("heat heat heat heat heat heat 1"), (PlanMade,), id="a forced plan"),
]


@pytest.mark.point("X5")
@pytest.mark.parametrize(("state", "unseen"), BLIND)
def test_the_law_notices_secrets_that_undo_overlooks(
    state: Callable[[], Race], unseen: tuple[type[Event], ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    race = state()
    decision = race.decision
    assert decision is not None

    def blind(seat: int, events: Iterable[Event]) -> UndoStop | None:
        return shown_to(seat, [event for event in events if not isinstance(event, unseen)])

    def ask() -> None:
        for number in range(TRIES):
            random = Random(number)
            reveals_are_final(race, decision.sample(random.random), random)

    ask()
    monkeypatch.setattr(match, "shown_to", blind)
    with pytest.raises(BrokenLaw, match="what hidden cards decided"):
        ask()
