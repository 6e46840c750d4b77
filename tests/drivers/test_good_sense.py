"""Sound play by Steady, in positions with a clear answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest

from heat_tui.drivers import Steady
from heat_tui.engine import Race
from heat_tui.engine.actions import DONE, Action, Discard, Plan, React, Slipstream
from heat_tui.engine.cards import STRESS
from heat_tui.engine.decisions import Decision, DiscardDecision, PlanDecision, ReactDecision, SlipstreamDecision
from heat_tui.engine.events import HandCluttered, SpunOut
from heat_tui.modules.mulligan.answer import Mulligan
from heat_tui.modules.tournament import Tournament
from tests.drivers.races import setup
from tests.tables import ADRENALINE_MOVE, BOOST, Table, driver, legend, loop, planning, turn

TRACK = loop(60, (20, 2), (40, 5))
"""Two laps; the corner lines are after places 80, 100, 140 and 160, and the finish line is after 180."""

DECK = "1 2 3 4 1 2 3 4 0 5 stress"
FAR_BEHIND = driver(61)
SEEDS = range(12)


def choices(table: Table, seat: int = 0) -> Iterator[Action]:
    """Yield Steady's choices in a position, with several seeds."""
    decision = table.asked(Decision)
    assert decision.seat == seat
    for seed in SEEDS:
        yield Steady(seed).choose(table.race.view(seat), decision)


def plans(at: int, hand: str, *, gear: int, engine: int) -> Iterator[tuple[Table, Plan]]:
    """Yield Steady's plans for a car in this position, each with the table to forecast it."""
    table = planning(TRACK, driver(at, gear=gear, engine=engine, hand=hand, deck=DECK), FAR_BEHIND)
    for action in choices(table):
        assert isinstance(action, Plan)
        yield table, action


def reacting(at: int, play: str, *, gear: int, engine: int, hand: str = "1 2 3 4 4", adrenaline: bool = False) -> Table:
    """Return the table at step 5 of the turn of a car that began it at `at`."""
    place = driver(at, gear=gear, engine=engine, hand=hand, deck=DECK, play=play)
    return turn(TRACK, place, FAR_BEHIND, last=(0,) if adrenaline else ()).to(ReactDecision)


def slipping(at: int, play: str, ahead: int, *, engine: int) -> Table:
    """Return the table at step 6 of the turn of a car behind another."""
    place = driver(at, gear=2, engine=engine, hand="1 2 3 4 4", deck=DECK, play=play)
    return turn(TRACK, place, driver(ahead)).to(SlipstreamDecision)


@pytest.mark.parametrize("at", [76, 78, 80, 97, 139])
@pytest.mark.parametrize("gear", [1, 2, 3])
def test_it_crosses_no_corner_that_it_cannot_pay_for_without_need(at: int, gear: int) -> None:
    for table, plan in plans(at, "1 1 2 3 4 4 5", gear=gear, engine=0):
        assert table.race.forecast(0, plan).spin_chance == Fraction(0), plan


def test_it_drives_up_to_the_line_of_a_slow_corner() -> None:
    for table, plan in plans(75, "1 2 3 3 4 4 5", gear=2, engine=0):
        assert [outcome.end for outcome in table.race.forecast(0, plan).outcomes] == [80]


def test_it_reaches_a_slow_corner_in_a_low_gear() -> None:
    for _, plan in plans(80, "1 1 2 3 3 4 4", gear=3, engine=2):
        assert plan.gear <= 2


def test_it_uses_the_straight() -> None:
    for table, plan in plans(101, "1 2 3 3 4 4 5", gear=3, engine=4):
        assert plan.gear == 4
        assert min(outcome.speed for outcome in table.race.forecast(0, plan).outcomes) >= 13


def test_it_plays_stress_on_the_straight_and_not_before_a_corner() -> None:
    hand = "1 2 3 4 4 stress stress"
    assert sum(STRESS in plan.cards for _, plan in plans(101, hand, gear=3, engine=5)) > len(SEEDS) / 2
    assert all(STRESS not in plan.cards for _, plan in plans(79, hand, gear=2, engine=0))


