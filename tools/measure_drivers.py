"""Measure how well Steady drives: against Chance, paired, and alone against five Legends, on every track.

For each seed and track: two races of two cars, Steady and Chance changing seats on the same grid and the same
luck, and one race of Steady with five Legends. The same arguments print the same bytes; the time goes to stderr.
The exit code is 1 when Steady misses an aim on any track: 95 % of the races against Chance, one in six against Legends.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass, fields, replace
from multiprocessing import Pool

from heat_tui.drivers import Chance, Driver, Steady
from heat_tui.engine import Race, RaceSetup
from heat_tui.engine.events import Boosted, CornerTaken, Event, GearShifted, HandCluttered, HeatPaid, SpunOut
from heat_tui.game.options import BASE_GAME, PRESETS, Options, Seat
from heat_tui.game.race_options import race_setup
from heat_tui.store.tracks import track_ids

AIM_CHANCE = 0.95
AIM_LEGENDS = 1 / 6
LEGENDS = 5
PROCESSES = 2


@dataclass
class Tally:
    """What became of Steady in some races, each figure a sum over them."""

    races: int = 0
    wins: int = 0
    places: int = 0
    rounds: int = 0
    spins: int = 0
    heat: int = 0
    cluttered: int = 0

    def add(self, other: Tally) -> None:
        """Count other races in."""
        for field in fields(self):
            setattr(self, field.name, getattr(self, field.name) + getattr(other, field.name))

    def mean(self, figure: str) -> float:
        """A figure a race."""
        total: int = getattr(self, figure)
        return total / self.races

    def note(self, event: Event, seat: int) -> None:
        """Take in what happened, if it happened to the car of this seat."""
        match event:
            case SpunOut(car=car, paid=paid) if car == seat:
                self.spins += 1
                self.heat += paid
            case (
                CornerTaken(car=car, heat=heat)
                | Boosted(car=car, heat=heat)
                | GearShifted(car=car, heat=heat)
                | HeatPaid(car=car, heat=heat)
            ) if car == seat:
                self.heat += heat
            case HandCluttered(car=car) if car == seat:
                self.cluttered += 1
            case _:
                pass


def drive(setup: RaceSetup, drivers: list[Driver], seat: int) -> Tally:
    """Drive one race to the flag and tell of the car of `seat`."""
    race = Race.start(setup)
    tally = Tally(races=1)
    while (decision := race.decision) is not None:
        for event in race.play(drivers[decision.seat].choose(race.view(decision.seat), decision)):
            tally.note(event, seat)
    place = race.standings.index(seat) + 1
    tally.wins, tally.places, tally.rounds = int(place == 1), place, race.round
    return tally


def measure(task: tuple[str, int, str]) -> tuple[str, Tally, Tally]:
    """All races of one track, seed and preset: against Chance, and against the Legends."""
    track_id, seed, preset = task
    rules = Options(track=track_id, seed=seed, preset=preset)
    duel = race_setup(replace(rules, seats=(Seat("Ada"), Seat("Bo")), legends=0))
    against_chance = drive(duel, [Steady(seed), Chance(seed)], 0)
    against_chance.add(drive(duel, [Chance(seed), Steady(seed)], 1))
    field = race_setup(replace(rules, seats=(Seat("Ada"),), legends=LEGENDS))
    return track_id, against_chance, drive(field, [Steady(seed)], 0)


def row(name: str, chance: Tally, legends: Tally) -> str:
    """One line of the table."""
    return (
        f"{name:<14}{chance.mean('wins'):>7.1%}{chance.mean('rounds'):>8.1f}{chance.mean('spins'):>7.2f}"
        f"{legends.mean('wins'):>11.1%}{legends.mean('places'):>7.2f}{legends.mean('rounds'):>8.1f}"
        f"{legends.mean('spins'):>7.2f}{legends.mean('heat'):>7.1f}{legends.mean('cluttered'):>11.2f}"
    )


def main() -> int:
    """Print the table; see the module's first lines."""
    parser = argparse.ArgumentParser(description="Measure how well Steady drives.")
    parser.add_argument("--seeds", type=int, default=200, metavar="N", help="seeds a track (default 200)")
    parser.add_argument("--first", type=int, default=0, metavar="SEED", help="the first seed (default 0)")
    parser.add_argument("--preset", choices=tuple(PRESETS), default=BASE_GAME, help="the rules (default base)")
    parser.add_argument("tracks", nargs="*", metavar="TRACK", help="tracks to measure on (default all)")
    chosen = parser.parse_args()
    tracks: tuple[str, ...] = tuple(chosen.tracks) or track_ids()
    seeds = range(chosen.first, chosen.first + chosen.seeds)
    began = time.perf_counter()
    with Pool(PROCESSES) as pool:
        measured = pool.map(measure, [(track, seed, chosen.preset) for track in tracks for seed in seeds], chunksize=25)
    print(f"Steady by the rules {chosen.preset}, {len(seeds)} seeds from {seeds.start}")
    print("Spins, Heat and cluttered hands are Steady's own, a race")
    print(f"{'':<14}{'2 cars: Chance, paired':>22}{'6 cars: five Legends':>29}")
    print(
        f"{'track':<14}{'wins':>7}{'rounds':>8}{'spins':>7}"
        f"{'wins':>11}{'place':>7}{'rounds':>8}{'spins':>7}{'Heat':>7}{'cluttered':>11}"
    )
    all_chance, all_legends = Tally(), Tally()
    missed = False
    for track in tracks:
        chance, legends = Tally(), Tally()
        for measured_on, duels, fields_of_six in measured:
            if measured_on == track:
                chance.add(duels)
                legends.add(fields_of_six)
        missed |= chance.mean("wins") < AIM_CHANCE or legends.mean("wins") < AIM_LEGENDS
        all_chance.add(chance)
        all_legends.add(legends)
        print(row(track, chance, legends))
    print(row("all", all_chance, all_legends))
    print("An aim is missed." if missed else "Both aims are met on every track.")
    print(f"{time.perf_counter() - began:.0f} s", file=sys.stderr)
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
