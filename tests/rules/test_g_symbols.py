"""The symbols of upgrades: when they are used, and their effects."""

from __future__ import annotations

from dataclasses import replace

import pytest

from heat_tui.engine.actions import DONE, ChooseValues, Refresh, Slipstream
from heat_tui.engine.decisions import (
    ChooseValuesDecision,
    PlanDecision,
    ReactDecision,
    RefreshDecision,
    SlipstreamDecision,
    Use,
)
from heat_tui.engine.events import (
    CardFlipped,
    CardsRefreshed,
    CardsSalvaged,
    CardsScrapped,
    ChoiceForced,
    CornerTaken,
    DeckShuffled,
    HandFilled,
    HeatPaid,
    LimitsAdjusted,
    SpunOut,
    StressReduced,
    SuperCooled,
    ValuesChosen,
)
from heat_tui.modules.spaces import Spaces
from tests.rules.symbol_turns import CORNER, moves, refused
from tests.tables import BOOST, OFF, cool, driver, loop, turn
from tests.upgrades import GARAGE, drive, offered, use


@pytest.mark.rule("G5", "3.1")
def test_values_are_chosen_after_every_plus_is_known() -> None:
    table = drive(driver(5, gear=2, play="brakes-15 stress", deck="3"))
    assert [event.card for event in table.told(CardFlipped)] == ["3"]
    decision = table.asked(ChooseValuesDecision)
    assert (decision.cards, decision.speed) == ((("brakes-15", (1, 5)),), 3)
    assert moves(table) == []
    table.play(ChooseValues((("brakes-15", 5),)))
    assert table.told(ValuesChosen)[0].values == (("brakes-15", 5),)
    assert moves(table) == [("reveal", 8)]


@pytest.mark.rule("G5", "3.1")
def test_each_card_has_its_own_value() -> None:
    table = drive(driver(5, gear=3, play="brakes-13 brakes-13 brakes-24"))
    decision = table.asked(ChooseValuesDecision)
    options = list(decision.options())
    assert len(options) == 6, "equal cards are one option"
    table.play(ChooseValues((("brakes-13", 1), ("brakes-13", 3), ("brakes-24", 2))))
    assert moves(table) == [("reveal", 6)]


@pytest.mark.rule("G5")
@pytest.mark.parametrize(
    ("values", "code"),
    [
        ((("brakes-13", 2),), "wrong-value"),
        ((("brakes-24", 2),), "not-a-value-each"),
        ((), "not-a-value-each"),
        ((("brakes-13", 1), ("brakes-13", 3)), "not-a-value-each"),
        ((("brakes-13", True),), "malformed"),
    ],
)
def test_other_values_are_refused(values: tuple[tuple[str, int], ...], code: str) -> None:
    assert refused(drive(driver(5, play="brakes-13")), ChooseValues(values)) == code


@pytest.mark.rule("G11", "G5")
def test_a_plus_adds_to_the_value_beside_it() -> None:
    table = drive(driver(5, play="drive-4", deck="heat 3"))
    assert moves(table) == [("reveal", 7)]
    assert [(event.source, event.card) for event in table.told(CardFlipped)] == [("drive-4", "3")]
    three = drive(driver(5, play="drive-0a", deck="1 2 4"))
    assert moves(three) == [("reveal", 7)]


@pytest.mark.rule("G5", "2.2")
def test_no_symbol_is_resolved_in_a_cluttered_hand() -> None:
    """Nothing is flipped or refreshed."""
    table = drive(driver(5, gear=3, play="drive-4 suspension-4 heat", hand="heat heat heat", engine=0, deck="3"))
    assert table.told(CardFlipped) == []
    table.asked(PlanDecision)


# G6: mandatory symbols


