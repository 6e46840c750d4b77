"""Step 9, before anything is discarded or drawn: Refresh (G7, G10, F3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heat_tui.engine.actions import Action, Refresh
from heat_tui.engine.decisions import Decision
from heat_tui.engine.program import Step
from heat_tui.engine.symbol_events import CardsRefreshed
from heat_tui.engine.symbols.refresh import refreshable
from heat_tui.engine.upgrade_decisions import RefreshDecision

if TYPE_CHECKING:
    from heat_tui.engine.car import Car
    from heat_tui.engine.race import Race


class RefreshStep(Step):
    """Cards with Refresh may go from the play area on the draw deck; not for a finished driver."""

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
