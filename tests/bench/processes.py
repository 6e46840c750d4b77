"""Measurements of whole processes: the times of an import and of a list of saves, and the memory of a race."""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter, sleep

from heat_tui.store.save_list import RIPE
from tests.books import raced, store_in
from tests.cli.program import COMMAND, environment

NOTHING = "pass"
ENGINE = "import heat_tui.engine"
PEAK = "\nprint(next(row.split()[1] for row in open('/proc/self/status') if row.startswith('VmHWM')))"
"""Code that prints the peak memory in kB, from /proc: getrusage would return the parent's peak if that were larger."""

ENGINE_RACE = """
import random
from heat_tui.engine import Race, RaceSetup, Track, Corner
corners = (Corner(12, 7, 2, 1), Corner(33, 3, 27, 2), Corner(49, 3, 43, 3), Corner(57, 2, 52, 4))
line = ((1, "left"), (13, "right"), (58, "left"))
track = Track("usa", "USA", "base", 2, 6, 3, 69, "clockwise", corners, line, (), (), ())
race = Race.start(RaceSetup(track, ("a", "b", "c", "d", "e", "f"), seed=1))
draw = random.Random(1).random
while (decision := race.decision) is not None:
    race.play(decision.sample(draw))
"""


def import_seconds(rounds: int) -> tuple[float, float]:
    """Return the median seconds of the bare interpreter and of one that imports the engine, run alternately."""
    bare, engine = [], []
    for _ in range(rounds):
        bare.append(_seconds(NOTHING))
        engine.append(_seconds(ENGINE))
    return median(bare), median(engine)


def peak_kilobytes() -> tuple[int, int]:
    """Return the peak memory, in kB, of the bare interpreter and of one that has played a race with six cars."""
    return _peak(NOTHING), _peak(ENGINE_RACE)


def list_seconds(saves: int, rounds: int) -> tuple[float, float, float]:
    """Return the processor seconds of `saves list`.

    They are the median without saves, those of the first run with `saves` saves, and the median of later runs.
    """
    with tempfile.TemporaryDirectory() as home:
        none = median(_processor_seconds(Path(home)) for _ in range(rounds))
        store = store_in(Path(home))
        text = store.path(raced(store, 1).name).read_bytes()
        for number in range(1, saves):
            (store.folder / f"copy-{number}.json").write_bytes(text)
        sleep(RIPE)
        first = _processor_seconds(Path(home))
        return none, first, median(_processor_seconds(Path(home)) for _ in range(rounds))


def _processor_seconds(home: Path) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([*COMMAND, "saves", "list"], check=True, capture_output=True, env=environment(home))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _seconds(code: str) -> float:
    began = perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)
    return perf_counter() - began


def _peak(code: str) -> int:
    done = subprocess.run([sys.executable, "-c", code + PEAK], check=True, capture_output=True, text=True)
    return int(done.stdout)
