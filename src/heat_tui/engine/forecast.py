"""Forecasts: the effects of an action, from what its seat can know.

Unknown cards are a distribution over the seat's own unseen cards, never the real deck. Other cars are assumed to stay
where they are, which is a guess while planning and a fact otherwise. The free uses that step 5 is sure to offer,
Cooldown and Super cool, are assumed to be made before the corners are checked, unless the action ends the step.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from itertools import accumulate, product

from heat_tui.engine.actions import Action, ChooseValues, Discard, Plan, React, Replace, Slipstream
from heat_tui.engine.cards import BASIC, HEAT
from heat_tui.engine.choices import without
from heat_tui.engine.corners import SLIPSTREAM
from heat_tui.engine.decisions import Decision, PlanDecision, ReactDecision, Use
from heat_tui.engine.movement import free_spot, in_tow, lines_crossed, stop_of
from heat_tui.engine.payability import Means, ShiftWay, engine_after, fewest_replaced, payable, shift_ways, unused
from heat_tui.engine.react import GEAR_CHARGES
from heat_tui.engine.record import record
from heat_tui.engine.symbols import ADRENALINE_CHARGES, SECTOR_CHARGE
from heat_tui.engine.track import SPOTS_PER_SPACE
from heat_tui.engine.unseen import CERTAIN, Flipped, Piles, add, add_all, flip_ways, piles_of, scrap_ways
from heat_tui.engine.view import SeatView


@record
class Forecast:
    """The effects of an action. `outcomes` run from the lowest speed to the highest.

    `heat` is the cost of the action itself (a shift, a Boost, a Heat symbol, a new hand), `cooled` the Heat that the
    action puts into the engine; `cluttered` says that the car would not move; `guess` that other cars may move first.
    `discards` is the number of cards that step 8 would discard from the hand, None at any other step. In tournament
    mode, if the Heat for the shift is lacking, a shift up loses `lost` random cards, and a shift down adds `flips`
    flipped cards (M2). If values are still to be chosen, `by_values` pairs every choice with its outcomes (empty if the
    cards in play are uncertain); `outcomes` are then those of a driver who chooses once the cards are revealed: the
    choice least likely to spin out, and the fastest among equals. `with_cooling`, for an action that ends step 5, is
    the outcome if everything that can still be cooled for free is cooled first, None if nothing can be. `coolers` are
    the sources that can still cool in step 5, for a use in that step, and for a plan with a card that cools (not in
    tournament mode); otherwise ().
    """

    heat: int = 0
    cooled: int = 0
    cluttered: bool = False
    guess: bool = False
    outcomes: tuple[Outcome, ...] = ()
    discards: int | None = None
    lost: int = 0
    flips: int = 0
    by_values: tuple[tuple[Values, tuple[Outcome, ...]], ...] = ()
    with_cooling: Outcome | None = None
    coolers: tuple[str, ...] = ()

    @property
    def spin_chance(self) -> Fraction:
        """The chance of a spin out."""
        return sum((outcome.chance for outcome in self.outcomes if outcome.spins), Fraction(0))

    @property
    def most_heat(self) -> int:
        """The most Heat that the corners ask for in any outcome."""
        return max((outcome.heat for outcome in self.outcomes), default=0)

    @property
    def ends(self) -> tuple[Outcome, ...]:
        """The distinct outcomes, slowest first; with `by_values`, those of all choices, each with chance 1."""
        if not self.by_values:
            return self.outcomes
        every = {replace(outcome, chance=CERTAIN) for _, outcomes in self.by_values for outcome in outcomes}
        return tuple(sorted(every, key=lambda outcome: (outcome.speed, outcome.replaced, outcome.cooled)))

    @property
    def wastes_cooling(self) -> bool:
        """True if the action ends step 5 before a spin out that Cooldown or Super cool could still prevent."""
        return self.with_cooling is not None and not self.with_cooling.spins and bool(self.spin_chance)


@record
class CornerCost:
    """A corner line that a move crosses: its index, the limit, the points over the limit and the Heat to pay."""

    corner: int
    limit: int
    over: int
    heat: int


@record
class ThrownBack:
    """The result of a spin out: the absolute place and spot of the car, and the Stress that its driver takes (7.3)."""

    end: int
    spot: int
    stress: int


@record
class Outcome:
    """One possible outcome, with its exact chance.

    `end` and `spot` are the landing; `short` is the number of spaces lost to `blockers`; `corners` are those that would
    be checked, up to and including the first that cannot be paid for; `back` is the result of the spin out there, None
    if all can be paid for; `engine` is the Heat left in the engine afterwards. `owed` is the Heat that symbols ask for
    in step 5, before the corners, and `cooled` is the Heat that Cooldown and Super cool still bring into the engine in
    step 5; `replaced` are the cards exchanged for flipped ones because their Heat cannot be paid (G8). For a reaction,
    `tows` says that a Slipstream may follow if nothing else moves the car (6.1).
    """

    chance: Fraction
    speed: int
    end: int
    spot: int
    short: int
    blockers: tuple[int, ...]
    corners: tuple[CornerCost, ...]
    back: ThrownBack | None
    engine: int
    finishes: bool
    owed: int = 0
    cooled: int = 0
    replaced: tuple[str, ...] = ()
    tows: bool = False

    @property
    def spins(self) -> bool:
        """True if the car spins out."""
        return self.back is not None

    @property
    def stop(self) -> tuple[int, int]:
        """The absolute place and spot of the car after its corners are checked and any spin out has moved it back."""
        return (self.end, self.spot) if self.back is None else (self.back.end, self.back.spot)

    @property
    def heat(self) -> int:
        """The Heat that the corners ask for."""
        return sum(corner.heat for corner in self.corners)


Values = tuple[tuple[str, int], ...]
"""The values chosen for the cards with a choice, as pairs of card and value."""


def forecast(view: SeatView, decision: Decision, action: Action) -> Forecast:
    """Return the effects of `action`. Raises IllegalAction if the decision refuses it."""
    decision.check(action)
    match action:
        case Plan():
            assert isinstance(decision, PlanDecision)
            return _plan(view, decision, action)
        case React():
            assert isinstance(decision, ReactDecision)
            return _react(view, decision, action)
        case Slipstream():
            return Forecast(outcomes=(outcome(view, view.speed, action.distance, view.own.engine),))
        case Discard():
            return Forecast(discards=len(action.cards))
        case ChooseValues() | Replace():
            return _revealed(view, action)
        case _:
            return Forecast(decision.price(action))


def _plan(view: SeatView, decision: PlanDecision, action: Plan) -> Forecast:
    if HEAT in action.cards or len(action.cards) < action.gear:
        return Forecast(dict(decision.shifts or decision.gears)[action.gear], cluttered=True, guess=True)
    paid = ShiftWay(CERTAIN, action.cards, dict(decision.gears)[action.gear], 0, 0)
    ways = shift_ways(decision, action) if decision.number_first else (paid,)
    first = ways[0]
    reveal = _Reveal(view, action.gear - first.lost + first.flips, view.own.engine - first.heat)
    for way in ways:
        reveal.turn_up(way, lost=without(action.cards, way.cards))
    told = reveal.forecast(first.heat, guess=True)
    by_values = told.by_values if len(ways) == 1 else ()
    cards = reveal.charges_on(action.cards)
    named = not decision.number_first and _coolers(view, cards)
    coolers = _coolers(view, (*reveal.charges, *cards)) if named else ()
    return replace(told, lost=first.lost, flips=first.flips, by_values=by_values, coolers=coolers)


def _revealed(view: SeatView, action: ChooseValues | Replace) -> Forecast:
    """Return the effects of a choice at the reveal, after every + has been resolved (3.1, G8)."""
    own = view.own
    reveal = _Reveal(view, own.gear, own.engine, own.play)
    if isinstance(action, ChooseValues):
        reveal.choose(own.play, tuple(sorted(action.values)))
    else:
        reveal.give_up(own.play, action.cards)
    return reveal.forecast(0, guess=False)


def _react(view: SeatView, decision: ReactDecision, action: React) -> Forecast:
    own, speed, hand = view.own, view.speed, view.hand.count(HEAT)
    if action.symbol is None:
        now = outcome(view, speed, 0, own.engine)
        means = Means(own.at, own.engine, hand, decision.pile.count(HEAT), view.charges)
        engine = engine_after(means, _cooldown_at(view, own.at)) or 0
        cooled = outcome(view, speed, 0, engine, cooled=engine - own.engine) if engine > own.engine else None
        return Forecast(outcomes=(now,), with_cooling=cooled)
    if action.cards:
        view, decision = _salvaged(view, decision, action.cards)
    use = next(use for use in decision.uses if use.symbol == action.symbol and use.source == action.source)
    effect = view.sheet.symbols[use.symbol].effect(view.sheet.cards, use, action.amount)
    charges = unused(view.charges, use) + (_symbols_on(view, effect.card) if effect.card else ())
    back = effect.cooled + effect.recovered
    engine = own.engine - effect.paid + back
    owed = sum([charge.most for charge in charges if charge.symbol == "heat"])
    recovers, gone = any(charge.symbol == SUPER_COOL for charge in charges), effect.paid - effect.recovered
    begun: Flipped = {}
    for known, part in _piles_in_step_5(view, decision, (use, *charges)).items():
        piles = known.with_pile(effect.discarded)
        if recovers:
            piles = replace(piles, pile_heat=piles.pile_heat + gone)
        for rest, chance in scrap_ways(piles, effect.scrapped if recovers else 0).items():
            add(begun, (0, rest), part * chance)
    ends: dict[tuple[int, int], Fraction] = {}
    for (value, left), chance in flip_ways(begun, effect.flips).items():
        end, _, _ = landing(view, value + effect.distance)
        for after, likely in _settled(view, end, engine, hand - effect.cooled, left, charges).items():
            add(ends, (value, after), chance * likely)
    outcomes = tuple(
        outcome(
            view,
            speed + effect.speed + value,
            value + effect.distance,
            after,
            chance=chance,
            owed=owed,
            cooled=max(after - engine + owed, 0),
            adjust=effect.adjust,
        )
        for (value, after), chance in sorted(ends.items())
    )
    return Forecast(effect.paid, back, outcomes=outcomes, coolers=_coolers(view, charges))


def _salvaged(view: SeatView, decision: ReactDecision, cards: tuple[str, ...]) -> tuple[SeatView, ReactDecision]:
    """Return the driver's view and decision once these cards are shuffled from the discard pile into the deck (G7)."""
    own, left = view.own, without(decision.pile, cards)
    top = own.discard_top if left else None
    car = replace(own, deck=own.deck + len(cards), discard=len(left), discard_top=top)
    cars = tuple(car if each is own else each for each in view.cars)
    if len(view.unseen) == own.deck:
        view = replace(view, unseen=tuple(sorted(view.unseen + cards)), spent=left)
    return replace(view, cars=cars), replace(decision, pile=left)


