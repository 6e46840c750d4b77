"""What an action would do, from what its seat can know.

Unknown cards are a distribution over the seat's own unseen cards, never the real deck. Other
cars are taken to stay where they are, which while planning is a guess and otherwise a fact."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product

from heat_tui.engine.actions import Action, ChooseValues, Discard, Plan, React, Replace, Slipstream
from heat_tui.engine.cards import BASIC, HEAT
from heat_tui.engine.decisions import Decision, PlanDecision, ReactDecision, Use
from heat_tui.engine.movement import free_spot, lines_crossed, stop_of
from heat_tui.engine.payability import Means, ShiftWay, fewest_replaced, payable, shift_ways
from heat_tui.engine.react import GEAR_CHARGES
from heat_tui.engine.record import IllegalAction, record
from heat_tui.engine.symbols import ADRENALINE_CHARGES, SECTOR_CHARGE
from heat_tui.engine.track import SPOTS_PER_SPACE
from heat_tui.engine.view import SeatView


@record
class Forecast:
    """What an action would do. `outcomes` run from the lowest speed to the highest.

    `heat` is paid at once (a shift, a Boost, a Heat symbol, a new hand), `cooled` goes back into the engine;
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
        case ChooseValues():
            return _values(view, action)
        case Replace():
            return _replaced(view, action)
        case _:
            return Forecast(decision.price(action), 0, cluttered=False, guess=False, outcomes=())


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
    if action.symbol is None:
        return _moved(view, {speed: CERTAIN}, lambda _: 0, engine=engine)
    use = next(use for use in decision.uses if use.symbol == action.symbol and use.source == action.source)
    effect = view.sheet.symbols[use.symbol].effect(view.sheet.cards, use, action.amount)
    sure, cooled = speed + effect.speed, effect.cooled + effect.recovered
    return _moved(
        view,
        {sure + value: chance for value, chance in flips(view, effect.flips).items()},
        lambda after: after - sure + effect.way,
        engine=engine - effect.paid + cooled,
        heat=effect.paid,
        cooled=cooled,
        owed=sum([charge.most for charge in view.charges if charge.symbol == "heat"]) + effect.owed,
        adjust=effect.adjust,
    )


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
    `owed` is the Heat that symbols ask for in step 5, before the corners, cooled as far as the engine falls short;
    `replaced` are the cards that go for flipped ones because their Heat cannot be paid (G8).
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
    owed: int = 0
    replaced: tuple[str, ...] = ()

    @property
    def heat(self) -> int:
        """The Heat that the corners ask for."""
        return sum(corner.heat for corner in self.corners)


Basics = tuple[int, ...]
"""How many Basic cards worth 1, 2, 3, 4 there are."""

_BASICS = tuple(sorted(BASIC))


@record
class Piles:
    """The Basic cards that a + may turn over: of the draw deck and, when they are used up, of the discard pile."""

    deck: Basics
    pile: Basics


def piles_of(view: SeatView) -> Piles:
    """The own piles; without the memory aid all the cards count as the draw deck."""
    return Piles(
        tuple([view.unseen.count(card) for card in _BASICS]), tuple([view.spent.count(card) for card in _BASICS])
    )


def flip_ways(piles: Piles, count: int) -> Mapping[tuple[int, Piles], Fraction]:
    """What `count` + may add, with the piles that they leave, and the exact chance of each (P1, P4)."""
    ways = {(0, piles): CERTAIN}
    for _ in range(count):
        after: dict[tuple[int, Piles], Fraction] = {}
        for (total, left), chance in ways.items():
            for value, rest, part in _flip(left):
                after[total + value, rest] = after.get((total + value, rest), Fraction(0)) + chance * part
        ways = after
    return ways


def _flip(piles: Piles) -> Iterator[tuple[int, Piles, Fraction]]:
    deck, pile = piles.deck, piles.pile
    if not any(deck):
        deck, pile = pile, (0,) * len(pile)
    size = sum(deck)
    if not size:
        yield 0, piles, CERTAIN
    for place, copies in enumerate(deck):
        if copies:
            left = (*deck[:place], copies - 1, *deck[place + 1 :])
            yield int(_BASICS[place]), Piles(left, pile), Fraction(copies, size)


