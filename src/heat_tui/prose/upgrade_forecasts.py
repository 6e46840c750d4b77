"""What upgrades and tournament mode add to the consequences of an action."""

from __future__ import annotations

from fractions import Fraction

from heat_tui.engine.forecast import CERTAIN, Forecast, Outcome
from heat_tui.engine.forecast_reveal import Values
from heat_tui.engine.view import SeatView
from heat_tui.language import _, ngettext
from heat_tui.prose.cards import card_list
from heat_tui.prose.goals import with_promises
from heat_tui.prose.odds import odds_in_words
from heat_tui.prose.places import space_words

Ways = tuple[Outcome, ...]


def unpaid_shift(forecast: Forecast) -> list[str]:
    """What a shift takes that the engine cannot pay (M2)."""
    if forecast.lost:
        return [
            ngettext(
                "Your engine cannot pay that shift: chance takes {cards} of your cards, and your gear is 1 lower.",
                "Your engine cannot pay that shift: chance takes {cards} of your cards, and your gear is {cards} "
                "lower.",
                forecast.lost,
            ).format(cards=forecast.lost)
        ]
    if forecast.flips:
        return [
            ngettext(
                "Your engine cannot pay that shift: {cards} Basic card is added, and your gear is 1 higher.",
                "Your engine cannot pay that shift: {cards} Basic cards are added, and your gear is {cards} higher.",
                forecast.flips,
            ).format(cards=forecast.flips)
        ]
    return []


def owed_lines(view: SeatView, forecast: Forecast) -> list[str]:
    """The Heat that cards demand before the corners, and cards that have to go for it (G6, G8)."""
    outcomes, lines = forecast.outcomes, []
    low, high = min(each.owed for each in outcomes), max(each.owed for each in outcomes)
    if low < high:
        lines.append(_("Before the corners your cards demand {low} to {high} Heat.").format(low=low, high=high))
    elif high:
        lines.append(_("Before the corners your cards demand {heat} Heat.").format(heat=high))
    there = view.own.engine - forecast.heat + forecast.cooled
    if high > there:
        lines.append(_("The engine has {heat} for that, so cool down first.").format(heat=there))
    chances: dict[tuple[str, ...], Fraction] = {}
    for each in outcomes:
        if each.replaced:
            chances[each.replaced] = chances.get(each.replaced, Fraction(0)) + each.chance
    for cards, chance in chances.items():
        lines.append(_replaced(cards, chance))
    return lines


def _replaced(cards: tuple[str, ...], chance: Fraction) -> str:
    if chance == CERTAIN:
        return ngettext(
            "You cannot pay the Heat of {cards}, so a Basic card is turned over for it.",
            "You cannot pay the Heat of {cards}, so Basic cards are turned over for them.",
            len(cards),
        ).format(cards=card_list(cards))
    return ngettext(
        "That you cannot pay the Heat of {cards}, and a Basic card is turned over for it, is {odds}.",
        "That you cannot pay the Heat of {cards}, and Basic cards are turned over for them, is {odds}.",
        len(cards),
    ).format(cards=card_list(cards), odds=odds_in_words(chance))


def value_lines(view: SeatView, forecast: Forecast) -> list[str]:
    """How it comes out for every sum of the values that are still to be chosen; none where nothing is to be chosen."""
    if not forecast.by_values:
        return []
    sums: dict[int, tuple[Values, Ways]] = {}
    for values, ways in forecast.by_values:
        sums.setdefault(sum(value for _card, value in values), (values, ways))
    cards = [card for card, _value in forecast.by_values[0][0]]
    if len(cards) == 1:
        lines = [_("The value of {card} you choose when every + is resolved.").format(card=card_list(cards))]
    else:
        lines = [_("The values of {cards} you choose when every + is resolved.").format(cards=card_list(cards))]
    for total, (_values, ways) in sorted(sums.items()):
        lines.append(
            _("If you choose {value}: {words}.").format(value=total, words=_short(view, ways))
            if len(cards) == 1
            else _("If you choose {value} together: {words}.").format(value=total, words=_short(view, ways))
        )
    return lines


def _short(view: SeatView, ways: Ways) -> str:
    """Outcomes in one line: speed, landing, the Heat of the corners, and the danger."""
    words = with_promises(view, _speed(view, ways), ways)
    low, high = min(way.heat for way in ways), max(way.heat for way in ways)
    if low < high:
        words = _("{outcome}, {low} to {high} Heat at the corners").format(outcome=words, low=low, high=high)
    elif high:
        words = _("{outcome}, {heat} Heat at the corners").format(outcome=words, heat=high)
    spin = sum((way.chance for way in ways if way.spins), Fraction(0))
    if spin == CERTAIN:
        return _("{outcome}, and you spin out").format(outcome=words)
    if spin:
        return _("{outcome}, a spin out is {odds}").format(outcome=words, odds=odds_in_words(spin))
    return words


def _speed(view: SeatView, ways: Ways) -> str:
    track, low, high = view.sheet.track, ways[0].speed, ways[-1].speed
    first, last = min(way.end for way in ways), max(way.end for way in ways)
    if low == high:
        return _("speed {speed}, {place}").format(speed=low, place=space_words(track, last))
    if first == last:
        return _("speed {low} to {high}, {place}").format(low=low, high=high, place=space_words(track, last))
    return _("speed {low} to {high}, {first} to {last}").format(
        low=low, high=high, first=space_words(track, first), last=space_words(track, last)
    )
