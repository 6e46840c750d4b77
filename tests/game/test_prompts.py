"""The questions, their answers with the default first, and the variants, identical in both front ends."""

from __future__ import annotations

import pytest

from heat_tui.engine.actions import DONE, KEEP_ALL, STAY, Action, ChooseValues, Discard, Exchange, React
from heat_tui.engine.decisions import (
    ChooseValuesDecision,
    Decision,
    DiscardDecision,
    ExchangeDecision,
    PlanDecision,
    ReactDecision,
    SlipstreamDecision,
    Use,
)
from heat_tui.engine.forecast import forecast
from heat_tui.game.table.prompts import FORMS, Choice, form_of, title_of
from heat_tui.modules.mulligan import MulliganDecision
from heat_tui.modules.mulligan.answer import Mulligan
from heat_tui.plain.prompts import LINES
from heat_tui.tui.race.prompts import PROMPTS
from heat_tui.words.module import module_decisions
from tests.plain.typist import words_for
from tests.words.moments import decisions

REACT = ReactDecision(
    0,
    (Use("boost", "boost", 1, 1), Use("cooldown", "gear", 3, least=2), Use("heat", "turbo-7", 2, 2, 2)),
    may_end=False,
)
FREE = ReactDecision(0, (Use("salvage", "fuel-0", 2), Use("cooldown", "gear", 3)), pile=("1", "4"))
EXCHANGE = ExchangeDecision(0, ("body-1", "body-1", "heat"), ("body-1", "heat", "turbo-7"))
VALUES = ChooseValuesDecision(0, (("brakes-13", (3, 1)),), 5)


def choice(decision: Decision) -> Choice[Decision]:
    """Return the choice for a decision, with the view of the example of its kind."""
    view, _decision = decisions()[type(decision)]
    return Choice("Ada", view, decision, lambda action: forecast(view, decision, action))


def test_every_decision_is_asked_by_both_front_ends() -> None:
    """Both front ends list the engine's decisions, two of which have prompts of their own; modules add theirs."""
    kinds = {kind for kind, (_view, decision) in decisions().items() if not decision.asked}
    assert set(module_decisions()) == {decision.asked for _view, decision in decisions().values()} - {""}
    assert set(FORMS) == set(LINES) == kinds
    assert {kind.__name__ for kind in PROMPTS} == {"PlanDecision", "DiscardDecision"}


@pytest.mark.parametrize("kind", decisions(), ids=lambda kind: kind.__name__)
def test_every_answer_is_allowed_described_and_previewed(kind: type[Decision]) -> None:
    asked = choice(decisions()[kind][1])
    answers = asked.answers
    assert answers
    for action in answers[:20]:
        if not (isinstance(action, React) and action.symbol == "salvage"):
            assert asked.refusal(action) is None
        assert asked.words(action)
        assert action in asked.variants(action)
        assert all(asked.preview(action))
        assert words_for(action, asked.decision)


@pytest.mark.parametrize(
    ("decision", "answers"),
    [
        (MulliganDecision(0), [Mulligan(take=False), Mulligan(take=True)]),
        (FREE, [DONE, React("salvage", "fuel-0", 2), React("cooldown", "gear", 3)]),
        (REACT, [React("heat", "turbo-7", 2), React("boost", "boost", 1), React("cooldown", "gear", 3), DONE]),
        (EXCHANGE, [KEEP_ALL, Exchange("body-1", "heat"), Exchange("heat", "body-1")]),
        (VALUES, [ChooseValues((("brakes-13", 1),)), ChooseValues((("brakes-13", 3),))]),
    ],
)
def test_the_default_comes_first(decision: Decision, answers: list[Action]) -> None:
    assert choice(decision).answers == answers


def test_staying_is_the_default_of_a_slipstream() -> None:
    assert choice(SlipstreamDecision(0, (1, 2))).answers[0] == STAY


@pytest.mark.parametrize(
    ("decision", "action", "variants"),
    [
        (REACT, React("cooldown", "gear", 3), [React("cooldown", "gear", 2), React("cooldown", "gear", 3)]),
        (FREE, React("salvage", "fuel-0", 2), [React("salvage", "fuel-0", 2)]),
        (FREE, DONE, [DONE]),
        (EXCHANGE, Exchange("body-1", "heat"), [Exchange("body-1", "heat"), Exchange("body-1", "turbo-7")]),
        (EXCHANGE, KEEP_ALL, [KEEP_ALL]),
    ],
)
def test_each_answer_has_its_variants(decision: Decision, action: Action, variants: list[Action]) -> None:
    assert choice(decision).variants(action) == variants


def test_a_refused_answer_has_a_reason() -> None:
    assert choice(REACT).refusal(DONE) is not None
    assert choice(FREE).refusal(DONE) is None
    assert choice(DiscardDecision(0, ("1",))).refusal(Discard(("heat",))) is not None


def test_the_call_to_the_driver_and_the_heading_above_the_answers_are_right() -> None:
    assert form_of(decisions()[PlanDecision][1]).task == "plan your turn"
    assert form_of(REACT).task == "look at your hand"
    titles = {kind.__name__: title_of(decision) for kind, (_view, decision) in decisions().items()}
    assert {kind for kind, title in titles.items() if title} == {
        "PickDecision",
        "PutAwayDecision",
        "KeepDecision",
        "ExchangeDecision",
        "ReplaceDecision",
    }
    assert "{" not in "".join(titles.values())
