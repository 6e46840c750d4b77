"""A screen in a process of its own: `python -m tests.shared.child URL TABLE SEED NAME...` races to the flag."""

from __future__ import annotations

import sys
import time

from heat_tui.game.table.shared import SharedMatch
from heat_tui.store.shared_tables import SharedTables
from tests.shared.screens import Plans

WITHIN = 120.0
"""The seconds after which a screen gives up."""


def main(url: str, name: str, seed: str, *people: str) -> None:
    """Sit down, and choose by the plans of the seed until the game is over."""
    match, plans = SharedMatch.sit(SharedTables(url), name, people, take_over=True), Plans(int(seed))
    until = time.monotonic() + WITHIN
    while not match.over and time.monotonic() < until:
        match.poll()
        if match.rests and (match.here or match.behind):
            match.next_race()
        elif match.moves_on:
            match.play_driver()
        elif match.waits_for_person:
            decision = match.decision
            assert decision is not None
            plans.skip(decision.seat, sum(entry.seat == decision.seat for entry in match.log))
            match.play(plans(decision.seat, decision))
        else:
            time.sleep(0.005)
    match.leave()
    sys.exit(0 if match.over else 1)


if __name__ == "__main__":
    main(*sys.argv[1:])