def test_it_pays_heat_on_purpose_on_the_last_lap() -> None:
    """With one corner before the finish line and no use for Heat afterwards, Steady pays to finish this turn."""
    track = loop(60, (20, 2), (57, 5))
    place = driver(175, gear=3, engine=6, hand="1 1 2 3 4 4 4", deck=DECK)
    table = planning(track, place, FAR_BEHIND)
    for plan in choices(table):
        outcomes = table.race.forecast(0, plan).outcomes
        assert all(outcome.finishes for outcome in outcomes), plan
        assert any(outcome.heat for outcome in outcomes), plan


@pytest.mark.rule("W3")
@pytest.mark.parametrize("tokens", [("fog", "heat_control", "heat_control"), ("fog", "heat_control", "overheat")])
def test_it_counts_the_extra_heat_of_an_overheating_corner(tokens: tuple[str, ...]) -> None:
    """On the last stretch, 3 Heat pay for speed 8 at limit 5, but only for speed 7 if the corner overheats."""
    track = loop(60, (20, 2), (57, 5))
    place = driver(175, gear=3, engine=3, hand="1 1 1 2 3 3 4", deck=DECK)
    table = planning(track, place, FAR_BEHIND, weather=tokens)
    for plan in choices(table):
        (outcome,) = table.race.forecast(0, plan).outcomes
        assert (outcome.speed, outcome.engine, outcome.spins) == (7 if "overheat" in tokens else 8, 0, False), plan


def test_it_keeps_its_heat_if_a_corner_is_still_to_come() -> None:
    """From the last space before limit 5, with limit 2 on the next lap, Steady does not spend all its Heat."""
    for table, plan in plans(100, "2 3 3 4 4 4 5", gear=3, engine=3):
        assert table.race.forecast(0, plan).most_heat < 3


def test_it_cools_as_much_as_it_can() -> None:
    table = reacting(101, "3", gear=1, engine=2, hand="heat heat heat heat 1 2")
    assert set(choices(table)) == {React("cooldown", "gear", 3)}
    table = reacting(101, "3 4", gear=2, engine=2, hand="heat heat 1 2 3")
    assert set(choices(table)) == {React("cooldown", "gear", 1)}


def test_it_takes_a_gear_that_cools_when_its_hand_fills_up_with_heat() -> None:
    assert all(plan.gear <= 2 for _, plan in plans(75, "1 2 3 heat heat heat heat", gear=3, engine=1))


@pytest.mark.rule("2.2", "2.3")
def test_a_cluttered_hand_costs_it_no_heat() -> None:
    place = driver(75, gear=4, engine=1, hand="2 heat heat heat heat heat heat")
    table = planning(TRACK, place, FAR_BEHIND)
    decision = table.asked(PlanDecision)
    assert decision.cluttered
    for plan in choices(table):
        assert isinstance(plan, Plan)
        assert dict(decision.gears)[plan.gear] == 0


@pytest.mark.rule("M2", "M3")
def test_it_flips_a_card_rather_than_stay_where_it_is() -> None:
    """With one card a Basic card is flipped too, for the shift; with two, one is Heat and the car does not move."""
    place = driver(101, gear=3, engine=0, hand="2 heat heat heat heat heat heat", deck=DECK)
    table = planning(TRACK, place, FAR_BEHIND, modules=(Tournament(),))
    assert set(choices(table)) == {Plan(1, ("2",))}


def test_it_boosts_to_the_finish_line_but_not_into_a_corner() -> None:
    assert set(choices(reacting(167, "4 3", gear=2, engine=3))) == {BOOST}
    assert set(choices(reacting(73, "4 3", gear=2, engine=2))) == {DONE}


def test_it_takes_the_adrenaline_move_if_that_is_free() -> None:
    assert set(choices(reacting(165, "4 3", gear=2, engine=0, adrenaline=True))) == {ADRENALINE_MOVE}
    assert set(choices(reacting(73, "4 3", gear=2, engine=0, adrenaline=True))) == {DONE}


