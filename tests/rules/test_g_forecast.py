"""Forecasts of plans and actions with upgrades."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

import pytest

from heat_tui.engine.actions import ChooseValues, Plan, Replace
from heat_tui.engine.decisions import ReactDecision, ReplaceDecision
from heat_tui.engine.forecast import Forecast
from heat_tui.game.table.curtain import covered
from tests.paddock import event
from tests.tables import ADRENALINE_MOVE, BOOST, Table, cool, driver, loop, planning, turn
from tests.upgrades import GARAGE, drive, use

CORNER = loop(60, (10, 5), (50, 9))


def plan(cards: str, hand: str, *, deck: str = "1 3", engine: int = 6, gear: int = 1, discard: str = "") -> Forecast:
    """Return the forecast of playing these cards from this hand on space 5, before a line with limit 5."""
    place = driver(5, gear=gear, engine=engine, hand=hand, deck=deck, discard=discard)
    table = planning(CORNER, place, driver(40), modules=(GARAGE,))
    keys = tuple(cards.split())
    return table.race.forecast(0, Plan(len(keys), keys))


def told(table: Table, action: object) -> Forecast:
    """Return the forecast of an action of seat 0."""
    return table.race.forecast(0, action)  # type: ignore[arg-type]


def ways(forecast: Forecast) -> list[tuple[int, Fraction]]:
    """Return every speed with its chance."""
    return [(each.speed, each.chance) for each in forecast.outcomes]


@pytest.mark.rule("G11")
def test_the_plus_of_an_upgrade_is_forecast_as_a_chance() -> None:
    assert ways(plan("drive-4", "drive-4 1 1", deck="1 3 3 heat")) == [(5, Fraction(1, 3)), (7, Fraction(2, 3))]


@pytest.mark.rule("G9")
@pytest.mark.parametrize(("cards", "limit", "heat"), [("4 tyres-2b", 6, 0), ("4 tyres-3", 4, 3)])
def test_the_adjust_of_planned_cards_counts(cards: str, limit: int, heat: int) -> None:
    (outcome,) = plan(cards, f"{cards} 1 1").outcomes
    assert [(corner.limit, corner.heat) for corner in outcome.corners] == [(limit, heat)]


@pytest.mark.rule("G6")
def test_heat_symbols_are_paid_before_the_corners() -> None:
    (outcome,) = plan("turbo-7", "turbo-7 1 1", engine=3).outcomes
    assert (outcome.owed, outcome.spins, [corner.heat for corner in outcome.corners]) == (2, True, [2])
    (paid,) = plan("turbo-7", "turbo-7 1 1", engine=4).outcomes
    assert (paid.owed, paid.spins, paid.engine) == (2, False, 0)


@pytest.mark.rule("3.1", "G5")
def test_every_choice_of_values_is_forecast() -> None:
    """At limit 5, a car with 1 Heat spins out at speed 8; the outcomes are those of the fastest safe choice."""
    forecast = plan("brakes-24 4", "brakes-24 4 1 1", engine=1)
    assert [(values, [each.speed for each in outcomes]) for values, outcomes in forecast.by_values] == [
        ((("brakes-24", 2),), [6]),
        ((("brakes-24", 4),), [8]),
    ]
    assert ways(forecast) == [(6, Fraction(1))]
    assert forecast.spin_chance == 0
    assert plan("4 1", "4 1 1").by_values == ()


@pytest.mark.rule("G8")
def test_a_card_that_cannot_be_paid_for_is_forecast_with_its_replacement() -> None:
    forecast = plan("body-6", "body-6 1 1 1 1 1 1", engine=0)
    assert ways(forecast) == [(1, Fraction(1, 2)), (3, Fraction(1, 2))]
    assert [(each.replaced, each.owed) for each in forecast.outcomes] == [(("body-6",), 0)] * 2
    cooled = plan("body-6", "body-6 heat 1 1 1 1 1", engine=0)
    assert [(each.speed, each.replaced, each.owed, each.engine) for each in cooled.outcomes] == [(6, (), 1, 0)]


@pytest.mark.rule("G8", "H3")
@pytest.mark.parametrize(("discard", "replaced"), [("heat 1", ()), ("1", ("body-6",))])
def test_super_cool_counts_towards_payments(discard: str, replaced: tuple[str, ...]) -> None:
    hand = "body-6 intake-3 1 1 1 1 1"
    forecast = plan("body-6 intake-3", hand, engine=0, gear=2, discard=discard)
    assert {each.replaced for each in forecast.outcomes} == {replaced}


@pytest.mark.rule("G8", "G5")
def test_values_and_replacements_in_the_players_turn_are_forecast() -> None:
    place = driver(5, gear=3, play="brakes-1234 brakes-15 1", hand="1 1 1 1", engine=0, deck="2 3")
    table = drive(place, track=CORNER)
    forecast = told(table, ChooseValues((("brakes-1234", 4), ("brakes-15", 1))))
    assert {(each.speed, each.replaced) for each in forecast.outcomes} == {
        (4, ("brakes-1234",)),
        (5, ("brakes-1234",)),
    }
    two = drive(driver(5, gear=3, play="body-6 wings-3 1", hand="1 1 1 1", engine=1, deck="2 2"), track=CORNER)
    assert isinstance(two.race.decision, ReplaceDecision)
    assert ways(told(two, Replace(("wings-3",)))) == [(9, Fraction(1))]
    (corner,) = told(two, Replace(("wings-3",))).outcomes[0].corners
    assert corner.limit == 5, "the Adjust of wings-3 goes with it"
    assert told(two, Replace(("body-6",))).outcomes[0].corners[0].limit == 7


@pytest.mark.rule("G8", "K1")
def test_with_the_hand_covered_the_heat_in_it_that_a_replacement_counts_on_is_known() -> None:
    """Of the 2 Heat owed, 1 is payable thanks to Adrenaline's Cooldown: no second card has to be replaced."""
    table = drive(driver(5, gear=3, play="body-6 wings-3 1", hand="heat 1 1 1", engine=0, deck="2 2"), last=(0,))
    decision = table.race.decision
    assert isinstance(decision, ReplaceDecision)
    assert (decision.owed, decision.payable) == (2, 1)
    hidden = table.race.forecast(0, Replace(("wings-3",)), partial(covered, decision=decision))
    assert {each.replaced for each in hidden.outcomes} == {()}


