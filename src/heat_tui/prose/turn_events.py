"""Sentences for what a driver does in a turn, step by step, but for moves and corners."""

from __future__ import annotations

from heat_tui.engine.events import (
    AdrenalineGained,
    Boosted,
    CardFlipped,
    CardsDiscarded,
    CardsRevealed,
    CardsTurnedOver,
    DeckShuffled,
    GearShifted,
    HandCluttered,
    HandFilled,
    HeatCooled,
)
from heat_tui.engine.sheet import RaceSheet
from heat_tui.language import _, ngettext
from heat_tui.modules.spaces import FLOODED_COST
from heat_tui.prose.cards import card_list, card_name
from heat_tui.prose.names import car_name
from heat_tui.prose.telling import told

BOOST = "boost"
"""The source of a + that a Boost turned over."""

SHIFT = "shift"
"""The source of a Basic card turned over because a shift down could not be paid (M2)."""

LONG_SHIFT = 2
"""Gears in one shift, of which the second is paid for (1.2)."""


@told.register
def gear_shifted(event: GearShifted, sheet: RaceSheet) -> str:
    """The shift and its price."""
    name, before, gear, heat = car_name(sheet, event.car), event.before, event.gear, event.heat
    if heat == 1 and abs(gear - before) == LONG_SHIFT:
        return _("{name} shifts from gear {before} to gear {gear} and pays 1 Heat for two gears at once.").format(
            name=name, before=before, gear=gear
        )
    if heat and gear < before and heat == (before - gear == LONG_SHIFT) + FLOODED_COST and sheet.track.flooded:
        return _(
            "{name} shifts down from gear {before} to gear {gear} and pays {heat} Heat, for the car stands in water."
        ).format(name=name, before=before, gear=gear, heat=heat)
    if heat:
        return _("{name} shifts from gear {before} to gear {gear} and pays {heat} Heat for it.").format(
            name=name, before=before, gear=gear, heat=heat
        )
    if gear == before:
        return _("{name} stays in gear {gear}.").format(name=name, gear=gear)
    if gear > before:
        return _("{name} shifts up from gear {before} to gear {gear}.").format(name=name, before=before, gear=gear)
    return _("{name} shifts down from gear {before} to gear {gear}.").format(name=name, before=before, gear=gear)


@told.register
def cards_revealed(event: CardsRevealed, sheet: RaceSheet) -> str:
    """The cards played; as many as the gear (2.1)."""
    return _("{name} reveals {cards} in gear {gear}.").format(
        name=car_name(sheet, event.car), cards=card_list(event.cards), gear=len(event.cards)
    )


@told.register
def hand_cluttered(event: HandCluttered, sheet: RaceSheet) -> str:
    """Why a car stands still (2.2)."""
    return _(
        "{name} reveals {cards}: the hand is cluttered and cannot fill the gear, "
        "so the car does not move and the gear falls to 1."
    ).format(name=car_name(sheet, event.car), cards=card_list(event.cards))


@told.register
def cards_turned_over(event: CardsTurnedOver, sheet: RaceSheet) -> str:
    """What a + turned over before the draw deck ran out."""
    name, cards, number = car_name(sheet, event.car), card_list(event.cards), len(event.cards)
    if event.source == SHIFT:
        return ngettext(
            "{name} turns over {cards}, which is discarded.", "{name} turns over {cards}, which are discarded.", number
        ).format(name=name, cards=cards)
    if event.source == BOOST:
        return ngettext(
            "For the Boost {name} turns over {cards}, which is discarded.",
            "For the Boost {name} turns over {cards}, which are discarded.",
            number,
        ).format(name=name, cards=cards)
    return ngettext(
        "For {source} {name} turns over {cards}, which is discarded.",
        "For {source} {name} turns over {cards}, which are discarded.",
        number,
    ).format(source=card_name(event.source), name=name, cards=cards)


@told.register
def card_flipped(event: CardFlipped, sheet: RaceSheet) -> str:
    """What a + turned over."""
    name = car_name(sheet, event.car)
    if event.source == BOOST:
        return _boost_flipped(event, name)
    if event.source == SHIFT:
        return _shift_flipped(event, name)
    source = card_name(event.source)
    if event.card is None:
        return _("{source} counts 0: {name} has no Basic card left to turn over.").format(source=source, name=name)
    card = card_name(event.card)
    if not event.discarded:
        return _("For {source} {name} turns over a {card}.").format(source=source, name=name, card=card)
    return ngettext(
        "For {source} {name} turns over {discarded}, which is discarded, and then a {card}.",
        "For {source} {name} turns over {discarded}, which are discarded, and then a {card}.",
        len(event.discarded),
    ).format(source=source, name=name, discarded=card_list(event.discarded), card=card)


