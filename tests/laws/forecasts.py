"""Laws of forecasts: certain results come true, and uncertain ones match one of the forecast outcomes."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, islice
from random import Random

from heat_tui.engine import Race
from heat_tui.engine.actions import (
    Action,
    ChooseValues,
    Discard,
    Plan,
    React,
    Replace,
    Retire,
    Slipstream,
)
from heat_tui.engine.choices import without
from heat_tui.engine.decisions import ReactDecision, SlipstreamDecision
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
from heat_tui.engine.forecast import CornerCost, Forecast, Outcome, ThrownBack
from heat_tui.engine.unseen import CERTAIN, add, flip_ways, piles_of
from heat_tui.engine.view import SeatView
from heat_tui.modules.mulligan.answer import Mulligan
from heat_tui.modules.tournament.events import CardLost
from tests.laws.careful import careful_action, end_turn
from tests.laws.law import law

FORECASTS = 4
MOVES = ("boost", "adrenaline", "slipstream", "direct_play", "accelerate", "draft")
LIKELY = 60
"""The maximum number of options, counted from the first, from which some are picked at random."""

FEW = 12
"""The maximum number of cards whose every division into two piles is tried."""


def forecast_comes_true(race: Race, random: Random) -> None:
    """Check the forecasts of some options of the pending decision by playing them on a clone."""
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


def mixed_piles_are_the_mean_of_known_ones(race: Race, random: Random) -> None:
    """Check that two + without the memory aid are forecast as the mean over all piles with this top discard (K2)."""
    assert race.decision is not None
    view = race.view(race.decision.seat)
    cards, top, size = tuple(sorted(view.unseen + view.spent)), view.own.discard_top, view.own.deck
    if top is None or len(cards) > FEW:
        return
    heat, others = random.random() < 0.5, random.random() < 0.5
    decks = Counter(combinations(without(cards, (top,)), size))
    mean: dict[object, Fraction] = {}
    for deck, ways in decks.items():
        known = replace(view, unseen=deck, spent=without(cards, deck))
        for way, chance in _two_flips(known, heat=heat, others=others).items():
            add(mean, way, chance * Fraction(ways, decks.total()))
    told = _two_flips(replace(view, unseen=cards, spent=()), heat=heat, others=others)
    law(told == mean, "mixed piles are told as the mean of known ones (K2)", cards, top, size, heat, others)


def _two_flips(view: SeatView, *, heat: bool, others: bool) -> dict[object, Fraction]:
    """Return the values of two + and the cards counted in the piles afterwards, with chances."""
    told: dict[object, Fraction] = {}
    for piles, part in piles_of(view, heat=heat, others=others).items():
        for (value, left), chance in flip_ways({(0, piles): CERTAIN}, 2).items():
            add(told, (value, left.heat, left.pile_heat, left.others, left.pile_others), part * chance)
    return told


def _is_sound(told: Forecast, action: Action) -> None:
    if told.outcomes:
        total = sum((outcome.chance for outcome in told.outcomes), Fraction(0))
        law(total == 1, "the chances sum to 1", action, told)
    law(all(outcome.chance > 0 for outcome in told.outcomes), "every way told can happen", action, told)
    speeds = [outcome.speed for outcome in told.outcomes]
    law(speeds == sorted(speeds), "ways are told from the lowest speed up", action, told)
    landings = {replace(outcome, chance=CERTAIN) for outcome in told.outcomes}
    law(len(landings) == len(told.outcomes), "each outcome is told once", action, told)
    if not told.lost:
        ways = [(outcome.speed, outcome.replaced, outcome.cooled) for outcome in told.outcomes]
        law(len(set(ways)) == len(ways), "each way is told once", action, told)
    spins = sum((outcome.chance for outcome in told.outcomes if outcome.spins), Fraction(0))
    law(told.spin_chance == spins <= 1, "the chance of a spin is that of its ways", action, told)


def _plan_comes_true(race: Race, action: Plan, told: Forecast, random: Random) -> None:
    """Check that the effect of the driver's own cards is forecast, and the landing too if the car drives first (T1)."""
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
    ways = _ways_taken(race, told, events, moved)
    if not ways:
        return
    law(told.guess, "a plan's forecast is a guess while other cars may move", told)
    symbols = {name for card in action.cards for name, _ in race.rules.cards[card].symbols}
    by_chance = not symbols.isdisjoint(("plus", "super_cool")) or told.lost or told.flips
    chance = by_chance or any(outcome.replaced for outcome in told.outcomes)
    law(chance or len(told.outcomes) == 1, "no + and no Heat of the piles, no chance", action, told)
    lost = sum(isinstance(event, CardLost) and event.car == seat for event in _of_this_turn(events))
    flipped = sum(
        isinstance(event, CardFlipped) and (event.car, event.source) == (seat, "shift")
        for event in _of_this_turn(events)
    )
    law((lost, flipped) == (told.lost, told.flips), "what a shift takes is foreseen (M2)", action, told, lost, flipped)
    if race.order[0] == seat and _straight_to_the_turn(events, race):
        _lands(ways[0], moved)
        _pays(copy, seat, events, ways, engine - told.heat, race.round)


def _reveal_comes_true(race: Race, told: Forecast, events: list[Event]) -> None:
    """Check the forecast of values and replacements, if nothing more is asked before the car moves."""
    law(not told.guess, "a forecast for the driver's own turn is not a guess", told)
    moved = next((event for event in events if isinstance(event, CarMoved)), None)
    if moved is not None:
        ways = _ways_taken(race, told, events, moved)
        if ways:
            _lands(ways[0], moved)