COOLDOWN, SUPER_COOL, SCRAP = "cooldown", "super_cool", "scrap"


def _piles(
    view: SeatView, charges: Iterable[Use], known: tuple[str, ...] = (), *, apart: bool = False
) -> dict[Piles, Fraction]:
    """Return the possible contents of the driver's piles, with chances, counting only what `charges` make relevant.

    Heat is counted only with a Super cool, cards that are neither Heat nor Basic only with a Scrap too; `known` and
    `apart` are as in `piles_of`.
    """
    symbols = [charge.symbol for charge in charges]
    recovers = SUPER_COOL in symbols
    return piles_of(view, known, heat=recovers, others=recovers and SCRAP in symbols, apart=apart)


def _piles_in_step_5(view: SeatView, decision: ReactDecision, charges: Iterable[Use]) -> dict[Piles, Fraction]:
    """Return the possible piles in step 5, with chances.

    If the car has a Super cool that the decision does not offer, the discard pile has no Heat, unless cards ask for
    Heat: then the Super cool may have to wait (G8).
    """
    piles = _piles(view, charges, decision.pile)
    symbols = {charge.symbol for charge in view.charges}
    if decision.pile or SUPER_COOL not in symbols or "heat" in symbols:
        return piles
    bare = {each: chance for each, chance in piles.items() if not each.pile_heat}
    total = sum(bare.values())
    return {each: chance / total for each, chance in bare.items()}


