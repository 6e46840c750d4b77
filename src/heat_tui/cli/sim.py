"""Races without anybody watching, and what they come to."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from itertools import cycle, islice
from typing import Final, Generic, Self, TypeVar

import click

from heat_tui.cli.failures import BadInput
from heat_tui.cli.race_options import SimArguments
from heat_tui.cli.race_wishes import (
    OF_SIMULATED_RACES,
    handicaps,
    race_laps,
    refusals_told,
    refuse_race_options,
    refuse_season_options,
    rule_wishes,
    season_rules,
)
from heat_tui.drivers import Chance, Driver, Steady
from heat_tui.engine import Race, RaceSetup
from heat_tui.engine.actions import NextRace
from heat_tui.engine.decisions import NextRaceDecision
from heat_tui.engine.events import Event
from heat_tui.engine.rng import stream
from heat_tui.engine.setup import RaceSheet
from heat_tui.game.presets import rule_names
from heat_tui.game.season_wishes import CUSTOM, SeasonWishes, season_made
from heat_tui.game.seasons import aligned
from heat_tui.game.seats import Seat, read_seats
from heat_tui.game.statistics import Tally
from heat_tui.game.wishes import Wishes, legends_of, made, settled
from heat_tui.language import _, ngettext
from heat_tui.modules.championship import Season, SeasonSetup, wins
from heat_tui.modules.championship.words import season_title
from heat_tui.modules.garage import Garage
from heat_tui.modules.legends import Legends
from heat_tui.modules.tournament import Tournament
from heat_tui.modules.weather import Weather
from heat_tui.store.saved_race import Controller
from heat_tui.words.names import car_name, row

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


@dataclass(slots=True)
class Figures(Sums):
    """What is summed up of races."""

    wins: int = 0
    places: int = 0
    rounds: int = 0
    spins: int = 0
    heat: int = 0


def simulate(wanted: SimArguments) -> None:
    """Run the races, or the seasons, and print the figures; the speed goes to the standard error.

    Race i has the seed `seed` + i. Raises BadInput.
    """
    if wanted["season"] is not None:
        simulate_seasons(wanted)
        return
    refuse_season_options(wanted)
    setup, seats = _setup(wanted)
    races = wanted["races"]
    cars = cars_of(Race.start(setup).rules.sheet, seats, Figures)
    began = time.perf_counter()
    with progress(races) as advance:
        for number in range(races):
            _race_once(replace(setup, seed=setup.seed + number), seats, cars)
            advance()
    seconds = time.perf_counter() - began
    print_figures = _print_json if wanted["as_json"] else _print_table
    print_figures(setup, races, cars)
    say_speed(_("{races} races in {seconds} s, {speed} races per second"), races, seconds)


def _setup(wanted: SimArguments) -> tuple[RaceSetup, tuple[Seat, ...]]:
    """The setup of the first race and its drivers. Raises BadInput."""
    races = races_of(wanted)
    with refusals_told():
        wishes = rule_wishes(wanted, memory_aid=True)
        laps = race_laps(wanted["laps"])
        wishes = settled(replace(wishes, legends=wanted["legends"], laps=laps, seed=wanted["seed"]))
        seats = seats_of(wanted, wishes.legends or 0)
        setup = made(
            replace(
                wishes,
                track=wanted["track"] or wishes.usual_track,
                drivers=seats,
                handicap=handicaps(wanted["handicap"]),
            )
        )
        Race.start(replace(setup, seed=setup.seed + races - 1))
        Race.start(setup)
    return setup, seats


def _race_once(setup: RaceSetup, seats: tuple[Seat, ...], cars: list[Car[Figures]]) -> None:
    race = Race.start(setup)
    drivers = drivers_of(seats, setup.seed)
    tally = Tally(race.view(None).sheet)
    for event in race.events:
        tally.add(event)
    while (decision := race.decision) is not None:
        seat = decision.seat
        for event in race.play(drivers[seat].choose(race.view(seat), decision)):
            tally.add(event)
    for place, index in enumerate(race.standings, start=1):
        counted = tally.cars[index]
        cars[index].figures.add(Figures(1, int(place == 1), place, counted.rounds, counted.spins, counted.heat_paid))


def _print_json(setup: RaceSetup, races: int, cars: list[Car[Figures]]) -> None:
    data = {
        "track": setup.track.id,
        "laps": setup.laps or setup.track.laps,
        "races": races,
        "seed": setup.seed,
        "modules": {module.name: module.options() for module in setup.modules},
        **as_data(cars, Figures, _as_data),
    }
    click.echo(json.dumps(data, indent=2))


def _as_data(figures: Figures) -> dict[str, float]:
    return {
        "starts": figures.starts,
        "wins": figures.wins,
        "mean_place": figures.mean(figures.places),
        "rounds": figures.mean(figures.rounds),
        "spins": figures.mean(figures.spins),
        "heat_paid": figures.mean(figures.heat),
    }


def _print_table(setup: RaceSetup, races: int, cars: list[Car[Figures]]) -> None:
    laps = setup.laps or setup.track.laps
    what = [
        setup.track.name,
        ngettext("{count} lap", "{count} laps", laps).format(count=laps),
        ngettext("{count} car", "{count} cars", len(cars)).format(count=len(cars)),
        *_advanced_rules(setup),
        ngettext("{count} race", "{count} races", races).format(count=races),
    ]
    click.echo(
        _("{what}, seeds from {seed}; rounds, spins and Heat paid for one race").format(what=row(what), seed=setup.seed)
    )
    header = [_("Wins"), _("Mean place"), _("Rounds"), _("Spins"), _("Heat paid")]
    print_table(header, cars, Figures, _cells)


def _advanced_rules(setup: RaceSetup) -> list[str]:
    on = {type(module) for module in setup.modules}
    return rule_names(
        garage=Garage in on,
        weather=Weather in on,
        tournament=Tournament in on,
        aggressive=any(isinstance(module, Legends) and module.aggressive for module in setup.modules),
    )


def _cells(figures: Figures) -> list[str]:
    means = (figures.places, figures.rounds, figures.spins, figures.heat)
    return [str(figures.wins), *(f"{figures.mean(total):.2f}" for total in means)]


@dataclass(slots=True)
class SeasonFigures(Sums):
    """What is summed up of seasons.

    `titles` are the championships, `wins` the races won, `places` the final places.
    """

    titles: int = 0
    wins: int = 0
    points: int = 0
    places: int = 0
    spins: int = 0
    heat: int = 0


def simulate_seasons(wanted: SimArguments) -> None:
    """Run the seasons and print the figures. Season i has the seed `seed` + i. Raises BadInput."""
    seasons = races_of(wanted)
    refuse_race_options(wanted, OF_SIMULATED_RACES)
    with refusals_told():
        seats = seats_of(wanted, wanted["legends"] or 0)
        wishes = replace(season_rules(wanted, memory_aid=True), drivers=seats, seed=wanted["seed"])
        season_made(replace(wishes, seed=wanted["seed"] + seasons - 1))
        first = season_made(wishes)
    cars = cars_of(Season.start(first).race.rules.sheet, seats, SeasonFigures)
    began = time.perf_counter()
    with progress(seasons) as advance, refusals_told():
        for number in range(seasons):
            _race_season(_season(wishes, first, wanted["seed"] + number), seats, cars)
            advance()
    seconds = time.perf_counter() - began
    print_figures = _sim_seasons_print_json if wanted["as_json"] else _sim_seasons_print_table
    print_figures(first, seasons, cars)
    say_speed(_("{races} seasons in {seconds} s, {speed} seasons per second"), seasons, seconds)


def _season(wishes: SeasonWishes, first: SeasonSetup, seed: int) -> SeasonSetup:
    """The season of a seed; what a custom season leaves open is drawn anew."""
    return season_made(replace(wishes, seed=seed)) if wishes.title == CUSTOM else replace(first, seed=seed)


def _race_season(setup: SeasonSetup, seats: Sequence[Seat], cars: list[Car[SeasonFigures]]) -> None:
    season = Season.start(setup)
    drivers = drivers_of(seats, setup.seed)
    told: list[Event] = [*season.events]
    while (decision := season.decision) is not None:
        if isinstance(decision, NextRaceDecision):
            _count_race(season, told, cars)
            told = season.play(NextRace())
        else:
            told += season.play(drivers[decision.seat].choose(season.view(decision.seat), decision))
    _count_race(season, told, cars)
    won = wins(season.results, season.cars)
    for place, index in enumerate(season.standings, start=1):
        figures = SeasonFigures(
            starts=1, titles=int(place == 1), wins=won[index], points=season.points[index], places=place
        )
        cars[index].figures.add(figures)


def _count_race(season: Season, told: Sequence[Event], cars: Sequence[Car[SeasonFigures]]) -> None:
    """Add what a race of the season came to, beside its points."""
    for car, counted in zip(cars, Tally.of(season.race.rules.sheet, told).cars, strict=True):
        car.figures.spins += counted.spins
        car.figures.heat += counted.heat_paid


def _sim_seasons_print_json(setup: SeasonSetup, seasons: int, cars: Sequence[Car[SeasonFigures]]) -> None:
    calendar = [
        {"track": race.track.id, "event": race.event, "laps": race.laps or race.track.laps} for race in setup.calendar
    ]
    data: dict[str, object] = {
        "season": setup.title,
        "calendar": None if setup.title == CUSTOM else calendar,
        "seasons": seasons,
        "seed": setup.seed,
        "level": setup.level,
        "sets": list(setup.sets),
        "modules": {module.name: module.options() for module in setup.modules},
        **as_data(cars, SeasonFigures, _sim_seasons_as_data),
    }
    click.echo(json.dumps(data, indent=2))


def _sim_seasons_as_data(figures: SeasonFigures) -> dict[str, float]:
    return {
        "seasons": figures.starts,
        "titles": figures.titles,
        "wins": figures.wins,
        "points": figures.mean(figures.points),
        "mean_place": figures.mean(figures.places),
        "spins": figures.mean(figures.spins),
        "heat_paid": figures.mean(figures.heat),
    }


def _sim_seasons_print_table(setup: SeasonSetup, seasons: int, cars: Sequence[Car[SeasonFigures]]) -> None:
    races = len(setup.calendar)
    what = [
        season_title(setup.title),
        ngettext("{count} race", "{count} races", races).format(count=races),
        ngettext("{count} car", "{count} cars", len(cars)).format(count=len(cars)),
        ngettext("{count} season", "{count} seasons", seasons).format(count=seasons),
    ]
    click.echo(
        _("{what}, seeds from {seed}; points, spins and Heat paid for one season").format(
            what=row(what), seed=setup.seed
        )
    )
    header = [_("Titles"), _("Races won"), _("Points"), _("Mean place"), _("Spins"), _("Heat paid")]
    print_table(header, cars, SeasonFigures, _sim_seasons_cells)


def _sim_seasons_cells(figures: SeasonFigures) -> list[str]:
    means = (figures.points, figures.places, figures.spins, figures.heat)
    return [str(figures.titles), str(figures.wins), *(f"{figures.mean(total):.2f}" for total in means)]
