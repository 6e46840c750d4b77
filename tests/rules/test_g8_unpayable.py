"""Heat symbols that cannot be paid for: at the reveal, and in step 5 (G8)."""

from __future__ import annotations

import pytest

from heat_tui.engine.actions import ChooseValues, Replace
from heat_tui.engine.decisions import ChooseValuesDecision, ReactDecision, ReplaceDecision, Use
from heat_tui.engine.events import CardFlipped, CardsReplaced, CarMoved, ChoiceForced, HeatCooled, HeatPaid
from tests.tables import ADRENALINE_MOVE, BOOST, Table, cool, driver, loop, turn
from tests.upgrades import GARAGE, ROAD, drive, offered, use

HAND = "1 1 2 2 3 3"
TROUBLED = "1 1 2 2 3 stress"
"""A hand with which body-6 in play always leaves something to choose: its Reduce stress."""


def replaced(table: Table) -> list[tuple[str, ...]]:
    """Return the cards replaced so far."""
    return [event.cards for event in table.told(CardsReplaced)]


def speed(table: Table) -> int:
    """Return the speed at which car 0 moved at the reveal."""
    return table.told(CarMoved, 0)[0].distance


@pytest.mark.example(36)
@pytest.mark.rule("G8")
def test_a_card_may_cool_the_heat_that_it_requires() -> None:
    cooled = drive(driver(5, gear=3, play="radiator-6 1 1", hand=f"heat {HAND}", engine=0, deck="4"))
    assert (replaced(cooled), speed(cooled)) == ([], 8)
    assert [event.source for event in cooled.told(HeatCooled)] == ["radiator-6"]
    assert [event.source for event in cooled.told(HeatPaid)] == ["radiator-6"]
    assert (cooled.car().engine, cooled.told(CardFlipped)) == (0, [])
    without = drive(driver(5, gear=3, play="radiator-6 1 1", hand=HAND, engine=0, deck="4"))
    assert (replaced(without), speed(without)) == ([("radiator-6",)], 6)
    assert without.car().discard == ["radiator-6"]
    assert [(event.source, event.card) for event in without.told(CardFlipped)] == [("radiator-6", "4")]
    assert without.told(HeatPaid) == []


@pytest.mark.rule("G8")
@pytest.mark.parametrize(("gear", "heat", "fits"), [(1, 1, True), (1, 0, False), (2, 1, True), (3, 1, False)])
def test_the_cooldown_of_the_gear_may_cool_it(gear: int, heat: int, fits: bool) -> None:
    """body-6 requires 1 Heat; the engine is empty."""
    hand = " ".join([*["heat"] * heat, *["1"] * (7 - heat)])
    play = " ".join(["body-6", *["1"] * (gear - 1)])
    table = drive(driver(5, gear=gear, play=play, hand=hand, engine=0, deck="2"))
    assert (replaced(table) == []) == fits


@pytest.mark.rule("G8")
@pytest.mark.parametrize(("heat", "fits"), [(2, True), (1, False)])
def test_no_more_can_be_cooled_than_the_hand_holds(heat: int, fits: bool) -> None:
    """Gear 2 and turbo-7 may cool 4 in all; turbo-7 requires 2."""
    hand = " ".join([*["heat"] * heat, *["1"] * (5 - heat)])
    table = drive(driver(5, gear=2, play="turbo-7 1", hand=hand, engine=0, deck="2"))
    assert (replaced(table) == []) == fits


@pytest.mark.rule("G8", "4.2")
def test_adrenaline_may_cool_it() -> None:
    place = driver(5, gear=3, play="body-6 1 1", hand=f"heat {HAND}", engine=0, deck="2")
    other = driver(40, engine=0, hand="heat heat heat heat heat heat heat")
    assert replaced(turn(ROAD, place, other, last=(0,), modules=(GARAGE,))) == []
    assert replaced(drive(place, other)) == [("body-6",)]


