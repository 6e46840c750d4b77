"""A long campaign: random races over all tracks, cars and options, with the cheap laws checked at every decision.

    python -m tests.laws.campaign [--decisions N] [--seed N] [--jobs N] [--reproduce FILE]

The expensive laws are checked at a share of the decisions. At the first broken law, the campaign prints the race as
JSON (for `--reproduce`) and exits with status 1.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import traceback
from collections import Counter
from collections.abc import Generator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from heat_tui.engine.setup import MOST_CARS
from tests.laws.mixes import TRACKS, Json, Mix, action_from, action_to_json, drawn_mix, mix_from
from tests.laws.trial import Trial, kind_of

KINDS = ("PlanDecision", "ReactDecision", "SlipstreamDecision", "DiscardDecision", "MulliganDecision")
A_MILLION = 1_000_000
FEWEST = 1000
"""The minimum number of decisions for each track, number of cars and kind of decision in a campaign of a million."""

RACES_A_BATCH = 16
LOOKS = 0.03
"""The share of decisions at which the expensive laws are checked too."""

REPLAYS = 0.1
"""The share of races that are replayed from their actions."""


@dataclass
class Counts:
    """The numbers of races, close looks and replays, and of decisions by track, by number of cars and by kind.

    `fault` is the report of the last fault, None if there was none.
    """

    races: int = 0
    looks: int = 0
    replays: int = 0
    tracks: Counter[str] = field(default_factory=Counter)
    cars: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    fault: str | None = None

    def add(self, other: Counts) -> None:
        """Add the counts of a later race or batch, and take over its fault."""
        self.races += other.races
        self.looks += other.looks
        self.replays += other.replays
        self.tracks.update(other.tracks)
        self.cars.update(other.cars)
        self.kinds.update(other.kinds)
        self.fault = other.fault

    @property
    def decisions(self) -> int:
        return self.kinds.total()

    def fewest(self) -> int:
        """Return the smallest count of any track, number of cars or kind of decision."""
        cars = (self.cars[_cars(count)] for count in range(1, MOST_CARS + 1))
        return min(*(self.tracks[track] for track in TRACKS), *cars, *(self.kinds[kind] for kind in KINDS))

    def table(self) -> str:
        """Return the counts as lines of text."""
        lines = [f"{self.races:>9} races, {self.replays} of them played again", f"{self.looks:>9} close looks"]
        for counted in (self.tracks, self.cars, self.kinds):
            lines += [f"{number:>9} {name}" for name, number in sorted(counted.items())]
        return "\n".join((*lines, f"{self.decisions:>9} decisions"))


def race_of(seed: int, number: int) -> tuple[Mix, Random]:
    """Return the mix of race `number` of a campaign and its source of chance; tracks and numbers of cars rotate."""
    random = Random(f"{seed}:{number}")
    track = TRACKS[number % len(TRACKS)]
    return drawn_mix(random, track=track, cars=number // len(TRACKS) % MOST_CARS + 1), random


def run_race(seed: int, number: int) -> Counts:
    """Play one race and return its counts, with a `fault` if a law was broken or any other exception was raised."""
    mix, random = race_of(seed, number)
    counts = Counts(races=1)
    trial: Trial | None = None
    try:
        trial = Trial(mix)
        while trial.race.decision is not None:
            if random.random() < LOOKS:
                counts.looks += 1
                trial.look_closely(random)
            counts.kinds[kind_of(trial.race)] += 1
            trial.play_on(random, most=1)
        trial.look_closely(random)
        if random.random() < REPLAYS:
            counts.replays += 1
            trial.replays()
    except Exception:  # noqa: BLE001 -- a crash of any kind is a broken law too, and is reported with its race
        counts.fault = _report(mix, trial, seed, number)
    counts.tracks[mix.track] = counts.cars[_cars(mix.cars)] = counts.decisions
    return counts


def run_batch(seed: int, first: int) -> Counts:
    """Run the batch of races that begins with number `first`, up to the first fault, and return its counts."""
    counts = Counts()
    for number in range(first, first + RACES_A_BATCH):
        counts.add(run_race(seed, number))
        if counts.fault is not None:
            break
    return counts


def run_campaign(decisions: int, seed: int, jobs: int) -> Counts:
    """Run batches until all counts are high enough or a law is broken; the counts do not depend on `jobs`."""
    total = Counts()
    floor = FEWEST * decisions // A_MILLION
    with ProcessPoolExecutor(jobs) as pool:
        batches = _batches(pool, seed, jobs)
        while (total.decisions < decisions or total.fewest() < floor) and total.fault is None:
            total.add(next(batches))
        batches.close()
    return total


def _batches(pool: ProcessPoolExecutor, seed: int, jobs: int) -> Generator[Counts]:
    waiting: list[Future[Counts]] = []
    first = 0
    try:
        while True:
            while len(waiting) < 2 * jobs:
                waiting.append(pool.submit(run_batch, seed, first))
                first += RACES_A_BATCH
            yield waiting.pop(0).result()
    finally:
        for batch in waiting:
            batch.cancel()


def reproduce(path: Path) -> None:
    """Play a reported race again with all laws checked at every decision; raise the first broken law."""
    data = json.loads(path.read_text(encoding="utf-8"))
    random = Random(0)
    trial = Trial(mix_from(data["mix"]))
    for action in data["actions"]:
        trial.look_closely(random)
        trial.play(action_from(action))
    trial.look_closely(random)
    trial.replays()


def _report(mix: Mix, trial: Trial | None, seed: int, number: int) -> str:
    actions: list[Json] = []
    if trial is not None:
        actions += [action_to_json(action) for action in trial.actions]
    race: dict[str, Json] = {"seed": seed, "race": number, "mix": mix.to_json(), "actions": actions}
    return f"{traceback.format_exc()}\n{json.dumps(race)}"


def _cars(count: int) -> str:
    return f"{count} car" if count == 1 else f"{count} cars"


def main() -> int:
    """Run the campaign and return 1 if it broke a law, else 0; or reproduce a race and raise the first broken law."""
    parser = argparse.ArgumentParser(prog="python -m tests.laws.campaign", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--decisions", type=int, default=A_MILLION, help="the minimum number of decisions")
    parser.add_argument("--seed", type=int, default=None, help="the same seed, the same races")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--reproduce", type=Path, metavar="FILE", help="the JSON line of a broken law")
    chosen = parser.parse_args()
    if chosen.reproduce is not None:
        reproduce(chosen.reproduce)
        print("Every law holds in this race.")
        return 0
    began = time.monotonic()
    seed = Random().getrandbits(32) if chosen.seed is None else chosen.seed
    counts = run_campaign(chosen.decisions, seed, chosen.jobs)
    print(counts.table())
    print(f"seed {seed}, {time.monotonic() - began:.0f} s")
    if counts.fault is not None:
        print(f"A law is broken:\n{counts.fault}")
        return 1
    print("No law was broken.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
