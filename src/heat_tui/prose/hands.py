"""The own cards in words: the hand, and what is left to be drawn."""

from __future__ import annotations

from collections import Counter

from heat_tui.engine.view import SeatView
from heat_tui.language import _
from heat_tui.prose.cards import card_list
from heat_tui.prose.catalogue import is_upgrade
from heat_tui.prose.garage import card_with_signs
from heat_tui.prose.names import row


def hand_line(view: SeatView) -> str:
    """The own hand, and the plan if it is made."""
    hand = _("Your hand: {cards}.").format(cards=card_list(view.hand))
    if view.plan is None:
        return hand
    gear, cards = view.plan
    return _("{hand} You have planned gear {gear} with {cards}.").format(hand=hand, gear=gear, cards=card_list(cards))


def upgrades_in_hand(view: SeatView) -> list[str]:
    """What stands on the upgrades of the own hand, in signs; none where there are none."""
    upgrades = [key for key in dict.fromkeys(view.hand) if is_upgrade(key)]
    if not upgrades:
        return []
    return [_("Upgrades in it: {cards}.").format(cards=row([card_with_signs(key) for key in upgrades]))]


def deck_lines(view: SeatView) -> list[str]:
    """What is left to be drawn, by kind, as somebody knows who remembers every card."""
    if not view.sheet.memory_aid:
        return [_("In your draw deck and discard pile together: {cards}.").format(cards=_kinds(view.unseen))]
    return [
        _("In your draw deck, in an order that nobody knows: {cards}.").format(cards=_kinds(view.unseen)),
        _("In your discard pile: {cards}.").format(cards=_kinds(view.spent)),
    ]


def _kinds(cards: tuple[str, ...]) -> str:
    """Cards by kind with their numbers: "3 x 4, 2 x Stress"."""
    counts = Counter(cards)
    if not counts:
        return _("no cards")
    kinds = dict.fromkeys(sorted(counts, key=lambda key: (not key.isdigit(), key)))
    return row([_("{count} x {card}").format(count=counts[key], card=card_list((key,))) for key in kinds])
