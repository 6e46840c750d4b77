"""Options."""

import pytest

from heat_tui.engine.actions import Plan
from heat_tui.engine.decisions import PlanDecision
from heat_tui.engine.events import AdrenalineGained, CarFinished, LapCompleted
from heat_tui.engine.race import Race
from heat_tui.engine.record import IllegalAction, IllegalSetup
from heat_tui.engine.setup import RaceSetup
from heat_tui.modules.legends import Legends
from heat_tui.modules.mulligan import MulliganDecision, MulliganRule
from heat_tui.modules.mulligan.answer import Mulligan, MulliganAnswered
from tests.tables import FULL, NAMES, Table, altered, driver, fresh, loop, planning, rearranged, turn

TRACK = loop(60, (50, 9), laps=2)


@pytest.mark.rule("O1")
@pytest.mark.parametrize("laps", [1, 3, 5])
def test_the_number_of_laps_can_be_chosen(laps: int) -> None:
    table = fresh(RaceSetup(TRACK, ("Ada", "Bo"), laps=laps))
    assert table.race.rules.sheet.laps == laps
    before_the_flag = turn(TRACK, driver(laps * 60 - 2, play="4"), driver(30), laps=laps).pass_on()
    assert before_the_flag.told(CarFinished) == []
    to_the_flag = turn(TRACK, driver((laps + 1) * 60 - 2, play="4"), driver(30), laps=laps).pass_on()
    assert [event.car for event in to_the_flag.told(CarFinished)] == [0]
    assert [event.lap for event in to_the_flag.told(LapCompleted)] == [laps]


@pytest.mark.rule("O1")
def test_without_the_option_the_printed_laps_are_raced() -> None:
    assert fresh(RaceSetup(TRACK, ("Ada", "Bo"))).race.rules.sheet.laps == 2


@pytest.mark.rule("O1")
@pytest.mark.parametrize("laps", [0, -1, 21])
def test_at_least_one_lap_is_raced(laps: int) -> None:
    with pytest.raises(IllegalSetup) as refused:
        Race.start(RaceSetup(TRACK, ("Ada", "Bo"), laps=laps))
    assert refused.value.refusal.code == "laps-out-of-range"


def mulligan(drivers: int = 2, handicap: tuple[int, ...] = (), heat: int = 6) -> Table:
    """Return a race with the mulligan option, at its first question."""
    track = loop(60, (50, 9), heat=heat)
    return fresh(RaceSetup(track, NAMES[:drivers], seed=5, modules=(MulliganRule(),), handicap=handicap))


@pytest.mark.rule("O2")
def test_every_driver_is_asked_for_a_mulligan_once_before_round_1_is_planned() -> None:
    table = mulligan(3)
    for seat in range(3):
        assert table.asked(MulliganDecision).seat == seat
        table.play(Mulligan(take=seat == 1))
    assert table.asked(PlanDecision).seat == 0
    assert [(event.car, event.taken) for event in table.told(MulliganAnswered)] == [(0, False), (1, True), (2, False)]
    table.round().pass_on()
    assert isinstance(table.race.decision, PlanDecision), "not asked again before round 2"


@pytest.mark.rule("O2")
def test_it_costs_1_heat_and_shuffles_the_whole_hand_into_the_deck() -> None:
    table = mulligan()
    marked = altered(table.car(), hand="heat heat heat heat heat heat heat", deck="1 1 1 1 2 2 2 2 3 3 3")
    table = rearranged(table, car0=marked).play(Mulligan(take=True))
    car = table.car()
    assert (car.engine, car.discard) == (5, ["heat"])
    assert len(car.hand) == 7
    assert len(car.deck) == 11
    assert (car.hand + car.deck).count("heat") == 7
    assert any(card != "heat" for card in car.hand), "the new hand is drawn from the shuffled deck"


@pytest.mark.rule("O2")
def test_old_cards_may_be_drawn_again() -> None:
    """Over 30 seeds, the new hands show that hand and deck are shuffled together, neither on top of the other."""
    kept = set()
    for seed in range(30):
        table = fresh(RaceSetup(TRACK, ("Ada", "Bo"), seed=seed, modules=(MulliganRule(),)))
        marked = altered(table.car(), hand="4 4 4 4 4 4 4", deck="1 1 1 1 1 1 1 1 1 1 1")
        kept.add(rearranged(table, car0=marked).play(Mulligan(take=True)).car().hand.count("4"))
    assert {1, 2, 3, 4} <= kept
    assert 7 not in kept


@pytest.mark.rule("O2")
def test_keeping_the_hand_changes_nothing() -> None:
    table = mulligan()
    before = table.race.snapshot()["cars"]
    assert table.play(Mulligan(take=False)).race.snapshot()["cars"] == before


@pytest.mark.rule("O2")
def test_an_empty_engine_allows_no_mulligan() -> None:
    table = mulligan(3, handicap=(0, 1), heat=1)
    assert table.asked(MulliganDecision).seat == 0
    table.play(Mulligan(take=True))
    assert table.asked(MulliganDecision).seat == 2, "seat 1 has no Heat to pay"
    table.play(Mulligan(take=False))
    assert table.asked(PlanDecision).seat == 0
    assert table.car(0).engine == 0


@pytest.mark.rule("O2")
def test_the_mulligan_is_an_option() -> None:
    table = fresh(RaceSetup(TRACK, ("Ada", "Bo")))
    table.asked(PlanDecision)
    with pytest.raises(IllegalAction):
        table.play(Mulligan(take=True))


@pytest.mark.rule("O2")
def test_legends_take_no_mulligan() -> None:
    table = fresh(
        RaceSetup(
            TRACK,
            ("Ada",),
            modules=(
                Legends(2),
                MulliganRule(),
            ),
        )
    )
    assert table.asked(MulliganDecision).seat == 0
    table.play(Mulligan(take=True))
    assert table.asked(PlanDecision).seat == 0


@pytest.mark.rule("O4")
def test_one_car_alone_has_adrenaline_every_round() -> None:
    table = planning(TRACK, driver(10, hand=FULL, engine=6))
    for number in (1, 2, 3):
        assert table.race.round == number
        table.play(Plan(1, (table.car().hand[0],))).pass_on()
    assert [(event.car, event.last) for event in table.told(AdrenalineGained)] == [(0, 1)] * 3


@pytest.mark.rule("O4")
def test_practice_runs_to_the_finish_and_its_result_is_the_number_of_rounds() -> None:
    table = fresh(RaceSetup(TRACK, ("Ada",), seed=3, laps=1))
    while table.race.decision is not None:
        assert table.race.round < 200
        table.round().pass_on()
    assert table.race.finished == [0]
    revealed_or_cluttered = {type(event).__name__ for event in table.events} & {"CardsRevealed", "HandCluttered"}
    turns = [event for event in table.events if type(event).__name__ in revealed_or_cluttered]
    assert table.race.round == len(turns) > 5
    assert table.race.view(None).round == table.race.round
