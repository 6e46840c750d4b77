"""Step 8: discard (8.1, F3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heat_tui.engine.actions import Action, Discard
from heat_tui.engine.cards import HEAT, STRESS
from heat_tui.engine.decisions import Decision, DiscardDecision
from heat_tui.engine.events import CardsDiscarded
from heat_tui.engine.piles import take_from_hand
from heat_tui.engine.program import Step

if TYPE_CHECKING:
    from heat_tui.engine.car import Car
    from heat_tui.engine.race import Race


KEPT = frozenset({HEAT, STRESS})
"""What step 8 may not discard (8.1)."""


class DiscardStep(Step):
    """Any cards of the hand but Heat and Stress; not for a finished driver."""

    name = "discard"

    def offer(self, race: Race, car: Car) -> Decision | None:
        if race.turn.discarded or car.at > race.rules.finish:
            return None
        answers = race.rules.may_discard
        if answers:
            cards = []
            for card in car.hand:
                allowed = card not in KEPT
                for answer in answers:
                    allowed = answer(race, car, card, allowed)
                if allowed:
                    cards.append(card)
        else:
            cards = [card for card in car.hand if card not in KEPT]
        most = most_discards(race, car, len(cards)) if race.rules.most_discards else None
        return DiscardDecision(car.index, tuple(cards), most) if cards and most != 0 else None

    def resolve(self, race: Race, car: Car, action: Action) -> None:
        assert isinstance(action, Discard)
        race.turn.discarded = True
        cards = action.cards
        if cards:
            take_from_hand(car, cards)
            car.discard += sorted(cards)
            race.events.append(CardsDiscarded(car.index, len(cards)))


def most_discards(race: Race, car: Car, cards: int) -> int | None:
    """How many of so many cards a driver may discard (8.1); None: all of them."""
    most = cards
    for answer in race.rules.most_discards:
        most = answer(race, car, most)
    return max(most, 0) if most < cards else None
