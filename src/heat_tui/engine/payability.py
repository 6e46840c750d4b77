"""Paying the Heat that symbols ask for, with symbols used in any order (G8), and paying for tournament shifts (M2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from heat_tui.engine.actions import Plan
from heat_tui.engine.cards import HEAT
from heat_tui.engine.choices import without
from heat_tui.engine.decisions import PlanDecision, Use
from heat_tui.engine.record import record

if TYPE_CHECKING:
    from heat_tui.engine.car import Car
    from heat_tui.engine.race import Race


@record
class Means:
    """A driver's means of paying Heat.

    `at` is the car's absolute place; `engine`, `hand` and `pile` count the Heat in the engine, the hand and the discard
    pile; `charges` are the symbols not used yet.
    """

    at: int
    engine: int
    hand: int
    pile: int
    charges: tuple[Use, ...]

    @property
    def owed(self) -> tuple[int, ...]:
        """The Heat that each unused Heat symbol asks for, in ascending order."""
        return tuple(sorted([charge.most for charge in self.charges if charge.symbol == "heat"]))

    @property
    def super_cooling(self) -> tuple[int, ...]:
        """The number on each unused Super cool, in ascending order."""
        return tuple(sorted([charge.most for charge in self.charges if charge.symbol == "super_cool"]))

    def without(self, cards: Iterable[str], charges: Charges) -> Means:
        """Return the same means without the symbols of some cards."""
        gone = [charge for card in cards for charge in charges[card]]
        return replace(self, charges=without(self.charges, gone))


def means_at(race: Race, car: Car, at: int, charges: tuple[Use, ...]) -> Means:
    """Return the present means of a car as if it were at the place `at`, with these symbols still unused."""
    return Means(at, car.engine, car.hand.count(HEAT), car.discard.count(HEAT), charges)


def unused(charges: tuple[Use, ...], use: Use) -> tuple[Use, ...]:
    """Return the charges that are left after `use`, which takes the first with its symbol and source."""
    taken = [charge for charge in charges if charge.symbol == use.symbol and charge.source == use.source]
    return without(charges, taken[:1])


def payable(means: Means, cooldown: int | None) -> bool:
    """Return whether all Heat owed can be paid; `cooldown` is the sector's Cooldown, None if the sector bars it."""
    return sum(means.owed) <= means.engine or engine_after(means, cooldown) is not None


def engine_after(means: Means, cooldown: int | None) -> int | None:
    """Return the most Heat that can be in the engine after all Heat owed is paid; None if that cannot be paid.

    Every Cooldown and Super cool is used; `cooldown` is as in `payable`.
    """
    # No symbol brings Heat into the hand, so keeping a Cooldown for later never helps.
    engine = means.engine + min(cooling(means.charges, cooldown), means.hand)
    most = most_left(engine, means.pile, means.owed, means.super_cooling)
    return None if most == UNPAYABLE else most


def most_payable(means: Means, cooldown: int | None) -> int:
    """Return the most Heat that can be in the engine before any Heat is paid; `cooldown` is as in `payable`."""
    return means.engine + min(cooling(means.charges, cooldown), means.hand) + min(sum(means.super_cooling), means.pile)


def cooling(charges: Iterable[Use], cooldown: int | None) -> int:
    """Return the sum of the unused Cooldowns, 0 if the sector bars them; `cooldown` is as in `payable`."""
    if cooldown is None:
        return 0
    return sum([charge.most or cooldown for charge in charges if charge.symbol == "cooldown"])


Charges = Mapping[str, tuple[Use, ...]]
"""The symbols that each card brings, by card."""


def fewest_replaced(means: Means, cooldown: int | None, charges: Charges) -> tuple[tuple[str, ...], ...]:
    """Return the smallest sets of cards with Heat symbols whose removal makes the rest payable, each set once (G8)."""
    costly = sorted([charge.source for charge in means.charges if charge.symbol == "heat"])
    for size in range(1, len(costly) + 1):
        sets = dict.fromkeys(combinations(costly, size))
        solving = tuple(cards for cards in sets if payable(means.without(cards, charges), cooldown))
        if solving:
            return solving
    raise AssertionError("nothing is owed without Heat symbols")


UNPAYABLE = -1
"""The result of `most_left` if the Heat cannot be paid."""


@lru_cache(maxsize=4096)
def most_left(engine: int, pile: int, owed: tuple[int, ...], cools: tuple[int, ...]) -> int:
    """Return the most Heat that can be in the engine after each of `owed` is paid in full, UNPAYABLE if impossible.

    `pile` is the Heat on the discard pile, `cools` the number on each Super cool.
    """
    if not owed:
        return engine + min(sum(cools), pile)
    ways = [
        most_left(engine - heat, pile + heat, owed[:place] + owed[place + 1 :], cools)
        for place, heat in enumerate(owed)
        if heat <= engine
    ]
    for place, most in enumerate(cools):
        cooled = min(most, pile)
        if cooled:
            ways.append(most_left(engine + cooled, pile - cooled, owed, cools[:place] + cools[place + 1 :]))
    return max(ways, default=UNPAYABLE)


@record
class ShiftWay:
    """One possible result of a shift in tournament mode: `cards` stay in play, with this exact `chance`.

    `heat` is paid, `lost` cards are discarded at random, and `flips` Basic cards are still to be flipped.
    """

    chance: Fraction
    cards: tuple[str, ...]
    heat: int
    lost: int
    flips: int


def payable_number(gear: int, number: int, engine: int, cost: Callable[[int], int]) -> int:
    """Return the gear nearest to `number`, on the way to `gear`, whose shift the `engine` can pay for (M2).

    `number` is the number of cards played, `gear` the present gear, which always counts as payable; `cost` gives the
    Heat of a shift.
    """
    while number != gear and cost(number) > engine:
        number += 1 if number < gear else -1
    return number


def shift_ways(decision: PlanDecision, plan: Plan) -> tuple[ShiftWay, ...]:
    """Return the possible results of a plan in tournament mode, each set of cards once (M2)."""
    costs = dict(decision.shifts)
    number = payable_number(decision.gear, plan.gear, decision.engine, costs.__getitem__)
    lost, flips = max(plan.gear - number, 0), max(number - plan.gear, 0)
    kept = [tuple(sorted(cards)) for cards in combinations(plan.cards, len(plan.cards) - lost)]
    return tuple(
        ShiftWay(Fraction(kept.count(cards), len(kept)), cards, costs[number], lost, flips)
        for cards in dict.fromkeys(kept)
    )
