"""What a driver is asked about upgrades."""

from __future__ import annotations

from heat_tui.engine.decisions import Decision
from heat_tui.engine.upgrade_decisions import (
    ChooseValuesDecision,
    PickDecision,
    PutAwayDecision,
    RefreshDecision,
    ReplaceDecision,
)
from heat_tui.language import _
from heat_tui.prose.cards import card_list, card_name
from heat_tui.prose.names import choice, listing
from heat_tui.prose.season_questions import ask_in_season


def ask_about_upgrades(decision: Decision) -> str:
    """The question in one sentence."""
    match decision:
        case PickDecision():
            return _ask_pick(decision)
        case PutAwayDecision():
            return _("Which of your upgrades do you put away: {cards}?").format(
                cards=choice([card_name(card) for card in dict.fromkeys(decision.cards)])
            )
        case ChooseValuesDecision():
            return _ask_values(decision)
        case ReplaceDecision():
            return _("Your cards ask for {owed} Heat, and only {payable} can be there: do you give up {cards}?").format(
                owed=decision.owed,
                payable=decision.payable,
                cards=choice([card_list(cards) for cards in decision.choices]),
            )
        case RefreshDecision():
            return _ask_refresh(decision)
        case _:
            return ask_in_season(decision)


def _ask_pick(decision: PickDecision) -> str:
    if decision.rounds == 1:
        return _ask_the_only_pick(decision)
    if not decision.owned:
        return _("Draft round {round} of {rounds}: which upgrade do you take?").format(
            round=decision.round, rounds=decision.rounds
        )
    return _("Draft round {round} of {rounds}, and you have {owned}: which upgrade do you take?").format(
        round=decision.round, rounds=decision.rounds, owned=card_list(decision.owned)
    )


def _ask_the_only_pick(decision: PickDecision) -> str:
    """In a championship there is one round before each race (E4)."""
    if not decision.owned:
        return _("Which upgrade do you take from the market?")
    return _("You have {owned}: which upgrade do you take from the market?").format(owned=card_list(decision.owned))


def _ask_values(decision: ChooseValuesDecision) -> str:
    if len(decision.cards) == 1:
        [(card, values)] = decision.cards
        return _("Speed {speed} without {card}: do you take {values} for it?").format(
            speed=decision.speed, card=card_name(card), values=choice([str(value) for value in values])
        )
    return _("Speed {speed} without {cards}: which values do you choose for them?").format(
        speed=decision.speed, cards=listing([card_name(card) for card, _values in decision.cards])
    )


def _ask_refresh(decision: RefreshDecision) -> str:
    if len(decision.cards) == 1:
        return _("Do you put {card} on top of your draw deck, to draw it again?").format(
            card=card_name(decision.cards[0])
        )
    return _("Which of {cards} do you put on top of your draw deck, and in which order, if any?").format(
        cards=card_list(decision.cards)
    )
