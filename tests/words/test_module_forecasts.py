"""Consequences with upgrades, weather and tournament mode; questions and help at their decisions."""

from __future__ import annotations

import pytest

from heat_tui.engine.actions import Action, ChooseValues, Plan, Replace
from heat_tui.engine.decisions import (
    ChooseValuesDecision,
    Decision,
    PlanDecision,
    ReactDecision,
    RefreshDecision,
    ReplaceDecision,
)
from heat_tui.game.table.prompts import Choice
from heat_tui.modules.tournament import Tournament
from heat_tui.typesetting import aligned
from heat_tui.words.cards import card_list
from heat_tui.words.forecasts import outline, preview, table_lines
from heat_tui.words.questions import describe_action, explain
from tests.tables import DONE, FULL, Table, cool, driver, loop, planning, turn
from tests.upgrades import GARAGE, drive, use
from tests.words.test_questions import asked

CORNERS = loop(60, (20, 4), (30, 3), laps=2)


def foreseen(table: Table, action: Action) -> list[str]:
    """Return the forecast of an action at a table."""
    decision = table.asked(Decision)
    return preview(table.race.view(decision.seat), table.race.forecast(decision.seat, action))


def outlined(table: Table, action: Action) -> tuple[str, list[str]]:
    """Return the heading and the rows of an action's outline."""
    decision = table.asked(Decision)
    short = outline(table.race.view(decision.seat), table.race.forecast(decision.seat, action))
    return short.heading, aligned([row.cells for row in short.rows], right=(0,))


def drafted(hand: str, *, at: int = 10, gear: int = 2, engine: int = 6, deck: str = FULL) -> Table:
    """Return a round about to be planned by a driver with this hand, in a race with upgrades."""
    place = driver(at, gear=gear, engine=engine, hand=hand, deck=deck)
    return planning(CORNERS, place, driver(40), modules=(GARAGE,))


@pytest.mark.rule("3.1")
def test_a_plan_with_values_to_choose_is_described() -> None:
    table = drafted("brakes-1234 4 1 1 1 1 1", at=75)
    assert foreseen(table, Plan(2, ("brakes-1234", "4"))) == [
        "You choose the values later.",
        "You cannot spin out.",
        "Speed 5 to 8: you land between space 20 and space 23.",
        "Before the corners, your cards cost 1 Heat.",
    ]
    heading, rows = outlined(table, Plan(2, ("brakes-1234", "4")))
    assert heading == "You choose the values later. You cannot spin out."
    assert rows == [
        "speed 5  → 20  1 Heat for cards                    engine 6 → 5",
        "speed 6  → 21  1 Heat for cards, <4> by 2: 2 Heat  engine 6 → 3",
        "speed 7  → 22  1 Heat for cards, <4> by 3: 3 Heat  engine 6 → 2",
        "speed 8  → 23  1 Heat for cards, <4> by 4: 4 Heat  engine 6 → 1",
    ]


@pytest.mark.point("C4", "F2")
def test_several_values_have_one_row_for_each_speed() -> None:
    table = drafted("brakes-13 brakes-24 1 1 1 1 1", at=75, engine=1)
    plan = Plan(2, ("brakes-13", "brakes-24"))
    assert foreseen(table, plan) == [
        "You choose the values later.",
        "Speed 3 to 7: you land between space 18 and space 22.",
    ]
    heading, rows = outlined(table, plan)
    assert heading == "You choose the values later."
    assert rows == [
        "speed 3  → 18",
        "speed 5  → 20",
        "speed 7  → 20  <4> by 3: 3 Heat  SPIN OUT",
    ]
    view, forecast = table.race.view(0), table.race.forecast(0, plan)
    assert table_lines(view, forecast)[2] == "  speed 7  -> 20  <4> by 3: 3 Heat  SPIN OUT"


@pytest.mark.point("C4")
def test_two_cards_with_four_values_have_seven_rows() -> None:
    table = drafted("brakes-1234 brakes-1234 1 1 1 1 1", at=61)
    plan = Plan(2, ("brakes-1234", "brakes-1234"))
    _heading, rows = outlined(table, plan)
    assert [row.split("  ")[:2] for row in rows] == [[f"speed {speed}", f"→ {speed + 1}"] for speed in range(2, 9)]
    short = outline(table.race.view(0), table.race.forecast(0, plan))
    assert {(row.brief, row.danger) for row in short.rows} == {("2 Heat", "costs")}
    assert short.danger == "costs"