@pytest.mark.rule("G6", "G10")
def test_heat_must_be_paid_before_the_step_ends() -> None:
    table = drive(driver(5, gear=2, engine=3, play="turbo-7 1"))
    decision = table.asked(ReactDecision)
    assert (decision.may_end, refused(table, DONE)) == (False, "mandatory-left")
    assert offered(table, "heat") == [Use("heat", "turbo-7", 2, 2, 2)]
    assert refused(table, use("heat", "turbo-7", 1)) == "wrong-amount"
    table.play(use("heat", "turbo-7", 2))
    assert (table.car().engine, table.car().discard) == (1, ["heat", "heat"])
    assert [(event.source, event.heat) for event in table.told(HeatPaid)] == [("turbo-7", 2)]
    assert table.asked(ReactDecision).may_end


@pytest.mark.rule("G6", "G10")
def test_every_heat_symbol_is_paid_for_separately() -> None:
    table = drive(driver(5, gear=3, engine=4, play="turbo-7 body-6 body-6", hand="1 1 2 2 stress"))
    table.play(use("heat", "body-6"), use("heat", "turbo-7", 2))
    assert (table.car().engine, refused(table, BOOST), refused(table, DONE)) == (1, "not-usable", "mandatory-left")
    table.play(use("heat", "body-6"))
    assert (table.car().engine, len(table.told(HeatPaid))) == (0, 3)


@pytest.mark.rule("G6", "G10")
def test_scrap_puts_the_top_cards_on_the_discard_pile() -> None:
    table = drive(driver(5, play="throttle-3", deck="1 stress body-3 4", discard="2"))
    assert refused(table, DONE) == "mandatory-left"
    assert offered(table, "scrap") == [Use("scrap", "throttle-3", 3, 0, 3)]
    table.play(use("scrap", "throttle-3", 3))
    assert (table.car().deck, table.car().discard) == (["4"], ["2", "1", "stress", "body-3"])
    assert [event.cards for event in table.told(CardsScrapped)] == [("1", "stress", "body-3")]


@pytest.mark.rule("G6", "G10")
def test_a_single_mandatory_symbol_is_used_without_asking() -> None:
    table = drive(driver(5, play="tyres-1", deck="1 2 3", engine=0, gear=1))
    assert [event.cards for event in table.told(CardsScrapped)] == [("1", "2")]
    assert [event.car for event in table.told(ChoiceForced)][:1] == [0]


@pytest.mark.example(39)
@pytest.mark.rule("G6", "P3")
def test_scrapping_more_cards_than_the_deck_holds_reshuffles() -> None:
    table = drive(driver(5, play="throttle-3", deck="1", discard="2 2 3 3 4"))
    table.play(use("scrap", "throttle-3", 3))
    assert (len(table.car().deck), len(table.car().discard)) == (4, 2)
    told = [event for event in table.events if isinstance(event, CardsScrapped | DeckShuffled)]
    assert told[:2] == [CardsScrapped(0, "throttle-3", ("1",)), DeckShuffled(0, 6)]
    (rest,) = told[2:]
    assert isinstance(rest, CardsScrapped)
    assert rest.cards == tuple(table.car().discard)


@pytest.mark.rule("G6", "P4")
def test_nothing_is_scrapped_if_both_piles_are_empty() -> None:
    table = drive(driver(5, play="throttle-3")).play(use("scrap", "throttle-3", 3))
    assert [event.cards for event in table.told(CardsScrapped)] == [()]
    short = drive(driver(5, play="turbo-8", deck="1", discard="2")).play(use("heat", "turbo-8"))
    short.play(use("scrap", "turbo-8", 6))
    assert [len(event.cards) for event in short.told(CardsScrapped)] == [1, 3, 2], "shuffled over and over"
    assert len(short.car().deck) + len(short.car().discard) == 3


# G9: Adjust


@pytest.mark.rule("G6", "G9", "G10")
@pytest.mark.parametrize(("play", "by", "paid"), [("4 4", 0, 3), ("tyres-2b 4 2", 1, 2), ("tyres-3 4 1", -1, 4)])
def test_adjust_changes_all_limits_of_the_turn(play: str, by: int, paid: int) -> None:
    """The speed is 8; without Adjust, the limit is 5."""
    table = drive(driver(5, gear=len(play.split()), play=play, deck="1 1 1"), track=CORNER)
    table.pass_on()
    assert [event.by for event in table.told(LimitsAdjusted)] == ([by] if by else [])
    taken = table.told(CornerTaken, 0)[0]
    assert (taken.limit, taken.heat) == (5 + by, paid)


