"""Why something about upgrades, seasons and other modules is not allowed."""

from __future__ import annotations

from heat_tui.engine.refusal import Refusal
from heat_tui.language import _, ngettext
from heat_tui.prose.cards import card_list, card_name
from heat_tui.prose.garage import draft_name, level_name, set_name
from heat_tui.prose.names import choice, quoted
from heat_tui.prose.refused_facts import number, shown, text, texts
from heat_tui.prose.symbols import symbol_name


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
