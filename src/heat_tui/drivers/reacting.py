"""Steps 5 and 6: what to use after the cards are open, and whether to slip along."""

from __future__ import annotations

from heat_tui.drivers.outlook import Outlook
from heat_tui.drivers.traffic import Traffic
from heat_tui.drivers.turn import RestOfTurn
from heat_tui.engine.actions import DONE, Action, React, Slipstream
from heat_tui.engine.decisions import ReactDecision, SlipstreamDecision
from heat_tui.engine.view import SeatView


def choose_reaction(view: SeatView, decision: ReactDecision, outlook: Outlook) -> Action:
    """One symbol to use now, or none: cool down first, then Boost and Adrenaline where they gain more than they cost."""
    for use in decision.uses:
        if use.symbol == "cooldown":
            # Never worse than leaving Heat in the hand, and a fuller engine may pay for a Boost.
            return React(use.symbol, use.source, use.most)
    own = view.own
    rest = RestOfTurn(view, outlook, Traffic(view), own.gear, view.hand)
    open_uses = {use.symbol: use for use in decision.uses}
    boost, adrenaline = "boost" in open_uses, "adrenaline" in open_uses
    at, speed, engine = own.at, view.speed, own.engine
    weighed = [(rest.slipping(at, speed, engine), DONE)]
    if adrenaline:
        use = open_uses["adrenaline"]
        weighed.append((rest.pushing(at, speed, engine, boost=boost), React(use.symbol, use.source, use.most)))
    if boost:
        use = open_uses["boost"]
        turns = rest.boosting(at, speed, engine, adrenaline=adrenaline)
        weighed.append((turns, React(use.symbol, use.source, use.most)))
    return min(weighed, key=_turns)[1]


def choose_slipstream(view: SeatView, decision: SlipstreamDecision, outlook: Outlook) -> Action:
    """Slip along when the place gained is worth the corners crossed."""
    own = view.own
    traffic = Traffic(view)
    rest = RestOfTurn(view, outlook, traffic, own.gear, view.hand)
    weighed = [(rest.ended(own.at, view.speed, own.engine), Slipstream(0))]
    for distance in decision.distances:
        end = traffic.landing(own.at, distance)
        weighed.append((rest.ended(end, view.speed, own.engine), Slipstream(distance)))
    return min(weighed, key=_turns)[1]


def _turns(weighed: tuple[float, Action]) -> float:
    return weighed[0]
