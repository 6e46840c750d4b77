"""Laws of forecasts: what is certain comes true, what is not comes out in one of the ways that were told."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice
from random import Random

from heat_tui.engine import Race
from heat_tui.engine.actions import (
    DONE,
    Action,
    ChooseValues,
    Discard,
    Plan,
    React,
    Refresh,
    Replace,
    Retire,
    Slipstream,
)
from heat_tui.engine.decisions import DiscardDecision, ReactDecision, RefreshDecision, SlipstreamDecision
from heat_tui.engine.events import (
    CardFlipped,
    CardsDiscarded,
    CardsReplaced,
    CardsRevealed,
    CarMoved,
    CornerTaken,
    Event,
    HandCluttered,
    HeatCooled,
    RoundBegan,
    SpunOut,
    SuperCooled,
    ValuesChosen,
)
from heat_tui.engine.forecast import CornerCost, Forecast, Outcome
from heat_tui.engine.symbols import MANDATORY
from heat_tui.modules.mulligan.answer import Mulligan
from heat_tui.modules.tournament.events import CardLost
from tests.laws.law import law

FORECASTS = 4
MOVES = ("boost", "adrenaline", "slipstream", "direct_play", "accelerate", "draft")
LIKELY = 60
"""So many options are looked at when one is picked."""


def forecast_comes_true(race: Race, random: Random) -> None:
    """Some options of the decision due are foreseen and then played on a clone."""
    decision = race.decision
    assert decision is not None
    options = list(islice(decision.options(), LIKELY))
    for action in random.sample(options, min(len(options), FORECASTS)):
        told = race.forecast(decision.seat, action)
        _is_sound(told, action)
        match action:
            case Plan():
                _plan_comes_true(race, action, told, random)
            case React() | Slipstream():
                _move_comes_true(race, action, told)
            case Discard(cards):
                law(told.discards == len(cards), "a forecast counts the discards", action, told)
                gone = [event.cards for event in race.clone().play(action) if isinstance(event, CardsDiscarded)]
                law(gone[:1] == [len(cards)] if cards else True, "what is discarded was foreseen", action, gone)
            case Mulligan(take):
                copy, seat = race.clone(), decision.seat
                copy.play(action)
                paid = race.view(seat).own.engine - copy.view(seat).own.engine
                law(told.heat == take, "a mulligan costs 1 Heat (O2)", told)
                law(copy.round or paid == told.heat, "a mulligan costs what was foreseen", paid, told)
            case ChooseValues() | Replace():
                _reveal_comes_true(race, told, race.clone().play(action))
            case _:
                law(not told.outcomes and not told.heat, "what moves no car costs nothing (F4, G2, G7)", action, told)


def _is_sound(told: Forecast, action: Action) -> None:
    if told.outcomes:
        total = sum((outcome.chance for outcome in told.outcomes), Fraction(0))
        law(total == 1, "the chances sum to 1", action, told)
    law(all(outcome.chance > 0 for outcome in told.outcomes), "every way told can happen", action, told)
    speeds = [outcome.speed for outcome in told.outcomes]
    law(speeds == sorted(speeds), "ways are told from the lowest speed up", action, told)
    if not told.lost:
        ways = [(outcome.speed, outcome.replaced) for outcome in told.outcomes]
        law(len(set(ways)) == len(ways), "each way is told once", action, told)
    spins = sum((outcome.chance for outcome in told.outcomes if outcome.spins), Fraction(0))
    law(told.spin_chance == spins <= 1, "the chance of a spin is that of its ways", action, told)


def _plan_comes_true(race: Race, action: Plan, told: Forecast, random: Random) -> None:
    """What one's own cards bring is always foreseen; the landing too for the car that drives first (T1)."""
    decision = race.decision
    assert decision is not None
    seat, engine = decision.seat, race.cars[decision.seat].engine
    copy = race.clone()
    events = copy.play(action)
    while copy.decision is not None and not _moved_off(events, seat):
        options = list(islice(copy.decision.options(), LIKELY))
        events += copy.play(random.choice([option for option in options if not isinstance(option, Retire)]))
    up = _turned_up(events, seat)
    law(told.cluttered == isinstance(up, HandCluttered), "clutter is foreseen (2.2)", action, told, up)
    if told.cluttered:
        law(not told.outcomes, "a cluttered hand does not move (2.2)", told)
        return
    moved = next(event for event in events if isinstance(event, CarMoved) and event.car == seat)
    way = _way_taken(race, told, events, moved)
    if way is None:
        return
    law(told.guess, "a plan's forecast is a guess while other cars may move", told)
    pluses = any(name == "plus" for card in action.cards for name, _ in race.rules.cards[card].symbols)
    chance = pluses or told.lost or told.flips or any(outcome.replaced for outcome in told.outcomes)
    law(chance or len(told.outcomes) == 1, "no +, no chance", action, told)
    lost = sum(isinstance(event, CardLost) and event.car == seat for event in _of_this_turn(events))
    flipped = sum(
        isinstance(event, CardFlipped) and (event.car, event.source) == (seat, "shift")
        for event in _of_this_turn(events)
    )
    law((lost, flipped) == (told.lost, told.flips), "what a shift takes is foreseen (M2)", action, told, lost, flipped)
    if race.order[0] == seat and _straight_to_the_turn(events, race):
        _lands(way, moved)
        _pays(copy, seat, events, way, engine - told.heat)


def _reveal_comes_true(race: Race, told: Forecast, events: list[Event]) -> None:
    """What is told of values and replacements, if nothing more is asked before the car moves."""
    law(not told.guess, "one's own turn is no guess", told)
    moved = next((event for event in events if isinstance(event, CarMoved)), None)
    if moved is not None:
        way = _way_taken(race, told, events, moved)
        if way is not None:
            _lands(way, moved)


