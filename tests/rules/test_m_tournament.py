"""Tournament mode."""

from __future__ import annotations

from dataclasses import replace

import pytest

from heat_tui.engine import Race
from heat_tui.engine.actions import Plan, React
from heat_tui.engine.cards import Card
from heat_tui.engine.decisions import PlanDecision, ReactDecision
from heat_tui.engine.events import (
    CardFlipped,
    CardsRevealed,
    CarMoved,
    CornerTaken,
    GearShifted,
    HandCluttered,
    PlanMade,
    RoundBegan,
)
from heat_tui.engine.module import Module
from heat_tui.engine.record import IllegalAction
from heat_tui.modules.spaces import Spaces
from heat_tui.modules.tournament import PlanNumber, Tournament
from heat_tui.modules.tournament.events import CardLost, NumberShown, ShiftUnpaid
from tests.laws.probe import Answers, Probe
from tests.tables import ADRENALINE_MOVE, BOOST, FULL, STUCK, Table, driver, loop, planning, turn
from tests.upgrades import GARAGE

ROAD = loop(60, (50, 9))
FLOODED = replace(ROAD, flooded=(20, 21, 22))
MODE: tuple[Module, ...] = (Tournament(),)
WET: tuple[Module, ...] = (Tournament(), Spaces())


def numbers(gear: int, engine: int, hand: str, *, at: int = 10) -> dict[int, int]:
    """Return the numbers of cards on offer with the Heat that their shift would cost."""
    places = (driver(at, gear=gear, engine=engine, hand=hand), driver(1, engine=0, hand=STUCK))
    table = planning(FLOODED, *places, modules=WET)
    decision = PlanNumber().ask(table.race, table.car())
    assert decision.number_first
    return dict(decision.gears)


def shown(*, gear: int, play: str, engine: int, deck: str = FULL, at: int = 10, seed: int = 1) -> Table:
    """Play a turn in tournament mode up to its first choice; the cards of `play` are face down when it begins."""
    car = driver(at, gear=gear, engine=engine, play=play, deck=deck)
    return turn(FLOODED, car, modules=WET, seed=seed)


# M1


@pytest.mark.rule("M1")
@pytest.mark.parametrize(("gear", "allowed"), [(1, [1, 2, 3]), (2, [1, 2, 3, 4]), (3, [1, 2, 3, 4]), (4, [2, 3, 4])])
@pytest.mark.parametrize("engine", [0, 6])
def test_one_to_four_cards_may_be_played_at_most_two_away_from_the_gear(
    gear: int, allowed: list[int], engine: int
) -> None:
    assert list(numbers(gear, engine, FULL)) == allowed
    assert list(numbers(gear, engine, FULL, at=20)) == allowed


@pytest.mark.rule("M1")
def test_the_cost_of_the_shift_does_not_restrict_the_plan() -> None:
    assert numbers(1, 0, FULL) == {1: 0, 2: 0, 3: 1}
    assert numbers(3, 0, FULL, at=20) == {1: 2, 2: 1, 3: 0, 4: 0}
    table = planning(ROAD, driver(10, engine=0, hand=FULL), driver(1, engine=0, hand=STUCK), modules=MODE)
    with pytest.raises(IllegalAction):
        table.play(Plan(4, ("1", "1", "2", "3")))
    table.play(Plan(3, ("1", "2", "3")))


@pytest.mark.rule("M1", "H1")
@pytest.mark.parametrize(
    ("gear", "play", "engine", "at", "heat"),
    [(1, "1 2 3", 4, 10, 1), (1, "1 2", 4, 10, 0), (4, "1 2", 4, 10, 1), (3, "1", 4, 20, 2), (2, "1", 4, 20, 1)],
)
def test_the_shift_is_paid_for_in_the_drivers_turn_and_the_number_is_the_gear(
    gear: int, play: str, engine: int, at: int, heat: int
) -> None:
    table = shown(gear=gear, play=play, engine=engine, at=at)
    number = len(play.split())
    assert table.told(NumberShown, 0) == [NumberShown(0, number)]
    assert table.told(GearShifted, 0) == [GearShifted(0, gear, number, heat, surcharge=int(at == 20))]
    assert (table.car().gear, table.car().engine) == (number, engine - heat)
    assert table.car().at == at + sum(map(int, play.split()))
    assert table.told(ShiftUnpaid) == []


