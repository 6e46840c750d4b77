"""What becomes of a number of cards that is shown before the shift is paid (M1, M2)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations

from heat_tui.engine.actions import Plan
from heat_tui.engine.decisions import PlanDecision
from heat_tui.engine.record import record


@record
class ShiftWay:
    """One way that a shift in tournament mode can come out: `cards` are left in play, with this exact chance.

    `heat` is paid for the shift, `lost` cards were discarded by chance, and `flips` Basic cards are yet to be turned
    over into the play area.
    """

    chance: Fraction
    cards: tuple[str, ...]
    heat: int
    lost: int
    flips: int


def payable_number(gear: int, number: int, engine: int, cost: Callable[[int], int]) -> int:
    """The number of cards, and so the gear, with which a shift from `gear` to `number` can be paid (M2).

    `cost` tells the Heat of a shift; the gear itself is always paid.
    """
    while number != gear and cost(number) > engine:
        number += 1 if number < gear else -1
    return number


def shift_ways(decision: PlanDecision, plan: Plan) -> tuple[ShiftWay, ...]:
    """How a plan in tournament mode can come out when the number is shown, each set of cards once (M2)."""
    costs = dict(decision.shifts)
    number = payable_number(decision.gear, plan.gear, decision.engine, costs.__getitem__)
    lost, flips = max(plan.gear - number, 0), max(number - plan.gear, 0)
    kept = [tuple(sorted(cards)) for cards in combinations(plan.cards, len(plan.cards) - lost)]
    return tuple(
        ShiftWay(Fraction(kept.count(cards), len(kept)), cards, costs[number], lost, flips)
        for cards in dict.fromkeys(kept)
    )
