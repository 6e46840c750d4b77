"""What is typed, and what it means."""

from __future__ import annotations

import pytest

from heat_tui.engine import actions, decisions
from heat_tui.engine.actions import DONE, Action, Discard, Mulligan, Plan, React, Retire, Slipstream
from heat_tui.engine.decisions import (
    Decision,
    DiscardDecision,
    MulliganDecision,
    PlanDecision,
    ReactDecision,
    SlipstreamDecision,
    Use,
)
from heat_tui.engine.forecast import Forecast
from heat_tui.engine.race import Race
from heat_tui.engine.setup import RaceSetup
from heat_tui.files import load_track
from heat_tui.plain.commands import Unclear
from heat_tui.plain.prompts import ActionPrompt, Choice, prompt_for
from heat_tui.plain.prompts.confirm import Confirm

PLAN = PlanDecision(0, 1, 6, ((1, 0), (2, 0), (3, 1)), ("0", "1", "2", "3", "4", "stress"), 1, may_retire=False)
CLUTTERED = PlanDecision(0, 3, 0, ((2, 0), (3, 0), (4, 0)), ("1",), 6, may_retire=True)
REACT = ReactDecision(
    0,
    (
        Use("cooldown", "gear", 3),
        Use("adrenaline", "adrenaline", 1),
        Use("cooldown", "adrenaline", 1),
        Use("boost", "boost", 1, 1),
    ),
)
SLIPSTREAM = SlipstreamDecision(0, (2,))
DISCARD = DiscardDecision(0, ("0", "1", "1", "4"))
MULLIGAN = MulliganDecision(0)


def prompt(decision: Decision) -> ActionPrompt:
    view = Race.start(RaceSetup(load_track("usa"), ("Ada",))).view(0)
    nothing = Forecast(0, 0, cluttered=False, guess=False, outcomes=())
    return prompt_for(Choice("Ada", view, decision, lambda _action: nothing))


@pytest.mark.parametrize(
    ("decision", "typed", "action"),
    [
        (PLAN, "3 4 2 1", Plan(3, ("4", "2", "1"))),
        (PLAN, "gear 3 cards 4 2 1", Plan(3, ("4", "2", "1"))),
        (PLAN, "gear 3 4 2 1", Plan(3, ("4", "2", "1"))),
        (PLAN, "3 cards 4 2 1", Plan(3, ("4", "2", "1"))),
        (PLAN, "g 3 c 4 2 1", Plan(3, ("4", "2", "1"))),
        (PLAN, "cards 4 2", Plan(2, ("4", "2"))),
        (PLAN, "1 stress", Plan(1, ("stress",))),
        (PLAN, "1 s", Plan(1, ("stress",))),
        (CLUTTERED, "2", Plan(2, ("1", "heat"))),
        (CLUTTERED, "gear 3", Plan(3, ("1", "heat", "heat"))),
        (CLUTTERED, "2 1 heat", Plan(2, ("1", "heat"))),
        (CLUTTERED, "retire", Retire()),
        (CLUTTERED, "r", Retire()),
        (REACT, "1", React("cooldown", "gear", 3)),
        (REACT, "4", React("boost", "boost", 1)),
        (REACT, "5", DONE),
        (REACT, "boost", React("boost", "boost", 1)),
        (REACT, "b", React("boost", "boost", 1)),
        (REACT, "adrenaline", React("adrenaline", "adrenaline", 1)),
        (REACT, "cool", React("cooldown", "gear", 3)),
        (REACT, "cool 2", React("cooldown", "gear", 2)),
        (REACT, "cool 1", React("cooldown", "adrenaline", 1)),
        (REACT, "done", DONE),
        (SLIPSTREAM, "yes", Slipstream(2)),
        (SLIPSTREAM, "y", Slipstream(2)),
        (SLIPSTREAM, "2", Slipstream(2)),
        (SLIPSTREAM, "no", Slipstream(0)),
        (SLIPSTREAM, "0", Slipstream(0)),
        (DISCARD, "discard 1 4", Discard(("1", "4"))),
        (DISCARD, "1 4", Discard(("1", "4"))),
        (DISCARD, "1 1 0", Discard(("1", "1", "0"))),
        (DISCARD, "none", Discard()),
        (DISCARD, "discard none", Discard()),
        (MULLIGAN, "yes", Mulligan(take=True)),
        (MULLIGAN, "n", Mulligan(take=False)),
    ],
)
def test_what_is_typed_is_understood(decision: Decision, typed: str, action: Action) -> None:
    assert prompt(decision).answer(typed.split()) == action
    assert decision.objection(action) is None


