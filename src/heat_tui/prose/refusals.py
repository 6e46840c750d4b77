"""Why something is not allowed: what, where, and how to mend it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from heat_tui.engine.refusal import Refusal
from heat_tui.language import _, ngettext
from heat_tui.modules.championship import Championship, EventRule
from heat_tui.modules.garage import Garage
from heat_tui.modules.legends import Legends
from heat_tui.modules.spaces import Spaces
from heat_tui.modules.tournament import Tournament
from heat_tui.modules.weather import Weather
from heat_tui.prose.module_refusals import (
    calendar_length,
    mandatory_left,
    no_such_draft,
    no_such_event,
    no_such_level,
    no_such_set,
    not_a_value_each,
    not_in_market,
    not_in_pile,
    not_owned,
    not_refreshable,
    not_replaceable,
    parts_of_calendar,
    same_upgrade,
    season_over,
    too_few_conditions,
    too_few_upgrades,
    too_many_discards,
    wrong_number_of_cards,
    wrong_value,
)
from heat_tui.prose.cards import card_list, card_name
from heat_tui.prose.names import choice, colour_name, quoted
from heat_tui.prose.refused_facts import number, shown, text, texts


def refusal(refused: Refusal) -> str:
    """One sentence for a refusal of the engine or a module."""
    return SENTENCES[refused.code](refused)


def _legends_out_of_range(refused: Refusal) -> str:
    return _("There cannot be {legends} Legends; take 0 to {most}.").format(
        legends=number(refused, "legends"), most=number(refused, "most")
    )


def _pro_out_of_range(refused: Refusal) -> str:
    return _("The Legends' option pro cannot be {pro}; take 0 to {most}.").format(
        pro=number(refused, "pro"), most=number(refused, "most")
    )


def _too_many_cars(refused: Refusal) -> str:
    return _("{cars} cars are too many for this race; there is room for {most}.").format(
        cars=number(refused, "cars"), most=number(refused, "most")
    )


def _no_such_colour(refused: Refusal) -> str:
    return _("No car is {colour}; the colours are {colours}.").format(
        colour=quoted(text(refused, "colour")),
        colours=choice([colour_name(colour) for colour in texts(refused, "colours")]),
    )


def _colour_twice(refused: Refusal) -> str:
    return _("Two cars cannot both be {colour}; give each car its own colour.").format(
        colour=colour_name(text(refused, "colour"))
    )


def _no_driver(refused: Refusal) -> str:
    return _("A race needs at least one driver; name one.")


def _laps_out_of_range(refused: Refusal) -> str:
    return _("A race cannot have {laps} laps; take 1 to {most}.").format(
        laps=number(refused, "laps"), most=number(refused, "most")
    )


def _seed_out_of_range(refused: Refusal) -> str:
    return _("The seed {seed} is out of range; take a whole number from 0 to {most}.").format(
        seed=shown(refused, "seed"), most=(1 << 63) - 1
    )


def _handicap_without_seat(refused: Refusal) -> str:
    return _("There is a handicap for seat {seat}, but the last seat is {seats}; leave it out.").format(
        seat=number(refused, "seat"), seats=number(refused, "seats")
    )


def _handicap_out_of_range(refused: Refusal) -> str:
    return _("The handicap of seat {seat} cannot be {heat} Heat; take 0 to {most}.").format(
        seat=number(refused, "seat"), heat=number(refused, "heat"), most=number(refused, "most")
    )


def _module_twice(refused: Refusal) -> str:
    return _("The optional rule {module} is switched on twice; once is enough.").format(
        module=_module_name(text(refused, "module"))
    )


def _module_name(module: str) -> str:
    names = {
        Legends.name: _("Legends"),
        Garage.name: _("garage"),
        Weather.name: _("weather"),
        Tournament.name: _("tournament mode"),
        Spaces.name: _("special spaces"),
        Championship.name: _("championship"),
        EventRule.name: _("event"),
    }
    return names.get(module) or quoted(module)


def _race_over(refused: Refusal) -> str:
    return _("The race is over; nothing more can be played in it.")


def _not_your_turn(refused: Refusal) -> str:
    return _("It is not for seat {seat} to decide now; wait for the next question.").format(
        seat=number(refused, "seat") + 1
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
            return _not_asked_of_upgrades(asked)


def _not_asked_of_upgrades(asked: object) -> str:
    match asked:
        case "values":
            return _("The question is what your cards are worth: choose a value for each.")
        case "replace":
            return _("The question is which cards to give up for Heat that cannot be paid: choose one of the sets.")
        case "refresh":
            return _("The question is which cards to refresh: name them in order, or none.")
        case "pick":
            return _("The question is which upgrade to take: choose one of the market.")
        case "put-away":
            return _("The question is which upgrade to put away: choose one of yours.")
        case "exchange":
            return _("The question is which upgrade to give for which of the market: name both, or keep all.")
        case "keep":
            return _("The question is which upgrade to keep: choose one of yours.")
        case "next-race":
            return _("The question is whether the season goes on: begin the next race.")
        case _:
            raise AssertionError(f"no words for the question {asked}")


def _malformed(refused: Refusal) -> str:
    return _("That is not an answer that can be read; choose one of the actions on offer.")


def _may_not_retire(refused: Refusal) -> str:
    return _(
        "You cannot retire now: only in a race with this option, and once a car has finished; choose a gear and cards."
    )


def _wrong_count(refused: Refusal) -> str:
    gear, cards = number(refused, "gear"), number(refused, "cards")
    return ngettext(
        "Gear {gear} needs exactly {gear} card, and you named {cards}.",
        "Gear {gear} needs exactly {gear} cards, and you named {cards}.",
        gear,
    ).format(gear=gear, cards=cards)


def _no_such_gear(refused: Refusal) -> str:
    return _("There is no gear {gear}; the gears are 1 to 4.").format(gear=number(refused, "gear"))


def _gear_too_far(refused: Refusal) -> str:
    return _("Gear {gear} is too far from gear {before}; you can shift two gears at most.").format(
        gear=number(refused, "gear"), before=number(refused, "before")
    )


def _gear_not_filled(refused: Refusal) -> str:
    return _(
        "Gear {gear} needs {gear} cards, and your hand has only {playable} that can be played; choose a lower gear."
    ).format(gear=number(refused, "gear"), playable=number(refused, "playable"))


def _shift_not_paid(refused: Refusal) -> str:
    return _(
        "You cannot shift from gear {before} to gear {gear}: it costs more Heat than the {engine} in the engine; "
        "choose a nearer gear."
    ).format(before=number(refused, "before"), gear=number(refused, "gear"), engine=number(refused, "engine"))


def _cluttered_cards(refused: Refusal) -> str:
    return _("Your hand is cluttered, so in gear {gear} you lay down exactly {cards}.").format(
        gear=number(refused, "gear"), cards=card_list(texts(refused, "cards"))
    )


def _heat_not_played(refused: Refusal) -> str:
    return _("Heat cannot be played from the hand; choose another card.")


def _not_in_hand(refused: Refusal) -> str:
    return _("You named {card} more often than your hand has it; choose from your hand.").format(
        card=card_name(text(refused, "card"))
    )


def _not_usable(refused: Refusal) -> str:
    return _("That cannot be used now; name one of the uses on offer, or be done.")


def _wrong_amount(refused: Refusal) -> str:
    least, most, amount = number(refused, "least"), number(refused, "most"), shown(refused, "amount")
    if least == most:
        return _("It can be used for exactly {most}, not for {amount}.").format(most=most, amount=amount)
    return _("It can be used for {least} to {most}, not for {amount}.").format(least=least, most=most, amount=amount)


def _wrong_distance(refused: Refusal) -> str:
    distances = texts(refused, "distances")
    return _("You cannot slipstream {distance} spaces; go {distances}, or stay.").format(
        distance=number(refused, "distance"), distances=choice(distances)
    )


def _not_discardable(refused: Refusal) -> str:
    return _(
        "You cannot discard {card}: your hand has too few of it, or it is Heat or Stress, which may not go."
    ).format(card=card_name(text(refused, "card")))


SENTENCES: Mapping[str, Callable[[Refusal], str]] = {
    "calendar-length": calendar_length,
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
    "mandatory-left": mandatory_left,
    "may-not-retire": _may_not_retire,
    "module-twice": _module_twice,
    "no-driver": _no_driver,
    "no-such-colour": _no_such_colour,
    "no-such-draft": no_such_draft,
    "no-such-event": no_such_event,
    "no-such-gear": _no_such_gear,
    "no-such-level": no_such_level,
    "no-such-set": no_such_set,
    "not-a-value-each": not_a_value_each,
    "not-asked": _not_asked,
    "not-discardable": _not_discardable,
    "not-in-hand": _not_in_hand,
    "not-in-market": not_in_market,
    "not-in-pile": not_in_pile,
    "not-owned": not_owned,
    "not-refreshable": not_refreshable,
    "not-replaceable": not_replaceable,
    "not-usable": _not_usable,
    "not-your-turn": _not_your_turn,
    "parts-of-calendar": parts_of_calendar,
    "pro-out-of-range": _pro_out_of_range,
    "race-over": _race_over,
    "same-upgrade": same_upgrade,
    "season-over": season_over,
    "seed-out-of-range": _seed_out_of_range,
    "shift-not-paid": _shift_not_paid,
    "too-few-conditions": too_few_conditions,
    "too-few-upgrades": too_few_upgrades,
    "too-many-cars": _too_many_cars,
    "too-many-discards": too_many_discards,
    "wrong-amount": _wrong_amount,
    "wrong-count": _wrong_count,
    "wrong-distance": _wrong_distance,
    "wrong-number-of-cards": wrong_number_of_cards,
    "wrong-value": wrong_value,
}
"""The sentence of every code."""