@pytest.mark.rule("G7", "N2", "G6")
def test_symbols_that_move_the_car_or_cost_heat_are_forecast() -> None:
    hand = "throttle-2 1 1 1 1 1"
    direct = told(drive(driver(5, play="1", hand=hand)), use("direct_play", "throttle-2"))
    assert [(each.speed, each.end) for each in direct.outcomes] == [(3, 8)]
    faster = told(drive(driver(5, play="drive-0c", deck="2")), use("accelerate", "drive-0c"))
    assert [(each.speed, each.end) for each in faster.outcomes] == [(3, 8)]
    draft = told(drive(driver(5, play="frontwing-0a", deck="2"), driver(10)), use("draft", "frontwing-0a", 2))
    assert [(each.speed, each.end) for each in draft.outcomes] == [(2, 9)]
    table = drive(driver(5, gear=2, play="body-6 body-6", hand="heat 1 1 1 1", engine=3, deck="1"))
    paid = told(table, use("heat", "body-6"))
    assert (paid.heat, paid.outcomes[0].owed, paid.outcomes[0].engine) == (1, 1, 2)
    cooled = told(table, cool(1))
    assert (cooled.cooled, cooled.outcomes[0].owed, cooled.outcomes[0].engine) == (1, 2, 2)
    boosted = told(table, BOOST)
    assert (boosted.heat, boosted.outcomes[0].engine) == (1, 1), "gear 2 still cools 1"


@pytest.mark.rule("G7")
def test_a_planned_card_that_cools_is_one_of_all_sources() -> None:
    assert plan("radiator-3", "radiator-3 heat 1 1").coolers == ("gear", "adrenaline", "radiator-3")
    assert plan("radiator-3 3 3", "radiator-3 3 3 heat", gear=2).coolers == ("adrenaline", "radiator-3")


@pytest.mark.rule("G7", "G2")
def test_an_action_that_moves_no_car_has_one_outcome_where_the_car_is() -> None:
    table = drive(driver(5, play="body-3", hand="stress 1 1 1 1 1"))
    (stays,) = told(table, use("reduce_stress", "body-3")).outcomes
    assert (stays.end, stays.speed) == (8, 3)


@pytest.mark.rule("G8", "W5")
@pytest.mark.parametrize(("start", "replaced"), [(12, ()), (14, ("body-6",))])
def test_the_sector_where_the_car_would_land_counts(start: int, replaced: tuple[str, ...]) -> None:
    """Gear 1 cools 3, but nothing past the line after 19, where the sector has clouds."""
    track = loop(60, (10, 9), (19, 9), (50, 9))
    place = driver(start, engine=0, hand="body-6 heat 1 1 1 1 1", deck="1")
    weather = ("cloud", "limit_up", "weather", "limit_up")
    table = planning(track, place, driver(40), modules=(GARAGE,), weather=weather)
    assert table.race.view(0).cooling == (0, None, 0)
    forecast = table.race.forecast(0, Plan(1, ("body-6",)))
    assert {each.replaced for each in forecast.outcomes} == {replaced}


