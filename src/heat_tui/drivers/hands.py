"""What a hand can do: the speeds that its cards make in each gear.

All of them at once are one integer, a field of bits for each gear: bit `speed` of field `gear` is set
when `gear` cards of the hand add up to `speed`. Adding a card is one shift, whatever the hand holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from heat_tui.engine.cards import BASIC_DECK, CATALOGUE, HEAT, STARTING_UPGRADES, STRESS

FIELD = 32
"""Bits for each gear: more than four cards of any hand add up to."""

EMPTY = 1
"""The ways of a hand without cards: no card, speed 0."""

STRESS_SPEED = 3
"""What a Stress card is planned with. Its mean is 2.5, and too fast is worse than too slow."""

_SHIFT = {card.key: FIELD + card.speed for card in CATALOGUE.values() if card.key not in (HEAT, STRESS)}
_SHIFT[STRESS] = FIELD + STRESS_SPEED


def way(gear: int, speed: int) -> int:
    """The bit of one speed in one gear."""
    return 1 << (gear * FIELD + speed)


def ways(cards: Iterable[str], already: int = EMPTY) -> int:
    """The speeds that `cards` make on top of the ways of the cards before them; Heat makes none."""
    for card in cards:
        if card != HEAT:
            already |= already << _SHIFT[card]
    return already


def without(hand: tuple[str, ...], gone: Iterable[str]) -> tuple[str, ...]:
    """The cards that stay when `gone`, which must be there, are taken out."""
    left = list(hand)
    for card in gone:
        left.remove(card)
    return tuple(left)


def drawn(pile: tuple[str, ...], count: int, random: Callable[[], float]) -> tuple[str, ...]:
    """`count` cards of the pile in random order, or all of them if there are fewer."""
    order = list(pile)
    size = len(order)
    count = min(count, size)
    for place in range(count):
        other = place + int(random() * (size - place))
        order[place], order[other] = order[other], order[place]
    return tuple(order[:count])


def usual_deck(stress: int, heat: int) -> tuple[str, ...]:
    """The cards of a driver in the base game, with `heat` Heat cards outside the engine."""
    starting = tuple(card for card in STARTING_UPGRADES if card != HEAT)
    return BASIC_DECK + starting + (STRESS,) * stress + (HEAT,) * heat
