"""What a driver may do, each action in a few words."""

from __future__ import annotations

from heat_tui.engine.actions import Action, Discard, Mulligan, Plan, React, Retire, Slipstream
from heat_tui.engine.decisions import Decision, ReactDecision
from heat_tui.language import _
from heat_tui.prose.cards import card_list, card_name
from heat_tui.prose.places import spaces_words


def describe_action(decision: Decision, action: Action) -> str:
    """An action that the decision allows, in a few words: "gear 3 with 4, 2 and 1"."""
    match action:
        case Plan(gear=gear, cards=cards):
            return _("gear {gear} with {cards}").format(gear=gear, cards=card_list(cards))
        case Retire():
            return _("retire from the race")
        case Mulligan(take=take):
            return _("take the mulligan for 1 Heat") if take else _("keep the hand")
        case React():
            return _use(decision, action)
        case Slipstream(distance=distance):
            if not distance:
                return _("stay without a Slipstream")
            return _("slipstream {spaces}").format(spaces=spaces_words(distance))
        case Discard(cards=cards):
            return _("discard {cards}").format(cards=card_list(cards)) if cards else _("discard nothing")
        case _:
            raise AssertionError(f"no words for {type(action).__name__}")


def _use(decision: Decision, action: React) -> str:
    match action.symbol:
        case None:
            return _("be done with this step")
        case "cooldown":
            return _cooldown(action)
        case "adrenaline":
            return _("1 extra speed from Adrenaline")
        case "boost":
            heat = _cost(decision, action)
            return _("Boost for {heat} Heat").format(heat=heat) if heat else _("Boost at no cost")
        case _:
            raise AssertionError(f"no words for the symbol {action.symbol}")


def _cooldown(action: React) -> str:
    heat = action.amount
    match action.source:
        case "gear":
            return _("cool {heat} Heat down with the gear").format(heat=heat)
        case "adrenaline":
            return _("cool {heat} Heat down with Adrenaline").format(heat=heat)
        case "sector":
            return _("cool {heat} Heat down with this sector").format(heat=heat)
        case card:
            return _("cool {heat} Heat down with the card {card}").format(heat=heat, card=card_name(card))


def _cost(decision: Decision, action: React) -> int:
    assert isinstance(decision, ReactDecision)
    return next(use.heat for use in decision.uses if use.symbol == action.symbol and use.source == action.source)
