"""The public view of a race while its story is shown, event by event, until the story reaches the current state."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any, Final

from heat_tui.engine import events
from heat_tui.engine.car import FINISHED, OUT, RETIRED
from heat_tui.engine.cards import STRESS
from heat_tui.engine.decisions import Use
from heat_tui.engine.events import CarEvent, Event
from heat_tui.engine.view import CarView, SeatView
from heat_tui.game.table.match import replaced
from heat_tui.modules.championship.events import (
    Eliminated,
    HeatLost,
    OpeningSponsorships,
    SponsorshipGained,
    SponsorshipsUsed,
)
from heat_tui.modules.championship.state import ChampionshipShown
from heat_tui.modules.garage.cards import MarketDealt, UpgradeExchanged, UpgradePicked, UpgradePutAway
from heat_tui.modules.garage.market import GarageShown
from heat_tui.modules.legends import LegendCardShown
from heat_tui.modules.legends.events import LegendCardTurned, LegendDecided, LegendPressed
from heat_tui.modules.tournament.events import CardLost, NumberShown
from heat_tui.modules.weather import HeatSpread

IN_TURN: Final = (
    events.CardsRevealed,
    events.HandCluttered,
    events.CarMoved,
    NumberShown,
    LegendPressed,
    LegendDecided,
)
"""The events that mark a turn: none occurs outside a turn, and every turn begins with one."""


def unfolded(view: SeatView, event: Event, after: SeatView) -> SeatView:
    """Return the public view once an event is known; `after` is the view after all events of the choice.

    Places, gears, engines, hand sizes, plans made, upgrades and Sponsorships follow from the events (tests/laws). A
    car's piles do not change until the event that fills its hand or ends its race; from then on, they are as in
    `after`.
    """
    later = dict(after.shown)
    shown = tuple((name, _told(state, event, view, later[name])) for name, state in view.shown)
    view = view if shown == view.shown else replace(view, shown=shown)
    match event:
        case events.RoundBegan(number=number, order=order):
            return replace(view, round=number, order=order, turns=0, acting=None, speed=0, last=after.last, marks=())
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
    if isinstance(event, IN_TURN):
        begun = view.acting == event.car
        speed = event.speed if isinstance(event, events.CarMoved) else view.speed if begun else 0
        marks, turns = view.marks if begun else (), view.order.index(event.car)
        view = replace(view, acting=event.car, turns=turns, speed=speed, marks=marks)
    car = view.cars[event.car]
    changed = _changes(event, car, after.cars[event.car], acts=view.acting == event.car)
    if not changed:
        return view
    return replace(view, cars=replaced(view.cars, car.index, replace(car, **changed)))


def _told(state: object, event: Event, view: SeatView, after: object) -> object:
    """Return the public state of a module once an event is known."""
    match state, event:
        case LegendCardShown(deck=deck, used=used), LegendCardTurned(card=card, shuffled=shuffled):
            deck, used = (len(used), ()) if shuffled else (deck, used)
            return replace(state, deck=deck - 1, used=(*used, card), round=view.round)
        case GarageShown(), _ if isinstance(after, GarageShown):
            return _drafted(state, event, after)
        case ChampionshipShown(held=held), OpeningSponsorships(car=seat, cards=more):
            return replace(state, held=replaced(held, seat, held[seat] + more))
        case ChampionshipShown(held=held), SponsorshipGained(car=seat):
            return replace(state, held=replaced(held, seat, held[seat] + 1))
        case ChampionshipShown(held=held), SponsorshipsUsed(car=seat, cards=used):
            return replace(state, held=replaced(held, seat, held[seat] - len(used)))
    return state


def _drafted(garage: GarageShown, event: Event, after: GarageShown) -> GarageShown:
    """Return the garage once an event is known; for a draft event, all but the owned upgrades are as in `after`."""
    if isinstance(event, MarketDealt):
        return replace(after, owned=garage.owned)
    if not isinstance(event, UpgradePicked | UpgradePutAway | UpgradeExchanged):
        return garage
    owned = Counter(garage.owned[event.car])
    match event:
        case UpgradePicked(card=card):
            owned[card] += 1
        case UpgradePutAway(card=card):
            owned[card] -= 1
        case UpgradeExchanged(give=give, take=take):
            owned[give] -= 1
            owned[take] += 1
    return replace(after, owned=replaced(garage.owned, event.car, tuple(sorted(owned.elements()))))


def stress_seen(seen: int, event: Event) -> int:
    """Return the number of a car's Stress cards seen since its last shuffle; `seen` is the number before `event`."""
    match event:
        case (
            events.CardsRevealed(cards=cards)
            | events.HandCluttered(cards=cards)
            | events.CardsTurnedOver(cards=cards)
            | events.CardsScrapped(cards=cards)
        ):
            return seen + cards.count(STRESS)
        case events.CardFlipped(discarded=cards):
            return seen + cards.count(STRESS)
        case CardLost(card=card):
            return seen + (card == STRESS)
        case events.StressReduced(cards=count):
            return seen + count
        case events.DeckShuffled() | events.CardsSalvaged():
            return 0
        case _:
            return seen


def _piles(after: CarView) -> dict[str, Any]:
    return {name: getattr(after, name) for name in ("deck", "discard", "discard_top", "play", "face_down")}


def _changes(event: Event, car: CarView, after: CarView, *, acts: bool) -> dict[str, Any]:
    """Return the fields of a car's view that an event changes, with new values; `acts` says that its turn has begun.

    The cards of a plan leave the hand when their number is shown in tournament mode, else when the gears are revealed,
    before the turn.
    """
    match event:
        case events.PlanMade() | events.ChoiceForced():
            return {"planned": after.planned}
        case NumberShown(number=cards):
            return {"hand": car.hand - cards}
        case events.GearShifted(gear=gear, heat=heat):
            shifted = {"gear": gear, "engine": car.engine - heat, "planned": False}
            return shifted if acts else {**shifted, "hand": car.hand - gear}
        case events.HandCluttered():
            return {"gear": 1}
        case events.CarMoved(end=at, spot=spot):
            return {"at": at, "spot": spot}
        case events.SpunOut(end=at, spot=spot, paid=paid, stress=cards):
            return {"at": at, "spot": spot, "gear": 1, "engine": car.engine - paid, "hand": car.hand + cards}
        case events.CornerTaken(engine=engine):
            return {"engine": engine}
        case events.HeatCooled(heat=heat):
            return {"engine": car.engine + heat, "hand": car.hand - heat}
        case events.SuperCooled(heat=heat):
            return {"engine": car.engine + heat}
        case events.HeatPaid(heat=heat) | events.Boosted(heat=heat) | events.Payment(paid=heat) | HeatSpread(heat=heat):
            return {"engine": car.engine - heat}
        case HeatLost(source="engine"):
            return {"engine": car.engine - 1}
        case events.PlayedDirectly() | HeatLost(source="hand"):
            return {"hand": car.hand - 1}
        case events.StressReduced(cards=cards) | events.CardsDiscarded(cards=cards):
            return {"hand": car.hand - cards}
        case OpeningSponsorships(cards=cards):
            return {"hand": car.hand + cards}
        case SponsorshipGained():
            return {"hand": car.hand + 1}
        case events.HandFilled(hand=hand):
            return {"hand": hand} | _piles(after)
        case events.CarFinished():
            return {"status": FINISHED} | _piles(after)
        case events.Retired():
            return {"status": RETIRED, "planned": False}
        case Eliminated():
            return {"status": OUT} | _piles(after)
        case _:
            return {}
