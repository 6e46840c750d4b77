"""The weighing of the choices of a turn, from the plan to the discards, and of a new opening hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice, product
from math import fsum
from typing import NamedTuple

from heat_tui.drivers.course import COOLDOWN
from heat_tui.drivers.hands import CERTAIN, Odds, flip_odds
from heat_tui.drivers.outlook import Outlook, RestOfTurn, Road, road_now
from heat_tui.drivers.style import Also, Style, Weighed, best_first
from heat_tui.drivers.traffic import imagined, quick, roads
from heat_tui.drivers.upgrades import to_salvage, used_at_once
from heat_tui.engine.actions import DONE, STAY, Action, ChooseValues, Discard, Plan, React, Slipstream
from heat_tui.engine.cards import HEAT, STRESS, Card
from heat_tui.engine.choices import Pick, distinct_sets, without
from heat_tui.engine.decisions import (
    ChooseValuesDecision,
    DiscardDecision,
    NewHandDecision,
    PlanDecision,
    ReactDecision,
    SlipstreamDecision,
)
from heat_tui.engine.movement import stop_of
from heat_tui.engine.race import Race
from heat_tui.engine.record import record
from heat_tui.engine.symbols import Effect, adjusted
from heat_tui.engine.view import SeatView
from heat_tui.exact import add_up, stepped

FAST = 100
"""A number above the total speed of any cards played."""


def weigh_plans(view: SeatView, decision: PlanDecision, style: Style, seed: int, also: Also = None) -> list[Weighed]:
    """Weigh the plans that look best at first sight, and those in `also` that can be paid for; never weigh retiring."""
    return weigh_in(
        view, decision, Outlook(view, style, seed), [*islice(imagined(view, seed, quick), style.worlds)], also
    )


def weigh_in(
    view: SeatView, decision: PlanDecision, outlook: Outlook, worlds: list[Race], also: Also = None
) -> list[Weighed]:
    """Weigh the plans as `weigh_plans` does, on the roads found in these worlds."""
    if decision.cluttered:
        # The car stays where it is and drops to gear 1 whatever the plan, so no Heat goes into a shift.
        gear = min(decision.gears, key=lambda payable: (payable[1], payable[0]))[0]
        return [Weighed(_at_a_standstill(view, outlook), Plan(gear, decision.sets(gear)[0]))]
    planner = _Planner(view, decision, outlook, roads(view, outlook, worlds))
    drafts = sorted(planner.drafts(), key=_first_sight)
    if not drafts:
        # Every plan costs more Heat than is available, so cards will be replaced.
        gear = decision.gears[0][0]
        return [Weighed(_at_a_standstill(view, outlook), Plan(gear, decision.sets(gear)[0]))]
    most = outlook.style.plans
    weighed = drafts[:most] + [draft for draft in drafts[most:] if also and draft.plan in also]
    return best_first([Weighed(planner.turns(draft), draft.plan) for draft in weighed])


def _at_a_standstill(view: SeatView, outlook: Outlook) -> float:
    """Return the turns to the flag after a turn in which the car does not move, with the same hand in gear 1."""
    return outlook.in_hand(outlook.began, 1, view.own.engine, view.hand)


def planned_speed_of(view: SeatView, decision: PlanDecision, plan: Plan, style: Style) -> int | None:
    """Return the speed of a plan's cards with the values that suit it best; None if their Heat cannot be paid."""
    outlook = Outlook(view, style, 0)
    worlds = [*islice(imagined(view, 0, quick), style.worlds)]
    planner = _Planner(view, decision, outlook, roads(view, outlook, worlds))
    drafts = sorted(planner.drafts_of(plan), key=_first_sight)
    return min(drafts, key=lambda draft: stepped(planner.turns(draft))).prospect.speed if drafts else None


@record
class _Prospect:
    """The expected result of a plan, with one choice of its cards' values, which add up to `speed`.

    `engine` is the Heat in the engine after the shift, Cooldown and Heat symbols, `cooled` the Heat that leaves the
    hand, and `adjust` the amount by which the cards raise the limits. `flips` are the values that the + may add, and
    `first_sight` the turns to the flag before the rest of the hand is considered.
    """

    engine: int
    cooled: int
    speed: int
    adjust: int
    flips: Odds
    first_sight: float


class _Draft(NamedTuple):
    """The gear of a plan, the pick of its cards from `hand`, and its prospect, which similar plans may share."""

    gear: int
    hand: tuple[str, ...]
    pick: Pick
    prospect: _Prospect

    @property
    def cards(self) -> tuple[str, ...]:
        return self.pick(self.hand)

    @property
    def plan(self) -> Plan:
        return Plan(self.gear, self.cards)


def _first_sight(draft: _Draft) -> float:
    return draft.prospect.first_sight


