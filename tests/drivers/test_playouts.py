"""Playouts: plans that seem equally good are driven on in worlds, and only those."""

from __future__ import annotations

from dataclasses import replace
from math import fsum

import pytest

from heat_tui.drivers import KINDS
from heat_tui.drivers.evaluation import weigh
from heat_tui.drivers.kinds import CHAMPION
from heat_tui.drivers.playouts import CLOSE, MOST
from heat_tui.drivers.style import Style, Weighed
from heat_tui.engine import Race
from heat_tui.engine.decisions import PlanDecision
from heat_tui.engine.worlds import with_worlds
from heat_tui.game.table.match import ask
from tests.drivers.races import setup

pytestmark = pytest.mark.deep

AT_ONCE = replace(CHAMPION, playouts=False)


def plans(race: Race, style: Style) -> list[Weighed]:
    """Return the plans that a style weighs at the decision due."""
    decision = race.decision
    assert decision is not None
    return weigh(with_worlds(race, race.view(decision.seat)), decision, style, seed=1)


@pytest.fixture(scope="module")
def due() -> list[Race]:
    """Return a race of four at plans of its first rounds, far from the flag."""
    race, found = Race.start(setup("usa", drivers=4, seed=7)), []
    steady = KINDS["steady"].make(1)
    while race.round < 4:
        decision = race.decision
        assert decision is not None
        if isinstance(decision, PlanDecision):
            found.append(race.clone())
        race.play(ask(steady, race, decision))
    return found


def test_only_plans_that_seem_equally_good_are_driven_on(due: list[Race]) -> None:
    changed = 0
    for race in due:
        before, after = plans(race, AT_ONCE), plans(race, CHAMPION)
        close = [one for one in before[:MOST] if one.turns <= before[0].turns + CLOSE]
        assert {one.action for one in after} == {one.action for one in before}
        assert [one for one in after if one in before[len(close) :]] == before[len(close) :]
        driven = {one.action: one.turns for one in after}
        assert fsum(driven[one.action] for one in close) == pytest.approx(fsum(one.turns for one in close), abs=1e-4)
        changed += before[0].action != after[0].action
    assert 0 < changed < len(due)


def test_the_same_plans_get_the_same_turns_again(due: list[Race]) -> None:
    assert plans(due[3], CHAMPION) == plans(due[3], CHAMPION)


def test_where_places_count_nothing_is_driven_on() -> None:
    race = Race.start(setup("usa", drivers=2, seed=3, laps=1))
    steady = KINDS["steady"].make(1)
    late = None
    while race.decision is not None:
        if isinstance(race.decision, PlanDecision):
            late = race.clone()
        race.play(ask(steady, race, race.decision))
    assert late is not None
    assert plans(late, CHAMPION) == plans(late, AT_ONCE)
