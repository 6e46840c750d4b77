"""Steps 5 and 6: what to use when the cards are open, and whether to slip along."""

from __future__ import annotations

from heat_tui.drivers.outlook import Outlook, RestOfTurn
from heat_tui.drivers.style import Style, Weighed, best_first
from heat_tui.drivers.upgrades import AT_ONCE, adjusted, to_salvage
from heat_tui.engine.actions import DONE, STAY, Action, React, Slipstream
from heat_tui.engine.decisions import ReactDecision, SlipstreamDecision, Use
from heat_tui.engine.movement import stop_of
from heat_tui.engine.view import SeatView


def weigh_reactions(view: SeatView, decision: ReactDecision, style: Style, seed: int) -> list[Weighed]:
    """One symbol, or none: some always, and those that move the car where they gain more than they cost."""
    uses = {use.symbol: use for use in decision.uses}
    for symbol in AT_ONCE:
        if symbol in uses:
            return [Weighed(0.0, _used(uses[symbol]))]
    if "salvage" in uses and (cards := to_salvage(view, decision.pile, uses["salvage"].most)):
        return [Weighed(0.0, React("salvage", uses["salvage"].source, len(cards), cards))]
    own = view.own
    at, speed, engine = own.at, view.speed - adjusted(view), own.engine
    spots, spaces = view.spots(), view.sheet.track.spaces
    rest = RestOfTurn(view, Outlook(view, style, seed), spots, own.gear, view.hand)
    weighed = [Weighed(rest.done(at, speed, engine), DONE)]
    adrenaline, boost = uses.get("adrenaline"), uses.get("boost")
    if adrenaline is not None:
        weighed.append(Weighed(rest.adrenaline(at, speed, engine, boost=boost is not None), _used(adrenaline)))
    if boost is not None:
        weighed.append(Weighed(rest.boost(at, speed, engine, adrenaline=adrenaline is not None), _used(boost)))
    for use in decision.uses:
        effect = view.sheet.symbols[use.symbol].effect(view.sheet.cards, use, use.most)
        if use is not adrenaline and (effect.way or effect.card):
            turns = rest.best(
                stop_of(spots, spaces, at, effect.way),
                speed + effect.speed - effect.adjust,
                engine - effect.owed,
                boost=boost is not None,
                adrenaline=adrenaline is not None,
            )
            weighed.append(Weighed(turns, _used(use)))
    return best_first(weighed)


def weigh_slipstreams(view: SeatView, decision: SlipstreamDecision, style: Style, seed: int) -> list[Weighed]:
    """Slip along when the way gained is worth the corners that it crosses."""
    own = view.own
    rest = RestOfTurn(view, Outlook(view, style, seed), view.spots(), own.gear, view.hand)
    at, speed, engine = own.at, view.speed - adjusted(view), own.engine
    ways = [Weighed(rest.slipped(at, way, speed, engine), Slipstream(way)) for way in decision.distances]
    return best_first([Weighed(rest.ended(at, speed, engine), STAY), *ways])


def _used(use: Use) -> Action:
    return React(use.symbol, use.source, use.most)
