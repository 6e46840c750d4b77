"""The open facts of a race while its story is shown: one event after the other, up to where the race is."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from heat_tui.engine import events
from heat_tui.engine.car import FINISHED, OUT, RETIRED
from heat_tui.engine.cards import STRESS
from heat_tui.engine.decisions import Use
from heat_tui.engine.events import CarEvent, Event
from heat_tui.engine.view import CarView, SeatView
from heat_tui.modules.championship.events import Eliminated, HeatLost
from heat_tui.modules.legends.deck import LegendCardShown
from heat_tui.modules.legends.events import LegendCardTurned
from heat_tui.modules.tournament.events import NumberShown

_IN_TURN: Final = (events.CardsRevealed, events.CarMoved, NumberShown)
"""The events of which one comes early in every turn; none comes outside of one."""

_PILES: Final = ("hand", "deck", "discard", "discard_top", "play", "face_down")


def unfolded(view: SeatView, event: Event, after: SeatView) -> SeatView:
    """Return the open facts once an event is known; `after` are those where the race is, beyond all such events.

    Places, gears, engines and plans made follow from the events (tests/laws). The piles of a car are those of `after`
    from the moment that its hand is filled: until then nothing of what will lie on them is known.
    """
    match event:
        case events.RoundBegan(number=number, order=order):
            return replace(view, round=number, order=order, turns=0, acting=None, speed=0, last=after.last, marks=())
        case LegendCardTurned(card=card):
            turned = (
                replace(state, card=card, round=view.round) if isinstance(state, LegendCardShown) else state
                for _name, state in view.shown
            )
            return replace(view, shown=tuple(zip(dict(view.shown), turned, strict=True)))
        case events.RaceCalledOff(cars=left):
            cars = tuple(replace(car, status=RETIRED) if car.index in left else car for car in view.cars)
            return replace(view, cars=cars, retired=after.retired)
        case events.CarFinished(car=index):
            view = replace(view, finished=(*view.finished, index))
        case events.Retired(car=index):
            order = tuple(each for each in view.order if each != index)
            view = replace(view, retired=(*view.retired, index), order=order)
        case events.LimitsAdjusted(by=by):
            return replace(view, marks=(Use("adjust", "", by),))
        case Eliminated(car=index):
            view = replace(view, out=(*view.out, index))
    if not isinstance(event, CarEvent):
        return view
    if isinstance(event, _IN_TURN):
        begun = view.acting == event.car
        speed = event.speed if isinstance(event, events.CarMoved) else view.speed if begun else 0
        marks, turns = view.marks if begun else (), view.order.index(event.car)
        view = replace(view, acting=event.car, turns=turns, speed=speed, marks=marks)
    car = view.cars[event.car]
    changed = _changes(event, car, after.cars[event.car])
    if not changed:
        return view
    return replace(view, cars=(*view.cars[: car.index], replace(car, **changed), *view.cars[car.index + 1 :]))


def stress_seen(seen: int, event: Event) -> int:
    """Return how many Stress cards are known to be on the discard pile of the car of an event, from those before it.

    Where cards are shuffled into the draw deck the table loses count, and it begins again.
    """
    match event:
        case (
            events.CardsRevealed(cards=cards) | events.CardsTurnedOver(cards=cards) | events.CardsScrapped(cards=cards)
        ):
            return seen + cards.count(STRESS)
        case events.CardFlipped(discarded=cards):
            return seen + cards.count(STRESS)
        case events.StressReduced(cards=count):
            return seen + count
        case events.DeckShuffled() | events.CardsSalvaged():
            return 0
        case _:
            return seen


def _changes(event: Event, car: CarView, after: CarView) -> dict[str, Any]:
    """Return the new figures of the car of an event."""
    match event:
        case events.PlanMade() | events.ChoiceForced():
            return {"planned": after.planned}
        case events.GearShifted(gear=gear, heat=heat):
            return {"gear": gear, "engine": car.engine - heat, "planned": False}
        case events.HandCluttered():
            return {"gear": 1}
        case events.CarMoved(end=at, spot=spot):
            return {"at": at, "spot": spot}
        case events.SpunOut(end=at, spot=spot, paid=paid):
            return {"at": at, "spot": spot, "gear": 1, "engine": car.engine - paid}
        case events.CornerTaken(engine=engine):
            return {"engine": engine}
        case events.HeatCooled(heat=heat) | events.SuperCooled(heat=heat):
            return {"engine": car.engine + heat}
        case events.HeatPaid(heat=heat) | events.Boosted(heat=heat) | events.Payment(paid=heat):
            return {"engine": car.engine - heat}
        case HeatLost(source="engine"):
            return {"engine": car.engine - 1}
        case events.HandFilled():
            return {name: getattr(after, name) for name in _PILES}
        case events.CarFinished():
            return {"status": FINISHED}
        case events.Retired():
            return {"status": RETIRED, "planned": False}
        case Eliminated():
            return {"status": OUT}
        case _:
            return {}