@pytest.mark.rule("G7", "H3")
@pytest.mark.parametrize(("taken", "spins"), [("heat 1", True), ("1 3", False)])
def test_salvaged_heat_is_unavailable_to_super_cool(taken: str, spins: bool) -> None:
    """intake-1a salvages up to 4 and super cools 1, the Heat that the corner costs."""
    place = driver(8, gear=2, play="intake-1a 4", hand="1 2 2 3 4", engine=0, deck="1 2", discard="heat 1 3")
    table = drive(place, track=CORNER)
    forecast = told(table, use("salvage", "intake-1a", 2, taken))
    assert [outcome.spins for outcome in forecast.outcomes] == [spins]


@pytest.mark.rule("G6", "H3")
@pytest.mark.point("N10")
@pytest.mark.parametrize(
    ("deck", "discard", "spins"),
    [
        ("4", "1 1 1 2 2 2 3 3 3 heat", Fraction(9, 11)),
        ("heat heat heat", "4 3", Fraction(0)),
        ("heat heat 1 1 1", "4 3", Fraction(1, 10)),
    ],
)
def test_scrapped_heat_is_available_to_super_cool(deck: str, discard: str, spins: Fraction) -> None:
    """intake-3 scraps 3 and super cools 1, the Heat that the corner costs."""
    place = driver(8, gear=2, play="intake-3 3", hand="1 2 2 3 4", engine=0, deck=deck, discard=discard)
    forecast = told(drive(place, driver(40), track=CORNER, last=(0,)), use("scrap", "intake-3", 3))
    assert forecast.spin_chance == spins


@pytest.mark.rule("G6", "H3", "P3")
@pytest.mark.point("N10")
@pytest.mark.parametrize(("discard", "spins"), [("3 2", Fraction(3, 5)), ("3 heat", Fraction(0))])
def test_a_super_cool_without_heat_to_take_waits_for_the_scrap(discard: str, spins: Fraction) -> None:
    """Scrap 4 takes the three cards of the deck, and then one of the five cards of the reshuffled pile."""
    place = driver(8, gear=2, play="intake-4 1", hand="1 2 2 3 4", engine=0, deck="heat heat 4", discard=discard)
    table = drive(place, driver(40), track=CORNER, last=(0,))
    assert told(table, ADRENALINE_MOVE).spin_chance == spins


@pytest.mark.rule("G6", "G8")
def test_a_super_cool_that_has_to_wait_may_still_find_heat() -> None:
    """Super cool is not offered, because the Heat that the cards ask for could not be paid after it."""
    place = driver(
        5, gear=3, engine=1, play="wings-6 revs-1b sponsor-intake", hand="1 2 3 4", deck="1 2", discard="1 heat 2"
    )
    table = turn(CORNER, place, driver(40), last=(0,), modules=(GARAGE, *event(7)))
    assert not any(each.symbol == "super_cool" for each in table.asked(ReactDecision).uses)
    assert [len(told(table, action).outcomes) for action in table.asked(ReactDecision).options()] == [1, 1]


@pytest.mark.rule("G6", "P4")
def test_stress_that_is_reduced_is_shuffled_into_the_deck_before_a_scrap() -> None:
    """Scrap 2 takes the Heat of the deck, and one of the four cards of the reshuffled pile."""
    place = driver(
        5, gear=3, engine=0, play="intake-0a throttle-2 2", hand="stress 1 2 3 4", deck="heat", discard="1 2"
    )
    table = drive(place, driver(40), track=loop(60, (15, 3), (50, 9)))
    forecast = told(table, use("reduce_stress", "intake-0a", 1))
    assert {each.cooled: each.chance for each in forecast.outcomes} == {0: Fraction(3, 4), 1: Fraction(1, 4)}


@pytest.mark.rule("G8", "P4")
def test_each_replaced_card_is_discarded_before_the_next_flip() -> None:
    cards = "wings-6 revs-1b intake-1b 1"
    forecast = plan(cards, f"{cards} 1 1 4", deck="heat", engine=0, gear=3, discard="1 2 3")
    assert sum(each.chance for each in forecast.outcomes if each.cooled) == Fraction(7, 10)
