"""`make tables`: measure how soon a choice at a shared table reaches the other screens, at one table and at many.

Eight seats: eight apps on pseudo-terminals of 120x40 race at one table, without animation. A key that makes a choice is
timed until the first byte that each of the seven other screens paints. Their memory is measured at the end.

Many tables: processes with a `SharedMatch` each, as `tests.shared.child` runs them, race to the flag at the pace of
people in a hurry. A choice is timed from before it is written until every screen of the table has carried it out.
"""

from __future__ import annotations

import argparse
import os
import select
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from copy import copy
from pathlib import Path
from statistics import median, quantiles
from time import monotonic, perf_counter
from typing import Final

from heat_tui.engine import RaceSetup
from heat_tui.engine.decisions import Decision, PlanDecision
from heat_tui.game.table.match import Match
from heat_tui.game.table.shared import SharedMatch
from heat_tui.store.saved_race import Chosen
from heat_tui.store.shared_tables import SharedTables
from heat_tui.store.tracks import load_track
from tests.shared import processes
from tests.terminal.racer import Racer, plan_keys
from tests.terminal.terminal import PROGRAM, Terminal

SIZE: Final = (120, 40)
PEOPLE: Final = ("Ada", "Bo", "Cem", "Dee", "Eli", "Fay", "Gus", "Hal")
QUIET: Final = 0.3
"""The seconds of silence after which a screen counts as having shown everything."""

TABLES: Final = 10
AT_A_TABLE: Final = 4
PAUSE: Final = 0.5
"""The longest time, in seconds, that a scripted person thinks."""

WITHIN: Final = 900.0
"""The seconds after which races of scripted screens are given up."""


class Evening:
    """The screens at one table, and a watcher in this process that knows what the record holds."""

    def __init__(self, home: Path, screens: list[Terminal], watcher: SharedMatch) -> None:
        self.home, self.screens, self.watcher = home, screens, watcher

    def choose(self) -> list[float]:
        """Choose with keys; return the seconds until each other screen first paints, or [] if one is late."""
        self._settle()
        match = self.watcher
        decision = self._asked()
        mine = self.screens[decision.seat]
        if isinstance(decision, PlanDecision):
            racer = Racer(mine, self.home)
            mine.press(*plan_keys(match, decision, racer.plan(_asking(match, decision))))
            self._settle()
        version = match.info.version
        while match.info.version == version:
            pressed = perf_counter()
            mine.press("enter")
            seen = self._first_bytes(mine, pressed)
            mine.settle(QUIET)
            match.poll()
            match.catch_up()
        return seen

    def _asked(self) -> Decision:
        """Return the decision of the first seat that still has to choose."""
        waited = self.watcher.waited_for()
        asking = self.watcher._game.asking(waited[0])
        decision = self.watcher.decision if asking is None else asking.decision
        assert decision is not None
        return decision

    def _settle(self) -> None:
        for screen in self.screens:
            screen.settle(QUIET)
        self.watcher.poll()
        self.watcher.catch_up()

    def _first_bytes(self, mine: Terminal, pressed: float) -> list[float]:
        """Wait for the other screens, and return the seconds until each paints, [] if one takes more than two."""
        waited = {screen.master: screen for screen in self.screens if screen is not mine}
        seen = []
        while waited and perf_counter() < pressed + 2:
            ready, _, _ = select.select([*waited], [], [], 0.1)
            at = perf_counter()
            for each in ready:
                waited.pop(each).step(0)
                seen.append(at - pressed)
        return [] if waited else seen

    def memory(self) -> list[tuple[float, float]]:
        """Return the proportional share and the resident memory of each screen, in MB."""
        return [memory(screen.process.pid) for screen in self.screens]


def _asking(match: SharedMatch, decision: Decision) -> Match:
    """Return a match that asks the seat of a decision, for drivers that choose from a match."""
    asked = copy(match)
    asked._game = match._game.asking(decision.seat) or match._game
    return asked


def memory(process: int) -> tuple[float, float]:
    """Return the proportional share and the resident memory of a process in MB, as Linux reports them."""
    rows = (line.split() for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()[1:])
    kilobytes = {row[0]: int(row[1]) for row in rows}
    return kilobytes["Pss:"] / 1024, kilobytes["Rss:"] / 1024


@contextmanager
def evening(folder: Path, screens: int) -> Iterator[Evening]:
    """Yield a table whose screens all ask for the first plan."""
    url = f"sqlite:///{folder / 'tables.sqlite'}"
    setup = RaceSetup(load_track("usa"), PEOPLE[:screens], seed=4, laps=1)
    name = SharedMatch.begin(SharedTables(url), Match.start(setup, ("person",) * screens))
    with ExitStack() as stack:
        running = []
        for who in PEOPLE[:screens]:
            terminal = Terminal(
                *("sit", name, "--as", who, "--database", url, "--animation", "off", "--no-confirm"),
                *("--no-gear-follows",),
                home=folder / who,
                size=SIZE,
                timeout=60,
                program=PROGRAM,
            )
            running.append(stack.enter_context(terminal))
        for terminal in running:
            terminal.wait_for("Gear")
        yield Evening(folder, running, SharedMatch.sit(SharedTables(url), name, []))


