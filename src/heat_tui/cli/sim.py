"""Races and seasons without anybody watching, and what they come to."""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import cycle, islice
from typing import Final, NamedTuple, cast

import click

from heat_tui.cli.options import Given
from heat_tui.cli.races import asked, refuse_ignored
from heat_tui.drivers import KINDS, Driver
from heat_tui.engine import RaceSetup
from heat_tui.engine.actions import NextRace
from heat_tui.engine.decisions import NextRaceDecision
from heat_tui.engine.events import Event
from heat_tui.engine.module import Module
from heat_tui.engine.rng import stream
from heat_tui.game.match import DRIVER_STREAMS
from heat_tui.game.options import CUSTOM, Controller, Options, Seat, switched_on
from heat_tui.game.race_options import legends_of
from heat_tui.game.season_options import game_setup
from heat_tui.game.seasons import aligned
from heat_tui.game.seats import read_seats
from heat_tui.game.statistics import Tally
from heat_tui.language import N_, _, ngettext, translated
from heat_tui.modules import SWITCHES
from heat_tui.modules.championship.scoring import wins
from heat_tui.modules.championship.season import Season
from heat_tui.modules.championship.words import season_title
from heat_tui.modules.garage import Garage
from heat_tui.modules.legends import Legends
from heat_tui.modules.tournament import Tournament
from heat_tui.modules.weather import Weather
from heat_tui.store.saved_race import Game, GameSetup, opening, race_of
from heat_tui.store.schema import Refused
from heat_tui.words.names import car_name, row

USUAL_CARS: Final = 4
MOST_RACES: Final = 1_000_000


class Figure(NamedTuple):
    """One figure of a car: its name as JSON, what heads it in a table, what is counted, and whether for one start."""

    name: str
    heading: str
    counted: str
    mean: bool = True


OF_RACES: Final = (
    Figure("wins", N_("Wins"), "first", mean=False),
    Figure("mean_place", N_("Mean place"), "places"),
    Figure("rounds", N_("Rounds"), "rounds"),
    Figure("spins", N_("Spins"), "spins"),
    Figure("heat_paid", N_("Heat paid"), "heat"),
)
OF_SEASONS: Final = (
    Figure("titles", N_("Titles"), "first", mean=False),
    Figure("wins", N_("Races won"), "won", mean=False),
    Figure("points", N_("Points"), "points"),
    Figure("mean_place", N_("Mean place"), "places"),
    Figure("spins", N_("Spins"), "spins"),
    Figure("heat_paid", N_("Heat paid"), "heat"),
)


@dataclass(slots=True)
class Car:
    """One car of all the games: its name, the kind of its driver, and sums over its `starts`."""

    name: str
    kind: str
    starts: int = 0
    sums: Counter[str] = field(default_factory=Counter)

    def add(self, other: Car) -> None:
        """Add another car's figures."""
        self.starts += other.starts
        self.sums.update(other.sums)

    def figure(self, figure: Figure) -> float:
        """Return a figure: a sum, or the mean for one start to three places."""
        total = self.sums[figure.counted]
        return float(round(Fraction(total, self.starts), 3)) if figure.mean else total


@dataclass(frozen=True, slots=True)
class Simulation:
    """What is raced, as it was asked for, and its first setup; `games` races or seasons from `seed` on."""

    options: Options
    first: GameSetup
    games: int
    seed: int

    @property
    def figures(self) -> tuple[Figure, ...]:
        """Return the figures that are printed of every car."""
        return OF_RACES if isinstance(self.first, RaceSetup) else OF_SEASONS

    def setup(self, number: int) -> GameSetup:
        """Return the setup of a game, from 0; what a custom season leaves open is drawn at random for each."""
        seed = self.seed + number
        if self.options.season == CUSTOM:
            return game_setup(replace(self.options, seed=seed))
        return replace(self.first, seed=seed)


