"""Whole seasons without anybody watching, and what they come to."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

import click

from heat_tui.cli.race_options import SimArguments
from heat_tui.cli.race_wishes import refusals_told
from heat_tui.cli.seasons import OF_SIMULATED_RACES, refuse_race_options, season_rules
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
from heat_tui.engine.actions import NextRace
from heat_tui.engine.events import Event
from heat_tui.engine.upgrade_decisions import NextRaceDecision
from heat_tui.language import _, ngettext
from heat_tui.modules.championship import Season, SeasonSetup, wins
from heat_tui.prose.championship import season_title
from heat_tui.prose.names import row
from heat_tui.session import Tally
from heat_tui.table.season_wishes import CUSTOM, SeasonWishes, season_made
from heat_tui.table.seats import Seat


@dataclass(slots=True)
class Figures(Sums):
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
    cars = cars_of(Season.start(first).race.rules.sheet, seats, Figures)
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


def _race_season(setup: SeasonSetup, seats: Sequence[Seat], cars: list[Car[Figures]]) -> None:
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


def _count_race(season: Season, told: Sequence[Event], cars: Sequence[Car[Figures]]) -> None:
    """Add what a race of the season came to, beside its points."""
    for car, counted in zip(cars, Tally.of(season.race.rules.sheet, told).cars, strict=True):
        car.figures.spins += counted.spins
        car.figures.heat += counted.heat_paid


def _print_json(setup: SeasonSetup, seasons: int, cars: Sequence[Car[Figures]]) -> None:
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
        **as_data(cars, Figures, _as_data),
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


def _print_table(setup: SeasonSetup, seasons: int, cars: Sequence[Car[Figures]]) -> None:
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
    print_table(header, cars, Figures, _cells)


def _cells(figures: Figures) -> list[str]:
    means = (figures.points, figures.places, figures.spins, figures.heat)
    return [str(figures.titles), str(figures.wins), *(f"{figures.mean(total):.2f}" for total in means)]
