"""Playouts: the best plans driven on in the worlds, through the traffic of this round and the next."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import fsum
from random import Random
from typing import Any

from heat_tui.drivers import planning, reacting, upgrades
from heat_tui.drivers.outlook import Outlook
from heat_tui.drivers.style import Also, Style, Weighed, best_first
from heat_tui.drivers.traffic import imagined, quick
from heat_tui.engine import decisions
from heat_tui.engine.actions import Action
from heat_tui.engine.car import FINISHED, RACING
from heat_tui.engine.decisions import Decision, PlanDecision
from heat_tui.engine.program import TURNS
from heat_tui.engine.race import Race
from heat_tui.engine.view import SeatView
from heat_tui.exact import stepped

CLOSE = 0.1
"""The turns by which a plan may seem worse than the best one and still be driven on."""
MOST = 4
"""The most plans that are driven on."""
TRUST = 0.5
"""The weight of the playouts beside the evaluation: both err by some hundredths of a turn."""

DRIVEN_ON = Style(draws=4, plans=6)
"""The style of the driver's next turn in a playout; the other cars drive with first thoughts."""

WEIGHED: Mapping[type[Decision], Callable[[SeatView, Any, Style, int], list[Weighed]]] = {
    PlanDecision: planning.weigh_plans,
    decisions.ReactDecision: reacting.weigh_reactions,
    decisions.SlipstreamDecision: reacting.weigh_slipstreams,
    decisions.DiscardDecision: planning.weigh_discards,
    decisions.ChooseValuesDecision: upgrades.weigh_values,
}
"""The functions that weigh the driver's own decisions in a playout."""


def weigh_plans(view: SeatView, decision: PlanDecision, style: Style, seed: int, also: Also = None) -> list[Weighed]:
    """Weigh the plans that look best at first sight, and drive those on that seem equally good.

    The others keep their turns. In the last rounds of a driver who races for places, none is driven on.
    """
    if not style.playouts or decision.cluttered:
        return planning.weigh_plans(view, decision, style, seed, also)
    outlook, worlds = Outlook(view, style, seed), imagined(view, style, seed)
    ranked = planning.weigh_in(view, decision, outlook, worlds, also)
    close = [one for one in ranked[:MOST] if one.turns <= ranked[0].turns + CLOSE]
    if len(close) < 2 or outlook.places_count:
        return ranked
    found = [
        _driven_on([world.clone() for world in worlds[: style.playouts]], one.action, outlook, seed) for one in close
    ]
    level = (fsum([one.turns for one in close]) - fsum(found)) / len(close)
    mixed = [
        Weighed(one.turns + TRUST * (turns + level - one.turns), one.action)
        for one, turns in zip(close, found, strict=True)
    ]
    return best_first([*mixed, *ranked[len(close) :]])


def _driven_on(worlds: list[Race], plan: Action, outlook: Outlook, seed: int) -> float:
    """Return the mean turns to the flag after a plan, driven on in worlds; the turn of the plan is not counted."""
    return stepped(fsum([_turns_in(world, plan, outlook, seed) for world in worlds]) / len(worlds))


def _turns_in(race: Race, plan: Action, outlook: Outlook, seed: int) -> float:
    seat, began = outlook.seat, race.round
    drive, car = quick(Random(seed).random), race.cars[seat]
    race.play(plan)
    while (decision := race.decision) is not None and car.status == RACING and not _has_driven(race, seat, began + 1):
        own = _own(race, decision, seed) if decision.seat == seat else None
        race.play(own or drive(race, decision))
    last = race.round if race.over else race.round - 1
    again = last - began if car.status == FINISHED else 1
    return again + outlook.in_hand(outlook.left(car.at), car.gear, car.engine, tuple(car.hand))


def _has_driven(race: Race, seat: int, last: int) -> bool:
    """Return whether a car's turn in round `last` is over."""
    turned = race.stage == TURNS and seat in race.order[: race.turns]
    return race.round > last or (race.round == last and turned)


def _own(race: Race, decision: Decision, seed: int) -> Action | None:
    """Return the driver's own choice, None for a decision that is not weighed."""
    for kind, weighed in WEIGHED.items():
        if isinstance(decision, kind):
            return weighed(race.view(decision.seat), decision, DRIVEN_ON, seed)[0].action
    return None