def flips(view: SeatView, count: int) -> dict[int, Fraction]:
    """The chances of what `count` + would add, rising by value (P1, P4)."""
    sums: dict[int, Fraction] = {}
    for (value, _), chance in flip_ways(piles_of(view), count).items():
        sums[value] = sums.get(value, Fraction(0)) + chance
    return dict(sorted(sums.items()))


def outcome(
    view: SeatView,
    speed: int,
    distance: int,
    chance: Fraction,
    engine: int,
    *,
    owed: int = 0,
    adjust: int = 0,
    replaced: tuple[str, ...] = (),
) -> Outcome:
    """How a move of `distance` comes out at `speed` with `engine` Heat there and `owed` of it to be paid first.

    `adjust` is by how much the limits are higher than the view says.
    """
    own = view.own
    end, spot, blockers = landing(view, distance)
    began = view.began if view.acting == view.seat else own.at
    engine = max(engine - owed, 0)
    corners = []
    spins = False
    for cost in corner_costs(view, began, end, speed, adjust):
        corners.append(cost)
        if cost.heat > engine:
            spins, engine = True, 0
            break
        engine -= cost.heat
    finishes = end > view.sheet.finish and not spins
    short = own.at + distance - end
    return Outcome(chance, speed, end, spot, short, blockers, tuple(corners), spins, engine, finishes, owed, replaced)


def landing(view: SeatView, distance: int) -> tuple[int, int, tuple[int, ...]]:
    """Return where a move of the own car would end: absolute place, spot, and the cars in its way (3.2-3.4)."""
    own, spaces, spots = view.own, view.sheet.track.spaces, view.spots()
    goal = own.at + distance
    end = stop_of(spots, spaces, own.at, distance)
    blockers: tuple[int, ...] = ()
    if end < goal:
        place = (goal - 1) % spaces * SPOTS_PER_SPACE
        blockers = tuple(spots[place : place + SPOTS_PER_SPACE])
    return end, own.spot if end == own.at else free_spot(spots, spaces, end), blockers


def corner_costs(view: SeatView, began: int, end: int, speed: int, adjust: int = 0) -> tuple[CornerCost, ...]:
    """Return the corner lines between two absolute places and what each asks for at `speed` (7.1, 7.2, 7.4).

    `adjust` is by how much the limits are higher than the view says (G9).
    """
    costs = []
    for corner, _ in lines_crossed(view.sheet, began, end):
        limit = max(view.own_limits[corner] + adjust, 0)
        over = max(speed - limit, 0)
        costs.append(CornerCost(corner, limit, over, over + view.surcharges[corner] if over else 0))
    return tuple(costs)


Values = tuple[tuple[str, int], ...]
"""The values chosen for the cards with a choice, as pairs."""

Ways = dict[Values, tuple[Outcome, ...]]
"""How a reveal can come out for each choice of values."""


@record
class Reveal:
    """Cards turned up, or about to be: `cards` lie in the play area, and `flips` + are still to be resolved.

    `gear` is the gear of the turn, `engine` its Heat, `heat` the Heat cards in the hand and `pile` those on the
    discard pile. `adjust` is by how much these cards raise the limits over what the view says.
    """

    cards: tuple[str, ...]
    flips: int
    gear: int
    engine: int
    heat: int
    pile: int
    adjust: int


@record
class _Played:
    """The cards in play while flips are resolved: their values, the speed so far, and what was replaced."""

    cards: tuple[str, ...]
    values: Values
    speed: int
    adjust: int
    piles: Piles
    replaced: tuple[str, ...]


def total_of(view: SeatView, cards: tuple[str, ...], symbol: str) -> int:
    """What a symbol adds up to on several cards."""
    return sum([view.sheet.cards[card].number(symbol) for card in cards])


def reveal_ways(view: SeatView, reveal: Reveal, values: Values | None = None) -> Ways:
    """How it comes out, for all choices of values or for the one given."""
    chosen = _choices(view, reveal.cards) if values is None else [values]
    return {values: _outcomes(view, reveal, values) for values in chosen}