def _ways_taken(race: Race, told: Forecast, events: list[Event], moved: CarMoved) -> list[Outcome]:
    """Return the forecast outcomes that may have come true; none if the real one is unknown.

    The real one is unknown if other cards were replaced than forecast, or if a card was lost at random and either
    values were chosen or several outcomes have the car's speed.
    """
    of_car = [event for event in events if getattr(event, "car", None) == moved.car]
    replaced = tuple(card for event in of_car if isinstance(event, CardsReplaced) for card in event.cards)
    chosen = [event.values for event in of_car if isinstance(event, ValuesChosen)][-1:]
    every = [outcome for _, outcomes in told.by_values for outcome in outcomes] or list(told.outcomes)
    if replaced or any(outcome.replaced for outcome in every):
        return [outcome for outcome in told.outcomes if (outcome.speed, outcome.replaced) == (moved.speed, replaced)]
    outcomes = dict(told.by_values)[chosen[0]] if told.by_values else told.outcomes
    ways = [outcome for outcome in outcomes if outcome.speed == moved.speed]
    if told.lost and (chosen or len(ways) > 1):
        return []
    law(len(ways) > 0, "the speed is one of those told", told, moved)
    return ways


def _moved_off(events: list[Event], seat: int) -> bool:
    """Return whether the car has moved or its hand is cluttered."""
    return any(isinstance(event, CarMoved | HandCluttered) and event.car == seat for event in events)


def _turned_up(events: list[Event], seat: int) -> CardsRevealed | HandCluttered | None:
    for event in events:
        if isinstance(event, CardsRevealed | HandCluttered) and event.car == seat:
            return event
    return None


def _straight_to_the_turn(events: list[Event], race: Race) -> bool:
    """Return whether the race was in planning, and the events do not reach into another round."""
    return not any(isinstance(event, RoundBegan) for event in events) and race.step_name == "planning"


def _move_comes_true(race: Race, action: React | Slipstream, told: Forecast) -> None:
    """Check that landing, speed, corners and engine match, because no other car moves during the driver's turn."""
    seat = race.cars[race.order[race.turns]].index
    engine = race.cars[seat].engine
    copy = race.clone()
    events = copy.play(action)
    cooled = sum(event.heat for event in events[:1] if isinstance(event, HeatCooled | SuperCooled))
    law(told.cooled == cooled, "what is cooled was foreseen (5.2)", action, told, cooled)
    law(not told.guess and not told.cluttered, "a forecast for the driver's own turn is not a guess", told)
    moves = [event for event in _of_this_turn(events) if isinstance(event, CarMoved) and event.car == seat]
    own = [event for event in moves if event.cause in MOVES][:1]
    speed = own[0].speed if own else race.turn.speed
    ways = [outcome for outcome in told.outcomes if outcome.speed == speed]
    law(len(ways) > 0, "the speed is one of those told", action, told, own)
    boost = isinstance(action, React) and action.symbol == "boost"
    law(boost or len(ways) == len(told.outcomes), "only a + is chance", told)
    if own:
        _lands(ways[0], own[0])
    else:
        car = race.cars[seat]
        law((ways[0].end, ways[0].spot) == (car.at, car.spot), "who does not move stays", action, told)
    if isinstance(action, React):
        _tows(race, action, ways[0])
    _pays(copy, seat, events, ways, engine - told.heat + told.cooled, race.round)


def _tows(race: Race, action: React, way: Outcome) -> None:
    """Check that, without further moves in step 5, a Slipstream is offered if and only if it was forecast (6.1)."""
    copy, number = race.clone(), race.round
    copy.play(action)
    while isinstance(copy.decision, ReactDecision) and copy.turns == race.turns and copy.round == number:
        copy.play(careful_action(copy))
    offered = isinstance(copy.decision, SlipstreamDecision) and (copy.turns, copy.round) == (race.turns, number)
    law(offered == way.tows, "a Slipstream comes where it was told", action, way, copy.decision)


def _lands(way: Outcome, moved: CarMoved) -> None:
    landed = (moved.end, moved.spot, moved.start + moved.distance - moved.end, moved.blockers)
    law(landed == (way.end, way.spot, way.short, way.blockers), "a landing comes as told", way, moved)


def _pays(copy: Race, seat: int, events: list[Event], ways: list[Outcome], engine: int, number: int) -> None:
    """End the turn as a careful driver; check that corners, engine and finish match one of the forecast outcomes (7).

    `engine` is the Heat in the engine after the choice's own cost and Cooldown, `number` the round.
    """
    events += end_turn(copy, seat, number)
    corners: list[CornerCost] = []
    back = None
    paid = None
    for event in _of_this_turn(events):
        if isinstance(event, CornerTaken) and event.car == seat:
            over = max(event.speed - event.limit, 0)
            corners.append(CornerCost(event.corner, event.limit, over, event.heat))
            paid = event.engine
        elif isinstance(event, SpunOut) and event.car == seat:
            corners.append(CornerCost(event.corner, event.limit, event.speed - event.limit, event.owed))
            back, paid = ThrownBack(event.end, event.spot, event.stress), 0
    fitting = [way for way in ways if list(way.corners) == corners and way.back == back]
    law(len(fitting) > 0, "corners cost what was told, and a spin comes as told (7.1, 7.3)", ways, corners, back)
    left = [max(engine - way.owed + way.cooled, 0) if paid is None else paid for way in fitting]
    law(any(way.engine == each for way, each in zip(fitting, left, strict=True)), "so much is left", fitting, left)
    finish = copy.rules.finish
    for way in fitting:
        law(way.finishes == (way.end > finish and back is None), "the finish comes as told", way, back)


def _of_this_turn(events: list[Event]) -> list[Event]:
    """Return the events up to the next round."""
    for place, event in enumerate(events):
        if isinstance(event, RoundBegan):
            return events[:place]
    return events