@pytest.mark.rule("G8", "H3")
def test_super_cool_may_take_back_heat_that_was_just_paid() -> None:
    """Two symbols of 1 Heat, 1 Heat in the engine, one Super cool, nothing in the pile."""
    table = drive(driver(5, gear=3, play="body-6 body-6 intake-0a", hand=TROUBLED, engine=1, deck="2"))
    assert replaced(table) == []
    assert offered(table, "super_cool") == []
    table.play(use("heat", "body-6"), use("super_cool", "intake-0a"), use("heat", "body-6"))
    assert (table.car().engine, table.car().discard) == (0, ["heat"])
    without = drive(driver(5, gear=3, play="body-6 body-6 1", hand=TROUBLED, engine=1, deck="2"))
    assert replaced(without) == [("body-6",)]


@pytest.mark.rule("G8")
def test_the_fewest_cards_are_replaced() -> None:
    """turbo-7 requires 2 Heat and each body-6 requires 1: with 2 in the engine, replacing turbo-7 alone is enough."""
    table = drive(driver(5, gear=3, play="turbo-7 body-6 body-6", hand=HAND, engine=2, deck="1 1"))
    assert replaced(table) == [("turbo-7",)]
    two = drive(driver(5, gear=3, play="turbo-7 body-6 body-6", hand=HAND, engine=0, deck="1 1 1"))
    assert replaced(two) == [("body-6", "body-6", "turbo-7")]


@pytest.mark.rule("G8")
def test_the_driver_chooses_among_the_smallest_sets() -> None:
    table = drive(driver(5, gear=3, play="body-6 wings-3 1", hand=HAND, engine=1, deck="2 3"))
    decision = table.asked(ReplaceDecision)
    assert (decision.choices, decision.owed, decision.payable) == ((("body-6",), ("wings-3",)), 2, 1)
    objection = decision.objection(Replace(("body-6", "wings-3")))
    assert objection is not None
    assert objection.code == "not-replaceable"
    table.play(Replace(("body-6",)))
    assert (speed(table), table.car().play) == (6, ["wings-3", "1", "2"])
    assert {charge.source for charge in table.race.view(0).charges if charge.symbol == "heat"} == {"wings-3"}
    assert offered(table, "reduce_stress") == [], "the symbols of what was replaced are not used"


@pytest.mark.rule("G8", "G9")
def test_the_adjust_of_a_replaced_card_does_not_count() -> None:
    track = loop(60, (20, 5), (50, 9))
    table = drive(driver(5, gear=3, play="body-6 wings-3 1", hand=HAND, engine=1, deck="2 3"), track=track)
    table.play(Replace(("wings-3",)))
    assert table.race.view(0).own_limits == (5, 9)


@pytest.mark.rule("G8")
def test_nobody_is_asked_if_there_is_only_one_way() -> None:
    table = drive(driver(5, gear=3, play="body-6 1 1", hand=HAND, engine=0, deck="2"))
    assert replaced(table) == [("body-6",)]
    assert [event.car for event in table.told(ChoiceForced)][:1] == [0]


@pytest.mark.rule("G8")
def test_a_replacement_does_not_count_for_accelerate() -> None:
    table = drive(driver(5, gear=3, play="body-6 throttle-1b 1", hand=HAND, engine=0, deck="2 3 3 3 3 3 3"))
    assert replaced(table) == [("body-6",)]
    assert offered(table, "accelerate") == []


@pytest.mark.rule("G8")
def test_direct_play_cards_in_the_hand_do_not_count() -> None:
    """throttle-4 in the hand would cool 1 Heat."""
    table = drive(driver(5, gear=3, play="body-6 1 1", hand="heat throttle-4 1 1 1 1", engine=0, deck="2"))
    assert replaced(table) == [("body-6",)]


@pytest.mark.rule("G8", "G5")
def test_values_are_chosen_first_and_again_after_a_replacement() -> None:
    place = driver(5, gear=3, play="brakes-1234 brakes-15 1", hand=HAND, engine=0, deck="2 3")
    table = drive(place)
    table.play(ChooseValues((("brakes-1234", 4), ("brakes-15", 1))))
    assert replaced(table) == [("brakes-1234",)]
    again = table.asked(ChooseValuesDecision)
    assert (again.cards, again.speed) == ((("brakes-15", (1, 5)),), 3)
    table.play(ChooseValues((("brakes-15", 5),)))
    assert speed(table) == 8


