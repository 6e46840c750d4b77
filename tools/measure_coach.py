"""Measure the coach's advice by playouts, for docs/drivers.md.

`advice` takes positions from races of six Steady drivers, on all tracks and with several presets, and plays the coach's
best answers in the same worlds; `mistakes` does so with the mistakes named in races of Steady, Club and Novice, and
with the answers that would have been better. In these playouts, the driver continues in the characters' style, and
Steady drives the other cars: to the flag, or to the driver's plan three rounds later, whose evaluation counts for the
rest. An answer is clearly better if the mean difference exceeds two standard errors, and surely if it does so again in
other worlds: of several answers, one always looks better than it is.

The same arguments print the same bytes; the time goes to stderr.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from math import fsum, sqrt
from multiprocessing import Pool
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

from heat_tui.drivers import KINDS
from heat_tui.drivers.course import OVERSHOOT
from heat_tui.drivers.evaluation import choose, weigh
from heat_tui.drivers.kinds import COACH, RACER
from heat_tui.drivers.outlook import turns_left_out
from heat_tui.drivers.style import STEADY
from heat_tui.engine.actions import Action
from heat_tui.engine.car import RACING
from heat_tui.engine.decisions import Decision, DiscardDecision, PlanDecision, ReactDecision
from heat_tui.engine.race import Race
from heat_tui.engine.view import SeatView
from heat_tui.engine.worlds import with_worlds
from heat_tui.game.advice.analysis import USUAL_LUCK, Analysis
from heat_tui.game.setup.options import Options, Seat
from heat_tui.game.setup.race_options import race_setup
from heat_tui.game.table.match import Match
from heat_tui.store.saved_race import Controller, race_of
from heat_tui.words.names import TRACKS

CARS = 6
STEADY_ONLY: tuple[Controller, ...] = ("steady",) * CARS
MIXED: tuple[Controller, ...] = ("steady", "club", "novice") * 2
ROUNDS = 3
"""The number of rounds driven after an answer before the evaluation counts."""
ANSWERS = 5
"""The maximum number of answers that are compared, including the recommended one."""
TOLD = 2
"""The number of other answers whose cost a hint shows."""
LOOK = 40
"""The number of playouts after which answers that are far worse are dropped."""
EACH = 25
"""The number of positions between two lines of a table; the last line counts all positions."""
CONFIRMED = 1_000
"""The number added to a position's seed (its round) to confirm a finding in other worlds; no race is that long."""
KINDS_MEASURED = {"plan": PlanDecision, "reaction": ReactDecision, "discard": DiscardDecision}
SETUPS = [
    *((track, None) for track in sorted(TRACKS)),
    *(("usa", "modules"), ("italy", "modules"), ("france", "modules"), ("great_britain", "everything")),
    *(("japan", "heavy_rain"), ("mexico", "heavy_rain"), ("spain", "tunnel_vision"), ("netherlands", "tunnel_vision")),
]
"""The tracks of the races that positions are taken from, with their presets (None for the base game)."""


def begun(track: str, seed: int, kinds: Sequence[Controller], preset: str | None = None) -> Match:
    """Return a race of automated drivers that has just begun."""
    seats = tuple(Seat(f"Driver {number}") for number, _ in enumerate(kinds, start=1))
    options = Options(track=track, seed=seed, seats=seats, legends=0, preset=preset)
    return Match.start(race_setup(options), kinds)


class Compared(NamedTuple):
    """The turns by which playouts find an answer slower than another, with the standard error."""

    turns: float
    error: float

    @property
    def faster(self) -> bool:
        """True if the answer is clearly better than the other."""
        return self.turns < -2 * self.error


