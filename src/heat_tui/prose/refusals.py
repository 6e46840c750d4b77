"""Why something is not allowed: what, where, and how to mend it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from heat_tui.engine.refusal import Refusal
from heat_tui.language import _, ngettext
from heat_tui.modules.legends import Legends
from heat_tui.prose.cards import card_list, card_name
from heat_tui.prose.names import choice, colour_name, quoted


def refusal(refused: Refusal) -> str:
    """One sentence for a refusal of the engine or a module."""
    return SENTENCES[refused.code](refused)


def _number(refused: Refusal, name: str) -> int:
    fact = refused.fact(name)
    if not isinstance(fact, int):
        raise TypeError(f"{refused.code}: {name} is not a number")
    return fact


def _shown(refused: Refusal, name: str) -> str:
    """A figure that may come from a person's hand, so that it may be no figure at all."""
    text = str(refused.fact(name))
    return text if text.isdecimal() else quoted(text)


def _text(refused: Refusal, name: str) -> str:
    return str(refused.fact(name))


def _texts(refused: Refusal, name: str) -> tuple[str, ...]:
    fact = refused.fact(name)
    if not isinstance(fact, tuple):
        raise TypeError(f"{refused.code}: {name} is not a list")
    return fact


def _legends_out_of_range(refused: Refusal) -> str:
    return _("There cannot be {legends} Legends; take 0 to {most}.").format(
        legends=_number(refused, "legends"), most=_number(refused, "most")
    )


def _pro_out_of_range(refused: Refusal) -> str:
    return _("The Legends' option pro cannot be {pro}; take 0 to {most}.").format(
        pro=_number(refused, "pro"), most=_number(refused, "most")
    )


def _too_many_cars(refused: Refusal) -> str:
    return _("{cars} cars are too many for this race; there is room for {most}.").format(
        cars=_number(refused, "cars"), most=_number(refused, "most")
    )


def _no_such_colour(refused: Refusal) -> str:
    return _("No car is {colour}; the colours are {colours}.").format(
        colour=quoted(_text(refused, "colour")),
        colours=choice([colour_name(colour) for colour in _texts(refused, "colours")]),
    )


def _colour_twice(refused: Refusal) -> str:
    return _("Two cars cannot both be {colour}; give each car its own colour.").format(
        colour=colour_name(_text(refused, "colour"))
    )


def _no_driver(refused: Refusal) -> str:
    return _("A race needs at least one driver; name one.")


def _laps_out_of_range(refused: Refusal) -> str:
    return _("A race cannot have {laps} laps; take 1 to {most}.").format(
        laps=_number(refused, "laps"), most=_number(refused, "most")
    )


def _seed_out_of_range(refused: Refusal) -> str:
    return _("The seed {seed} is out of range; take a whole number from 0 to {most}.").format(
        seed=_shown(refused, "seed"), most=(1 << 63) - 1
    )


def _handicap_without_seat(refused: Refusal) -> str:
    return _("There is a handicap for seat {seat}, but the last seat is {seats}; leave it out.").format(
        seat=_number(refused, "seat"), seats=_number(refused, "seats")
    )


def _handicap_out_of_range(refused: Refusal) -> str:
    return _("The handicap of seat {seat} cannot be {heat} Heat; take 0 to {most}.").format(
        seat=_number(refused, "seat"), heat=_number(refused, "heat"), most=_number(refused, "most")
    )


def _module_twice(refused: Refusal) -> str:
    return _("The optional rule {module} is switched on twice; once is enough.").format(
        module=_module_name(_text(refused, "module"))
    )


def _module_name(module: str) -> str:
    names = {Legends.name: _("Legends")}
    return names.get(module) or quoted(module)


def _race_over(refused: Refusal) -> str:
    return _("The race is over; nothing more can be played in it.")


def _not_your_turn(refused: Refusal) -> str:
    return _("It is not for seat {seat} to decide now; wait for the next question.").format(
        seat=_number(refused, "seat") + 1
    )


def _not_asked(refused: Refusal) -> str:
    match refused.fact("asked"):
        case "mulligan":
            return _("The question is whether to take the mulligan: take it or keep the hand.")
        case "plan":
            return _("The question is your plan: choose a gear and as many cards.")
        case "react":
            return _("The question is what to use now: name one of the uses, or be done.")
        case "slipstream":
            return _("The question is the Slipstream: move on or stay.")
        case "discard":
            return _("The question is which cards to discard: name them, or none.")
        case asked:
            raise AssertionError(f"no words for the question {asked}")


