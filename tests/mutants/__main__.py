"""`python -m tests.mutants`: apply every recorded change in turn; each must make a test of its rule fail.

Exits with 0 if all mutants are killed.
"""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory

from tests.mutants.mutant import Mutant
from tests.mutants.table import MUTANTS
from tests.mutants.workshop import Verdict, Workshop


def main() -> int:
    """Judge the requested mutants and print the table; return 0 if all are killed, else 1."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--only", metavar="ID", action="append", help="only the mutants of this rule")
    parser.add_argument("--jobs", type=int, default=2, help="how many to judge side by side")
    wanted = parser.parse_args()
    mutants = [mutant for mutant in MUTANTS if not wanted.only or mutant.rule in wanted.only]
    if not mutants:
        parser.error("no mutant breaks such a rule")
    began = time.monotonic()
    with TemporaryDirectory(prefix="heat-tui-mutants-") as folder:
        workshops = [Workshop(Path(folder) / str(number)) for number in range(max(wanted.jobs, 1))]
        fault = workshops[0].sound(sorted({mutant.rule for mutant in mutants}))
        if fault:
            print(fault, file=sys.stderr)
            return 1
        verdicts = judged(mutants, workshops)
    alive = [verdict for verdict in verdicts if not verdict.killed]
    rules = len({mutant.rule for mutant in mutants})
    print(f"{len(verdicts) - len(alive)} of {len(verdicts)} mutants of {rules} rules killed", end=" ")
    print(f"in {time.monotonic() - began:.0f} s")
    return 1 if alive else 0


def judged(mutants: list[Mutant], workshops: list[Workshop]) -> list[Verdict]:
    """Return the verdicts in the order of the mutants, and print each as soon as it and all before it are known."""
    free: SimpleQueue[Workshop] = SimpleQueue()
    for workshop in workshops:
        free.put(workshop)

    def judge(mutant: Mutant) -> Verdict:
        workshop = free.get()
        try:
            return workshop.judge(mutant)
        finally:
            free.put(workshop)

    verdicts = []
    with ThreadPoolExecutor(len(workshops)) as pool:
        for verdict in pool.map(judge, mutants):
            print(line(verdict), flush=True)
            verdicts.append(verdict)
    return verdicts


def line(verdict: Verdict) -> str:
    """Return the entry of a mutant in the table: one line for the change, one for the time and outcome."""
    mutant = verdict.mutant
    change = " ".join(f"{mutant.old.strip()} -> {mutant.new.strip()}".split())
    outcome = f"killed by {verdict.by}" if verdict.killed else f"ALIVE: {verdict.by}"
    return f"{mutant.rule:4} {mutant.file:34} {change}\n{verdict.seconds:8.1f} s  {outcome}"


if __name__ == "__main__":
    sys.exit(main())
