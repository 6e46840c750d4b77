"""Playouts: the best answers driven on in worlds, through the traffic of this round and the next."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import chain, islice
from math import fsum, sqrt
from random import Random
from typing import Any

from heat_tui.drivers import planning, reacting, upgrades
from heat_tui.drivers.outlook import Outlook
from heat_tui.drivers.style import Also, Style, Weighed, best_first
from heat_tui.drivers.traffic import imagined, quick
from heat_tui.engine import decisions
from heat_tui.engine.actions import Action
from heat_tui.engine.car import RACING
from heat_tui.engine.decisions import Decision, PlanDecision, ReactDecision
from heat_tui.engine.program import TURNS
from heat_tui.engine.race import Race
from heat_tui.engine.view import SeatView
from heat_tui.exact import stepped

CLOSE = 0.1
"""The turns by which an answer may seem worse than the best one and still be driven on."""
MOST = 4
"""The most answers that are driven on."""
TRUST = 0.6
"""The weight of the playouts beside the evaluation: both err by some hundredths of a turn."""
WORLDS = 8
"""The number of worlds drawn at a time."""
AGAIN = 6
"""The most times that worlds are drawn while no answer is clearly the best."""
CLEAR = 1.5
"""The standard errors by which an answer must be worse than the best one to be driven on no longer."""

DRIVEN_ON = Style(draws=4, plans=6)
"""The style of the driver's own choices in a playout; the other cars drive with first thoughts."""

WEIGHED: Mapping[type[Decision], Callable[[SeatView, Any, Style, int, Also], list[Weighed]]] = {
    ReactDecision: reacting.weigh_reactions,
    PlanDecision: planning.weigh_plans,
    decisions.SlipstreamDecision: reacting.weigh_slipstreams,
    decisions.DiscardDecision: planning.weigh_discards,
    decisions.NewHandDecision: planning.weigh_new_hand,
    decisions.ChooseValuesDecision: upgrades.weigh_values,
}
"""The functions that weigh decisions affecting the turns to the flag; each returns the best action first."""


def weigh(view: SeatView, decision: Decision, style: Style, seed: int, also: Also = None) -> list[Weighed]:
    """Weigh the answers that look best at first sight, and drive those on that seem equally good.

    The others keep their turns. Nothing is driven on in a view that draws no worlds, where something is used at once
    anyway, or in the last rounds of a driver who races for places. The list is empty for a decision of another kind.
    """
    if not style.playouts or view.sealed is None:
        return _at_first_sight(view, decision, style, seed, also)
    outlook = Outlook(view, style, seed)
    if isinstance(decision, PlanDecision) and not decision.cluttered:
        worlds = imagined(view, seed)
        first = [*islice(worlds, style.worlds)]
        ranked = planning.weigh_in(view, decision, outlook, first, also)
        worlds = chain(first, worlds)
    else:
        ranked = _at_first_sight(view, decision, style, seed, also)
        worlds = iter(partial(view.world, Random(seed).random), None)
    if outlook.places_count or (isinstance(decision, ReactDecision) and reacting.at_once(view, decision)):
        return ranked
    return _driven_on(ranked, worlds, outlook, seed)


def _at_first_sight(view: SeatView, decision: Decision, style: Style, seed: int, also: Also) -> list[Weighed]:
    """Weigh the answers without playouts."""
    for kind, weighed in WEIGHED.items():
        if isinstance(decision, kind):
            return weighed(view, decision, style, seed, also)
    return []


def _driven_on(ranked: list[Weighed], worlds: Iterator[Race], outlook: Outlook, seed: int) -> list[Weighed]:
    """Return the answers with those that seem equally good driven on, in more and more worlds until one is clear."""
    close = [one for one in ranked[:MOST] if one.turns <= ranked[0].turns + CLOSE]
    if len(close) < 2:
        return ranked
    found: list[list[float]] = [[] for _ in close]
    left = [*range(len(close))]
    while len(left) > 1 and len(found[left[0]]) < AGAIN * WORLDS:
        for world in islice(worlds, WORLDS):
            for place in left:
                found[place].append(_turns_in(world.clone(), close[place].action, outlook, seed))
        lead = min(left, key=lambda place: _mixed(close[place].turns, found[place]))
        left = [place for place in left if not _is_worse(close, found, place, lead)]
    apart = [_mean(_apart(each, found[left[0]])) for each in found]
    level = (fsum([one.turns for one in close]) - fsum(apart)) / len(close)
    mixed = [
        Weighed(one.turns + TRUST * (turns + level - one.turns), one.action)
        for one, turns in zip(close, apart, strict=True)
    ]
    return best_first([*mixed, *ranked[len(close) :]])


def _is_worse(close: list[Weighed], found: list[list[float]], place: int, lead: int) -> bool:
    """Return whether an answer is clearly worse than the leading one."""
    apart = _apart(found[place], found[lead])
    mean = _mean(apart)
    error = sqrt(stepped(fsum([(turns - mean) * (turns - mean) for turns in apart]))) / len(apart)
    told = close[place].turns - close[lead].turns
    return stepped(told + TRUST * (mean - told)) > stepped(TRUST * CLEAR * error)


def _apart(turns: list[float], others: list[float]) -> list[float]:
    """Return the differences in the worlds in which both answers were driven on."""
    return [one - other for one, other in zip(turns, others, strict=False)]


def _mixed(turns: float, found: list[float]) -> float:
    return stepped(turns + TRUST * (_mean(found) - turns))


def _mean(turns: list[float]) -> float:
    return stepped(fsum(turns) / len(turns))


def _turns_in(race: Race, action: Action, outlook: Outlook, seed: int) -> float:
    """Return the turns to the flag after an action, driven on to the end of the next turn; this turn is not counted."""
    seat, began, flag = outlook.seat, race.round, race.rules.finish
    drive, car = quick(Random(seed).random), race.cars[seat]
    race.play(action)
    while (decision := race.decision) is not None and car.status == RACING:
        turned = race.stage == TURNS and seat in race.order[: race.turns]
        if race.round > began + 1 or (turned and (race.round > began or car.at > flag)):
            break
        own = _own(race, decision, seed) if decision.seat == seat else None
        race.play(own or drive(race, decision))
    turned = race.stage == TURNS and seat in race.order[: race.turns]
    last = race.round if race.over or turned else race.round - 1
    again = last - began if car.at > flag else 1
    return again + outlook.in_hand(outlook.left(car.at), car.gear, car.engine, tuple(car.hand))


def _own(race: Race, decision: Decision, seed: int) -> Action | None:
    """Return the driver's own choice, None for a decision that is not weighed."""
    weighed = _at_first_sight(race.view(decision.seat), decision, DRIVEN_ON, seed, None)
    return weighed[0].action if weighed else None
