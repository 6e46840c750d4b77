"""Measure the coach's recommendations against playouts, for docs/drivers.md.

Positions come from races of six Steady drivers. At each, the coach's best answers are played in the same worlds, and
all cars are driven on by Steady: to the driver's plan three rounds later, whose evaluation counts the rest, or to the
flag. An answer is clearly better than the recommended one if the mean difference exceeds two standard errors, and does
so again in worlds of its own: of several answers, one always looks better than it is. The same arguments print the same
bytes; the time goes to stderr.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

from heat_tui.drivers import KINDS
from heat_tui.drivers.course import OVERSHOOT
from heat_tui.drivers.evaluation import choose, weigh
from heat_tui.drivers.outlook import turns_left_out
from heat_tui.drivers.style import STEADY, Weighed
from heat_tui.engine.actions import Action
from heat_tui.engine.car import RACING
from heat_tui.engine.decisions import Decision, DiscardDecision, PlanDecision, ReactDecision
from heat_tui.engine.race import Race
from heat_tui.engine.view import SeatView
from heat_tui.engine.worlds import with_worlds
from heat_tui.game.advice.analysis import JUDGE, SCALE
from heat_tui.game.setup.options import PRESETS, Options, Seat
from heat_tui.game.setup.race_options import race_setup
from heat_tui.store.saved_race import opening, race_of

CARS = 6
ROUNDS = 3
"""The rounds that are driven on after the answer."""
ANSWERS = 4
"""The answers that are compared, the recommended one among them."""
CONFIRMED = 1_000
"""Added to the seed of the worlds that confirm a finding; no race has so many rounds."""
KINDS_MEASURED = {"plan": PlanDecision, "reaction": ReactDecision, "discard": DiscardDecision}


class Found(NamedTuple):
    """A position: the turns told and found by which each other answer is worse, with standard errors of those found."""

    told: list[float]
    found: list[float]
    errors: list[float]

    @property
    def better(self) -> int | None:
        """The place of the best answer among the others if it seems clearly better than the recommended one."""
        best = min(range(len(self.found)), key=lambda place: self.found[place])
        return best if self.found[best] < -2 * self.errors[best] else None


def positions(
    kind: type[Decision], track: str, seeds: range, share: float, preset: str | None
) -> Iterator[tuple[SeatView, list[Weighed]]]:
    """Yield some positions of races of six Steady drivers, with the coach's best answers."""
    for seed in seeds:
        random = Random(seed)
        seats = tuple(Seat(f"Driver {number}") for number in range(1, CARS + 1))
        race = race_of(
            opening(race_setup(Options(track=track, seed=seed, seats=seats, legends=0, preset=preset)), None)
        )
        drivers = [KINDS["steady"].make(seed + seat) for seat in range(CARS)]
        while (decision := race.decision) is not None:
            view = race.view(decision.seat)
            if isinstance(decision, kind) and random.random() < share:
                known = with_worlds(race, view)
                answers = weigh(known, decision, JUDGE, also=())[:ANSWERS]
                if len(answers) > 1:
                    yield known, answers
            race.play(drivers[decision.seat].choose(view, decision))


def judged(view: SeatView, answers: list[Weighed], playouts: int) -> tuple[Found, bool]:
    """Return what playouts find about the answers, and whether others confirm that one is clearly better."""
    found = compared(view, answers, playouts, view.round)
    if found.better is None:
        return found, False
    again = compared(view, [answers[0], answers[1 + found.better]], playouts, CONFIRMED + view.round)
    return found, again.better is not None


def compared(view: SeatView, answers: list[Weighed], playouts: int, seed: int) -> Found:
    """Return what playouts in the same worlds find about the answers."""
    random = Random(seed).random
    turns: list[list[float]] = [[] for _ in answers]
    for _ in range(playouts):
        world = view.world(random)
        for each, answer in zip(turns, answers, strict=True):
            each.append(driven_on(world.clone(), view.own.index, answer.action))
    apart = [[other - best for other, best in zip(each, turns[0], strict=True)] for each in turns[1:]]
    return Found(
        [SCALE * (answer.turns - answers[0].turns) for answer in answers[1:]],
        [fmean(each) for each in apart],
        [stdev(each) / sqrt(playouts) for each in apart],
    )


def driven_on(race: Race, seat: int, action: Action) -> float:
    """Return the rounds to the flag after an action, with Steady in every car."""
    car, began = race.cars[seat], race.round
    race.play(action)
    while (decision := race.decision) is not None and car.status == RACING:
        view = race.view(decision.seat)
        if decision.seat == seat and isinstance(decision, PlanDecision) and race.round >= began + ROUNDS:
            return race.round - began + weigh(view, decision, STEADY)[0].turns + turns_left_out(view)
        race.play(choose(view, decision, STEADY, seat))
    last = race.round if race.over else race.round - 1
    return last - began - OVERSHOOT * (car.at - race.rules.finish - 1)


def main() -> int:
    """Print one line for each kind of decision and track."""
    parser = argparse.ArgumentParser(description="Measure the coach's recommendations against playouts.")
    parser.add_argument("--seeds", type=int, default=10, metavar="N", help="races on each track (default 10)")
    parser.add_argument("--first", type=int, default=0, metavar="SEED", help="the first seed (default 0)")
    parser.add_argument("--share", type=float, default=0.02, metavar="P", help="of decisions (default 0.02)")
    parser.add_argument("--playouts", type=int, default=200, metavar="N", help="of each answer (default 200)")
    parser.add_argument("--preset", choices=PRESETS, help="rules of the races (default the base game)")
    parser.add_argument(
        "--decisions", choices=KINDS_MEASURED, nargs="+", help="decisions (default all)", default=[*KINDS_MEASURED]
    )
    parser.add_argument("tracks", nargs="*", metavar="TRACK", help="tracks (default usa great_britain)")
    chosen = parser.parse_args()
    seeds, began = range(chosen.first, chosen.first + chosen.seeds), time.perf_counter()
    print(f"{'decision':<10}{'positions':>10}{'seems worse':>13}{'is worse':>10}{'told':>8}{'found':>14}")
    for name in chosen.decisions:
        kind = KINDS_MEASURED[name]
        found = [
            judged(view, answers, chosen.playouts)
            for track in chosen.tracks or ["usa", "great_britain"]
            for view, answers in positions(kind, track, seeds, chosen.share, chosen.preset)
        ]
        if len(found) < 2:
            continue
        seems, worse = (
            sum(each) / len(found)
            for each in zip(*[(one.better is not None, sure) for one, sure in found], strict=True)
        )
        told, lost = ([fmean(values) for values in each] for each in zip(*[one[:2] for one, _ in found], strict=True))
        error = stdev(lost) / sqrt(len(lost))
        print(
            f"{name:<10}{len(found):>10}{seems:>13.0%}{worse:>10.0%}{fmean(told):>8.3f}{fmean(lost):>8.3f} ±{error:.3f}"
        )
    print(f"{time.perf_counter() - began:.0f} s", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
