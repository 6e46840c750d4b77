"""Modules whose answers depend on the order of asking, to show that only ranks and names decide that order.

`Envy` is different: it lets one driver's spin out change the others' cards.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from heat_tui.engine import Race, RaceSetup
from heat_tui.engine.car import Car
from heat_tui.engine.cards import HEAT
from heat_tui.engine.module import Module
from heat_tui.engine.movement import advance
from heat_tui.engine.program import Step
from heat_tui.engine.setup import Entry

MOST_LUCK = (1 << 64) - 1


class Roll(Step):
    """A step that moves a driverless car a fixed distance."""

    name = "roll"

    def __init__(self, distance: int) -> None:
        self.distance = distance

    def enter(self, race: Race, car: Car) -> str | None:
        advance(race, car, self.distance, "roll")
        return None


class Stir(Step):
    """A step that changes the car's luck at the end of a turn, in a way that does not commute."""

    name = "stir"

    def __init__(self, module: Doubling | Adding) -> None:
        self.module = module

    def enter(self, race: Race, car: Car) -> str | None:
        car.luck = self.module.fold(car.luck) & MOST_LUCK
        return None


class Doubling(Module):
    """A module that doubles numbers, and forbids everything at odd places."""

    __slots__ = ()
    name: ClassVar[str] = "doubling"
    own: ClassVar[tuple[str, ...]] = ("fold", "agree")
    way: ClassVar[int] = 7

    def fold(self, number: int) -> int:
        """Return the changed number."""
        return number * 2

    def agree(self, allowed: bool, car: Car) -> bool:
        """Return the changed permission."""
        return allowed and car.at % 2 == 0

    def cars(self, setup: RaceSetup, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
        return (*entries, Entry(f"{self.name} {len(entries)}", "", self.name))

    def programs(self) -> Mapping[str, tuple[Step, ...]]:
        return {self.name: (Roll(self.way),)}

    def turn(self, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        return (*steps, Stir(self))

    def laps(self, setup: RaceSetup, laps: int) -> int:
        return min(self.fold(laps), 3)

    def grid(self, grid: tuple[int, ...]) -> tuple[int, ...]:
        turned = self.fold(len(grid)) % len(grid)
        return (*grid[turned:], *grid[:turned])

    def heat(self, race: Race, seat: int, heat: int) -> int:
        return self.fold(heat)

    def stress(self, race: Race, seat: int, stress: int) -> int:
        return self.fold(stress)

    def deck(self, race: Race, seat: int, cards: tuple[str, ...]) -> tuple[str, ...]:
        return cards[: self.fold(len(cards)) % 11 + 12]

    def hand_size(self, race: Race, car: Car, size: int) -> int:
        return min(self.fold(size), 9) - car.at % 2

    def gear_cost(self, race: Race, car: Car, gear: int, heat: int) -> int:
        return self.fold(heat) if gear != car.gear else heat

    def corner_limit(self, race: Race, corner: int, limit: int) -> int:
        return max(self.fold(limit) - corner, 2)

    def driver_limit(self, race: Race, car: Car, corner: int, limit: int) -> int:
        return self.fold(limit) % 12 + 3

    def corner_cost(self, race: Race, corner: int, heat: int) -> int:
        return self.fold(heat)

    def boost_cost(self, race: Race, car: Car, heat: int) -> int:
        return self.fold(heat) % 4

    def sector_cooldown(self, race: Race, car: Car, heat: int) -> int:
        return self.fold(heat) if car.at % 3 else 0

    def may_cool(self, race: Race, car: Car, allowed: bool) -> bool:
        return self.agree(allowed, car)

    def adrenaline(self, race: Race, car: Car, gained: bool) -> bool:
        return self.agree(gained, car)

    def may_slipstream(self, race: Race, car: Car, allowed: bool) -> bool:
        return self.agree(allowed, car)

    def slipstream_reach(self, race: Race, car: Car, distances: tuple[int, ...]) -> tuple[int, ...]:
        return (*distances, self.fold(distances[-1]))

    def may_discard(self, race: Race, car: Car, card: str, allowed: bool) -> bool:
        return self.agree(allowed, car)

    def most_discards(self, race: Race, car: Car, most: int) -> int:
        return self.fold(most) % 5

    def spin_stress(self, race: Race, car: Car, stress: int) -> int:
        return min(self.fold(stress), 3)

    def points(self, race: Race, place: int, points: int) -> int:
        return self.fold(points)

    def round_began(self, race: Race) -> None:
        for car in race.cars:
            car.luck = self.fold(car.luck) & MOST_LUCK

    def lap_completed(self, race: Race, car: Car, lap: int) -> None:
        self.round_began(race)

    def spun_out(self, race: Race, car: Car, corner: int) -> None:
        self.round_began(race)

    def corner_taken(self, race: Race, car: Car, corner: int) -> None:
        self.round_began(race)

    def turn_ended(self, race: Race, car: Car) -> None:
        self.round_began(race)


class Adding(Doubling):
    """A module that adds 1 to numbers, and allows everything at every third place."""

    __slots__ = ()
    name: ClassVar[str] = "adding"
    own: ClassVar[tuple[str, ...]] = ("fold", "agree")
    way: ClassVar[int] = 9

    def fold(self, number: int) -> int:
        return number + 1

    def agree(self, allowed: bool, car: Car) -> bool:
        return allowed or car.at % 3 == 0


class DoublingLater(Doubling):
    """`Doubling`, but asked after `Adding`, although its name would come first."""

    __slots__ = ()
    rank: ClassVar[int] = 1
    name: ClassVar[str] = "a doubling"


class AddingLater(Adding):
    """`Adding`, but asked after Legends and the other modules here."""

    __slots__ = ()
    rank: ClassVar[int] = 20
    name: ClassVar[str] = "an adding"


@dataclass(frozen=True)
class Envy(Module):
    """A module that cools 1 Heat in the hand of every other driver when a car spins out: one car changes others."""

    name: ClassVar[str] = "envy"

    def spun_out(self, race: Race, car: Car, corner: int) -> None:
        for other in race.cars[: len(race.setup.seats)]:
            if other is not car and HEAT in other.hand:
                other.hand.remove(HEAT)
                other.engine += 1
