"""What a driver is asked between the races of a season, with help and the answers in words."""

from __future__ import annotations

from heat_tui.engine.actions import Action, Exchange, KeepUpgrade, NextRace
from heat_tui.engine.decisions import Decision
from heat_tui.engine.upgrade_decisions import ExchangeDecision, KeepDecision, NextRaceDecision
from heat_tui.language import _
from heat_tui.prose.cards import card_list, card_name
from heat_tui.prose.names import choice


def ask_in_season(decision: Decision) -> str:
    """The question in one sentence."""
    match decision:
        case ExchangeDecision():
            return _("You are last on the grid: do you give one of {owned} for {market} of the market?").format(
                owned=card_list(decision.owned), market=choice(_kinds(decision.market))
            )
        case KeepDecision():
            return _("The season of the career is over: which of your upgrades do you keep, {cards}?").format(
                cards=choice(_kinds(decision.cards))
            )
        case NextRaceDecision():
            return _("The race is over: does the season go on with the next race?")
        case _:
            raise AssertionError(f"no question for {type(decision).__name__}")


def explain_season(decision: Decision) -> list[str]:
    """The help text of a decision, a paragraph a line."""
    match decision:
        case ExchangeDecision():
            return [
                _("Exchange: as the last driver of the grid you may give one upgrade for one left in the market."),
                _("Or keep all that you have. What is left then goes back into the deck."),
            ]
        case KeepDecision():
            return [
                _("A career goes on: you keep one upgrade for its next season."),
                _("Your other upgrades and all Sponsorships go back; points stay."),
            ]
        case NextRaceDecision():
            return [
                _("Between two races the table looks at result and standings. Whoever answers begins the next race."),
                _("The season may also stop here: it is saved, and can be continued another day."),
            ]
        case _:
            raise AssertionError(f"no help for {type(decision).__name__}")


def describe_in_season(action: Action) -> str:
    """An answer in a few words."""
    match action:
        case Exchange(give=str(give), take=str(take)):
            return _("give {give} for {take}").format(give=card_name(give), take=card_name(take))
        case Exchange():
            return _("keep all upgrades")
        case KeepUpgrade(card=card):
            return _("keep {card}").format(card=card_name(card))
        case NextRace():
            return _("begin the next race")
        case _:
            raise AssertionError(f"no words for {type(action).__name__}")


def _kinds(cards: tuple[str, ...]) -> list[str]:
    return [card_name(card) for card in dict.fromkeys(cards)]
