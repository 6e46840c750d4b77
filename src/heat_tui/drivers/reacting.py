"""Steps 5 and 6: what to use when the cards are open, and whether to slip along."""

from __future__ import annotations

from collections.abc import Mapping

from heat_tui.drivers.outlook import Outlook, RestOfTurn, road_now
from heat_tui.drivers.style import Also, Style, Weighed, best_first
from heat_tui.drivers.upgrades import AT_ONCE, adjusted, to_salvage
from heat_tui.engine.actions import DONE, STAY, Action, React, Slipstream
from heat_tui.engine.cards import HEAT
from heat_tui.engine.choices import without
from heat_tui.engine.decisions import ReactDecision, SlipstreamDecision, Use
from heat_tui.engine.movement import stop_of
from heat_tui.engine.symbols import Effect
from heat_tui.engine.view import SeatView


def weigh_reactions(
    view: SeatView, decision: ReactDecision, style: Style, seed: int, also: Also = None
) -> list[Weighed]:
    """One symbol, or none: some always, and those that move the car where they gain more than they cost.

    All but the end of the step are weighed as if what is used always were used first.
    """
    uses = {use.symbol: use for use in decision.uses}
    at_once = _at_once(view, decision, uses)
    if at_once and also is None:
        return [Weighed(0.0, at_once[0])]
    own, effects = view.own, [_effect(view, decision, action) for action in at_once]
    at, speed, engine, kept = own.at, view.speed - adjusted(view), own.engine, view.hand
    spaces = view.sheet.track.spaces
    outlook = Outlook(view, style, seed)
    road = road_now(view, outlook)
    done = RestOfTurn(view, outlook, road, own.gear, kept).done(at, speed, engine)
    if effects:
        engine += sum([effect.cooled + effect.recovered - effect.paid for effect in effects])
        kept = without(kept, (HEAT,) * sum([effect.cooled for effect in effects]))
    rest = RestOfTurn(view, outlook, road, own.gear, kept)
    adrenaline, boost = uses.get("adrenaline"), uses.get("boost")
    open_to = {"boost": boost is not None, "adrenaline": adrenaline is not None}
    weighed = [Weighed(done, DONE)] if not at_once or decision.objection(DONE) is None else []
    if adrenaline is not None:
        weighed.append(Weighed(rest.adrenaline(at, speed, engine, boost=boost is not None), _used(adrenaline)))
    if boost is not None:
        weighed.append(Weighed(rest.boost(at, speed, engine, adrenaline=adrenaline is not None), _used(boost)))
    for use in decision.uses:
        effect = view.sheet.symbols[use.symbol].effect(view.sheet.cards, use, use.most)
        if use is not adrenaline and (effect.way or effect.card):
            end = stop_of(road.spots, spaces, at, effect.way)
            turns = rest.best(end, speed + effect.speed - effect.adjust, engine - effect.owed, **open_to)
            weighed.append(Weighed(turns, _used(use)))
    others = [action for action in also or () if action not in at_once and all(action != one.action for one in weighed)]
    if at_once or others:
        best = rest.best(at, speed, engine, **open_to)
        weighed = [Weighed(best, action) for action in (*at_once, *others)] + weighed
    ranked = best_first(weighed)
    return sorted(ranked, key=lambda one: one.action not in at_once[:1]) if at_once else ranked


def _at_once(view: SeatView, decision: ReactDecision, uses: Mapping[str, Use]) -> list[Action]:
    """Return what is used as soon as it can be, in that order."""
    found = [_used(uses[symbol]) for symbol in AT_ONCE if symbol in uses]
    if "salvage" in uses and (cards := to_salvage(view, decision.pile, uses["salvage"].most)):
        found.append(React("salvage", uses["salvage"].source, len(cards), cards))
    return found


def _effect(view: SeatView, decision: ReactDecision, action: Action) -> Effect:
    """Return what using a symbol does for sure."""
    assert isinstance(action, React)
    use = next(use for use in decision.uses if (use.symbol, use.source) == (action.symbol, action.source))
    return view.sheet.symbols[use.symbol].effect(view.sheet.cards, use, action.amount)


def weigh_slipstreams(
    view: SeatView, decision: SlipstreamDecision, style: Style, seed: int, _also: Also = None
) -> list[Weighed]:
    """Slip along when the way gained is worth the corners that it crosses."""
    own = view.own
    outlook = Outlook(view, style, seed)
    rest = RestOfTurn(view, outlook, road_now(view, outlook), own.gear, view.hand)
    at, speed, engine = own.at, view.speed - adjusted(view), own.engine
    ways = [Weighed(rest.slipped(at, way, speed, engine), Slipstream(way)) for way in decision.distances]
    return best_first([Weighed(rest.ended(at, speed, engine), STAY), *ways])


def _used(use: Use) -> Action:
    return React(use.symbol, use.source, use.most)
