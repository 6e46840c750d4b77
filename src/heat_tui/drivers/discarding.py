"""Step 8: which cards to keep for the next turn; and the mulligan before the first."""

from __future__ import annotations

from heat_tui.drivers.outlook import Outlook
from heat_tui.engine.actions import Action, Discard, Mulligan
from heat_tui.engine.decisions import DiscardDecision, MulliganDecision
from heat_tui.engine.view import SeatView

WORTHWHILE = 0.02
"""Turns that a discard must gain: less is only noise of the draws that were tried."""

MULLIGAN_GAIN = 0.25
"""Turns that a new hand must gain beyond its Heat."""


def choose_discard(view: SeatView, decision: DiscardDecision, outlook: Outlook) -> Action:
    """Throw away, one after the other, whatever the next turn is better without."""
    own = view.own
    left = outlook.left(own.at)
    kept = view.hand
    gone: list[str] = []
    turns = outlook.turns(left, own.gear, own.engine, kept)
    while True:
        candidates = [card for card in dict.fromkeys(decision.cards) if gone.count(card) < decision.cards.count(card)]
        weighed = [(outlook.turns(left, own.gear, own.engine, without(kept, (card,))), card) for card in candidates]
        if not weighed or min(weighed)[0] > turns - WORTHWHILE:
            return Discard(tuple(gone))
        turns, card = min(weighed)
        kept = without(kept, (card,))
        gone.append(card)


def choose_mulligan(view: SeatView, decision: MulliganDecision, outlook: Outlook) -> Action:
    """Give up a hand only when it is far worse than another would be."""
    own = view.own
    left = outlook.left(own.at)
    turns = outlook.turns(left, own.gear, own.engine, view.hand)
    return Mulligan(take=outlook.course.turns[left][own.gear][own.engine - 1] + MULLIGAN_GAIN < turns)


def without(cards: tuple[str, ...], gone: tuple[str, ...]) -> tuple[str, ...]:
    """The cards that stay when `gone` are taken away."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)