def compared(view: SeatView, answers: Sequence[Action], playouts: int, seed: int) -> list[Compared]:
    """Return the comparison of each answer but the first with the first, by playouts in the same worlds."""
    random = Random(seed).random
    turns: list[list[float]] = [[] for _ in answers]
    left = [*range(len(answers))]
    for number in range(1, playouts + 1):
        world = view.world(random, as_steady)
        for each in left:
            turns[each].append(driven_on(world.clone(), view.own.index, answers[each]))
        if number == LOOK and len(answers) > 2:
            left = [0, *(each for each in left[1:] if (found := _apart(turns[each], turns[0])).turns < 4 * found.error)]
    return [_apart(each, turns[0]) for each in turns[1:]]


def as_steady(race: Race, decision: Decision) -> Action:
    """Return Steady's choice."""
    return choose(race.view(decision.seat), decision)


def _apart(turns: Sequence[float], others: Sequence[float]) -> Compared:
    apart = [one - other for one, other in zip(turns, others, strict=False)]
    return Compared(fmean(apart), stdev(apart) / sqrt(len(apart)))


def driven_on(race: Race, seat: int, action: Action) -> float:
    """Return the rounds to the flag after an action, estimated from the first plan after `ROUNDS` rounds on.

    The car is driven in the characters' style, the others in Steady's.
    """
    car, began = race.cars[seat], race.round
    race.play(action)
    while (decision := race.decision) is not None and car.status == RACING:
        view = race.view(decision.seat)
        style = RACER if decision.seat == seat else STEADY
        if style is RACER and isinstance(decision, PlanDecision) and race.round >= began + ROUNDS:
            return race.round - began + weigh(view, decision, style)[0].turns + turns_left_out(view)
        race.play(choose(view, decision, style, seat))
    last = race.round if race.over else race.round - 1
    return last - began - OVERSHOOT * (car.at - race.rules.finish - 1)


class Position(NamedTuple):
    """A race to measure, the kind of decision to take from it ("" for mistakes), and the number of playouts."""

    kind: str
    track: str
    preset: str | None
    seed: int
    playouts: int


class Found(NamedTuple):
    """The turns by which other answers are worse, as `told` by the coach and as `found` by playouts.

    `seems` is True if one is clearly better in the playouts, `sure` if it is so again in other worlds, where it saves
    `lost` turns.
    """

    told: list[float]
    found: list[float]
    seems: bool
    sure: bool
    lost: float


def advice(task: Position) -> Found | None:
    """Judge the coach's advice at a position of the task; return None if no such position has several answers."""
    for view, decision in positions(task):
        told = weigh(view, decision, COACH, also=())[:ANSWERS]
        if len(told) < 2:
            continue
        answers = [one.action for one in told]
        found = compared(view, answers, task.playouts, view.round)
        best = min(range(len(found)), key=lambda place: found[place].turns)
        sure, lost = False, 0.0
        if found[best].turns < 0:
            [again] = compared(view, [answers[0], answers[1 + best]], task.playouts, CONFIRMED + view.round)
            sure, lost = found[best].faster and again.faster, -again.turns
        shown = [(one.turns - told[0].turns, each.turns) for one, each in zip(told[1 : 1 + TOLD], found, strict=False)]
        return Found([each for each, _ in shown], [each for _, each in shown], found[best].faster, sure, lost)
    return None


def positions(task: Position) -> Iterator[tuple[SeatView, Decision]]:
    """Yield about a fifth of the positions of a kind in a race, in random order."""
    race, random = race_of(begun(task.track, task.seed, STEADY_ONLY, task.preset).copy()), Random(task.seed)
    drivers, found = [KINDS["steady"].make(task.seed + seat) for seat in range(CARS)], []
    while (decision := race.decision) is not None:
        if isinstance(decision, KINDS_MEASURED[task.kind]) and random.random() < 0.2:
            found.append(race.clone())
        race.play(drivers[decision.seat].choose(race.view(decision.seat), decision))
    random.shuffle(found)
    for each in found:
        assert each.decision is not None
        yield with_worlds(each, each.view(each.decision.seat)), each.decision


