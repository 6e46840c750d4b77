"""Step 3: reveal, choose values and move (2.2, 3.1-3.6, G8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heat_tui.engine.actions import Action, ChooseValues, Replace
from heat_tui.engine.cards import HEAT
from heat_tui.engine.decisions import ChooseValuesDecision, Decision, ReplaceDecision
from heat_tui.engine.events import CardsReplaced, CardsRevealed, HandCluttered, ValuesChosen
from heat_tui.engine.movement import advance, reach
from heat_tui.engine.payability import Means, fewest_replaced, means_at, most_payable, payable
from heat_tui.engine.piles import flip
from heat_tui.engine.program import Step
from heat_tui.engine.react import gains_adrenaline, own_charges
from heat_tui.engine.symbols import ADRENALINE_CHARGES, cooldown_at, forget, turn_up

if TYPE_CHECKING:
    from heat_tui.engine.car import Car
    from heat_tui.engine.race import Race


class Reveal(Step):
    """Reveals the cards, resolves every + and adds up the speed; a cluttered hand skips to step 9."""

    name = "reveal"

    def enter(self, race: Race, car: Car) -> str | None:
        cards = tuple(car.play)
        if HEAT in cards or len(cards) < car.gear:
            race.events.append(HandCluttered(car.index, cards))
            car.gear = 1
            return "replenish"
        race.events.append(CardsRevealed(car.index, cards))
        turn, rules = race.turn, race.rules
        for card in cards:
            if card in rules.symbolic:
                turn_up(race, car, card)
            else:
                turn.speed += rules.speeds[card]
        return None


class Move(Step):
    """Moves the car by its speed."""

    name = "move"

    def enter(self, race: Race, car: Car) -> None:
        advance(race, car, race.turn.speed, "reveal")


class ValuesStep(Step):
    """Asks for values, then for cards to replace, until all Heat can be paid where the car will land (3.1, G8)."""

    name = "values"

    def offer(self, race: Race, car: Car) -> Decision | None:
        turn = race.turn
        if not turn.chosen:
            values = race.rules.choices
            open_values = tuple(sorted([(card, values[card]) for card in car.play if card in values]))
            if open_values:
                return ChooseValuesDecision(car.index, open_values, turn.speed)
        if not any(charge.symbol == "heat" for charge in turn.charges):
            return None
        means = _means_there(race, car)
        cooldown = cooldown_at(race, car, means.at, race.turn.cooled_in)
        if payable(means, cooldown):
            return None
        choices = fewest_replaced(means, cooldown, race.rules.charges)
        return ReplaceDecision(car.index, choices, sum(means.owed), most_payable(means, cooldown))

    def resolve(self, race: Race, car: Car, action: Action) -> None:
        turn = race.turn
        if isinstance(action, ChooseValues):
            turn.chosen = tuple(sorted(action.values))
            turn.speed += _sum(turn.chosen)
            race.events.append(ValuesChosen(car.index, turn.chosen))
            return
        assert isinstance(action, Replace)
        turn.speed -= _sum(turn.chosen)
        turn.chosen = ()
        cards = tuple(sorted(action.cards))
        race.events.append(CardsReplaced(car.index, cards))
        for card in cards:
            car.play.remove(card)
            car.discard.append(card)
            forget(race, card)
            turn.speed += flip(race, car, card) - race.rules.speeds[card]


def _sum(chosen: tuple[tuple[str, int], ...]) -> int:
    return sum([value for _, value in chosen])


def _means_there(race: Race, car: Car) -> Means:
    """Return the means of paying Heat where the car will land, with every symbol usable in step 5 (G8)."""
    charges = (*race.turn.charges, *own_charges(race, car))
    if gains_adrenaline(race, car):
        charges += ADRENALINE_CHARGES
    return means_at(race, car, reach(race, car, race.turn.speed), charges)
