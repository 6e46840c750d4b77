"""Screens in separate processes, which can be killed at random; every process is ended by its id."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from time import monotonic, sleep

PAUSE = 1.2
"""The maximum random part of the seconds between two kills; 0.2 seconds are added to it.

In that time, a new screen may or may not get to its first choice.
"""

THINKS = 0.4
"""The maximum number of seconds that people think about a choice while screens are killed."""

Child = subprocess.Popen[bytes]


def start(url: str, name: str, seed: int, people: Sequence[str], *options: str) -> Child:
    """Start a screen that races to the flag, with these options of `tests.shared.child`."""
    return subprocess.Popen([sys.executable, "-m", "tests.shared.child", url, name, str(seed), *people, *options])


@contextmanager
def screens(url: str, name: str, seed: int, groups: Sequence[Sequence[str]], *options: str) -> Iterator[list[Child]]:
    """Yield the processes of screens, one for each group of people, and kill them all after the block."""
    children = [start(url, name, seed, people, *options) for people in groups]
    try:
        yield children
    finally:
        for child in children:
            child.kill()
            child.wait()


def race(url: str, name: str, seed: int, *groups: Sequence[str], kills: int = 0, within: float = 200.0) -> int:
    """Race a table to the flag, killing and restarting screens at random; return the number of kills."""
    random, killed, until = Random(seed), 0, monotonic() + within
    options = ("--pause", str(THINKS)) if kills else ()
    with screens(url, name, seed, groups, *options) as children:
        while any(child.poll() is None for child in children):
            assert monotonic() < until, "the race does not end"
            if killed < kills:
                sleep(random.random() * PAUSE + 0.2)
                place = random.randrange(len(children))
                if children[place].poll() is None:
                    children[place].kill()
                    children[place].wait()
                    children[place] = start(url, name, seed, groups[place], *options)
                    killed += 1
            else:
                sleep(0.05)
        assert [child.returncode for child in children] == [0] * len(children)
    return killed


def end(child: Child) -> None:
    """Kill a process, and wait for its end."""
    child.kill()
    child.wait()


def parents() -> dict[int, int]:
    """Return the parent of every living process."""
    found = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            state, parent = stat.read_text().rpartition(")")[2].split()[:2]
            if state != "Z":
                found[int(stat.parent.name)] = int(parent)
    return found