@pytest.mark.rule("G9")
def test_adjust_is_included() -> None:
    table = drafted("tyres-2b 4 1 1 1 1 1", at=75)
    lines = foreseen(table, Plan(2, ("tyres-2b", "4")))
    assert "Over corner 1, limit 5: 1 over the limit, you pay 1 Heat." in lines


@pytest.mark.rule("G8")
def test_heat_that_cannot_be_paid_is_foreseen() -> None:
    table = drafted("turbo-7 4 1 1 1 1 1", gear=3, engine=0, deck="2 2 2 2")
    lines = foreseen(table, Plan(3, ("turbo-7", "1", "1")))
    assert "You cannot pay the Heat of Turbo-7, so a Basic card takes its place." in lines
    assert any("without Turbo-7" in outcome for outcome in outlined(table, Plan(3, ("turbo-7", "1", "1")))[1])


@pytest.mark.rule("M2")
def test_the_cost_of_a_shift_is_foreseen() -> None:
    mode = (Tournament(),)
    up = planning(CORNERS, driver(10, engine=0, hand="2 2 2 2 2 2 2"), driver(40), modules=mode)
    assert foreseen(up, Plan(3, ("2", "2", "2")))[:2] == [
        "Your engine cannot pay for that shift: you lose 1 random card, and your gear is 1 lower.",
        "Speed 4: you land on space 14, race line.",
    ]
    assert outlined(up, Plan(3, ("2", "2", "2")))[0] == "1 card lost at random."
    down = planning(CORNERS, driver(10, gear=4, engine=0, hand=FULL, deck="2 2 2"), driver(40), modules=mode)
    assert foreseen(down, Plan(2, ("1", "1")))[0] == (
        "Your engine cannot pay for that shift: 1 Basic card is added, and your gear is 1 higher."
    )
    assert outlined(down, Plan(2, ("1", "1")))[0] == "1 card added."
    later = planning(CORNERS, driver(10, engine=2, hand="2 2 2 2 2 2 2"), driver(40), modules=mode)
    assert outlined(later, Plan(3, ("2", "2", "2")))[0].startswith("The shift costs 1 Heat.")


@pytest.mark.rule("M1")
def test_the_question_and_the_help_of_tournament_mode_are_worded() -> None:
    table = planning(CORNERS, driver(10, engine=0, hand=FULL), driver(40), modules=(Tournament(),))
    decision = table.asked(PlanDecision)
    assert asked(table) == (
        "You are in gear 1 with 0 Heat, 10 spaces before the line of corner 1, limit 4: "
        "how many cards do you play, and which?"
    )
    assert explain(decision)[2] == (
        "Your engine cannot pay for the shift to gear 3: if you shift up, you lose cards at random; "
        "if you shift down, Basic cards are added, until you can pay."
    )
    assert describe_action(decision, Plan(2, ("1", "2"))) == "2 cards for gear 2: 2 and 1"


@pytest.mark.rule("G6", "G10")
def test_heat_owed_is_in_the_question_and_must_be_paid() -> None:
    table = drive(driver(15, gear=2, engine=3, play="turbo-7 1", hand="heat 1 1 1"), track=CORNERS)
    assert asked(table) == (
        "Speed 8, 3 Heat (2 owed for your cards), but 4 to pay for corner 1 <4>, so you would spin out: "
        "what do you use?"
    )
    decision = table.asked(ReactDecision)
    lines = explain(decision)
    assert (
        lines[0]
        == "Use any of these once each, in any order. You can end the step when you have used all that is mandatory."
    )
    assert "Turbo-7 asks for Heat: pay 2 from the engine. Mandatory." in lines
    assert foreseen(table, use("heat", "turbo-7", 2))[0] == "2 Heat now."
    assert "Before the corners, your cards cost 2 Heat." in foreseen(table, cool(1))