class _Planner:
    """The evaluator of the plans for one decision, on the roads that the turn may meet."""

    def __init__(self, view: SeatView, decision: PlanDecision, outlook: Outlook, roads: list[Road]) -> None:
        self._view = view
        self._decision = decision
        self._outlook = outlook
        self._roads = roads
        self._adrenaline = view.seat in view.last
        self._flip = flip_odds(view)
        self._after = outlook.course.turns_after(outlook.began, outlook.style)
        self._seen: dict[tuple[int, int, int, int], float] = {}
        catalogue = view.sheet.cards
        self._upgraded = any(catalogue[card].kind in ("upgrade", "sponsorship") for card in view.hand)

    def drafts(self) -> list[_Draft]:
        """Return the drafts of the plans in every gear the engine can pay for; if it can pay for none, in every gear.

        Gears that the hand cannot fill are left out, because the car would not move (M3).
        """
        decision, playable = self._decision, self._decision.playable
        drafts = []
        speeds = [self._view.sheet.cards[card].speed for card in playable]
        codes = tuple([speed + FAST * (card == STRESS) for speed, card in zip(speeds, playable, strict=True)])
        filled = [gear for gear in decision.gears if gear[0] <= len(playable)]
        gears = [gear for gear in filled if gear[1] <= decision.engine] or filled
        for gear, heat in gears:
            known: dict[int, _Prospect] = {}
            for pick in distinct_sets(playable, gear):
                if self._upgraded:
                    drafts += self._upgraded_drafts(gear, pick(playable), decision.engine - heat)
                    continue
                code = add_up(pick(codes))
                prospect = known.get(code)
                if prospect is None:
                    stress, speed = divmod(code, FAST)
                    cooled = self._cooled(COOLDOWN[gear] + self._adrenaline, speed)
                    engine = decision.engine - heat + cooled
                    flips = flip_odds(self._view, stress)
                    prospect = known[code] = self._prospect(gear, engine, cooled, speed, flips)
                drafts.append(_Draft(gear, playable, pick, prospect))
        return drafts

    def drafts_of(self, plan: Plan) -> list[_Draft]:
        """Return the drafts of a plan, one for each sum of its cards' values for which its Heat can be paid."""
        gears = dict(self._decision.gears)
        return self._upgraded_drafts(plan.gear, plan.cards, self._decision.engine - gears[plan.gear])

    def _upgraded_drafts(self, gear: int, keys: tuple[str, ...], engine: int) -> list[_Draft]:
        """Return a draft of a plan, with its cards' symbols, for each sum of values at which its Heat can be paid."""
        cards = [self._view.sheet.cards[card] for card in keys]
        cooling, owed = COOLDOWN[gear] + self._adrenaline + total(cards, "cooldown"), total(cards, "heat")
        adjust, flips = total(cards, "adjust"), flip_odds(self._view, total(cards, "plus"))
        drafts = []
        for speed in sorted(set(map(add_up, product(*(card.choices or (card.speed,) for card in cards))))):
            cooled = self._cooled(cooling, speed)
            left = engine + cooled - owed
            if left >= 0 or not owed:
                drafts.append(_Draft(gear, keys, tuple, self._prospect(gear, left, cooled, speed, flips, adjust)))
        return drafts

    def _prospect(self, gear: int, engine: int, cooled: int, speed: int, flips: Odds, adjust: int = 0) -> _Prospect:
        if flips is CERTAIN:
            turns = self._at_first_sight(gear, engine, speed, adjust)
        else:
            turns = fsum([chance * self._at_first_sight(gear, engine, speed + add, adjust) for add, chance in flips])
        return _Prospect(engine, cooled, speed, adjust, flips, stepped(turns))

    def turns(self, draft: _Draft) -> float:
        """Return the turns to the flag after the plan of a draft, with the cards that it leaves in the hand."""
        view, gear, prospect = self._view, draft.gear, draft.prospect
        kept = without(view.hand, draft.cards + (HEAT,) * prospect.cooled)
        rest = RestOfTurn(view, self._outlook, self._roads[0], gear, kept, self._flip)
        at, spaces = view.own.at, view.sheet.track.spaces
        turns = 0.0
        for road in self._roads:
            part, spots, _ = road
            rest.switch_to(road)
            for value, chance in prospect.flips:
                speed = prospect.speed + value
                end, over = stop_of(spots, spaces, at, speed), speed - prospect.adjust
                turns += part * chance * rest.best(end, over, prospect.engine, boost=True, adrenaline=self._adrenaline)
        return turns

    def _cooled(self, cooling: int, speed: int) -> int:
        """Return the Heat cooled from the hand, in the sector that the car reaches at the speed of its cards (W6)."""
        view = self._view
        if view.cooling:
            track = view.sheet.track
            there = view.cooling[track.sector((view.own.at + speed - 1) % track.spaces + 1)]
            cooling = 0 if there is None else cooling + there
        return min(cooling, self._decision.heat)

    def _at_first_sight(self, gear: int, engine: int, speed: int, adjust: int = 0) -> float:
        """Return the turns to the flag with usual hands after a turn at `speed`.

        If Adrenaline or a Boost would make them fewer, return the lower number.
        """
        turn = speed, gear, engine, adjust
        known = self._seen.get(turn)
        if known is not None:
            return known
        outlook, after = self._outlook, self._after
        turns = after(*turn)
        if self._adrenaline:
            turns = min(turns, after(speed + 1, gear, engine, adjust))
        costs = outlook.course.boost_costs
        rest = engine - costs[(speed - outlook.began) % len(costs)]
        if rest >= 0:
            boosted = fsum([chance * after(speed + flip, gear, rest, adjust) for flip, chance in self._flip])
            turns = min(turns, boosted + outlook.style.boost)
        self._seen[turn] = turns
        return turns


