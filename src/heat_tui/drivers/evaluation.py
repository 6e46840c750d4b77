"""The answer of an automated driver to any kind of decision.

Answers that affect the turns to the flag are weighed, and for a style with playouts the best are played out in random
worlds, through the traffic of this round and the next few.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import chain, islice
from math import fsum, sqrt
from random import Random
from typing import Any, NamedTuple, get_args

from heat_tui.drivers import upgrades, weighing
from heat_tui.drivers.course import OVERSHOOT
from heat_tui.drivers.novice import first_thought
from heat_tui.drivers.outlook import ELIMINATED, Outlook, course_for, turns_left_out
from heat_tui.drivers.style import STEADY, Also, Playouts, Style, Weighed, best_first
from heat_tui.drivers.traffic import Others, imagined, quick
from heat_tui.engine import decisions
from heat_tui.engine.actions import Action, NextRace
from heat_tui.engine.car import OUT, RACING
from heat_tui.engine.decisions import Decision, PlanDecision, ReactDecision
from heat_tui.engine.race import Choose, Race
from heat_tui.engine.view import SeatView
from heat_tui.exact import stepped

SCALE = 0.6
"""The average true difference between two answers, in turns, for each turn of difference in their evaluations."""
USUAL = 0.07
"""The typical variance of the difference between two answers, added as if it came from one more world."""
WORLDS = 4
"""The number of worlds drawn in one go."""

WEIGHED: Mapping[type[Decision], Callable[[SeatView, Any, Style, int, Also], list[Weighed]]] = {
    ReactDecision: weighing.weigh_reactions,
    PlanDecision: weighing.weigh_plans,
    decisions.SlipstreamDecision: weighing.weigh_slipstreams,
    decisions.DiscardDecision: weighing.weigh_discards,
    decisions.NewHandDecision: weighing.weigh_new_hand,
    decisions.ChooseValuesDecision: weighing.weigh_values,
}
"""The functions that weigh the decisions that affect the turns to the flag; each returns the chosen action first."""

CHOSEN: Mapping[type[Decision], Callable[[SeatView, Any], Action]] = {
    decisions.ReplaceDecision: upgrades.choose_replacement,
    decisions.RefreshDecision: upgrades.choose_refresh,
    **dict.fromkeys(
        get_args(upgrades.UpgradeChoice), lambda view, decision: upgrades.weigh_upgrades(view, decision)[0][1]
    ),
    decisions.NextRaceDecision: lambda _view, _decision: NextRace(),
}
"""The functions that answer the decisions that are not weighed in turns to the flag."""


def choose(view: SeatView, decision: Decision, style: Style = STEADY, seed: int = 0) -> Action:
    """Return the answer of a driver of this style. Raises TypeError for a decision of an unknown kind."""
    action = None if style.plans else first_thought(view, decision)
    if action is not None:
        return action
    weighed = weigh(view, decision, style, seed)
    if weighed:
        return weighed[0].action
    for kind, chosen in CHOSEN.items():
        if isinstance(decision, kind):
            return chosen(view, decision)
    raise TypeError(f"no driver answers a {type(decision).__name__}")


def weigh(
    view: SeatView,
    decision: Decision,
    style: Style = STEADY,
    seed: int = 0,
    also: Also = None,
    before_each: Callable[[], object] = bool,
) -> list[Weighed]:
    """Return the answers that a driver of this style considers, beginning with the chosen one.

    The list is empty for a decision that does not affect the turns to the flag. The same seed, view and decision give
    the same answer, so a race that is resumed, or in which choices are taken back, continues as it would have. The
    answers in `also` that can be weighed are included; if it is None, no more are weighed than choosing needs.

    For a style with playouts, the best answers are played out. Nothing is played out in a view that draws no worlds, if
    a symbol is used as soon as possible anyway, or in the last rounds of a driver who races for places. Each playout
    calls `before_each` first, which may raise an exception to stop them all.
    """
    if style.playouts is None:
        return _at_first_sight(view, decision, style, seed, also)
    extent = style.playouts
    if view.sealed is None:
        return _scaled_down(_at_first_sight(view, decision, style, seed, also), extent.doubt)
    outlook = Outlook(view, style, seed)
    worlds = imagined(view, seed, _others(extent))
    if isinstance(decision, PlanDecision) and not decision.cluttered:
        first = [*islice(worlds, style.worlds)]
        ranked = weighing.weigh_in(view, decision, outlook, first, also)
        worlds = chain(first, worlds)
    else:
        ranked = _at_first_sight(view, decision, style, seed, also)
    ranked = _scaled_down(ranked, extent.doubt)
    if outlook.places_count or (isinstance(decision, ReactDecision) and weighing.at_once(view, decision)):
        return ranked
    return _driven_on(ranked, worlds, outlook, extent, seed, also or (), before_each)


def _at_first_sight(view: SeatView, decision: Decision, style: Style, seed: int, also: Also) -> list[Weighed]:
    """Weigh the answers without playouts; return [] for a decision that is not in `WEIGHED`."""
    for kind, weighed in WEIGHED.items():
        if isinstance(decision, kind):
            return weighed(view, decision, style, seed, also)
    return []


def _scaled_down(ranked: list[Weighed], doubt: float) -> list[Weighed]:
    """Return the answers with error `doubt` and turns nearer the first's: the lowest of many estimates is too low."""
    return [Weighed(ranked[0].turns + SCALE * (one.turns - ranked[0].turns), one.action, doubt) for one in ranked]


