"""The reason given for a choice is true of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from heat_tui.drivers.evaluation import choose
from heat_tui.drivers.kinds import RACER
from heat_tui.engine.actions import DONE, ChooseValues, Discard, Plan, React
from heat_tui.engine.decisions import ChooseValuesDecision, Decision, DiscardDecision, ReactDecision
from heat_tui.game.advice.reasons import Reasons, way_of
from heat_tui.modules.spaces import Spaces
from tests.tables import Table, abreast, driver, loop, planning, turn
from tests.upgrades import GARAGE, drive, use

TRACK = loop(60, (20, 2), (27, 5), (50, 5))
BETTER = "Other cards will be of more use, and you draw them right away."
ANOTHER = "Another card will be of more use, and you draw it right away."
SLOW = "You need slow cards for corner 1, limit 2."
FAST = "It is 20 spaces to corner 3, limit 5: you need fast cards."


def reasons(table: Table) -> Reasons:
    decision = table.asked(Decision)
    return Reasons(table.race.view(decision.seat), decision)


def planned(at: int, hand: str = "stress 1 2 3 4 4 4", deck: str = "1 2 3 4") -> Reasons:
    return reasons(planning(TRACK, driver(at, gear=1, engine=6, hand=hand, deck=deck), driver(2), laps=1))


@pytest.mark.parametrize(
    ("at", "hand", "cards", "said"),
    [
        (14, "1 2 3 stress stress", "1 2 3", BETTER),
        (14, "0 3 4 stress stress", "0 3", BETTER),
        (14, "1 2 4 stress stress", "4", SLOW),
        (14, "1 3 4 stress stress", "3", ANOTHER),
        (27, "1 3 4 stress stress", "1", FAST),
        (27, "1 2 4 stress stress", "2", ANOTHER),
        (14, "1 2 4 stress stress", "", "You can use all of these cards."),
    ],
)
def test_slow_cards_are_called_necessary_only_if_fast_ones_are_played_and_vice_versa(
    at: int, hand: str, cards: str, said: str
) -> None:
    table = turn(TRACK, driver(at, gear=2, engine=6, hand=hand, play="1 2"), driver(2), laps=2).to(DiscardDecision)
    assert reasons(table).why(Discard(tuple(cards.split()))) == said


@pytest.mark.rule("H1")
def test_a_shift_by_one_gear_that_costs_heat_is_not_called_a_shift_by_two() -> None:
    flooded = replace(loop(60, (20, 2), (50, 5)), flooded=(14,))
    table = planning(
        flooded, driver(14, gear=3, engine=6, hand="1 2 3 4 4 4 4"), driver(2), laps=2, modules=(Spaces(),)
    )
    said = reasons(table).why(Plan(2, ("1", "2")))
    assert "One gear down for 1 Heat: brake for corner 1, limit 2." in said


@pytest.mark.parametrize(
    ("at", "card", "said"),
    [
        (17, "4", "Stopping before the line would cost you more time than the Heat."),
        (20, "4", "Driving slower would cost you more time than the Heat."),
        (20, "3", "Nothing you can do costs less Heat here."),
    ],
)
def test_the_alternative_to_heat_at_a_corner_is_possible(at: int, card: str, said: str) -> None:
    hand = "3 3 3 4 4 4 4" if at == 20 else "2 3 3 4 4 4 4"
    assert planned(at, hand).why(Plan(1, (card,))).endswith(f" Heat. {said}")


@pytest.mark.parametrize(
    ("at", "said"),
    [
        (5, "Speed 1 to 4: 11 to 14 spaces before the line of corner 1, limit 2."),
        (16, "Speed 1 to 4: no further than the line of corner 1, limit 2."),
        (111, "Speed 1 to 4: 5 to 8 spaces before the finish line."),
    ],
)
def test_several_speeds_have_several_distances_to_the_line(at: int, said: str) -> None:
    known = planned(at)
    assert way_of(known.view, known.forecast(Plan(1, ("stress",)))) == said


@pytest.mark.parametrize(
    ("engine", "said"), [(0, "Speed 5 to 8: a spin out in any case."), (3, "Speed 5 to 8, and a spin out is possible.")]
)
def test_a_spin_out_at_every_speed_is_not_only_possible(engine: int, said: str) -> None:
    hand = "stress 4 4 4 4 4 4"
    known = reasons(planning(TRACK, driver(20, gear=2, engine=engine, hand=hand, deck="1 2 3 4"), driver(2)))
    assert way_of(known.view, known.forecast(Plan(2, ("4", "stress")))) == said


@pytest.mark.point("N14")
@pytest.mark.parametrize(
    ("other", "said"),
    [
        (17, "Speed 3: 4 spaces before the line of corner 1, limit 2. {guess}"),
        (18, "Speed 3: 3 spaces before the line of corner 1, limit 2."),
        (2, "Speed 3: 3 spaces before the line of corner 1, limit 2."),
    ],
)
def test_a_move_that_ends_behind_cars_that_move_first_says_that_they_are_assumed_to_stay(other: int, said: str) -> None:
    own = driver(14, gear=1, engine=6, hand="3 3 3 4 4 4 4", deck="1 2 3 4")
    known = reasons(planning(TRACK, own, *abreast(other), laps=1))
    guess = "This assumes that no other car moves before your turn."
    assert way_of(known.view, known.forecast(Plan(1, ("3",)))) == said.format(guess=guess)


@pytest.mark.parametrize(("at", "rids"), [(5, True), (117, False)])
def test_getting_rid_of_stress_is_worth_nothing_if_the_race_may_end(at: int, rids: bool) -> None:
    assert ("You also get rid of Stress" in planned(at).why(Plan(1, ("stress",)))) == rids


@pytest.mark.parametrize(("deck", "certain"), [("0 3 3", True), ("2 3 3", False)])
def test_stress_is_said_to_be_certain_if_the_deck_leaves_it_one_value(deck: str, certain: bool) -> None:
    known = reasons(planning(TRACK, driver(5, gear=1, engine=6, hand="stress 3 3 4 4 4 4", deck=deck), driver(2)))
    assert ("make the value of Stress certain" in known.why(Plan(1, ("stress",)))) == certain


@pytest.mark.long
@pytest.mark.parametrize(
    ("at", "value", "heat", "said"),
    [
        (46, 2, 0, "Speed 5 passes corner 3 (limit 5) without paying."),
        (
            45,
            4,
            2,
            "Speed 7 is 2 over the limit (5) of corner 3: 2 Heat. "
            "It is worth it: 28 spaces of straight follow before corner 1 <2>.",
        ),
    ],
)
def test_the_reason_for_a_card_with_a_choice_uses_the_value_that_will_be_chosen(
    at: int, value: int, heat: int, said: str
) -> None:
    """Either value is possible: 2 gives speed 5, and 4 gives speed 7 for 2 Heat."""
    place = driver(at, gear=3, engine=6, hand="brakes-24 3 3 4 4 4 4", deck="1 2 3 4")
    table = planning(TRACK, place, driver(2), laps=1, modules=(GARAGE,))
    known, plan = reasons(table), Plan(2, ("3", "brakes-24"))
    assert known.why(plan) == f"Plan on {value} for Brakes-24. {said}"
    assert (known.expected(plan).most_heat, known.forecast(plan).most_heat) == (heat, 2)
    table.play(plan)
    while not isinstance(decision := table.race.decision, ChooseValuesDecision):
        assert decision is not None
        table.play(choose(table.race.view(decision.seat), decision))
    assert choose(table.race.view(0), decision, RACER) == ChooseValues((("brakes-24", value),))


@pytest.mark.parametrize(
    ("deck", "said"),
    [("3 3", "Going faster would end in a spin out."), ("1 3", "Going faster could end in a spin out.")],
)
def test_a_spin_out_by_going_faster_is_certain_only_if_every_card_ends_in_one(deck: str, said: str) -> None:
    car = driver(19, gear=3, engine=3, hand="4 4", deck=deck, play="1 1 1")
    assert reasons(turn(TRACK, car, driver(2), laps=2).to(ReactDecision)).why(DONE) == said


def test_a_salvage_has_a_reason_of_its_own() -> None:
    table = drive(driver(5, hand="4 4", play="fuel-2", discard="1 3 4", deck="1 2"))
    said = "It is free, and you will have more good cards to draw."
    assert reasons(table).why(use("salvage", "fuel-2", 2, "3 4")) == said


@pytest.mark.parametrize("deck", ["1 2", "2 2"])
def test_a_boost_that_crosses_no_line_costs_nothing_more_whatever_its_card(deck: str) -> None:
    car = driver(10, gear=3, engine=3, hand="4 4", deck=deck, play="1 1 1")
    told = reasons(turn(TRACK, car, driver(2), laps=2).to(ReactDecision)).why(React("boost", "boost", 1))
    assert told.endswith("You cross no line, so it costs nothing more.")


@pytest.mark.parametrize(
    ("at", "said"),
    [
        (118, "It takes you over the finish line, and Heat left over is worth nothing."),
        (120, "Nothing depends on it: nobody else is racing, and Heat left over is worth nothing."),
    ],
)
def test_a_boost_of_the_last_car_is_worth_something_only_if_it_takes_it_over_the_line(at: int, said: str) -> None:
    last = driver(at, gear=1, engine=6, play="1", deck="3 3 3 4")
    known = reasons(turn(TRACK, last, driver(125, status="finished"), laps=1, last=(0,)).to(ReactDecision))
    assert said in known.why(React("boost", "boost", 1))
