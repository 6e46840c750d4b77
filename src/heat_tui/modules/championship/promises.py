"""Forecasts of the Sponsorships and Heat that a move gains or loses, and the progress to the event's goal (E9, E11)."""

from __future__ import annotations

from collections.abc import Iterator

from heat_tui.engine.forecast import Outcome
from heat_tui.engine.movement import lines_crossed
from heat_tui.engine.record import record
from heat_tui.engine.view import CarView, SeatView
from heat_tui.modules.championship.event_rules import EVENTS, PLACES, RECORD_SPEED, cars_passed
from heat_tui.modules.championship.events import Reason
from heat_tui.modules.championship.state import ChampionshipShown

GRANDSTAND, RECORD, TELEVISION = 1, 2, 8
"""The events whose goal earns a Sponsorship."""

PRESSURE = 18
"""The event that takes Heat out of the game."""

SETTLED = frozenset({"discard", "refresh"})
"""The steps at which the Sponsorships of a turn have already been gained or missed."""


@record
class Promise:
    """The Sponsorships that a move would gain for one reason; `cards` is their number.

    `over` is the speed minus the press corner's limit; for an event's goal, `corner` is None and `over` is 0.
    """

    reason: Reason
    corner: int | None
    over: int
    cards: int


@record
class Goal:
    """The progress towards an event's goal: places taken at the grandstand (1), speed (2), cars passed (8).

    `so_far` is known during the seat's own turn, or for a spectator during any driver's, and otherwise None; the places
    taken are always known.
    """

    event: int
    so_far: int | None
    wanted: int


def promised(view: SeatView, outcome: Outcome) -> tuple[Promise, ...]:
    """Return the Sponsorships that an outcome of the seat's own move would bring, limited to those left (E10).

    The result is () after a spin out and in a single race.
    """
    shown = view.part(ChampionshipShown)
    if shown is None or outcome.spins:
        return ()
    left = shown.deck + shown.used
    promises = []
    for each in (*_of_the_press(view, shown, outcome), *_of_the_event(view, shown, outcome)):
        cards = min(each.cards, left)
        left -= cards
        if cards:
            promises.append(Promise(each.reason, each.corner, each.over, cards))
    return tuple(promises)


def goal(view: SeatView) -> Goal | None:
    """Return the progress towards the event's goal, None in a race without one.

    The result is also None in the steps after Sponsorships are gained, and for event 1 if the seat completed lap 1 in
    an earlier turn.
    """
    shown = view.part(ChampionshipShown)
    if shown is None or view.step in SETTLED:
        return None
    acting = _acting(view)
    if shown.event == GRANDSTAND:
        line = 2 * view.sheet.track.spaces
        is_past = view.seat is not None and (view.seat in shown.crossed or view.turn_began > line)
        return None if is_past else Goal(GRANDSTAND, len(shown.crossed), PLACES)
    if shown.event == RECORD:
        return Goal(RECORD, view.speed if acting is not None else None, RECORD_SPEED)
    if shown.event == TELEVISION:
        passed = None if acting is None else cars_passed(view.cars, acting, view.began, acting.at, acting.spot)
        return Goal(TELEVISION, passed, PLACES)
    return None


def loses_heat(view: SeatView, outcome: Outcome) -> bool:
    """Return whether an outcome completes a lap that costs a Heat card in step 8 (event 18, E11)."""
    shown, track = view.part(ChampionshipShown), view.sheet.track
    if shown is None or shown.event != PRESSURE or outcome.end > view.sheet.finish:
        return False
    return track.lap_of(outcome.stop[0]) > max(track.lap_of(view.turn_began), 1)


def _of_the_press(view: SeatView, shown: ChampionshipShown, outcome: Outcome) -> Iterator[Promise]:
    rule = EVENTS[shown.event].rule
    towed_from = view.own.at if view.step == "slipstream" else outcome.end
    for corner, line in lines_crossed(view.sheet, view.turn_began, outcome.end):
        if corner in shown.press:
            limit = view.limits[corner]
            reason = rule.impresses(outcome.speed, limit, towed=line >= towed_from)
            if reason:
                yield Promise(reason, corner, outcome.speed - limit, rule.press_worth)


def _of_the_event(view: SeatView, shown: ChampionshipShown, outcome: Outcome) -> Iterator[Promise]:
    began, line = view.turn_began, 2 * view.sheet.track.spaces
    first = began <= line < outcome.end and view.seat not in shown.crossed and len(shown.crossed) < PLACES
    if shown.event == GRANDSTAND and first:
        yield Promise("grandstand", None, 0, 1)
    if shown.event == RECORD and outcome.speed >= RECORD_SPEED:
        yield Promise("record", None, 0, 1)
    if shown.event == TELEVISION and cars_passed(view.cars, view.own, began, outcome.end, outcome.spot) >= PLACES:
        yield Promise("television", None, 0, 1)


def _acting(view: SeatView) -> CarView | None:
    """Return the car whose turn it is if it is the seat's own or, for a spectator, any driver's; otherwise None."""
    acting = view.acting
    if acting is None or acting >= view.sheet.drivers or view.seat not in (None, acting):
        return None
    return view.cars[acting]
