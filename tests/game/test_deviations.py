"""The coach keeps explaining after any choice other than the suggested one."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from heat_tui.drivers import Chance, Steady
from heat_tui.engine.actions import DONE, STAY, Action, Discard, Plan, React, Slipstream
from heat_tui.engine.car import RACING
from heat_tui.engine.decisions import (
    Decision,
    DiscardDecision,
    PlanDecision,
    ReactDecision,
    SlipstreamDecision,
)
from heat_tui.engine.events import CornerTaken, Event, SpunOut
from heat_tui.engine.forecast import forecast
from heat_tui.engine.view import SeatView
from heat_tui.game.advice.coach import Coach
from heat_tui.game.advice.first_race import SUGGESTED_LINE, all_lessons, first_race_setup
from heat_tui.game.advice.reasons import Reasons, way_of
from heat_tui.game.table.match import Match
from heat_tui.modules.legends.events import LegendDecided

LINE = [proposal.action for proposal in SUGGESTED_LINE]

Deviation = Callable[[SeatView, Decision], Action | None]
"""A pupil's alternative to the suggestion at a decision; None to follow it."""


def harmless(view: SeatView, decision: Decision) -> Action | None:
    """Return a choice without risk: a safe plan, one discard, or free benefits left unused; None if no plan is safe."""
    match decision:
        case PlanDecision():
            plans = [action for action in decision.options() if isinstance(action, Plan)]
            told = {plan: forecast(view, decision, plan) for plan in plans}
            safe = [plan for plan in plans if not (told[plan].most_heat or told[plan].heat or told[plan].spin_chance)]
            return safe[len(safe) // 2] if safe else None
        case DiscardDecision(cards=cards):
            return Discard(cards[:1])
        case SlipstreamDecision():
            return STAY
        case _:
            return DONE


def harmful(view: SeatView, decision: Decision) -> Action | None:
    """Return the fastest choice, with every Boost, so that the car spins out sooner or later; None at a discard."""
    match decision:
        case PlanDecision():
            plans = [action for action in decision.options() if isinstance(action, Plan)]
            return max(plans, key=lambda plan: _speed(view, decision, plan))
        case ReactDecision(uses=uses):
            boosts = [use for use in uses if use.symbol == "boost"]
            return React("boost", boosts[0].source, 1) if boosts else DONE
        case SlipstreamDecision(distances=distances):
            return Slipstream(max(distances))
        case _:
            return None


def _speed(view: SeatView, decision: Decision, plan: Plan) -> int:
    outcomes = forecast(view, decision, plan).outcomes
    return outcomes[-1].speed if outcomes else 0


class Pupil:
    """A pupil with a coach; `topics` are the topics of the lessons so far, `events` everything that has happened."""

    def __init__(self) -> None:
        self.match = Match.start(first_race_setup("Ada"), ("person",), lessons=True)
        self.coach = Coach(self.match)
        self.topics = [lesson.topic for lesson in self.coach.welcome()]
        self.events: list[Event] = []

    def choose(self, deviation: Deviation | None = None) -> None:
        """Take a decision as suggested or as `deviation` says; check the suggestion, and that all due lessons came."""
        decision, view = self.match.decision, self.match.view(0)
        assert decision is not None
        self.topics += [lesson.topic for lesson in self.coach.before()]
        assert self.due(decision) <= set(self.topics)
        advised, words = self.coach.suggested, self.coach.suggestion()
        assert advised is not None
        assert words is not None
        told = forecast(view, decision, advised)
        if isinstance(advised, Plan) and told.spin_chance:
            assert all(forecast(view, decision, plan).spin_chance for plan in decision.options())
        assert "every space may decide your place" not in words or any(car.status == RACING for car in view.cars[1:])
        assert words.startswith("Suggestion: ")
        assert words.count(". ") >= 1, words
        why = Reasons(view, decision).why(advised)
        assert why
        if told.heat or (told.most_heat and isinstance(advised, Plan)):
            assert why != way_of(view, told), words
        other = deviation(view, decision) if deviation is not None else None
        happened = self.match.play(advised if other is None else other)
        self.events += happened
        for _part, lessons in self.coach.after(happened):
            self.topics += [lesson.topic for lesson in lessons]

    def due(self, decision: Decision) -> set[str]:
        """Return the topics that must have been explained by now."""
        topics = {"welcome", "plan"}
        kinds: dict[type[Event], str] = {LegendDecided: "legends", CornerTaken: "corners", SpunOut: "spin-out"}
        topics |= {topic for kind, topic in kinds.items() if any(isinstance(event, kind) for event in self.events)}
        match decision:
            case ReactDecision(uses=uses):
                topics.add("speed")
                topics.add("adrenaline" if any(use.symbol == "adrenaline" for use in uses) else "react")
            case SlipstreamDecision():
                topics.add("slipstream")
            case DiscardDecision():
                topics.add("discard")
        return topics

    def to_the_flag(self) -> None:
        """Follow the suggestions to the end, and check that no lesson was given twice."""
        while not self.match.over:
            self.choose()
        lessons = [topic for topic in self.topics if topic in all_lessons()]
        assert len(lessons) == len(set(lessons))
        assert self.coach.farewell()


@pytest.mark.point("E3")
@pytest.mark.parametrize("deviation", [harmless, harmful])
@pytest.mark.parametrize(
    "step",
    [pytest.param(step, marks=() if step in (0, 6, 10, 15, 21, 32) else pytest.mark.long) for step in range(len(LINE))],
)
def test_the_coach_continues_to_the_finish_after_one_other_choice(step: int, deviation: Deviation) -> None:
    pupil = Pupil()
    for _ in range(step):
        pupil.choose()
    pupil.choose(deviation)
    pupil.to_the_flag()


@pytest.mark.long
@pytest.mark.point("E3")
@pytest.mark.parametrize("step", range(0, len(LINE) - 3, 3))
def test_the_coach_continues_to_the_finish_after_a_spin_out(step: int) -> None:
    pupil = Pupil()
    for _ in range(step):
        pupil.choose()
    for _ in range(12):
        if pupil.match.over or any(isinstance(event, SpunOut) for event in pupil.events):
            break
        pupil.choose(harmful)
    if step < 26:
        assert any(isinstance(event, SpunOut) for event in pupil.events)
    pupil.to_the_flag()


@pytest.mark.long
@pytest.mark.point("E3")
@pytest.mark.parametrize("seed", range(6))
def test_a_driver_who_never_listens_still_gets_advice(seed: int) -> None:
    pupil, driver = Pupil(), Chance(seed)
    while not pupil.match.over:
        pupil.choose(driver.choose)
    assert pupil.coach.farewell()


@pytest.mark.point("E3")
def test_leaving_a_free_benefit_unused_does_not_lose_the_line() -> None:
    """The Slipstream of round 3 is not taken: with the same cards, gear and engine, the script continues."""
    pupil = Pupil()
    for _ in range(10):
        pupil.choose()
    pupil.choose(lambda _view, _decision: STAY)
    assert pupil.coach.suggested == LINE[11]


@pytest.mark.point("B2")
def test_a_cooldown_that_prevents_a_spin_out_is_named_and_not_called_bad_luck() -> None:
    said: set[str] = set()
    all_ways = {"advised", "cooldown", "plan"}
    for seed in range(14, 60):
        if said == all_ways:
            break
        match = Match.start(first_race_setup("Ada", seed), ("person",), lessons=True)
        coach, driver = Coach(match), Chance(seed)
        while (decision := match.decision) is not None:
            view, action = match.view(0), driver.choose(match.view(0), decision)
            saves = _saving(view, decision)
            if saves is not None:
                assert coach.suggestion() is not None
                if coach.suggested == saves:
                    said.add("advised")
                    assert "it prevents a spin out" in (coach.suggestion() or "")
                action = DONE
            happened = match.play(action)
            remarks = [lesson.text for _part, lessons in coach.after(happened) for lesson in lessons]
            if saves is not None and any(isinstance(event, SpunOut) for event in happened):
                said |= {"cooldown" if ": end this step. Better: cool " in text else "plan" for text in remarks}
                assert any("Better: " in text for text in remarks)
    assert said == all_ways


@pytest.mark.point("B2")
def test_a_boost_on_top_of_an_unused_cooldown_is_not_blamed_on_other_cars() -> None:
    """Corner 1 at speed 12 could be paid for with the Cooldown; after the Boost it could not."""
    pupil = Pupil()
    for _ in range(3):
        pupil.choose()
    pupil.choose(lambda _view, _decision: Plan(4, ("2", "3", "stress", "stress")))
    pupil.choose(harmful)
    assert not any(isinstance(event, SpunOut) for event in pupil.events)
    happened = pupil.match.play(DONE)
    remarks = [lesson.text for _part, lessons in pupil.coach.after(happened) for lesson in lessons]
    assert any(isinstance(event, SpunOut) for event in happened)
    assert any("Boost for 1 Heat. Better: " in text for text in remarks), remarks


def _saving(view: SeatView, decision: Decision) -> Action | None:
    """Return a Cooldown that rules out an otherwise certain spin out; None if there is no such use."""
    if not isinstance(decision, ReactDecision) or forecast(view, decision, DONE).spin_chance < 1:
        return None
    uses = [React(use.symbol, use.source, use.most) for use in decision.uses if use.symbol == "cooldown"]
    return next((use for use in uses if not forecast(view, decision, use).spin_chance), None)


@pytest.mark.point("E4")
def test_the_debrief_does_not_count_anything_that_was_advised() -> None:
    pupil = Pupil()
    pupil.to_the_flag()
    assert "You took every suggestion." in pupil.coach.farewell()[0].text
    assert len(pupil.coach.farewell()) == 1


@pytest.mark.long
@pytest.mark.point("E4")
@pytest.mark.parametrize(
    ("obeyed", "plan", "said"),
    [
        pytest.param(
            4,
            None,
            "Round 2: end this step. That cost about 0.3 rounds (2 spaces). Better: cool 1 Heat with Adrenaline. "
            "It is free, makes room in your hand, and puts Heat back into your engine.",
            id="a free Cooldown left",
        ),
        pytest.param(
            12,
            Plan(3, ("2", "2", "4")),
            "Round 4: gear 3 with 4, 2 and 2. That cost about 0.6 rounds (4 spaces). Better: gear 2 with 2 and 1. "
            "Speed 3 passes corner 2 (limit 3) without paying. ",
            id="a corner faster than advised",
        ),
        pytest.param(
            12,
            Plan(4, ("2", "2", "4", "stress")),
            "You spun out once. You went your own way once.",
            id="the number of spin outs",
        ),
        pytest.param(
            12,
            Plan(4, ("2", "2", "4", "stress")),
            "Round 4: gear 4 with 4, 2, 2 and Stress. That cost about 1.6 rounds (12 spaces). Better: "
            "gear 2 with 2 and 1. ",
            id="a spin out",
        ),
    ],
)
def test_the_debrief_names_the_costliest_choice_against_the_advice(obeyed: int, plan: Plan | None, said: str) -> None:
    pupil = Pupil()
    for _ in range(obeyed):
        pupil.choose()
    pupil.choose(lambda _view, _decision: plan or DONE)
    pupil.to_the_flag()
    (lesson,) = pupil.coach.farewell()
    assert "You went your own way once." in lesson.text
    assert said in lesson.text


@pytest.mark.point("E3")
def test_a_plan_that_cannot_spin_out_is_suggested_if_steady_would_risk_one() -> None:
    """Drive at random: if Steady's plan may spin out and some plans cannot, one of those is suggested."""
    replaced = 0
    for seed in range(4):
        match = Match.start(first_race_setup("Ada", seed), ("person",), lessons=True)
        coach, driver = Coach(match), Chance(seed)
        while not match.over:
            decision, view = match.decision, match.view(0)
            assert decision is not None
            steady, advised = Steady().choose(view, decision), coach.suggested
            assert advised is not None
            if isinstance(decision, PlanDecision) and forecast(view, decision, steady).spin_chance:
                safe = [plan for plan in decision.options() if not forecast(view, decision, plan).spin_chance]
                assert advised == steady or not forecast(view, decision, advised).spin_chance
                assert advised in safe or not safe
                replaced += bool(safe)
            match.play(driver.choose(view, decision))
    assert replaced
