"""`python -m tests.store.kills`: kill programs that write to the drivers' book, while others continue.

One program races and reports its saves; another rebuilds the book again and again, at the same time. Afterwards no race
is lost or entered twice.
"""

from __future__ import annotations

import argparse
import random
import signal
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from time import sleep
from typing import Final

from heat_tui.game.table.match import Match
from heat_tui.store.book import BookRace
from heat_tui.store.save_list import SaveInfo
from heat_tui.store.saves import SaveStore
from tests.books import book_of, catch_up, kept, play_on, race_setup, rebuild, store_in, unseen
from tests.cli.program import environment

SEEN: Final = 20
"""The number of saves before the first program begins."""

LONGEST: Final = 0.6
"""The longest time, in seconds, from a program's first line of output until it is killed."""


class Lost(Exception):
    """A race was lost or entered twice, or a program ended before it was killed; str() says which."""


def race(store: SaveStore, first: int) -> None:
    """Run one race after another, and report the end of each."""
    for seed in range(first, first + 10_000):
        match = kept(Match.start(race_setup(seed, ("Ada",), legends=0), ["person"], store=store, name=f"race-{seed}"))
        play_on(match, random.Random(seed))
        print(match.name, flush=True)


def write_again(store: SaveStore) -> None:
    """Rebuild the book endlessly."""
    while True:
        rebuild(store)
        print("rebuilt", flush=True)


def started(home: Path, *arguments: str) -> subprocess.Popen[str]:
    """Start a program that writes to the book of a home."""
    root = Path(__file__).parents[2]
    return subprocess.Popen(
        [sys.executable, "-m", "tests.store.kills", "--home", str(home), *arguments],
        env=environment(home, PYTHONPATH=f"{root / 'src'}:{root}"),
        stdout=subprocess.PIPE,
        text=True,
    )


def killed(program: subprocess.Popen[str]) -> list[str]:
    """Kill a program, and return the words of its output. Raises Lost if it had already ended."""
    program.send_signal(signal.SIGKILL)
    said, _nothing = program.communicate(timeout=60)
    if program.returncode != -signal.SIGKILL:
        raise Lost(f"{program.args!r} has ended with {program.returncode}")
    return said.split()


def kill(home: Path, kills: int, chance: random.Random) -> int:
    """Kill programs in pairs, and return the number of races that they finished. Raises Lost."""
    store, over = store_in(home), set[str]()
    unseen(store, range(SEEN))
    for number in range(0, kills, 2):
        programs = [started(home, "--race", str(1000 * (number + 1))), started(home, "--rebuild")]
        for program in chance.sample(programs, len(programs)):
            assert program.stdout is not None
            over.add(program.stdout.readline().strip())
            sleep(chance.uniform(0, LONGEST))
            over.update(killed(program))
        book_of(store).check()
        check(store, over - {"rebuilt", ""})
    return len(over - {"rebuilt", ""})


def check(store: SaveStore, over: set[str]) -> None:
    """Bring the book up to date, and compare it with the saves and with one built from scratch.

    Raises Lost if they differ.
    """
    catch_up(store)
    races = book_of(store).races()
    finished = {info.name for info in store.list() if isinstance(info, SaveInfo) and info.finished}
    if not over <= finished:
        raise Lost(f"of the races that were over there are no finished saves: {sorted(over - finished)}")
    saves = [each.save for each in races]
    if sorted(saves) != sorted(finished):
        raise Lost(f"the book has {sorted(saves)}, the saves are {sorted(finished)}")
    fresh = SaveStore(store.folder, book=store.folder / "fresh.sqlite")
    catch_up(fresh)
    same = book_of(fresh).races()
    assert fresh.book is not None
    fresh.book.unlink()
    if _by_key(races) != _by_key(same):
        raise Lost("the book is not that of the saves")


def _by_key(races: list[BookRace]) -> dict[tuple[str, int], BookRace]:
    return {each.key: replace(each, ended="") for each in races}


def main() -> None:
    """Kill programs and print the counts, or be one of these programs. Raises Lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=50, help="how many programs (default 50)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the moments (default 1)")
    parser.add_argument("--home", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--race", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--rebuild", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.race is not None:
        race(store_in(given.home), given.race)
    elif given.rebuild:
        write_again(store_in(given.home))
    else:
        with tempfile.TemporaryDirectory() as home:
            races = kill(Path(home), given.kills, random.Random(given.seed))
        print(f"{given.kills} programs killed while they wrote: all {races} races are in the book, each once")


if __name__ == "__main__":
    main()
