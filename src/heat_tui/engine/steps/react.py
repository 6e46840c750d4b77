"""Step 5: react (5.1-5.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heat_tui.engine.actions import Action, React
from heat_tui.engine.decisions import Decision, ReactDecision, Use
from heat_tui.engine.program import Step
from heat_tui.engine.symbols.boost import BOOST_CHARGE
from heat_tui.engine.symbols.cooldown import SECTOR_CHARGE

if TYPE_CHECKING:
    from heat_tui.engine.car import Car
    from heat_tui.engine.race import Race

GEAR_CHARGES = {
    1: (Use("cooldown", "gear", 3), BOOST_CHARGE),
    2: (Use("cooldown", "gear", 1), BOOST_CHARGE),
    3: (BOOST_CHARGE,),
    4: (BOOST_CHARGE,),
}
"""The symbols of each gear: its Cooldown (5.2), and a Boost in any gear (5.3)."""


class ReactStep(Step):
    """The symbols of gear, Adrenaline, cards and sector, in any order, each on its own."""

    name = "react"

    def enter(self, race: Race, car: Car) -> None:
        race.turn.charges += GEAR_CHARGES[car.gear]
        if race.rules.sector_cooldown:
            race.turn.charges.append(SECTOR_CHARGE)

    def offer(self, race: Race, car: Car) -> Decision | None:
        rules = race.rules
        offers = rules.offers
        uses: tuple[Use, ...] = ()
        for charge in race.turn.charges:
            use = offers[charge.symbol](race, car, charge)
            if use is not None:
                uses += (use,)
        if not uses:
            return None
        if rules.charges:
            uses = tuple(dict.fromkeys(uses))
        return ReactDecision(car.index, uses)

    def resolve(self, race: Race, car: Car, action: Action) -> None:
        assert isinstance(action, React)
        charges = race.turn.charges
        for place, charge in enumerate(charges):
            if charge.symbol == action.symbol and charge.source == action.source:
                del charges[place]
                race.rules.symbols[charge.symbol].use(race, car, charge, action.amount)
                return
        charges.clear()
