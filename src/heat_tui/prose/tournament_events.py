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
        "{name} shows {number} card, still face down, for gear {number}.",
        "{name} shows {number} cards, still face down, for gear {number}.",
        event.number,
    ).format(name=car_name(sheet, event.car), number=event.number)


@told.register
def shift_unpaid(event: ShiftUnpaid, sheet: RaceSheet) -> str:
    """Why the number changes (M2)."""
    name, engine = car_name(sheet, event.car), event.engine
    shift = _("The shift from gear {before} to gear {number} costs {heat} Heat").format(
        before=event.before, number=event.number, heat=event.heat
    )
    lacking = (
        _("{shift}, but {name} has only {engine}").format(shift=shift, name=name, engine=engine)
        if engine
        else _("{shift}, but {name} has none").format(shift=shift, name=name)
    )
    if event.number > event.before:
        return _("{lacking}, so chance takes one of the cards.").format(lacking=lacking)
    return _("{lacking}, so a Basic card is added from the draw deck.").format(lacking=lacking)


@told.register
def card_lost(event: CardLost, sheet: RaceSheet) -> str:
    """The card that chance took (M2)."""
    return _("It is {card}, which goes to the discard pile.").format(card=card_name(event.card))
