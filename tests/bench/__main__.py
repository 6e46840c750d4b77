"""`make bench`: measure workloads in alternation before comparing them, so that a slow moment affects all alike."""

from __future__ import annotations

import argparse
import gc
import platform
from collections.abc import Callable
from pathlib import Path
from statistics import median

from tests.bench import books, screens, workloads
from tests.bench.compiled import Compiled
from tests.bench.processes import import_seconds, list_seconds, peak_kilobytes
from tests.bench.workloads import Timed

Workload = Callable[[int], Timed]

MEASURED: dict[str, Workload] = {
    "ticks": workloads.ticks,
    "ticks, four modules": workloads.ticks_with_modules,
    "ticks through views": workloads.ticks_through_views,
    "catanatron ticks": workloads.catan_ticks,
    "chess moves": workloads.chess_moves,
    "clone": workloads.clones,
    "catanatron copy": workloads.catan_copies,
    "view, every car afresh": workloads.views,
    "forecast of a plan": workloads.forecasts,
}
COMPILED = {
    "ticks": "ticks, compiled",
    "ticks, four modules": "ticks, four modules, compiled",
    "ticks through views": "ticks through views, compiled",
}
"""The workloads that are also measured with the compiled engine."""

RATIOS = (
    ("ticks", "catanatron ticks", "10 (floor 7)"),
    ("ticks, four modules", "catanatron ticks", "5"),
    ("ticks through views", "catanatron ticks", "4"),
    ("ticks, compiled", "catanatron ticks", "10 (floor 7)"),
    ("ticks, four modules, compiled", "catanatron ticks", "5"),
    ("ticks through views, compiled", "catanatron ticks", "4"),
    ("ticks", "chess moves", "-"),
    ("catanatron copy", "clone", "at most 0.2"),
)
"""The pairs of workloads whose rates are divided, within each round, and the aim for each ratio."""

SAVES = 3_000
"""The number of saves of a player who has raced every day for years."""

BOOKED = 5_000
"""The number of races in that player's drivers' book."""


def main() -> None:
    """Run the rounds and print the tables."""
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--rounds", type=int, default=9, help="rounds of all workloads (default 9)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first round (default 1)")
    parser.add_argument("--screens", type=int, default=15, help="rounds of the app's screens (default 15, 0 for none)")
    parser.add_argument("--compiled", type=Path, required=True, help="the folder that tools/compiled.sh made")
    options = parser.parse_args()
    with Compiled(options.compiled) as compiled:
        rounds = [_round(options.seed + 1000 * number, compiled) for number in range(options.rounds + 1)][1:]
    print(f"Python {platform.python_version()}, {platform.machine()}, {options.rounds} rounds after a warm-up, medians")
    _print_rates(rounds)
    _print_ratios(rounds)
    _print_processes(options.rounds)
    if options.screens:
        screens.measure(options.screens)


def _round(seed: int, compiled: Compiled) -> dict[str, Timed]:
    timed = {}
    for name, workload in MEASURED.items():
        gc.collect()
        timed[name] = workload(seed)
        if name in COMPILED:
            timed[COMPILED[name]] = compiled.timed(workload.__name__, seed, timed[name].count)
    return timed


def _print_rates(rounds: list[dict[str, Timed]]) -> None:
    print(f"\n{'':32}{'a second':>12}{'microseconds':>14}{'races or games a second':>26}")
    for name in rounds[0]:
        timed = [one[name] for one in rounds]
        rate, each = median(one.rate for one in timed), median(one.each for one in timed)
        whole = f"{median(one.whole / one.seconds for one in timed):.1f}" if timed[0].whole > 1 else ""
        print(f"{name:32}{rate:12,.0f}{each:14.2f}{whole:>26}")


def _print_ratios(rounds: list[dict[str, Timed]]) -> None:
    print(f"\n{'rates within a round, divided':50}{'median':>8}{'lowest':>8}{'highest':>9}   aim")
    for name, other, aim in RATIOS:
        ratios = [one[name].rate / one[other].rate for one in rounds]
        print(f"{f'{name} / {other}':50}{median(ratios):8.2f}{min(ratios):8.2f}{max(ratios):9.2f}   {aim}")


def _print_processes(rounds: int) -> None:
    bare, engine = import_seconds(rounds)
    print(f"\nimport of the engine: {engine - bare:.3f} s over the bare {bare:.3f} s (aim: at most 0.1 s)")
    small, large = peak_kilobytes()
    print(f"peak memory of a race with six cars: {large / 1024:.1f} MB, the bare interpreter {small / 1024:.1f} MB")
    none, first, again = list_seconds(SAVES, rounds)
    print(f"saves list with {SAVES:,} saves: {again:.2f} s of the processor (aim: at most 0.5 s), ", end="")
    print(f"the first time {first:.1f} s, without saves {none:.2f} s")
    counted, pages = books.page_seconds(BOOKED)
    print(f"a drivers' book of {BOOKED:,} races: {counted:.1f} s of the processor to count it for a page; ", end="")
    print("then for each page, the lowest of three (aim: at most 0.3 s):")
    for name, seconds in pages.items():
        print(f"  {name:22}" + "".join(f"{form:>8} {each:.2f} s" for form, each in seconds.items()))


if __name__ == "__main__":
    main()