def _malformed(refused: Refusal) -> str:
    return _("That is not an answer that can be read; choose one of the actions on offer.")


def _may_not_retire(refused: Refusal) -> str:
    return _(
        "You cannot retire now: only in a race with this option, and once a car has finished; choose a gear and cards."
    )


def _wrong_count(refused: Refusal) -> str:
    gear, cards = _number(refused, "gear"), _number(refused, "cards")
    return ngettext(
        "Gear {gear} needs exactly {gear} card, and you named {cards}.",
        "Gear {gear} needs exactly {gear} cards, and you named {cards}.",
        gear,
    ).format(gear=gear, cards=cards)


def _no_such_gear(refused: Refusal) -> str:
    return _("There is no gear {gear}; the gears are 1 to 4.").format(gear=_number(refused, "gear"))


def _gear_too_far(refused: Refusal) -> str:
    return _("Gear {gear} is too far from gear {before}; you can shift two gears at most.").format(
        gear=_number(refused, "gear"), before=_number(refused, "before")
    )


def _gear_not_filled(refused: Refusal) -> str:
    return _(
        "Gear {gear} needs {gear} cards, and your hand has only {playable} that can be played; choose a lower gear."
    ).format(gear=_number(refused, "gear"), playable=_number(refused, "playable"))


def _shift_not_paid(refused: Refusal) -> str:
    return _(
        "You cannot shift from gear {before} to gear {gear}: it costs more Heat than the {engine} in the engine; "
        "choose a nearer gear."
    ).format(before=_number(refused, "before"), gear=_number(refused, "gear"), engine=_number(refused, "engine"))


def _cluttered_cards(refused: Refusal) -> str:
    return _("Your hand is cluttered, so in gear {gear} you lay down exactly {cards}.").format(
        gear=_number(refused, "gear"), cards=card_list(_texts(refused, "cards"))
    )


def _heat_not_played(refused: Refusal) -> str:
    return _("Heat cannot be played from the hand; choose another card.")


def _not_in_hand(refused: Refusal) -> str:
    return _("You named {card} more often than your hand has it; choose from your hand.").format(
        card=card_name(_text(refused, "card"))
    )


def _not_usable(refused: Refusal) -> str:
    return _("That cannot be used now; name one of the uses on offer, or be done.")


def _wrong_amount(refused: Refusal) -> str:
    return _("It can be used for 1 to {most}, not for {amount}.").format(
        most=_number(refused, "most"), amount=_shown(refused, "amount")
    )


def _wrong_distance(refused: Refusal) -> str:
    distances = _texts(refused, "distances")
    return _("You cannot slipstream {distance} spaces; go {distances}, or stay.").format(
        distance=_number(refused, "distance"), distances=choice(distances)
    )


def _not_discardable(refused: Refusal) -> str:
    return _(
        "You cannot discard {card}: your hand has too few of it, or it is Heat or Stress, which never may go."
    ).format(card=card_name(_text(refused, "card")))


SENTENCES: Mapping[str, Callable[[Refusal], str]] = {
    "cluttered-cards": _cluttered_cards,
    "colour-twice": _colour_twice,
    "gear-not-filled": _gear_not_filled,
    "gear-too-far": _gear_too_far,
    "handicap-out-of-range": _handicap_out_of_range,
    "handicap-without-seat": _handicap_without_seat,
    "heat-not-played": _heat_not_played,
    "laps-out-of-range": _laps_out_of_range,
    "legends-out-of-range": _legends_out_of_range,
    "malformed": _malformed,
    "may-not-retire": _may_not_retire,
    "module-twice": _module_twice,
    "no-driver": _no_driver,
    "no-such-colour": _no_such_colour,
    "no-such-gear": _no_such_gear,
    "not-asked": _not_asked,
    "not-discardable": _not_discardable,
    "not-in-hand": _not_in_hand,
    "not-usable": _not_usable,
    "not-your-turn": _not_your_turn,
    "pro-out-of-range": _pro_out_of_range,
    "race-over": _race_over,
    "seed-out-of-range": _seed_out_of_range,
    "shift-not-paid": _shift_not_paid,
    "too-many-cars": _too_many_cars,
    "wrong-amount": _wrong_amount,
    "wrong-count": _wrong_count,
    "wrong-distance": _wrong_distance,
}
"""The sentence of every code."""
