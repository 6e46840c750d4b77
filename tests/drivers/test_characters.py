"""The kinds of drivers: each character can be told from Steady, and choices follow from the evaluation."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from heat_tui.drivers import KINDS, Driver, Steady
from heat_tui.drivers.evaluation import choose, weigh
from heat_tui.engine import Race
from heat_tui.engine.actions import DONE, React
from heat_tui.engine.decisions import DiscardDecision, PlanDecision, ReactDecision, SlipstreamDecision
from heat_tui.engine.events import Boosted, CarMoved, CornerTaken, Event
from heat_tui.game.table.match import ask
from tests.drivers.races import setup
from tests.places import driver, loop
from tests.tables import turn

SEEDS = range(12)
FIELD = 4
HALFWAY = 4
"""The round in which the Heat in the engine is compared; the races take seven or eight rounds."""


@cache
def habits(name: str) -> Counter[str]:
    """Return the counts of a driver's habits in some races among Steady drivers."""
    counted: Counter[str] = Counter()
    for seed in SEEDS:
        race = Race.start(setup("italy", drivers=FIELD, seed=seed, laps=1))
        seat = seed % FIELD
        drivers: list[Driver] = [Steady(seed + place) for place in range(FIELD)]
        drivers[seat] = KINDS[name].make(seed)
        while (decision := race.decision) is not None:
            if decision.seat == seat and isinstance(decision, PlanDecision) and race.round == HALFWAY:
                counted["kept"] += decision.engine
            for event in race.play(ask(drivers[decision.seat], race, decision)):
                if getattr(event, "car", None) == seat:
                    counted.update(_seen(event))
    return counted


def _seen(event: Event) -> dict[str, int]:
    match event:
        case Boosted():
            return {"boosts": 1}
        case CarMoved(cause="slipstream"):
            return {"slipstreams": 1}
        case CornerTaken(heat=heat):
            return {"heat": heat}
        case _:
            return {}


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "habit", "sign"),
    [
        ("gambler", "boosts", 1),
        ("miser", "kept", 1),
        ("shadow", "slipstreams", 1),
        ("cautious", "heat", -1),
    ],
)
def test_each_character_can_be_distinguished_from_steady(name: str, habit: str, sign: int) -> None:
    assert sign * habits(name)[habit] > sign * habits("steady")[habit]


def test_the_answers_begin_with_the_choice_and_contain_those_asked_about() -> None:
    race = Race.start(setup("usa", drivers=3, seed=2, laps=1))
    kinds = set()
    while (decision := race.decision) is not None:
        view = race.view(decision.seat)
        action, last = choose(view, decision), list(decision.options())[-1]
        found = weigh(view, decision, also=[last])
        if found:
            kinds.add(type(decision))
            assert found[0].action == action
            assert last in [one.action for one in found]
        race.play(action)
    assert kinds == {PlanDecision, ReactDecision, SlipstreamDecision, DiscardDecision}


def test_leaving_a_cooldown_unused_is_evaluated_and_comes_second() -> None:
    race = turn(loop(30, (20, 3)), driver(2, gear=1, play="1", hand="heat heat 1 2 3 4", engine=1)).race
    decision = race.decision
    assert isinstance(decision, ReactDecision)
    found = weigh(race.view(0), decision, also=())
    assert found[0].action == React("cooldown", "gear", 2)
    done = next(one for one in found if one.action == DONE)
    assert done.turns > found[0].turns


def test_using_less_of_a_cooldown_than_possible_is_evaluated_as_less() -> None:
    """Speed 4 at limit 2 costs 2 Heat: both Heat cards are in the hand, and gear 1 can cool both."""
    here = driver(18, gear=1, play="4", hand="heat heat 1 2 3 4", engine=0)
    race = turn(loop(30, (20, 2)), here).race
    decision = race.decision
    assert isinstance(decision, ReactDecision)
    by_amount = {
        one.action.amount: one
        for one in weigh(race.view(0), decision, also=[React("cooldown", "gear", 1)])
        if isinstance(one.action, React) and one.action.symbol == "cooldown"
    }
    assert by_amount[1].turns > by_amount[2].turns + 1


def test_cooldowns_of_gear_and_adrenaline_pay_together() -> None:
    """2 Heat are due, and each Cooldown pays only 1, so the evaluation of either has to count on the other."""
    here = driver(18, gear=2, play="2 2", hand="heat heat 1 2 3", engine=0)
    race = turn(loop(30, (20, 2)), here, driver(25), last=(0,)).race
    decision = race.decision
    assert isinstance(decision, ReactDecision)
    assert [use.source for use in decision.uses if use.symbol == "cooldown"] == ["adrenaline", "gear"]
    turns = {one.action: one.turns for one in weigh(race.view(0), decision, also=())}
    assert turns[React("cooldown", "gear", 1)] == turns[React("cooldown", "adrenaline", 1)] < turns[DONE]


def test_a_driver_takes_the_answer_with_the_fewest_turns() -> None:
    race = Race.start(setup("usa", drivers=2, seed=4, laps=1))
    decision = race.decision
    assert isinstance(decision, PlanDecision)
    turns = [one.turns for one in weigh(race.view(decision.seat), decision)]
    assert len(turns) > 3
    assert turns == sorted(turns)


@pytest.mark.long
@pytest.mark.parametrize("habit", ["boosts", "slipstreams"])
def test_club_drives_between_novice_and_steady(habit: str) -> None:
    assert habits("novice")[habit] < habits("club")[habit] < habits("steady")[habit]
