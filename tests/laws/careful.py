"""A driver who, in step 5, uses only what forecasts assume: Cooldown, Super cool and the mandatory symbols."""

from __future__ import annotations

from heat_tui.engine import Race
from heat_tui.engine.actions import DONE, STAY, Action, Discard, React, Refresh
from heat_tui.engine.car import Car
from heat_tui.engine.decisions import DiscardDecision, ReactDecision, RefreshDecision, SlipstreamDecision
from heat_tui.engine.events import Event
from tests.laws.law import law


def careful_action(race: Race) -> Action:
    """Return the careful driver's action in step 5 or a later one; raise BrokenLaw at any other decision."""
    decision = race.decision
    match decision:
        case ReactDecision():
            return _free_use(decision, race.cars[decision.seat])
        case SlipstreamDecision():
            return STAY
        case DiscardDecision():
            return Discard()
        case RefreshDecision():
            return Refresh()
    law(False, "a turn has no other decision", decision)
    raise AssertionError


def _free_use(decision: ReactDecision, car: Car) -> Action:
    """Return the next use, in the order Cooldown, Scrap, Heat, Super cool; DONE if none is left.

    Scrap is early because a scrapped card may be Heat to super cool. Scrap is last if it would shuffle the discard
    pile into the deck.
    """
    scrap = sum(use.most for use in decision.uses if use.symbol == "scrap")
    order = ["cooldown", "heat", "super_cool", "scrap"]
    if scrap <= len(car.deck):
        order = ["cooldown", "scrap", "heat", "super_cool"]
    for symbol in order:
        for use in decision.uses:
            if use.symbol == symbol:
                return React(use.symbol, use.source, use.most)
    return DONE


def end_turn(race: Race, seat: int, number: int) -> list[Event]:
    """Play the rest of a seat's turn in round `number`, if it is still in progress, and return the events."""
    events: list[Event] = []
    while race.acting is not None and race.acting.index == seat and race.round == number:
        events += race.play(careful_action(race))
    return events
