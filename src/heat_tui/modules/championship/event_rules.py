"""The events of a championship (E9, E11): the rule of each, as a small module, its race, and what a move would gain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Literal

from heat_tui.engine.car import OUT, RACING, Car
from heat_tui.engine.cards import HEAT, STRESS
from heat_tui.engine.forecast import Outcome
from heat_tui.engine.module import Module, module
from heat_tui.engine.movement import leave_track, lines_crossed, overtakes
from heat_tui.engine.program import Step
from heat_tui.engine.race import Race
from heat_tui.engine.record import record
from heat_tui.engine.setup import RaceSetup
from heat_tui.engine.view import CarView, SeatView
from heat_tui.modules.championship.events import Eliminated, Reason
from heat_tui.modules.championship.state import ChampionshipShown, paddock_of
from heat_tui.modules.championship.steps import LoseHeat

IMPRESSIVE = 2
"""The least excess over a press corner's limit that gains a Sponsorship (E9)."""

PLACES = 3
"""The number of cars that matters in events 1 (grandstand), 6 (committee) and 8 (television)."""

RECORD_SPEED = 15


@module("event", rank=15)
class EventRule(Module):
    """The rule of an event that changes only numbers, or none; the other events have rules of their own.

    `extra_laps`, `extra_heat`, `extra_stress` and `extra_cards` are added to the race's laps, to every driver's Heat
    and Stress at the start, and to the size of hands; negative ones are taken away. `discardable` is the card that may
    be discarded in step 8 besides those of the base game, "" for none. `press_worth` is the number of Sponsorships that
    a press corner gives.
    """

    own = ("earns", "impresses")
    speeding: ClassVar[int | None] = IMPRESSIVE
    """The least excess over a press corner's limit that gains a Sponsorship, None if speeding gains none."""

    extra_laps: int = 0
    extra_heat: int = 0
    extra_stress: int = 0
    extra_cards: int = 0
    discardable: str = ""
    press_worth: int = 1

    def laps(self, setup: RaceSetup, laps: int) -> int:
        return laps + self.extra_laps

    def heat(self, race: Race, seat: int, heat: int) -> int:
        return heat + self.extra_heat

    def stress(self, race: Race, seat: int, stress: int) -> int:
        return stress + self.extra_stress

    def hand_size(self, race: Race, car: Car, size: int) -> int:
        return size + self.extra_cards

    def may_discard(self, race: Race, car: Car, card: str, allowed: bool) -> bool:  # noqa: FBT001
        return allowed or card == self.discardable

    def earns(self, race: Race, car: Car) -> Reason | None:
        """Return the reason for a Sponsorship earned this turn by reaching the event's goal, None if none is earned."""
        return None

    def impresses(self, speed: int, limit: int, *, towed: bool) -> Reason | None:
        """Return the reason why a press corner brings a Sponsorship, None if it brings none (E9).

        `limit` includes road conditions, but no Adjust; `towed` says that the Slipstream move crossed the corner line.
        """
        if towed:
            return "towed"
        return "fast" if speed >= limit + IMPRESSIVE else None


class Grandstand(EventRule):
    """1: each driver among the first three cars to complete lap 1 gains a Sponsorship."""

    def earns(self, race: Race, car: Car) -> Reason | None:
        line, crossed = 2 * race.rules.spaces, paddock_of(race).crossed
        first = race.turn.began <= line < car.at and car.index not in crossed
        return "grandstand" if first and len(crossed) < PLACES else None

    def lap_completed(self, race: Race, car: Car, lap: int) -> None:
        paddock = paddock_of(race)
        if car.index not in paddock.crossed and len(paddock.crossed) < PLACES:
            paddock.crossed += (car.index,)


class SpeedRecord(EventRule):
    """2: a turn at speed 15 or more gains a Sponsorship."""

    def earns(self, race: Race, car: Car) -> Reason | None:
        return "record" if race.turn.speed >= RECORD_SPEED else None


class Strike(EventRule):
    """3: two points more for the winner, in a race with one lap fewer, but at least one."""

    def points(self, race: Race, place: int, points: int) -> int:
        return points + 2 if place == 1 else points


class BribedCommittee(EventRule):
    """6: one more point for each of the first three cars to cross the finish line."""

    def points(self, race: Race, place: int, points: int) -> int:
        return points + 1 if place <= min(PLACES, len(race.finished)) else points


class Television(EventRule):
    """8: passing three or more cars in a turn gains a Sponsorship."""

    def earns(self, race: Race, car: Car) -> Reason | None:
        passed = cars_passed(race.cars, car, race.turn.began, car.at, car.spot)
        return "television" if passed >= PLACES else None


