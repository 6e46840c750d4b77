"""What an action would do, from what its seat can know.

Unknown cards are a distribution over the seat's own unseen cards, never the real deck. Other
cars are taken to stay where they are, which while planning is a guess and otherwise a fact.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from heat_tui.engine.actions import Action, Discard, Mulligan, Plan, React, Retire, Slipstream
from heat_tui.engine.car import RACING
from heat_tui.engine.cards import BASIC, HEAT
from heat_tui.engine.decisions import Decision, PlanDecision, ReactDecision
from heat_tui.engine.record import record
from heat_tui.engine.refusal import IllegalAction
from heat_tui.engine.view import SeatView

CERTAIN = Fraction(1)


@record
class CornerCost:
    """One corner line on the way: its index, the limit, the points over it and the Heat it asks for."""

    corner: int
    limit: int
    over: int
    heat: int


@record
class Outcome:
    """One way that it can come out, with its exact chance.

    `end` and `spot` are the landing, `short` the spaces lost to `blockers`; `corners` are those
    that would be checked, up to and with one that cannot be paid, where `spins` is true; `engine` is what is left then.
    """

    chance: Fraction
    speed: int
    end: int
    spot: int
    short: int
    blockers: tuple[int, ...]
    corners: tuple[CornerCost, ...]
    spins: bool
    engine: int
    finishes: bool

    @property
    def heat(self) -> int:
        """The Heat that the corners ask for."""
        return sum(corner.heat for corner in self.corners)


@record
class Forecast:
    """What an action would do. `outcomes` run from the lowest speed to the highest.

    `heat` is paid at once (a shift, a Boost, a mulligan), `cooled` goes back into the engine;
    `cluttered` tells that the car would not move; `guess` that other cars may move first.
    `discards` is how many cards of the hand would go in step 8, None at any other step.
    """

    heat: int
    cooled: int
    cluttered: bool
    guess: bool
    outcomes: tuple[Outcome, ...]
    discards: int | None = None

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
        case Retire():
            return Forecast(0, 0, cluttered=False, guess=False, outcomes=())
        case _:
            raise AssertionError(f"no forecast for {action!r}")


def _plan(view: SeatView, decision: PlanDecision, action: Plan) -> Forecast:
    heat = dict(decision.gears)[action.gear]
    if HEAT in action.cards or len(action.cards) < action.gear:
        return Forecast(heat, 0, cluttered=True, guess=True, outcomes=())
    cards = [view.sheet.cards[card] for card in action.cards]
    known = sum(card.speed for card in cards)
    pluses = sum(number for card in cards for name, number in card.symbols if name == "plus")
    speeds = {known + value: chance for value, chance in flips(view, pluses).items()}
    return _moved(view, speeds, lambda speed: speed, engine=view.own.engine - heat, heat=heat, guess=True)


def _react(view: SeatView, decision: ReactDecision, action: React) -> Forecast:
    engine, speed = view.own.engine, view.speed
    if action.symbol is None:
        return _moved(view, {speed: CERTAIN}, lambda _: 0, engine=engine)
    use = next(use for use in decision.uses if use.symbol == action.symbol and use.source == action.source)
    if action.symbol == "cooldown":
        return _moved(view, {speed: CERTAIN}, lambda _: 0, engine=engine + action.amount, cooled=action.amount)
    if action.symbol == "adrenaline":
        return _moved(view, {speed + 1: CERTAIN}, lambda _: 1, engine=engine)
    speeds = {speed + value: chance for value, chance in flips(view, 1).items()}
    return _moved(view, speeds, lambda after: after - speed, engine=engine - use.heat, heat=use.heat)


def flips(view: SeatView, count: int) -> dict[int, Fraction]:
    """The chances of what `count` + would add, rising by value (P1, P4).

    A flip takes a Basic card of the draw deck, each as likely; when those are used up, of the discard pile.
    """
    deck = {card: view.unseen.count(card) for card in BASIC}
    pile = {card: view.spent.count(card) for card in BASIC}
    sums: dict[int, Fraction] = {}
    _flip_on(deck, pile, count, 0, CERTAIN, sums)
    return dict(sorted(sums.items()))


def _flip_on(
    deck: Mapping[str, int],
    pile: Mapping[str, int],
    count: int,
    total: int,
    chance: Fraction,
    sums: dict[int, Fraction],
) -> None:
    size = sum(deck.values())
    if count and not size:
        deck, pile, size = pile, {}, sum(pile.values())
    if not count or not size:
        sums[total] = sums.get(total, Fraction(0)) + chance
        return
    for card, copies in deck.items():
        if copies:
            left = {**deck, card: copies - 1}
            part = chance * copies / size
            _flip_on(left, pile, count - 1, total + int(card), part, sums)


def _moved(
    view: SeatView,
    speeds: Mapping[int, Fraction],
    distance: Callable[[int], int],
    *,
    engine: int,
    heat: int = 0,
    cooled: int = 0,
    guess: bool = False,
) -> Forecast:
    outcomes = tuple(_outcome(view, speed, distance(speed), chance, engine) for speed, chance in speeds.items())
    return Forecast(heat, cooled, cluttered=False, guess=guess, outcomes=outcomes)


def _outcome(view: SeatView, speed: int, distance: int, chance: Fraction, engine: int) -> Outcome:
    own = view.own
    end, spot, blockers = landing(view, distance)
    began = view.began if view.acting == view.seat else own.at
    corners = []
    spins = False
    for cost in corner_costs(view, began, end, speed):
        corners.append(cost)
        if cost.heat > engine:
            spins, engine = True, 0
            break
        engine -= cost.heat
    finishes = end > view.sheet.finish and not spins
    short = own.at + distance - end
    return Outcome(chance, speed, end, spot, short, blockers, tuple(corners), spins, engine, finishes)


def landing(view: SeatView, distance: int) -> tuple[int, int, tuple[int, ...]]:
    """Where a move of the own car would end: absolute place, spot, and the cars in its way (3.2-3.4)."""
    own, spaces = view.own, view.sheet.track.spaces
    taken = {
        ((car.at - 1) % spaces, car.spot): car.index
        for car in view.cars
        if car.status == RACING and car.index != own.index
    }
    aimed = (own.at + distance - 1) % spaces
    blockers = tuple(taken[aimed, spot] for spot in (0, 1) if (aimed, spot) in taken)
    for at in range(own.at + distance, own.at, -1):
        for spot in (0, 1):
            if ((at - 1) % spaces, spot) not in taken:
                return at, spot, blockers if at < own.at + distance else ()
    return own.at, own.spot, blockers if distance else ()


def corner_costs(view: SeatView, began: int, end: int, speed: int) -> tuple[CornerCost, ...]:
    """The corner lines between two absolute places and what each asks for at `speed` (7.1, 7.2, 7.4)."""
    spaces, corners = view.sheet.track.spaces, view.sheet.track.corners
    last = min(end, view.sheet.finish)
    costs = []
    for lap in range((began - 1) // spaces, (last - 1) // spaces + 1):
        for index, corner in enumerate(corners):
            if began <= lap * spaces + corner.line_after < last:
                limit = view.own_limits[index]
                over = max(speed - limit, 0)
                costs.append(CornerCost(index, limit, over, over + view.surcharges[index] if over else 0))
    return tuple(costs)
