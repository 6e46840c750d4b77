"""Help at a prompt: what may be done and why, the rule in our words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from heat_tui.engine import decisions
from heat_tui.engine.cards import HEAT, STRESS
from heat_tui.engine.symbols import MANDATORY
from heat_tui.language import N_, NN_, Message
from heat_tui.words.cards import card_name, source_words
from heat_tui.words.formatter import fill, sentences
from heat_tui.words.module import module_decisions
from heat_tui.words.names import choice, gear_words, listing, spaces_words
from heat_tui.words.symbols import SYMBOLS
from heat_tui.words.telling import Say


def explain(decision: decisions.Decision) -> list[str]:
    """Return the help text of a decision, a paragraph a line."""
    asked, say = module_decisions(), Say(decision)
    help_text = asked[decision.asked].help if decision.asked in asked else HELP[type(decision)]
    return help_text(decision, say) if callable(help_text) else [say(message) for message in help_text]


def _plan(decision: decisions.PlanDecision, say: Say) -> list[str]:
    if decision.number_first:
        return _number(decision, say)
    free = [gear_words(gear) for gear, heat in decision.gears if not heat]
    paid = [say(N_("{gear} ({heat} Heat)"), gear=gear_words(gear), heat=heat) for gear, heat in decision.gears if heat]
    lines = [say(N_("Choose a gear and play exactly as many cards as its number; their sum is your speed."))]
    if free:
        lines.append(say(N_("Without cost you can be in {gears}."), gears=choice(free)))
    if paid:
        lines.append(say(N_("Paying Heat for a longer shift, you can be in {gears}."), gears=choice(paid)))
    if decision.cluttered:
        playable = N_(
            "Your hand is cluttered: you have too few cards to play. All of them and Heat are laid down, the car "
            "does not move, the cards are discarded, and your gear falls to 1."
        )
    else:
        stays = N_("You can play {playable}. Heat cards stay in the hand.")
        playable = stays if decision.heat else N_("You can play {playable}.")
    return [*lines, say(playable), *_what_plans_come_to(decision, say)]


def _number(decision: decisions.PlanDecision, say: Say) -> list[str]:
    """Return the help for a plan of tournament mode (M1, M2)."""
    dear = [gear_words(gear) for gear, heat in decision.gears if heat > decision.engine]
    lines = [
        say(
            N_(
                "Tournament mode: play 1 to 4 cards, at most two more or fewer than your gear. Their number is your "
                "gear."
            )
        ),
        say(N_("Nobody sees how many before your turn; the shift is paid then.")),
    ]
    if dear:
        unpaid = N_(
            "Your engine cannot pay the shift to {gears}: shifting up you lose cards by chance, shifting down "
            "Basic cards are added, until the shift can be paid."
        )
        lines.append(say(unpaid, gears=choice(dear)))
    if decision.cluttered:
        playable = N_("Your hand is cluttered: no number that you can pay for can be filled, so the car stands still.")
    else:
        playable = N_("You can play {playable}.")
    return [*lines, say(playable), *_what_plans_come_to(decision, say)]


def _what_plans_come_to(decision: decisions.PlanDecision, say: Say) -> list[str]:
    lines = []
    if STRESS in decision.playable:
        lines.append(say(N_("Stress counts what the first Basic card from your draw deck brings, 1 to 4.")))
    lines.append(say(N_("Crossing a corner faster than its limit costs 1 Heat for every point over it.")))
    if decision.may_retire:
        lines.append(say(N_("Since a car has finished, you may also retire from the race.")))
    return lines


def _react(decision: decisions.ReactDecision, say: Say) -> list[str]:
    if decision.may_end:
        first = N_("Use what you like of the following, in any order, each once; or be done.")
    else:
        first = N_("Use the following in any order, each once. You are done when all that you must use is used.")
    must = say(N_("You must use it."))
    uses = [sentences(explain_use(use), must if use.symbol in MANDATORY else "") for use in decision.uses]
    last = N_("After this step come a Slipstream, if a car is close ahead, and the corners to be paid.")
    return [say(first), *uses, say(last)]


def explain_use(use: decisions.Use) -> str:
    """Return what using a symbol comes to now."""
    free = N_("Boost at no cost: turn over cards until a Basic card appears, and drive on by its speed.")
    return fill(
        free if use.symbol == "boost" and not use.heat else SYMBOLS[use.symbol].help,
        card=card_name(use.source),
        source=source_words(use.source),
        heat=use.heat,
        most=use.most,
        spaces=spaces_words(use.most),
    )


def _slipstream(decision: decisions.SlipstreamDecision, say: Say) -> list[str]:
    distances = choice([str(distance) for distance in decision.distances])
    near = N_("Slipstream: another car is beside you or right ahead, so you may move on: {distances} spaces.")
    checked = N_("It does not add to your speed, but a corner line that you cross with it is checked at your speed.")
    return [say(near, distances=distances), say(checked)]


def _discard(decision: decisions.DiscardDecision, say: Say) -> list[str]:
    if decision.most is None:
        first: Message = N_("Discard: put any cards that you do not want on your discard pile: {cards}.")
    else:
        first = NN_(
            "Discard: in this race you may put only {most} of these on your discard pile: {cards}.",
            "Discard: in this race you may put only {most} of these on your discard pile: {cards}.",
            "most",
        )
    if HEAT in decision.cards or STRESS in decision.cards:
        then = N_("Then you draw up to the full hand again. That Heat or Stress may go is this race's event.")
    else:
        then = N_("Then you draw up to the full hand again. Heat and Stress that is not named here stays.")
    return [say(first), say(then)]


def _pick(decision: decisions.PickDecision, say: Say) -> list[str]:
    if decision.rounds == 1:
        return [
            say(N_("The draft: before every race of the season every driver takes one upgrade of an open market.")),
            say(N_("It joins those that you have; all of them begin the race in your draw deck.")),
        ]
    return [
        say(N_("The draft: round after round every driver takes upgrades from a market that lies open.")),
        say(N_("They replace the starting upgrades and begin the race in your draw deck.")),
    ]


def _values(decision: decisions.ChooseValuesDecision, say: Say) -> list[str]:
    values = [
        say(N_("{values} for {card}"), card=card_name(card), values=choice([str(value) for value in values]))
        for card, values in decision.cards
    ]
    worth = N_("Every + is resolved now, so choose what your cards are worth: {values}.")
    others = N_("All other cards together make speed {speed}; the values are added to it.")
    return [say(worth, values=listing(values)), say(others)]


def _replace(decision: decisions.ReplaceDecision, say: Say) -> list[str]:
    unpaid = N_(
        "The Heat of your cards cannot be paid: they ask for {owed}, and with all that you can cool down where "
        "you will land there would be {payable}."
    )
    given_up = NN_(
        "So you give up {count} card: it is discarded without any effect, and a Basic card takes its place.",
        "So you give up {count} cards: they are discarded without any effect, and Basic cards take their places.",
        "count",
    )
    return [say(unpaid), say(given_up, count=len(decision.choices[0]))]


HELP: Mapping[type[decisions.Decision], tuple[Message, ...] | Callable[[Any, Say], list[str]]] = {
    decisions.PlanDecision: _plan,
    decisions.ReactDecision: _react,
    decisions.SlipstreamDecision: _slipstream,
    decisions.DiscardDecision: _discard,
    decisions.PickDecision: _pick,
    decisions.PutAwayDecision: (
        N_("Of the four upgrades that you took, three go into your draw deck and one is put away."),
    ),
    decisions.ChooseValuesDecision: _values,
    decisions.ReplaceDecision: _replace,
    decisions.RefreshDecision: (
        NN_(
            "Refresh: {cards} may go on top of your draw deck, where you draw it first.",
            "Refresh: any of {cards} may go on top of your draw deck, where you draw them first.",
            "cards",
        ),
        N_("What you leave goes to the discard pile with the other cards played."),
    ),
    decisions.ExchangeDecision: (
        N_("Exchange: as the last driver of the grid you may give one upgrade for one left in the market."),
        N_("Or keep all that you have. What is left then goes back into the deck."),
    ),
    decisions.KeepDecision: (
        N_("A career goes on: you keep one upgrade for its next season."),
        N_("Your other upgrades and all Sponsorships go back; points stay."),
    ),
    decisions.NextRaceDecision: (
        N_("Between two races the table looks at result and standings. Whoever answers begins the next race."),
        N_("The season may also stop here: it is saved, and can be continued another day."),
    ),
}
"""The help text of every decision."""
