"""Upgrades: which to take, which symbols to use as soon as possible, and which cards to get back."""

from __future__ import annotations

from collections.abc import Iterator
from math import fsum

from heat_tui.engine import actions, decisions
from heat_tui.engine.actions import Action
from heat_tui.engine.cards import HEAT, STRESS, Card
from heat_tui.engine.choices import without
from heat_tui.engine.view import SeatView
from heat_tui.exact import add_up, stepped

SYMBOL_WORTH = {
    "plus": 2.2,
    "heat": -1.2,
    "scrap": -0.05,
    "adjust": 1.0,
    "cooldown": 1.0,
    "super_cool": 1.2,
    "slipstream_boost": 0.3,
    "reduce_stress": 0.4,
    "refresh": 0.8,
    "salvage": 0.3,
    "direct_play": 1.2,
    "accelerate": 0.8,
    "draft": 0.4,
}
"""The value of each symbol with the number 1, in spaces: roughly what a turn gains from the symbol."""

IMMEDIATE_SYMBOLS = ("cooldown", "heat", "super_cool", "reduce_stress", "scrap")
"""The symbols that are used as soon as possible, in this order.

Heat is never better in the hand than in the engine, where it may pay for later uses in step 5; Heat that must be paid
comes before Super cool, which may take it back.
"""


def used_at_once(decision: decisions.ReactDecision) -> Iterator[actions.React]:
    """Yield the uses of the symbols in `IMMEDIATE_SYMBOLS`, each in full, in the order in which they are made."""
    for symbol in IMMEDIATE_SYMBOLS:
        for use in reversed(decision.uses):
            if use.symbol == symbol:
                yield use.in_full()


HEAT_WORTH = 1.0
"""The value of an Upgrade Heat card, in spaces: one more Heat to cool and to pay with."""

CHOICE_WORTH = 0.6
"""The value, in spaces, that each choice beyond the first adds to a card: one of several is more likely to fit."""

SECOND_WORTH = 0.8
"""The fraction of its value that a second card of a kind counts for: a hand of one kind is inflexible."""

GOOD_CARD = 3.0
"""The lowest value, in spaces, at which drawing a card again is better than drawing a random one."""


def worth(card: Card) -> float:
    """Return the `stepped` value of a card, in spaces."""
    if card.key == HEAT:
        return HEAT_WORTH
    values = card.choices
    speed = add_up(values) / len(values) + CHOICE_WORTH * (len(values) - 1) if values else card.speed
    return stepped(fsum([speed, *(SYMBOL_WORTH.get(symbol, 0.0) * number for symbol, number in card.symbols)]))


UpgradeChoice = decisions.PickDecision | decisions.PutAwayDecision | decisions.KeepDecision | decisions.ExchangeDecision
"""The decisions about upgrades before a race or after a season."""


def weigh_upgrades(view: SeatView, decision: UpgradeChoice) -> list[tuple[float, Action]]:
    """Return the different answers, the best first, with their values, in spaces gained each time a card is played.

    The value of an exchange is its gain, that of keeping all is 0, and that of putting a card away is minus its worth.
    """
    cards = view.sheet.cards
    match decision:
        case decisions.PickDecision(owned=owned):
            kinds = dict.fromkeys(decision.market)
            found: list[tuple[float, Action]] = [(_beside(view, key, owned), actions.Pick(key)) for key in kinds]
        case decisions.ExchangeDecision(owned=owned):
            found = [(0.0, actions.KEEP_ALL)]
            for give in dict.fromkeys(owned):
                others = without(owned, (give,))
                lost = _beside(view, give, others)
                for take in dict.fromkeys(decision.market):
                    if take != give:
                        found.append((_beside(view, take, others) - lost, actions.Exchange(give, take)))
        case decisions.KeepDecision():
            found = [(worth(cards[key]), actions.KeepUpgrade(key)) for key in dict.fromkeys(decision.cards)]
        case _:
            found = [(-worth(cards[key]), actions.PutAway(key)) for key in dict.fromkeys(decision.cards)]
    return sorted(found, key=lambda each: -each[0])


def choose_replacement(view: SeatView, decision: decisions.ReplaceDecision) -> Action:
    """Return the replacement of the least valuable cards: those that take their place are likely to be better."""
    cards = view.sheet.cards
    return actions.Replace(min(decision.choices, key=lambda choice: fsum([worth(cards[key]) for key in choice])))


def choose_refresh(view: SeatView, decision: decisions.RefreshDecision) -> Action:
    """Return the Refresh of the good cards, the best first."""
    cards = view.sheet.cards
    good = [key for key in decision.cards if worth(cards[key]) >= GOOD_CARD]
    return actions.Refresh(tuple(sorted(good, key=lambda key: -worth(cards[key]))))


def to_salvage(view: SeatView, pile: tuple[str, ...], most: int) -> tuple[str, ...]:
    """Return the best of the good cards in a discard pile, except Heat and Stress: at most `most`, sorted by key."""
    cards = view.sheet.cards
    good = [key for key in pile if key not in (HEAT, STRESS) and worth(cards[key]) >= GOOD_CARD]
    return tuple(sorted(sorted(good, key=lambda key: -worth(cards[key]))[:most]))


def _beside(view: SeatView, key: str, owned: tuple[str, ...]) -> float:
    """Return the value of a card in the deck of a driver who has the `owned` cards."""
    return stepped(worth(view.sheet.cards[key]) * (SECOND_WORTH if key in owned else 1.0))
