"""The questions that drivers are asked, the help, and the refusals."""

from __future__ import annotations

import pytest

from heat_tui.engine.actions import DONE, React, Retire
from heat_tui.engine.decisions import Decision, ReactDecision, SlipstreamDecision, Use
from heat_tui.engine.record import refuse
from heat_tui.words.questions import ask, describe_action, explain
from heat_tui.words.refusals import refusal
from tests.tables import BOOST, FULL, OFF, Table, driver, loop, planning, turn

ROAD = loop(60, (20, 4), (30, 3), laps=2)


def asked(table: Table) -> str:
    """Return the question at a table."""
    decision = table.asked(Decision)
    return ask(table.race.view(decision.seat), decision)


def test_the_plan_is_asked_for() -> None:
    assert asked(planning(ROAD, driver(75, gear=3, engine=4, hand=FULL))) == (
        "You are in gear 3 with 4 Heat, 5 spaces before the line of corner 1, limit 4: "
        "which gear and cards do you choose?"
    )
    assert asked(planning(ROAD, driver(75, gear=3, engine=0, hand="4 heat heat"))) == (
        "Your hand is cluttered: you cannot fill any gear within reach, so your car will not move. "
        "Which gear do you choose?"
    )


def test_step_5_shows_what_the_corners_cost() -> None:
    straight = turn(ROAD, driver(10, play="5", engine=3))
    assert asked(straight) == "Speed 5, 3 Heat, no corner crossed yet: what do you use?"
    slow = turn(ROAD, driver(17, play="4", engine=3))
    assert asked(slow) == "Speed 4, 3 Heat, corner 1 <4> within the limit: what do you use?"
    fast = turn(ROAD, driver(19, gear=3, play="5 4 3", engine=20))
    assert asked(fast) == "Speed 12, 20 Heat, of which 17 will go on corner 1 <4> and corner 2 <3>: what do you use?"
    over = turn(ROAD, driver(175, gear=2, play="5 4", engine=3))
    assert asked(over) == "Speed 9, 3 Heat, past the finish line: what do you use?"
    spinning = turn(ROAD, driver(19, gear=2, play="5 3", engine=3))
    assert asked(spinning) == "Speed 8, 3 Heat, but 4 to pay for corner 1 <4>, so you would spin out: what do you use?"
    twice = turn(ROAD, driver(19, gear=3, play="5 4 3", engine=7))
    assert asked(twice) == "Speed 12, 7 Heat, but 8 to pay for corner 1 <4>, so you would spin out: what do you use?", (
        "7.3"
    )


def test_a_slipstream_shows_where_it_ends_and_what_it_costs() -> None:
    free = turn(ROAD, driver(10, play="2"), driver(12)).play(DONE)
    assert asked(free) == "Slipstream to space 14, race line, or stay?"
    paid = turn(ROAD, driver(14, play="5", engine=3), driver(19)).play(DONE)
    slow = turn(ROAD, driver(18, play="1", engine=3), driver(20)).play(DONE)
    assert asked(slow) == "Slipstream to space 21, race line, over corner 1 <4> for no Heat, or stay?"
    assert asked(paid) == "Slipstream to space 21, race line, over corner 1 <4> for 1 of your 3 Heat, or stay?"
    spin = turn(ROAD, driver(11, gear=2, play="5 3", engine=3), driver(19, OFF)).play(DONE)
    assert asked(spin) == (
        "Slipstream to space 21, race line, over corner 1 <4> at speed 8, and spin out (4 Heat to "
        "pay, 3 in the engine), or stay?"
    )
    view = free.race.view(0)
    assert (
        ask(view, SlipstreamDecision(0, (2, 3, 4)))
        == "Slipstream 2 to space 14; 3 to space 15; 4 to space 16; or stay?"
    )


def test_discards_are_asked_for() -> None:
    table = turn(ROAD, driver(10, play="1", hand="4 3 heat")).play(DONE)
    assert asked(table) == "Which of 4 and 3 do you discard before you draw, if any?"
    single = turn(ROAD, driver(10, play="1", hand="4 heat")).play(DONE)
    assert asked(single) == "Discard your 4 before you draw?"


