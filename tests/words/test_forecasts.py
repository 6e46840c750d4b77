"""Consequences in words, before they are chosen."""

from __future__ import annotations

from fractions import Fraction

import pytest

from heat_tui.engine.actions import DONE, Action, Discard, Plan, Retire
from heat_tui.engine.decisions import DiscardDecision
from heat_tui.engine.forecast import forecast
from heat_tui.modules.mulligan import MulliganDecision
from heat_tui.modules.mulligan.answer import Mulligan
from heat_tui.words.forecasts import preview
from heat_tui.words.names import odds_in_words
from tests.tables import BOOST, SLIPSTREAM, Table, abreast, cool, driver, loop, planning, turn
from tests.words.moments import decisions

ROAD = loop(60, (20, 4), (30, 3), laps=2)


def foretold(table: Table, action: Action) -> list[str]:
    """What the driver who must decide is told of an action."""
    race = table.race
    assert race.decision is not None
    seat = race.decision.seat
    return preview(race.view(seat), race.forecast(seat, action))


def test_a_certain_landing_with_a_corner_to_pay() -> None:
    table = planning(ROAD, driver(17, gear=1, hand="3 3 1", engine=4))
    assert foretold(table, Plan(2, ("3", "3"))) == [
        "Speed 6: you land on space 23, race line.",
        "Over corner 1, limit 4: 2 too fast, you pay 2 Heat.",
        "Engine: 4 Heat now, 2 then.",
    ]


def test_the_price_of_a_long_shift_comes_first() -> None:
    table = planning(ROAD, driver(17, gear=1, hand="1 1 1 4", engine=4))
    assert foretold(table, Plan(3, ("1", "1", "1"))) == [
        "The shift costs 1 Heat.",
        "Speed 3: you land on space 20, race line.",
        "Engine: 4 Heat now, 3 then.",
    ]


def test_a_certain_spin_out_is_plain() -> None:
    table = planning(ROAD, driver(17, gear=1, hand="5 4 heat", engine=2))
    assert foretold(table, Plan(2, ("4", "5"))) == [
        "Speed 9: you land on space 26, race line.",
        "You can then cool 1 Heat.",
        "Over corner 1, limit 4: 5 too fast, 5 Heat to pay and not enough in the engine: "
        "that would be a spin out, back before that corner, with Stress and in gear 1.",
        "Engine: 2 Heat now, 0 then.",
    ]


def test_stress_is_told_as_odds() -> None:
    table = planning(ROAD, driver(19, gear=1, hand="stress 4 1", deck="1 2 3 4 4 4 heat", engine=2))
    assert foretold(table, Plan(2, ("4", "stress"))) == [
        "Speed 5 to 8, on average 7.0: you land between space 24 and space 27.",
        "Over corner 1, limit 4: 1 to 4 Heat.",
        "A spin out at corner 1 is likely, about 67 %.",
        "Engine: 2 Heat now, 0 to 1 after the corners.",
    ]


def test_a_corner_that_may_be_reached_is_told_with_its_chance() -> None:
    table = turn(ROAD, driver(15, play="4", gear=1, deck="1 1 1 4", engine=9))
    assert foretold(table, BOOST) == [
        "The Boost costs 1 Heat.",
        "Speed 5 to 8, on average 5.8: you land between space 20 and space 23.",
        "Over corner 1, limit 4, unlikely, about 25 %: 4 Heat.",
        "You can pay that in any case: no spin out.",
        "Engine: 9 Heat now, 4 to 8 after the corners.",
    ]


def test_two_corners_at_which_a_spin_may_come() -> None:
    table = turn(ROAD, driver(19, play="5 4", gear=2, deck="1 4", engine=9))
    assert foretold(table, BOOST)[2:] == [
        "Over corner 1, limit 4: 6 to 9 Heat.",
        "A spin out at corner 1 is about even, 50 %.",
        "Engine: 9 Heat now, 0 to 2 after the corners.",
    ]


def test_a_spin_at_either_of_two_corners() -> None:
    table = planning(ROAD, driver(20, gear=4, hand="5 4 stress stress", deck="4 4 1 1", engine=13))
    assert foretold(table, Plan(4, ("4", "5", "stress", "stress")))[1:] == [
        "Over corner 1, limit 4: 7 to 13 Heat.",
        "Over corner 2, limit 3: 8 to 14 Heat.",
        "A spin out at corner 2 is certain.",
        "Engine: 13 Heat now, 0 then.",
    ]
    short = planning(ROAD, driver(20, gear=4, hand="5 4 stress stress", deck="4 4 1 1", engine=9))
    assert "A spin out is certain." in foretold(short, Plan(4, ("4", "5", "stress", "stress")))


@pytest.mark.point("B1")
def test_what_can_be_cooled_in_step_5_is_counted() -> None:
    plan = planning(ROAD, driver(17, gear=1, hand="3 3 1 heat", engine=1))
    assert foretold(plan, Plan(2, ("3", "3"))) == [
        "Speed 6: you land on space 23, race line.",
        "You can then cool 1 Heat.",
        "Over corner 1, limit 4: 2 too fast, you pay 2 Heat.",
        "Engine: 1 Heat now, 0 then.",
    ]
    fast = planning(ROAD, driver(17, gear=2, hand="3 2 1 heat", engine=1), driver(5))
    assert "and not enough in the engine" in foretold(fast, Plan(3, ("1", "2", "3")))[1], "gear 3 cools nothing"