def _coolers(view: SeatView, charges: Iterable[Use]) -> tuple[str, ...]:
    """Return the sources of Cooldown and Super cool among `charges`; the sector only if sectors affect cooling."""
    sources = [charge.source for charge in charges if charge.symbol in (COOLDOWN, SUPER_COOL)]
    return tuple(dict.fromkeys([each for each in sources if each != SECTOR_CHARGE.source or view.cooling]))


def _settled(
    view: SeatView, end: int, engine: int, hand: int, piles: Piles, charges: tuple[Use, ...]
) -> dict[int, Fraction]:
    """Return the possible Heat in the engine, with chances, if step 5 ends with the car at `end`.

    All Cooldown and Super cool are used, and all Heat owed is paid; the result is 0 if it cannot be paid.
    """
    scraps = tuple([charge.most for charge in charges if charge.symbol == SCRAP])
    return _scrapped(Means(end, engine, hand, piles.pile_heat, charges), _cooldown_at(view, end), piles, scraps)


def _scrapped(means: Means, cooldown: int | None, piles: Piles, scraps: tuple[int, ...]) -> dict[int, Fraction]:
    """Return the result of `_settled`; `scraps` has the number on each Scrap symbol that still has to be used.

    `cooldown` is as in `payable`. Before a Scrap shuffles the discard pile, Super cool takes the Heat from it (P3).
    """
    engine, cools, heat = engine_after(means, cooldown), means.super_cooling, means.pile + sum(means.owed)
    if engine is None or not scraps or not cools:
        return {engine or 0: CERTAIN}
    if sum(scraps) <= piles.deck:
        scraps = (sum(scraps),)
    elif heat:
        taken = accumulate(cools[:-1], initial=0)
        spare = tuple([Use(SUPER_COOL, "", cool) for cool, before in zip(cools, taken, strict=True) if before >= heat])
        means, piles = Means(means.at, engine, 0, 0, spare), replace(piles, pile_heat=0)
    ends: dict[int, Fraction] = {}
    for after, chance in scrap_ways(piles, scraps[0]).items():
        add_all(ends, _scrapped(replace(means, pile=after.pile_heat), cooldown, after, scraps[1:]), chance)
    return ends


