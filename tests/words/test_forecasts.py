"""Consequences in words, before a choice is made."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heat_tui.engine.actions import DONE, Action, Discard, Plan, Retire
from heat_tui.engine.decisions import DiscardDecision
from heat_tui.engine.events import SpunOut
from heat_tui.engine.forecast import forecast
from heat_tui.modules.mulligan import MulliganDecision
from heat_tui.modules.mulligan.answer import Mulligan
from heat_tui.words.forecasts import outline, preview, table_lines
from heat_tui.words.names import chance_words, odds_words
from tests.tables import ADRENALINE_MOVE, BOOST, SLIPSTREAM, Table, abreast, cool, driver, loop, planning, turn
from tests.words.moments import decisions

ROAD = loop(60, (20, 4), (30, 3), laps=2)


def foretold(table: Table, action: Action) -> list[str]:
    """Return the forecast of an action for the driver who must decide, in sentences and then as a table."""
    race = table.race
    assert race.decision is not None
    seat = race.decision.seat
    view, forecast = race.view(seat), race.forecast(seat, action)
    return [*preview(view, forecast), *table_lines(view, forecast)]


def test_a_certain_landing_with_a_corner_to_pay_for_is_described() -> None:
    table = planning(ROAD, driver(17, gear=1, hand="3 3 1", engine=4))
    assert foretold(table, Plan(2, ("3", "3"))) == [
        "Speed 6: you land on space 23, race line.",
        "Over corner 1, limit 4: 2 over the limit, you pay 2 Heat.",
        "Engine: 4 Heat now, 2 afterwards.",
    ]


def test_the_price_of_a_long_shift_comes_first() -> None:
    table = planning(ROAD, driver(17, gear=1, hand="1 1 1 4", engine=4))
    assert foretold(table, Plan(3, ("1", "1", "1"))) == [
        "The shift costs 1 Heat.",
        "Speed 3: you land on space 20, race line.",
        "Engine: 4 Heat now, 3 afterwards.",
    ]


@pytest.mark.point("N12")
def test_a_certain_spin_out_is_stated_plainly() -> None:
    table = planning(ROAD, driver(17, gear=1, hand="5 4 heat", engine=2))
    assert foretold(table, Plan(2, ("4", "5"))) == [
        "You will cool 1 Heat.",
        "Speed 9: you land on space 26, race line.",
        "Over corner 1, limit 4: 5 over the limit, 5 Heat to pay and not enough in the engine. "
        "You would spin out, take 1 Stress and go back to space 20, race line, in gear 1.",
        "Engine: 2 Heat now, 0 afterwards.",
    ]


@pytest.mark.point("N12")
def test_a_spin_out_after_the_move_is_described_with_its_final_place() -> None:
    """The car has already crossed the line after space 20, and Bo and Cem fill the two spots before it."""
    table = turn(ROAD, driver(17, play="4 3", gear=2, hand="heat", engine=1), *abreast(20))
    view, told = table.race.view(0), table.race.forecast(0, DONE)
    shown = outline(view, told)
    assert shown.heading == "Chance of a spin out: 100 % (gear 1, +1 Stress)."
    assert [row.cells[2:] for row in shown.rows] == [("→ 19", "<4> by 3: 3 Heat", "SPIN OUT")]
    (spun,) = table.play(DONE).told(SpunOut)
    assert (spun.end, spun.spot, spun.stress, table.car().gear) == (19, 0, 1, 1)


def test_stress_is_described_as_odds() -> None:
    table = planning(ROAD, driver(19, gear=1, hand="stress 4 1", deck="1 2 3 4 4 4 heat", engine=2))
    assert foretold(table, Plan(2, ("4", "stress"))) == [
        "Speed 5 to 8, on average 7.0: you land between space 24 and space 27.",
        "Chance of a spin out at corner 1 <4>: 67 % (gear 1, +1 Stress).",
        "  17 %  speed 5  -> 24  <4> by 1: 1 Heat  engine 2 -> 1",
        "  16 %  speed 6  -> 25  <4> by 2: 2 Heat  engine 2 -> 0",
        "  17 %  speed 7  -> 20  <4> by 3: 3 Heat  SPIN OUT",
        "  50 %  speed 8  -> 20  <4> by 4: 4 Heat  SPIN OUT",
    ]


def test_a_corner_that_may_be_reached_is_described_with_its_chance() -> None:
    table = turn(ROAD, driver(15, play="4", gear=1, deck="1 1 1 4", engine=9))
    assert foretold(table, BOOST) == [
        "1 Heat now.",
        "You cannot spin out.",
        "Speed 5 to 8, on average 5.8: you land between space 20 and space 23.",
        "  75 %  speed 5  -> 20                    engine 9 -> 8",
        "  25 %  speed 8  -> 23  <4> by 4: 4 Heat  engine 9 -> 4",
    ]


def test_two_corners_at_which_a_car_may_spin_out_are_described() -> None:
    table = turn(ROAD, driver(19, play="5 4", gear=2, deck="1 4", engine=9))
    assert foretold(table, BOOST)[2:] == [
        "Chance of a spin out at corner 1 <4>: 50 % (gear 1, +1 Stress).",
        "  50 %  speed 10  -> 29  <4> by 6: 6 Heat  engine 9 -> 2",
        "  50 %  speed 13  -> 20  <4> by 9: 9 Heat  SPIN OUT",
    ]


def test_a_spin_out_at_either_of_two_corners_is_described() -> None:
    table = planning(ROAD, driver(20, gear=4, hand="5 4 stress stress", deck="4 4 1 1", engine=13))
    assert foretold(table, Plan(4, ("4", "5", "stress", "stress"))) == [
        "Speed 11 to 17, on average 14.0: you land between space 31 and space 37.",
        "Chance of a spin out at corner 2 <3>: 100 % (gear 1, +2 Stress).",
        "  17 %  speed 11  -> 30  <4> by 7: 7 Heat, <3> by 8: 8 Heat      SPIN OUT",
        "  67 %  speed 14  -> 30  <4> by 10: 10 Heat, <3> by 11: 11 Heat  SPIN OUT",
        "  16 %  speed 17  -> 30  <4> by 13: 13 Heat, <3> by 14: 14 Heat  SPIN OUT",
    ]
    short = planning(ROAD, driver(20, gear=4, hand="5 4 stress stress", deck="4 4 1 1", engine=9))
    assert "Chance of a spin out: 100 % (gear 1, +2 Stress)." in foretold(
        short, Plan(4, ("4", "5", "stress", "stress"))
    )


@pytest.mark.point("B1")
def test_cooling_in_step_5_is_counted() -> None:
    plan = planning(ROAD, driver(17, gear=1, hand="3 3 1 heat", engine=1))
    assert foretold(plan, Plan(2, ("3", "3"))) == [
        "You will cool 1 Heat.",
        "Speed 6: you land on space 23, race line.",
        "Over corner 1, limit 4: 2 over the limit, you pay 2 Heat.",
        "Engine: 1 Heat now, 0 afterwards.",
    ]
    fast = planning(ROAD, driver(17, gear=2, hand="3 2 1 heat", engine=1), driver(5))
    assert "and not enough in the engine" in foretold(fast, Plan(3, ("1", "2", "3")))[1], "gear 3 cools nothing"


@pytest.mark.point("B1")
def test_cooling_still_available_is_counted_in_a_boost() -> None:
    table = turn(ROAD, driver(19, play="5 4", gear=2, hand="heat", deck="1 4", engine=10))
    assert foretold(table, BOOST)[1] == "The gear cools 1 Heat."
    assert foretold(table, BOOST)[3:] == [
        "Chance of a spin out at corner 2 <3>: 50 % (gear 1, +1 Stress).",
        "  50 %  speed 10  -> 29  <4> by 6: 6 Heat                      engine 10 -> 4",
        "  50 %  speed 13  -> 30  <4> by 9: 9 Heat, <3> by 10: 10 Heat  SPIN OUT",
    ]
    late = turn(ROAD, driver(19, play="5 3 1", gear=3, hand="heat", deck="1 4", engine=9))
    assert not any("cool" in line for line in foretold(late, BOOST)), "gear 3 cools nothing"


@pytest.mark.point("B1", "B2")
def test_ending_the_step_says_that_cooling_would_prevent_the_spin_out() -> None:
    table = turn(ROAD, driver(18, play="5", gear=1, hand="heat heat 1", engine=0))
    assert foretold(table, DONE)[-1] == "Cooling down first would prevent the spin out."
    assert foretold(table, cool(1))[-1] == "Engine: 0 Heat now, 0 afterwards.", "and this prevents it"
    hopeless = turn(ROAD, driver(15, play="5 4", gear=2, hand="heat heat 1", engine=0))
    assert "Cooling down first would prevent the spin out." not in foretold(hopeless, DONE)


def test_cars_in_the_way_are_named() -> None:
    table = planning(ROAD, driver(4, hand="5 3"), *abreast(9))
    assert foretold(table, Plan(1, ("5",)))[0] == (
        "Speed 5: Bo and Cem fill space 9, so you stop 1 short, on space 8, race line."
    )
    stuck = planning(ROAD, driver(4, hand="1 3"), *abreast(5))
    assert foretold(stuck, Plan(1, ("1",)))[0] == "Speed 1: Bo and Cem fill space 5, so you stay on space 4, race line."
    unsure = planning(ROAD, driver(4, hand="stress 3", deck="1 2"), *abreast(6))
    assert foretold(unsure, Plan(1, ("stress",)))[-1] == "  50 %  speed 2  -> 5  1 short behind Bo and Cem"


def test_the_finish_is_mentioned() -> None:
    sure = planning(ROAD, driver(178, hand="5 3"))
    assert "You cross the finish line of the last lap." in foretold(sure, Plan(1, ("5",)))
    unsure = planning(ROAD, driver(178, hand="stress 3", deck="1 2 3 4"))
    assert "Chance of crossing the finish line of the last lap: 50 %." in (foretold(unsure, Plan(1, ("stress",))))
    over = turn(ROAD, driver(178, play="5", engine=3, deck="1 2"))
    assert not [line for line in foretold(over, BOOST) if "finish line" in line], "what has happened is not foretold"


@pytest.mark.rule("2.2")
def test_a_cluttered_hand_is_a_warning() -> None:
    table = planning(ROAD, driver(10, gear=3, hand="4 heat heat", engine=0))
    assert foretold(table, Plan(3, ("4", "heat", "heat"))) == [
        "Your hand is cluttered: your car does not move, the cards you play are discarded, and you drop to gear 1."
    ]


def test_the_choices_of_step_5_are_described() -> None:
    table = turn(ROAD, driver(18, gear=1, play="5", hand="heat heat", engine=3))
    assert foretold(table, cool(2)) == [
        "2 Heat back into the engine.",
        "Speed 5: you stay on space 23, race line.",
        "Over corner 1, limit 4: 1 over the limit, you pay 1 Heat.",
        "Engine: 3 Heat now, 4 afterwards.",
    ]
    assert foretold(table, DONE)[-1] == "Engine: 3 Heat now, 2 afterwards."


@pytest.mark.point("B4")
@pytest.mark.rule("6.1", "5.4")
def test_a_reaction_says_where_a_slipstream_is_possible() -> None:
    table = turn(ROAD, driver(10, gear=1, play="1", engine=3, deck="1 3"), driver(14), last=(0,))
    assert foretold(table, BOOST)[-2:] == [
        "  50 %  speed 2  -> 12        engine 3 -> 2",
        "  50 %  speed 4  -> 14 (off)  engine 3 -> 2, Slipstream possible",
    ]
    assert "You can slipstream from there." not in foretold(table, DONE)
    near = turn(ROAD, driver(10, gear=1, play="1", engine=3), driver(13), last=(0,))
    assert "You can slipstream from there." in foretold(near, ADRENALINE_MOVE)


@pytest.mark.point("B4")
@pytest.mark.rule("W5")
@pytest.mark.parametrize(("token", "possible"), [("fog", False), ("snow", True)])
def test_no_slipstream_is_promised_where_none_may_start(token: str, possible: bool) -> None:
    table = turn(
        ROAD, driver(18, gear=1, play="2", engine=3), driver(22), last=(0,), weather=(token, "weather", "limit_up")
    )
    assert ("You can slipstream from there." in foretold(table, ADRENALINE_MOVE)) is possible


def test_a_slipstream_over_a_corner_is_described() -> None:
    table = turn(ROAD, driver(14, gear=1, play="5", engine=3), driver(20)).play(DONE)
    assert foretold(table, SLIPSTREAM) == [
        "Speed 5: you land on space 21, race line.",
        "Over corner 1, limit 4: 1 over the limit, you pay 1 Heat.",
        "Engine: 3 Heat now, 2 afterwards.",
    ]


def test_discarding_says_what_is_kept() -> None:
    table = turn(ROAD, driver(10, gear=1, play="1", hand="4 3 heat")).to(DiscardDecision)
    assert foretold(table, Discard(("3", "4"))) == ["You keep 1 card."]
    assert foretold(table, Discard()) == ["You keep 3 cards."]


def test_the_mulligan_states_its_price() -> None:
    view, decision = decisions()[MulliganDecision]
    assert preview(view, forecast(view, decision, Mulligan(take=True)))[-1] == "Engine: 6 Heat now, 5 afterwards."
    assert preview(view, forecast(view, decision, Mulligan(take=False))) == ["You keep your hand and your 6 Heat."]


def test_retiring_states_the_resulting_place() -> None:
    table = planning(ROAD, driver(10), driver(190, status="finished"), retire=True)
    assert foretold(table, Retire()) == ["You leave the race immediately and are placed behind everybody who finishes."]


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (Fraction(0), "0 %"),
        (Fraction(1, 500), "under 1 %"),
        (Fraction(1, 20), "5 %"),
        (Fraction(1, 6), "17 %"),
        (Fraction(1, 2), "50 %"),
        (Fraction(5, 6), "83 %"),
        (Fraction(19, 20), "95 %"),
        (Fraction(499, 500), "over 99 %"),
        (Fraction(1), "100 %"),
    ],
)
def test_chances_are_whole_per_cent(chance: Fraction, words: str) -> None:
    assert chance_words(chance) == words


@pytest.mark.point("N13")
def test_a_list_of_odds_sums_to_100_per_cent() -> None:
    third, sixth = Fraction(1, 3), Fraction(1, 6)
    assert odds_words([(third, False)] * 3) == ["34 %", "33 %", "33 %"]
    assert odds_words([(sixth, False)] * 3 + [(third, True), (sixth, True)]) == ["17 %", "17 %", "16 %", "33 %", "17 %"]
    few = Fraction(1, 400)
    assert odds_words([(few, True), (few, False), (1 - 2 * few, False)]) == ["<1 %", "<1 %", ">99 %"]


@given(st.lists(st.tuples(st.integers(1, 500), st.booleans()), min_size=1, max_size=30))
@pytest.mark.point("N13")
def test_odds_sum_to_100_per_cent_and_marked_ones_to_their_total(weights: list[tuple[int, bool]]) -> None:
    whole = sum(weight for weight, _ in weights)
    odds = [(Fraction(weight, whole), mark) for weight, mark in weights]
    shown = [0 if words == "<1 %" else 100 if words == ">99 %" else int(words[:-2]) for words in odds_words(odds)]
    assert sum(shown) == 100
    assert all(abs(percent - 100 * chance) < 1 for percent, (chance, _) in zip(shown, odds, strict=True))
    marked = sum((chance for chance, mark in odds if mark), Fraction(0))
    of_marked = [percent for percent, (_, mark) in zip(shown, odds, strict=True) if mark]
    assert sum(of_marked) == int(100 * marked + Fraction(1, 2))


@pytest.mark.point("F2")
def test_a_single_source_of_cooling_in_step_5_is_named() -> None:
    def cooling(*coolers: str) -> str:
        table = planning(ROAD, driver(1, gear=2, hand="3 1 heat", engine=4))
        told = replace(table.race.forecast(0, Plan(2, ("1", "3"))), coolers=coolers)
        return outline(table.race.view(0), told).heading

    assert cooling("gear") == "The gear cools 1 Heat."
    assert cooling("adrenaline") == "Adrenaline cools 1 Heat."
    assert cooling("sector") == "The sector cools 1 Heat."
    assert cooling("body-1") == "Body-1 cools 1 Heat."
    assert cooling("gear", "adrenaline") == "You will cool 1 Heat."


def test_a_slipstream_before_a_spin_out_is_not_offered() -> None:
    table = turn(loop(60, (20, 2), laps=2), driver(18, gear=2, engine=1, play="4 1", hand="1 1"), driver(24))
    view, told = table.race.view(0), table.race.forecast(0, DONE)
    assert told.outcomes[0].tows
    assert told.outcomes[0].spins
    assert "lipstream" not in " ".join(outline(view, told).rows[0].cells + tuple(preview(view, told)))
