"""Step 8: which cards to keep for the next turn; and the mulligan before the first."""

from __future__ import annotations

from heat_tui.drivers.hands import without
from heat_tui.drivers.outlook import Outlook
from heat_tui.engine.actions import Action, Discard, Mulligan
from heat_tui.engine.decisions import DiscardDecision
from heat_tui.engine.steps.mulligan import MULLIGAN_COST
from heat_tui.engine.view import SeatView

WORTHWHILE = 0.005
"""Turns that a discard must gain. Less is noise of the draws, and every card drawn may be Heat or Stress."""

MULLIGAN_GAIN = 0.1
"""Turns that a new hand must gain beside the Heat that it costs, for the usual one is not sure to come."""


def choose_discard(view: SeatView, decision: DiscardDecision, seed: int) -> Action:
    """Throw away, one after the other, whatever the next turn is better without."""
    outlook = Outlook(view, seed)
    own = view.own
    left = outlook.left(own.at)
    kept, offered = view.hand, decision.cards
    turns = outlook.turns(left, own.gear, own.engine, kept)
    spare = len(offered) if decision.most is None else decision.most
    while offered and spare:
        spare -= 1
        hands = [(without(kept, (card,)), card) for card in dict.fromkeys(offered)]
        fewest, hand, card = min((outlook.turns(left, own.gear, own.engine, hand), hand, card) for hand, card in hands)
        if fewest > turns - WORTHWHILE:
            break
        turns, kept, offered = fewest, hand, without(offered, (card,))
    return Discard(without(decision.cards, offered))


def choose_mulligan(view: SeatView, seed: int) -> Action:
    """Give up a hand only when it is far worse than the usual one with a Heat less."""
    outlook = Outlook(view, seed)
    own = view.own
    now = outlook.turns(outlook.began, own.gear, own.engine, view.hand)
    course = outlook.course
    usual = course.turns[outlook.began][own.gear][min(own.engine - MULLIGAN_COST, course.heat)]
    return Mulligan(take=usual + MULLIGAN_GAIN < now)