def _cooldown_at(view: SeatView, at: int) -> int | None:
    """Return the Cooldown that the sector of an absolute place still gives, None if the sector bars Cooldown."""
    if not view.cooling:
        return 0
    track = view.sheet.track
    sector = track.sector(track.space_of(at))
    cooldown = view.cooling[sector]
    return 0 if cooldown and sector in view.cooled_in else cooldown


def _symbols_on(view: SeatView, card: str) -> tuple[Use, ...]:
    return tuple([Use(symbol, card, number) for symbol, number in view.sheet.cards[card].symbols])


Ends = dict[Outcome, Fraction]
"""The possible outcomes of a turn, each with chance 1, and their chances."""


class _Reveal:
    """The possible results of a reveal, after flips, values, replaced cards and all free uses of step 5.

    Open choices of values and of cards to replace (3.1, G8) are made by a careful driver, who sees the cards revealed
    so far. `gear` and `engine` are those of the turn; the view already counts the Adjust of the cards `in_play`.
    """

    def __init__(self, view: SeatView, gear: int, engine: int, in_play: tuple[str, ...] = ()) -> None:
        self._view = view
        self._engine = engine
        self._heat = view.hand.count(HEAT)
        self._adjusted = _total(view, in_play, "adjust")
        charges = (*GEAR_CHARGES[gear], SECTOR_CHARGE)
        self.charges = charges + ADRENALINE_CHARGES if view.seat in view.last else charges
        self._ends: Ends = {}
        self._by_values: dict[Values, Ends] = {}
        self._outcome = cache(partial(outcome, view, gear=gear))
        self._known: dict[object, Ends] = {}

    def turn_up(self, way: ShiftWay, *, lost: tuple[str, ...]) -> None:
        """Add the results of one way to shift: the `lost` cards are discarded, cards flipped and its Heat paid."""
        heat, apart = (HEAT,) * way.heat, not BASIC.isdisjoint(lost)
        for piles, part in _piles(self._view, self.charges_on(way.cards), apart=apart).items():
            flipped = flip_ways({(0, piles.with_pile(lost)): CERTAIN}, way.flips)
            paid = {(value, left.with_pile(heat)): chance for (value, left), chance in flipped.items()}
            self._resolve(way.cards, paid, _total(self._view, way.cards, "plus"), way.chance * part)

    def choose(self, cards: tuple[str, ...], values: Values) -> None:
        """Add the results of choosing values for cards in play; some cards may still have to be replaced afterwards."""
        for piles, part in _piles(self._view, self.charges_on(cards)).items():
            add_all(self._ends, self._paid(cards, self._speed(cards), values, piles, ()), part)

    def give_up(self, cards: tuple[str, ...], gone: tuple[str, ...]) -> None:
        """Add the results of replacing some of the cards in play."""
        for piles, part in _piles(self._view, self.charges_on(cards)).items():
            self._resolve(without(cards, gone), _exchanged(piles, gone), 0, part)

    def forecast(self, heat: int, *, guess: bool) -> Forecast:
        """Return the forecast of everything added, for an action that costs `heat`."""
        by_values = tuple([(values, _outcomes_of(ends)) for values, ends in self._by_values.items()])
        by_values = by_values if len(by_values) > 1 else ()
        return Forecast(heat, guess=guess, outcomes=_outcomes_of(self._ends), by_values=by_values)

    def charges_on(self, cards: tuple[str, ...]) -> tuple[Use, ...]:
        """Return the symbols on `cards`, each as a charge."""
        return tuple([charge for card in cards for charge in _symbols_on(self._view, card)])

    def _speed(self, cards: tuple[str, ...]) -> int:
        return sum([self._view.sheet.cards[card].speed for card in cards])

    def _resolve(self, cards: tuple[str, ...], begun: Flipped, flips: int, chance: Fraction) -> None:
        """Resolve every +; record the ends of each choice of values, and of the best one after each possible flip."""
        speed = self._speed(cards)
        for (value, left), part in self._flipped(cards, begun, flips).items():
            ways = self._by_choice(cards, speed + value, left, ())
            add_all(self._ends, min(ways.values(), key=self._danger), chance * part)
            for values, ends in ways.items():
                add_all(self._by_values.setdefault(values, {}), ends, chance * part)

    def _flipped(self, cards: tuple[str, ...], begun: Flipped, flips: int) -> Flipped:
        """Return the values that `begun` and `flips` more + may add, with the piles left, and the chances.

        The piles left matter only if `cards` ask for Heat or have Super cool; otherwise every value has the same piles.
        """
        flipped = flip_ways(begun, flips)
        if any(charge.symbol in ("heat", SUPER_COOL) for charge in self.charges_on(cards)):
            return flipped
        ways: Flipped = {}
        _, some = next(iter(begun))
        for (value, _), chance in flipped.items():
            add(ways, (value, some), chance)
        return ways

    def _by_choice(
        self, cards: tuple[str, ...], speed: int, piles: Piles, replaced: tuple[str, ...]
    ) -> dict[Values, Ends]:
        """Return the ends of every choice of values; `speed` does not include the values."""
        catalogue = self._view.sheet.cards
        open_cards = sorted([card for card in cards if catalogue[card].choices])
        chosen = product(*[catalogue[card].choices for card in open_cards])
        choices = dict.fromkeys(tuple(sorted(zip(open_cards, values, strict=True))) for values in chosen)
        return {values: self._paid(cards, speed, values, piles, replaced) for values in choices}

    def _paid(
        self, cards: tuple[str, ...], speed: int, values: Values, piles: Piles, replaced: tuple[str, ...]
    ) -> Ends:
        """Return the ends, with cards replaced until all Heat can be paid where the car would land (G8)."""
        total = speed + sum([value for _, value in values])
        case = cards, total, replaced, piles if piles.heat or piles.pile_heat else None
        if case in self._known:
            return self._known[case]
        view = self._view
        charges = self.charges + self.charges_on(cards)
        end, _, _ = landing(view, total)
        means, cooldown = Means(end, self._engine, self._heat, piles.pile_heat, charges), _cooldown_at(view, end)
        if payable(means, cooldown):
            owed, adjust = sum(means.owed), _total(view, cards, "adjust") - self._adjusted
            settled = _settled(view, end, self._engine, self._heat, piles, charges)
            ends: Ends = {}
            for engine, chance in settled.items():
                cooled = engine - self._engine + owed
                then = self._outcome(total, total, engine, owed=owed, cooled=cooled, adjust=adjust, replaced=replaced)
                ends[then] = chance
            self._known[case] = ends
            return ends
        sets = fewest_replaced(means, cooldown, {card: _symbols_on(view, card) for card in cards})
        return min([self._replaced(cards, speed, gone, piles, replaced) for gone in sets], key=self._danger)

    def _replaced(
        self, cards: tuple[str, ...], speed: int, gone: tuple[str, ...], piles: Piles, replaced: tuple[str, ...]
    ) -> Ends:
        """Return the ends after some cards in play are replaced with flipped ones and values are chosen again."""
        ends: Ends = {}
        left, slower = without(cards, gone), speed - self._speed(gone)
        for (value, rest), chance in _exchanged(piles, gone).items():
            ways = self._by_choice(left, slower + value, rest, (*replaced, *gone))
            add_all(ends, min(ways.values(), key=self._danger), chance)
        return ends

    def _danger(self, ends: Ends) -> tuple[Fraction, Fraction]:
        """Return a careful driver's sort key for ends: a lower chance of a spin out first, then a higher mean speed."""
        spins, speed = Fraction(0), Fraction(0)
        for end, chance in ends.items():
            speed += chance * end.speed
            if end.spins:
                spins += chance
        return spins, -speed


