"""Tournament mode: cards are played first, and their number is the gear (M)."""

from __future__ import annotations

from heat_tui.engine.car import Car
from heat_tui.engine.decisions import PlanDecision
from heat_tui.engine.module import Module, module
from heat_tui.engine.payability import payable_number
from heat_tui.engine.piles import flip, take_from_hand
from heat_tui.engine.planning import Gears, Planning, may_retire, shift, shift_cost, shifts, sorted_hand
from heat_tui.engine.program import Step
from heat_tui.engine.race import Race
from heat_tui.engine.rng import shuffle
from heat_tui.modules.tournament.events import CardLost, NumberShown, ShiftUnpaid


class PlanNumber(Planning):
    """Asks every driver for 1 to 4 cards; until the turn, they stay in the hand and their number is secret (M1, K1)."""

    def ask(self, race: Race, car: Car) -> PlanDecision:
        playable, heat = sorted_hand(car)
        costs = shifts(race, car)
        numbers = _numbers(costs, len(playable), car.engine)
        return PlanDecision(
            car.index, car.gear, car.engine, numbers, playable, heat, may_retire(race), number_first=True, shifts=costs
        )

    def open(self, race: Race) -> None:
        pass


def _numbers(costs: Gears, playable: int, engine: int) -> Gears:
    """Return the costs of the numbers that the hand can fill.

    If none of these numbers is payable, all other payable ones are added (M1, M3).
    """
    cluttered = not any(number <= playable and heat <= engine for number, heat in costs)
    return tuple((number, heat) for number, heat in costs if number <= playable or (cluttered and heat <= engine))


class ShowNumber(Step):
    """Shows how many cards were planned, changes the number until the shift can be paid for, and shifts (M1, M2)."""

    name = "number"

    def enter(self, race: Race, car: Car) -> None:
        assert car.plan is not None, "a car plans before its turn"
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
        shift(race, car, number)


def _lose_card(race: Race, car: Car) -> None:
    """Discard one of the face-down cards, each equally likely."""
    mixed = car.play[:]
    car.luck = shuffle(mixed, car.luck)
    card = mixed[-1]
    car.play.remove(card)
    car.discard.append(card)
    race.events.append(CardLost(car.index, card))


@module("tournament", rank=40)
class Tournament(Module):
    """Drops step 1: a driver's turn begins by showing the number of cards planned and paying for the shift."""

    def planning(self, step: Planning) -> Planning:
        return PlanNumber()

    def turn(self, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        return (ShowNumber(), *steps)
