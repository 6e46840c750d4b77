"""Play many seasons of every year, custom ones and careers under the laws, and print a reproducible summary.

    python -m tests.laws.season_campaign [--seasons N] [--title TITLE] [--laps]

At the first broken law, the campaign names the season and exits with status 1.
"""

from __future__ import annotations

import argparse
import sys
import traceback
from collections import Counter
from dataclasses import dataclass, field, replace
from hashlib import sha256
from random import Random

from heat_tui.modules.championship.calendar import SeasonRace
from tests.laws.season_trial import SeasonTrial
from tests.laws.test_season_laws import TITLES, drawn_season

LOOKS = 0.004
"""The share of decisions at which the expensive laws are checked too."""

TOLD = ("SponsorshipGained", "NoSponsorshipLeft", "SponsorshipsUsed", "Eliminated", "HeatLost", "UpgradeKept")


@dataclass
class Counts:
    """The numbers of seasons, races, decisions and events played; `digest` depends on every event and all standings."""

    seasons: int = 0
    races: int = 0
    decisions: int = 0
    events: Counter[str] = field(default_factory=Counter)
    digest: str = ""

    def line(self, title: str) -> str:
        """Return one line of the table."""
        told = ", ".join(f"{self.events[name]} {name}" for name in TOLD if self.events[name])
        figures = f"{self.seasons} seasons, {self.races} races, {self.decisions} decisions"
        return f"{title:7} {figures}, digest {self.digest[:12]}: {told}"


def play(title: str, seed: int, counts: Counts, *, printed_laps: bool) -> None:
    """Play one season to its end, and add it to the counts; raise BrokenLaw at the first broken law."""
    setup = drawn_season(title, seed)
    if printed_laps:
        setup = replace(setup, calendar=tuple(SeasonRace(race.track, race.event) for race in setup.calendar))
    random = Random(seed)
    trial = SeasonTrial(setup)
    while trial.season.decision is not None:
        if random.random() < LOOKS:
            trial.look_closely(random)
        counts.decisions += trial.play_on(random, most=1)
    counts.seasons += 1
    counts.races += len(setup.calendar)
    counts.events.update(type(event).__name__ for event in trial.log)
    counts.digest = sha256(f"{counts.digest}{trial.log!r}{trial.season.standings}".encode()).hexdigest()


def main() -> int:
    """Play the seasons and print the table; return 1 if a law was broken, else 0."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.laws.season_campaign", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("--seasons", type=int, default=200, help="the number of seasons of each title")
    parser.add_argument("--title", choices=TITLES, action="append", help="only these")
    parser.add_argument("--laps", action="store_true", help="with the printed laps instead of one or two")
    chosen = parser.parse_args()
    for title in chosen.title or TITLES:
        counts = Counts()
        for seed in range(chosen.seasons):
            try:
                play(title, seed, counts, printed_laps=chosen.laps)
            except Exception:  # noqa: BLE001 -- a crash of any kind is a broken law too
                print(f"A law is broken in season {seed} of {title}:\n{traceback.format_exc()}")
                return 1
        print(counts.line(title), flush=True)
    print("No law was broken.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
