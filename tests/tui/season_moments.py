"""Seasons in known states: always the same cards, drivers and names."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

from heat_tui.drivers import Steady
from heat_tui.engine.actions import Action, NextRace
from heat_tui.engine.decisions import (
    Decision,
    DiscardDecision,
    ExchangeDecision,
    KeepDecision,
    PickDecision,
    PlanDecision,
    ReactDecision,
)
from heat_tui.game.setup.options import Options, Seat
from heat_tui.game.setup.season_options import season_setup
from heat_tui.game.table.match import Match
from heat_tui.modules.championship.season import SeasonSetup
from heat_tui.store.saved_race import Controller
from heat_tui.store.saves import SaveStore
from tests.tui.moments import NAMES, line_of

Wanted = Callable[[Match], bool]


def season_of(
    title: str = "1961",
    *,
    people: int = 2,
    steady: int = 0,
    legends: int = 2,
    laps: int = 1,
    seed: int = 5,
    names: tuple[str, ...] = NAMES,
    events: tuple[int, ...] = (),
) -> tuple[SeasonSetup, tuple[Controller, ...]]:
    """Return the setup of a season of short races, and its controllers."""
    who: list[Controller] = ["person"] * people
    who += ["steady"] * steady
    kinds = tuple(who)
    seats = tuple(Seat(name, controller=kind) for name, kind in zip(names, kinds, strict=False))
    wishes = Options(season=title, seats=seats, legends=legends, laps=laps, seed=seed, events=events)
    return season_setup(wishes), kinds


def season_until(
    wanted: Wanted,
    season: tuple[SeasonSetup, tuple[Controller, ...]] | None = None,
    *,
    store: SaveStore | None = None,
) -> Match:
    """Return a season at the first wanted moment, with Steady driving for everybody until then."""
    setup, controllers = season or season_of()
    match = Match.start(setup, controllers, store=store)
    drive_until(match, wanted, line_of(setup, controllers))
    assert wanted(match), "this season has no such moment"
    return match


def drive_until(match: Match, wanted: Wanted, line: list[Action] | None = None) -> None:
    """Let Steady drive for everybody up to a matching moment, or to the end of the season.

    `line` has the known choices of the season from its start; further choices are added to it.
    """
    known = [] if line is None else line
    for number in count():
        decision = match.decision
        if decision is None or wanted(match):
            return
        if number == len(known):
            steady = Steady(len(match.log))
            known.append(NextRace() if match.rests else steady.choose(match.view(decision.seat), decision))
        match.play(known[number])


def resting(after: int) -> Wanted:
    """Return a condition for the pause after a number of races."""
    return lambda match: match.rests and match.season is not None and len(match.season.results) == after


def over(match: Match) -> bool:
    """Return whether the season is over."""
    return match.over


def asks(kind: type[Decision], *, race: int = 1, in_round: int = 0) -> Wanted:
    """Return a condition for a question to a person in a race of the season, in this round or later."""

    def wanted(match: Match) -> bool:
        assert match.season is not None
        right = isinstance(match.decision, kind) and match.waits_for_person
        return right and match.season.index + 1 == race and match.view(None).round >= in_round

    return wanted


def exchanging() -> Match:
    """Return the moment when the last driver on the grid of the second race may exchange an upgrade."""
    return season_until(asks(ExchangeDecision, race=2), season_of(people=3, legends=1))


def keeping() -> Match:
    """Return the moment when the first season of a career is over, and a person keeps an upgrade."""
    return season_until(asks(KeepDecision, race=3), season_of("career"))


def picking() -> Match:
    """Return the moment when a person picks in the draft before the second race."""
    return season_until(asks(PickDecision, race=2))


def planning_in_season(*, people: int = 1, steady: int = 1) -> Match:
    """Return the moment when a person plans in the second race."""
    return season_until(asks(PlanDecision, race=2, in_round=2), season_of(people=people, steady=steady))


def reacting_in_season() -> Match:
    """Return the moment when a person reacts in the second race, in which a speed record gains a Sponsorship."""
    return season_until(asks(ReactDecision, race=2, in_round=2), season_of(people=1, steady=1))


def discarding_one() -> Match:
    """Return the moment when a person may discard a single card (event 15)."""

    def wanted(match: Match) -> bool:
        decision = match.decision
        return match.waits_for_person and isinstance(decision, DiscardDecision) and len(decision.cards) > 1

    return season_until(wanted, season_of("custom", people=1, steady=1, events=(15,)))