@pytest.mark.rule("G9")
def test_adjust_counts_for_every_corner_and_only_for_this_driver() -> None:
    track = loop(60, (7, 1), (9, 2), (50, 9))
    table = turn(
        track,
        driver(5, play="tyres-0b", deck="1 4"),
        driver(6, OFF, play="4", deck="1 2"),
        then=(1,),
        modules=(GARAGE,),
    )
    assert table.race.view(0).own_limits == (3, 4, 11)
    assert table.race.view(1).own_limits == (1, 2, 9)
    table.pass_on()
    assert [(event.limit, event.heat) for event in table.told(CornerTaken, 0)] == [(3, 2), (4, 1)]
    assert [event.limit for event in table.told(CornerTaken, 1)] == [1, 2]


@pytest.mark.rule("G9")
def test_a_limit_never_drops_below_0() -> None:
    table = drive(driver(5, gear=2, play="tyres-2a tyres-2a", engine=9), track=loop(60, (7, 1), (50, 9)))
    table.pass_on()
    assert [(event.limit, event.heat) for event in table.told(CornerTaken, 0)] == [(0, 4)]


@pytest.mark.rule("G9", "7.3")
def test_a_raised_limit_prevents_a_spin_out() -> None:
    track = loop(60, (7, 1), (50, 9))
    assert drive(driver(5, play="3", engine=0), track=track).pass_on().told(SpunOut)
    assert drive(driver(5, play="tyres-0b", deck="1 2", engine=0), track=track).pass_on().told(SpunOut) == []


# G7: optional symbols


@pytest.mark.rule("G7", "5.2")
def test_a_cooldown_on_a_card_is_an_additional_cooldown() -> None:
    table = drive(driver(5, gear=2, play="radiator-1 1", hand="heat heat heat heat 1 2 3", engine=0))
    table.play(cool(2, "radiator-1"), cool(1))
    assert (table.car().engine, table.car().hand.count("heat")) == (3, 1)


@pytest.mark.rule("G7")
@pytest.mark.parametrize(
    ("play", "distances"),
    [
        ("1 1", (2,)),
        ("revs-2 1", (2, 4)),
        ("revs-2 revs-3", (2, 4, 6)),
        ("revs-0 revs-2", (2, 4, 5, 7)),
        ("revs-0 body-2b", (2, 3, 5, 6)),
    ],
)
def test_slipstream_boosts_are_all_or_nothing_and_add_up(play: str, distances: tuple[int, ...]) -> None:
    start = {"1 1": 2, "revs-2 1": 3, "revs-2 revs-3": 5, "revs-0 revs-2": 3, "revs-0 body-2b": 3}[play]
    table = drive(driver(5, gear=2, play=play, deck="1"), driver(5 + start, OFF))
    table.to(SlipstreamDecision)
    assert table.asked(SlipstreamDecision).distances == distances
    table.play(Slipstream(distances[-1]))
    assert moves(table)[-1] == ("slipstream", distances[-1])
    assert table.race.view(0).speed == start


@pytest.mark.rule("G7", "6.4")
def test_a_boosted_slipstream_does_not_cross_the_last_finish_line() -> None:
    track = loop(60, laps=1)
    table = drive(driver(113, gear=2, play="revs-2 1"), driver(116, OFF), track=track)
    table.to(SlipstreamDecision)
    assert table.asked(SlipstreamDecision).distances == (2, 4)
    late = drive(driver(114, gear=2, play="revs-2 1"), driver(117, OFF), track=track).to(SlipstreamDecision)
    assert late.asked(SlipstreamDecision).distances == (2,)


