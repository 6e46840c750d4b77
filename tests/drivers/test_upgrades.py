"""Steady and Chance with upgrades."""

from __future__ import annotations

import pytest

from heat_tui.drivers import Chance, Driver, Steady
from heat_tui.drivers.upgrades import worth
from heat_tui.engine import Race, RaceSetup
from heat_tui.engine.actions import DONE, ChooseValues, Pick, PutAway, Refresh, Replace
from heat_tui.engine.cards import CATALOGUE
from heat_tui.engine.decisions import (
    ChooseValuesDecision,
    Decision,
    PickDecision,
    PutAwayDecision,
    ReactDecision,
    RefreshDecision,
    ReplaceDecision,
)
from heat_tui.engine.events import CarFinished, SpunOut
from heat_tui.modules.garage import Garage
from heat_tui.modules.garage.cards import SETS
from heat_tui.store.tracks import load_track
from tests.tables import Table, driver, loop
from tests.upgrades import drive, use

CORNER = loop(60, (10, 5), (50, 9))


def chosen(table: Table) -> object:
    """Return Steady's choice at this table."""
    decision = table.asked(Decision)
    action = Steady(1).choose(table.race.view(decision.seat), decision)
    assert decision.objection(action) is None
    return action


@pytest.mark.long
@pytest.mark.parametrize("level", ["basic", "advanced", "both"])
@pytest.mark.parametrize("draft", ["normal", "snake", "deal"])
def test_whole_races_are_driven_to_the_finish(level: str, draft: str) -> None:
    garage = Garage(level, draft, SETS)  # type: ignore[arg-type]
    race = Race.start(RaceSetup(load_track("usa"), ("a", "b", "c", "d"), seed=3, laps=1, modules=(garage,)))
    drivers: tuple[Driver, ...] = (Steady(1), Steady(2), Steady(3), Chance(4))
    spins, rounds = 0, {}
    while race.decision is not None:
        seat, number = race.decision.seat, race.round
        for event in race.play(drivers[seat].choose(race.view(seat), race.decision)):
            spins += isinstance(event, SpunOut) and event.car < 3
            if isinstance(event, CarFinished):
                rounds[event.car] = number
    assert max(rounds[seat] for seat in range(3)) <= 12
    assert spins <= 4


def test_steady_beats_chance_with_the_same_cards() -> None:
    first = 0
    for seed in range(6):
        setup = RaceSetup(load_track("usa"), ("s", "c"), seed=seed, laps=1, modules=(Garage("both", "normal", SETS),))
        race = Race.start(setup)
        drivers: tuple[Driver, ...] = (Steady(seed), Chance(seed))
        while race.decision is not None:
            seat = race.decision.seat
            race.play(drivers[seat].choose(race.view(seat), race.decision))
        first += race.standings[0] == 0
    assert first == 6


def test_a_card_is_worth_what_it_brings() -> None:
    cards = {each.card.key: worth(each.card) for each in Garage(sets=SETS).upgrades()}
    assert cards["body-5"] > cards["body-3"] > cards["body-1"]
    assert cards["brakes-1234"] > cards["throttle-1a"]
    assert cards["suspension-4"] > CATALOGUE["4"].speed
    assert cards["revs-1a"] > cards["heat"] > cards["revs-1b"]


def test_the_best_card_is_picked_and_the_worst_put_away() -> None:
    race = Race.start(RaceSetup(load_track("usa"), ("a",), seed=1, modules=(Garage("both", "snake", SETS),)))
    view = race.view(0)
    market = ("body-1", "drive-4", "heat", "throttle-1a")
    assert Steady().choose(view, PickDecision(0, market, (), 1, 2)) == Pick("drive-4")
    assert Steady().choose(view, PutAwayDecision(0, market)) == PutAway("heat")


def test_values_are_chosen_for_the_corner_ahead() -> None:
    """From space 8, speed 5 crosses the line after space 10 (limit 5) for free; 9 would cost Heat that is not there."""
    free = drive(driver(8, play="brakes-15", engine=0, deck="1 1 1 1 1 1 1"), track=CORNER)
    assert isinstance(free.race.decision, ChooseValuesDecision)
    assert chosen(free) == ChooseValues((("brakes-15", 5),))
    dear = drive(driver(8, gear=2, play="brakes-15 4", engine=0, deck="1 1 1 1 1 1 1"), track=CORNER)
    assert chosen(dear) == ChooseValues((("brakes-15", 1),))


def test_mandatory_symbols_are_used_and_heat_is_cooled_first() -> None:
    table = drive(driver(5, gear=2, play="turbo-7 1", hand="heat heat heat 1 1", engine=0, deck="1 1 1 1 1 1"))
    while isinstance(decision := table.race.decision, ReactDecision) and not decision.may_end:
        action = chosen(table)
        assert action != DONE
        table.play(action)  # type: ignore[arg-type]
    assert table.car().discard.count("heat") == 2


def test_the_least_valuable_card_is_given_up_for_its_heat() -> None:
    table = drive(driver(5, gear=3, play="body-6 wings-3 1", hand="1 1 1 1", engine=1, deck="2 3"))
    assert isinstance(table.race.decision, ReplaceDecision)
    assert chosen(table) == Replace(("wings-3",))


def test_good_cards_are_refreshed() -> None:
    table = drive(driver(5, gear=2, play="suspension-4 suspension-1", hand="1 1 2 2 3", deck="3 3 3"))
    table.to(RefreshDecision)
    assert chosen(table) == Refresh(("suspension-4",))


def test_salvage_takes_only_good_cards() -> None:
    good = drive(driver(5, play="fuel-2", hand="1 1 1 1 1 1", deck="1 1 1", discard="heat 4 stress body-5 1"))
    assert chosen(good) == use("salvage", "fuel-2", 2, "4 body-5")


@pytest.mark.parametrize("at", [156, 168])
def test_it_keeps_the_last_heat_for_a_card_that_needs_it(at: int) -> None:
    """Turbo-8 requires 1 Heat: a Boost with the last Heat would make the card useless on the final straight."""
    place = driver(at, gear=3, play="3 3 3", hand="turbo-8 1 1 2 2", engine=1, deck="1 2 3 4 1 2 3 4 2 3")
    table = drive(place, driver(66), track=loop(60, (10, 5)))
    decision = table.asked(ReactDecision)
    assert [each.symbol for each in decision.uses] == ["boost"]
    assert {Steady(seed).choose(table.race.view(0), decision) for seed in range(4)} == {DONE}
