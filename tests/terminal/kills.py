"""`make kills`: races that are killed with SIGKILL and resumed; no confirmed choice may be lost.

A choice counts as confirmed from the first frame that no longer shows its question. What was painted is read from the
terminal, up to the last byte that the killed program wrote.
"""

from __future__ import annotations

import argparse
import random
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Final

from heat_tui.engine.decisions import PlanDecision
from heat_tui.store.saved_race import Chosen
from tests.terminal.racer import Racer
from tests.terminal.terminal import NotShown, Terminal

TABLES: Final = (
    ("--drivers", "Ada", "--legends", "2"),
    ("--drivers", "Ada,Bo", "--legends", "1"),
    ("--drivers", "Ada,Bo,Cy", "--legends", "0"),
)
TRACKS: Final = ("usa", "italy", "france", "mexico")
MOST_BEFORE: Final = 8
"""The maximum number of choices before the disturbance begins."""

SETTLED: Final = 0.3
"""The seconds of silence after which everything chosen so far is painted, including explanations and keys."""

WITHIN: Final = 0.005
"""The longest time in seconds between Enter and the kill."""


@dataclass
class Outcome:
    """The outcome of one race: the numbers of choices confirmed and saved."""

    confirmed: int
    saved: int


class Lost(Exception):
    """A race did not survive; str() says how."""


def killed_in_planning(racer: Racer, chance: random.Random) -> list[Chosen]:
    """Kill while gear and cards are being chosen; return the confirmed choices."""
    match = racer.rest()
    while not isinstance(match.decision, PlanDecision):
        match = racer.choose()
    before = list(racer.played)
    if chance.random() < 0.8:
        racer.lift(match)
        keys = [chance.choice("1234567+-") for _ in range(chance.randint(0, 6))]
        racer.terminal.press(*keys)
    _wait(racer.terminal, chance.uniform(0, 0.3))
    _kill(racer.terminal)
    return before


def killed_in_mid_turn(racer: Racer, chance: random.Random) -> list[Chosen]:
    """Kill during a turn, between two of its choices or while cars move; return the confirmed choices. Raises Lost."""
    match = racer.rest()
    before = list(racer.played)
    while not before or not _opens_turn(racer):
        match = racer.choose()
        before = list(racer.played)
    if chance.random() < 0.5:
        _wait(racer.terminal, chance.uniform(0, 0.2))
        _kill(racer.terminal)
        return before
    racer.prepare(match)
    racer.terminal.settle(SETTLED)
    frames = racer.terminal.watch()
    racer.terminal.press("enter")
    racer.terminal.wait_until(lambda: len(frames) > 1 and frames[-1] != frames[0], "waited for Enter")
    _wait(racer.terminal, chance.uniform(0, 1.0))
    _kill(racer.terminal)
    return _with_confirmed(racer, before, frames)


def killed_at_enter(racer: Racer, chance: random.Random) -> list[Chosen]:
    """Kill the program within 5 ms of the Enter that confirms a choice; return the confirmed choices. Raises Lost."""
    match = racer.rest()
    before = list(racer.played)
    racer.prepare(match)
    racer.terminal.settle(SETTLED)
    frames = racer.terminal.watch()
    racer.terminal.press("enter")
    _wait(racer.terminal, chance.uniform(0, WITHIN))
    _kill(racer.terminal)
    return _with_confirmed(racer, before, frames)


Disturbance = Callable[[Racer, random.Random], list[Chosen]]
PLAN: Final[tuple[tuple[str, int, Disturbance, str], ...]] = (
    ("planning", 50, killed_in_planning, "off"),
    ("mid-turn", 25, killed_in_mid_turn, "normal"),
    ("within 5 ms of Enter", 25, killed_at_enter, "off"),
)
"""The disturbances: name, number of times in a hundred, function, and setting of the animation."""