@pytest.mark.rule("G8")
def test_the_choice_of_what_to_give_up_is_described() -> None:
    table = drive(driver(5, gear=3, engine=1, play="throttle-4 body-6 radiator-6", hand="1 1 1 1", deck="2 2 2 2"))
    decision = table.asked(ReplaceDecision)
    assert asked(table) == (
        "Your cards ask for 3 Heat, and you can pay only 1: "
        f"which do you give up, {', '.join(card_list(cards) for cards in decision.choices[:-1])} or "
        f"{card_list(decision.choices[-1])}?"
    )
    assert "So you give up 2 cards: they are discarded unused, and Basic cards take their place." in (explain(decision))
    assert foreseen(table, Replace(decision.choices[0]))[0].startswith("Speed ")


@pytest.mark.rule("3.1")
def test_choosing_values_is_described() -> None:
    table = drive(driver(15, gear=2, play="brakes-13 4", hand="1 1"), track=CORNERS)
    decision = table.asked(ChooseValuesDecision)
    assert asked(table) == "Speed 4 without Brakes-13: which value do you choose for it, 1 or 3?"
    assert explain(decision)[0] == (
        "Every + is resolved now, so choose what your cards are worth: 1 or 3 for Brakes-13."
    )
    assert describe_action(decision, ChooseValues((("brakes-13", 3),))) == "choose 3 for Brakes-13"
    assert foreseen(table, ChooseValues((("brakes-13", 3),)))[:2] == [
        "Speed 7: you land on space 22, race line.",
        "Over corner 1, limit 4: 3 over the limit, you pay 3 Heat.",
    ]


@pytest.mark.rule("G7")
def test_refreshing_is_described() -> None:
    table = drive(driver(5, gear=2, play="suspension-4 suspension-1", hand="1 1 1", deck="1 1 1 1")).play(DONE)
    table.to(RefreshDecision)
    assert asked(table) == (
        "Which of Suspension-4 and Suspension-1, if any, do you put on top of your draw deck, and in what order?"
    )
    assert [
        describe_action(table.asked(RefreshDecision), action) for action in table.asked(RefreshDecision).options()
    ] == [
        "refresh nothing",
        "refresh Suspension-1",
        "refresh Suspension-4",
        "refresh Suspension-1 and Suspension-4, to be drawn in this order",
        "refresh Suspension-4 and Suspension-1, to be drawn in this order",
    ]
    assert foreseen(table, next(table.asked(RefreshDecision).options())) == []


@pytest.mark.rule("W4")
def test_a_free_boost_is_explained() -> None:
    table = turn(CORNERS, driver(22, play="1", engine=0), weather=("fog", "heat_control", "limit_up"))
    assert "Boost for free: turn over cards until a Basic card appears, then move forward by its speed." in explain(
        table.asked(ReactDecision)
    )


@pytest.mark.point("C4")
def test_a_single_value_is_named() -> None:
    table = drive(driver(15, gear=2, engine=3, play="brakes-1234 4", hand="1 1", deck="2 2 2"), track=CORNERS)
    decision = table.asked(ChooseValuesDecision)
    choice = Choice("Ada", table.race.view(0), decision, lambda action: table.race.forecast(0, action))
    labels = [choice.label(action) for action in choice.answers]
    assert labels[:2] == ["value 1: speed 5 to space 20, 1 Heat", "value 2: speed 6 to space 21, 3 Heat"]


@pytest.mark.point("C4")
def test_values_are_listed_once_for_every_speed() -> None:
    """Of choices with the same speed, only one is listed: 1 and 3, not 3 and 1."""
    place = driver(15, gear=3, engine=3, play="brakes-1234 brakes-13 4", hand="1 1", deck="2 2 2")
    table = drive(place, track=CORNERS)
    decision = table.asked(ChooseValuesDecision)
    choice = Choice("Ada", table.race.view(0), decision, lambda action: table.race.forecast(0, action))
    assert [choice.label(action) for action in choice.answers] == [
        "values 1, 1: speed 6 to space 21, 3 Heat",
        "values 2, 1: speed 7 to space 20, SPIN OUT",
        "values 1, 3: speed 8 to space 20, SPIN OUT",
        "values 2, 3: speed 9 to space 20, SPIN OUT",
        "values 3, 3: speed 10 to space 20, SPIN OUT",
        "values 4, 3: speed 11 to space 20, SPIN OUT",
    ]
    second = choice.answers[1]
    shown = choice.on_the_map(second).ends
    assert [end.end for end in shown] == [21, 22, 23, 24, 25, 26], "all of them are on the map"
    assert [row.label for row in outline(choice.view, choice.forecast(second), shown).rows] == ["b"]
