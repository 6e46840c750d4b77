"""The reasons why something is not allowed: what is wrong, where, and how to correct it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from heat_tui.engine.record import Fact, Refusal
from heat_tui.language import N_, NN_, choice, translated
from heat_tui.words.cards import card_list, card_name
from heat_tui.words.formatter import Sentence
from heat_tui.words.module import with_modules
from heat_tui.words.names import colour_name, quoted
from heat_tui.words.symbols import SYMBOLS
from heat_tui.words.telling import Say

SENTENCES: Mapping[str, Sentence] = {
    "cluttered-cards": N_("Your hand is cluttered, so in gear {gear} you have to play exactly {cards}."),
    "colour-twice": N_("Two cars cannot both be {colour}; give each car its own colour."),
    "gear-not-filled": N_("Gear {gear} needs {gear} cards, and you can play only {playable}; choose a lower gear."),
    "gear-too-far": N_("Gear {gear} is too far from gear {before}; you can shift at most two gears."),
    "handicap-out-of-range": N_("The handicap of seat {seat} cannot be {heat} Heat; choose 0 to {most}."),
    "handicap-without-seat": N_("A handicap names seat {seat}, but the last seat is {seats}; leave the handicap out."),
    "heat-not-played": N_("Heat cards cannot be played; choose another card."),
    "laps-out-of-range": N_("A race cannot have {laps} laps; choose 1 to {most}."),
    "malformed": N_("That answer cannot be read; choose one of the actions offered."),
    "mandatory-left": N_("You cannot end the step yet: first use everything that is mandatory."),
    "may-not-retire": N_(
        "You cannot retire now: that needs the Retiring option and a car that has finished; choose a gear and cards."
    ),
    "module-twice": N_("The optional rule {module} is switched on twice; leave one out."),
    "no-driver": N_("A race needs at least one driver; add one."),
    "no-such-colour": N_("{colour} is not a car colour; the colours are {colours}."),
    "no-such-gear": N_("Gear {gear} does not exist; the gears are 1 to 4."),
    "not-a-value-each": NN_("Choose a value for {cards}.", "Choose a value for each of these cards: {cards}.", "cards"),
    "not-asked": N_("Something else has to be decided now; choose one of the actions offered."),
    "not-discardable": N_(
        "You cannot discard {card}: you named more copies than you have, or it is a card that has to stay in your hand."
    ),
    "not-in-hand": N_("You named more copies of {card} than you have; choose from your hand."),
    "not-in-market": N_("{card} is not in the market; choose a card that is."),
    "not-in-pile": N_("You named more copies of {card} than your discard pile has; choose from the pile."),
    "not-owned": N_("{card} is not one of your upgrades; choose one that you have."),
    "not-refreshable": N_("You cannot refresh {card}: you named more copies than you have played with Refresh."),
    "not-replaceable": N_("Giving up {cards} is not one of the choices; choose one of the sets offered."),
    "not-usable": N_("This use is not available now; choose one of the uses offered, or end the step."),
    "not-your-turn": lambda refused, say: say(
        N_("Seat {seat} has nothing to decide now; wait for the next question."), seat=refused.fact("seat") + 1
    ),
    "race-over": N_("The race is over; no more moves can be made."),
    "same-upgrade": N_("You cannot exchange {card} for {card}; choose another card, or keep all."),
    "seed-out-of-range": lambda _refused, say: say(
        N_("The seed {seed} is out of range; choose a whole number from 0 to {most}."), most=(1 << 63) - 1
    ),
    "shift-not-paid": N_(
        "You cannot shift from gear {before} to gear {gear}: the shift costs more Heat than the {engine} "
        "in your engine; choose a closer gear."
    ),
    "too-many-cars": N_("{cars} cars are too many for this race; it has room for {most}."),
    "too-many-discards": NN_(
        "You may discard only {most} card in step 8, but you named {cards}; name fewer, or none.",
        "You may discard only {most} cards in step 8, but you named {cards}; name fewer, or none.",
        "most",
    ),
    "wrong-amount": lambda refused, say: say(
        N_("The amount has to be exactly {most}, not {amount}.")
        if refused.fact("least") == refused.fact("most")
        else N_("The amount has to be {least} to {most}, not {amount}.")
    ),
    "wrong-count": NN_(
        "Gear {gear} needs exactly {gear} card, but you named {cards}.",
        "Gear {gear} needs exactly {gear} cards, but you named {cards}.",
        "gear",
    ),
    "wrong-distance": NN_(
        "You cannot slipstream {distance} space; go {distances}, or stay.",
        "You cannot slipstream {distance} spaces; go {distances}, or stay.",
        "distance",
    ),
    "wrong-number-of-cards": N_("{symbol} takes exactly this number of cards: {wanted}; you named {cards}."),
    "wrong-value": N_("{card} cannot count as {value}; choose {values}."),
}
"""The sentence for each of the engine's refusal codes; modules contribute their own."""

all_sentences: Final = with_modules(SENTENCES, lambda words: words.refusals)


def refusal(refused: Refusal) -> str:
    """Return one sentence for a refusal of the engine or a module."""
    return _SayRefusal(refused)(all_sentences()[refused.code])


class _SayRefusal(Say):
    """A writer of refusals: numbers are shown as they are, except those in `FIGURES`.

    Other facts are worded by the function that `KINDS`, or a module, has for their names.
    """

    record: Refusal

    def fact(self, name: str) -> Fact:
        return self.record.fact(name)

    def words(self, name: str) -> object:
        fact = self.fact(name)
        return fact if isinstance(fact, int) and name not in FIGURES else _kinds()[name](fact)


_module_titles: Final = with_modules({}, lambda words: words.titles)


def _module_title(module: str) -> str:
    titles = _module_titles()
    return translated(titles[module]) if module in titles else quoted(module)


def _figure(fact: Fact) -> str:
    figure = str(fact)
    return figure if figure.isdecimal() else quoted(figure)


FIGURES = ("amount", "event", "seed", "value")
"""Facts that should be numbers, but may be any text, because a person may have typed it."""

KINDS: Mapping[str, Callable[[Any], str]] = {
    "card": card_name,
    "cards": card_list,
    "colour": colour_name,
    "colours": lambda colours: choice([colour_name(colour) for colour in colours]),
    "distances": choice,
    "module": _module_title,
    "symbol": lambda symbol: translated(SYMBOLS[symbol].name),
    "values": choice,
    **dict.fromkeys(FIGURES, _figure),
}

_kinds: Final = with_modules(KINDS, lambda words: words.kinds)
