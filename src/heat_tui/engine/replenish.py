"""Steps 8 and 9: discard, Refresh and replenish (8.1, 9.1, 9.2, F3, G7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heat_tui.engine.actions import Action, Discard, Refresh
from heat_tui.engine.cards import HEAT, STRESS
from heat_tui.engine.decisions import Decision, DiscardDecision, RefreshDecision
from heat_tui.engine.events import CardsDiscarded, CardsRefreshed, HandFilled
from heat_tui.engine.piles import draw_up_to, take_from_hand
from heat_tui.engine.program import Step
from heat_tui.engine.symbols import may_discard, refreshable

if TYPE_CHECKING:
    from heat_tui.engine.car import Car
    from heat_tui.engine.race import Race


NOT_DISCARDABLE = frozenset({HEAT, STRESS})
"""The cards that cannot be discarded in step 8 unless a module allows it (8.1)."""


class DiscardStep(Step):
    """Lets a driver discard cards from the hand, normally any except Heat and Stress; a finished driver skips it."""

    name = "discard"

    def offer(self, race: Race, car: Car) -> Decision | None:
        if race.turn.discarded or car.at > race.rules.finish:
            return None
        if race.rules.may_discard:
            cards = [card for card in car.hand if may_discard(race, car, card, card not in NOT_DISCARDABLE)]
        else:
            cards = [card for card in car.hand if card not in NOT_DISCARDABLE]
        most = most_discards(race, car, len(cards)) if race.rules.most_discards else None
        return DiscardDecision(car.index, tuple(cards), most) if cards and most != 0 else None

    def resolve(self, race: Race, car: Car, action: Action) -> None:
        assert isinstance(action, Discard)
        race.turn.discarded = True
        cards = action.cards
        if cards:
            take_from_hand(car, cards)
            if car.covered is not None:
                pile = len(car.discard)
                car.covered += tuple(range(pile, pile + len(cards)))
            car.discard += sorted(cards)
            race.events.append(CardsDiscarded(car.index, len(cards)))


def most_discards(race: Race, car: Car, cards: int) -> int | None:
    """Return how many of `cards` cards a driver may discard (8.1); None means all of them."""
    most = cards
    for answer in race.rules.most_discards:
        most = answer(race, car, most)
    return max(most, 0) if most < cards else None


class RefreshStep(Step):
    """Lets a driver put cards with Refresh from the play area on the draw deck; a finished driver skips it."""

    name = "refresh"

    def offer(self, race: Race, car: Car) -> Decision | None:
        turn = race.turn
        if not turn.marks or turn.refreshed or car.at > race.rules.finish:
            return None
        cards = refreshable(race, car)
        return RefreshDecision(car.index, cards) if cards else None

    def resolve(self, race: Race, car: Car, action: Action) -> None:
        assert isinstance(action, Refresh)
        race.turn.refreshed = True
        for card in action.cards:
            car.play.remove(card)
        car.deck += reversed(action.cards)
        if action.cards:
            race.events.append(CardsRefreshed(car.index, action.cards))


HAND_SIZE = 7
"""The printed hand size (S5)."""


class Replenish(Step):
    """Clears the play area and refills the hand; a finished driver draws nothing."""

    name = "replenish"
    may_skip_to = True

    def enter(self, race: Race, car: Car) -> None:
        car.discard += car.play
        car.play.clear()
        if car.at <= race.rules.finish:
            size = hand_size(race, car) if race.rules.hand_size else HAND_SIZE
            drawn = draw_up_to(race, car, size)
            race.events.append(HandFilled(car.index, drawn, len(car.hand)))


def hand_size(race: Race, car: Car) -> int:
    """Return the number of cards that this car's hand is refilled to."""
    size = HAND_SIZE
    for answer in race.rules.hand_size:
        size = answer(race, car, size)
    return size