def _outcomes_of(ends: Ends) -> tuple[Outcome, ...]:
    """Return the outcomes with their chances, the slowest first; those with lower limits come before their likes."""

    def rank(end: Outcome) -> tuple[object, ...]:
        return end.speed, end.replaced, end.owed, end.cooled, [corner.limit for corner in end.corners]

    return tuple([replace(end, chance=ends[end]) for end in sorted(ends, key=rank)])


def _exchanged(piles: Piles, gone: tuple[str, ...]) -> Flipped:
    """Return the values that the cards replacing `gone` may add, with the piles left and the chances (G8).

    Each card in `gone` is discarded before the flip that replaces it.
    """
    ways: Flipped = {(0, piles): CERTAIN}
    for card in sorted(gone):
        ways = flip_ways({(value, left.with_pile((card,))): chance for (value, left), chance in ways.items()}, 1)
    return ways


def _total(view: SeatView, cards: Iterable[str], symbol: str) -> int:
    """Return the sum of a symbol's numbers on several cards."""
    return sum([view.sheet.cards[card].number(symbol) for card in cards])


def outcome(
    view: SeatView,
    speed: int,
    distance: int,
    engine: int,
    *,
    chance: Fraction = CERTAIN,
    owed: int = 0,
    cooled: int = 0,
    adjust: int = 0,
    replaced: tuple[str, ...] = (),
    gear: int | None = None,
) -> Outcome:
    """Return the outcome of a move of `distance` at `speed`, with `engine` Heat available when the corners are checked.

    `adjust` is as in `corner_costs`; `gear` is the gear of the turn, by default the present one.
    """
    own = view.own
    end, spot, blockers = landing(view, distance)
    began = view.turn_began
    corners = []
    back: ThrownBack | None = None
    for cost in corner_costs(view, began, end, speed, adjust):
        corners.append(cost)
        if cost.heat > engine:
            _, line = lines_crossed(view.sheet, began, end)[len(corners) - 1]
            back, engine = _thrown_back(view, line, gear or own.gear), 0
            break
        engine -= cost.heat
    return Outcome(
        chance,
        speed,
        end,
        spot,
        short=own.at + distance - end,
        blockers=blockers,
        corners=tuple(corners),
        back=back,
        engine=engine,
        finishes=end > view.sheet.finish and back is None,
        owed=owed,
        cooled=cooled,
        replaced=replaced,
        tows=view.step == "react" and _tows(view, end),
    )


