"""Sentences for what the symbols of upgrades bring about."""

from __future__ import annotations

from heat_tui.engine.sheet import RaceSheet
from heat_tui.engine.symbol_events import (
    Accelerated,
    CardsRefreshed,
    CardsReplaced,
    CardsSalvaged,
    CardsScrapped,
    Drafted,
    HeatPaid,
    LimitsAdjusted,
    PlayedDirectly,
    StressReduced,
    SuperCooled,
    ValuesChosen,
)
from heat_tui.language import _, ngettext
from heat_tui.prose.cards import card_list, card_name
from heat_tui.prose.names import car_name, listing
from heat_tui.prose.places import spaces_words
from heat_tui.prose.telling import told
from heat_tui.prose.values import values_words


@told.register
def values_chosen(event: ValuesChosen, sheet: RaceSheet) -> str:
    """The values of cards that offer a choice (3.1)."""
    return _("{name} chooses {values}.").format(name=car_name(sheet, event.car), values=values_words(event.values))


@told.register
def cards_replaced(event: CardsReplaced, sheet: RaceSheet) -> str:
    """Why a card goes that was just revealed (G8)."""
    name = car_name(sheet, event.car)
    return ngettext(
        "{name} has no way to pay the Heat of {cards}, so it is discarded and a Basic card takes its place.",
        "{name} has no way to pay the Heat of {cards}, so they are discarded and Basic cards take their places.",
        len(event.cards),
    ).format(name=name, cards=card_list(event.cards))


@told.register
def limits_adjusted(event: LimitsAdjusted, sheet: RaceSheet) -> str:
    """What Adjust does to the limits (G9)."""
    name = car_name(sheet, event.car)
    if not event.by:
        return _("The limits are as they stand for {name} again.").format(name=name)
    if event.by > 0:
        return _("With these cards every limit is {by} higher for {name} in this turn.").format(by=event.by, name=name)
    return _("With these cards every limit is {by} lower for {name} in this turn.").format(by=-event.by, name=name)


@told.register
def heat_paid(event: HeatPaid, sheet: RaceSheet) -> str:
    """The price of a card (G6)."""
    return _("{name} pays {heat} Heat, which {card} demands.").format(
        name=car_name(sheet, event.car), heat=event.heat, card=card_name(event.source)
    )


@told.register
def cards_scrapped(event: CardsScrapped, sheet: RaceSheet) -> str:
    """What a card scraps: each lay on top of the discard pile for a moment (K1)."""
    name, card = car_name(sheet, event.car), card_name(event.source)
    if not event.cards:
        return _("{card} finds nothing to scrap: {name} has no card in the draw deck or the discard pile.").format(
            card=card, name=name
        )
    return ngettext(
        "{card} scraps the top card of the draw deck of {name}: {cards}.",
        "{card} scraps the top {number} cards of the draw deck of {name}: {cards}.",
        len(event.cards),
    ).format(name=name, number=len(event.cards), cards=card_list(event.cards), card=card)


@told.register
def stress_reduced(event: StressReduced, sheet: RaceSheet) -> str:
    """Stress that leaves the hand unplayed (G7)."""
    return _("{name} calms down: {card} takes {cards} Stress out of the hand.").format(
        name=car_name(sheet, event.car), cards=event.cards, card=card_name(event.source)
    )


@told.register
def cards_salvaged(event: CardsSalvaged, sheet: RaceSheet) -> str:
    """How many cards come back; which, is secret (K2)."""
    return ngettext(
        "With {card} {name} looks through the discard pile and shuffles {cards} card of it into the draw deck.",
        "With {card} {name} looks through the discard pile and shuffles {cards} cards of it into the draw deck.",
        event.cards,
    ).format(name=car_name(sheet, event.car), cards=event.cards, card=card_name(event.source))


@told.register
def super_cooled(event: SuperCooled, sheet: RaceSheet) -> str:
    """Heat that was already spent and is there again (H3)."""
    return _("{name} super cools with {card}: {heat} Heat goes from the discard pile into the engine.").format(
        name=car_name(sheet, event.car), heat=event.heat, card=card_name(event.source)
    )


@told.register
def played_directly(event: PlayedDirectly, sheet: RaceSheet) -> str:
    """A card beyond the gear (G7)."""
    return _("{name} plays {card} directly from the hand, on top of the cards of the gear.").format(
        name=car_name(sheet, event.car), card=card_name(event.card)
    )


@told.register
def accelerated(event: Accelerated, sheet: RaceSheet) -> str:
    """Speed for every + (G7)."""
    return ngettext(
        "{name} accelerates with {card}: {by} extra speed, for the one + of this turn.",
        "{name} accelerates with {card}: {by} extra speed, 1 for each + of this turn.",
        event.by,
    ).format(name=car_name(sheet, event.car), card=card_name(event.source), by=event.by)


@told.register
def drafted(event: Drafted, sheet: RaceSheet) -> str:
    """Up behind the next car (N2)."""
    return _("{name} drafts {spaces} with {cards}, up behind the next car.").format(
        name=car_name(sheet, event.car),
        spaces=spaces_words(event.spaces),
        cards=listing([card_name(source) for source in event.sources]),
    )


@told.register
def cards_refreshed(event: CardsRefreshed, sheet: RaceSheet) -> str:
    """What goes on the draw deck instead of the discard pile (G7)."""
    name = car_name(sheet, event.car)
    if len(event.cards) == 1:
        return _("{name} refreshes {card}: it goes on top of the draw deck.").format(
            name=name, card=card_name(event.cards[0])
        )
    return _("{name} refreshes {cards}: they go on top of the draw deck, to be drawn in this order.").format(
        name=name, cards=listing([card_name(card) for card in event.cards])
    )