def best_values(ways: Ways) -> Values:
    """The choice that a careful driver makes: the least likely to spin, and of those the fastest."""

    def care(values: Values) -> tuple[Fraction, int]:
        spins = sum([way.chance for way in ways[values] if way.spins], Fraction(0))
        return spins, -sum([value for _, value in values])

    return min(ways, key=care)


def _choices(view: SeatView, cards: tuple[str, ...]) -> list[Values]:
    open_cards = sorted([card for card in cards if view.sheet.cards[card].choices])
    values = product(*[view.sheet.cards[card].choices for card in open_cards])
    return list(dict.fromkeys(tuple(sorted(zip(open_cards, chosen, strict=True))) for chosen in values))


def _outcomes(view: SeatView, reveal: Reveal, values: Values) -> tuple[Outcome, ...]:
    speed = sum([view.sheet.cards[card].speed for card in reveal.cards]) + sum([value for _, value in values])
    began = _Played(reveal.cards, values, speed, reveal.adjust, piles_of(view), ())
    ends: dict[tuple[int, tuple[str, ...]], tuple[_Played, Fraction]] = {}
    for played, chance in _flipped(view, reveal, began, reveal.flips, CERTAIN):
        key = (played.speed, played.replaced)
        ends[key] = (played, chance + (ends[key][1] if key in ends else Fraction(0)))
    return tuple(
        outcome(
            view,
            played.speed,
            played.speed,
            chance,
            reveal.engine,
            owed=total_of(view, played.cards, "heat"),
            adjust=played.adjust,
            replaced=played.replaced,
        )
        for _, (played, chance) in sorted(ends.items(), key=lambda end: end[0])
    )


def _flipped(
    view: SeatView, reveal: Reveal, played: _Played, count: int, chance: Fraction
) -> Iterator[tuple[_Played, Fraction]]:
    """Resolve `count` +, then replace what cannot be paid where the car would land, until all can be (G8)."""
    for (value, piles), part in flip_ways(played.piles, count).items():
        after = _Played(played.cards, played.values, played.speed + value, played.adjust, piles, played.replaced)
        gone = _unpayable(view, reveal, after)
        if gone:
            yield from _flipped(view, reveal, _without(view, after, gone), len(gone), chance * part)
        else:
            yield after, chance * part


def _unpayable(view: SeatView, reveal: Reveal, played: _Played) -> tuple[str, ...]:
    """Return the first of the smallest sets of cards whose Heat is too much where the car lands, if there are any."""
    if total_of(view, played.cards, "heat") <= reveal.engine:
        return ()
    bearing = {card: _symbols_on(view, card) for card in played.cards}
    charges = sum([bearing[card] for card in played.cards], (*GEAR_CHARGES[reveal.gear], SECTOR_CHARGE))
    if view.seat in view.last:
        charges += ADRENALINE_CHARGES
    end, _, _ = landing(view, played.speed)
    means, there = Means(end, reveal.engine, reveal.heat, reveal.pile, charges), _cooldown_at(view, end)
    return () if payable(means, there) else fewest_replaced(means, there, bearing)[0]


def _symbols_on(view: SeatView, card: str) -> tuple[Use, ...]:
    return tuple([Use(symbol, card, number) for symbol, number in view.sheet.cards[card].symbols])


def _cooldown_at(view: SeatView, at: int) -> int | None:
    """Return the Cooldown that a sector gives, None where nothing may be cooled."""
    track = view.sheet.track
    return view.cooling[track.sector((at - 1) % track.spaces + 1)] if view.cooling else 0


def _without(view: SeatView, played: _Played, gone: tuple[str, ...]) -> _Played:
    """The same with some cards, and the values chosen for them, out of play."""
    cards, values, speed = list(played.cards), list(played.values), played.speed
    for card in gone:
        cards.remove(card)
        speed -= view.sheet.cards[card].speed
        value = next((pair for pair in values if pair[0] == card), None)
        if value is not None:
            values.remove(value)
            speed -= value[1]
    adjust = played.adjust - total_of(view, gone, "adjust")
    return _Played(tuple(cards), tuple(values), speed, adjust, played.piles, (*played.replaced, *gone))


def heat_in(cards: tuple[str, ...], gone: tuple[str, ...] = ()) -> int:
    """The Heat cards left in a hand."""
    return cards.count(HEAT) - gone.count(HEAT)
