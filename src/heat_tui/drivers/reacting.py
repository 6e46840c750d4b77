"""Steps 5 and 6: the symbols to use once the cards are revealed, and whether to slipstream."""

from __future__ import annotations

from collections.abc import Sequence

from heat_tui.drivers.outlook import Outlook, RestOfTurn, road_now
from heat_tui.drivers.style import Also, Style, Weighed, best_first
from heat_tui.drivers.upgrades import to_salvage, used_at_once
from heat_tui.engine.actions import DONE, STAY, Action, React, Slipstream
from heat_tui.engine.cards import HEAT
from heat_tui.engine.choices import without
from heat_tui.engine.decisions import ReactDecision, SlipstreamDecision
from heat_tui.engine.movement import stop_of
from heat_tui.engine.symbols import Effect, adjusted
from heat_tui.engine.view import SeatView
from heat_tui.exact import add_up


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
