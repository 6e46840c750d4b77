"""A module that answers every question and receives every fact, to show that modules are consulted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from heat_tui.engine import Race, RaceSetup
from heat_tui.engine.car import Car
from heat_tui.engine.cards import Card
from heat_tui.engine.module import Data, Module, ModuleState
from heat_tui.engine.planning import Planning
from heat_tui.engine.program import Step, TableStep
from heat_tui.engine.setup import Entry
from heat_tui.engine.symbols import Symbol

Numbers = Callable[[int], int]
Yes = Callable[[bool], bool]


def same(number: int) -> int:
    """Return the number unchanged."""
    return number


def agreed(allowed: bool) -> bool:
    """Return the permission unchanged."""
    return allowed


@dataclass(frozen=True, kw_only=True)
class Answers:
    """The probe's answer to each question; `only` limits `driver_limit` to one seat."""

    laps: Numbers = same
    grid: Callable[[tuple[int, ...]], tuple[int, ...]] = tuple
    heat: Numbers = same
    stress: Numbers = same
    deck: Callable[[tuple[str, ...]], tuple[str, ...]] = tuple
    hand_size: Numbers = same
    gear_cost: Numbers = same
    corner_limit: Numbers = same
    driver_limit: Numbers = same
    only: int | None = None
    corner_cost: Numbers = same
    boost_cost: Numbers = same
    sector_cooldown: Callable[[Car, int], int] = lambda car, heat: heat
    may_cool: Yes = agreed
    adrenaline: Yes = agreed
    may_slipstream: Yes = agreed
    slipstream_reach: Callable[[tuple[int, ...]], tuple[int, ...]] = tuple
    may_discard: Callable[[str, bool], bool] = lambda card, allowed: allowed
    most_discards: Numbers = same
    spin_stress: Numbers = same
    points: Numbers = same


class Notes:
    """The facts that the probe received, in order, kept in the race like every module's state."""

    def __init__(self, told: list[str]) -> None:
        self.told = told

    def clone(self) -> Notes:
        return Notes(self.told[:])

    def snapshot(self) -> Data:
        return [*self.told]

    def shown(self) -> object:
        return tuple(self.told)


