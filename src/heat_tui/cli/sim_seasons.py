"""Whole seasons without anybody watching, and what they come to."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

import click

from heat_tui.cli.race_options import SimArguments
from heat_tui.cli.race_wishes import refusals_told
from heat_tui.cli.seasons import OF_SIMULATED_RACES, refuse_race_options, season_rules
from heat_tui.cli.simulated import drivers_of, progress, races_of, say_speed, seats_of
from heat_tui.engine.actions import NextRace
from heat_tui.engine.events import Event
from heat_tui.engine.upgrade_decisions import NextRaceDecision
from heat_tui.language import _, ngettext
from heat_tui.modules.championship import Season, SeasonSetup, wins
from heat_tui.prose.championship import season_title
from heat_tui.prose.names import car_name, row
from heat_tui.session import Tally
from heat_tui.table.aligned import aligned
from heat_tui.table.season_wishes import CUSTOM, SeasonWishes, season_made
from heat_tui.table.seats import Seat


@dataclass(slots=True)
class Figures:
    """Sums over the seasons of one car, or of all cars of a kind; `starts` are the seasons of each car together.

    `titles` are the championships, `wins` the races won, `places` the final places.
    """

    starts: int = 0
    titles: int = 0
    wins: int = 0
    points: int = 0
    places: int = 0
    spins: int = 0
    heat: int = 0

    def add(self, other: Figures) -> None:
        """Take in somebody else's figures."""
        self.starts += other.starts
        self.titles += other.titles
        self.wins += other.wins
        self.points += other.points
        self.places += other.places
        self.spins += other.spins
        self.heat += other.heat

    def mean(self, total: int) -> float:
        """A sum for one season, to three places."""
        return float(round(Fraction(total, self.starts), 3))


@dataclass(slots=True)
class Car:
    """One car of all the seasons: what it is called, the kind of its driver, and its figures."""

    name: str
    kind: str
    figures: Figures = field(default_factory=Figures)


def simulate_seasons(wanted: SimArguments) -> None:
    """Run the seasons and print the figures. Season i has the seed `seed` + i. Raises BadInput."""
    seasons = races_of(wanted)
    refuse_race_options(wanted, OF_SIMULATED_RACES)
    with refusals_told():
        seats = seats_of(wanted, wanted["legends"] or 0)
        wishes = replace(season_rules(wanted, memory_aid=True), drivers=seats, seed=wanted["seed"])
        season_made(replace(wishes, seed=wanted["seed"] + seasons - 1))
        first = season_made(wishes)
    cars = _cars(first, seats)
    began = time.perf_counter()
    with progress(seasons) as advance, refusals_told():
        for number in range(seasons):
            _race_season(_season(wishes, first, wanted["seed"] + number), seats, cars)
            advance()
    seconds = time.perf_counter() - began
    print_figures = _print_json if wanted["as_json"] else _print_table
    print_figures(first, seasons, cars)
    say_speed(_("{races} seasons in {seconds} s, {speed} seasons per second"), seasons, seconds)


def _season(wishes: SeasonWishes, first: SeasonSetup, seed: int) -> SeasonSetup:
    """The season of a seed; what a custom season leaves open is drawn anew."""
    return season_made(replace(wishes, seed=seed)) if wishes.title == CUSTOM else replace(first, seed=seed)


def _cars(setup: SeasonSetup, seats: Sequence[Seat]) -> list[Car]:
    sheet = Season.start(setup).race.rules.sheet
    kinds = [*(f"@{seat.controller}" for seat in seats), *("legend" for _entry in sheet.entries[len(seats) :])]
    return [Car(car_name(sheet, index), kind) for index, kind in enumerate(kinds)]


def _race_season(setup: SeasonSetup, seats: Sequence[Seat], cars: list[Car]) -> None:
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
        figures = Figures(starts=1, titles=int(place == 1), wins=won[index], points=season.points[index], places=place)
        cars[index].figures.add(figures)


def _count_race(season: Season, told: Sequence[Event], cars: Sequence[Car]) -> None:
    """Add what a race of the season came to, beside its points."""
    for car, counted in zip(cars, Tally.of(season.race.rules.sheet, told).cars, strict=True):
        car.figures.spins += counted.spins
        car.figures.heat += counted.heat_paid


def _by_kind(cars: Sequence[Car]) -> dict[str, Figures]:
    kinds: dict[str, Figures] = {}
    for car in cars:
        kinds.setdefault(car.kind, Figures()).add(car.figures)
    return kinds


def _print_json(setup: SeasonSetup, seasons: int, cars: Sequence[Car]) -> None:
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
        "cars": [{"name": car.name, "kind": car.kind, **_as_data(car.figures)} for car in cars],
        "kinds": {kind: _as_data(figures) for kind, figures in _by_kind(cars).items()},
    }
    click.echo(json.dumps(data, indent=2))


def _as_data(figures: Figures) -> dict[str, float]:
    return {
        "seasons": figures.starts,
        "titles": figures.titles,
        "wins": figures.wins,
        "points": figures.mean(figures.points),
        "mean_place": figures.mean(figures.places),
        "spins": figures.mean(figures.spins),
        "heat_paid": figures.mean(figures.heat),
    }


def _print_table(setup: SeasonSetup, seasons: int, cars: Sequence[Car]) -> None:
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
    header = [
        _("Car"),
        _("Driver"),
        _("Titles"),
        _("Races won"),
        _("Points"),
        _("Mean place"),
        _("Spins"),
        _("Heat paid"),
    ]
    rows = [[f"{number} {car.name}", car.kind, *_cells(car.figures)] for number, car in enumerate(cars, start=1)]
    kinds = [[_("all"), kind, *_cells(figures)] for kind, figures in _by_kind(cars).items()]
    for line in aligned([header, *rows, *kinds], right=range(2, len(header))):
        click.echo(line)


def _cells(figures: Figures) -> list[str]:
    means = (figures.points, figures.places, figures.spins, figures.heat)
    return [str(figures.titles), str(figures.wins), *(f"{figures.mean(total):.2f}" for total in means)]