@pytest.mark.rule("G7")
@pytest.mark.parametrize("amount", [1, 2])
def test_reduce_stress_removes_stress_from_the_hand(amount: int) -> None:
    table = drive(driver(5, play="body-3", hand="1 1 stress stress stress 3 4"))
    assert offered(table, "reduce_stress") == [Use("reduce_stress", "body-3", 2)]
    table.play(use("reduce_stress", "body-3", amount))
    assert (table.car().hand.count("stress"), table.car().discard) == (3 - amount, ["stress"] * amount)
    assert [event.cards for event in table.told(StressReduced)] == [amount]


@pytest.mark.rule("G7")
def test_without_stress_there_is_nothing_to_reduce() -> None:
    assert offered(drive(driver(5, play="body-3")), "reduce_stress") == []


@pytest.mark.rule("N1", "G7")
def test_in_a_tunnel_stress_stays_in_the_hand() -> None:
    tunnel = replace(loop(60), tunnel=(8,))
    table = turn(tunnel, driver(5, play="body-3", hand="stress 1 1 1 1 1 1"), modules=(GARAGE, Spaces()))
    assert table.car().at == 8
    assert offered(table, "reduce_stress") == []


@pytest.mark.rule("G7", "G10")
def test_a_refreshed_card_is_drawn_again_immediately() -> None:
    table = drive(driver(5, gear=2, play="suspension-4 1", hand="1 1 2 2 3", deck="3 3 3")).to(RefreshDecision)
    assert moves(table) == [("reveal", 5)], "it is not used in step 5"
    assert table.asked(RefreshDecision).cards == ("suspension-4",)
    table.play(Refresh(("suspension-4",)))
    assert table.told(CardsRefreshed)[0].cards == ("suspension-4",)
    assert table.car().hand.count("suspension-4") == 1
    assert (table.car().discard, table.car().deck) == (["1"], ["3", "3"])
    kept = drive(driver(5, gear=2, play="suspension-4 1", hand="1 1 2 2 3", deck="3 3 3")).to(RefreshDecision)
    kept.play(Refresh())
    assert sorted(kept.car().discard) == ["1", "suspension-4"]
    assert kept.told(CardsRefreshed) == []


@pytest.mark.rule("G7")
@pytest.mark.parametrize("order", [("suspension-2b", "suspension-4"), ("suspension-4", "suspension-2b")])
def test_several_refreshed_cards_are_in_the_drivers_order(order: tuple[str, str]) -> None:
    """The hand lacks one card, so only the first is drawn."""
    table = drive(driver(5, gear=2, play="suspension-4 suspension-2b", hand="1 1 2 2 3 4")).to(RefreshDecision)
    table.play(Refresh(order))
    assert order[0] in table.car().hand
    assert table.car().deck == [order[1]]


@pytest.mark.rule("G7", "F3")
def test_a_finished_driver_refreshes_nothing() -> None:
    table = drive(driver(119, play="suspension-4"), track=loop(60, laps=1))
    table.pass_on(lambda decision: isinstance(decision, RefreshDecision))
    assert not isinstance(table.race.decision, RefreshDecision)
    assert table.car().discard == ["suspension-4"]


@pytest.mark.example(38)
@pytest.mark.rule("G7")
def test_a_refreshed_card_joins_four_cards_left_after_a_gear_3_turn() -> None:
    table = drive(driver(5, gear=3, play="suspension-4 1 1", hand="1 1 2 2", deck="3 4 3")).to(RefreshDecision)
    table.play(Refresh(("suspension-4",)))
    assert sorted(table.car().hand) == sorted(["1", "1", "2", "2", "suspension-4", "3", "4"])
    assert table.car().deck == ["3"]


@pytest.mark.example(46)
@pytest.mark.rule("G7", "P3")
def test_a_refresh_card_is_drawn_before_the_reshuffle() -> None:
    table = drive(driver(5, gear=3, play="suspension-4 1 1", hand="2 2 2 2", discard="3 3")).to(RefreshDecision)
    table.play(Refresh(("suspension-4",)))
    assert table.car().hand.count("suspension-4") == 1
    assert [event.cards for event in table.told(DeckShuffled)] == [4], "with this turn's other cards"
    assert (len(table.car().hand), len(table.car().deck), table.told(HandFilled, 0)[0].drawn) == (7, 2, 3)


