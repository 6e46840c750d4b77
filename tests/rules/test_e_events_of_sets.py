"""A scenario for each event of the expansions, and for event 7, which has no special rule (E11)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from heat_tui.engine.actions import Discard, Slipstream
from heat_tui.engine.cards import HEAT, STRESS
from heat_tui.engine.decisions import DiscardDecision, SlipstreamDecision
from heat_tui.engine.events import AdrenalineGained, CardsDiscarded, CornerTaken
from heat_tui.engine.module import Module
from heat_tui.engine.record import IllegalAction
from heat_tui.engine.track import Track
from heat_tui.modules.championship.event_rules import EVENTS, EventRule
from heat_tui.modules.championship.events import HeatLost, SponsorshipGained
from heat_tui.modules.spaces import Spaces
from tests.event_turns import (
    CHICANES,
    CLOUDBURST,
    COOKER,
    GLOBAL,
    HOLD_TIGHT,
    OPEN_ROAD,
    SMILE,
    TUNNEL,
    WINDS,
    drive,
    full,
    reasons,
    shown,
)
from tests.paddock import CALM, event, press_road
from tests.tables import FULL, OFF, STUCK, Place, Table, driver, turn

# 11 and 16: the press


@pytest.mark.rule("E11", "E9")
def test_11_a_press_corner_gives_two_sponsorships() -> None:
    road = press_road((10, 9), (20, 3), (40, 9))
    table = drive(GLOBAL, driver(18, gear=2, play="4 2"), track=road).pass_on()
    assert reasons(table) == ["fast", "fast"]
    assert (shown(table).held[0], len(table.car().hand)) == (2, 9)


SMILING = press_road((10, 9), (14, 9), (20, 5), (40, 9))
"""A track on which the press of event 16 is at corner 3: line after 20, limit 5."""


@pytest.mark.rule("E11", "E9")
@pytest.mark.parametrize(("play", "gains"), [("4", True), ("3 2", False), ("4 4", False)])
def test_16_only_a_speed_below_the_limit_gains_a_sponsorship(play: str, *, gains: bool) -> None:
    table = drive(SMILE, driver(18, gear=len(play.split()), play=play), track=SMILING).pass_on()
    assert reasons(table) == (["slow"] if gains else [])
    if gains:
        assert table.told(SponsorshipGained) == [SponsorshipGained(0, "slow", 2, 5, -1)]


@pytest.mark.rule("E11", "E9")
@pytest.mark.parametrize(("play", "at", "wanted"), [("2", 18, ["slow"]), ("4 2", 14, [])])
def test_16_any_way_of_crossing_counts(play: str, at: int, wanted: list[str]) -> None:
    places = (driver(at, OFF, gear=len(play.split()), play=play), driver(20, engine=0, hand=STUCK))
    table = drive(SMILE, *places, track=SMILING).to(SlipstreamDecision, 0)
    table.play(Slipstream(2)).pass_on()
    assert [told.corner for told in table.told(CornerTaken, 0)][-1] == 2
    assert reasons(table) == wanted


@pytest.mark.rule("E11", "E9")
def test_16_the_road_condition_counts_and_the_drivers_adjust_does_not() -> None:
    tokens = ("fog", "overheat", "overheat", "limit_up", "overheat")
    car = driver(18, gear=2, play="sponsor-wings 2")
    table = turn(SMILING, car, modules=event(SMILE), weather=tokens).pass_on()
    assert reasons(table) == ["slow"], "5 is slower than 6"
    tokens = ("fog", "overheat", "overheat", "overheat", "overheat")
    table = turn(SMILING, car, modules=event(SMILE), weather=tokens).pass_on()
    assert reasons(table) == [], "5 is not slower than 5"


# 12: turbulent winds


@pytest.mark.rule("E11", "6.1")
@pytest.mark.parametrize(
    ("number", "gear", "offered"), [(WINDS, 2, False), (WINDS, 3, True), (WINDS, 4, True), (CALM, 2, True)]
)
def test_12_slipstream_is_allowed_only_in_gear_3_or_4(number: int, gear: int, *, offered: bool) -> None:
    table = drive(
        number, driver(1, OFF, gear=gear, play=" ".join(["1"] * gear)), driver(1 + gear, engine=0, hand=STUCK)
    )
    table.pass_on(lambda decision: isinstance(decision, SlipstreamDecision))
    assert isinstance(table.race.decision, SlipstreamDecision) == offered


@pytest.mark.rule("E11", "6.1", "W5")
def test_12_other_restrictions_of_slipstream_still_apply() -> None:
    tokens = ("fog", "weather")
    places = (driver(1, OFF, gear=3, play="1 1 1"), driver(4, engine=0, hand=STUCK))
    table = turn(OPEN_ROAD, *places, modules=event(WINDS), weather=tokens)
    table.pass_on(lambda decision: isinstance(decision, SlipstreamDecision))
    assert not isinstance(table.race.decision, SlipstreamDecision)


# 13, 15 and 17: step 8


def discarding(
    number: int, hand: str = "1 2 heat stress", *, track: Track = OPEN_ROAD, others: tuple[Module, ...] = ()
) -> Table:
    """Return the turn of a driver who reaches step 8 with these cards in hand if nothing optional is used."""
    return drive(number, driver(1, play="1", engine=0, hand=hand), track=track, others=others)


@pytest.mark.rule("E11", "8.1")
@pytest.mark.parametrize(
    ("number", "cards"),
    [(CALM, ("1", "2")), (CHICANES, ("1", "2", HEAT)), (TUNNEL, ("1", "2", STRESS))],
)
def test_13_and_17_heat_or_stress_may_be_discarded(number: int, cards: tuple[str, ...]) -> None:
    table = discarding(number).to(DiscardDecision, 0)
    assert table.asked(DiscardDecision).cards == cards
    assert table.asked(DiscardDecision).most is None
    table.play(Discard(cards))
    assert table.told(CardsDiscarded, 0) == [CardsDiscarded(0, len(cards))]


@pytest.mark.rule("E11", "N1")
@pytest.mark.parametrize("number", [CHICANES, TUNNEL])
def test_13_and_17_nothing_is_discarded_in_a_tunnel(number: int) -> None:
    tunnel = replace(OPEN_ROAD, tunnel=(2, 3))
    table = discarding(number, track=tunnel, others=(Spaces(),))
    table.pass_on(lambda decision: isinstance(decision, DiscardDecision))
    assert not isinstance(table.race.decision, DiscardDecision)


@pytest.mark.rule("E11", "8.1")
def test_15_at_most_one_card_is_discarded() -> None:
    table = discarding(HOLD_TIGHT, "1 1 2 stress").to(DiscardDecision, 0)
    decision = table.asked(DiscardDecision)
    assert (decision.cards, decision.most) == (("1", "1", "2"), 1)
    assert list(decision.options()) == [Discard(()), Discard(("1",)), Discard(("2",))]
    with pytest.raises(IllegalAction) as refused:
        table.play(Discard(("1", "2")))
    refusal = refused.value.refusal
    assert (refusal.code, refusal.fact("cards"), refusal.fact("most")) == ("too-many-discards", 2, 1)
    table.play(Discard(("2",)))
    assert table.told(CardsDiscarded, 0) == [CardsDiscarded(0, 1)]


# 14: the cloudburst


@pytest.mark.rule("E11", "4.1")
@pytest.mark.parametrize(("number", "gained"), [(CLOUDBURST, []), (CALM, [0])])
def test_14_nobody_gets_adrenaline(number: int, gained: list[int]) -> None:
    places = (driver(1, play="1", hand=FULL), driver(20, engine=0, hand=STUCK))
    table = turn(OPEN_ROAD, *places, last=(0,), modules=event(number)).pass_on()
    assert [told.car for told in table.told(AdrenalineGained)] == gained
    assert table.race.view(0).last == ((0,) if gained else ())


# 18: the pressure cooker


@pytest.mark.rule("E11")
@pytest.mark.parametrize(
    ("car", "source"),
    [
        (driver(118, gear=2, play="4 1", engine=2, hand="heat 1 1 1 1 1 1", discard=HEAT, deck="1 heat"), "engine"),
        (driver(118, gear=2, play="4 1", engine=0, hand="heat 1 1 1 1 1 1", discard=HEAT, deck="1 heat"), "hand"),
        (driver(118, gear=2, play="4 1", engine=0, hand=FULL, discard="heat 1", deck="1 heat"), "discard"),
        (driver(118, gear=2, play="4 1", engine=0, hand=FULL, discard="1", deck="1 heat 1"), "deck"),
    ],
    ids=["engine", "hand", "discard", "deck"],
)
def test_18_completing_a_lap_costs_a_heat_card(car: Place, source: str) -> None:
    table = drive(COOKER, car).pass_on()
    assert [(told.car, told.source) for told in table.told(HeatLost)] == [(0, source)]
    before = car.engine + f"{car.hand} {car.deck} {car.discard}".split().count(HEAT)
    own = table.car()
    assert own.engine + (own.hand + own.deck + own.discard + own.play).count(HEAT) == before - 1


@pytest.mark.rule("E11")
def test_18_nothing_happens_if_there_is_no_heat_anywhere() -> None:
    car = driver(118, gear=2, play="4 1", engine=0, hand=FULL, discard="1", deck="1 1")
    assert drive(COOKER, car).pass_on().told(HeatLost) == []


@pytest.mark.rule("E11")
def test_18_a_searched_draw_deck_is_shuffled() -> None:
    deck = "1 2 3 4 heat 1 2 3 4 1 2 3 4"
    car = driver(118, gear=2, play="4 1", engine=0, hand=FULL, deck=deck)
    table = drive(COOKER, car).pass_on()
    left = list(reversed(deck.split()))
    left.remove(HEAT)
    assert sorted(table.car().deck) == sorted(left)
    assert table.car().deck != left


@pytest.mark.rule("E11", "F3")
@pytest.mark.parametrize(
    ("at", "lost"), [(57, False), (110, False), (119, True), (179, True), (239, True), (299, False)]
)
def test_18_neither_the_start_nor_the_finish_counts(at: int, *, lost: bool) -> None:
    """Four laps, the printed three and one from the event: the finish line is after place 300."""
    table = drive(COOKER, driver(at, gear=2, play="4 1")).pass_on()
    assert (len(table.told(HeatLost)) == 1) == lost


@pytest.mark.rule("E11")
def test_18_the_heat_is_lost_before_cards_are_discarded() -> None:
    table = drive(COOKER, driver(118, gear=2, play="4 1", engine=1, hand="1 2 3")).to(DiscardDecision, 0)
    assert (table.told(HeatLost), table.car().engine) == ([HeatLost(0, "engine")], 0)


@pytest.mark.rule("E11", "7.5")
def test_18_a_car_that_spins_out_back_over_the_line_loses_none() -> None:
    road = press_road((2, 1), (40, 9), laps=3)
    back = drive(COOKER, driver(118, gear=2, play="4 4", engine=1), *full(121, 122), track=road).pass_on()
    stayed = drive(COOKER, driver(118, gear=2, play="4 4", engine=1), track=road).pass_on()
    assert (len(back.told(HeatLost)), len(stayed.told(HeatLost))) == (0, 1)


@pytest.mark.rule("E11")
def test_7_has_no_special_rule() -> None:
    assert type(EVENTS[CALM].rule) is EventRule