def _thrown_back(view: SeatView, line: int, gear: int) -> ThrownBack:
    """Return the result if the seat's own car spins out; `line` is the last place before the corner line (7.3)."""
    spots, spaces = view.spots(), view.sheet.track.spaces
    end = stop_of(spots, spaces, 0, line)
    return ThrownBack(end, free_spot(spots, spaces, end), view.spin_stress[gear - 1])


def _tows(view: SeatView, at: int) -> bool:
    """Return whether a Slipstream could start from an absolute place and would move the seat's own car (6.1-6.4)."""
    spots, spaces, finish = view.spots(), view.sheet.track.spaces, view.sheet.finish
    if not in_tow(spots, spaces, at):
        return False
    ways = next((ways for last, ways in view.slipstreams if at <= last), (SLIPSTREAM,))
    return any(at + way <= finish and stop_of(spots, spaces, at, way) > at for way in ways)


def landing(view: SeatView, distance: int) -> tuple[int, int, tuple[int, ...]]:
    """Return where a move of the seat's own car would end: absolute place, spot, and cars that block it (3.2-3.4)."""
    own, spaces, spots = view.own, view.sheet.track.spaces, view.spots()
    goal = own.at + distance
    end = stop_of(spots, spaces, own.at, distance)
    blockers: tuple[int, ...] = ()
    if end < goal:
        place = (goal - 1) % spaces * SPOTS_PER_SPACE
        blockers = tuple(spots[place : place + SPOTS_PER_SPACE])
    return end, own.spot if end == own.at else free_spot(spots, spaces, end), blockers


def corner_costs(view: SeatView, began: int, end: int, speed: int, adjust: int = 0) -> tuple[CornerCost, ...]:
    """Return the corner lines between two absolute places with the Heat that each asks for at `speed` (7.1, 7.2, 7.4).

    `adjust` is the amount by which the limits exceed those of the view (G9).
    """
    costs = []
    for corner, _ in lines_crossed(view.sheet, began, end):
        limit = max(view.own_limits[corner] + adjust, 0)
        over = max(speed - limit, 0)
        costs.append(CornerCost(corner, limit, over, over + view.surcharges[corner] if over else 0))
    return tuple(costs)
