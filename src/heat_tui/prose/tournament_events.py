"""Sentences for tournament mode: the number shown, and what an unpaid shift takes."""

from __future__ import annotations

from heat_tui.engine.sheet import RaceSheet
from heat_tui.language import _, ngettext
from heat_tui.modules.tournament import CardLost, NumberShown, ShiftUnpaid
from heat_tui.prose.cards import card_name
from heat_tui.prose.names import car_name
from heat_tui.prose.telling import told


@told.register
def number_shown(event: NumberShown, sheet: RaceSheet) -> str:
    """How many cards lie there, which is to be the gear (M1)."""
    return ngettext(
        "{name} shows {number} card, still face down, so gear {number} is what it is to be.",
        "{name} shows {number} cards, still face down, so gear {number} is what it is to be.",
        event.number,
    ).format(name=car_name(sheet, event.car), number=event.number)


@told.register
def shift_unpaid(event: ShiftUnpaid, sheet: RaceSheet) -> str:
    """Why the number changes (M2)."""
    name, before, number, heat = car_name(sheet, event.car), event.before, event.number, event.heat
    if number > before:
        return _(
            "The shift from gear {before} to gear {number} costs {heat} Heat, but {name} has only {engine}, "
            "so chance takes one of the cards."
        ).format(before=before, number=number, heat=heat, name=name, engine=event.engine)
    return _(
        "The shift from gear {before} to gear {number} costs {heat} Heat, but {name} has only {engine}, "
        "so a Basic card is added from the draw deck."
    ).format(before=before, number=number, heat=heat, name=name, engine=event.engine)


@told.register
def card_lost(event: CardLost, sheet: RaceSheet) -> str:
    """The card that chance took (M2)."""
    return _("It is {card}, which goes to the discard pile.").format(card=card_name(event.card))
