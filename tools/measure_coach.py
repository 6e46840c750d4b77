"""Measure how accurate the coach's figures after a race are: the mistakes found against the rounds actually lost.

For each seed and track: a race of six Steady drivers, and the same race with the same luck in which the driver of one
seat sometimes takes not the best plan but one of the second to `--worst` best. Both races are judged as after any race
(`game/advice/analysis.py`). The scale is the number of rounds lost for each round of mistakes found, by which the
figures shown are multiplied; the correlation is over single races. The usual luck, per round, is that of the races
without weak plans. The same arguments print the same bytes; the time goes to stderr.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from multiprocessing import Pool
from random import Random

from heat_tui.drivers import KINDS, Driver
from heat_tui.drivers.evaluation import weigh
from heat_tui.drivers.playouts import WEIGHED
from heat_tui.engine.actions import Action
from heat_tui.engine.decisions import Decision, PlanDecision
from heat_tui.engine.rng import stream
from heat_tui.engine.view import SeatView
from heat_tui.game.advice.analysis import JUDGE, USUAL_LUCK, Account, accounts, judge
from heat_tui.game.setup.options import Options, Seat
from heat_tui.game.setup.race_options import race_setup
from heat_tui.game.table.match import DRIVER_STREAMS, Match

CARS = 6
JUDGED_BY = "judge"
PROCESSES = 2


class Weak:
    """A driver who takes, with probability `chance`, one of the second to `worst` best plans, else Steady's choice."""

    def __init__(self, seed: int, chance: float, worst: int) -> None:
        self._steady = KINDS["steady"].make(seed)
        self._random = Random(seed)
        self._chance = chance
        self._worst = worst

    def choose(self, view: SeatView, decision: Decision) -> Action:
        """Return a legal action; random numbers are drawn for every plan, so that they are the same in every race."""
        best = self._steady.choose(view, decision)
        if not isinstance(decision, PlanDecision):
            return best
        weak, place = self._random.random() < self._chance, self._random.randrange(1, self._worst)
        plans = [one.action for one in weigh(view, decision)]
        return plans[min(place, len(plans) - 1)] if weak else best


@dataclass(frozen=True, slots=True)
class Task:
    """A pair of races to drive, and the style that judges them."""

    track: str
    seed: int
    chance: float
    worst: int
    style: str


@dataclass(frozen=True, slots=True)
class Pair:
    """The loss of a race with weak plans compared to the race without: rounds, and raw mistakes found, in turns.

    `mistakes`, `luck` and `rounds` are those of the race without weak plans.
    """

    track: str
    lost: int
    found: float
    mistakes: float
    luck: float
    rounds: int


def drive(task: Task, drivers: Sequence[Driver], seat: int) -> Account:
    """Drive a race to the end and return the account of a seat."""
    seats = tuple(Seat(f"Driver {number}") for number in range(1, CARS + 1))
    setup = race_setup(Options(track=task.track, seed=task.seed, seats=seats, legends=0))
    match = Match.start(setup, ["steady"] * CARS)
    while (decision := match.decision) is not None:
        match.play(drivers[decision.seat].choose(match.view(decision.seat), decision))
    style = JUDGE if task.style == JUDGED_BY else KINDS[task.style].style
    assert style is not None
    judged = [
        found
        for entry in match.log
        if entry.seat == seat
        and isinstance(entry.before.decision, tuple(WEIGHED))
        and (found := judge(entry, style)) is not None
    ]
    return next(account for account in accounts(match, judged) if account.seat == seat)


def measure(task: Task) -> Pair:
    """Drive both races of a task and return their difference."""
    seat = task.seed % CARS
    steady = [KINDS["steady"].make(stream(task.seed, DRIVER_STREAMS + each)) for each in range(CARS)]
    weak: list[Driver] = list(steady)
    weak[seat] = Weak(stream(task.seed, DRIVER_STREAMS + seat), task.chance, task.worst)
    without, with_them = drive(task, steady, seat), drive(task, weak, seat)
    rounds = _rounds(without)
    return Pair(
        task.track,
        _rounds(with_them) - rounds,
        _raw(with_them) - _raw(without),
        _raw(without),
        without.luck + USUAL_LUCK * rounds,
        rounds,
    )


def _rounds(account: Account) -> int:
    return 0 if account.finish is None else account.finish[0]


def _raw(account: Account) -> float:
    return sum(choice.raw - choice.least for choice in account.choices)


def row(name: str, pairs: Sequence[Pair]) -> str:
    """Return one line of the table: the means over `pairs`."""
    count = len(pairs)
    lost, found = [pair.lost for pair in pairs], [pair.found for pair in pairs]
    rounds = sum(pair.rounds for pair in pairs)
    return (
        f"{name:<14}{count:>6}{sum(lost) / count:>8.2f} ±{_error(lost):.2f}"
        f"{sum(found) / count:>8.2f} ±{_error(found):.2f}"
        f"{sum(lost) / sum(found):>8.2f}{_correlation(lost, found):>8.2f}"
        f"{sum(pair.mistakes for pair in pairs) / count:>10.2f}{sum(pair.luck for pair in pairs) / rounds:>10.3f}"
    )


def _error(values: Sequence[float]) -> float:
    """Return the standard error of the mean."""
    mean = sum(values) / len(values)
    return sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values))


def _correlation(one: Sequence[float], other: Sequence[float]) -> float:
    """Return Pearson's r of two lists of the same length."""
    of_one, of_other = sum(one) / len(one), sum(other) / len(other)
    product = sum((a - of_one) * (b - of_other) for a, b in zip(one, other, strict=True))
    return product / sqrt(sum((a - of_one) ** 2 for a in one) * sum((b - of_other) ** 2 for b in other))


def main() -> int:
    """Print the table described in the module's docstring."""
    parser = argparse.ArgumentParser(description="Measure what the coach's figures after a race are worth.")
    parser.add_argument("--seeds", type=int, default=200, metavar="N", help="seeds a track (default 200)")
    parser.add_argument("--first", type=int, default=0, metavar="SEED", help="the first seed (default 0)")
    parser.add_argument("--chance", type=float, default=0.3, metavar="P", help="of a weak plan (default 0.3)")
    parser.add_argument("--worst", type=int, default=8, metavar="K", help="the worst plan taken (default the 8th best)")
    styles = [name for name, kind in KINDS.items() if kind.style is not None and kind.style.plans]
    parser.add_argument(
        "--style", choices=[JUDGED_BY, *styles], default=JUDGED_BY, help="that judges (default that of the game)"
    )
    parser.add_argument("tracks", nargs="*", metavar="TRACK", help="tracks (default usa great_britain)")
    chosen = parser.parse_args()
    tracks: list[str] = chosen.tracks or ["usa", "great_britain"]
    seeds = range(chosen.first, chosen.first + chosen.seeds)
    began = time.perf_counter()
    with Pool(PROCESSES) as pool:
        tasks = [Task(track, seed, chosen.chance, chosen.worst, chosen.style) for track in tracks for seed in seeds]
        pairs = pool.map(measure, tasks, chunksize=5)
    print(f"{len(seeds)} seeds from {seeds.start}; plans 2 to {chosen.worst} with a chance of {chosen.chance}")
    print(f"{'track':<14}{'races':>6}{'lost':>14}{'found':>14}{'scale':>8}{'r':>8}{'unhurt':>10}{'luck':>10}")
    for track in tracks:
        print(row(track, [pair for pair in pairs if pair.track == track]))
    print(row("all", pairs))
    print(f"{time.perf_counter() - began:.0f} s", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
