"""Races with the advanced modules in known states."""

from __future__ import annotations

from heat_tui.engine.decisions import (
    ChooseValuesDecision,
    Decision,
    PickDecision,
    PlanDecision,
    PutAwayDecision,
    ReactDecision,
    RefreshDecision,
    ReplaceDecision,
)
from heat_tui.engine.setup import RaceSetup
from heat_tui.engine.symbols import MANDATORY
from heat_tui.game.table.match import Match
from heat_tui.modules.garage import Garage
from heat_tui.modules.garage.cards import SETS
from heat_tui.modules.legends import Legends
from heat_tui.modules.spaces import Spaces
from heat_tui.modules.tournament import Tournament
from heat_tui.modules.weather import Weather
from heat_tui.store.saved_race import Controller
from heat_tui.store.tracks import load_track
from tests.places import Place
from tests.tables import driver, legend, planning, turn
from tests.tui.moments import ALONE, NAMES, of_table, race_until

ALL_UPGRADES = Garage("both", "normal", SETS)
WET = ("rain", "limit_down", "weather", "overheat")
"""A weather token and the road conditions for a track of three corners."""


def garage_race(draft: Garage = ALL_UPGRADES) -> RaceSetup:
    """Return the setup of a race of three drivers and three Legends in Italy, with upgrades."""
    return RaceSetup(load_track("italy"), NAMES, seed=6, laps=2, modules=(Legends(3), draft))


def drafting(number: int, controllers: tuple[Controller, ...] = ALONE) -> Match:
    """Return the moment when a person picks in a round of the draft."""

    def wanted(match: Match, decision: Decision) -> bool:
        return isinstance(decision, PickDecision) and decision.round == number

    return race_until(wanted, controllers, setup=garage_race())


def putting_away() -> Match:
    """Return the moment when a person puts one of four upgrades away."""

    def wanted(match: Match, decision: Decision) -> bool:
        return isinstance(decision, PutAwayDecision)

    return race_until(wanted, ALONE, setup=garage_race(Garage("both", "snake", SETS)))


def all_modules() -> RaceSetup:
    """Return the setup of a race with every module but the mulligan and the championship, on a track with water."""
    modules = (Spaces(), Weather(), Legends(3, 0, aggressive=True), ALL_UPGRADES, Tournament())
    return RaceSetup(load_track("japan"), NAMES, seed=11, laps=1, modules=modules)


def at_once(place: Place, controllers: tuple[Controller, ...] = ALONE) -> Match:
    """Return the turn of a person among drivers and Legends, in the rain."""
    others = (driver(17, gear=2), driver(15, 1, gear=3), legend(30), legend(12))
    table = turn(load_track("italy"), place, *others, modules=(ALL_UPGRADES,), weather=WET)
    return of_table(table, controllers)


def with_upgrades(controllers: tuple[Controller, ...] = ALONE) -> Match:
    """Return the moment when a person plans with a hand of upgrades, in the rain."""
    hand = "wings-6 brakes-1234 throttle-1b tyres-0a turbo-8 intake-1a 3 stress heat"
    ada = driver(20, gear=3, engine=3, hand=hand, deck="4 4 1 2 3 body-3", discard="2 1 heat")
    others = (driver(17, gear=2), driver(15, 1, gear=3), legend(30), legend(12))
    table = planning(load_track("italy"), ada, *others, modules=(ALL_UPGRADES,), weather=WET)
    return of_table(table, controllers)


def choosing_values() -> Match:
    """Return the moment when a person chooses the values of two cards."""
    hand = "1 2 3 4 4"
    match = at_once(driver(20, gear=3, engine=3, play="brakes-1234 brakes-15 stress", hand=hand, deck="3 2 1 4"))
    assert isinstance(match.decision, ChooseValuesDecision), match.decision
    return match


def unpayable() -> Match:
    """Return the moment when a person must give up one of two cards, because they cannot pay the Heat for both."""
    play = "wings-6 turbo-7 2"
    match = at_once(driver(20, gear=3, engine=3, play=play, hand="1 2 3 4 4", deck="3 2 1 4"))
    assert isinstance(match.decision, ReplaceDecision), match.decision
    return match


def with_symbols(controllers: tuple[Controller, ...] = ALONE) -> Match:
    """Return the moment when a person has many kinds of symbols to use, some of them mandatory."""
    place = driver(
        20,
        gear=3,
        engine=4,
        play="intake-1a wings-3 body-2a",
        hand="throttle-2 heat stress 3",
        deck="4 3 2 1 1 2 3 4",
        discard="heat 4 4 3 2 tyres-1",
    )
    match = at_once(place, controllers)
    assert isinstance(match.decision, ReactDecision), match.decision
    assert any(use.symbol in MANDATORY for use in match.decision.uses)
    return match


def before_refreshing() -> Match:
    """Return the moment when a person has played two cards with Refresh and is at the end of the turn."""
    place = driver(20, gear=2, engine=4, play="suspension-4 suspension-2b", hand="1 1 2 3", deck="4 3 2 1")
    others = (driver(17, gear=2), driver(15, 1, gear=3), legend(30), legend(12))
    return of_table(turn(load_track("italy"), place, *others, modules=(ALL_UPGRADES,)).to(RefreshDecision))


def before_a_tournament_shift() -> Match:
    """Return the moment when a person plans in tournament mode, without Heat to pay for a shift of two gears."""
    ada = driver(20, gear=2, engine=0, hand="1 2 2 3 4 stress heat", deck="4 4 1 2 3", discard="2 1")
    others = (driver(17, gear=2), driver(15, 1, gear=3), legend(30), legend(12))
    table = planning(load_track("italy"), ada, *others, modules=(Tournament(),))
    match = of_table(table)
    assert isinstance(match.decision, PlanDecision)
    assert match.decision.number_first
    return match


def on(track: str, seed: int) -> Match:
    """Return a race with weather on this track, at its start."""
    modules = (Spaces(), Weather(), Legends(3))
    return Match.start(RaceSetup(load_track(track), NAMES, seed=seed, modules=modules), ALONE)
