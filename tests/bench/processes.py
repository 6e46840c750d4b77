"""What is measured on whole processes: the time an import takes and the memory of a race."""

from __future__ import annotations

import subprocess
import sys
from statistics import median
from time import perf_counter

NOTHING = "pass"
ENGINE = "import heat_tui.engine"
PEAK = "\nprint(next(row.split()[1] for row in open('/proc/self/status') if row.startswith('VmHWM')))"
"""Linux's own figure, in kB; getrusage would give the parent's where that is larger."""

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
    """The median seconds of the bare interpreter and of one that imports the engine, in turns."""
    bare, engine = [], []
    for _ in range(rounds):
        bare.append(_seconds(NOTHING))
        engine.append(_seconds(ENGINE))
    return median(bare), median(engine)


def peak_kilobytes() -> tuple[int, int]:
    """The peak memory of the bare interpreter and of one that has played a race with six cars."""
    return _peak(NOTHING), _peak(ENGINE_RACE)


def _seconds(code: str) -> float:
    began = perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)
    return perf_counter() - began


def _peak(code: str) -> int:
    done = subprocess.run([sys.executable, "-c", code + PEAK], check=True, capture_output=True, text=True)
    return int(done.stdout)
