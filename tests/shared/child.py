"""A screen in a separate process: `python -m tests.shared.child URL TABLE SEED NAME...` races to the flag."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import Random
from time import monotonic, sleep

from heat_tui.engine.decisions import AT_ONCE
from heat_tui.game.table.shared import SharedMatch
from heat_tui.store.shared_tables import SharedTables
from tests.shared.screens import Plans

POLL_INTERVAL = 0.025
"""The seconds that a screen rests between two polls if its people take time to think (`--pause`)."""

Noted = list[tuple[str, int, float]]


def main() -> None:
    """Sit down, and choose as `Plans` does with the seed until the game is over or the time is up."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url")
    parser.add_argument("name")
    parser.add_argument("seed", type=int)
    parser.add_argument("people", nargs="+")
    parser.add_argument("--pause", type=float, default=0.0, help="the longest time to think, in seconds")
    parser.add_argument("--notes", type=Path, help="a file for the times of choices that were made and shown")
    parser.add_argument("--within", type=float, default=120.0, help="the seconds after which to give up")
    options = parser.parse_args()
    match = SharedMatch.sit(SharedTables(options.url), options.name, options.people, take_over=True)
    noted: Noted = []
    if options.pause:
        match.listen()
    plans, random, until = Plans(options.seed), Random(f"{options.seed} {options.people}"), monotonic() + options.within
    while not match.over and monotonic() < until:
        match.poll()
        if match.waits_for_person and options.pause:
            sleep(random.random() * options.pause)
            match.poll()
        step(match, plans, noted, POLL_INTERVAL if options.pause else 0.005)
    match.leave()
    if options.notes:
        options.notes.write_text("".join(f"{kind} {number} {at}\n" for kind, number, at in noted))
    sys.exit(0 if match.over else 1)


def step(match: SharedMatch, plans: Plans, noted: Noted, rest: float) -> None:
    """Do what is due at a screen, or sleep for `rest` seconds if nothing is; note the choices made and shown."""
    before, decision, now = len(match.log), match.decision, monotonic()
    if match.rests and (match.here or match.behind):
        match.next_race()
    elif match.moves_on:
        match.play_driver()
    elif match.waits_for_person:
        assert decision is not None
        plans.skip(decision.seat, sum(entry.seat == decision.seat for entry in match.log))
        if match.play(plans(decision.seat, decision)) and not isinstance(decision, AT_ONCE):
            noted.append(("made", before, now))
    else:
        sleep(rest)
    noted += [("shown", number, monotonic()) for number in range(before, len(match.log))]


if __name__ == "__main__":
    main()