def _boost_flipped(event: CardFlipped, name: str) -> str:
    if event.card is None:
        return _("The Boost counts 0: {name} has no Basic card left to turn over.").format(name=name)
    card = card_name(event.card)
    if not event.discarded:
        return _("{name} turns over a {card} for the Boost.").format(name=name, card=card)
    return ngettext(
        "For the Boost {name} turns over {discarded}, which is discarded, and then a {card}.",
        "For the Boost {name} turns over {discarded}, which are discarded, and then a {card}.",
        len(event.discarded),
    ).format(name=name, discarded=card_list(event.discarded), card=card)


def _shift_flipped(event: CardFlipped, name: str) -> str:
    if event.card is None:
        return _("Nothing is added: {name} has no Basic card left to turn over.").format(name=name)
    card = card_name(event.card)
    if not event.discarded:
        return _("{name} turns over a {card}, which joins the cards played.").format(name=name, card=card)
    return ngettext(
        "{name} turns over {discarded}, which is discarded, and then a {card}, which joins the cards played.",
        "{name} turns over {discarded}, which are discarded, and then a {card}, which joins the cards played.",
        len(event.discarded),
    ).format(name=name, discarded=card_list(event.discarded), card=card)


@told.register
def deck_shuffled(event: DeckShuffled, sheet: RaceSheet) -> str:
    """A new draw deck (P3)."""
    return ngettext(
        "The draw deck of {name} is used up, so the {cards} card of the discard pile becomes the new deck.",
        "The draw deck of {name} is used up, so the {cards} cards of the discard pile are shuffled into a new one.",
        event.cards,
    ).format(name=car_name(sheet, event.car), cards=event.cards)


@told.register
def adrenaline_gained(event: AdrenalineGained, sheet: RaceSheet) -> str:
    """Who gains Adrenaline, and why (4.1)."""
    name = car_name(sheet, event.car)
    if event.last == 1:
        return _("Adrenaline for {name}, last in the order: 1 extra speed and 1 Cooldown for this turn.").format(
            name=name
        )
    return _(
        "Adrenaline for {name}, one of the last two in the order: 1 extra speed and 1 Cooldown for this turn."
    ).format(name=name)


@told.register
def heat_cooled(event: HeatCooled, sheet: RaceSheet) -> str:
    """A Cooldown and where it comes from (5.2)."""
    name, heat = car_name(sheet, event.car), event.heat
    if event.source == "gear":
        return _("{name} cools {heat} Heat down into the engine, as the gear allows.").format(name=name, heat=heat)
    if event.source == "adrenaline":
        return _("{name} cools {heat} Heat down into the engine with Adrenaline.").format(name=name, heat=heat)
    if event.source == "sector":
        return _("{name} cools {heat} Heat down into the engine, as this sector allows.").format(name=name, heat=heat)
    return _("{name} cools {heat} Heat down into the engine with the card {card}.").format(
        name=name, heat=heat, card=card_name(event.source)
    )


@told.register
def boosted(event: Boosted, sheet: RaceSheet) -> str:
    """The price of a Boost (5.3)."""
    name = car_name(sheet, event.car)
    if not event.heat:
        return _("{name} makes a Boost at no cost.").format(name=name)
    return _("{name} pays {heat} Heat for a Boost.").format(name=name, heat=event.heat)


@told.register
def cards_discarded(event: CardsDiscarded, sheet: RaceSheet) -> str:
    """How many cards leave the hand; which, is secret but for the top one (K2)."""
    return ngettext(
        "{name} discards {cards} card from the hand.",
        "{name} discards {cards} cards from the hand.",
        event.cards,
    ).format(name=car_name(sheet, event.car), cards=event.cards)


@told.register
def hand_filled(event: HandFilled, sheet: RaceSheet) -> str:
    """The draw (9.2)."""
    name, drawn, hand = car_name(sheet, event.car), event.drawn, event.hand
    if not drawn:
        return _("{name} draws no cards and holds {hand}.").format(name=name, hand=hand)
    return ngettext(
        "{name} draws {drawn} card and holds {hand}.",
        "{name} draws {drawn} cards and holds {hand}.",
        drawn,
    ).format(name=name, drawn=drawn, hand=hand)
