"""Playouts: only answers that may be the best, or that are asked about, are played out in worlds."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from itertools import chain

import pytest

from heat_tui.drivers import KINDS, evaluation
from heat_tui.drivers.evaluation import SCALE, choose, weigh
from heat_tui.drivers.kinds import CHAMPION, GLANCE, QUICK, THOROUGH
from heat_tui.drivers.style import Style, Weighed
from heat_tui.drivers.traffic import quick
from heat_tui.engine import Race
from heat_tui.engine.actions import Action
from heat_tui.engine.decisions import Decision, DiscardDecision, PlanDecision, ReactDecision
from heat_tui.engine.worlds import with_worlds
from heat_tui.game.table.match import ask
from tests.drivers.races import setup

pytestmark = pytest.mark.deep

AT_ONCE = replace(GLANCE, playouts=None)


def answers(race: Race, style: Style, *also: Action, worlds: bool = True) -> list[Weighed]:
    """Return the answers that a style weighs at the pending decision, `also` among them."""
    decision = race.decision
    assert decision is not None
    view = race.view(decision.seat)
    return weigh(with_worlds(race, view) if worlds else view, decision, style, seed=1, also=also or None)


def told(ranked: list[Weighed]) -> list[Weighed]:
    """Return the answers with the differences that are expected before any playout."""
    near = ranked[0].turns
    return [Weighed(near + SCALE * (one.turns - near), one.action, QUICK.doubt) for one in ranked]


@pytest.fixture(scope="module")
def due() -> dict[type[Decision], list[Race]]:
    """Return copies of a race of four at every decision of its first three rounds, far from the flag, by their kind."""
    race, found = Race.start(setup("usa", drivers=4, seed=7)), defaultdict[type[Decision], list[Race]](list)
    steady = KINDS["steady"].make(1)
    while race.round < 4:
        decision = race.decision
        assert decision is not None
        found[type(decision)].append(race.clone())
        race.play(ask(steady, race, decision))
    return found


@pytest.mark.long
def test_only_close_rivals_of_the_best_plan_are_played_out(due: dict[type[Decision], list[Race]]) -> None:
    changed = 0
    for race in due[PlanDecision]:
        before, after = told(answers(race, AT_ONCE)), answers(race, GLANCE)
        near = before[0].turns + QUICK.clear * QUICK.doubt
        close = {one.action for one in before[: QUICK.answers] if one.turns <= near}
        assert {one.action for one in after if one.error < QUICK.doubt} == (close if len(close) > 1 else set())
        assert {one.action for one in after} == {one.action for one in before}
        turns = {one.action: one.turns for one in before}
        assert all(one.turns == pytest.approx(turns[one.action], abs=1e-5) for one in after if one.error == QUICK.doubt)
        changed += before[0].action != after[0].action
    assert 0 < changed < len(due[PlanDecision])


@pytest.mark.long
@pytest.mark.parametrize("least", [4, 12])
def test_no_answer_is_dropped_before_the_least_number_of_worlds(
    due: dict[type[Decision], list[Race]], monkeypatch: pytest.MonkeyPatch, least: int
) -> None:
    worlds: list[int] = []
    dropped = evaluation._Tried.is_clearly_worse_than

    def noted(each: evaluation._Tried, other: evaluation._Tried, errors: float) -> bool:
        worlds.append(len(each.found))
        return dropped(each, other, errors)

    monkeypatch.setattr(evaluation._Tried, "is_clearly_worse_than", noted)
    for race in due[PlanDecision]:
        answers(race, replace(GLANCE, playouts=replace(QUICK, least=least)))
    assert min(worlds) == least < max(worlds)


def test_the_coach_lets_other_cars_choose_as_steady_does(due: dict[type[Decision], list[Race]]) -> None:
    differing = 0
    for race in chain(*due.values()):
        assert race.decision is not None
        first, steadily = (drive(lambda: 0.5)(race, race.decision) for drive in (quick, evaluation._others(THOROUGH)))
        assert steadily == choose(race.view(race.decision.seat), race.decision)
        differing += steadily != first
    assert differing


@pytest.mark.long
def test_every_discard_is_weighed(due: dict[type[Decision], list[Race]]) -> None:
    for race in due[DiscardDecision]:
        assert race.decision is not None
        assert {one.action for one in answers(race, GLANCE)} == {*race.decision.options()}


def test_an_answer_that_is_asked_about_is_played_out_too(due: dict[type[Decision], list[Race]]) -> None:
    race = due[PlanDecision][0]
    last = answers(race, GLANCE)[-1]
    assert last.error == QUICK.doubt
    assert next(one for one in answers(race, GLANCE, last.action) if one.action == last.action).error < QUICK.doubt


@pytest.mark.long
def test_the_same_answers_get_the_same_turns_again(due: dict[type[Decision], list[Race]]) -> None:
    race = due[PlanDecision][3]
    assert answers(race, CHAMPION) == answers(race, CHAMPION)


def test_without_worlds_nothing_is_played_out(due: dict[type[Decision], list[Race]]) -> None:
    race = due[ReactDecision][0]
    assert answers(race, GLANCE, worlds=False) == told(answers(race, AT_ONCE, worlds=False))


def test_nothing_is_played_out_if_places_count() -> None:
    race = Race.start(setup("usa", drivers=2, seed=3, laps=1))
    steady = KINDS["steady"].make(1)
    late = None
    while race.decision is not None:
        if isinstance(race.decision, PlanDecision):
            late = race.clone()
        race.play(ask(steady, race, race.decision))
    assert late is not None
    assert answers(late, CHAMPION) == told(answers(late, replace(CHAMPION, playouts=None)))
