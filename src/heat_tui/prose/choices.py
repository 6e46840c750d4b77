"""What a driver may do, each action in a few words."""

from __future__ import annotations

from heat_tui.engine.actions import (
    Action,
    ChooseValues,
    Discard,
    Mulligan,
    Pick,
    Plan,
    PutAway,
    React,
    Refresh,
    Replace,
    Retire,
    Slipstream,
)
from heat_tui.engine.decisions import Decision, PlanDecision, ReactDecision
from heat_tui.language import _, ngettext
from heat_tui.prose.cards import card_list, card_name
from heat_tui.prose.names import listing
from heat_tui.prose.places import cards_words, spaces_words
from heat_tui.prose.season_questions import describe_in_season
from heat_tui.prose.values import values_words


def describe_action(decision: Decision, action: Action) -> str:
    """An action that the decision allows, in a few words: "gear 3 with 4, 2 and 1"."""
    match action:
        case Plan():
            return _plan(decision, action)
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
            return _with_upgrades(action)


def _plan(decision: Decision, plan: Plan) -> str:
    assert isinstance(decision, PlanDecision)
    if decision.number_first:
        return ngettext(
            "{number} card for gear {number}: {cards}", "{number} cards for gear {number}: {cards}", plan.gear
        ).format(number=plan.gear, cards=card_list(plan.cards))
    return _("gear {gear} with {cards}").format(gear=plan.gear, cards=card_list(plan.cards))


def _with_upgrades(action: Action) -> str:
    match action:
        case Pick(card=card):
            return _("take {card}").format(card=card_name(card))
        case PutAway(card=card):
            return _("put {card} away").format(card=card_name(card))
        case ChooseValues(values=values):
            return _("choose {values}").format(values=values_words(values))
        case Replace(cards=cards):
            return _("give up {cards}").format(cards=card_list(cards))
        case Refresh(cards=()):
            return _("refresh nothing")
        case Refresh(cards=(card,)):
            return _("refresh {card}").format(card=card_name(card))
        case Refresh(cards=cards):
            return _("refresh {cards}, to be drawn in this order").format(
                cards=listing([card_name(card) for card in cards])
            )
        case _:
            return describe_in_season(action)


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
            return _use_of_a_card(action)


def _use_of_a_card(action: React) -> str:
    card, amount = card_name(action.source), action.amount
    match action.symbol:
        case "heat":
            return _("pay {heat} Heat for {card}").format(heat=amount, card=card)
        case "scrap":
            return _("scrap {cards} for {card}").format(cards=cards_words(amount), card=card)
        case "reduce_stress":
            return _("get rid of {amount} Stress with {card}").format(amount=amount, card=card)
        case "salvage" if not action.cards:
            return _("salvage with {card}").format(card=card)
        case "salvage":
            return _("salvage {cards} with {card}").format(cards=card_list(action.cards), card=card)
        case "super_cool":
            return _("super cool {heat} Heat with {card}").format(heat=amount, card=card)
        case "direct_play":
            return _("play {card} directly").format(card=card)
        case "accelerate":
            return _("accelerate by {by} with {card}").format(by=amount, card=card)
        case "draft":
            return _("draft {spaces} with {card}").format(spaces=spaces_words(amount), card=card)
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
