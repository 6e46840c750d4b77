"""Figures of a race, counted from its events."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from heat_tui.engine.events import (
    Boosted,
    CarMoved,
    CornerTaken,
    Event,
    GearShifted,
    HeatCooled,
    MulliganAnswered,
    RaceEnded,
    Retired,
    RoundBegan,
    SpunOut,
)
from heat_tui.engine.sheet import RaceSheet
from heat_tui.engine.steps.mulligan import MULLIGAN_COST
from heat_tui.session.match import Match

HeatCause = Literal["mulligan", "shift", "boost", "corner", "spin"]
"""What Heat was paid for: "corner" in full, "spin" as much as was there at the corner that was too much."""


@dataclass(slots=True)
class CarTally:
    """One car's figures.

    `rounds` counts those it drove in; `top_speed` the highest of its turns, 0 for a Legend, which has no speed.
    `heat` is what was paid, by cause; `cooled` what came back into the engine. `corners_over` counts the corner
    lines crossed above their limit, spins included; `corners` all that were checked. `slipstream_spaces` are those moved in
    `slipstreams`. `places` are its places, from 1: on the grid, then at the end of each round that the car began.
    """

    rounds: int = 0
    top_speed: int = 0
    heat: dict[HeatCause, int] = field(default_factory=dict)
    cooled: int = 0
    spins: int = 0
    boosts: int = 0
    slipstreams: int = 0
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
        self._racing: list[int] = []
        self._gone: list[int] = []

    @classmethod
    def of(cls, sheet: RaceSheet, events: Iterable[Event]) -> Tally:
        """The figures of a race from all its events since the start."""
        tally = cls(sheet)
        for event in events:
            tally.add(event)
        return tally
