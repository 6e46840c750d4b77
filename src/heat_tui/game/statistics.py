"""Figures of a race, counted from its events."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from heat_tui.engine import events
from heat_tui.engine.setup import RaceSheet
from heat_tui.game.match import Match

HeatCause = str
"""What Heat was paid for: "shift", "boost", "corner" in full, "spin" as much as was there at the corner that was too
much, "card" for a Heat symbol, or what a module brings (`Module.paid_for`)."""


@dataclass(slots=True)
class CarTally:
    """One car's figures.

    `rounds` counts those it drove in; `top_speed` the highest of its turns, 0 for a Legend, which has no speed.
    `heat` is what was paid, by cause; `cooled` what came back into the engine. `corners` counts the corner lines that
    were checked, `corners_over` those taken above their limit, spins included. `slipstream_spaces` are those moved
    in all Slipstreams. `places` are from 1: on the grid, then at the end of each round that it drove in.
    """

    rounds: int = 0
    top_speed: int = 0
    heat: dict[HeatCause, int] = field(default_factory=dict)
    cooled: int = 0
    spins: int = 0
    boosts: int = 0
    slipstream_spaces: int = 0
    corners: int = 0
    corners_over: int = 0
    places: list[int] = field(default_factory=list)

    @property
    def heat_paid(self) -> int:
        """The Heat paid for everything."""
        return sum(self.heat.values())

    def pay(self, cause: HeatCause, heat: int) -> None:
        """Count Heat paid."""
        if heat:
            self.heat[cause] = self.heat.get(cause, 0) + heat


class Tally:
    """The figures of all cars of a race, by car; `rounds` is how many were begun."""

    def __init__(self, sheet: RaceSheet) -> None:
        self.cars = tuple(CarTally() for _ in sheet.entries)
        self.rounds = 0
        self._racing: set[int] = set()
        self._finished: list[int] = []

    @classmethod
    def of(cls, sheet: RaceSheet, happened: Iterable[events.Event]) -> Tally:
        """Return the figures of a race from all its events since the start."""
        tally = cls(sheet)
        for event in happened:
            tally.add(event)
        return tally

    def add(self, event: events.Event) -> None:
        """Count one event; they come in the order in which they happened."""
        match event:
            case events.RoundBegan(number=number, order=order):
                self._place([*self._finished, *order])
                self.rounds = number
                self._racing = set(order)
                for index in order:
                    self.cars[index].rounds += 1
            case events.Retired(car=index):
                self._racing.discard(index)
                self.cars[index].rounds -= 1
            case events.CarFinished(car=index):
                self._finished.append(index)
            case events.RaceEnded(standings=standings):
                self._place(standings)
            case events.Payment(car=index, paid_for=cause, paid=heat):
                self.cars[index].pay(cause, heat)
            case events.GearShifted(car=index, heat=heat):
                self.cars[index].pay("shift", heat)
            case events.HeatCooled(car=index, heat=heat) | events.SuperCooled(car=index, heat=heat):
                self.cars[index].cooled += heat
            case events.HeatPaid(car=index, heat=heat):
                self.cars[index].pay("card", heat)
            case events.Boosted(car=index, heat=heat):
                self.cars[index].boosts += 1
                self.cars[index].pay("boost", heat)
            case events.CarMoved(car=index, speed=speed, cause=cause):
                self.cars[index].top_speed = max(self.cars[index].top_speed, speed)
                if cause == "slipstream":
                    self.cars[index].slipstream_spaces += event.end - event.start
            case events.CornerTaken(car=index, speed=speed, limit=limit, heat=heat):
                self.cars[index].corners += 1
                self.cars[index].corners_over += speed > limit
                self.cars[index].pay("corner", heat)
            case events.SpunOut(car=index, paid=paid):
                self.cars[index].corners += 1
                self.cars[index].corners_over += 1
                self.cars[index].spins += 1
                self.cars[index].pay("spin", paid)

    def _place(self, ranking: Sequence[int]) -> None:
        """Note the places at the end of a round for the cars that drove in it; before round 1, those on the grid."""
        for place, index in enumerate(ranking, start=1):
            if not self.rounds or index in self._racing:
                self.cars[index].places.append(place)


def heat_causes(sheet: RaceSheet) -> list[HeatCause]:
    """Return what Heat can be paid for in a race, in the order in which it is shown."""
    symbols = {symbol for card in sheet.cards.values() for symbol, _number in card.symbols}
    return ["shift", "boost", "corner", "spin", *(["card"] if "heat" in symbols else []), *sheet.costs]


def tally(match: Match) -> Tally:
    """Return the figures of a match so far; what was taken back does not count."""
    return Tally.of(match.sheet, match.events)