def total(cards: Iterable[Card], symbol: str) -> int:
    """Return the sum of a symbol's numbers on several cards."""
    return add_up([card.number(symbol) for card in cards])


def weigh_values(
    view: SeatView, decision: ChooseValuesDecision, style: Style, seed: int, _also: Also = None
) -> list[Weighed]:
    """Weigh the choices of values, those with the fewest turns left first, in a tie the higher speed."""
    own = view.own
    outlook = Outlook(view, style, seed)
    road, spaces = road_now(view, outlook), view.sheet.track.spaces
    rest = RestOfTurn(view, outlook, road, own.gear, view.hand)
    adjust = adjusted(view.marks)
    owed = add_up([charge.most for charge in view.charges if charge.symbol == "heat"])

    weighed = []
    for speed, action in sorted(((_speed(each), each) for each in decision.options()), key=lambda one: -one[0]):
        faster = decision.speed + speed
        at = stop_of(road.spots, spaces, own.at, faster)
        engine = max(own.engine - owed, 0)
        weighed.append(Weighed(rest.best(at, faster - adjust, engine, boost=True, adrenaline=False), action))
    return best_first(weighed)


def _speed(action: Action) -> int:
    assert isinstance(action, ChooseValues)
    return add_up([value for _, value in action.values])


def weigh_reactions(
    view: SeatView, decision: ReactDecision, style: Style, seed: int, also: Also = None
) -> list[Weighed]:
    """Weigh ending the step, if possible, and uses that move the car, play a card, are in `also` or are made `at_once`.

    Every use is weighed as if the uses made `at_once` came first. The first of those, if any, heads the list; if `also`
    is None, it is returned alone, with 0 turns.
    """
    uses = {use.symbol: use for use in decision.uses}
    first = at_once(view, decision)
    if first and also is None:
        return [Weighed(0.0, first[0])]
    own = view.own
    at, speed = own.at, view.speed - adjusted(view.marks)
    spaces = view.sheet.track.spaces
    outlook = Outlook(view, style, seed)
    road = road_now(view, outlook)

    def rest_after(actions: Sequence[Action]) -> tuple[RestOfTurn, int]:
        """Return the rest of the turn after these actions, and the Heat left in the engine."""
        effects = [_effect(view, decision, action) for action in actions]
        cooled = min(add_up([effect.cooled for effect in effects]), view.hand.count(HEAT))
        engine = own.engine + cooled + add_up([effect.recovered - effect.paid for effect in effects])
        return RestOfTurn(view, outlook, road, own.gear, without(view.hand, (HEAT,) * cooled)), engine

    now, _ = rest_after(())
    rest, engine = rest_after(first) if first else (now, own.engine)
    adrenaline, boost = uses.get("adrenaline"), uses.get("boost")
    open_to = {"boost": boost is not None, "adrenaline": adrenaline is not None}
    may_end = not first or decision.objection(DONE) is None
    weighed = [Weighed(now.done(at, speed, own.engine), DONE)] if may_end else []
    if adrenaline is not None:
        weighed.append(Weighed(rest.adrenaline(at, speed, engine, boost=boost is not None), adrenaline.in_full()))
    if boost is not None:
        weighed.append(Weighed(rest.boost(at, speed, engine, adrenaline=adrenaline is not None), boost.in_full()))
    for use in decision.uses:
        effect = view.sheet.symbols[use.symbol].effect(view.sheet.cards, use, use.most)
        if use is not adrenaline and (effect.distance or effect.card):
            end = stop_of(road.spots, spaces, at, effect.distance)
            turns = rest.best(end, speed + effect.speed - effect.adjust, engine - effect.owed, **open_to)
            weighed.append(Weighed(turns, use.in_full()))
    others = [action for action in also or () if action not in first and all(action != one.action for one in weighed)]
    for action in reversed((*first, *others)):
        with_it = [action, *(each for each in first if _source(each) != _source(action))]
        rest, engine = rest_after(with_it)
        weighed.insert(0, Weighed(rest.best(at, speed, engine, **open_to), action))
    ranked = best_first(weighed)
    return sorted(ranked, key=lambda one: one.action not in first[:1]) if first else ranked


