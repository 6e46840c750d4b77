"""Simulated races and seasons, and their results."""

from __future__ import annotations

import csv
import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from typing import Final, NamedTuple, TextIO, cast

import click

from heat_tui.cli.click_words import progress
from heat_tui.cli.options import Given
from heat_tui.cli.races import asked, refuse_ignored
from heat_tui.cli.workers import MOST_JOBS, Workers, cluster, processes, raced, usable_cores
from heat_tui.engine import RaceSetup
from heat_tui.engine.record import record
from heat_tui.game.setup.challenge import options_of
from heat_tui.game.setup.options import CUSTOM, Options, Seat, switched_on
from heat_tui.game.setup.race_options import legends_of
from heat_tui.game.setup.season_options import game_setup
from heat_tui.game.setup.seats import read_seats, seats_for
from heat_tui.game.simulation import Row, Sums
from heat_tui.language import C_, N_, _, choice, ngettext, row, translated
from heat_tui.modules import SWITCHES
from heat_tui.modules.championship.words import season_title
from heat_tui.store.reading import refusing, shown_path
from heat_tui.store.saved_race import Game, GameSetup, opening, race_of
from heat_tui.store.schema import Refused
from heat_tui.store.writing import refuse_existing, whole_file
from heat_tui.typesetting import aligned
from heat_tui.words.names import LEGEND, car_name, track_name

DEFAULT_CARS: Final = 4
MOST_RACES: Final = 1_000_000
MANY_GAMES: Final = 20
"""The number of games from which several processes save more time than they take to start."""

CHUNKS: Final = 64
LONGEST_CHUNK: Final = 10
"""The maximum number of games in a chunk; at least `CHUNKS` chunks are made if there are that many games."""


class Figure(NamedTuple):
    """A figure of a car: its JSON name, its column heading, the name of its sum, and whether it is a mean per start."""

    name: str
    heading: str
    counted: str
    mean: bool = True


OF_RACES: Final = (
    Figure("wins", N_("Wins"), "wins", mean=False),
    Figure("mean_place", N_("Mean place"), "places"),
    Figure("rounds", N_("Rounds"), "rounds"),
    Figure("spins", N_("Spins"), "spins"),
    Figure("heat_paid", N_("Heat paid"), "heat_paid"),
)
OF_SEASONS: Final = (
    Figure("titles", N_("Titles"), "titles", mean=False),
    Figure("wins", N_("Races won"), "wins", mean=False),
    Figure("points", N_("Points"), "points"),
    Figure("mean_place", N_("Mean place"), "places"),
    Figure("spins", N_("Spins"), "spins"),
    Figure("heat_paid", N_("Heat paid"), "heat_paid"),
)


@dataclass(slots=True)
class Car:
    """One car, or all cars of a kind of driver, over all games: its name, the kind of its driver, and its sums."""

    name: str
    kind: str
    sums: Sums = field(default_factory=Sums)

    def figure(self, figure: Figure) -> float:
        """Return a figure: a sum, or a mean per start of a car in a race or season, to three decimal places."""
        total = self.sums[figure.counted]
        return float(round(Fraction(total, self.sums["starts"]), 3)) if figure.mean else total