@dataclass(frozen=True)
class Probe(Module):
    """A module with configured answers; `asked` counts the questions.

    The steps and the `own_` fields are what it adds to the race.
    """

    answers: Answers = Answers()
    table_steps: tuple[TableStep, ...] = ()
    steps: tuple[Step, ...] = ()
    own_cards: tuple[Card, ...] = ()
    own_symbols: tuple[Symbol, ...] = ()
    own_cars: tuple[Entry, ...] = ()
    own_programs: tuple[tuple[str, tuple[Step, ...]], ...] = ()
    asked: Counter[str] = field(default_factory=Counter, compare=False)

    name: ClassVar[str] = "probe"
    rank: ClassVar[int] = 50

    def options(self) -> dict[str, Data]:
        self.asked["options"] += 1
        return {}

    def cars(self, setup: RaceSetup, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
        self.asked["cars"] += 1
        return entries + self.own_cars

    def programs(self) -> Mapping[str, tuple[Step, ...]]:
        self.asked["programs"] += 1
        return dict(self.own_programs)

    def turn(self, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        self.asked["turn"] += 1
        return steps + self.steps

    def before_race(self, steps: tuple[TableStep, ...]) -> tuple[TableStep, ...]:
        self.asked["before_race"] += 1
        return steps + self.table_steps

    def planning(self, step: Planning) -> Planning:
        self.asked["planning"] += 1
        return step

    def paid_for(self) -> str:
        self.asked["paid_for"] += 1
        return ""

    def deals_later(self) -> bool:
        self.asked["deals_later"] += 1
        return False

    def cards(self) -> tuple[Card, ...]:
        self.asked["cards"] += 1
        return self.own_cards

    def symbols(self) -> tuple[Symbol, ...]:
        self.asked["symbols"] += 1
        return self.own_symbols

    def state(self, race: Race) -> ModuleState:
        self.asked["state"] += 1
        return Notes([])

    def restore(self, race: Race, data: Data) -> ModuleState:
        self.asked["restore"] += 1
        if not isinstance(data, list):
            raise ValueError("notes are a list")
        return Notes([str(note) for note in data])

    def public(self) -> Module:
        self.asked["public"] += 1
        return self

    def seal(self, race: Race, seat: int) -> None:
        self.asked["seal"] += 1

    def unseal(self, race: Race, seat: int, luck: int) -> None:
        self.asked["unseal"] += 1

    def laps(self, setup: RaceSetup, laps: int) -> int:
        self.asked["laps"] += 1
        return self.answers.laps(laps)

    def grid(self, grid: tuple[int, ...]) -> tuple[int, ...]:
        self.asked["grid"] += 1
        return self.answers.grid(grid)

    def heat(self, race: Race, seat: int, heat: int) -> int:
        self.asked["heat"] += 1
        return self.answers.heat(heat)

    def stress(self, race: Race, seat: int, stress: int) -> int:
        self.asked["stress"] += 1
        return self.answers.stress(stress)

    def deck(self, race: Race, seat: int, cards: tuple[str, ...]) -> tuple[str, ...]:
        self.asked["deck"] += 1
        return self.answers.deck(cards)

    def prepare(self, race: Race, car: Car) -> None:
        self.asked["prepare"] += 1

    def hand_size(self, race: Race, car: Car, size: int) -> int:
        self.asked["hand_size"] += 1
        return self.answers.hand_size(size)

    def gear_cost(self, race: Race, car: Car, gear: int, heat: int) -> int:
        self.asked["gear_cost"] += 1
        return self.answers.gear_cost(heat) if gear != car.gear else heat

    def corner_limit(self, race: Race, corner: int, limit: int) -> int:
        self.asked["corner_limit"] += 1
        return self.answers.corner_limit(limit)

    def driver_limit(self, race: Race, car: Car, corner: int, limit: int) -> int:
        self.asked["driver_limit"] += 1
        return self.answers.driver_limit(limit) if self.answers.only in (None, car.index) else limit

    def corner_cost(self, race: Race, corner: int, heat: int) -> int:
        self.asked["corner_cost"] += 1
        return self.answers.corner_cost(heat)

    def boost_cost(self, race: Race, car: Car, heat: int) -> int:
        self.asked["boost_cost"] += 1
        return self.answers.boost_cost(heat)

    def sector_cooldown(self, race: Race, car: Car, heat: int) -> int:
        self.asked["sector_cooldown"] += 1
        return self.answers.sector_cooldown(car, heat)

    def may_cool(self, race: Race, car: Car, allowed: bool) -> bool:
        self.asked["may_cool"] += 1
        return self.answers.may_cool(allowed)

    def adrenaline(self, race: Race, car: Car, gained: bool) -> bool:
        self.asked["adrenaline"] += 1
        return self.answers.adrenaline(gained)

    def may_slipstream(self, race: Race, car: Car, allowed: bool) -> bool:
        self.asked["may_slipstream"] += 1
        return self.answers.may_slipstream(allowed)

    def slipstream_reach(self, race: Race, car: Car, distances: tuple[int, ...]) -> tuple[int, ...]:
        self.asked["slipstream_reach"] += 1
        return self.answers.slipstream_reach(distances)

    def may_discard(self, race: Race, car: Car, card: str, allowed: bool) -> bool:
        self.asked["may_discard"] += 1
        return self.answers.may_discard(card, allowed)

    def most_discards(self, race: Race, car: Car, most: int) -> int:
        self.asked["most_discards"] += 1
        return self.answers.most_discards(most)

    def spin_stress(self, race: Race, car: Car, stress: int) -> int:
        self.asked["spin_stress"] += 1
        return self.answers.spin_stress(stress)

    def points(self, race: Race, place: int, points: int) -> int:
        self.asked["points"] += 1
        return self.answers.points(points)

    def round_began(self, race: Race) -> None:
        planned = sum(car.plan is not None or bool(car.play) for car in race.cars)
        self._note(race, f"round {race.round} order {list(race.order)} planned {planned}")

    def corner_taken(self, race: Race, car: Car, corner: int) -> None:
        self._note(race, f"corner {corner} car {car.index} engine {car.engine}")

    def spun_out(self, race: Race, car: Car, corner: int) -> None:
        self._note(race, f"spun {corner} car {car.index} at {car.at} gear {car.gear} engine {car.engine}")

    def lap_completed(self, race: Race, car: Car, lap: int) -> None:
        self._note(race, f"lap {lap} car {car.index}")

    def turn_ended(self, race: Race, car: Car) -> None:
        self._note(race, f"turn car {car.index} began {race.turn.began} speed {race.turn.speed} cards {len(car.play)}")

    def race_finished(self, race: Race) -> None:
        self._note(race, f"finished {list(race.standings)}")

    def _note(self, race: Race, words: str) -> None:
        notes(race).told.append(words)


def notes(race: Race) -> Notes:
    """Return the facts that the probe received in this race."""
    state = race.states[Probe.name]
    assert isinstance(state, Notes)
    return state
