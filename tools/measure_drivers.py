"""Measure the strength of the automated drivers, for the tables of docs/drivers.md.

For each kind, track and seed, a driver races against five Steady drivers, and against five Legends with pro 0, 2 and 4
in turn. Unless kinds are named, six kinds also race each other. Seats rotate with the seeds, except against Legends.
With `--ladder`, three drivers of each level race against three of the next instead, and with `--legends` only the
strength of Legends is written, into the package. The same arguments print the same bytes except for the times. A fair
share among six cars is 16.7 %; ± is one standard error.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import pairwise
from math import sqrt
from os import cpu_count
from pathlib import Path
from statistics import fmean, median, quantiles
from typing import NamedTuple

from heat_tui.drivers import KINDS
from heat_tui.drivers.kinds import RUNGS
from heat_tui.engine.decisions import PlanDecision
from heat_tui.engine.rng import stream
from heat_tui.game.setup.options import Options, Seat
from heat_tui.game.setup.race_options import is_marked, race_setup
from heat_tui.game.table.match import DRIVER_STREAMS, ask
from heat_tui.modules.legends import MOST_PRO
from heat_tui.store.saved_race import opening
from heat_tui.store.tracks import load_track
from heat_tui.words.names import TRACKS as PRINTED

TRACKS = ("usa", "italy", "great_britain", "france")
CARS = 6
PROS = (0, 2, 4)
MIDDLE = (1 + CARS) / 2
STRENGTHS = Path(__file__).parents[1] / "src/heat_tui/drivers/legends.py"
STRENGTHS_HEAD = '''"""The strength of Legends; `make drivers ARGS=--legends` writes this file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