@pytest.mark.parametrize(
    ("decision", "typed", "sentence"),
    [
        (PLAN, "", "Type a gear and its cards, such as 1 0; ? explains."),
        (PLAN, "3", "Gear 3 plays 3 cards: which?"),
        (PLAN, "gear", "Which gear? Type a number after it."),
        (PLAN, "3 4 2", "Gear 3 needs exactly 3 cards, and you named 2."),
        (PLAN, "2 4 4", "You named 4 more often than your hand has it; choose from your hand."),
        (PLAN, "1 heat", "Heat cannot be played from the hand; choose another card."),
        (PLAN, "4 1 2 3 4", "Gear 4 is too far from gear 1"),
        (PLAN, "1 seven", '"seven" is no card: type the numbers of your cards, or stress.'),
        (PLAN, "retire", '"retire" is no gear: type a gear from 1 to 4 and then the cards'),
        (CLUTTERED, "retire now", "retire stands alone."),
        (REACT, "9", "There is no 9 in the list, which ends with 5."),
        (REACT, "cool 4", "It can be used for 1 to 3, not for 4."),
        (REACT, "brake", '"brake" is nothing that you can do now'),
        (SLIPSTREAM, "3", "You cannot slipstream 3 spaces; go 2, or stay."),
        (SLIPSTREAM, "perhaps", "Type yes or no; ? explains."),
        (DISCARD, "heat", "You cannot discard Heat"),
        (DISCARD, "4 4", "You cannot discard 4"),
        (DISCARD, "discard", "Which cards? Type their numbers after it, or none."),
        (MULLIGAN, "", "Type yes or no; ? explains."),
    ],
)
def test_what_is_not_understood_gets_a_sentence(decision: Decision, typed: str, sentence: str) -> None:
    with pytest.raises(Unclear) as refused:
        prompt(decision).answer(typed.split())
    assert str(refused.value).startswith(sentence)


def test_two_uses_that_are_typed_alike_are_told_apart_in_the_list() -> None:
    twice = ReactDecision(
        0, (Use("cooldown", "gear", 1), Use("cooldown", "adrenaline", 1), Use("boost", "boost", 1, 1))
    )
    lines = prompt(twice).opening()
    assert len(set(lines[1:])) == 4
    assert lines[1].startswith("1. cool 1 (cool 1 Heat down with the gear):")
    assert lines[2].startswith("2. cool 1 (cool 1 Heat down with Adrenaline):")
    assert lines[3].startswith("3. boost:")


def test_a_confirmation_takes_another_answer_too() -> None:
    confirm = Confirm(prompt(PLAN))
    assert confirm.answer(["yes"]) is True
    assert confirm.answer(["no"]) is False
    assert confirm.answer(["again"]) is False
    assert confirm.answer(["1", "4"]) == Plan(1, ("4",))
    with pytest.raises(Unclear):
        confirm.answer([])


def test_every_decision_has_a_prompt() -> None:
    kinds = {kind for kind in vars(decisions).values() if isinstance(kind, type) and issubclass(kind, Decision)}
    asked = {type(each) for each in (PLAN, REACT, SLIPSTREAM, DISCARD, MULLIGAN)}
    assert kinds - {Decision} == asked
    for decision in (PLAN, REACT, SLIPSTREAM, DISCARD, MULLIGAN):
        shown = prompt(decision)
        assert shown.question.startswith("Ada, ")
        assert shown.help()


def test_every_action_can_be_typed() -> None:
    """Every legal action of every decision above has words, and the words mean that action again."""
    from tests.plain.typist import words_for

    kinds = {kind for kind in vars(actions).values() if isinstance(kind, type) and issubclass(kind, Action)}
    met = set()
    for decision in (PLAN, CLUTTERED, SLIPSTREAM, DISCARD, MULLIGAN):
        for action in decision.options():
            met.add(type(action))
            assert prompt(decision).answer(words_for(action).split()) == action
    assert met == kinds - {Action, React}
