"""Help at a prompt: what may be done and why, the rule in our words."""

from __future__ import annotations

from heat_tui.engine.cards import HEAT, STRESS
from heat_tui.engine.decisions import (
    ChooseValuesDecision,
    Decision,
    DiscardDecision,
    MulliganDecision,
    PickDecision,
    PlanDecision,
    PutAwayDecision,
    ReactDecision,
    RefreshDecision,
    ReplaceDecision,
    SlipstreamDecision,
    Use,
)
from heat_tui.engine.symbols import MANDATORY
from heat_tui.language import _, ngettext
from heat_tui.words.cards import card_list, card_name
from heat_tui.words.formatter import sentences
from heat_tui.words.names import choice, gear_words, listing, spaces_words
from heat_tui.words.questions import explain_season


def explain(decision: Decision) -> list[str]:
    """The help text of a decision, a paragraph a line."""
    match decision:
        case MulliganDecision():
            return [
                _("The mulligan: once, before round 1, you may pay 1 Heat and swap your whole hand."),
                _("The hand is shuffled into your draw deck and you draw a new one. Or keep what you have."),
            ]
        case PlanDecision():
            return _explain_plan(decision)
        case ReactDecision():
            return _explain_react(decision)
        case SlipstreamDecision():
            return _explain_slipstream(decision)
        case DiscardDecision():
            return _explain_discard(decision)
        case _:
            return explain_upgrades(decision)


def _explain_discard(decision: DiscardDecision) -> list[str]:
    cards = card_list(decision.cards)
    if decision.most is None:
        first = _("Discard: put any cards that you do not want on your discard pile: {cards}.").format(cards=cards)
    else:
        first = ngettext(
            "Discard: in this race you may put only {most} of these on your discard pile: {cards}.",
            "Discard: in this race you may put only {most} of these on your discard pile: {cards}.",
            decision.most,
        ).format(most=decision.most, cards=cards)
    if HEAT in decision.cards or STRESS in decision.cards:
        return [first, _("Then you draw up to the full hand again. That Heat or Stress may go is this race's event.")]
    return [first, _("Then you draw up to the full hand again. Heat and Stress that is not named here stays.")]


def _explain_plan(decision: PlanDecision) -> list[str]:
    if decision.number_first:
        return _explain_number(decision)
    free = [gear_words(gear) for gear, heat in decision.gears if not heat]
    paid = [_("{gear} ({heat} Heat)").format(gear=gear_words(gear), heat=heat) for gear, heat in decision.gears if heat]
    lines = [_("Choose a gear and play exactly as many cards as its number; their sum is your speed.")]
    if free:
        lines.append(_("Without cost you can be in {gears}.").format(gears=choice(free)))
    if paid:
        lines.append(_("Paying Heat for a longer shift, you can be in {gears}.").format(gears=choice(paid)))
    if decision.cluttered:
        lines.append(
            _(
                "Your hand is cluttered: you have too few cards to play. All of them and Heat are laid down, the car "
                "does not move, the cards are discarded, and your gear falls to 1."
            )
        )
    else:
        lines.append(
            _("You can play {cards}. Heat cards stay in the hand.").format(cards=card_list(decision.playable))
            if decision.heat
            else _("You can play {cards}.").format(cards=card_list(decision.playable))
        )
    return [*lines, *_what_plans_come_to(decision)]


def _what_plans_come_to(decision: PlanDecision) -> list[str]:
    lines = []
    if STRESS in decision.playable:
        lines.append(_("Stress counts what the first Basic card from your draw deck brings, 1 to 4."))
    lines.append(_("Crossing a corner faster than its limit costs 1 Heat for every point over it."))
    if decision.may_retire:
        lines.append(_("Since a car has finished, you may also retire from the race."))
    return lines


def _explain_number(decision: PlanDecision) -> list[str]:
    """The plan of tournament mode (M1, M2)."""
    dear = [gear for gear, heat in decision.gears if heat > decision.engine]
    lines = [
        _("Tournament mode: play 1 to 4 cards, at most two more or fewer than your gear. Their number is your gear."),
        _("Nobody sees how many before your turn; the shift is paid then."),
    ]
    if dear:
        lines.append(
            _(
                "Your engine cannot pay the shift to {gears}: shifting up you lose cards by chance, shifting down "
                "Basic cards are added, until the shift can be paid."
            ).format(gears=choice([gear_words(gear) for gear in dear]))
        )
    if decision.cluttered:
        lines.append(
            _("Your hand is cluttered: no number that you can pay for can be filled, so the car stands still.")
        )
    else:
        lines.append(_("You can play {cards}.").format(cards=card_list(decision.playable)))
    return [*lines, *_what_plans_come_to(decision)]


def _explain_react(decision: ReactDecision) -> list[str]:
    lines = [_("Use what you like of the following, in any order, each once; or be done.")]
    if not decision.may_end:
        lines = [_("Use the following in any order, each once. You are done when all that you must use is used.")]
    lines += [
        sentences(_explain_use(use), _("You must use it.") if use.symbol in MANDATORY else "") for use in decision.uses
    ]
    lines.append(_("After this step come a Slipstream, if a car is close ahead, and the corners to be paid."))
    return lines


def _explain_use(use: Use) -> str:
    match use.symbol:
        case "cooldown":
            return _("Cooldown with {source}: up to {most} Heat from your hand goes back into the engine.").format(
                source=_source(use.source), most=use.most
            )
        case "adrenaline":
            return _("Adrenaline, for being among the last: move 1 space and add 1 to your speed.")
        case "boost":
            if not use.heat:
                return _("Boost at no cost: turn over cards until a Basic card appears, and drive on by its speed.")
            return _(
                "Boost for {heat} Heat: turn over cards until a Basic card appears, and drive on by its speed."
            ).format(heat=use.heat)
        case _:
            return explain_use_of_card(use)


def _source(source: str) -> str:
    match source:
        case "gear":
            return _("the gear")
        case "adrenaline":
            return _("Adrenaline")
        case "sector":
            return _("this sector")
        case card:
            return _("the card {card}").format(card=card_name(card))


def _explain_slipstream(decision: SlipstreamDecision) -> list[str]:
    distances = choice([str(distance) for distance in decision.distances])
    return [
        _("Slipstream: another car is beside you or right ahead, so you may move on: {distances} spaces.").format(
            distances=distances
        ),
        _("It does not add to your speed, but a corner line that you cross with it is checked at your speed."),
    ]


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
