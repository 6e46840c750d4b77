"""What a symbol is to the steps that resolve it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from heat_tui.engine.car import Car
    from heat_tui.engine.decisions import Use
    from heat_tui.engine.race import Race


class Symbol:
    """The rule of one symbol.

    `where` says when it is resolved: "reveal" with the card, in full and at once; "react" by
    the driver in step 5, any time, each on its own (5.1).
    """

    name = ""
    where: Literal["reveal", "react"] = "react"

    def at_reveal(self, race: Race, car: Car, number: int, source: str) -> None:
        """Resolve the symbol on a revealed card."""
        raise AssertionError(f"{self.name} is not resolved at the reveal")

    def offer(self, race: Race, car: Car, charge: Use) -> Use | None:
        """What of an unused symbol can be used now, None if nothing; changes nothing."""
        raise AssertionError(f"{self.name} is not used in step 5")

    def use(self, race: Race, car: Car, charge: Use, amount: int) -> None:
        """Use it for `amount`; the charge is taken away by the step."""
        raise AssertionError(f"{self.name} is not used in step 5")
