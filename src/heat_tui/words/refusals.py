"""Why something is not allowed: what, where, and how to mend it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from heat_tui.engine.record import Refusal
from heat_tui.language import _, ngettext
from heat_tui.modules.championship import Championship, EventRule
from heat_tui.modules.garage import Garage
from heat_tui.modules.legends import Legends
from heat_tui.modules.spaces import Spaces
from heat_tui.modules.tournament import Tournament
from heat_tui.modules.weather import Weather
from heat_tui.words.cards import card_list, card_name, symbol_name
from heat_tui.words.garage import draft_name, level_name, set_name
from heat_tui.words.names import choice, colour_name, quoted


def mandatory_left(refused: Refusal) -> str:
    return _("You cannot be done yet: what your cards demand comes first, whatever is marked as a must.")


def wrong_number_of_cards(refused: Refusal) -> str:
    symbol, cards, wanted = text(refused, "symbol"), number(refused, "cards"), number(refused, "wanted")
    return _("{symbol} takes exactly so many cards: {wanted}, and you named {cards}.").format(
        symbol=symbol_name(symbol), wanted=wanted, cards=cards
    )


def not_in_pile(refused: Refusal) -> str:
    return _("You named {card} more often than your discard pile has it; choose from your discard pile.").format(
        card=card_name(text(refused, "card"))
    )


def not_a_value_each(refused: Refusal) -> str:
    cards = texts(refused, "cards")
    return ngettext(
        "Choose one value for {cards}.",
        "Choose one value for each of your cards with a choice: {cards}.",
        len(cards),
    ).format(cards=card_list(cards))


def wrong_value(refused: Refusal) -> str:
    return _("{card} cannot count {value}; take {values}.").format(
        card=card_name(text(refused, "card")),
        value=shown(refused, "value"),
        values=choice(texts(refused, "values")),
    )


def not_replaceable(refused: Refusal) -> str:
    return _("Giving up {cards} is not what is asked; choose one of the sets of cards on offer.").format(
        cards=card_list(texts(refused, "cards"))
    )


def not_refreshable(refused: Refusal) -> str:
    return _("You cannot refresh {card}: it is not among your played cards with Refresh, or not so often.").format(
        card=card_name(text(refused, "card"))
    )


def not_in_market(refused: Refusal) -> str:
    return _("{card} is not in the market; take a card that lies there.").format(card=card_name(text(refused, "card")))


def not_owned(refused: Refusal) -> str:
    return _("{card} is not one of your upgrades; choose one of those that you have.").format(
        card=card_name(text(refused, "card"))
    )


def no_such_level(refused: Refusal) -> str:
    return _("The garage has no level {level}; take {levels}.").format(
        level=quoted(text(refused, "level")), levels=choice([level_name(level) for level in texts(refused, "levels")])
    )


def no_such_draft(refused: Refusal) -> str:
    return _("There is no draft {draft}; take {drafts}.").format(
        draft=quoted(text(refused, "draft")), drafts=choice([draft_name(draft) for draft in texts(refused, "drafts")])
    )


def no_such_set(refused: Refusal) -> str:
    return _("There are no upgrades of a set {set}; the sets are {sets}.").format(
        set=quoted(text(refused, "set")), sets=choice([set_name(each) for each in texts(refused, "sets")])
    )


def too_few_upgrades(refused: Refusal) -> str:
    return _("There are too few upgrades for {drivers} drivers; this garage can serve {most}.").format(
        drivers=number(refused, "drivers"), most=number(refused, "most")
    )


def too_few_conditions(refused: Refusal) -> str:
    return _("This track has {corners} corners, but there are only {tokens} road conditions; race it dry.").format(
        corners=number(refused, "corners"), tokens=number(refused, "tokens")
    )


def same_upgrade(refused: Refusal) -> str:
    return _("You cannot exchange {card} for {card}; take another card, or keep all.").format(
        card=card_name(text(refused, "card"))
    )


def too_many_discards(refused: Refusal) -> str:
    return ngettext(
        "You may discard only {most} card in this race, and you named {cards}; name fewer, or none.",
        "You may discard only {most} cards in this race, and you named {cards}; name fewer, or none.",
        number(refused, "most"),
    ).format(most=number(refused, "most"), cards=number(refused, "cards"))


def season_over(refused: Refusal) -> str:
    return _("The season is over; nothing more can be played in it.")


def no_such_event(refused: Refusal) -> str:
    return _("There is no event {event}; the events are numbered 1 to {most}.").format(
        event=shown(refused, "event"), most=number(refused, "most")
    )


def calendar_length(refused: Refusal) -> str:
    return _("A season cannot have {races} races; take 1 to {most}.").format(
        races=number(refused, "races"), most=number(refused, "most")
    )


def parts_of_calendar(refused: Refusal) -> str:
    return ngettext(
        "The seasons of the career do not add up to its {races} race; give each season at least one race.",
        "The seasons of the career do not add up to its {races} races; give each season at least one race.",
        number(refused, "races"),
    ).format(races=number(refused, "races"))


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


def number(refused: Refusal, name: str) -> int:
    """A fact that is a number; TypeError if it is not."""
    fact = refused.fact(name)
    if not isinstance(fact, int):
        raise TypeError(f"{refused.code}: {name} is not a number")
    return fact


def shown(refused: Refusal, name: str) -> str:
    """A figure that may come from a person's hand, so that it may be no figure at all."""
    fact = str(refused.fact(name))
    return fact if fact.isdecimal() else quoted(fact)


def text(refused: Refusal, name: str) -> str:
    """A fact as it is written."""
    return str(refused.fact(name))


def texts(refused: Refusal, name: str) -> tuple[str, ...]:
    """A fact that lists several things; TypeError if it does not."""
    fact = refused.fact(name)
    if not isinstance(fact, tuple):
        raise TypeError(f"{refused.code}: {name} is not a list")
    return fact
