"""What an action would do, from what its seat can know.

Unknown cards are a distribution over the seat's own unseen cards, never the real deck. Other
cars are taken to stay where they are, which while planning is a guess and otherwise a fact.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction

from heat_tui.engine.actions import (
    Action,
    ChooseValues,
    Discard,
    Mulligan,
    Plan,
    React,
    Replace,
    Slipstream,
)
from heat_tui.engine.cards import HEAT
from heat_tui.engine.decisions import Decision, PlanDecision, ReactDecision
from heat_tui.engine.forecast_reveal import Reveal, Values, Ways, best_values, heat_in, reveal_ways, total_of
from heat_tui.engine.number_first import ShiftWay, shift_ways
from heat_tui.engine.outcomes import CERTAIN, CornerCost, Outcome, corner_costs, flips, landing, outcome
from heat_tui.engine.record import record
from heat_tui.engine.refusal import IllegalAction
from heat_tui.engine.view import SeatView

__all__ = [
    "CERTAIN",
    "CornerCost",
    "Forecast",
    "Outcome",
    "corner_costs",
    "flips",
    "forecast",
    "landing",
]


@record
class Forecast:
    """What an action would do. `outcomes` run from the lowest speed to the highest.

    `heat` is paid at once (a shift, a Boost, a Heat symbol, a mulligan), `cooled` goes back into the engine;
    `cluttered` tells that the car would not move; `guess` that other cars may move first.
    `discards` is how many cards of the hand would go in step 8, None at any other step.
    In tournament mode `lost` cards go by chance and `flips` come for Heat that a shift lacks (M2). Where values are
    still to be chosen `by_values` pairs every choice with its outcomes; `outcomes` are then those of the
    choice that is the least likely to spin, the fastest of these.
    """

    heat: int
    cooled: int
    cluttered: bool
    guess: bool
    outcomes: tuple[Outcome, ...]
    discards: int | None = None
    lost: int = 0
    flips: int = 0
    by_values: tuple[tuple[Values, tuple[Outcome, ...]], ...] = ()

    @property
    def spin_chance(self) -> Fraction:
        """The chance of a spin out."""
        return sum((outcome.chance for outcome in self.outcomes if outcome.spins), Fraction(0))

    @property
    def most_heat(self) -> int:
        """The most Heat that the corners may ask for."""
        return max((outcome.heat for outcome in self.outcomes), default=0)


def forecast(view: SeatView, decision: Decision, action: Action) -> Forecast:
    """What `action` would do; raises IllegalAction if the decision refuses it."""
    objection = decision.objection(action)
    if objection is not None:
        raise IllegalAction(objection)
    own = view.own
    match action:
        case Plan():
            assert isinstance(decision, PlanDecision)
            return _plan(view, decision, action)
        case React():
            assert isinstance(decision, ReactDecision)
            return _react(view, decision, action)
        case Slipstream():
            speeds = {view.speed: CERTAIN}
            return _moved(view, speeds, lambda _: action.distance, engine=own.engine)
        case Discard():
            return Forecast(0, 0, cluttered=False, guess=False, outcomes=(), discards=len(action.cards))
        case Mulligan():
            return Forecast(int(action.take), 0, cluttered=False, guess=False, outcomes=())
        case ChooseValues():
            return _values(view, action)
        case Replace():
            return _replaced(view, action)
        case _:
            return Forecast(0, 0, cluttered=False, guess=False, outcomes=())


def _plan(view: SeatView, decision: PlanDecision, action: Plan) -> Forecast:
    if HEAT in action.cards or len(action.cards) < action.gear:
        heat = dict(decision.shifts or decision.gears)[action.gear]
        return Forecast(heat, 0, cluttered=True, guess=True, outcomes=())
    if not decision.number_first:
        heat = dict(decision.gears)[action.gear]
        return _revealed(heat, _ways(view, action, action.cards, heat, 0), guess=True)
    ways = shift_ways(decision, action)
    first = ways[0]
    if len(ways) == 1:
        told = _revealed(first.heat, _ways(view, action, first.cards, first.heat, first.flips), guess=True)
        return replace(told, lost=first.lost, flips=first.flips)
    outcomes = _mixed(view, action, ways)
    return Forecast(first.heat, 0, cluttered=False, guess=True, outcomes=outcomes, lost=first.lost, flips=first.flips)


def _ways(view: SeatView, action: Plan, cards: tuple[str, ...], heat: int, turned: int) -> Ways:
    """How a plan comes out that leaves `cards` in play, `heat` paid and `turned` Basic cards still to flip to them."""
    reveal = Reveal(
        cards,
        total_of(view, cards, "plus") + turned,
        len(cards) + turned,
        view.own.engine - heat,
        heat_in(view.hand, action.cards),
        heat_in(view.spent) + heat,
        total_of(view, cards, "adjust"),
    )
    return reveal_ways(view, reveal)


def _mixed(view: SeatView, action: Plan, ways: tuple[ShiftWay, ...]) -> tuple[Outcome, ...]:
    """The outcomes of all the cards that chance may leave, each with the values that are best for it (M2)."""
    mixed: dict[tuple[int, int, tuple[CornerCost, ...], int, tuple[str, ...]], Outcome] = {}
    for way in ways:
        told = _ways(view, action, way.cards, way.heat, way.flips)
        for each in told[best_values(told)]:
            key = (each.speed, each.owed, each.corners, each.engine, each.replaced)
            chance = each.chance * way.chance + (mixed[key].chance if key in mixed else 0)
            mixed[key] = replace(each, chance=chance)
    return tuple(sorted(mixed.values(), key=lambda each: (each.speed, each.owed)))


def _revealed(heat: int, ways: Ways, *, guess: bool) -> Forecast:
    by_values = tuple(ways.items()) if len(ways) > 1 else ()
    outcomes = ways[best_values(ways)]
    return Forecast(heat, 0, cluttered=False, guess=guess, outcomes=outcomes, by_values=by_values)


def _values(view: SeatView, action: ChooseValues) -> Forecast:
    reveal = _reveal_now(view, view.own.play, 0, 0)
    return _revealed(0, reveal_ways(view, reveal, tuple(sorted(action.values))), guess=False)


def _replaced(view: SeatView, action: Replace) -> Forecast:
    left = list(view.own.play)
    for card in action.cards:
        left.remove(card)
    gone = total_of(view, action.cards, "adjust")
    return _revealed(0, reveal_ways(view, _reveal_now(view, tuple(left), len(action.cards), -gone)), guess=False)


def _reveal_now(view: SeatView, cards: tuple[str, ...], count: int, adjust: int) -> Reveal:
    """The own cards in play, with `count` flips to come."""
    own = view.own
    return Reveal(cards, count, own.gear, own.engine, heat_in(view.hand), heat_in(view.spent), adjust)


def _react(view: SeatView, decision: ReactDecision, action: React) -> Forecast:
    engine, speed = view.own.engine, view.speed
    owed = sum([charge.most for charge in view.charges if charge.symbol == "heat"])
    if action.symbol is None:
        return _moved(view, {speed: CERTAIN}, lambda _: 0, engine=engine)
    use = next(use for use in decision.uses if use.symbol == action.symbol and use.source == action.source)
    amount = action.amount
    match use.symbol:
        case "cooldown" | "super_cool":
            return _moved(view, {speed: CERTAIN}, lambda _: 0, engine=engine + amount, cooled=amount, owed=owed)
        case "adrenaline" | "accelerate":
            return _moved(view, {speed + amount: CERTAIN}, lambda _: amount, engine=engine, owed=owed)
        case "boost":
            speeds = {speed + value: chance for value, chance in flips(view, 1).items()}
            rest = engine - use.heat
            return _moved(view, speeds, lambda after: after - speed, engine=rest, heat=use.heat, owed=owed)
        case "heat":
            rest, left = engine - use.heat, owed - use.heat
            return _moved(view, {speed: CERTAIN}, lambda _: 0, engine=rest, heat=use.heat, owed=left)
        case "draft":
            return _moved(view, {speed: CERTAIN}, lambda _: amount, engine=engine, owed=owed)
        case "direct_play":
            return _played_directly(view, use.source, owed)
        case _:
            return _moved(view, {speed: CERTAIN}, lambda _: 0, engine=engine, owed=owed)


def _played_directly(view: SeatView, card: str, owed: int) -> Forecast:
    speed, alone = view.speed, (card,)
    added = flips(view, total_of(view, alone, "plus"))
    speeds = {speed + view.sheet.cards[card].speed + value: chance for value, chance in added.items()}
    owed += total_of(view, alone, "heat")
    adjust = total_of(view, alone, "adjust")
    return _moved(view, speeds, lambda after: after - speed, engine=view.own.engine, owed=owed, adjust=adjust)


def _moved(
    view: SeatView,
    speeds: Mapping[int, Fraction],
    distance: Callable[[int], int],
    *,
    engine: int,
    heat: int = 0,
    cooled: int = 0,
    owed: int = 0,
    adjust: int = 0,
) -> Forecast:
    outcomes = tuple(
        outcome(view, speed, distance(speed), chance, engine, owed=owed, adjust=adjust)
        for speed, chance in speeds.items()
    )
    return Forecast(heat, cooled, cluttered=False, guess=False, outcomes=outcomes)