def _way_taken(race: Race, told: Forecast, events: list[Event], moved: CarMoved) -> Outcome | None:
    """The way told that came true; None where it cannot be known.

    That is where other cards were replaced than were told of, or a card lost by chance leaves other values to choose.

    Heat that a + turned over may be super cooled, so that less is replaced than was told.
    """
    of_car = [event for event in events if getattr(event, "car", None) == moved.car]
    replaced = tuple(card for event in of_car if isinstance(event, CardsReplaced) for card in event.cards)
    chosen = [event.values for event in of_car if isinstance(event, ValuesChosen)][-1:]
    every = [outcome for _, outcomes in told.by_values for outcome in outcomes] or list(told.outcomes)
    if replaced or any(outcome.replaced for outcome in every):
        alike = [outcome for outcome in every if (outcome.speed, outcome.replaced) == (moved.speed, replaced)]
        return alike[0] if len(alike) == 1 else None
    outcomes = dict(told.by_values)[chosen[0]] if told.by_values else told.outcomes
    ways = [outcome for outcome in outcomes if outcome.speed == moved.speed]
    if told.lost and (chosen or len(ways) > 1):
        return None
    law(len(ways) == 1, "the speed is one of those told", told, moved)
    return ways[0]


def _moved_off(events: list[Event], seat: int) -> bool:
    """Whether the car has moved, or will not."""
    return any(isinstance(event, CarMoved | HandCluttered) and event.car == seat for event in events)


def _turned_up(events: list[Event], seat: int) -> CardsRevealed | HandCluttered | None:
    for event in events:
        if isinstance(event, CardsRevealed | HandCluttered) and event.car == seat:
            return event
    return None


def _straight_to_the_turn(events: list[Event], race: Race) -> bool:
    """Whether nothing but planning came before the turn: nobody retired and no car stood in for a round."""
    return not any(isinstance(event, RoundBegan) for event in events) and race.step_name == "planning"


def _move_comes_true(race: Race, action: React | Slipstream, told: Forecast) -> None:
    """In one's own turn no other car moves: landing, speed, corners and engine come as told."""
    seat = race.cars[race.order[race.turns]].index
    engine = race.cars[seat].engine
    copy = race.clone()
    events = copy.play(action)
    cooled = sum(event.heat for event in events[:1] if isinstance(event, HeatCooled | SuperCooled))
    law(told.cooled == cooled, "what is cooled was foreseen (5.2)", action, told, cooled)
    law(not told.guess and not told.cluttered, "one's own turn is no guess", told)
    moves = [event for event in _of_this_turn(events) if isinstance(event, CarMoved) and event.car == seat]
    own = [event for event in moves if event.cause in MOVES][:1]
    speed = own[0].speed if own else race.turn.speed
    ways = [outcome for outcome in told.outcomes if outcome.speed == speed]
    law(len(ways) == 1, "the speed is one of those told", action, told, own)
    boost = isinstance(action, React) and action.symbol == "boost"
    law(boost or len(told.outcomes) == 1, "only a + is chance", told)
    if own:
        _lands(ways[0], own[0])
    else:
        car = race.cars[seat]
        law((ways[0].end, ways[0].spot) == (car.at, car.spot), "who does not move stays", action, told)
    _pays(copy, seat, events, ways[0], engine - told.heat + told.cooled)


def _lands(way: Outcome, moved: CarMoved) -> None:
    landed = (moved.end, moved.spot, moved.start + moved.distance - moved.end, moved.blockers)
    law(landed == (way.end, way.spot, way.short, way.blockers), "a landing comes as told", way, moved)


def _pays(copy: Race, seat: int, events: list[Event], way: Outcome, engine: int) -> None:
    """End the turn without doing anything more; the corners are then those of the forecast (7)."""
    turns, number = copy.turns, copy.round
    engine = max(engine - way.owed, 0)
    while copy.acting is not None and copy.acting.index == seat and (copy.turns, copy.round) == (turns, number):
        match copy.decision:
            case ReactDecision() as react:
                events += copy.play(DONE if react.may_end else _least(react))
            case RefreshDecision():
                events += copy.play(Refresh())
            case SlipstreamDecision():
                events += copy.play(Slipstream(0))
            case DiscardDecision():
                events += copy.play(Discard())
            case other:
                law(False, "a turn has no other decision", other)
    corners: list[CornerCost] = []
    spins = False
    for event in _of_this_turn(events):
        if isinstance(event, CornerTaken) and event.car == seat:
            over = max(event.speed - event.limit, 0)
            corners.append(CornerCost(event.corner, event.limit, over, event.heat))
            engine = event.engine
        elif isinstance(event, SpunOut) and event.car == seat:
            corners.append(CornerCost(event.corner, event.limit, event.speed - event.limit, event.owed))
            spins, engine = True, 0
    law(list(way.corners) == corners, "corners cost what was told (7.1)", way, corners)
    law((way.spins, way.engine) == (spins, engine), "a spin comes as told (7.3)", way, spins, engine)
    finish = copy.rules.finish
    law(way.finishes == (way.end > finish and not spins), "the finish comes as told", way, spins)


def _least(decision: ReactDecision) -> Action:
    """What must be used, or cooled before it can be, and no more."""
    use = next((use for use in decision.uses if use.symbol in MANDATORY), None)
    use = use or next(use for use in decision.uses if use.symbol in ("cooldown", "super_cool"))
    return React(use.symbol, use.source, use.least)


def _of_this_turn(events: list[Event]) -> list[Event]:
    """The events up to the next round."""
    for place, event in enumerate(events):
        if isinstance(event, RoundBegan):
            return events[:place]
    return events
