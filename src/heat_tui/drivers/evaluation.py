"""The value of the answers to a decision: the evaluation that drivers, hints and the coach share."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from fractions import Fraction
from typing import Any, get_args

from heat_tui.drivers import planning, playouts, reacting, upgrades
from heat_tui.drivers.hands import planned_speed
from heat_tui.drivers.novice import first_thought
from heat_tui.drivers.style import STEADY, Also, Style, Weighed, best_first
from heat_tui.engine import decisions
from heat_tui.engine.actions import Action, NextRace, Plan
from heat_tui.engine.decisions import Decision
from heat_tui.engine.forecast import forecast
from heat_tui.engine.record import record
from heat_tui.engine.view import SeatView
from heat_tui.exact import add_up

WEIGHED: Mapping[type[Decision], Callable[[SeatView, Any, Style, int, Also], list[Weighed]]] = {
    decisions.ReactDecision: reacting.weigh_reactions,
    decisions.PlanDecision: playouts.weigh_plans,
    decisions.SlipstreamDecision: reacting.weigh_slipstreams,
    decisions.DiscardDecision: planning.weigh_discards,
    decisions.NewHandDecision: planning.weigh_new_hand,
    decisions.ChooseValuesDecision: upgrades.weigh_values,
}
"""The functions that weigh decisions affecting the turns to the flag; each returns the best action first."""

CHOSEN: Mapping[type[Decision], Callable[[SeatView, Any], Action]] = {
    decisions.ReplaceDecision: upgrades.choose_replacement,
    decisions.RefreshDecision: upgrades.choose_refresh,
    **dict.fromkeys(get_args(upgrades.UpgradeChoice), upgrades.choose_upgrade),
    decisions.NextRaceDecision: lambda _view, _decision: NextRace(),
}
"""The functions that answer the other decisions, by the value of the cards."""


@record
class Candidate:
    """An answer to a decision, with its expected results.

    `turns` are the turns to the flag, fewer being better; `spin` is the chance of a spin out this turn and `heat` the
    average Heat left in the engine at the end of the turn.
    """

    action: Action
    turns: float
    spin: Fraction
    heat: Fraction


def weigh(view: SeatView, decision: Decision, style: Style = STEADY, seed: int = 0, also: Also = None) -> list[Weighed]:
    """Return the answers that a driver of this style considers, beginning with the chosen one.

    The list is empty for a decision that does not affect the turns to the flag. The same seed, view and decision give
    the same answer, so a race that was saved or taken back continues as it would have. Unless `also` is None, all
    answers that make a difference are weighed, and those in `also` too; otherwise only as many as it takes to choose.
    """
    for kind, weighed in WEIGHED.items():
        if isinstance(decision, kind):
            return weighed(view, decision, style, seed, also)
    return []


def choose(view: SeatView, decision: Decision, style: Style = STEADY, seed: int = 0) -> Action:
    """Return the answer of a driver of this style. Raises TypeError for an unknown kind of decision."""
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


def evaluate(
    view: SeatView, decision: Decision, style: Style = STEADY, seed: int = 0, also: Collection[Action] = ()
) -> Iterator[Candidate]:
    """Yield the answers worth considering and those in `also`, the best first, each with its risk and Heat left.

    Of plans with the same gear, speed and number of +, only the best is yielded. The forecast of an answer is computed
    when it is requested.
    """
    groups: set[object] = set()
    weighed = weigh(view, decision, style, seed, also)
    for turns, action in [*weighed[:1], *best_first(weighed[1:])]:
        group = _group(view, action)
        if (group in groups and action not in also) or action in groups:
            continue
        groups |= {group, action}
        then = forecast(view, decision, action)
        heat = sum((way.chance * way.engine for way in then.outcomes), Fraction(0))
        left = heat if then.outcomes else Fraction(view.own.engine)
        yield Candidate(action, turns, then.spin_chance, left)


def _group(view: SeatView, action: Action) -> object:
    if not isinstance(action, Plan):
        return action
    cards = [view.sheet.cards[card] for card in action.cards]
    return action.gear, add_up([planned_speed(card) for card in cards]), add_up([card.number("plus") for card in cards])
