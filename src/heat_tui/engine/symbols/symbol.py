"""What a symbol is to the steps that resolve it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from heat_tui.engine.actions import React
    from heat_tui.engine.car import Car
    from heat_tui.engine.decisions import Use
    from heat_tui.engine.payability import Means
    from heat_tui.engine.race import Race

Where = Literal["reveal", "react", "mark", "hand"]


class Symbol:
    """The rule of one symbol.

    `where` says when it is resolved: "reveal" with the card, in full and at once; "react" by
    the driver in step 5, any time, each on its own (5.1); "mark" not at all, for it holds for the turn or is used in a
    later step (G10); "hand" by playing its card from the hand in step 5. Step 5 does not end before all that is
    `mandatory` is used.

    A symbol may also answer a question of `Module` by a method of that name; it is asked if any card bears the symbol.
    """

    name = ""
    where: Where = "react"
    mandatory = False

    def at_reveal(self, race: Race, car: Car, number: int, source: str) -> None:
        """Resolve the symbol on a revealed card."""
        raise AssertionError(f"{self.name} is not resolved at the reveal")

    def offer(self, race: Race, car: Car, charge: Use) -> Use | None:
        """What of an unused symbol can be used now, None if nothing; changes nothing."""
        raise AssertionError(f"{self.name} is not used in step 5")

    def use(self, race: Race, car: Car, charge: Use, action: React) -> None:
        """Use it as `action` says; the charge is taken away by the step."""
        raise AssertionError(f"{self.name} is not used in step 5")

    def leaves(self, race: Race, car: Car, means: Means, use: Use, amount: int) -> Iterable[Means]:
        """What may be there to pay Heat with after using `amount` of it, for everything that may turn up (G8).

        `means` are those before, without the charge that is used.
        """
        return (means,)