@pytest.mark.rule("G7", "K2")
def test_salvage_looks_through_the_drivers_pile_and_shuffles_what_it_takes() -> None:
    table = drive(driver(5, play="fuel-2", deck="1 1", discard="4 heat stress 4 body-3"))
    assert table.asked(ReactDecision).pile == ("4", "4", "body-3", "heat", "stress")
    assert offered(table, "salvage") == [Use("salvage", "fuel-2", 2)]
    table.play(use("salvage", "fuel-2", 2, "body-3 4"))
    assert sorted(table.car().deck) == ["1", "1", "4", "body-3"]
    assert table.car().discard == ["stress", "heat", "4"], "an equal card below goes first"
    assert [event.cards for event in table.told(CardsSalvaged)] == [2]
    assert table.asked(ReactDecision).pile == ()


@pytest.mark.rule("G7")
def test_salvage_takes_cards_of_any_kind_but_only_those_in_the_pile() -> None:
    table = drive(driver(5, play="fuel-2", deck="1", discard="heat stress"))
    assert refused(table, use("salvage", "fuel-2", 1, "4")) == "not-in-pile"
    assert refused(table, use("salvage", "fuel-2", 2, "heat")) == "wrong-number-of-cards"
    assert refused(table, use("salvage", "fuel-2", 3, "heat stress 1")) == "wrong-amount"
    assert refused(table, use("boost", "boost", 1, "heat")) == "wrong-number-of-cards"
    table.play(use("salvage", "fuel-2", 2, "stress heat"))
    assert (sorted(table.car().deck), table.car().discard) == (["1", "heat", "stress"], [])


@pytest.mark.rule("G7")
def test_salvaged_cards_are_shuffled_into_the_deck() -> None:
    tops = set()
    for seed in range(30):
        table = drive(driver(5, play="fuel-2", deck="1 2", discard="3 4"), seed=seed)
        tops.add(table.play(use("salvage", "fuel-2", 2, "3 4")).car().deck[-1])
    assert tops == {"1", "2", "3", "4"}


@pytest.mark.rule("G7")
def test_nothing_is_salvaged_from_an_empty_pile() -> None:
    assert offered(drive(driver(5, play="fuel-2", deck="1")), "salvage") == []


# H3: Super cool


@pytest.mark.rule("H3", "K2")
def test_super_cool_takes_heat_from_the_discard_pile() -> None:
    table = drive(driver(5, play="intake-0a", discard="4 heat heat 3", engine=0, hand="1 1 1 2 2 2"))
    assert table.asked(ReactDecision).pile == ("3", "4", "heat", "heat")
    table.play(use("super_cool", "intake-0a"))
    assert (table.car().engine, table.car().discard) == (1, ["3", "heat", "4"])
    assert [(event.source, event.heat) for event in table.told(SuperCooled)] == [("intake-0a", 1)]


@pytest.mark.rule("H3")
def test_super_cool_is_wasted_without_heat_in_the_pile() -> None:
    assert offered(drive(driver(5, play="intake-0a", discard="4 3", engine=0)), "super_cool") == []


@pytest.mark.rule("H3", "W5")
def test_a_sector_without_cooldown_does_not_stop_super_cool() -> None:
    place = driver(5, play="intake-1b", discard="heat", hand="heat 1 1 1 1 1", engine=0, deck="4")
    cloudy = drive(place, track=CORNER, weather=("cloud", "overheat", "weather"))
    assert {each.symbol for each in cloudy.uses()} == {"super_cool", "scrap"}
    sunny = drive(place, track=CORNER, weather=("sun", "overheat", "weather"))
    assert {each.symbol for each in sunny.uses()} == {"super_cool", "scrap", "cooldown"}
