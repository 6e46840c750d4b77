"""Why something is not allowed: what, where, and how to mend it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from heat_tui.engine.record import Fact, Refusal
from heat_tui.language import N_, NN_, translated
from heat_tui.words.cards import card_list, card_name
from heat_tui.words.formatter import Sentence
from heat_tui.words.module import all_words, module_decisions
from heat_tui.words.names import choice, colour_name, quoted
from heat_tui.words.symbols import SYMBOLS
from heat_tui.words.telling import Say

LARGEST_SEED = (1 << 63) - 1

NOT_ASKED = {
    "plan": N_("The question is your plan: choose a gear and as many cards."),
    "react": N_("The question is what to use now: name one of the uses, or be done."),
    "slipstream": N_("The question is the Slipstream: move on or stay."),
    "discard": N_("The question is which cards to discard: name them, or none."),
    "values": N_("The question is what your cards are worth: choose a value for each."),
    "replace": N_("The question is which cards to give up for Heat that cannot be paid: choose one of the sets."),
    "refresh": N_("The question is which cards to refresh: name them in order, or none."),
    "pick": N_("The question is which upgrade to take: choose one of the market."),
    "put-away": N_("The question is which upgrade to put away: choose one of yours."),
    "exchange": N_("The question is which upgrade to give for which of the market: name both, or keep all."),
    "keep": N_("The question is which upgrade to keep: choose one of yours."),
    "next-race": N_("The question is whether the season goes on: begin the next race."),
}
"""The sentence for an answer to another question, by the question that is asked."""


def _not_asked(asked: str) -> Sentence:
    return module_decisions()[asked].not_asked if asked in module_decisions() else NOT_ASKED[asked]


SENTENCES: Mapping[str, Sentence] = {
    "cluttered-cards": N_("Your hand is cluttered, so in gear {gear} you lay down exactly {cards}."),
    "colour-twice": N_("Two cars cannot both be {colour}; give each car its own colour."),
    "gear-not-filled": N_(
        "Gear {gear} needs {gear} cards, and your hand has only {playable} that can be played; choose a lower gear."
    ),
    "gear-too-far": N_("Gear {gear} is too far from gear {before}; you can shift two gears at most."),
    "handicap-out-of-range": N_("The handicap of seat {seat} cannot be {heat} Heat; take 0 to {most}."),
    "handicap-without-seat": N_("There is a handicap for seat {seat}, but the last seat is {seats}; leave it out."),
    "heat-not-played": N_("Heat cannot be played from the hand; choose another card."),
    "laps-out-of-range": N_("A race cannot have {laps} laps; take 1 to {most}."),
    "malformed": N_("That is not an answer that can be read; choose one of the actions on offer."),
    "mandatory-left": N_("You cannot be done yet: what your cards demand comes first, whatever is marked as a must."),
    "may-not-retire": N_(
        "You cannot retire now: only in a race with this option, and once a car has finished; choose a gear and cards."
    ),
    "module-twice": N_("The optional rule {module} is switched on twice; once is enough."),
    "no-driver": N_("A race needs at least one driver; name one."),
    "no-such-colour": N_("No car is {colour}; the colours are {colours}."),
    "no-such-gear": N_("There is no gear {gear}; the gears are 1 to 4."),
    "not-a-value-each": NN_(
        "Choose one value for {cards}.", "Choose one value for each of your cards with a choice: {cards}.", "cards"
    ),
    "not-asked": lambda refused, say: say(_not_asked(refused.fact("asked"))),
    "not-discardable": N_(
        "You cannot discard {card}: your hand has too few of it, or it is Heat or Stress, which may not go."
    ),
    "not-in-hand": N_("You named {card} more often than your hand has it; choose from your hand."),
    "not-in-market": N_("{card} is not in the market; take a card that lies there."),
    "not-in-pile": N_("You named {card} more often than your discard pile has it; choose from your discard pile."),
    "not-owned": N_("{card} is not one of your upgrades; choose one of those that you have."),
    "not-refreshable": N_(
        "You cannot refresh {card}: it is not among your played cards with Refresh, or not so often."
    ),
    "not-replaceable": N_("Giving up {cards} is not what is asked; choose one of the sets of cards on offer."),
    "not-usable": N_("That cannot be used now; name one of the uses on offer, or be done."),
    "not-your-turn": lambda refused, say: say(
        N_("It is not for seat {seat} to decide now; wait for the next question."), seat=refused.fact("seat") + 1
    ),
    "race-over": N_("The race is over; nothing more can be played in it."),
    "same-upgrade": N_("You cannot exchange {card} for {card}; take another card, or keep all."),
    "seed-out-of-range": lambda _refused, say: say(
        N_("The seed {seed} is out of range; take a whole number from 0 to {most}."), most=LARGEST_SEED
    ),
    "shift-not-paid": N_(
        "You cannot shift from gear {before} to gear {gear}: it costs more Heat than the {engine} in the engine; "
        "choose a nearer gear."
    ),
    "too-many-cars": N_("{cars} cars are too many for this race; there is room for {most}."),
    "too-many-discards": NN_(
        "You may discard only {most} card in this race, and you named {cards}; name fewer, or none.",
        "You may discard only {most} cards in this race, and you named {cards}; name fewer, or none.",
        "most",
    ),
    "wrong-amount": lambda refused, say: say(
        N_("It can be used for exactly {most}, not for {amount}.")
        if refused.fact("least") == refused.fact("most")
        else N_("It can be used for {least} to {most}, not for {amount}.")
    ),
    "wrong-count": NN_(
        "Gear {gear} needs exactly {gear} card, and you named {cards}.",
        "Gear {gear} needs exactly {gear} cards, and you named {cards}.",
        "gear",
    ),
    "wrong-distance": N_("You cannot slipstream {distance} spaces; go {distances}, or stay."),
    "wrong-number-of-cards": N_("{symbol} takes exactly so many cards: {wanted}, and you named {cards}."),
    "wrong-value": N_("{card} cannot count {value}; take {values}."),
}
"""The sentence of every code of the engine; the modules bring those of their own."""


def refusal(refused: Refusal) -> str:
    """Return one sentence for a refusal of the engine or a module."""
    return _SayRefusal(refused)(all_sentences()[refused.code])


@cache
def all_sentences() -> dict[str, Sentence]:
    """Return the sentence of every code."""
    return {**SENTENCES, **{code: each for module in all_words() for code, each in module.refusals.items()}}


class _SayRefusal(Say):
    """Say a refusal: numbers as they are, everything else by the name of the fact."""

    record: Refusal

    def fact(self, name: str) -> Fact:
        return self.record.fact(name)

    def words(self, name: str) -> object:
        fact = self.fact(name)
        return fact if isinstance(fact, int) and name not in FIGURES else _kinds()[name](fact)


def _module_title(module: str) -> str:
    titles = {name: title for words in all_words() for name, title in words.titles.items()}
    return translated(titles[module]) if module in titles else quoted(module)


def _colours(colours: tuple[str, ...]) -> str:
    return choice([colour_name(colour) for colour in colours])


def _figure(fact: Fact) -> str:
    figure = str(fact)
    return figure if figure.isdecimal() else quoted(figure)


FIGURES = ("amount", "event", "seed", "value")
"""Figures that may come from a person's hand, so that they may be no figures at all."""

KINDS: Mapping[str, Callable[[Any], str]] = {
    "card": card_name,
    "cards": card_list,
    "colour": colour_name,
    "colours": _colours,
    "distances": choice,
    "module": _module_title,
    "symbol": lambda symbol: translated(SYMBOLS[symbol].name),
    "values": choice,
    **dict.fromkeys(FIGURES, _figure),
}


@cache
def _kinds() -> dict[str, Callable[[Any], str]]:
    return {**KINDS, **{name: words for module in all_words() for name, words in module.kinds.items()}}
