"""Races in known states, for tests of screens: always the same cards, drivers, names and days."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from itertools import count
from typing import Final

from heat_tui.drivers import Steady
from heat_tui.engine.actions import Action, Plan
from heat_tui.engine.cards import STRESS
from heat_tui.engine.decisions import Decision, DiscardDecision, PlanDecision, ReactDecision, SlipstreamDecision
from heat_tui.engine.events import CarMoved
from heat_tui.engine.setup import RaceSetup
from heat_tui.game.advice.first_race import SUGGESTED_LINE, first_race_setup
from heat_tui.game.table.match import Match
from heat_tui.modules.legends import Legends
from heat_tui.modules.mulligan import MulliganRule
from heat_tui.store.saved_race import Controller, Rival, SavedRace
from heat_tui.store.saves import SaveStore
from heat_tui.store.tracks import load_track
from tests.tables import Table, driver, legend
from tests.tables import planning as planning_table

DAY = datetime(2025, 5, 4, 14, 30, tzinfo=UTC)
"""The date and time of the races in these tests."""

SEED = 6
PEOPLE: tuple[Controller, ...] = ("person", "person", "steady")
ALONE: tuple[Controller, ...] = ("person", "steady", "steady")
NOBODY: tuple[Controller, ...] = ("steady", "steady", "chance")

NAMES: Final = ("Ada", "Bo", "Celestine de la Tour")
ODD_NAMES: Final = ("[red]Ann[/]", "ルイス・ハミルトン・ジュニア", " ".join(["W" * 19, "W" * 20]))
"""Names that look like markup, that are wide, or that are as long as possible."""

Wanted = Callable[[Match, Decision], bool]


def six_cars(track: str = "italy", *, laps: int = 2, mulligan: bool = False) -> RaceSetup:
    """Return the setup of a race of three drivers and three Legends."""
    return RaceSetup(
        load_track(track),
        NAMES,
        seed=SEED,
        laps=laps,
        modules=(Legends(3), MulliganRule()) if mulligan else (Legends(3),),
    )


def odd_names() -> RaceSetup:
    """Return the setup of a race of six cars, whose drivers have names that are hard to show."""
    return replace(six_cars(), seats=ODD_NAMES)


def race_until(
    wanted: Wanted,
    controllers: tuple[Controller, ...] = PEOPLE,
    *,
    setup: RaceSetup | None = None,
    store: SaveStore | None = None,
    rival: Rival | None = None,
) -> Match:
    """Return a race up to the first matching decision of a person; until then, Steady chooses for the people."""
    match = Match.start(setup or six_cars(), controllers, store=store, rival=rival)
    line = line_of(match.setup, controllers)
    for number in count():
        decision = match.decision
        if decision is None:
            break
        if match.waits_for_person and wanted(match, decision):
            return match
        if number < len(line):
            match.play(line[number])
            continue
        if match.waits_for_person:
            match.play(Steady(len(match.log)).choose(match.view(decision.seat), decision))
        else:
            match.play_driver()
        line.append(match.log[-1].action)
    raise AssertionError("this race has no such moment")


@cache
def line_of(*_race: object) -> list[Action]:
    """Return the known choices of a race, at first none; callers add to them, so that drivers think only once."""
    return []


def of_table(table: Table, controllers: tuple[Controller, ...] | None = None) -> Match:
    """Return a match that begins at the current state of a table; by default, only its first driver is a person."""
    who = controllers or ("person", *["steady"] * (len(table.race.setup.seats) - 1))
    return Match(
        table.race, SavedRace(name="", setup=table.race.setup, controllers=who, open_table=False, created=DAY), None
    )


def raced_to_the_end(
    controllers: tuple[Controller, ...] = PEOPLE, *, setup: RaceSetup | None = None, store: SaveStore | None = None
) -> Match:
    """Return a finished race in which two choices were once taken back by agreement."""
    match = race_until(planning(in_round=4), controllers, setup=setup, store=store)
    match.take_back(2)
    line = line_of(match.setup, controllers, "to the end")
    for number in count():
        decision = match.decision
        if decision is None:
            break
        if number == len(line):
            line.append(Steady(len(match.log)).choose(match.view(decision.seat), decision))
        match.play(line[number])
    return match


def first_race(choices: int) -> Match:
    """Return the first race after the person has followed the coach's first `choices` suggestions."""
    match = Match.start(first_race_setup("Ada"), ("person",), lessons=True)
    for proposal in SUGGESTED_LINE[:choices]:
        while not match.waits_for_person:
            match.play_driver()
        match.play(proposal.action)
    while not match.waits_for_person:
        match.play_driver()
    return match