def test_it_includes_adrenaline_in_its_plan() -> None:
    """The last car may plan 4 and reach the corner line with Adrenaline; any other car plans 5."""
    hand = "1 1 1 2 4 4 4"
    place = driver(75, gear=1, engine=0, hand=hand, deck=DECK)
    last = planning(TRACK, place, driver(90))
    first = planning(TRACK, place, driver(62))
    assert {sum(map(int, plan.cards)) for plan in choices(last) if isinstance(plan, Plan)} <= {4, 5}
    assert {sum(map(int, plan.cards)) for plan in choices(first) if isinstance(plan, Plan)} == {5}


def test_it_slipstreams_if_that_is_free() -> None:
    assert set(choices(slipping(101, "2 2", 106, engine=0))) == {Slipstream(2)}


def test_it_does_not_slipstream_into_a_corner_that_it_cannot_pay_for() -> None:
    assert set(choices(slipping(76, "2 2", 81, engine=0))) == {Slipstream(0)}


def test_it_slipstreams_through_a_corner_within_the_limit() -> None:
    assert set(choices(slipping(78, "1 1", 81, engine=0))) == {Slipstream(2)}


@pytest.mark.parametrize(
    ("began", "play", "gear", "hand", "thrown", "held"),
    [
        (70, "3 4 3", 3, "1 4 4 5", "5", "1"),
        (161, "1 1 1 1", 4, "0 1 5", "0", "5"),
    ],
    ids=["high ones before a slow corner", "low ones on the straight to the flag"],
)
def test_it_discards_cards_that_do_not_fit(began: int, play: str, gear: int, hand: str, thrown: str, held: str) -> None:
    place = driver(began, gear=gear, engine=6, hand=hand, deck=DECK, play=play)
    table = turn(TRACK, place, FAR_BEHIND).to(DiscardDecision)
    chosen = [action.cards for action in choices(table) if isinstance(action, Discard)]
    assert sum(thrown in cards for cards in chosen) > len(chosen) / 2
    assert not any(held in cards for cards in chosen)


def test_it_rarely_takes_a_mulligan() -> None:
    taken = 0
    for seed in range(100):
        race = Race.start(setup("france", seed=seed, mulligan=True))
        decision = race.decision
        assert decision is not None
        taken += Steady(seed).choose(race.view(0), decision) == Mulligan(take=True)
    assert 0 < taken < 25


@pytest.mark.long
def test_it_seldom_spins_out_and_is_seldom_cluttered() -> None:
    spins = cluttered = 0
    for seed in range(12):
        race = Race.start(setup("italy", drivers=2, legends=2, seed=seed))
        while (decision := race.decision) is not None:
            events = race.play(Steady(seed).choose(race.view(decision.seat), decision))
            spins += sum(isinstance(event, SpunOut) for event in events)
            cluttered += sum(isinstance(event, HandCluttered) for event in events)
    assert spins <= 24 / 3
    assert cluttered <= 24 / 6


def test_every_lap_far_from_the_finish_is_driven_alike() -> None:
    """The same place, cards and draws on lap 1 and lap 12 of 20 give the same plans."""

    def planned(lap: int) -> list[Action]:
        place = driver(lap * 60 + 15, gear=3, engine=4, hand="1 2 3 3 4 4 5", deck=DECK)
        return list(choices(planning(TRACK, place, legend(lap * 60 + 1), laps=20)))

    assert planned(1) == planned(12)


def test_a_changed_limit_changes_the_plans() -> None:
    """Limits come from the view, with the tokens on the table, not from the printed track."""
    table = planning(TRACK, driver(80, gear=3, engine=0, hand="1 1 2 3 3 4 4", deck=DECK), FAR_BEHIND)
    decision = table.asked(PlanDecision)
    view = table.race.view(0)
    slow = Steady().choose(view, decision)
    fast = Steady().choose(replace(view, limits=(12, 5)), decision)
    assert isinstance(slow, Plan)
    assert isinstance(fast, Plan)
    assert sum(map(int, fast.cards)) > sum(map(int, slow.cards))
