"""Help at the choices that upgrades bring."""

from __future__ import annotations

from heat_tui.engine.decisions import Decision, Use
from heat_tui.engine.upgrade_decisions import (
    ChooseValuesDecision,
    PickDecision,
    PutAwayDecision,
    RefreshDecision,
    ReplaceDecision,
)
from heat_tui.language import _, ngettext
from heat_tui.prose.cards import card_list, card_name
from heat_tui.prose.names import choice, listing
from heat_tui.prose.places import spaces_words
from heat_tui.prose.season_questions import explain_season


def explain_upgrades(decision: Decision) -> list[str]:
    """The help text of a decision about upgrades, a paragraph a line."""
    match decision:
        case PickDecision(rounds=1):
            return [
                _("The draft: before every race of the season every driver takes one upgrade of an open market."),
                _("It joins those that you have; all of them begin the race in your draw deck."),
            ]
        case PickDecision():
            return [
                _("The draft: round after round every driver takes upgrades from a market that lies open."),
                _("They replace the starting upgrades and begin the race in your draw deck."),
            ]
        case PutAwayDecision():
            return [_("Of the four upgrades that you took, three go into your draw deck and one is put away.")]
        case ChooseValuesDecision():
            return _explain_values(decision)
        case ReplaceDecision():
            return _explain_replace(decision)
        case RefreshDecision():
            return [
                ngettext(
                    "Refresh: {cards} may go on top of your draw deck, where you draw it first.",
                    "Refresh: any of {cards} may go on top of your draw deck, where you draw them first.",
                    len(decision.cards),
                ).format(cards=card_list(decision.cards)),
                _("What you leave goes to the discard pile with the other cards played."),
            ]
        case _:
            return explain_season(decision)


def _explain_values(decision: ChooseValuesDecision) -> list[str]:
    values = [
        _("{values} for {card}").format(card=card_name(card), values=choice([str(value) for value in values]))
        for card, values in decision.cards
    ]
    return [
        _("Every + is resolved now, so choose what your cards are worth: {values}.").format(values=listing(values)),
        _("All other cards together make speed {speed}; the values are added to it.").format(speed=decision.speed),
    ]


def _explain_replace(decision: ReplaceDecision) -> list[str]:
    return [
        _(
            "The Heat of your cards cannot be paid: they ask for {owed}, and with all that you can cool down where "
            "you will land there would be {payable}."
        ).format(owed=decision.owed, payable=decision.payable),
        ngettext(
            "So you give up {count} card: it is discarded without any effect, and a Basic card takes its place.",
            "So you give up {count} cards: they are discarded without any effect, and Basic cards take their places.",
            len(decision.choices[0]),
        ).format(count=len(decision.choices[0])),
    ]


def explain_use_of_card(use: Use) -> str:
    """What a symbol on a card comes to now."""
    card, most = card_name(use.source), use.most
    match use.symbol:
        case "heat":
            return _("{card} demands Heat: pay {heat} from the engine.").format(card=card, heat=use.heat)
        case "scrap":
            return ngettext(
                "{card} scraps: the top card of your draw deck goes to the discard pile.",
                "{card} scraps: the top {cards} cards of your draw deck go to the discard pile.",
                most,
            ).format(card=card, cards=most)
        case "reduce_stress":
            return _("Reduce stress with {card}: up to {most} Stress of your hand goes to the discard pile.").format(
                card=card, most=most
            )
        case "salvage":
            return ngettext(
                "Salvage with {card}: look through your discard pile and shuffle {most} card of it into the draw deck.",
                "Salvage with {card}: look through your discard pile and shuffle up to {most} cards of it into the "
                "draw deck.",
                most,
            ).format(card=card, most=most)
        case "super_cool":
            return _("Super cool with {card}: up to {most} Heat of your discard pile goes into the engine.").format(
                card=card, most=most
            )
        case "direct_play":
            return _("Direct play: {card} may be played from your hand, and the car moves its speed at once.").format(
                card=card
            )
        case "accelerate":
            return _("Accelerate with {card}: {by} extra speed, 1 for every + so far in this turn.").format(
                card=card, by=most
            )
        case "draft":
            return _(
                "Draft with {card}: drive {spaces} up behind the next car; your speed stays as it is, and corners "
                "that you cross are checked."
            ).format(card=card, spaces=spaces_words(most))
        case _:
            raise AssertionError(f"no help for the symbol {use.symbol}")