class Named(NamedTuple):
    """The mistakes named after a race, as told and as found, and the luck of its finishers, in turns per round."""

    mistakes: list[tuple[float, Compared]]
    luck: list[float]


def mistakes(task: Position) -> Named:
    """Return the mistakes named at the end of a race with the findings of playouts, and the luck of the finishers."""
    match = begun(task.track, task.seed, MIXED, task.preset)
    while match.decision is not None:
        match.play_driver()
    named, luck = [], []
    for account in Analysis(match).accounts():
        for choice in account.costliest():
            view, answers = choice.reasons.view, [choice.best, choice.chosen]
            named.append((choice.mistake, compared(view, answers, task.playouts, view.round)[0]))
        if account.finish is not None:
            luck.append(fsum(account.lucks) / account.finish[0] + USUAL_LUCK)
    return Named(named, luck)


def with_error(values: Sequence[float]) -> str:
    """Return the mean of values with its standard error."""
    return f"{fmean(values):.3f} ±{stdev(values) / sqrt(len(values)):.3f}"


def print_advice(kind: str, found: Sequence[Found]) -> None:
    """Print a line of the table of `advice`."""
    count = len(found)
    seems, sure = sum(one.seems for one in found) / count, sum(one.sure for one in found) / count
    told, shown = [turns for one in found for turns in one.told], [turns for one in found for turns in one.found]
    lost = [one.lost for one in found]
    print(
        f"{kind:<10}{count:>6}{1 - seems:>18.1%}{sure:>16.1%} ±{sqrt(sure * (1 - sure) / count):.1%}"
        f"{with_error(lost):>15}{fmean(told):>8.3f}{with_error(shown):>15}",
        flush=True,
    )


def main() -> int:
    """Print the results of the chosen measure."""
    parser = argparse.ArgumentParser(description="Measure the coach's advice.")
    parser.add_argument("measure", choices=("advice", "mistakes"))
    parser.add_argument("--seeds", type=int, default=150, metavar="N", help="races (default 150)")
    parser.add_argument("--first", type=int, default=0, metavar="SEED", help="the first seed (default 0)")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="processes (default 2)")
    parser.add_argument("--playouts", type=int, default=200, metavar="N", help="of each answer (default 200)")
    parser.add_argument(
        "--decisions", choices=KINDS_MEASURED, nargs="+", help="decisions (default all)", default=[*KINDS_MEASURED]
    )
    chosen = parser.parse_args()
    seeds, began = range(chosen.first, chosen.first + chosen.seeds), time.perf_counter()

    def tasks(kind: str) -> list[Position]:
        return [Position(kind, *SETUPS[seed % len(SETUPS)], seed, chosen.playouts) for seed in seeds]

    with Pool(chosen.jobs) as pool:
        if chosen.measure == "advice":
            print(f"{'decision':<10}{'number':>6}{'best or as good':>18}{'clearly worse':>16}", end="")
            print(f"{'lost':>15}{'told':>8}{'found':>15}")
            for kind in chosen.decisions:
                sample: list[Found] = []
                for one in filter(None, pool.imap(advice, tasks(kind))):
                    sample.append(one)
                    if len(sample) % EACH == 0:
                        print_advice(kind, sample)
                print_advice(kind, sample)
        else:
            races = [*pool.imap(mistakes, tasks(""))]
            named = [each for race in races for each in race.mistakes]
            none, sure = (
                sum(found.turns + errors * found.error <= 0 for _, found in named) / len(named) for errors in (0, 2)
            )
            told, lost = fmean(cost for cost, _ in named), with_error([found.turns for _, found in named])
            print(f"{len(named)} mistakes named in {len(seeds)} races: {none:.1%} are none, {sure:.1%} surely none")
            print(
                f"{told:.3f} rounds told, {lost} found; luck {with_error([e for r in races for e in r.luck])} a round"
            )
    print(f"{time.perf_counter() - began:.0f} s", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
