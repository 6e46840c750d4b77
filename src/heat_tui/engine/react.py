"""Steps 4 and 5: Adrenaline (4.1-4.3) and react (5.1-5.5)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from heat_tui.engine.actions import Action, React
from heat_tui.engine.car import RACING
from heat_tui.engine.decisions import Decision, ReactDecision, Use
from heat_tui.engine.events import AdrenalineGained, LimitsAdjusted
from heat_tui.engine.payability import means_at, payable, unused
from heat_tui.engine.program import Step
from heat_tui.engine.symbols import (
    ADRENALINE_CHARGES,
    BOOST_CHARGE,
    DIRECT_PLAY,
    LOOKING,
    MANDATORY,
    SECTOR,
    SECTOR_CHARGE,
    adjusted,
    cooldown_at,
)

if TYPE_CHECKING:
    from heat_tui.engine.car import Car
    from heat_tui.engine.race import Race


MANY_CARS = 5
"""The minimum number of cars at the start for which the last two, not only the last, gain Adrenaline (4.1)."""


def last_cars(race: Race) -> tuple[int, ...]:
    """Return the last one or two cars of the round's order that are still racing, Legends included (4.1, 4.3)."""
    count = 2 if len(race.cars) >= MANY_CARS else 1
    return tuple([index for index in race.order if race.cars[index].status == RACING][-count:])


def last_of_round(race: Race) -> tuple[int, ...]:
    """Return the last cars of the round; if one has retired since the round began, another takes its place (4.3)."""
    if race.retired and not {*race.last}.issubset(race.order):
        return last_cars(race)
    return race.last


def gains_adrenaline(race: Race, car: Car) -> bool:
    """Return whether a car gains Adrenaline in its turn this round (4.1)."""
    gained = car.index in last_of_round(race)
    for answer in race.rules.adrenaline:
        gained = answer(race, car, gained)
    return gained


class GainAdrenaline(Step):
    """Gives a car that gains Adrenaline +1 speed and 1 Cooldown to use this turn (4.2)."""

    name = "adrenaline"

    def enter(self, race: Race, car: Car) -> None:
        if gains_adrenaline(race, car):
            race.turn.charges += ADRENALINE_CHARGES
            race.events.append(AdrenalineGained(car.index, len(race.last)))


GEAR_CHARGES = {
    1: (Use("cooldown", "gear", 3), BOOST_CHARGE),
    2: (Use("cooldown", "gear", 1), BOOST_CHARGE),
    3: (BOOST_CHARGE,),
    4: (BOOST_CHARGE,),
}
"""The symbols of each gear: its Cooldown (5.2), and a Boost in any gear (5.3)."""


class ReactStep(Step):
    """Offers the symbols of the gear, Adrenaline, the cards and the sector, in any order, each separately (5.1)."""

    name = "react"

    def enter(self, race: Race, car: Car) -> None:
        turn = race.turn
        turn.charges += own_charges(race, car)
        if turn.marks and (by := adjusted(turn.marks)):
            race.events.append(LimitsAdjusted(car.index, by))

    def offer(self, race: Race, car: Car) -> Decision | None:
        rules = race.rules
        offers = rules.offers
        uses: tuple[Use, ...] = ()
        for charge in race.turn.charges:
            use = offers[charge.symbol](race, car, charge)
            if use is not None:
                uses += (use,)
        if rules.charges:
            return _with_upgrades(race, car, uses)
        return ReactDecision(car.index, uses) if uses else None

    def resolve(self, race: Race, car: Car, action: Action) -> None:
        assert isinstance(action, React)
        charges = race.turn.charges
        for place, charge in enumerate(charges):
            if charge.symbol == action.symbol and charge.source == action.source:
                if charge.source != SECTOR:
                    del charges[place]
                race.rules.symbols[charge.symbol].use(race, car, charge, action)
                return
        if action.symbol is None:
            charges.clear()
            race.turn.reacted = bool(race.rules.direct)
        else:
            played = Use(action.symbol, action.source, 1)
            race.rules.symbols[action.symbol].use(race, car, played, action)


def own_charges(race: Race, car: Car) -> tuple[Use, ...]:
    """Return the symbols of the gear and, if a module of this race provides it, the Cooldown of sectors."""
    charges = GEAR_CHARGES[car.gear]
    return (*charges, SECTOR_CHARGE) if race.rules.sector_cooldown else charges


def _with_upgrades(race: Race, car: Car, uses: tuple[Use, ...]) -> Decision | None:
    """Return the decision among these uses and Direct play of cards from the hand; None if it would offer nothing.

    It offers no use that would leave Heat unpayable (G8).
    """
    rules, turn = race.rules, race.turn
    direct = not turn.reacted and not rules.direct.isdisjoint(car.hand)
    if not direct and rules.charges.keys().isdisjoint([charge.source for charge in turn.charges]):
        return ReactDecision(car.index, uses) if uses else None
    if direct:
        uses += tuple([Use(DIRECT_PLAY, card, 1) for card in dict.fromkeys(car.hand) if card in rules.direct])
    left = [charge.symbol for charge in turn.charges]
    owing = "heat" in left
    allowed = [_payable(race, car, use) if owing or use.symbol == DIRECT_PLAY else use for use in dict.fromkeys(uses)]
    uses = tuple([use for use in allowed if use is not None])
    if not uses:
        return None
    looks = not LOOKING.isdisjoint([use.symbol for use in uses])
    return ReactDecision(car.index, uses, MANDATORY.isdisjoint(left), tuple(sorted(car.discard)) if looks else ())


def _payable(race: Race, car: Car, use: Use) -> Use | None:
    """Return a use with `least` raised to the first amount that leaves all Heat payable; None if none does (G8)."""
    symbol = race.rules.symbols[use.symbol]
    means = means_at(race, car, car.at, unused(tuple(race.turn.charges), use))
    for amount in range(use.least, use.most + 1):
        ways = symbol.leaves(race, car, means, use, amount)
        if all(payable(left, cooldown_at(race, car, left.at, race.turn.cooled_in)) for left in ways):
            return use if amount == use.least else replace(use, least=amount)
    return None
