"""Steps 1 and 2: the gear and the cards."""

from __future__ import annotations

from heat_tui.drivers.discarding import without
from heat_tui.drivers.odds import flip_odds
from heat_tui.drivers.outlook import Outlook
from heat_tui.drivers.traffic import OpenRoad
from heat_tui.drivers.turn import RestOfTurn
from heat_tui.engine.actions import Action, Plan
from heat_tui.engine.cards import CATALOGUE, HEAT, STRESS
from heat_tui.engine.decisions import PlanDecision
from heat_tui.engine.record import record
from heat_tui.engine.steps.adrenaline import MANY_CARS
from heat_tui.engine.steps.react import GEAR_CHARGES
from heat_tui.engine.view import SeatView

LOOKED_AT = 10
"""So many plans are thought through; the others look worse at first sight."""


def choose_plan(view: SeatView, decision: PlanDecision, outlook: Outlook) -> Action:
    """The plan after which the fewest turns are left."""
    if decision.cluttered:
        # The car will not move and falls to gear 1 in any case, so no Heat is spent on a shift.
        gear = min(decision.gears, key=lambda payable: (payable[1], payable[0]))[0]
        return Plan(gear, decision.sets(gear)[0])
    planner = _Planner(view, decision, outlook)
    drafts = sorted(planner.drafts(), key=lambda draft: draft.first_sight)
    return min(drafts[:LOOKED_AT], key=planner.turns).plan


@record
class _Draft:
    """A plan with the Heat of its shift, the speed of its cards, its Stress cards and what it seems to be worth."""

    plan: Plan
    heat: int
    speed: int
    stress: int
    first_sight: float


class _Planner:
    def __init__(self, view: SeatView, decision: PlanDecision, outlook: Outlook) -> None:
        self.view = view
        self.decision = decision
        self.outlook = outlook
        self.left = outlook.left(view.own.at)
        self.adrenaline = expects_adrenaline(view)
        self.odds = [flip_odds(view, count) for count in range(5)]
        self.seen: dict[tuple[int, int], float] = {}

    def drafts(self) -> list[_Draft]:
        drafts = []
        for gear, heat in self.decision.gears:
            for cards in self.decision.sets(gear):
                speed = sum([CATALOGUE[card].speed for card in cards])
                stress = cards.count(STRESS)
                first_sight = sum(
                    [chance * self.at_first_sight(gear, heat, speed + value) for value, chance in self.odds[stress]]
                )
                drafts.append(_Draft(Plan(gear, cards), heat, speed, stress, first_sight))
        return drafts

    def at_first_sight(self, gear: int, heat: int, speed: int) -> float:
        known = self.seen.get((gear, speed))
        if known is None:
            engine, _ = self.cooled(gear, heat)
            after, left = self.outlook.course.after, self.left
            engine = min(engine, self.outlook.course.heat)
            known = after(left, speed, speed, gear, engine)
            if self.adrenaline:
                known = min(known, after(left, speed + 1, speed + 1, gear, engine))
            if engine:
                flips = self.odds[1]
                boosted = sum([p * after(left, speed + f, speed + f, gear, engine - 1) for f, p in flips])
                known = min(known, boosted)
            self.seen[gear, speed] = known
        return known

    def turns(self, draft: _Draft) -> float:
        view, gear = self.view, draft.plan.gear
        engine, cooled = self.cooled(gear, draft.heat)
        kept = without(view.hand, draft.plan.cards + (HEAT,) * cooled)
        rest = RestOfTurn(view, self.outlook, OpenRoad(), gear, kept)
        at = view.own.at
        return sum(
            [
                chance
                * rest.best(
                    at + draft.speed + value,
                    draft.speed + value,
                    engine,
                    boost=True,
                    adrenaline=self.adrenaline,
                )
                for value, chance in self.odds[draft.stress]
            ]
        )

    def cooled(self, gear: int, heat: int) -> tuple[int, int]:
        """The engine after the shift and all Cooldown, and how many Heat cards leave the hand for it."""
        most = sum([use.most for use in GEAR_CHARGES[gear] if use.symbol == "cooldown"]) + self.adrenaline
        cooled = min(most, self.decision.heat)
        return self.decision.engine - heat + cooled, cooled


def expects_adrenaline(view: SeatView) -> bool:
    """Whether the car will be one of the last when its turn comes; the order is fixed by now (4.1)."""
    count = 2 if len(view.cars) >= MANY_CARS else 1
    return view.seat in view.order[-count:]
