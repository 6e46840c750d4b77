"""Steps 1 and 2: the gear and the cards."""

from __future__ import annotations

from heat_tui.drivers.course import COOLDOWN
from heat_tui.drivers.hands import without
from heat_tui.drivers.odds import CERTAIN, Odds, flip_odds
from heat_tui.drivers.outlook import Outlook
from heat_tui.drivers.traffic import open_road
from heat_tui.drivers.turn import RestOfTurn
from heat_tui.engine.actions import Action, Plan
from heat_tui.engine.cards import CATALOGUE, HEAT, STRESS
from heat_tui.engine.decisions import PlanDecision
from heat_tui.engine.record import record
from heat_tui.engine.steps.adrenaline import MANY_CARS
from heat_tui.engine.symbols.boost import BOOST_COST
from heat_tui.engine.view import SeatView

THOUGHT_THROUGH = 10
"""So many plans are looked at with the cards that they leave; the others are worse at first sight."""


def choose_plan(view: SeatView, decision: PlanDecision, seed: int) -> Action:
    """The plan with the fewest turns left after it. Never retires: a race is driven to the flag."""
    if decision.cluttered:
        # The car stays where it is and falls to gear 1 whatever the plan, so no Heat goes into a shift.
        gear = min(decision.gears, key=lambda payable: (payable[1], payable[0]))[0]
        return Plan(gear, decision.sets(gear)[0])
    planner = _Planner(view, decision, Outlook(view, seed))
    drafts = sorted(planner.drafts(), key=lambda draft: draft.first_sight)
    return min(drafts[:THOUGHT_THROUGH], key=planner.turns).plan


@record
class _Draft:
    """A plan, its engine and `cooled` Heat after shift and Cooldown, the printed speed of its cards, what its
    Stress cards may add, and the turns to the flag as they seem before the rest of the hand is looked at."""

    plan: Plan
    engine: int
    cooled: int
    speed: int
    flips: Odds
    first_sight: float


class _Planner:
    """Weighs the plans of one decision. Other cars are left out: the ones ahead will have moved."""

    def __init__(self, view: SeatView, decision: PlanDecision, outlook: Outlook) -> None:
        self._view = view
        self._decision = decision
        self._outlook = outlook
        self._road = open_road(view)
        self._adrenaline = expects_adrenaline(view)
        self._flip = flip_odds(view)
        self._odds: dict[int, Odds] = {0: CERTAIN, 1: self._flip}
        self._seen: dict[tuple[int, int], float] = {}

    def drafts(self) -> list[_Draft]:
        """Every legal plan."""
        decision = self._decision
        drafts = []
        for gear, heat in decision.gears:
            cooled = min(COOLDOWN[gear] + self._adrenaline, decision.heat)
            engine = decision.engine - heat + cooled
            for cards in decision.sets(gear):
                speed = sum([CATALOGUE[card].speed for card in cards])
                flips = self._odds_of(cards.count(STRESS))
                seems = sum([chance * self._at_first_sight(gear, engine, speed + value) for value, chance in flips])
                drafts.append(_Draft(Plan(gear, cards), engine, cooled, speed, flips, seems))
        return drafts

    def turns(self, draft: _Draft) -> float:
        """The turns to the flag after a plan, with the cards that it leaves in the hand."""
        view, plan = self._view, draft.plan
        kept = without(view.hand, plan.cards + (HEAT,) * draft.cooled)
        rest = RestOfTurn(view, self._outlook, self._road, plan.gear, kept)
        total = 0.0
        for value, chance in draft.flips:
            speed = draft.speed + value
            end = view.own.at + speed
            total += chance * rest.best(end, speed, draft.engine, boost=True, adrenaline=self._adrenaline)
        return total

    def _at_first_sight(self, gear: int, engine: int, speed: int) -> float:
        """The turns to the flag after a speed, as if the hand were then a usual one."""
        known = self._seen.get((gear, speed))
        if known is not None:
            return known
        after, left = self._outlook.course.after, self._outlook.began
        turns = after(left, speed, gear, engine)
        if self._adrenaline:
            turns = min(turns, after(left, speed + 1, gear, engine))
        if engine >= BOOST_COST:
            rest = engine - BOOST_COST
            turns = min(turns, sum([chance * after(left, speed + flip, gear, rest) for flip, chance in self._flip]))
        self._seen[gear, speed] = turns
        return turns

    def _odds_of(self, stress: int) -> Odds:
        odds = self._odds.get(stress)
        if odds is None:
            odds = self._odds[stress] = flip_odds(self._view, stress)
        return odds


def expects_adrenaline(view: SeatView) -> bool:
    """Whether the car will have Adrenaline in its turn: the order of the round is fixed before the plans (4.1)."""
    count = 2 if len(view.cars) >= MANY_CARS else 1
    return view.seat in view.order[-count:]
