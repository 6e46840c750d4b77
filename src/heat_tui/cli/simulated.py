"""What races and seasons without anybody watching share: their drivers, and a look at how far they are."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from fractions import Fraction
from itertools import cycle, islice
from typing import Final, Generic, Self, TypeVar

import click

from heat_tui.cli.failures import BadInput
from heat_tui.cli.race_options import SimArguments
from heat_tui.drivers import Chance, Driver, Steady
from heat_tui.engine.rng import stream
from heat_tui.engine.sheet import RaceSheet
from heat_tui.language import _
from heat_tui.prose.names import car_name
from heat_tui.session import Controller
from heat_tui.table.aligned import aligned
from heat_tui.table.seats import Seat, read_seats
from heat_tui.table.wishes import Wishes, legends_of

USUAL_CARS: Final = 4
MOST_RACES: Final = 1_000_000

_KINDS: Final[dict[Controller, Callable[[int], Driver]]] = {"steady": Steady, "chance": Chance}

_DRIVER_STREAMS: Final = 1_000
"""The first stream of chance for drivers; those below belong to the table and the cars."""


def races_of(wanted: SimArguments) -> int:
    """How many races or seasons there are. Raises BadInput."""
    races = wanted["races"]
    if not 1 <= races <= MOST_RACES:
        raise BadInput(_("There can be no {races} races; take 1 to {most}.").format(races=races, most=MOST_RACES))
    return races


def drivers_of(seats: Sequence[Seat], seed: int) -> list[Driver]:
    """A driver for every seat, whose chance comes from the seed of the race or season."""
    return [_KINDS[seat.controller](stream(seed, _DRIVER_STREAMS + number)) for number, seat in enumerate(seats)]


def seats_of(wanted: SimArguments, legends: int) -> tuple[Seat, ...]:
    """The drivers: the kinds in turn until every car but the Legends has one. Raises BadInput, BadSeats, BadWishes."""
    kinds = read_seats(wanted["drivers"])
    for seat in kinds:
        if seat.controller == "person":
            raise BadInput(
                _("{name} is a person, and these races have none; take @steady or @chance.").format(name=seat.name)
            )
    cars = wanted["cars"]
    if cars is None:
        cars = USUAL_CARS if len(kinds) == 1 else len(kinds) + legends
    legends_of(Wishes(cars=cars))
    legends_of(Wishes(legends=legends))
    if cars - legends < 1:
        raise BadInput(
            _("{cars} cars with {legends} Legends leave no driver; there has to be one.").format(
                cars=cars, legends=legends
            )
        )
    typed = [f"@{seat.controller}" for seat in kinds]
    return read_seats(",".join(islice(cycle(typed), cars - legends)))


@dataclass(slots=True)
class Sums:
    """Sums over the races or seasons of one car, or of all cars of a kind; `starts` are those of each car together."""

    starts: int = 0

    def add(self, other: Self) -> None:
        """Take in somebody else's figures."""
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))

    def mean(self, total: int) -> float:
        """A sum for one start, to three places."""
        return float(round(Fraction(total, self.starts), 3))


S = TypeVar("S", bound=Sums)


@dataclass(slots=True)
class Car(Generic[S]):
    """One car of all the races: what it is called, the kind of its driver, and its figures."""

    name: str
    kind: str
    figures: S


def cars_of(sheet: RaceSheet, seats: Sequence[Seat], figures: Callable[[], S]) -> list[Car[S]]:
    """The cars of the first race, with nothing counted yet."""
    kinds = [*(f"@{seat.controller}" for seat in seats), *("legend" for _entry in sheet.entries[len(seats) :])]
    return [Car(car_name(sheet, index), kind, figures()) for index, kind in enumerate(kinds)]


def by_kind(cars: Sequence[Car[S]], figures: Callable[[], S]) -> dict[str, S]:
    """The figures of all cars of a kind together."""
    kinds: dict[str, S] = {}
    for car in cars:
        kinds.setdefault(car.kind, figures()).add(car.figures)
    return kinds


def as_data(
    cars: Sequence[Car[S]], figures: Callable[[], S], data: Callable[[S], dict[str, float]]
) -> dict[str, object]:
    """The cars and their kinds for JSON, the figures of each as `data` has them."""
    return {
        "cars": [{"name": car.name, "kind": car.kind, **data(car.figures)} for car in cars],
        "kinds": {kind: data(sums) for kind, sums in by_kind(cars, figures).items()},
    }


def print_table(
    header: list[str], cars: Sequence[Car[S]], figures: Callable[[], S], cells: Callable[[S], list[str]]
) -> None:
    """A row for every car and for every kind; `header` names the columns behind car and driver."""
    rows = [[f"{number} {car.name}", car.kind, *cells(car.figures)] for number, car in enumerate(cars, start=1)]
    kinds = [[_("all"), kind, *cells(sums)] for kind, sums in by_kind(cars, figures).items()]
    head = [_("Car"), _("Driver"), *header]
    for line in aligned([head, *rows, *kinds], right=range(2, len(head))):
        click.echo(line)


@contextmanager
def progress(races: int) -> Iterator[Callable[[], None]]:
    """A bar on a terminal; what is called after each race."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    with click.progressbar(length=races, label=_("Races"), file=sys.stderr) as bar:
        yield lambda: bar.update(1)


def say_speed(sentence: str, races: int, seconds: float) -> None:
    """Tell on the standard error how long it took, so that the figures are the same twice."""
    speed = races / max(seconds, 1e-9)
    click.echo(sentence.format(races=races, seconds=f"{seconds:.1f}", speed=f"{speed:.1f}"), err=True)