@pytest.mark.rule("M1")
def test_the_number_is_shown_before_a_card_is_revealed() -> None:
    table = shown(gear=1, play="1 2 3", engine=1)
    own = [type(event) for event in table.events if getattr(event, "car", None) == 0]
    assert own[:4] == [NumberShown, GearShifted, CardsRevealed, CarMoved]


@pytest.mark.rule("M1")
def test_the_gear_brings_its_cooldown() -> None:
    table = turn(ROAD, driver(10, gear=3, play="1", hand="heat heat heat heat"), modules=MODE)
    assert [(use.source, use.most) for use in table.uses() if use.symbol == "cooldown"] == [("gear", 3)]


@pytest.mark.rule("M1", "T1", "T4")
def test_each_number_is_shown_in_its_own_turn() -> None:
    places = (driver(10, gear=2, hand=FULL, deck=FULL), driver(5, gear=2, hand=FULL, deck=FULL))
    table = planning(ROAD, *places, modules=MODE)
    table.play(Plan(3, ("1", "2", "3")), Plan(4, ("1", "2", "3", "4")))
    assert table.told(NumberShown) == [NumberShown(0, 3)]
    assert [(car.gear, len(car.hand)) for car in table.race.cars] == [(3, 4), (2, 7)]
    table.to(ReactDecision, 1)
    assert table.told(NumberShown) == [NumberShown(0, 3), NumberShown(1, 4)]
    assert table.told(GearShifted, 1) == [GearShifted(1, 2, 4, 1)]


# K1


@pytest.mark.rule("M1", "K1", "K2")
def test_until_then_nobody_sees_how_many_cards_were_played() -> None:
    """Whatever the second driver plans, the others see the same until that driver's turn."""
    seen = []
    for gear, played in ((1, ("1",)), (4, ("1", "1", "2", "2"))):
        table = planning(ROAD, driver(10, gear=2, hand=FULL), driver(5, gear=2, hand=FULL), modules=MODE)
        table.play(Plan(2, ("1", "2")), Plan(gear, played))
        table.asked(ReactDecision)
        other = table.race.view(0).cars[1]
        assert (other.hand, other.face_down, other.play, other.gear) == (7, 0, (), 2)
        assert other.planned
        seen.append((table.race.view(0), table.race.view(None), table.events))
        assert table.race.view(1).plan == (gear, played)
    assert seen[0] == seen[1]


@pytest.mark.rule("M1", "K1")
def test_after_the_reveal_the_hand_shows_its_size() -> None:
    table = planning(ROAD, driver(10, gear=2, hand=FULL), driver(5, gear=2, hand=FULL), modules=MODE)
    table.play(Plan(2, ("1", "2")), Plan(3, ("1", "2", "3"))).asked(ReactDecision)
    own = table.race.view(1).cars[0]
    assert (own.hand, own.play, own.planned) == (5, ("1", "2"), False)


@pytest.mark.rule("M1")
def test_a_plan_is_reported_without_its_number() -> None:
    table = planning(ROAD, driver(10, hand=FULL), driver(5, hand=FULL), modules=MODE).play(Plan(2, ("1", "2")))
    assert table.told(PlanMade) == [PlanMade(0)]
    assert not table.told(GearShifted)
    assert not table.told(NumberShown)
    assert table.race.view(1).cars[0].hand == 7


# M2