@record
class Simulation:
    """The options of a simulation, its first setup and the number of games; seeds count up from that of this setup."""

    options: Options
    first: GameSetup
    games: int

    @property
    def figures(self) -> tuple[Figure, ...]:
        """The figures to print for every car."""
        return OF_RACES if isinstance(self.first, RaceSetup) else OF_SEASONS

    def setup(self, number: int) -> GameSetup:
        """Return the setup of game `number`, from 0; each game draws its own open races in a custom season."""
        seed = self.first.seed + number
        if self.options.season == CUSTOM:
            return game_setup(replace(self.options, seed=seed))
        return replace(self.first, seed=seed)

    def chunks(self) -> Iterator[list[GameSetup]]:
        """Yield the setups of all games in order, in chunks."""
        size = min(max(self.games // CHUNKS, 1), LONGEST_CHUNK)
        for start in range(0, self.games, size):
            yield [self.setup(number) for number in range(start, min(start + size, self.games))]


def simulate(**given: object) -> None:
    """Run the races or seasons and print the figures; the time that they took goes to standard error.

    Game i, from 0, has the seed `seed` + i. If `out` is given, write a row for each car of each race. Raises Refused.
    """
    games, seed = cast("int", given["races"]), cast("int", given["seed"])
    options = _options(given, games)
    game_setup(replace(options, seed=seed + games - 1))  # the last seed may be too large
    first = game_setup(replace(options, seed=seed))
    run = Simulation(options, first, games)
    cars = _cars(opening(first, None), options.seats)
    workers, path = _workers(given, games), _out(given)
    began = time.perf_counter()
    with (
        _rows_to(path, cars) as write,
        closing(raced(run.chunks(), workers, options.controllers, with_rows=path is not None)) as results,
        progress(games, _("Races")) as advance,
    ):
        for result in results:
            for car, sums in zip(cars, result.sums, strict=True):
                car.sums.update(sums)
            write(result.rows)
            advance(result.games)
    seconds = max(time.perf_counter() - began, 1e-9)
    click.echo(json.dumps(_data(run, cars), indent=2)) if given["as_json"] else _print_table(run, cars)
    said = ngettext(
        "{races} race in {seconds} s, {speed} races a second",
        "{races} races in {seconds} s, {speed} races a second",
        games,
    )
    if options.season is not None:
        said = ngettext(
            "{races} season in {seconds} s, {speed} seasons a second",
            "{races} seasons in {seconds} s, {speed} seasons a second",
            games,
        )
    click.echo(said.format(races=games, seconds=f"{seconds:.1f}", speed=f"{games / seconds:.1f}"), err=True)


def _options(given: Given, games: int) -> Options:
    """Return the requested options, with all drivers. Raises Refused."""
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
    """Return the drivers: the kinds given, repeated in order for all cars but the Legends. Raises Refused."""
    kinds = read_seats(cast("str", given["seats"]))
    for seat in kinds:
        if seat.controller == "person":
            raise Refused(
                N_("{name} is a person, and only automated drivers can be simulated; heat-tui drivers lists them."),
                name=seat.name,
            )
    cars = cast("int | None", given["cars"])
    if cars is None:
        cars = DEFAULT_CARS if len(kinds) == 1 else len(kinds) + legends
    legends_of(Options(cars=cars))
    legends_of(Options(legends=legends))
    if cars - legends < 1:
        raise Refused(
            N_("No car is left for a driver (cars: {cars}, Legends: {legends}); choose more cars or fewer Legends."),
            cars=cars,
            legends=legends,
        )
    return seats_for([*islice(cycle(seat.controller for seat in kinds), cars - legends)])


def _cars(game: Game, seats: Sequence[Seat]) -> list[Car]:
    """Return the cars of the first race, with nothing counted yet."""
    sheet = race_of(game).rules.sheet
    kinds = [*(f"@{seat.controller}" for seat in seats), *(LEGEND for _entry in sheet.entries[len(seats) :])]
    return [Car(car_name(sheet, index), kind) for index, kind in enumerate(kinds)]


def _kinds(cars: Sequence[Car]) -> list[Car]:
    kinds: dict[str, Car] = {}
    for car in cars:
        kinds.setdefault(car.kind, Car(C_("cars", "all"), car.kind)).sums.update(car.sums)
    return list(kinds.values())


def _data(run: Simulation, cars: Sequence[Car]) -> dict[str, object]:
    first, starts = run.first, "starts" if isinstance(run.first, RaceSetup) else "seasons"
    what: dict[str, object]
    if isinstance(first, RaceSetup):
        what = {"track": first.track.id, "laps": first.laps or first.track.laps, "races": run.games, "seed": first.seed}
    else:
        calendar = [
            {"track": race.track.id, "event": race.event, "laps": race.laps or race.track.laps}
            for race in first.calendar
        ]
        what = {
            "season": first.title,
            "calendar": None if first.title == CUSTOM else calendar,
            "seasons": run.games,
            "seed": first.seed,
            "level": first.level,
            "sets": list(first.sets),
        }

    def data(car: Car) -> dict[str, object]:
        sums = {each.counted: car.sums[each.counted] for each in run.figures}
        return {starts: car.sums["starts"], **{each.name: car.figure(each) for each in run.figures}, "sums": sums}

    return {
        **what,
        "modules": {module.name: module.options() for module in first.modules if module.name not in SWITCHES},
        "cars": [{"name": car.name, "kind": car.kind, **data(car)} for car in cars],
        "kinds": {car.kind: data(car) for car in _kinds(cars)},
    }


def _print_table(run: Simulation, cars: Sequence[Car]) -> None:
    first, games = run.first, run.games
    counted = ngettext("{count} car", "{count} cars", len(cars)).format(count=len(cars))
    races = games if isinstance(first, RaceSetup) else len(first.calendar)
    raced = ngettext("{count} race", "{count} races", races).format(count=races)
    if isinstance(first, RaceSetup):
        laps = first.laps or first.track.laps
        around = ngettext("{count} lap", "{count} laps", laps).format(count=laps)
        rules = switched_on(options_of(first, run.options.controllers))
        what = [track_name(first.track), around, counted, *map(translated, rules), raced]
        heading = _("{what}, seeds from {seed}; rounds, spins and Heat paid are per race")
    else:
        seasons = ngettext("{count} season", "{count} seasons", games).format(count=games)
        what = [season_title(first.title), raced, counted, seasons]
        heading = _("{what}, seeds from {seed}; points, spins and Heat paid are per season")
    click.echo(heading.format(what=row(what), seed=first.seed))
    head = [_("Car"), _("Driver"), *(translated(each.heading) for each in run.figures)]
    rows = [[f"{number} {car.name}", *_cells(car, run)] for number, car in enumerate(cars, start=1)]
    rows += [[car.name, *_cells(car, run)] for car in _kinds(cars)]
    click.echo("\n".join(aligned([head, *rows], right=range(2, len(head)))))


def _cells(car: Car, run: Simulation) -> list[str]:
    """Return a car's kind of driver, as typed if automated ("@steady"), and its figures."""
    figures = [f"{car.figure(each):.2f}" if each.mean else str(car.figure(each)) for each in run.figures]
    return [C_("driver", "legend") if car.kind == LEGEND else car.kind, *figures]


def _workers(given: Given, games: int) -> Workers | None:
    """Return the workers to run the games, None to run them in this process. Raises Refused."""
    jobs, scheduler = cast("int | None", given["jobs"]), cast("str | None", given["scheduler"])
    if scheduler is not None:
        if jobs is not None:
            raise Refused(_("A cluster decides how many races run at the same time; leave out --jobs."))
        return partial(cluster, scheduler)
    if jobs is None:
        jobs = usable_cores() if games >= MANY_GAMES else 1
    if not 1 <= jobs <= MOST_JOBS:
        raise Refused(N_("{jobs} jobs cannot run at the same time; choose 1 to {most}."), jobs=jobs, most=MOST_JOBS)
    jobs = min(jobs, games)
    return partial(processes, jobs) if jobs > 1 else None


def _out(given: Given) -> Path | None:
    """Return the file for the rows, None if none was given. Raises Refused for a suffix that is not in `ROWS`."""
    path = cast("Path | None", given["out"])
    if path is not None and path.suffix not in ROWS:
        message = N_("{file}: the name has to end in {endings}, which says how the rows are written.")
        raise Refused(message, file=shown_path(path), endings=choice([*ROWS]))
    return path


def _csv_rows(stream: TextIO) -> Callable[[Mapping[str, object]], object]:
    writer = csv.DictWriter(stream, (*Row._fields, "name", "kind"), lineterminator="\n")
    writer.writeheader()
    return writer.writerow


def _json_rows(stream: TextIO) -> Callable[[Mapping[str, object]], object]:
    return lambda row: stream.write(json.dumps(row) + "\n")


ROWS: Final = {".csv": _csv_rows, ".jsonl": _json_rows}
"""The functions that begin a file of rows and return a function that writes a row, by suffix."""

_CANNOT_WRITE: Final = N_("{file} cannot be written ({reason}); choose another file.")


@contextmanager
def _rows_to(path: Path | None, cars: Sequence[Car]) -> Iterator[Callable[[Sequence[Row]], None]]:
    """Yield a function that writes rows to a new file, or does nothing without a path. Raises Refused."""
    if path is None:
        yield lambda _rows: None
        return
    with ExitStack() as stack:
        with refusing(_CANNOT_WRITE, path):
            refuse_existing(path)
            write_row = ROWS[path.suffix](stack.enter_context(whole_file(path)))

        def write(rows: Sequence[Row]) -> None:
            with refusing(_CANNOT_WRITE, path):
                for row in rows:
                    car = cars[row.car - 1]
                    write_row({**row._asdict(), "name": car.name, "kind": car.kind})

        yield write
        with refusing(_CANNOT_WRITE, path):
            stack.close()
