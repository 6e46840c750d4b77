"""What a hand can do: the speeds that its cards make in each gear.

All of them at once are one integer, a field of bits for each gear: bit `speed` of field `gear` is set
when `gear` cards of the hand add up to `speed`. Adding a card is one shift, whatever the hand holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from heat_tui.engine.cards import BASIC_DECK, CATALOGUE, HEAT, STRESS

T = TypeVar("T")

FIELD = 32
"""Bits a gear: more than four cards of any hand add up to."""

EMPTY = 1
"""The ways of a hand without cards: no card, speed 0."""

STRESS_SPEED = 3
"""What a Stress card is planned with: its mean is 2.5, and too fast is worse than too slow."""

_SHIFT = {card.key: FIELD + card.speed for card in CATALOGUE.values() if card.kind not in ("heat", "stress")}
_SHIFT[STRESS] = FIELD + STRESS_SPEED


def way(gear: int, speed: int) -> int:
    """The bit of one speed in one gear."""
    return 1 << (gear * FIELD + speed)


def ways(cards: Iterable[str], already: int = EMPTY) -> int:
    """The speeds that `cards` make, on top of the ways of the cards before them; Heat cards make none."""
    for card in cards:
        if card != HEAT:
            already |= already << _SHIFT[card]
    return already


def shuffled(cards: Sequence[T], random: Callable[[], float]) -> list[T]:
    """The cards in a random order."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        other = int(random() * (last + 1))
        order[last], order[other] = order[other], order[last]
    return order


def usual_deck(stress: int, heat: int) -> tuple[str, ...]:
    """The cards of a driver in the base game, without those in the engine."""
    return (*BASIC_DECK, "0", "5", *(STRESS,) * stress, *(HEAT,) * heat)