def test_help_at_the_plan_names_gears_and_cards() -> None:
    table = planning(
        ROAD, driver(75, gear=2, engine=4, hand="4 stress 1 1 heat"), driver(190, status="finished"), retire=True
    )
    assert table.race.decision is not None
    assert explain(table.race.decision) == [
        "Choose a gear and play exactly that many cards; their sum is your speed.",
        "You can use gear 1, gear 2 or gear 3 for free.",
        "You can pay to shift to gear 4 (1 Heat).",
        "You can play 4, 1, 1 and Stress. Heat cards stay in your hand.",
        "A Stress card is worth as much as the first Basic card from your draw deck: 1 to 4.",
        "Crossing a corner line faster than its limit costs 1 Heat for each point of speed over it.",
        "A car has finished, so you may also retire from the race.",
    ]


@pytest.mark.rule("2.2", "2.3")
def test_help_explains_a_cluttered_hand() -> None:
    table = planning(ROAD, driver(75, gear=3, engine=0, hand="4 heat heat"))
    assert table.race.decision is not None
    assert any(line.startswith("Your hand is cluttered: you have too few") for line in explain(table.race.decision))


USES = ReactDecision(
    0,
    (
        Use("cooldown", "gear", 3),
        Use("cooldown", "adrenaline", 1),
        Use("cooldown", "sector", 1),
        Use("cooldown", "5", 1),
        Use("adrenaline", "adrenaline", 1),
        Use("boost", "boost", 1, 1),
    ),
)


def test_every_use_is_explained_and_named() -> None:
    explained = explain(USES)
    assert len(explained) == len(USES.uses) + 2
    assert "Cooldown from the gear: put up to 3 Heat from your hand back into the engine." in explained
    assert "Cooldown from Adrenaline: put 1 Heat from your hand back into the engine." in explained
    assert [describe_action(USES, action) for action in USES.options()] == [
        "end this step",
        "cool 3 Heat with the gear",
        "cool 2 Heat with the gear",
        "cool 1 Heat with the gear",
        "cool 1 Heat with Adrenaline",
        "cool 1 Heat with this sector",
        "cool 1 Heat with the card 5",
        "1 extra speed from Adrenaline",
        "Boost for 1 Heat",
    ]
    free = ReactDecision(0, (Use("boost", "boost", 1, 0),))
    assert describe_action(free, BOOST) == "Boost for free"


def test_refusals_say_what_is_wrong_and_how_to_correct_it() -> None:
    table = planning(ROAD, driver(75, gear=2, engine=0, hand="4 stress 1 1 heat"))
    assert table.race.decision is not None
    assert refused(table.race.decision, Retire()) == (
        "You cannot retire now: that needs the Retiring option and a car that has finished; choose a gear and cards."
    )
    assert refusal(refuse("wrong-count", gear=1, cards=2)) == "Gear 1 needs exactly 1 card, but you named 2."
    assert refusal(refuse("wrong-count", gear=3, cards=2)) == "Gear 3 needs exactly 3 cards, but you named 2."
    assert refusal(refuse("shift-not-paid", gear=4, before=2, engine=0)) == (
        "You cannot shift from gear 2 to gear 4: the shift costs more Heat than the 0 in your engine; "
        "choose a closer gear."
    )
    assert refused(USES, React("cooldown", "gear", 9)) == "The amount has to be 1 to 3, not 9."


def refused(decision: Decision, action: React | Retire) -> str:
    """Return the refusal of an action that the decision does not allow."""
    objection = decision.objection(action)
    assert objection is not None
    return refusal(objection)


def test_typed_text_cannot_control_a_terminal() -> None:
    said = refusal(refuse("not-in-hand", card="\x1b[2J" + "x" * 90))
    assert "\x1b" not in said
    assert len(said) < 140