@pytest.mark.point("B1")
def test_what_can_still_be_cooled_is_counted_in_a_boost() -> None:
    table = turn(ROAD, driver(19, play="5 4", gear=2, hand="heat", deck="1 4", engine=10))
    assert foretold(table, BOOST)[2:] == [
        "You can then cool 1 Heat.",
        "Over corner 1, limit 4: 6 to 9 Heat.",
        "Over corner 2, limit 3, about even, 50 %: 10 Heat.",
        "A spin out at corner 2 is about even, 50 %.",
        "Engine: 10 Heat now, 0 to 4 after the corners.",
    ]
    late = turn(ROAD, driver(19, play="5 3 1", gear=3, hand="heat", deck="1 4", engine=9))
    assert not any("cool" in line for line in foretold(late, BOOST)), "gear 3 cools nothing"


@pytest.mark.point("B1", "B2")
def test_being_done_says_that_cooling_would_prevent_the_spin() -> None:
    table = turn(ROAD, driver(18, play="5", gear=1, hand="heat heat 1", engine=0))
    assert foretold(table, DONE)[-1] == "Cooling down first would prevent that."
    assert foretold(table, cool(1))[-1] == "Engine: 0 Heat now, 0 then.", "and this prevents it"
    hopeless = turn(ROAD, driver(15, play="5 4", gear=2, hand="heat heat 1", engine=0))
    assert "Cooling down first would prevent that." not in foretold(hopeless, DONE)


def test_cars_in_the_way_are_named() -> None:
    table = planning(ROAD, driver(4, hand="5 3"), *abreast(9))
    assert foretold(table, Plan(1, ("5",)))[0] == (
        "Speed 5: Bo and Cem fill space 9, so you stop 1 short on space 8, race line."
    )
    stuck = planning(ROAD, driver(4, hand="1 3"), *abreast(5))
    assert foretold(stuck, Plan(1, ("1",)))[0] == "Speed 1: Bo and Cem fill space 5, so you stay on space 4, race line."
    unsure = planning(ROAD, driver(4, hand="stress 3", deck="1 2"), *abreast(6))
    assert "Bo and Cem can make you stop short." in foretold(unsure, Plan(1, ("stress",)))


def test_the_finish_is_told() -> None:
    sure = planning(ROAD, driver(178, hand="5 3"))
    assert "You cross the finish line of the last lap." in foretold(sure, Plan(1, ("5",)))
    unsure = planning(ROAD, driver(178, hand="stress 3", deck="1 2 3 4"))
    assert "Crossing the finish line of the last lap is about even, 50 %." in (foretold(unsure, Plan(1, ("stress",))))
    over = turn(ROAD, driver(178, play="5", engine=3, deck="1 2"))
    assert not [line for line in foretold(over, BOOST) if "finish line" in line], "what has happened is not foretold"


@pytest.mark.rule("2.2")
def test_a_cluttered_hand_is_a_warning() -> None:
    table = planning(ROAD, driver(10, gear=3, hand="4 heat heat", engine=0))
    assert foretold(table, Plan(3, ("4", "heat", "heat"))) == [
        "Your hand is cluttered: the car does not move, the cards played are discarded, and the gear falls to 1 again."
    ]


def test_step_5_choices() -> None:
    table = turn(ROAD, driver(18, gear=1, play="5", hand="heat heat", engine=3))
    assert foretold(table, cool(2)) == [
        "You put 2 Heat from your hand into the engine.",
        "Speed 5: you stay on space 23, race line.",
        "Over corner 1, limit 4: 1 too fast, you pay 1 Heat.",
        "Engine: 3 Heat now, 4 then.",
    ]
    assert foretold(table, DONE)[-1] == "Engine: 3 Heat now, 2 then."


def test_a_slipstream_over_a_corner() -> None:
    table = turn(ROAD, driver(14, gear=1, play="5", engine=3), driver(20)).play(DONE)
    assert foretold(table, SLIPSTREAM) == [
        "Speed 5: you land on space 21, race line.",
        "Over corner 1, limit 4: 1 too fast, you pay 1 Heat.",
        "Engine: 3 Heat now, 2 then.",
    ]


def test_discarding_tells_what_is_kept() -> None:
    table = turn(ROAD, driver(10, gear=1, play="1", hand="4 3 heat")).to(DiscardDecision)
    assert foretold(table, Discard(("3", "4"))) == ["You discard 2 cards and keep 1."]
    assert foretold(table, Discard()) == ["You discard nothing and keep 3 cards."]
    single = turn(ROAD, driver(10, gear=1, play="1", hand="4")).to(DiscardDecision)
    assert foretold(single, Discard()) == ["You discard nothing and keep 1 card."]


def test_the_mulligan_tells_its_price() -> None:
    view, decision = decisions()[MulliganDecision]
    assert preview(view, forecast(view, decision, Mulligan(take=True)))[-1] == "Engine: 6 Heat now, 5 then."
    assert preview(view, forecast(view, decision, Mulligan(take=False))) == ["You keep your hand and all 6 Heat."]


def test_retiring_tells_where_it_leaves_you() -> None:
    table = planning(ROAD, driver(10), driver(190, status="finished"), retire=True)
    assert foretold(table, Retire()) == ["You leave the race at once and rank behind all who finish."]


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (Fraction(0), "impossible"),
        (Fraction(1, 500), "very unlikely, less than 1 %"),
        (Fraction(1, 20), "very unlikely, about 5 %"),
        (Fraction(1, 6), "unlikely, about 17 %"),
        (Fraction(1, 2), "about even, 50 %"),
        (Fraction(5, 6), "likely, about 83 %"),
        (Fraction(19, 20), "very likely, about 95 %"),
        (Fraction(499, 500), "almost certain, more than 99 %"),
        (Fraction(1), "certain"),
    ],
)
def test_odds_in_words(chance: Fraction, words: str) -> None:
    assert odds_in_words(chance) == words
