"""The speeds that the cards of a hand can make in each gear.

The `ways` of a hand are one integer, with a field of bits for each gear: bit `speed` of field `gear` is set if `gear`
cards of the hand add up to `speed`. Adding a card is one shift, whatever the hand holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

from heat_tui.engine.cards import BASIC_DECK, CATALOGUE, HEAT, STARTING_UPGRADES, STRESS, Card
from heat_tui.engine.view import SeatView
from heat_tui.exact import add_up

FIELD = 32
"""The number of bits for each gear: more than the highest sum of four cards."""

EMPTY = 1
"""The ways of an empty hand: no card, speed 0."""

STRESS_SPEED = 3
"""The speed planned for a Stress card: above the mean of 2.5, because too fast is worse than too slow."""

PLUS_SPEED = 5
"""The average total of two + symbols."""

MOST_PLANNED = 7
"""The highest speed planned for a card, so that the sum of four fits in a `FIELD`."""

Shifts = Mapping[str, int]
"""The number of bits by which each card shifts the ways of a hand; Heat does not shift them."""

BASE_SHIFTS: Shifts = {
    **{card.key: FIELD + card.speed for card in CATALOGUE.values() if card.key not in (HEAT, STRESS)},
    STRESS: FIELD + STRESS_SPEED,
}
"""The shifts of the base game's cards."""


@lru_cache(maxsize=4)
def _shifts(cards: tuple[Card, ...]) -> Shifts:
    return {**{card.key: FIELD + min(planned_speed(card), MOST_PLANNED) for card in cards}, **BASE_SHIFTS}


def shifts_of(catalogue: Mapping[str, Card]) -> Shifts:
    """Return the shifts of the cards in this catalogue."""
    return BASE_SHIFTS if len(catalogue) == len(CATALOGUE) else _shifts(tuple(catalogue.values()))


def planned_speed(card: Card) -> int:
    """Return the speed to assume for a card: its speed or middle choice, plus the average of its +, rounded down."""
    middle = card.choices[len(card.choices) // 2] if card.choices else card.speed
    return middle + PLUS_SPEED * card.number("plus") // 2


def way(gear: int, speed: int) -> int:
    """Return the bit for a speed in a gear."""
    return 1 << (gear * FIELD + speed)


def ways(cards: Iterable[str], already: int = EMPTY, shifts: Shifts = BASE_SHIFTS) -> int:
    """Return the ways of a hand that had the ways `already`, with `cards` added; Heat adds none."""
    for card in cards:
        if card != HEAT:
            already |= already << shifts[card]
    return already


def drawn(pile: tuple[str, ...], count: int, random: Callable[[], float]) -> tuple[str, ...]:
    """Return `count` random cards from the pile, or all of them if it has fewer, in random order."""
    order = list(pile)
    size = len(order)
    count = min(count, size)
    for place in range(count):
        other = place + int(random() * (size - place))
        order[place], order[other] = order[other], order[place]
    return tuple(order[:count])


def usual_deck(stress: int, heat: int) -> tuple[str, ...]:
    """Return the deck of a driver in the base game, with `heat` Heat cards outside the engine."""
    starting = tuple(card for card in STARTING_UPGRADES if card != HEAT)
    return BASIC_DECK + starting + (STRESS,) * stress + (HEAT,) * heat


Odds = tuple[tuple[int, float], ...]
"""Values with their chances, in ascending order."""

CERTAIN: Odds = ((0, 1.0),)

_BASICS = tuple(dict.fromkeys(BASIC_DECK))


def flip_odds(view: SeatView, count: int = 1) -> Odds:
    """Return the odds of the sums that `count` + may add; the discard pile counts once the deck has no Basic card."""
    return _odds(view.unseen, view.spent, count) if count else CERTAIN


@lru_cache(maxsize=128)
def _odds(unseen: tuple[str, ...], spent: tuple[str, ...], count: int) -> Odds:
    deck = [unseen.count(card) for card in _BASICS]
    pile = [spent.count(card) for card in _BASICS]
    sums: dict[int, float] = {}
    _flip_on(deck, pile, count, 0, 1.0, sums)
    return tuple(sorted(sums.items()))


def _flip_on(deck: list[int], pile: list[int], count: int, total: int, chance: float, sums: dict[int, float]) -> None:
    if not any(deck):
        deck, pile = pile, []
    size = add_up(deck)
    if not count or not size:
        sums[total] = sums.get(total, 0.0) + chance
        return
    for place, copies in enumerate(deck):
        if copies:
            flipped, part = total + CATALOGUE[_BASICS[place]].speed, chance * copies / size
            if count == 1:
                sums[flipped] = sums.get(flipped, 0.0) + part
                continue
            deck[place] -= 1
            _flip_on(deck, pile, count - 1, flipped, part, sums)
            deck[place] += 1
