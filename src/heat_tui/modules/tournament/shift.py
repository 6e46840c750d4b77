"""The beginning of a turn in tournament mode: the number is shown and the shift is paid (M1, M2)."""

from __future__ import annotations

from heat_tui.engine.car import Car
from heat_tui.engine.events import GearShifted
from heat_tui.engine.number_first import payable_number
from heat_tui.engine.piles import flip, pay, take_from_hand
from heat_tui.engine.program import Step
from heat_tui.engine.race import Race
from heat_tui.engine.rng import shuffle
from heat_tui.engine.steps.planning import shift_cost
from heat_tui.modules.tournament.events import CardLost, NumberShown, ShiftUnpaid


class ShowNumber(Step):
    """Lays the planned cards down, pays the shift, and makes the number of cards the gear."""

    name = "number"

    def enter(self, race: Race, car: Car) -> None:
        assert car.plan is not None, "who has a turn has planned"
        number, cards = car.plan
        car.plan = None
        take_from_hand(car, cards)
        car.play += cards
        race.events.append(NumberShown(car.index, number))
        before = car.gear
        payable = payable_number(before, number, car.engine, lambda gear: shift_cost(race, car, gear))
        while number != payable:
            heat = shift_cost(race, car, number)
            race.events.append(ShiftUnpaid(car.index, before, number, heat, car.engine))
            if number > before:
                _lose_card(race, car)
                number -= 1
            else:
                flip(race, car, "shift")
                number += 1
        heat = shift_cost(race, car, number)
        if heat:
            pay(car, heat)
        car.gear = number
        race.events.append(GearShifted(car.index, before, number, heat))


def _lose_card(race: Race, car: Car) -> None:
    """One of the face-down cards, each as likely, goes to the discard pile."""
    mixed = car.play[:]
    car.luck = shuffle(mixed, car.luck)
    card = mixed[-1]
    car.play.remove(card)
    car.discard.append(card)
    race.events.append(CardLost(car.index, card))
