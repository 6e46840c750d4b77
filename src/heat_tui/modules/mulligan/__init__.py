"""The mulligan: before round 1, every driver with Heat in the engine may pay 1 Heat for a new opening hand (O2)."""

from __future__ import annotations

from heat_tui.engine.actions import Action
from heat_tui.engine.decisions import Decision, NewHandDecision
from heat_tui.engine.events import HandFilled
from heat_tui.engine.module import Module, module
from heat_tui.engine.piles import draw_up_to, pay
from heat_tui.engine.program import TableStep
from heat_tui.engine.race import Race
from heat_tui.engine.record import Refusal, record, refuse
from heat_tui.engine.replenish import hand_size
from heat_tui.engine.rng import shuffle
from heat_tui.modules.mulligan.answer import COST, NAME, Mulligan, MulliganAnswered


@record
class MulliganDecision(NewHandDecision):
    """Before round 1: pay 1 Heat for a new opening hand, or keep the present one (O2)."""

    no: Action = Mulligan(take=False)
    yes: Action = Mulligan(take=True)
    cost: int = COST

    def objection(self, action: Action) -> Refusal | None:
        if not isinstance(action, Mulligan):
            return refuse("not-asked", asked=NAME)
        take: object = action.take
        return None if isinstance(take, bool) else refuse("malformed", asked=NAME)

    @property
    def asked(self) -> str:
        return NAME


class MulliganStep(TableStep):
    """Asks every driver with Heat in the engine once, in seat order, and carries out the answers."""

    name = NAME

    def offer(self, race: Race) -> Decision | None:
        for seat in range(race.asked, len(race.setup.seats)):
            if race.cars[seat].engine >= COST:
                return MulliganDecision(seat)
        return None

    def resolve(self, race: Race, seat: int, action: Action) -> None:
        assert isinstance(action, Mulligan)
        car = race.cars[seat]
        race.asked = seat + 1
        race.events.append(MulliganAnswered(car.index, action.take))
        if not action.take:
            return
        pay(car, COST)
        car.deck += car.hand
        car.hand = []
        car.luck = shuffle(car.deck, car.luck)
        drawn = draw_up_to(race, car, hand_size(race, car))
        race.events.append(HandFilled(car.index, drawn, len(car.hand)))


@module(NAME, rank=0)
class MulliganRule(Module):
    """The mulligan, after everything else that comes before round 1."""

    def before_race(self, steps: tuple[TableStep, ...]) -> tuple[TableStep, ...]:
        return (*steps, MulliganStep())

    def paid_for(self) -> str:
        return MulliganAnswered.paid_for