def race_and_kill(home: Path, disturb: Disturbance, animation: str, chance: random.Random) -> Outcome:
    """Begin, disturb, resume and continue one race. Raises Lost or NotShown."""
    options = ("--animation", animation, "--no-confirm")
    table, track, seed = chance.choice(TABLES), chance.choice(TRACKS), chance.randrange(10**6)
    start = ("race", "--track", track, *table, "--seed", str(seed), "--laps", "1", *options)
    with Terminal(*start, home=home, size=chance.choice(((80, 24), (120, 40)))) as terminal:
        racer = Racer(terminal, home)
        for _ in range(chance.randint(0, MOST_BEFORE)):
            racer.choose()
        confirmed = disturb(racer, chance)
    saved = list(racer.played)
    if saved[: len(confirmed)] != confirmed:
        raise Lost(f"{table} on {track}, seed {seed}: confirmed {confirmed}, saved {saved}")
    if len(saved) > len(confirmed) + 1:
        raise Lost(f"{table} on {track}, seed {seed}: {len(saved) - len(confirmed)} more were saved than confirmed")
    with Terminal("resume", *options, home=home) as terminal:
        racer = Racer(terminal, home)
        match = racer.rest()
        if list(racer.played) != saved:
            raise Lost(f"{table} on {track}, seed {seed}: resuming changed the save")
        if f"round {match.view(None).round}" not in terminal.text:
            raise Lost(f"{table} on {track}, seed {seed}: resumed at another place:\n{terminal.text}")
        racer.choose()
    return Outcome(len(confirmed), len(saved))


def _opens_turn(racer: Racer) -> bool:
    """Return whether the last plan has been made, so that the turns are in progress."""
    return not isinstance(racer.match.decision, PlanDecision)


def _with_confirmed(racer: Racer, before: list[Chosen], frames: list[str]) -> list[Chosen]:
    """Return the choices confirmed `before`, and that of the last Enter if a frame no longer shows its question.

    Raises Lost if that choice is not saved.
    """
    if all(_body(frame) == _body(frames[0]) for frame in frames):
        return before
    saved = list(racer.played)
    if len(saved) <= len(before):
        raise Lost(f"a frame showed that a choice was taken, but it is not saved:\n{frames[0]}\n{frames[-1]}")
    return saved[: len(before) + 1]


def _body(frame: str) -> str:
    """Return the part of a screen that shows the race: all but the keys in the last line."""
    return frame.rpartition("\n")[0]


def _wait(terminal: Terminal, seconds: float) -> None:
    """Read for the given time."""
    until = perf_counter() + seconds
    while (left := until - perf_counter()) > 0:
        terminal.step(left)


def _kill(terminal: Terminal) -> None:
    """Kill the program, and read what it had already written."""
    terminal.signal(signal.SIGKILL)
    terminal.process.wait(20)
    terminal.settle()


def main() -> None:
    """Kill races and print the counts; the exit code is 1 if a race did not survive."""
    parser = argparse.ArgumentParser(prog="make kills", description=__doc__)
    parser.add_argument("--races", type=int, default=100, help="how many races (default 100)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of everything that is random here (default 1)")
    options = parser.parse_args()
    lost = 0
    print(f"{options.races} races, seed {options.seed}")
    for name, share, disturb, animation in PLAN:
        counts: Counter[str] = Counter()
        races = max(1, options.races * share // 100)
        for number in range(races):
            chance = random.Random(f"{options.seed} {name} {number}")
            with tempfile.TemporaryDirectory() as home:
                try:
                    outcome = race_and_kill(Path(home), disturb, animation, chance)
                except (Lost, NotShown) as fault:
                    lost += 1
                    print(f"{name}, race {number}: {fault}", file=sys.stderr)
                    continue
            counts["resumed"] += 1
            counts["confirmed"] += outcome.confirmed
            counts["saved but not yet painted"] += outcome.saved - outcome.confirmed
        print(
            f"{name}: {races} killed, {counts['resumed']} resumed with all {counts['confirmed']} confirmed choices",
            end="",
        )
        print(f"; {counts['saved but not yet painted']} saved before they were painted", flush=True)
    print("nothing that was confirmed was lost" if not lost else f"{lost} races did not come through")
    sys.exit(bool(lost))


if __name__ == "__main__":
    main()
