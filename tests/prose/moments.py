"""Moments of a race that tests look at."""

from __future__ import annotations

import random
from functools import cache

from heat_tui.engine import Race, RaceSetup
from heat_tui.engine.decisions import Decision, PlanDecision
from heat_tui.engine.view import SeatView
from heat_tui.files import load_track
from heat_tui.modules.legends import Legends

Moment = tuple[SeatView, Decision]


@cache
def decisions() -> dict[type[Decision], Moment]:
    """A decision of every kind with the view of its seat; the plan is one at which retiring is allowed."""
    setup = RaceSetup(
        track=load_track("usa"),
        seats=("Ada", "Bo"),
        seed=3,
        laps=1,
        mulligan=True,
        retire=True,
        modules=(Legends(2),),
    )
    race = Race.start(setup)
    luck = random.Random(3)
    found: dict[type[Decision], Moment] = {}
    while (decision := race.decision) is not None:
        known = found.get(type(decision))
        if known is None or (isinstance(decision, PlanDecision) and decision.may_retire):
            found[type(decision)] = race.view(decision.seat), decision
        options = list(decision.options())
        race.play(options[int(luck.random() * (len(options) - isinstance(decision, PlanDecision)))])
    return found
