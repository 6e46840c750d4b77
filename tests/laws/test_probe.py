"""Modules are consulted: the answer to each question counts, a step may ask before the race, and cards are played."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from heat_tui.engine import Race, RaceSetup
from heat_tui.engine.actions import DONE, Action, Plan, React, Slipstream
from heat_tui.engine.car import Car
from heat_tui.engine.cards import BASIC_DECK, HEAT, STRESS, Card
from heat_tui.engine.decisions import Decision, DiscardDecision, ReactDecision, SlipstreamDecision
from heat_tui.engine.events import AdrenalineGained, CarMoved, CornerTaken, HandFilled, SpunOut
from heat_tui.engine.forecast import ThrownBack
from heat_tui.engine.movement import position_order
from heat_tui.engine.program import TableStep
from heat_tui.engine.race import points
from heat_tui.engine.track import Track
from heat_tui.modules.legends import Legends
from heat_tui.modules.legends.events import LegendDecided
from heat_tui.modules.mulligan import MulliganDecision, MulliganRule
from heat_tui.modules.mulligan.answer import Mulligan
from tests.laws.probe import Answers, Probe, notes
from tests.tables import BOOST, FULL, NO_SLIPSTREAM, Place, Table, cool, driver, loop, rearranged

ONE_CORNER = loop(60, (20, 4))


def probed(
    answers: Answers, *places: Place, track: Track = ONE_CORNER, legends: int = 0, mulligan: bool = False
) -> Table:
    """Return a race with the probe, its cars at `places` or on the grid, about to plan or to answer a mulligan."""
    modules = (Probe(answers), *((Legends(legends),) if legends else ()))
    seats = tuple("ABCDEFGH"[: max(len(places), 1)])
    race = Race.start(RaceSetup(track, seats, seed=1, modules=(*modules, *((MulliganRule(),) if mulligan else ()))))
    named = {f"car{index}": place for index, place in enumerate(places)}
    return rearranged(Table(race), **named) if places else Table(race)


def gears(table: Table) -> dict[int, int]:
    """Return the legal gears with the Heat for the shift to each."""
    decision = table.race.decision
    return dict(getattr(decision, "gears", ()))


def test_hands_are_filled_to_the_answer() -> None:
    table = probed(Answers(hand_size=lambda size: size + 1))
    assert len(table.car().hand) == 8
    table.play(next(table.asked(Decision).options())).pass_on()
    assert [event.hand for event in table.told(HandFilled)] == [8]
    assert len(table.car().hand) == 8


def test_a_mulligan_fills_the_hand_to_the_answer() -> None:
    table = probed(Answers(hand_size=lambda size: 5), mulligan=True)
    table.asked(MulliganDecision)
    table.play(Mulligan(take=True))
    assert [event.drawn for event in table.told(HandFilled)] == [5]


def test_the_laps_are_the_answer_but_never_below_one() -> None:
    assert probed(Answers(laps=lambda laps: laps + 1)).race.rules.laps == 3
    assert probed(Answers(laps=lambda laps: -4)).race.rules.laps == 1


def test_heat_stress_and_deck_at_the_start_are_the_answer() -> None:
    table = probed(Answers(heat=lambda heat: heat - 2, stress=lambda stress: stress + 1, deck=lambda cards: cards[:12]))
    car = table.car()
    assert car.engine == 4
    assert sorted(car.hand + car.deck) == sorted((*BASIC_DECK, *(STRESS,) * 4))
    assert probed(Answers(heat=lambda heat: -1)).car().engine == 0


def test_a_shift_costs_the_answer() -> None:
    dearer = Answers(gear_cost=lambda heat: heat + 1)
    table = probed(dearer, driver(5, gear=2, engine=2, deck=FULL))
    assert gears(table) == {1: 1, 2: 0, 3: 1, 4: 2}
    table.play(Plan(4, ("1", "1", "2", "2")))
    assert (table.car().engine, table.car().gear) == (0, 4)
    assert gears(probed(dearer, driver(5, gear=2, engine=1, deck=FULL))) == {1: 1, 2: 0, 3: 1}


def test_a_limit_for_the_table_applies_to_all_and_is_shown() -> None:
    table = probed(Answers(corner_limit=lambda limit: limit - 1), driver(19, deck=FULL))
    assert table.race.view(None).limits == (3,)
    table.play(Plan(1, ("4",))).pass_on()
    assert [(event.limit, event.heat) for event in table.told(CornerTaken)] == [(3, 1)]


def test_a_limit_for_the_table_applies_to_legends() -> None:
    table = probed(Answers(corner_limit=lambda limit: 9), legends=1)
    table.play(next(table.asked(Decision).options())).pass_on()
    assert {event.limit for event in table.told(LegendDecided)} == {9}


def test_a_limit_for_one_driver_applies_to_that_driver_alone() -> None:
    answers = Answers(driver_limit=lambda limit: limit + 3, only=1)
    table = probed(answers, driver(18, deck=FULL, hand="4 4 4 4 4 4 4"), driver(19, deck=FULL, hand="4 4 4 4 4 4 4"))
    assert table.race.view(0).limits == (4,)
    table.play(Plan(2, ("4", "4")), Plan(2, ("4", "4"))).pass_on()
    assert sorted((event.car, event.limit, event.heat) for event in table.told(CornerTaken)) == [(0, 4, 4), (1, 7, 1)]


def test_a_surcharge_is_paid_only_over_the_limit() -> None:
    answers = Answers(corner_cost=lambda heat: heat + 1)
    over = probed(answers, driver(19, deck=FULL, hand="1 4 4 4 4 4 4")).play(Plan(2, ("1", "4"))).pass_on()
    assert [event.heat for event in over.told(CornerTaken)] == [2]
    at_it = probed(answers, driver(19, deck=FULL, hand="1 4 4 4 4 4 4")).play(Plan(1, ("4",))).pass_on()
    assert [event.heat for event in at_it.told(CornerTaken)] == [0]
    short = probed(answers, driver(19, engine=1, deck=FULL, hand="1 4 4 4 4 4 4")).play(Plan(2, ("1", "4"))).pass_on()
    assert [(event.owed, event.paid) for event in short.told(SpunOut)] == [(2, 1)]


def test_a_forecast_uses_the_answers() -> None:
    answers = Answers(corner_limit=lambda limit: limit - 2, driver_limit=lambda limit: limit + 1, only=0)
    both = replace(answers, corner_cost=lambda heat: heat + 1, boost_cost=lambda heat: 2)
    table = probed(both, driver(17, gear=2, engine=5, hand="1 4 4 4 4 4 4", deck="3 3 3"))
    foreseen = table.race.forecast(0, Plan(2, ("1", "4"))).outcomes[0]
    table.play(Plan(2, ("1", "4")))
    boosted = table.race.forecast(0, BOOST)
    table.pass_on()
    assert [(event.limit, event.heat, event.engine) for event in table.told(CornerTaken)] == [(3, 3, 2)]
    assert [(cost.limit, cost.over, cost.heat) for cost in foreseen.corners] == [(3, 2, 3)]
    assert (foreseen.engine, foreseen.spins) == (2, False)
    assert boosted.heat == 2
    assert boosted.spin_chance == Fraction(1)


def test_a_boost_costs_the_answer() -> None:
    free = probed(Answers(boost_cost=lambda heat: 0), driver(5, engine=0, deck="3 " + FULL))
    free.play(Plan(1, ("1",)))
    assert [use.heat for use in free.uses() if use.symbol == "boost"] == [0]
    free.play(BOOST)
    assert (free.car().engine, free.car().at) == (0, 9)
    dear = probed(Answers(boost_cost=lambda heat: 3), driver(5, engine=2, deck=FULL)).play(Plan(1, ("1",)))
    assert "boost" not in {use.symbol for use in dear.uses()}


def test_a_sector_cools_by_the_answer_and_once_a_turn() -> None:
    hand = "heat heat heat 4 4 4 4"
    answers = Answers(sector_cooldown=lambda car, heat: 2 if car.at > 10 else 0)
    table = probed(answers, driver(15, gear=4, engine=3, hand=hand, deck=FULL)).play(Plan(3, ("4", "4", "4")))
    assert [use.most for use in table.uses() if use.source == "sector"] == [2]
    table.play(cool(1, "sector"))
    assert table.car().engine == 4
    assert "sector" not in {use.source for use in table.uses()}
    outside = probed(answers, driver(2, gear=2, engine=3, hand=hand, deck=FULL)).play(Plan(1, ("4",)))
    assert "sector" not in {use.source for use in outside.uses()}


def test_no_car_moves_while_a_view_asks_about_other_places() -> None:
    """Threads may share a race: the replay draws a moment while the coach judges it."""
    places: list[tuple[int, int]] = []

    def answer(car: Car, heat: int) -> int:
        places.append((car.at, table.car().at))
        return heat

    table = probed(Answers(sector_cooldown=answer), driver(5, deck=FULL))
    table.race.view(0)
    assert places == [(21, 5)]


def test_a_sector_that_cools_nothing_asks_nothing() -> None:
    table = probed(
        Answers(sector_cooldown=lambda car, heat: 0, adrenaline=lambda gained: False),
        driver(2, gear=4, engine=0, hand="heat 4 4 4 4 4 4", deck=FULL),
    )
    table.play(Plan(3, ("4", "4", "4")))
    assert not isinstance(table.race.decision, ReactDecision)


def test_nobody_cools_if_the_answer_is_no() -> None:
    hand = "heat heat heat 4 4 4 4"
    table = probed(Answers(may_cool=lambda allowed: False), driver(5, engine=3, hand=hand, deck=FULL))
    table.play(Plan(1, ("4",)))
    assert {use.symbol for use in table.uses()} == {"adrenaline", "boost"}
    assert "cooldown" in {use.symbol for use in probed(Answers(), driver(5, hand=hand)).play(Plan(1, ("4",))).uses()}


@pytest.mark.parametrize(("gained", "cars"), [(True, [0, 1]), (False, [])])
def test_adrenaline_is_gained_by_the_answer(gained: bool, cars: list[int]) -> None:
    table = probed(Answers(adrenaline=lambda _: gained), driver(5, deck=FULL), driver(15, deck=FULL))
    table.play(Plan(1, ("1",)), Plan(1, ("1",))).pass_on()
    assert sorted(event.car for event in table.told(AdrenalineGained)) == cars


def test_a_slipstream_needs_a_positive_answer() -> None:
    places = (driver(5, deck=FULL), driver(7, deck=FULL, hand="heat heat heat heat heat heat heat", engine=0))
    offered = probed(Answers(), *places).play(Plan(1, ("1",)))
    offered.play(next(offered.asked(Decision).options())).to(SlipstreamDecision, 0)
    refused = probed(Answers(may_slipstream=lambda allowed: False), *places).play(Plan(1, ("1",)))
    refused.play(next(refused.asked(Decision).options())).to(ReactDecision, 0)
    refused.pass_on(lambda decision: isinstance(decision, SlipstreamDecision))
    assert not isinstance(refused.race.decision, SlipstreamDecision)


def test_a_slipstream_has_the_reach_of_the_answer() -> None:
    places = (driver(5, deck=FULL), driver(7, deck=FULL, hand="heat heat heat heat heat heat heat", engine=0))
    table = probed(Answers(slipstream_reach=lambda distances: (*distances, 3, 4)), *places).play(Plan(1, ("1",)))
    table.play(next(table.asked(Decision).options())).to(SlipstreamDecision, 0)
    expected: list[Action] = [NO_SLIPSTREAM, Slipstream(2), Slipstream(3), Slipstream(4)]
    assert list(table.asked(SlipstreamDecision).options()) == expected
    assert table.race.forecast(0, Slipstream(4)).outcomes[0].end == 10
    table.play(Slipstream(4))
    assert [event.speed for event in table.told(CarMoved, 0)] == [1, 1]
    assert table.car().at == 10


def test_only_cards_that_the_answer_allows_can_be_discarded() -> None:
    answers = Answers(may_discard=lambda card, allowed: card == STRESS or (allowed and card != "4"))
    table = probed(answers, driver(5, hand="1 2 4 4 4 4 stress", deck=FULL)).play(Plan(1, ("1",))).to(DiscardDecision)
    assert table.asked(DiscardDecision).cards == ("2", STRESS)


@pytest.mark.parametrize(("answer", "most"), [(2, 2), (3, None), (9, None)])
def test_no_more_cards_than_the_answer_are_discarded(answer: int, most: int | None) -> None:
    answers = Answers(most_discards=lambda _: answer)
    table = probed(answers, driver(5, hand="1 1 2 4 stress", deck=FULL)).play(Plan(1, ("1",))).to(DiscardDecision)
    assert table.asked(DiscardDecision) == DiscardDecision(0, ("1", "2", "4"), most)


@pytest.mark.parametrize("answer", [0, -1])
def test_nothing_is_asked_if_nothing_may_be_discarded(answer: int) -> None:
    answers = Answers(most_discards=lambda _: answer)
    table = probed(answers, driver(5, hand="1 1 2 4 stress", deck=FULL)).play(Plan(1, ("1",)))
    table.pass_on(lambda decision: isinstance(decision, DiscardDecision))
    assert not isinstance(table.race.decision, DiscardDecision)


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1)])
def test_the_grid_is_the_answer(order: tuple[int, ...]) -> None:
    probe = Probe(Answers(grid=lambda _: order))
    race = Race.start(RaceSetup(ONE_CORNER, ("A", "B", "C"), modules=(probe,)))
    assert [car.index for car in position_order(race.cars)] == [*order]


@pytest.mark.parametrize("stress", [0, 3])
def test_spinning_out_brings_the_stress_of_the_answer(stress: int) -> None:
    table = probed(Answers(spin_stress=lambda _: stress), driver(19, engine=0, hand="4 4 4 4 4 4 4", deck=FULL))
    plan = Plan(2, ("4", "4"))
    (told,) = table.race.forecast(0, plan).outcomes
    table.play(plan).pass_on()
    assert [ThrownBack(event.end, event.spot, event.stress) for event in table.told(SpunOut)] == [told.back]
    assert told.back is not None
    assert told.back.stress == stress
    assert table.car().hand.count(STRESS) == stress


def test_places_score_the_points_of_the_answer() -> None:
    race = Race.start(RaceSetup(ONE_CORNER, ("A", "B"), modules=(Probe(Answers(points=lambda points: points + 2)),)))
    assert [points(race)[car] for car in race.standings] == [11, 8]


class Blessing(TableStep):
    """A step that asks seat 0 a question before the race."""

    name = "blessing"

    def offer(self, race: Race) -> Decision | None:
        return None if race.asked else MulliganDecision(0)

    def resolve(self, race: Race, seat: int, action: Action) -> None:
        race.asked = 1
        notes(race).told.append(f"blessed {action}")


def test_a_module_may_ask_before_the_race() -> None:
    race = Race.start(RaceSetup(ONE_CORNER, ("A",), modules=(Probe(table_steps=(Blessing(),)),)))
    assert race.step_name == "blessing"
    assert Race.restore(race.setup, race.snapshot()).decision == race.decision == MulliganDecision(0)
    race.play(Mulligan(take=False))
    assert race.step_name == "planning"
    assert notes(race).told == ["blessed Mulligan(take=False)", "round 1 order [0] planned 0"]


def test_cards_of_a_module_are_played_with_their_symbols() -> None:
    six = Card("6", "upgrade", 6, (("plus", 1), ("cooldown", 1)))
    probe = Probe(Answers(deck=lambda cards: (*cards, "6")), own_cards=(six,))
    table = rearranged(
        Table(Race.start(RaceSetup(ONE_CORNER, ("A",), modules=(probe,)))),
        car0=driver(2, engine=0, hand=f"6 {HEAT} {HEAT} {HEAT} 4 4 4", deck="3 " + FULL),
    )
    foreseen = table.race.forecast(0, Plan(1, ("6",)))
    table.play(Plan(1, ("6",)))
    assert table.car().at == 11
    assert 11 in {outcome.end for outcome in foreseen.outcomes}
    assert React("cooldown", "6", 1) in list(table.asked(ReactDecision).options())
    table.play(cool(1, "6"), cool(2), DONE)
    assert table.car().engine == 3
