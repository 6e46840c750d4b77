"""Steps 1 and 2: the whole table shifts gears and plays cards in secret (1, 2, T1, T4)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from heat_tui.engine.actions import Action, Plan, Retire
from heat_tui.engine.car import FINISHED, RACING, RETIRED
from heat_tui.engine.cards import HEAT
from heat_tui.engine.decisions import Decision, PlanDecision
from heat_tui.engine.events import GearShifted, PlanMade, Retired, RoundBegan
from heat_tui.engine.movement import leave_track, position_order
from heat_tui.engine.piles import pay, take_from_hand
from heat_tui.engine.program import TableStep
from heat_tui.engine.react import last_cars

if TYPE_CHECKING:
    from heat_tui.engine.car import Car
    from heat_tui.engine.race import Race


TOP_GEAR = 4
FREE_SHIFT = 1
"""The maximum number of gears that a free shift goes up or down; one gear more costs 1 Heat (1.1, 1.2)."""
LONG_SHIFT_COST = 1

UNKNOWN_PLAN: tuple[int, tuple[str, ...]] = (0, ())
"""The placeholder for another driver's plan, in a copy of a race that must not reveal it."""

Gears = tuple[tuple[int, int], ...]
"""Pairs of a gear and the Heat for shifting to it, the lowest gear first."""


class Planning(TableStep):
    """Begins a round, asks every driver still racing for a plan, and carries out all plans after the last (T4)."""

    name = "planning"

    def enter(self, race: Race) -> None:
        race.round += 1
        race.order = [car.index for car in position_order([car for car in race.cars if car.status == RACING])]
        race.last = last_cars(race)
        race.events.append(RoundBegan(race.round, tuple(race.order)))
        for handle in race.rules.round_began:
            handle(race)

    def offer(self, race: Race) -> Decision | None:
        for seat in range(race.asked, len(race.setup.seats)):
            car = race.cars[seat]
            if car.status == RACING:
                return self.ask(race, car)
        return None

    def skip_to(self, race: Race, seat: int) -> None:
        for car in race.cars[race.asked : seat]:
            if car.status == RACING:
                car.plan = UNKNOWN_PLAN
                race.seen[car.index] = None
        race.asked = seat

    def resolve(self, race: Race, seat: int, action: Action) -> None:
        car = race.cars[seat]
        race.asked = seat + 1
        if isinstance(action, Plan):
            car.plan = (action.gear, tuple(sorted(action.cards)))
            race.events.append(PlanMade(seat))
            return
        assert isinstance(action, Retire)
        leave_track(race, car, RETIRED, race.retired)
        race.order.remove(seat)
        race.events.append(Retired(seat))

    def leave(self, race: Race) -> None:
        self.open(race)
        race.last = last_cars(race)

    def ask(self, race: Race, car: Car) -> PlanDecision:
        """Return the decision about a driver's plan."""
        playable, heat = sorted_hand(car)
        if race.rules.gear_cost:
            gears = tuple([(gear, heat) for gear, heat in shifts(race, car) if heat <= car.engine])
            gears = _fillable(gears, len(playable))
        else:
            gears = _usual_gears(car.gear, min(car.engine, LONG_SHIFT_COST), min(len(playable), TOP_GEAR))
        return PlanDecision(car.index, car.gear, car.engine, gears, playable, heat, may_retire(race))

    def open(self, race: Race) -> None:
        """Carry out the plan of every car that has one: shift, and play the cards face down (T4)."""
        for car in race.cars:
            plan = car.plan
            if plan is not None:
                gear, cards = plan
                car.plan = None
                take_from_hand(car, cards)
                car.play += cards
                shift(race, car, gear)


def shift(race: Race, car: Car, gear: int) -> None:
    """Shift to `gear` and pay for it (1.2, 1.3)."""
    before = car.gear
    heat = shift_cost(race, car, gear)
    surcharge = 0
    if heat:
        pay(car, heat)
        surcharge = heat - printed_cost(before, gear)
    car.gear = gear
    race.events.append(GearShifted(car.index, before, gear, heat, surcharge))


def gears_near(gear: int) -> range:
    """Return the gears at most two away (1.1, 1.2)."""
    return range(max(gear - FREE_SHIFT - 1, 1), min(gear + FREE_SHIFT + 1, TOP_GEAR) + 1)


def printed_cost(before: int, gear: int) -> int:
    """Return the Heat for a shift if no module changes it (1.2)."""
    return LONG_SHIFT_COST if abs(gear - before) > FREE_SHIFT else 0


def shift_cost(race: Race, car: Car, gear: int) -> int:
    """Return the Heat for a shift to `gear`, at most two gears away (1.1, 1.2)."""
    heat = printed_cost(car.gear, gear)
    for answer in race.rules.gear_cost:
        heat = answer(race, car, gear, heat)
    return heat


def shifts(race: Race, car: Car) -> Gears:
    """Return all gears at most two away, each with the Heat that the shift costs, affordable or not (1.1, 1.2)."""
    return tuple([(gear, shift_cost(race, car, gear)) for gear in gears_near(car.gear)])


def sorted_hand(car: Car) -> tuple[tuple[str, ...], int]:
    """Return the playable cards of the hand, sorted, and the number of its Heat cards (2.1)."""
    hand = car.hand
    heat = hand.count(HEAT)
    start = hand.index(HEAT) if heat else 0
    return tuple(hand[:start] + hand[start + heat :]), heat


def may_retire(race: Race) -> bool:
    """Return whether a driver may leave the race instead of planning (F4)."""
    return race.setup.retire and any(car.status == FINISHED for car in race.cars)


def _fillable(gears: Gears, playable: int) -> Gears:
    """Return the gears that the hand can fill, or all of them if it can fill none (2.3)."""
    return tuple((gear, heat) for gear, heat in gears if gear <= playable) or gears


@cache
def _usual_gears(gear: int, engine: int, playable: int) -> Gears:
    """Return the legal gears at the printed costs; `engine` is at most 1 and `playable` at most 4."""
    costs = [(to, printed_cost(gear, to)) for to in gears_near(gear)]
    return _fillable(tuple((to, heat) for to, heat in costs if heat <= engine), playable)