@pytest.mark.rule("G8", "P3")
def test_the_replaced_card_is_in_the_pile_when_it_is_shuffled() -> None:
    table = drive(driver(5, gear=3, play="body-6 1 1", hand=HAND, engine=0, discard="2"))
    assert speed(table) == 4
    assert sorted(table.car().deck + table.car().discard) == ["body-6"]


SECTORS = loop(60, (10, 9), (20, 9), (50, 9))
CLOUDS = ("cloud", "limit_up", "weather", "limit_up")
"""Weather and road conditions that allow no Cooldown in the second corner's sector."""


@pytest.mark.rule("G8", "W5", "W6")
@pytest.mark.parametrize(("play", "fits"), [("body-6 1", True), ("body-6 4", False)])
def test_the_sector_where_the_car_will_land_counts(play: str, fits: bool) -> None:
    """Gear 2 cools 1, but not past the line after 20, where the weather allows none."""
    place = driver(12, gear=2, play=play, hand=f"heat {HAND}", engine=0, deck="1")
    table = drive(place, track=SECTORS, weather=CLOUDS)
    assert (replaced(table) == []) == fits


# In step 5


@pytest.mark.rule("G8", "G10")
def test_the_least_amount_must_be_cooled() -> None:
    """turbo-7 requires 2 and cools 3; the engine is empty, so the gear's Cooldown alone is not enough."""
    table = drive(driver(5, gear=2, play="turbo-7 1", hand="heat heat heat 1 1", engine=0, deck="1"))
    uses = {use.source: use for use in table.uses()}
    assert uses["turbo-7"] == Use("cooldown", "turbo-7", 3, 0, 1)
    assert uses["gear"] == Use("cooldown", "gear", 1)
    table.play(cool(1))
    assert [each.least for each in offered(table, "cooldown")] == [1]
    table.play(cool(1, "turbo-7"))
    assert [event.heat for event in table.told(HeatPaid)] == [2]
    assert table.car().engine == 0


@pytest.mark.rule("G8")
def test_a_smaller_cooldown_than_needed_is_refused() -> None:
    table = drive(driver(5, gear=3, play="turbo-7 1 1", hand="heat heat heat 1", engine=0, deck="1"))
    assert table.uses() == (Use("cooldown", "turbo-7", 3, 0, 2),)
    objection = table.asked(ReactDecision).objection(cool(1, "turbo-7"))
    assert objection is not None
    assert (objection.code, objection.fact("least")) == ("wrong-amount", 2)


@pytest.mark.rule("G8", "5.3")
def test_a_boost_that_would_leave_heat_unpaid_is_refused() -> None:
    one = drive(driver(5, gear=3, play="body-6 1 1", hand=HAND, engine=1, deck="1"))
    assert offered(one, "boost") == []
    two = drive(driver(5, gear=3, play="body-6 1 1", hand=HAND, engine=2, deck="1"))
    two.play(BOOST)
    assert two.told(HeatPaid), "what is left to do is done"
    assert two.car().engine == 0


@pytest.mark.rule("G8", "W5")
@pytest.mark.parametrize(("deck", "allowed"), [("1 2", True), ("1 4", False), ("heat 4", False), ("body-3", False)])
def test_a_boost_is_judged_by_every_card_that_may_be_flipped(deck: str, allowed: bool) -> None:
    """From space 17, a flip of 4 crosses the line after 20, beyond which nothing is cooled; the pile contains a 4."""
    place = driver(9, gear=2, play="body-6 2", hand=f"heat {HAND}", engine=1, deck=deck, discard="4")
    table = drive(place, track=SECTORS, weather=CLOUDS)
    assert table.car().at == 17
    assert bool(offered(table, "boost")) == allowed


