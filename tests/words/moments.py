"""Moments of races and seasons: a decision of every kind, with its view."""

from __future__ import annotations

import random
from functools import cache

from heat_tui.engine import Race, RaceSetup
from heat_tui.engine.decisions import (
    ChooseValuesDecision,
    Decision,
    ExchangeDecision,
    KeepDecision,
    NextRaceDecision,
    PickDecision,
    PlanDecision,
    PutAwayDecision,
    RefreshDecision,
    ReplaceDecision,
)
from heat_tui.engine.view import SeatView
from heat_tui.modules.championship.calendar import SeasonRace
from heat_tui.modules.championship.season import Season, SeasonSetup
from heat_tui.modules.garage import Garage
from heat_tui.modules.garage.cards import SETS
from heat_tui.modules.legends import Legends
from heat_tui.modules.mulligan import MulliganRule
from heat_tui.store.tracks import load_track

OF_UPGRADES = (PickDecision, PutAwayDecision, ChooseValuesDecision, ReplaceDecision, RefreshDecision)

OF_SEASONS = (ExchangeDecision, KeepDecision, NextRaceDecision)

Moment = tuple[SeatView, Decision]


@cache
def upgrade_decisions() -> dict[type[Decision], Moment]:
    """Return a decision of every kind that upgrades bring, with the view of its seat, found by random play."""
    found: dict[type[Decision], Moment] = {}
    luck = random.Random(1)
    garage = Garage("advanced", "snake", SETS)
    while len(found) < len(OF_UPGRADES):
        setup = RaceSetup(load_track("usa"), ("Ada", "Bo"), seed=luck.randrange(1 << 20), modules=(garage,))
        race = Race.start(setup)
        while (decision := race.decision) is not None:
            if isinstance(decision, OF_UPGRADES):
                found.setdefault(type(decision), (race.view(decision.seat), decision))
            race.play(decision.sample(luck.random))
    return found


@cache
def season_decisions() -> dict[type[Decision], Moment]:
    """Return a decision of every kind that seasons bring, in a career whose first season has two races."""
    found: dict[type[Decision], Moment] = {}
    calendar = tuple(SeasonRace(load_track("usa"), event, 1) for event in (7, 8, 1))
    luck = random.Random(1)
    while len(found) < len(OF_SEASONS):
        seed = luck.randrange(1 << 20)
        season = Season.start(SeasonSetup(calendar, ("Ada", "Bo"), seed, "career", (2, 1)))
        while (decision := season.decision) is not None:
            if isinstance(decision, OF_SEASONS):
                found.setdefault(type(decision), (season.view(decision.seat), decision))
            season.play(decision.sample(luck.random))
    return found


@cache
def decisions() -> dict[type[Decision], Moment]:
    """Return a decision of every kind with the view of its seat; the decision about a plan allows retiring."""
    setup = RaceSetup(
        track=load_track("usa"),
        seats=("Ada", "Bo"),
        seed=3,
        laps=1,
        retire=True,
        modules=(
            Legends(2),
            MulliganRule(),
        ),
    )
    race = Race.start(setup)
    luck = random.Random(3)
    found = upgrade_decisions() | season_decisions()
    while (decision := race.decision) is not None:
        known = found.get(type(decision))
        if known is None or (isinstance(decision, PlanDecision) and decision.may_retire):
            found[type(decision)] = race.view(decision.seat), decision
        options = list(decision.options())
        race.play(options[int(luck.random() * (len(options) - isinstance(decision, PlanDecision)))])
    return found
