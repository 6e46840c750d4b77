"""What the answers to a decision are worth: the one evaluation of drivers, coach and table."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from fractions import Fraction
from typing import Any

from heat_tui.drivers import planning, reacting, upgrades
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
    decisions.PlanDecision: planning.weigh_plans,
    decisions.SlipstreamDecision: reacting.weigh_slipstreams,
    decisions.DiscardDecision: planning.weigh_discards,
    decisions.NewHandDecision: planning.weigh_new_hand,
    decisions.ChooseValuesDecision: upgrades.weigh_values,
}
"""How the kinds of decision are weighed that are about turns to the flag: the best action first."""

CHOSEN: Mapping[type[Decision], Callable[[SeatView, Any], Action]] = {
    decisions.ReplaceDecision: upgrades.choose_replacement,
    decisions.RefreshDecision: upgrades.choose_refresh,
    decisions.PickDecision: upgrades.choose_pick,
    decisions.PutAwayDecision: upgrades.choose_put_away,
    decisions.ExchangeDecision: upgrades.choose_exchange,
    decisions.KeepDecision: upgrades.choose_kept,
    decisions.NextRaceDecision: lambda _view, _decision: NextRace(),
}
"""How the other kinds are taken, by the worth of the cards."""


@record
class Candidate:
    """An answer to a decision, with what is to be expected of it.

    `turns` are those to the flag, fewer being better; `spin` is the chance of a spin out in this turn and `heat` the
    Heat left in the engine at its end, on the average.
    """

    action: Action
    turns: float
    spin: Fraction
    heat: Fraction


def weigh(view: SeatView, decision: Decision, style: Style = STEADY, seed: int = 0, also: Also = None) -> list[Weighed]:
    """Return the answers that a driver of that style looks at, the one they give first.

    It is empty for a decision that is not about turns to the flag. The same seed, view and decision have the same
    answer, so a race that was saved or taken back goes on as it would have gone. Unless `also` is None all answers
    are weighed that make a difference, and those with them; else no more than it takes to choose.
    """
    for kind, weighed in WEIGHED.items():
        if isinstance(decision, kind):
            return weighed(view, decision, style, seed, also)
    return []


def choose(view: SeatView, decision: Decision, style: Style = STEADY, seed: int = 0) -> Action:
    """Return what a driver of that style does. Raises TypeError for a kind of decision that is not known."""
    action = None if style.plans else first_thought(view, decision)
    if action is not None:
        return action
    weighed = weigh(view, decision, style, seed)
    if weighed:
        return weighed[0].action
    for kind, chosen in CHOSEN.items():
        if isinstance(decision, kind):
            return chosen(view, decision)
    raise TypeError(f"there is no answer to a {type(decision).__name__}")


def evaluate(
    view: SeatView, decision: Decision, style: Style = STEADY, seed: int = 0, also: Collection[Action] = ()
) -> Iterator[Candidate]:
    """Yield the answers worth a thought, the best first, each with what it risks and leaves, and those of `also`.

    Of plans with the same gear, speed and number of + only the best one is among them. The forecast of an answer is
    worked out when it is asked for.
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