def simulate(**given: object) -> None:
    """Run the races, or the seasons, and print the figures; the speed goes to the standard error.

    Game i has the seed `seed` + i. Raises Refused, IllegalSetup.
    """
    games, seed = cast("int", given["races"]), cast("int", given["seed"])
    options = _options(given, games)
    last, first = (game_setup(replace(options, seed=number)) for number in (seed + games - 1, seed))
    opening(last, None)
    run = Simulation(options, first, games, seed)
    cars = _cars(opening(first, None), options.seats)
    began = time.perf_counter()
    with _progress(games) as advance:
        for number in range(games):
            _race_once(run.setup(number), options.controllers, cars)
            advance()
    seconds = max(time.perf_counter() - began, 1e-9)
    click.echo(json.dumps(_data(run, cars), indent=2)) if given["as_json"] else _print_table(run, cars)
    said = _("{races} races in {seconds} s, {speed} races a second")
    if options.season is not None:
        said = _("{races} seasons in {seconds} s, {speed} seasons a second")
    click.echo(said.format(races=games, seconds=f"{seconds:.1f}", speed=f"{games / seconds:.1f}"), err=True)


def _options(given: Given, games: int) -> Options:
    """Return what is raced as it is asked for, with all its drivers. Raises Refused."""
    season = given["season"] is not None
    others = {name: value for name, value in given.items() if name not in ("seats", "cars")}
    refuse_ignored(others, season=season)
    if not 1 <= games <= MOST_RACES:
        raise Refused(N_("{races} races cannot be simulated; choose 1 to {most}."), races=games, most=MOST_RACES)
    options = asked(others, season=season)
    if not season:
        options = replace(options, track=options.track or options.default_track)
    return replace(options, seats=_seats(given, options.legends or 0))


def _seats(given: Given, legends: int) -> tuple[Seat, ...]:
    """Return the drivers: the kinds in turn until every car but the Legends has one.

    Raises Refused.
    """
    kinds = read_seats(cast("str", given["seats"]))
    for seat in kinds:
        if seat.controller == "person":
            raise Refused(
                N_("{name} is a person, and only automated drivers can be simulated; heat-tui drivers lists them."),
                name=seat.name,
            )
    cars = cast("int | None", given["cars"])
    if cars is None:
        cars = USUAL_CARS if len(kinds) == 1 else len(kinds) + legends
    legends_of(Options(cars=cars))
    legends_of(Options(legends=legends))
    if cars - legends < 1:
        raise Refused(
            N_("{cars} cars with {legends} Legends leave no car for a driver; choose more cars or fewer Legends."),
            cars=cars,
            legends=legends,
        )
    typed = [f"@{seat.controller}" for seat in kinds]
    return read_seats(",".join(islice(cycle(typed), cars - legends)))


def _cars(game: Game, seats: Sequence[Seat]) -> list[Car]:
    """Return the cars of the first race, with nothing counted yet."""
    sheet = race_of(game).rules.sheet
    kinds = [*(f"@{seat.controller}" for seat in seats), *("legend" for _entry in sheet.entries[len(seats) :])]
    return [Car(car_name(sheet, index), kind) for index, kind in enumerate(kinds)]


def _race_once(setup: GameSetup, controllers: Sequence[Controller], cars: Sequence[Car]) -> None:
    """Race to the end and count."""
    game = opening(setup, None)
    drivers = [KINDS[kind].make(stream(setup.seed, DRIVER_STREAMS + seat)) for seat, kind in enumerate(controllers)]
    for events in _races(game, drivers):
        for car, counted in zip(cars, Tally.of(race_of(game).rules.sheet, events).cars, strict=True):
            car.sums.update(rounds=counted.rounds, spins=counted.spins, heat=counted.heat_paid)
    has_winner = isinstance(game, Season) or len(game.finished) > 0
    for place, index in enumerate(game.standings, start=1):
        cars[index].starts += 1
        cars[index].sums.update(first=int(place == 1 and has_winner), places=place)
    if isinstance(game, Season):
        won = wins(game.results, game.cars)
        for index, car in enumerate(cars):
            car.sums.update(won=won[index], points=game.points[index])