@pytest.mark.example(35)
@pytest.mark.rule("M1", "M2")
def test_three_cards_from_gear_1_cost_a_heat_or_one_of_them() -> None:
    paid = shown(gear=1, play="1 2 4", engine=1)
    assert (paid.car().gear, paid.car().engine, paid.car().at) == (3, 0, 17)
    lost: dict[str, int] = {}
    for seed in range(60):
        table = shown(gear=1, play="1 2 4", engine=0, seed=seed)
        (event,) = table.told(CardLost)
        lost[event.card] = lost.get(event.card, 0) + 1
        assert table.told(ShiftUnpaid) == [ShiftUnpaid(0, 1, 3, 1, 0)]
        assert table.told(GearShifted, 0) == [GearShifted(0, 1, 2, 0)]
        assert (table.car().gear, table.race.turn.speed) == (2, 7 - int(event.card))
        assert (len(table.car().play), table.car().discard) == (2, [event.card])
    assert sorted(lost) == ["1", "2", "4"]
    assert min(lost.values()) >= 10


@pytest.mark.example(35)
@pytest.mark.rule("M2")
def test_two_cards_from_gear_4_cost_a_heat_or_a_flip() -> None:
    table = shown(gear=4, play="1 2", engine=0, deck="5 heat 3 1")
    (flipped,) = table.told(CardFlipped)
    assert (flipped.source, flipped.discarded, flipped.card) == ("shift", ("5", "heat"), "3")
    assert table.told(GearShifted, 0) == [GearShifted(0, 4, 3, 0)]
    assert (table.car().gear, table.race.turn.speed, table.car().at) == (3, 6, 16)
    assert sorted(table.car().play) == ["1", "2", "3"]
    paid = shown(gear=4, play="1 2", engine=1)
    assert (paid.car().gear, paid.car().engine, paid.told(CardFlipped)) == (2, 0, [])


@pytest.mark.example(40)
@pytest.mark.rule("M2", "H1")
def test_on_a_flooded_space_with_an_empty_engine_two_basics_are_flipped() -> None:
    table = shown(gear=3, play="1", engine=0, deck="3 heat 4", at=20)
    assert [event.card for event in table.told(CardFlipped)] == ["3", "4"]
    assert [(event.number, event.heat) for event in table.told(ShiftUnpaid)] == [(1, 2), (2, 1)]
    assert table.told(GearShifted, 0) == [GearShifted(0, 3, 3, 0)]
    assert (table.car().gear, table.race.turn.speed) == (3, 8)


@pytest.mark.example(41)
@pytest.mark.rule("M2", "H1")
def test_with_one_heat_one_basic_is_flipped_and_the_rest_is_paid() -> None:
    table = shown(gear=3, play="1", engine=1, deck="3 4", at=20)
    assert [event.card for event in table.told(CardFlipped)] == ["3"]
    assert table.told(GearShifted, 0) == [GearShifted(0, 3, 2, 1, surcharge=1)]
    assert (table.car().gear, table.car().engine, table.race.turn.speed) == (2, 0, 4)


@pytest.mark.rule("M2")
def test_a_flip_at_the_shift_does_not_count_as_a_plus_for_accelerate() -> None:
    """One + on a card and one Basic card flipped at the shift: Accelerate counts the + alone."""
    fast = Card("fast", "upgrade", 1, (("plus", 1), ("accelerate", 1)))
    probe = Probe(Answers(), own_cards=(fast,))
    car = driver(20, gear=3, engine=0, play="fast 1", deck="2 3 " + FULL)
    table = turn(FLOODED, car, driver(5, hand=FULL), modules=(*WET, probe))
    assert [event.source for event in table.told(CardFlipped)] == ["shift", "fast"]
    assert [use.most for use in table.uses() if use.symbol == "accelerate"] == [1]
    table.play(React("accelerate", "fast", 1))
    assert table.race.turn.speed == 1 + 1 + 2 + 3 + 1