def at_once(view: SeatView, decision: ReactDecision) -> list[Action]:
    """Return the uses that are made as soon as possible, in the order in which they are made."""
    uses = {use.symbol: use for use in decision.uses}
    found: list[Action] = [*used_at_once(decision)]
    if "salvage" in uses and (cards := to_salvage(view, decision.pile, uses["salvage"].most)):
        found.append(React("salvage", uses["salvage"].source, len(cards), cards))
    return found


def _effect(view: SeatView, decision: ReactDecision, action: Action) -> Effect:
    """Return the effects that an action is sure to have; none if it uses no symbol."""
    for use in decision.uses:
        if isinstance(action, React) and (use.symbol, use.source) == (action.symbol, action.source):
            return view.sheet.symbols[use.symbol].effect(view.sheet.cards, use, action.amount)
    return Effect()


def _source(action: Action) -> tuple[str | None, str]:
    """Return the symbol that an action uses, and its source."""
    assert isinstance(action, React)
    return action.symbol, action.source


def weigh_slipstreams(
    view: SeatView, decision: SlipstreamDecision, style: Style, seed: int, _also: Also = None
) -> list[Weighed]:
    """Weigh staying and the Slipstreams, which are worth it if the spaces gained outweigh the corners crossed."""
    own = view.own
    outlook = Outlook(view, style, seed)
    rest = RestOfTurn(view, outlook, road_now(view, outlook), own.gear, view.hand)
    at, speed, engine = own.at, view.speed - adjusted(view.marks), own.engine
    ways = [Weighed(rest.slipped(at, way, speed, engine), Slipstream(way)) for way in decision.distances]
    return best_first([Weighed(rest.ended(at, speed, engine), STAY), *ways])


WORTHWHILE = 0.005
"""The turns that a discard must gain. A smaller gain is noise, and every card drawn may be Heat or Stress."""

NEW_HAND_GAIN = 0.1
"""The turns that a new hand must gain in addition to its cost in Heat, because it may be worse than usual."""


def weigh_discards(
    view: SeatView, decision: DiscardDecision, style: Style, seed: int, also: Also = None
) -> list[Weighed]:
    """Weigh discarding, one after another, the cards that the next turn is better off without.

    The discards in `also` are weighed too. For a style with playouts, weigh every discard: the playouts may
    prefer another one.
    """
    outlook = Outlook(view, style, seed)
    own = view.own
    left = outlook.left(own.at)

    def turns_with(kept: tuple[str, ...]) -> float:
        return stepped(outlook.turns(left, own.gear, own.engine, kept))

    def weighed_without(action: Action) -> Weighed:
        assert isinstance(action, Discard)
        return Weighed(turns_with(without(view.hand, action.cards)), action)

    if style.playouts is not None:
        return best_first([*map(weighed_without, decision.options())])
    kept, offered = view.hand, decision.cards
    turns = turns_with(kept)
    spare = len(offered) if decision.most is None else decision.most
    weighed = [Weighed(turns, Discard(()))]
    while offered and spare:
        spare -= 1
        hands = [(without(kept, (card,)), card) for card in dict.fromkeys(offered)]
        fewest, hand, card = min((turns_with(hand), hand, card) for hand, card in hands)
        rest = without(offered, (card,))
        one_more = Weighed(fewest, Discard(without(decision.cards, rest)))
        if fewest > turns - WORTHWHILE:
            weighed.append(one_more)
            break
        weighed.insert(0, one_more)
        turns, kept, offered = fewest, hand, rest
    return [*weighed, *map(weighed_without, also or ())]


def weigh_new_hand(
    view: SeatView, decision: NewHandDecision, style: Style, seed: int, _also: Also = None
) -> list[Weighed]:
    """Weigh keeping the hand against a new one, which is worth its Heat only if the hand is far worse than usual."""
    outlook = Outlook(view, style, seed)
    own = view.own
    now = outlook.turns(outlook.began, own.gear, own.engine, view.hand)
    course = outlook.course
    usual = course.turns[outlook.began][own.gear][min(own.engine - decision.cost, course.heat)]
    return best_first([Weighed(now, decision.no), Weighed(usual + NEW_HAND_GAIN, decision.yes)])