def _races(game: Game, drivers: Sequence[Driver]) -> Iterator[list[Event]]:
    """Play to the end; yield the events of each race when it has ended."""
    events = [*game.events]
    while (decision := game.decision) is not None:
        if isinstance(decision, NextRaceDecision):
            yield events
            events = [*game.play(NextRace())]
        else:
            events += game.play(drivers[decision.seat].choose(game.view(decision.seat), decision))
    yield events


def _kinds(cars: Sequence[Car]) -> list[Car]:
    """Return the figures of all cars of a kind together."""
    kinds: dict[str, Car] = {}
    for car in cars:
        kinds.setdefault(car.kind, Car(_("all"), car.kind)).add(car)
    return list(kinds.values())


def _data(run: Simulation, cars: Sequence[Car]) -> dict[str, object]:
    """Return the figures for other programs."""
    first, figures = run.first, "starts" if isinstance(run.first, RaceSetup) else "seasons"
    what: dict[str, object]
    if isinstance(first, RaceSetup):
        what = {"track": first.track.id, "laps": first.laps or first.track.laps, "races": run.games, "seed": run.seed}
    else:
        calendar = [
            {"track": race.track.id, "event": race.event, "laps": race.laps or race.track.laps}
            for race in first.calendar
        ]
        what = {
            "season": first.title,
            "calendar": None if first.title == CUSTOM else calendar,
            "seasons": run.games,
            "seed": run.seed,
            "level": first.level,
            "sets": list(first.sets),
        }

    def data(car: Car) -> dict[str, float]:
        return {figures: car.starts, **{each.name: car.figure(each) for each in run.figures}}

    return {
        **what,
        "modules": {module.name: module.options() for module in first.modules if module.name not in SWITCHES},
        "cars": [{"name": car.name, "kind": car.kind, **data(car)} for car in cars],
        "kinds": {car.kind: data(car) for car in _kinds(cars)},
    }


def _print_table(run: Simulation, cars: Sequence[Car]) -> None:
    """Print what was raced, and a row for every car and for every kind."""
    first, games = run.first, run.games
    counted = ngettext("{count} car", "{count} cars", len(cars)).format(count=len(cars))
    races = games if isinstance(first, RaceSetup) else len(first.calendar)
    raced = ngettext("{count} race", "{count} races", races).format(count=races)
    if isinstance(first, RaceSetup):
        laps = first.laps or first.track.laps
        around = ngettext("{count} lap", "{count} laps", laps).format(count=laps)
        what = [first.track.name, around, counted, *_advanced_rules(first.modules), raced]
        heading = _("{what}, seeds from {seed}; rounds, spins and Heat paid are per race")
    else:
        seasons = ngettext("{count} season", "{count} seasons", games).format(count=games)
        what = [season_title(first.title), raced, counted, seasons]
        heading = _("{what}, seeds from {seed}; points, spins and Heat paid are per season")
    click.echo(heading.format(what=row(what), seed=run.seed))
    head = [_("Car"), _("Driver"), *(translated(each.heading) for each in run.figures)]
    rows = [
        *([f"{number} {car.name}", car.kind, *_cells(car, run)] for number, car in enumerate(cars, start=1)),
        *([car.name, car.kind, *_cells(car, run)] for car in _kinds(cars)),
    ]
    for line in aligned([head, *rows], right=range(2, len(head))):
        click.echo(line)


def _cells(car: Car, run: Simulation) -> list[str]:
    return [f"{car.figure(each):.2f}" if each.mean else str(car.figure(each)) for each in run.figures]


def _advanced_rules(modules: Sequence[Module]) -> list[str]:
    """Return the advanced rules that are on, each as it is called."""
    on = {type(module) for module in modules}
    rules = Options(
        garage="both" if Garage in on else None,
        weather=Weather in on,
        tournament=Tournament in on,
        aggressive=any(isinstance(module, Legends) and module.aggressive for module in modules),
    )
    return [translated(name) for name in switched_on(rules)]


@contextmanager
def _progress(games: int) -> Iterator[Callable[[], None]]:
    """Show a bar on a terminal; what is yielded is to be called after each game."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    with click.progressbar(length=games, label=_("Races"), file=sys.stderr) as bar:
        yield lambda: bar.update(1)
