"""Races without anybody watching, and what they come to."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, replace

import click

from heat_tui.cli.race_options import SimArguments
from heat_tui.cli.race_wishes import handicaps, race_laps, refusals_told, rule_wishes
from heat_tui.cli.seasons import refuse_season_options
from heat_tui.cli.simulated import (
    Car,
    Sums,
    as_data,
    cars_of,
    drivers_of,
    print_table,
    progress,
    races_of,
    say_speed,
    seats_of,
)
from heat_tui.engine import Race, RaceSetup
from heat_tui.language import _, ngettext
from heat_tui.modules.garage import Garage
from heat_tui.modules.legends import Legends
from heat_tui.modules.tournament import Tournament
from heat_tui.modules.weather import Weather
from heat_tui.prose.names import row
from heat_tui.session import Tally
from heat_tui.table.presets import rule_names
from heat_tui.table.seats import Seat
from heat_tui.table.wishes import made, settled


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
        from heat_tui.cli.sim_seasons import simulate_seasons

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