def _others(extent: Playouts) -> Others:
    """Return the `Others` for these playouts: choosing as Steady does, or quickly."""
    return _steadily if extent.steady else quick


def _steadily(random: Callable[[], float]) -> Choose:
    """Return a function that chooses for any car as Steady does, or quickly if Steady does not weigh the decision."""
    drive = quick(random)

    def choose(race: Race, decision: Decision) -> Action:
        weighed = _at_first_sight(race.view(decision.seat), decision, STEADY, 0, None)
        return weighed[0].action if weighed else drive(race, decision)

    return choose


def _driven_on(
    pool: list[Weighed],
    worlds: Iterator[Race],
    outlook: Outlook,
    extent: Playouts,
    seed: int,
    also: Collection[Action],
    before_each: Callable[[], object],
) -> list[Weighed]:
    """Play out the answers that may be the best, and those in `also`, until one is clearly best or the worlds run out.

    Returns all answers, the best first.
    """
    near = [one for one in pool[: extent.answers] if one.turns <= pool[0].turns + extent.clear * extent.doubt]
    tried = [_Tried(one, [], extent.doubt) for one in pool if one in near or one.action in also]
    if len(tried) < 2:
        return pool
    own = replace(outlook.style, draws=extent.draws, plans=extent.plans, worlds=0, place=0.0, playouts=None)
    turns_in = partial(_turns_in, seat=outlook.seat, own=own, extent=extent, seed=seed)
    left, drawn, best = tried, 0, tried[0]
    while len(left) > 1 and drawn < extent.worlds:
        for world in islice(worlds, WORLDS):
            for each in left:
                before_each()
                each.found.append(turns_in(world.clone(), each.weighed.action))
        drawn += WORLDS
        best = min(left, key=lambda each: each.worse_than(left[0])[0])
        if drawn >= extent.least:
            left = [each for each in left if not each.is_clearly_worse_than(best, extent.clear)]
    driven = [(each.worse_than(best), each.weighed.action) for each in tried]
    others = [one for one in pool if all(one is not each.weighed for each in tried)]
    return best_first([*(Weighed(pool[0].turns + turns, action, error) for (turns, error), action in driven), *others])


class _Tried(NamedTuple):
    """An answer, the turns to the flag after it in each world so far, and the doubt of the evaluation (`Playouts`)."""

    weighed: Weighed
    found: list[float]
    doubt: float

    def worse_than(self, other: _Tried) -> tuple[float, float]:
        """Return the turns by which this answer is worse than another, and their standard error.

        The evaluation, and the worlds in which both were played out, are weighted by their certainty.
        """
        apart = [one - another for one, another in zip(self.found, other.found, strict=False)]
        worlds, evaluated = len(apart), self.weighed.turns - other.weighed.turns
        mean = fsum(apart) / worlds
        variance = (fsum([(turns - mean) * (turns - mean) for turns in apart]) + USUAL) / (worlds * worlds)
        before = self.doubt * self.doubt
        trust = before / (before + variance)
        return stepped(evaluated + trust * (mean - evaluated)), stepped(sqrt(stepped(trust * variance)))

    def is_clearly_worse_than(self, other: _Tried, errors: float) -> bool:
        """Return whether this answer is worse than another by more than `errors` standard errors."""
        turns, error = self.worse_than(other)
        return turns > stepped(errors * error)


def _turns_in(race: Race, action: Action, seat: int, own: Style, extent: Playouts, seed: int) -> float:
    """Return the turns to the flag after an action if its driver continues in the style `own`, not counting this turn.

    After the last round of the playout, the driver's best plan gives the remaining turns, because a plan takes the deck
    into account, which the course's table cannot. For a car out of the race, the remaining turns are those from where
    it stopped, plus `ELIMINATED`.
    """
    began, car = race.round, race.cars[seat]
    drive = _others(extent)(Random(seed).random)
    race.play(action)
    while (decision := race.decision) is not None and car.status == RACING:
        if decision.seat != seat:
            race.play(drive(race, decision))
            continue
        view = race.view(seat)
        weighed = _at_first_sight(view, decision, own, seed, None)
        if isinstance(decision, PlanDecision) and race.round >= began + extent.rounds:
            return race.round - began + weighed[0].turns + turns_left_out(view)
        race.play(weighed[0].action if weighed else drive(race, decision))
    last, short = (race.round if race.over else race.round - 1), race.rules.finish + 1 - car.at
    if car.status == OUT:
        return last - began + ELIMINATED + stepped(short / course_for(race.view(seat)).pace)
    return last - began + OVERSHOOT * short