def measure_screens(choices: int, screens: int) -> None:
    """Measure how soon the other screens show each choice, and the memory afterwards, and print both."""
    with tempfile.TemporaryDirectory() as folder, evening(Path(folder), screens) as table:
        seen = [table.choose() for _choice in range(choices)]
        held = table.memory()
    times = [each for of_choice in seen for each in of_choice]
    missed = sum(not each for each in seen)
    print(f"{screens} screens, {choices} choices ({missed} not shown by all within 2 s), first shown at the others:")
    print(f"  median {median(times) * 1000:.0f} ms (goal 150), 95 % within {_high(times) * 1000:.0f} ms (goal 400)")
    shares, resident = zip(*held, strict=True)
    print(
        f"  memory a screen: proportional share {median(shares):.1f} MB (goal 60), resident {median(resident):.1f} MB"
    )


def measure_tables(tables: int, pause: float) -> None:
    """Race tables of scripted screens to the flag, and print how long choices take to reach all screens of a table."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        url = f"sqlite:///{Path(folder) / 'tables.sqlite'}"
        people = PEOPLE[:AT_A_TABLE]
        names = []
        for number in range(tables):
            setup = RaceSetup(load_track("usa"), people, seed=number, laps=1)
            names.append(
                SharedMatch.begin(SharedTables(url), Match.start(setup, ("person",) * AT_A_TABLE), name=f"t{number}")
            )
        notes = {(name, who): Path(folder) / f"{name}.{who}" for name in names for who in people}
        began = monotonic()
        running = []
        for number, name in enumerate(names):
            for who in people:
                options = ("--pause", str(pause), "--notes", str(notes[name, who]), "--within", str(WITHIN))
                child = processes.start(url, name, number, [who], *options)
                stack.callback(processes.end, child)
                running.append(child)
        codes = [child.wait(WITHIN) for child in running]
        took = monotonic() - began
        assert codes == [0] * len(codes), codes
        late, choices = [], 0
        for name in names:
            match = SharedMatch.sit(SharedTables(url), name, [])
            made, shown = _noted([notes[name, who] for who in people])
            record = [each for each in match.saved().record if isinstance(each, Chosen)]
            assert match.over
            assert all(len(each) == len(record) for each in shown), "a choice was lost or doubled"
            assert Match.resume(match.saved(), store=None).over
            choices += len(record)
            late += [max(each[number] for each in shown) - at for number, at in made.items()]
    print(f"{tables} tables of {AT_A_TABLE} scripted screens, {choices} choices in {took:.0f} s, none lost or doubled:")
    print(
        f"  {len(late)} by people in turns, on all screens of the table after {median(late) * 1000:.0f} ms (median),",
        end="",
    )
    print(f" 95 % within {_high(late) * 1000:.0f} ms (goal 1,000)")


def _noted(files: list[Path]) -> tuple[dict[int, float], list[dict[int, float]]]:
    """Return when each choice was made, by its number, and when each screen showed each choice."""
    made: dict[int, float] = {}
    shown: list[dict[int, float]] = []
    for file in files:
        seen: dict[int, float] = defaultdict(float)
        for line in file.read_text().splitlines():
            kind, number, at = line.split()
            if kind == "made":
                made[int(number)] = float(at)
            else:
                assert int(number) not in seen, "a choice was shown twice"
                seen[int(number)] = float(at)
        shown.append(seen)
    return made, shown


def _high(seconds: list[float]) -> float:
    """Return the time within which 95 of 100 choices are shown."""
    return quantiles(seconds, n=20)[-1]


def main() -> None:
    """Measure, and print the figures beside their goals."""
    parser = argparse.ArgumentParser(prog="make tables", description=__doc__)
    parser.add_argument("--choices", type=int, default=30, help="choices at the eight screens (default 30, 0 for none)")
    parser.add_argument("--screens", type=int, default=8, help="screens that race at one table (default 8)")
    parser.add_argument(
        "--tables", type=int, default=TABLES, help="tables of scripted screens (default 10, 0 for none)"
    )
    parser.add_argument("--pause", type=float, default=PAUSE, help="the longest time a scripted person thinks (0.5 s)")
    options = parser.parse_args()
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    if options.choices:
        measure_screens(options.choices, options.screens)
    if options.tables:
        measure_tables(options.tables, options.pause)


if __name__ == "__main__":
    main()