AS_STRONG: Final[Mapping[tuple[str, bool], tuple[str, ...]]] = {{
{rows}
}}
"""The kinds that are about as strong as Legends, by track and whether the Legends are aggressive, indexed by `pro`.

Each is the kind up to Steady whose mean place in {races} races against five Legends is nearest to the middle, or "" if
even Steady comes more than half a place behind the middle.
"""
'''
MIXED = ("champion", "gambler", "miser", "shadow", "cautious", "steady")


class Task(NamedTuple):
    """One race: the kinds of its drivers; the other cars are Legends with the options `pro` and `aggressive`."""

    track: str
    seed: int
    kinds: tuple[str, ...]
    pro: int = 0
    aggressive: bool = False


class Raced(NamedTuple):
    """The seats of a race from first to last, and for each plan its seat and its processor time in milliseconds."""

    task: Task
    order: tuple[int, ...]
    plans: tuple[tuple[int, float], ...]


def race(task: Task) -> Raced:
    """Drive one race to the flag and return its result."""
    seats = tuple(Seat(f"Car {place}") for place, _ in enumerate(task.kinds, start=1))
    options = Options(track=task.track, seed=task.seed, seats=seats, legends=CARS - len(seats))
    if options.legends:
        options = replace(options, pro=task.pro, aggressive=task.aggressive)
    game = opening(race_setup(options), None)
    drivers = [KINDS[kind].make(stream(task.seed, DRIVER_STREAMS + seat)) for seat, kind in enumerate(task.kinds)]
    plans = []
    while (decision := game.decision) is not None:
        began = time.process_time()
        action = ask(drivers[decision.seat], game, decision)
        if isinstance(decision, PlanDecision):
            plans.append((decision.seat, 1000 * (time.process_time() - began)))
        game.play(action)
    return Raced(task, game.standings, tuple(plans))


def among_steady(kind: str, track: str, seed: int) -> Task:
    """Return a race of one driver against five Steady drivers."""
    kinds = ["steady"] * CARS
    kinds[seed % CARS] = kind
    return Task(track, seed, tuple(kinds))


def mixed(track: str, seed: int) -> Task:
    """Return a race of one driver of each kind in `MIXED`, in seats that rotate with the seed."""
    turn = seed % CARS
    return Task(track, seed, MIXED[turn:] + MIXED[:turn])


def ladder(pool: ProcessPoolExecutor, seeds: range) -> None:
    """Print how often, on each track, one of three drivers of a level wins against three of the level below."""
    tracks = sorted(PRINTED)
    rows = []
    for pair in pairwise(RUNGS):
        tasks = [Task(track, seed, (pair if seed % 2 else pair[::-1]) * 3) for track in tracks for seed in seeds]
        won = [one.task.kinds[one.order[0]] == pair[1] for one in pool.map(race, tasks, chunksize=5)]
        by_track = [won[place : place + len(seeds)] for place in range(0, len(won), len(seeds))]
        rows.append([f"@{pair[1]} among @{pair[0]}", *(share(sum(part), len(seeds)) for part in by_track)])
    table("Three against three", ["races won", *tracks], rows)


def share(wins: int, races: int) -> str:
    """Return a share of races with its standard error, in per cent."""
    part = wins / races
    return f"{part:.1%} ±{sqrt(part * (1 - part) / races):.1%}".replace("%", "")


def row(cells: Sequence[str]) -> str:
    """Return a row of a Markdown table."""
    return "| " + " | ".join(cells) + " |"


def table(title: str, names: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a Markdown table under a title."""
    print(f"\n{title}\n")
    for line in (names, ["---", *["---:"] * (len(names) - 1)], *rows):
        print(row(line))


def cells(raced: Sequence[Raced], seats: Sequence[int]) -> list[str]:
    """Return the win rates by track and overall, and the mean place; `seats` has the seat measured in each race."""
    pairs = list(zip(raced, seats, strict=True))
    by_track = [[one.order[0] == seat for one, seat in pairs if one.task.track == track] for track in TRACKS]
    every = [won for track in by_track for won in track]
    places = [one.order.index(seat) + 1 for one, seat in pairs]
    return [
        *(share(sum(won), len(won)) for won in by_track),
        share(sum(every), len(every)),
        f"{sum(places) / len(places):.2f}",
    ]


def write_strengths(pool: ProcessPoolExecutor, seeds: range) -> None:
    """Write the kind of driver whose place among five Legends is nearest the middle, for each track and sort of Legend.

    Once a kind's mean place is in the upper half, stronger ones are not tried; Champion never is: it takes too long.
    The name is empty if even the strongest kind tried is clearly below the middle.
    """
    rows = []
    for track in sorted(PRINTED):
        for aggressive in (False, True) if is_marked(load_track(track)) else (False,):
            names = []
            for pro in range(MOST_PRO + 1):
                places: dict[str, float] = {}
                for kind in RUNGS[:-1]:
                    tasks = [Task(track, seed, (kind,), pro, aggressive) for seed in seeds]
                    places[kind] = fmean([one.order.index(0) + 1 for one in pool.map(race, tasks, chunksize=5)])
                    if places[kind] < MIDDLE:
                        break
                nearest = min(places, key=lambda kind: abs(places[kind] - MIDDLE))
                stronger = nearest == RUNGS[-2] and places[nearest] > MIDDLE + 0.5
                names.append("" if stronger else nearest)
            rows.append(f"    {(track, aggressive)}: {tuple(names)},".replace("'", '"'))
    STRENGTHS.write_text(STRENGTHS_HEAD.format(races=len(seeds), rows="\n".join(rows)), encoding="utf-8")


def main() -> None:
    """Print the tables described in the module's docstring, or write the strength of Legends."""
    parser = argparse.ArgumentParser(description="Measure how strong the automated drivers are.")
    parser.add_argument("--seeds", type=int, default=100, metavar="N", help="races on each track (default 100)")
    parser.add_argument("--first", type=int, default=90_000, metavar="SEED", help="the first seed (default 90000)")
    parser.add_argument("--jobs", type=int, default=cpu_count() or 1, metavar="N", help="processes (default: cores)")
    parser.add_argument("--ladder", action="store_true", help="race only each level against the next")
    parser.add_argument("--legends", action="store_true", help="write only how strong Legends are, into the package")
    parser.add_argument("kinds", nargs="*", metavar="KIND", help="kinds to measure (default all but chance)")
    chosen = parser.parse_args()
    kinds = chosen.kinds or [kind for kind in KINDS if kind != "chance"]
    seeds = range(chosen.first, chosen.first + chosen.seeds)
    began = time.perf_counter()
    heads = ["driver", *TRACKS, "all", "mean place"]
    with ProcessPoolExecutor(chosen.jobs) as pool:
        if chosen.legends or chosen.ladder:
            (write_strengths if chosen.legends else ladder)(pool, seeds)
            return

        def drive(tasks: list[Task]) -> list[Raced]:
            return list(pool.map(race, tasks, chunksize=5))

        among, speeds = [], []
        for kind in kinds:
            raced = drive([among_steady(kind, track, seed) for track in TRACKS for seed in seeds])
            seats = [one.task.seed % CARS for one in raced]
            among.append([f"@{kind}", *cells(raced, seats)])
            times = [took for one, own in zip(raced, seats, strict=True) for seat, took in one.plans if seat == own]
            speeds.append([f"@{kind}", f"{median(times):.1f}", f"{quantiles(times, n=20)[-1]:.1f}"])
        print(f"{len(seeds)} races on each track, seeds from {seeds.start}; wins in %")
        table("Against five Steady drivers", heads, among)
        for pro in PROS:
            rows = []
            for kind in kinds:
                raced = drive([Task(track, seed, (kind,), pro) for track in TRACKS for seed in seeds])
                rows.append([f"@{kind}", *cells(raced, [0] * len(raced))])
            table(f"Against five Legends, pro {pro}", heads, rows)
        if not chosen.kinds:
            raced = drive([mixed(track, seed) for track in TRACKS for seed in seeds])
            rows = [[f"@{kind}", *cells(raced, [one.task.kinds.index(kind) for one in raced])] for kind in MIXED]
            table("One of each", heads, rows)
        table("Milliseconds of the processor for a plan among six", ["driver", "median", "95 % within"], speeds)
    print(f"{time.perf_counter() - began:.0f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