@pytest.mark.rule("M2")
def test_a_lost_card_is_not_resolved() -> None:
    """If a Stress card is lost, no + is resolved."""
    lost = set()
    for seed in range(30):
        table = shown(gear=1, play="1 2 stress", engine=0, deck="4 " + FULL, seed=seed)
        (event,) = table.told(CardLost)
        assert len(table.told(CardFlipped)) == (event.card != "stress")
        lost.add(event.card)
    assert lost == {"1", "2", "stress"}


@pytest.mark.rule("M2")
def test_the_lost_card_is_drawn_from_the_cars_own_luck() -> None:
    """The luck of the table and of other cars stays as it was."""
    table = planning(ROAD, driver(10, engine=0, hand=FULL), driver(5, engine=0, hand=FULL), modules=MODE)
    before = (table.race.luck, table.car(0).luck, table.car(1).luck)
    table.play(Plan(3, ("1", "2", "3")), Plan(1, ("1",)))
    assert len(table.told(CardLost)) == 1
    assert (table.race.luck, table.car(1).luck) == (before[0], before[2])
    assert table.car(0).luck != before[1]


@pytest.mark.rule("M2")
def test_the_cost_of_the_shift_is_foreseen() -> None:
    up = planning(ROAD, driver(10, engine=0, hand=FULL), driver(1, engine=0, hand=STUCK), modules=MODE)
    told = up.race.forecast(0, Plan(3, ("1", "2", "4")))
    assert (told.heat, told.lost, told.flips) == (0, 1, 0)
    assert {outcome.speed: str(outcome.chance) for outcome in told.outcomes} == {3: "1/3", 5: "1/3", 6: "1/3"}
    car = driver(20, gear=3, engine=1, hand="1 1 2 2 3 3 4", deck="3 3 3 4 heat heat")
    down = planning(FLOODED, car, driver(1, engine=0, hand=STUCK), modules=WET)
    flipped = down.race.forecast(0, Plan(1, ("1",)))
    assert (flipped.heat, flipped.lost, flipped.flips) == (1, 0, 1)
    assert {outcome.speed: str(outcome.chance) for outcome in flipped.outcomes} == {4: "3/4", 5: "1/4"}
    paid = down.race.forecast(0, Plan(2, ("1", "2")))
    assert (paid.heat, paid.lost, paid.flips) == (1, 0, 0)


@pytest.mark.rule("M2")
def test_a_landing_that_does_not_depend_on_the_lost_card_is_foreseen_once() -> None:
    """Whichever of 1 and Tyres-1 is lost, the car lands on the same space; without a corner, no limit matters."""
    car = driver(10, engine=0, hand="1 2 tyres-1 stress stress")
    table = planning(ROAD, car, driver(1, engine=0, hand=STUCK), modules=(GARAGE, *MODE))
    told = table.race.forecast(0, Plan(3, ("1", "2", "tyres-1")))
    assert [(outcome.speed, str(outcome.chance)) for outcome in told.outcomes] == [(2, "1/3"), (3, "2/3")]


@pytest.mark.rule("M2", "P4")
def test_a_flip_for_a_shift_down_comes_before_its_heat_is_paid() -> None:
    """A reshuffle for the flip does not bury the Heat, so that Super cool finds it on the discard pile."""
    car = driver(20, gear=4, engine=1, hand="1 2 3 intake-0a", deck="stress", discard="1 2")
    table = planning(FLOODED, car, driver(1, engine=0, hand=STUCK), modules=(GARAGE, *WET))
    told = table.race.forecast(0, Plan(2, ("1", "intake-0a")))
    assert [(str(each.chance), each.speed, each.engine, each.cooled) for each in told.outcomes] == [
        ("1/2", 2, 1, 1),
        ("1/2", 3, 1, 1),
    ]