class SponsorWithdraws(EventRule):
    """10: a driver who spins out is out of the race."""

    def spin_stress(self, race: Race, car: Car, stress: int) -> int:
        return 0

    def spun_out(self, race: Race, car: Car, corner: int) -> None:
        leave_track(race, car, OUT, race.out)
        paddock_of(race).stood = 0
        race.events.append(Eliminated(car.index))


class TurbulentWinds(EventRule):
    """12: a Slipstream only in gear 3 or 4."""

    def may_slipstream(self, race: Race, car: Car, allowed: bool) -> bool:  # noqa: FBT001
        return allowed and car.gear >= 3


class Cloudburst(EventRule):
    """14: nobody gets Adrenaline."""

    def adrenaline(self, race: Race, car: Car, gained: bool) -> bool:  # noqa: FBT001
        return False


class HoldTight(EventRule):
    """15: at most one card may be discarded in step 8."""

    def most_discards(self, race: Race, car: Car, most: int) -> int:
        return min(most, 1)


class SmileForThePress(EventRule):
    """16: a press corner gives a Sponsorship only to a driver slower than its limit, however it was crossed."""

    speeding = None

    def impresses(self, speed: int, limit: int, *, towed: bool) -> Reason | None:
        return "slow" if speed < limit else None


class PressureCooker(EventRule):
    """18: a driver who completes a lap other than the last loses a Heat card in step 8."""

    def turn(self, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        at = [step.name for step in steps].index("discard")
        return (*steps[:at], LoseHeat(), *steps[at:])


def cars_passed(cars: Iterable[Car | CarView], car: Car | CarView, began: int, at: int, spot: int) -> int:
    """Return how many cars a car has passed in a turn from the place `began` to `at` and `spot` (event 8, E11)."""
    others = [(other.at, other.spot) for other in cars if other.status == RACING and other is not car]
    return sum(overtakes(began, (at, spot), other) for other in others)


@record
class RaceEvent:
    """One event, the special features of a race in a season (E11).

    `track` is the id of the track where the season of `year` has the event. `sponsorships` is the number drawn into
    every opening hand (E4); `press` are press numbers, which may exceed a track's highest (`press_corners`).
    """

    number: int
    year: str
    track: str
    sponsorships: int
    press: tuple[int, ...]
    rule: EventRule = EventRule()
    set: Literal["base", "heavy_rain", "tunnel_vision"] = "base"


EVENTS: Mapping[int, RaceEvent] = {
    event.number: event
    for event in (
        RaceEvent(1, "1961", "great_britain", 2, (1,), Grandstand()),
        RaceEvent(2, "1961", "usa", 1, (2,), SpeedRecord()),
        RaceEvent(3, "1961", "italy", 1, (3,), Strike(extra_laps=-1)),
        RaceEvent(4, "1962", "italy", 2, (5,), EventRule(extra_heat=1)),
        RaceEvent(5, "1962", "great_britain", 1, (3, 5), EventRule(extra_laps=1, extra_cards=1)),
        RaceEvent(6, "1962", "france", 1, (3,), BribedCommittee()),
        RaceEvent(7, "1963", "usa", 3, (1,)),
        RaceEvent(8, "1963", "great_britain", 1, (2, 4), Television()),
        RaceEvent(9, "1963", "france", 1, (4,), EventRule(extra_heat=-2, extra_stress=-1, extra_cards=-1)),
        RaceEvent(10, "1963", "italy", 0, (4,), SponsorWithdraws(extra_stress=1)),
        RaceEvent(11, "1964", "japan", 0, (2, 3), EventRule(press_worth=2), "heavy_rain"),
        RaceEvent(12, "1964", "france", 1, (2,), TurbulentWinds(), "heavy_rain"),
        RaceEvent(13, "1964", "mexico", 1, (3,), EventRule(discardable=HEAT), "heavy_rain"),
        RaceEvent(14, "1964", "japan", 1, (), Cloudburst(), "heavy_rain"),
        RaceEvent(15, "1965", "great_britain", 2, (4,), HoldTight(), "tunnel_vision"),
        RaceEvent(16, "1965", "usa", 0, (3,), SmileForThePress(), "tunnel_vision"),
        RaceEvent(17, "1965", "spain", 0, (1, 3), EventRule(discardable=STRESS), "tunnel_vision"),
        RaceEvent(18, "1965", "netherlands", 1, (2,), PressureCooker(extra_laps=1), "tunnel_vision"),
    )
}
"""The events by number. Source: the event cards of the base game and of the expansions."""

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