def driven(choices: int) -> Match:
    """Return a race of automated drivers after a number of choices."""
    match = Match.start(six_cars("usa"), NOBODY)
    for _choice in range(choices):
        match.play_driver()
    return match


def about_to_move(spaces: int) -> Match:
    """Return a race of automated drivers whose next choice, in round 3 or later, moves a car by at least `spaces`."""
    whole = driven(80)
    for choices, entry in enumerate(whole.log):
        moves = [each for each in entry.events if isinstance(each, CarMoved) and each.end - each.start >= spaces]
        if entry.round >= 3 and moves:
            return driven(choices)
    raise AssertionError("no car goes so far")


def planning(*, in_round: int, seat: int | None = None) -> Wanted:
    """Return a condition for a plan in this round or later, by this seat if one is given."""

    def wanted(match: Match, decision: Decision) -> bool:
        return isinstance(decision, PlanDecision) and _is(match, decision, in_round, seat)

    return wanted


def reacting(*, uses: int, in_round: int = 2) -> Wanted:
    """Return a condition for a decision with at least this many symbols to choose from, in this round or later."""

    def wanted(match: Match, decision: Decision) -> bool:
        return isinstance(decision, ReactDecision) and len(decision.uses) >= uses and _is(match, decision, in_round)

    return wanted


def slipstreaming(match: Match, decision: Decision) -> bool:
    """Return whether a Slipstream is possible, from round 3 on."""
    return isinstance(decision, SlipstreamDecision) and _is(match, decision, 3)


def discarding(match: Match, decision: Decision) -> bool:
    """Return whether a discard is possible, from round 3 on."""
    return isinstance(decision, DiscardDecision) and _is(match, decision, 3)


def with_a_bad_plan(match: Match, decision: Decision) -> bool:
    """Return whether, from round 2 on, a hand with Stress allows a plan that may end in a spin out."""
    return isinstance(decision, PlanDecision) and _is(match, decision, 2) and bad_plan(match) is not None


def bad_plan(match: Match) -> Plan | None:
    """Return the first plan with Stress that may end in a spin out, or None."""
    return _stress_plan(match, spins=True)


def costly_plan(match: Match) -> Plan | None:
    """Return the first plan with Stress that may cost Heat but cannot end in a spin out, or None."""
    return _stress_plan(match, spins=False)


def with_a_costly_plan(match: Match, decision: Decision) -> bool:
    """Return whether, from round 2 on, a plan with Stress may cost Heat but cannot end in a spin out."""
    return isinstance(decision, PlanDecision) and _is(match, decision, 2) and costly_plan(match) is not None


def cluttered() -> Match:
    """Return the moment when a person in gear 4 has two playable cards, and no Heat to shift down by two."""
    ada = driver(20, gear=4, engine=0, hand="4 stress heat heat heat heat heat", deck="4 4 4 2", discard="2 1")
    table = planning_table(load_track("italy"), ada, driver(17, gear=2), driver(15, 1, gear=3), legend(23), legend(12))
    return of_table(table)


def _stress_plan(match: Match, *, spins: bool) -> Plan | None:
    decision = match.decision
    assert decision is not None
    for plan in decision.options():
        if isinstance(plan, Plan) and STRESS in plan.cards:
            forecast = match.forecast(plan)
            if len(forecast.outcomes) > 2 and forecast.most_heat and bool(forecast.spin_chance) is spins:
                return plan
    return None


def _is(match: Match, decision: Decision, in_round: int, seat: int | None = None) -> bool:
    return match.view(None).round >= in_round and seat in (None, decision.seat)
