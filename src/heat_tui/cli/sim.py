"""Races without anybody watching, and what they come to."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field, replace
from fractions import Fraction

import click

from heat_tui.cli.race_options import SimArguments
from heat_tui.cli.race_wishes import handicaps, race_laps, refusals_told, rule_wishes
from heat_tui.cli.seasons import refuse_season_options
from heat_tui.cli.simulated import drivers_of, progress, races_of, say_speed, seats_of
from heat_tui.engine import Race, RaceSetup
from heat_tui.language import _, ngettext
from heat_tui.modules.garage import Garage
from heat_tui.modules.legends import Legends
from heat_tui.modules.tournament import Tournament
from heat_tui.modules.weather import Weather
from heat_tui.prose import Narrator
from heat_tui.prose.names import row
from heat_tui.session import Tally
from heat_tui.table.aligned import aligned
from heat_tui.table.presets import rule_names
from heat_tui.table.seats import Seat
from heat_tui.table.wishes import made, settled


@dataclass(slots=True)
class Figures:
    """Sums over the races of one car, or of all cars of a kind; `starts` are the races of each car together."""

    starts: int = 0
    wins: int = 0
    places: int = 0
    rounds: int = 0
    spins: int = 0
    heat: int = 0

    def add(self, other: Figures) -> None:
        """Take in somebody else's figures."""
        self.starts += other.starts
        self.wins += other.wins
        self.places += other.places
        self.rounds += other.rounds
        self.spins += other.spins
        self.heat += other.heat

    def mean(self, total: int) -> float:
        """A sum for one start, to three places."""
        return float(round(Fraction(total, self.starts), 3))


@dataclass(slots=True)
class Car:
    """One car of all the races: what it is called, the kind of its driver, and its figures."""

    name: str
    kind: str
    figures: Figures = field(default_factory=Figures)


def simulate(wanted: SimArguments) -> None:
    """Run the races, or the seasons, and print the figures; the speed goes to the standard error.

    Race i has the seed `seed` + i. Raises BadInput.
    """
    if wanted["season"] is not None:
        from heat_tui.cli.sim_seasons import simulate_seasons

        simulate_seasons(wanted)
        return
    refuse_season_options(wanted)
    setup, seats = _setup(wanted)
    races = wanted["races"]
    cars = _cars(setup, seats)
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


def _cars(setup: RaceSetup, seats: tuple[Seat, ...]) -> list[Car]:
    sheet = Race.start(setup).view(None).sheet
    names = Narrator(sheet)
    kinds = [*(f"@{seat.controller}" for seat in seats), *("legend" for _entry in sheet.entries[len(seats) :])]
    return [Car(names.name(index), kind) for index, kind in enumerate(kinds)]


def _race_once(setup: RaceSetup, seats: tuple[Seat, ...], cars: list[Car]) -> None:
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


def _by_kind(cars: list[Car]) -> dict[str, Figures]:
    kinds: dict[str, Figures] = {}
    for car in cars:
        kinds.setdefault(car.kind, Figures()).add(car.figures)
    return kinds


def _print_json(setup: RaceSetup, races: int, cars: list[Car]) -> None:
    data = {
        "track": setup.track.id,
        "laps": setup.laps or setup.track.laps,
        "races": races,
        "seed": setup.seed,
        "modules": {module.name: module.options() for module in setup.modules},
        "cars": [{"name": car.name, "kind": car.kind, **_as_data(car.figures)} for car in cars],
        "kinds": {kind: _as_data(figures) for kind, figures in _by_kind(cars).items()},
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


def _print_table(setup: RaceSetup, races: int, cars: list[Car]) -> None:
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
    header = [_("Car"), _("Driver"), _("Wins"), _("Mean place"), _("Rounds"), _("Spins"), _("Heat paid")]
    rows = [[f"{number} {car.name}", car.kind, *_cells(car.figures)] for number, car in enumerate(cars, start=1)]
    kinds = [[_("all"), kind, *_cells(figures)] for kind, figures in _by_kind(cars).items()]
    for line in aligned([header, *rows, *kinds], right=range(2, len(header))):
        click.echo(line)


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