@pytest.mark.rule("M2", "P4", "O4")
def test_a_lost_basic_card_comes_after_a_reshuffle_even_without_the_memory_aid() -> None:
    car = driver(5, gear=1, engine=0, hand="1 1 drive-4 2 2 3 3", deck="", discard="heat 1 2 3 4 4 4")
    table = planning(ROAD, car, driver(2), modules=(GARAGE, *MODE))
    action = Plan(3, ("1", "1", "drive-4"))
    forecasts = [
        Race.restore(replace(table.race.setup, memory_aid=aid), table.race.snapshot()).forecast(0, action)
        for aid in (True, False)
    ]
    assert forecasts[0].outcomes == forecasts[1].outcomes


# M3


@pytest.mark.rule("M3", "2.2")
def test_heat_is_played_only_if_no_affordable_number_can_be_filled() -> None:
    assert numbers(1, 0, "1 heat heat heat heat heat heat") == {1: 0}
    assert numbers(2, 0, "heat heat heat heat heat heat heat") == {1: 0, 2: 0, 3: 0}
    assert numbers(2, 1, "heat heat heat heat heat heat heat") == {1: 0, 2: 0, 3: 0, 4: 1}
    assert numbers(4, 0, "1 2 heat heat heat heat heat") == {2: 1, 3: 0, 4: 0}
    assert numbers(4, 1, "1 2 heat heat heat heat heat") == {2: 1}
    assert numbers(3, 0, "1 heat heat heat heat heat heat", at=20) == {1: 2, 3: 0, 4: 0}
    assert numbers(3, 2, "1 heat heat heat heat heat heat", at=20) == {1: 2}


@pytest.mark.rule("M3")
def test_a_number_that_can_be_filled_includes_no_heat_even_if_another_may() -> None:
    hand = "1 2 heat heat heat heat heat"
    table = planning(ROAD, driver(10, gear=4, engine=0, hand=hand), driver(1, engine=0, hand=STUCK), modules=MODE)
    decision = table.asked(PlanDecision)
    assert list(decision.options()) == [
        Plan(2, ("1", "2")),
        Plan(3, ("1", "2", "heat")),
        Plan(4, ("1", "2", "heat", "heat")),
    ]
    for wrong in (Plan(2, ("1", "heat")), Plan(3, ("1", "heat", "heat"))):
        assert decision.objection(wrong) is not None


@pytest.mark.rule("M3")
def test_the_shift_of_a_cluttered_hand_is_paid_for_before_the_gear_falls() -> None:
    hand = "heat heat heat heat heat heat heat"
    places = (driver(10, gear=2, engine=1, hand=hand, deck=FULL), driver(30, hand=FULL))
    table = planning(ROAD, *places, modules=MODE)
    table.play(Plan(4, ("heat", "heat", "heat", "heat")))
    table.round(seat1=Plan(1, ("1",))).pass_on()
    assert table.told(GearShifted, 0) == [GearShifted(0, 2, 4, 1)]
    assert [event.cards for event in table.told(HandCluttered)] == [("heat",) * 4]
    assert (table.car().gear, table.car().engine, table.car().at) == (1, 0, 10)
    assert not table.told(CardLost)
    assert not table.told(ShiftUnpaid)


# A round


@pytest.mark.rule("M1", "4.1", "7.1")
def test_the_rest_of_the_turn_is_unchanged() -> None:
    corner = loop(60, (20, 4))
    places = (driver(16, gear=2, hand=FULL, deck="3 " + FULL), driver(40, hand=FULL, deck=FULL))
    table = planning(corner, *places, modules=MODE).play(Plan(1, ("1",)), Plan(1, ("1",)))
    table.to(ReactDecision, 0).play(ADRENALINE_MOVE, BOOST).pass_on()
    assert [(event.speed, event.heat) for event in table.told(CornerTaken, 0)] == [(5, 1)]
    assert len(table.car().hand) == 7
    assert [event.number for event in table.told(RoundBegan)] == [2]
