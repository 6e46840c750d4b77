"""The events of a championship (E11): the rule changes of each, as a small module, and the features of its race."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Literal

from heat_tui.engine.car import OUT, RACING, Car
from heat_tui.engine.cards import HEAT, STRESS
from heat_tui.engine.module import Module, module
from heat_tui.engine.movement import leave_track, overtakes
from heat_tui.engine.program import Step
from heat_tui.engine.race import Race
from heat_tui.engine.record import record
from heat_tui.engine.setup import RaceSetup
from heat_tui.engine.view import CarView
from heat_tui.modules.championship.events import Eliminated, Reason
from heat_tui.modules.championship.state import paddock_of
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
