"""What a reveal comes to: + and values, and Heat that cannot be paid, from what the seat can know (3.1, G5, G8).

What a flip brings besides its Basic card is not reckoned with: Heat turned over might still be super cooled.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product

from heat_tui.engine.cards import HEAT, Card
from heat_tui.engine.outcomes import CERTAIN, Outcome, Piles, flip_ways, landing, outcome, piles_of
from heat_tui.engine.payability import can_pay
from heat_tui.engine.record import record
from heat_tui.engine.steps.react import GEAR_CHARGES
from heat_tui.engine.view import SeatView

Values = tuple[tuple[str, int], ...]
"""The values chosen for the cards with a choice, as pairs."""

Ways = dict[Values, tuple[Outcome, ...]]
"""How a reveal can come out for each choice of values."""


@record
class Reveal:
    """Cards turned up, or about to be: `cards` lie in the play area, and `flips` + are still to be resolved.

    `gear` is the gear of the turn, `engine` its Heat, `heat` the Heat cards in the hand and `pile` those on the
    discard pile. `adjust` is by how much these cards raise the limits over what the view says.
    """

    cards: tuple[str, ...]
    flips: int
    gear: int
    engine: int
    heat: int
    pile: int
    adjust: int


@record
class _Played:
    """The cards in play while flips are resolved: their values, the speed so far, and what was replaced."""

    cards: tuple[str, ...]
    values: Values
    speed: int
    adjust: int
    piles: Piles
    replaced: tuple[str, ...]


def number_on(card: Card, symbol: str) -> int:
    """The number of a symbol on a card, 0 without it."""
    return dict(card.symbols).get(symbol, 0)


def total_of(view: SeatView, cards: tuple[str, ...], symbol: str) -> int:
    """What a symbol adds up to on several cards."""
    return sum([number_on(view.sheet.cards[card], symbol) for card in cards])


def reveal_ways(view: SeatView, reveal: Reveal, values: Values | None = None) -> Ways:
    """How it comes out, for all choices of values or for the one given."""
    chosen = _choices(view, reveal.cards) if values is None else [values]
    return {values: _outcomes(view, reveal, values) for values in chosen}


def best_values(ways: Ways) -> Values:
    """The choice that a careful driver makes: the least likely to spin, and of those the fastest."""

    def care(values: Values) -> tuple[Fraction, int]:
        spins = sum([way.chance for way in ways[values] if way.spins], Fraction(0))
        return spins, -sum([value for _, value in values])

    return min(ways, key=care)


def _choices(view: SeatView, cards: tuple[str, ...]) -> list[Values]:
    open_cards = sorted([card for card in cards if view.sheet.cards[card].choices])
    values = product(*[view.sheet.cards[card].choices for card in open_cards])
    return list(dict.fromkeys(tuple(sorted(zip(open_cards, chosen, strict=True))) for chosen in values))


def _outcomes(view: SeatView, reveal: Reveal, values: Values) -> tuple[Outcome, ...]:
    speed = sum([view.sheet.cards[card].speed for card in reveal.cards]) + sum([value for _, value in values])
    began = _Played(reveal.cards, values, speed, reveal.adjust, piles_of(view), ())
    ends: dict[tuple[int, tuple[str, ...]], tuple[_Played, Fraction]] = {}
    for played, chance in _flipped(view, reveal, began, reveal.flips, CERTAIN):
        key = (played.speed, played.replaced)
        ends[key] = (played, chance + (ends[key][1] if key in ends else Fraction(0)))
    return tuple(
        outcome(
            view,
            played.speed,
            played.speed,
            chance,
            reveal.engine,
            owed=total_of(view, played.cards, "heat"),
            adjust=played.adjust,
            replaced=played.replaced,
        )
        for _, (played, chance) in sorted(ends.items(), key=lambda end: end[0])
    )


def _flipped(
    view: SeatView, reveal: Reveal, played: _Played, count: int, chance: Fraction
) -> Iterator[tuple[_Played, Fraction]]:
    """Resolve `count` +, then replace what cannot be paid where the car would land, until all can be (G8)."""
    for (value, piles), part in flip_ways(played.piles, count).items():
        after = _Played(played.cards, played.values, played.speed + value, played.adjust, piles, played.replaced)
        gone = _unpayable(view, reveal, after)
        if gone:
            yield from _flipped(view, reveal, _without(view, after, gone), len(gone), chance * part)
        else:
            yield after, chance * part


def _unpayable(view: SeatView, reveal: Reveal, played: _Played) -> tuple[str, ...]:
    """The first of the smallest sets of cards whose Heat is too much where the car lands; none if all can be paid."""
    costly = sorted([card for card in played.cards if number_on(view.sheet.cards[card], "heat")])
    if sum([number_on(view.sheet.cards[card], "heat") for card in costly]) <= reveal.engine:
        return ()
    for size in range(len(costly) + 1):
        for gone in combinations(costly, size):
            if _can_pay(view, reveal, _without(view, played, gone).cards, played.speed):
                return gone
    raise AssertionError("without any Heat symbol nothing is owed")


def _can_pay(view: SeatView, reveal: Reveal, cards: tuple[str, ...], speed: int) -> bool:
    catalogue = view.sheet.cards
    owed = tuple(sorted([heat for card in cards if (heat := number_on(catalogue[card], "heat"))]))
    cools = tuple(sorted([cooled for card in cards if (cooled := number_on(catalogue[card], "super_cool"))]))
    engine = reveal.engine + min(_cooling(view, reveal, cards, speed), reveal.heat)
    return can_pay(engine, reveal.pile, owed, cools)


def _cooling(view: SeatView, reveal: Reveal, cards: tuple[str, ...], speed: int) -> int:
    """The Cooldown of gear, Adrenaline, cards and sector where the car would land."""
    total = sum([use.most for use in GEAR_CHARGES[reveal.gear] if use.symbol == "cooldown"])
    total += (view.seat in view.last) + total_of(view, cards, "cooldown")
    if view.cooling:
        end, _, _ = landing(view, speed)
        there = view.cooling[view.sheet.track.sector((end - 1) % view.sheet.track.spaces + 1)]
        return total + there if there is not None else 0
    return total


def _without(view: SeatView, played: _Played, gone: tuple[str, ...]) -> _Played:
    """The same with some cards, and the values chosen for them, out of play."""
    cards, values, speed = list(played.cards), list(played.values), played.speed
    for card in gone:
        cards.remove(card)
        speed -= view.sheet.cards[card].speed
        value = next((pair for pair in values if pair[0] == card), None)
        if value is not None:
            values.remove(value)
            speed -= value[1]
    adjust = played.adjust - total_of(view, gone, "adjust")
    return _Played(tuple(cards), tuple(values), speed, adjust, played.piles, (*played.replaced, *gone))


def heat_in(cards: tuple[str, ...], gone: tuple[str, ...] = ()) -> int:
    """The Heat cards left in a hand."""
    return cards.count(HEAT) - gone.count(HEAT)