@pytest.mark.rule("G8", "H3", "5.3")
@pytest.mark.parametrize(("deck", "allowed"), [("4", True), ("body-3 4", True), ("body-3", False)])
def test_a_boost_that_may_bury_its_own_heat_is_refused(deck: str, allowed: bool) -> None:
    """The Heat of the Boost could be super cooled for body-6, unless the pile must be shuffled for the flip."""
    place = driver(5, gear=3, play="body-6 intake-0a 1", hand=TROUBLED, engine=1, deck=deck, discard="4")
    assert bool(offered(drive(place), "boost")) == allowed


@pytest.mark.rule("G8", "W5")
@pytest.mark.parametrize(("start", "allowed"), [(11, True), (12, False)])
def test_a_move_into_a_sector_without_cooldown_is_refused(start: int, allowed: bool) -> None:
    """body-6 and a 2 lead to 19 or 20; the Adrenaline move from 20 would leave 1 Heat unpaid."""
    place = driver(start, gear=2, play="body-6 2", hand=f"heat {HAND}", engine=0, deck="1 1 1")
    other = driver(40, engine=0, hand="heat heat heat heat heat heat heat")
    table = turn(SECTORS, place, other, last=(0,), modules=(GARAGE,), weather=CLOUDS)
    assert bool(offered(table, "adrenaline")) == allowed
    table.play(cool(1), use("heat", "body-6"), ADRENALINE_MOVE)
    assert table.car().at == start + 9


@pytest.mark.rule("G8", "H3", "G6")
@pytest.mark.parametrize(
    ("deck", "discard", "allowed"),
    [("1 1 1 1", "heat", True), ("1", "heat 2 2 2 2", False), ("1", "heat", True)],
)
def test_scrap_waits_while_super_cool_needs_the_pile(deck: str, discard: str, allowed: bool) -> None:
    """intake-3 scraps 3 and super cools 1, which pays for body-6: a reshuffle may bury the Heat."""
    table = drive(driver(5, gear=3, play="body-6 intake-3 1", hand=TROUBLED, engine=0, deck=deck, discard=discard))
    assert replaced(table) == []
    assert bool(offered(table, "scrap")) == allowed
    table.play(use("super_cool", "intake-3"), use("heat", "body-6"))
    assert offered(table, "scrap")


@pytest.mark.rule("G8", "H3", "G7")
@pytest.mark.parametrize(("discard", "allowed"), [("heat 1 1", False), ("heat heat heat heat heat 1", True)])
def test_salvage_waits_while_super_cool_needs_the_pile(discard: str, allowed: bool) -> None:
    """intake-1a salvages 4 and super cools 1, which pays for body-6."""
    table = drive(driver(5, gear=3, play="body-6 intake-1a 1", hand=TROUBLED, engine=0, deck="1", discard=discard))
    assert replaced(table) == []
    assert bool(offered(table, "salvage")) == allowed


@pytest.mark.rule("G8", "H3")
def test_super_cool_waits_for_payments_if_it_is_needed_later() -> None:
    """Three body-6 require 1 each; the engine has 2, and the pile holds no Heat to super cool yet."""
    place = driver(5, gear=4, play="body-6 body-6 body-6 intake-0a", hand=TROUBLED, engine=2, deck="1", discard="1")
    table = drive(place)
    assert replaced(table) == []
    assert offered(table, "super_cool") == []
    table.play(use("heat", "body-6"))
    assert offered(table, "super_cool") == [Use("super_cool", "intake-0a", 1)]
    table.play(use("heat", "body-6"), use("super_cool", "intake-0a"), use("heat", "body-6"))
    assert table.car().engine == 0


@pytest.mark.rule("G8", "G6")
def test_everything_is_allowed_if_nothing_is_owed() -> None:
    table = drive(driver(5, gear=3, play="intake-3 1 1", hand=HAND, engine=1, deck="1", discard="heat 2"))
    assert {use.symbol for use in table.uses()} == {"boost", "super_cool", "scrap"}
