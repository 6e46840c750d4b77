"""The garage in words: the market, who has which upgrades, and what the options are called."""

from __future__ import annotations

from heat_tui.engine.cards import HEAT
from heat_tui.engine.view import SeatView
from heat_tui.language import _
from heat_tui.modules.garage import PUT_AWAY, Garage, GarageShown
from heat_tui.modules.garage.market import EXCHANGE
from heat_tui.words.cards import CARDS, card_list, card_name, card_words, face, is_upgrade, legend_of_signs
from heat_tui.words.names import car_list, car_name, row


def garage_of(view: SeatView) -> GarageShown | None:
    """The open part of the garage, None in a race without one."""
    shown = dict(view.shown).get(Garage.name)
    return shown if isinstance(shown, GarageShown) else None


def garage_lines(view: SeatView) -> list[str]:
    """All that is open: what lies in the market, whose turn it is to take, and what everybody has."""
    garage = garage_of(view)
    if garage is None:
        return [_("This race has no garage: everybody drives with the starting upgrades.")]
    lines = _draft(view, garage)
    for seat, owned in enumerate(garage.owned):
        name = car_name(view.sheet, seat)
        if owned:
            lines.append(
                _("{name} has {cards}.").format(name=name, cards=row([card_with_signs(card) for card in owned]))
            )
        else:
            lines.append(_("{name} has no upgrades yet.").format(name=name))
    return [*lines, *signs_lines((*garage.market, *(card for owned in garage.owned for card in owned)))]


def _draft(view: SeatView, garage: GarageShown) -> list[str]:
    if not garage.waiting:
        return []
    waiting = car_list(view.sheet, garage.waiting)
    if garage.round == PUT_AWAY:
        return [_("Still to put one of four upgrades away: {names}.").format(names=waiting)]
    return [
        _draft_round(garage, waiting),
        _("In the market: {cards}.").format(cards=row([card_with_signs(card) for card in garage.market])),
    ]


def _draft_round(garage: GarageShown, waiting: str) -> str:
    if garage.round == EXCHANGE:
        return _("Last on the grid, {name} may give an upgrade for one of the market.").format(name=waiting)
    if garage.rounds == 1:
        return _("The draft; still to choose, in this order: {names}.").format(names=waiting)
    return _("Draft round {round} of {rounds}; still to choose, in this order: {names}.").format(
        round=garage.round, rounds=garage.rounds, names=waiting
    )


def owned_line(view: SeatView, seat: int) -> list[str]:
    """The upgrades of a driver in a line; none before he has any, or in a race without a garage."""
    garage = garage_of(view)
    if garage is None or seat >= len(garage.owned) or not garage.owned[seat]:
        return []
    return [_("Upgrades: {cards}.").format(cards=card_list(garage.owned[seat]))]


def card_with_signs(key: str) -> str:
    """A card and what stands on it: "Radiator-6 (6 H1 C1)"; the name alone where that says it all."""
    signs = " ".join(face(CARDS[key]))
    name = card_name(key)
    return _("{card} ({signs})").format(card=name, signs=signs) if is_upgrade(key) else name


def signs_lines(keys: tuple[str, ...]) -> list[str]:
    """What the signs on some cards mean, in one line; none where there are no signs."""
    legend = legend_of_signs([CARDS[key] for key in dict.fromkeys(keys)])
    if not legend:
        return []
    meanings = [_("{sign}: {meaning}").format(sign=sign, meaning=meaning) for sign, meaning in legend]
    text = meanings[0]
    for each in meanings[1:]:
        text = _("{items}; {item}").format(items=text, item=each)
    return [_("The signs: {meanings}.").format(meanings=text)]


def market_words(key: str) -> str:
    """What an upgrade in the market does and is good for; a Heat there is one more for the engine."""
    if key == HEAT:
        return _(
            "Upgrade Heat: it begins the race in your draw deck; once it is cooled down, your engine has 1 Heat more."
        )
    return card_words(key)
