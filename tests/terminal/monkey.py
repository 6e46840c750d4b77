"""`make monkey`: bursts of random keys, clicks, pastes, resizes and signals, at real terminals.

An app may end only as requested: by its own question or by a signal, with the right exit code and without a bug report.
An app that is still running must react at the end, and a race must show its question.
"""

from __future__ import annotations

import argparse
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter, deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import cycle
from pathlib import Path
from time import perf_counter
from typing import Final

from heat_tui import language
from heat_tui.game.table.match import Match
from heat_tui.language import _, translated
from heat_tui.store.saves import SaveStore
from heat_tui.tui.keymap import KEYS as KEYMAP
from tests.terminal.terminal import KEYS, NO_GRACE, NotShown, Terminal

SAVES: Final = Path(__file__).parents[1] / "saves"
SAVED: Final = ("v1-mexico-finished", "v1-usa-mid-turn", "v1-italy-with-marks")
"""The saves in the folder at the start."""

RACE: Final = ("race", "--legends", "2", "--laps", "1", "--track")
ALL: Final = (*RACE, "italy", "--drivers", "Ada,Bo,Cy", "--preset", "everything")
UP: Final = "\x1b[A"
PLACES: Final[tuple[tuple[str, Sequence[str], str], ...]] = (
    ("title", (), ""),
    ("palette", (), "\x10"),
    ("first race", ("race", "--tutorial"), "\r"),
    ("race for one", (*RACE, "usa", "--drivers", "Ada"), ""),
    ("race for one", (*RACE, "mexico", "--drivers", "日本,@steady"), ""),
    ("race for three", (*RACE, "usa", "--drivers", "Ada,Bo,[red]"), ""),
    ("race for three", ALL, ""),
    ("race to watch", ("race", "--watch", "--laps", "1"), ""),
    ("resumed race", ("resume", "v1-usa-mid-turn"), ""),
    ("season", ("season", "--year", "1961", "--drivers", "Ada", "--legends", "2", "--laps", "1"), ""),
    ("replay", ("replay", "v1-mexico-finished"), ""),
    ("track editor", ("tracks", "edit", "usa"), ""),
    ("settings", (), f"\x1b[F{UP * 2}\r"),
    ("book", (), f"\x1b[F{UP * 3}\r"),
    ("saved races", (), f"\x1b[F{UP * 4}\r"),
    ("tracks", (), f"\x1b[F{UP * 5}\r"),
    ("challenges", (), f"\x1b[F{UP * 6}\r"),
    ("new season", (), f"\x1b[F{UP * 7}\r"),
    ("new race", (), f"\x1b[F{UP * 9}\r"),
)
"""The places where an app begins, each with its arguments and the first keys."""

SIZES: Final = ((80, 24), (80, 24), (100, 30), (120, 40), (160, 50), (200, 60))
TOO_SMALL: Final = ((79, 24), (20, 5), (1, 1))

ESCAPE: Final = "\x1b[27u"
"""Esc, as sent by terminals that distinguish it from the start of another key's sequence."""

LEAVE: Final = KEYS["ctrl+q"].decode()

USUAL: Final[Sequence[str]] = ("\r", "\r", "\r", *"1234567+- ", "\x1b[B", UP, "\t", ESCAPE)
"""The keys of almost half of all presses, so that races make progress."""

OTHERS: Final[Sequence[str]] = (
    *"abcdefghijklmnopqrstuvwxyz089ABCDEFGHIJKLMNOPQRSTUVWXYZ?,:;@[]{}ä日",
    *(KEYS[each].decode() for each in ("left", "right", "home", "end", "page-up", "page-down", "shift+tab")),
    *(chr(ord(each) - 96) for each in "bdefglnopqrstvxyz"),
    *("\x7f", "\x1b[3~", "\x1b[1;5D", "\x1b[1;2A", "\x1b[1;2B", "\x1bOP", "\x1b", "\x1bx", "\x10", "\x10", "/\x7f"),
)
"""The other keys; typed into a file field, none of them leads out of the proposed folder: a `/` is deleted again."""

PASTED: Final = ("日本語", "ab12 ", "Ada\nBo\n", "x", "\t1\n", "HEAT-")

BURSTS: Final = (15, 60)
"""The minimum and the maximum number of bursts for one app."""

QUIET: Final = 0.03
START: Final = """
import faulthandler, os, signal
os.chdir(os.environ["HEAT_TUI_HOME"])
faulthandler.register(signal.SIGUSR1, open("threads", "w"))
"""
"""The first statements of the program, so that a fault can show where it hangs."""

STARTING: Final = 30.0
STOPPING: Final = 5.0
"""The maximum number of seconds that each wait lasts: for an app to start, and for it to stop or end."""

ENOUGH: Final = 30.0
"""The seconds of processor time within which an app must end or react; elapsed time would depend on the load."""

SILENT: Final = 5
"""The number of looks in a row after which an idle app that paints nothing counts as hanging."""


class Fault(AssertionError):
    """The monkey broke something; str() says what, after which steps, with which seed."""


class Patience:
    """A limit on the wait for an app to react: in processor time, and in consecutive looks that find it idle."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._began = terminal.processor_seconds()
        self._seen = 0.0, 0
        self._silent = 0

    @property
    def is_over(self) -> bool:
        """True if the app has had enough processor time or has been idle for `SILENT` looks; read it once per look."""
        now = self._terminal.processor_seconds(), len(self._terminal.everything)
        self._silent = self._silent + 1 if self._terminal.is_idle and now == self._seen else 0
        self._seen = now
        return now[0] - self._began > ENOUGH or self._silent == SILENT


class Monkey:
    """A player of random keys from a seed, at one terminal after another."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.chance = random.Random(seed)
        self.keys = 0
        self.apps = 0
        self.seen: Counter[str] = Counter()
        self.ends: Counter[str] = Counter()
        self._last: deque[str] = deque(maxlen=40)

    def play(self, keys: int) -> None:
        """Continue until the given number of keys has been pressed. Raises Fault."""
        while self.keys < keys:
            self.apps += 1
            with tempfile.TemporaryDirectory() as folder:
                self._sit_down(Path(folder), keys)

    def _sit_down(self, home: Path, keys: int) -> None:
        """Play at one terminal."""
        chance = self.chance
        place, arguments, first = chance.choice(PLACES)
        code, size = chance.choice(("en", "en", "ja", "zh_Hant")), chance.choice(SIZES)
        options = ["--animation", chance.choice(("off", "off", "fast", "normal"))]
        options += ["--ascii"] * (chance.random() < 0.2) + ["--no-confirm"] * (chance.random() < 0.5)
        if place == "track editor":  # this command takes no options
            options = []
        grey = chance.random() < 0.2
        hasty = chance.random() < 0.5
        start = START
        start += "os.environ['NO_COLOR'] = '1'\n" * grey + NO_GRACE * hasty
        program = ("-c", start + "from heat_tui.cli import main\nmain()")
        (home / "saves").mkdir()
        for name in SAVED:
            shutil.copy(SAVES / f"{name}.json", home / "saves")
        self.seen[place] += 1
        self._last.clear()
        self._last.append(f"{place}, {code}, {size}, {' '.join(options)}{', grey' * grey}{', without grace' * hasty}")
        with Terminal(
            *options,
            *arguments,
            home=home,
            size=size,
            program=program,
            timeout=STOPPING,
            HEAT_TUI_LANG=code,
            BROWSER="true",
        ) as terminal:
            with suppress(OSError):  # the app has ended, and its terminal is closed
                self._play_at(terminal, first, keys)
            self._leave(terminal, home)

    def _play_at(self, terminal: Terminal, first: str, keys: int) -> None:
        """Play until the app ends, or enough bursts or keys have been sent."""
        if self.chance.random() < 0.8:  # otherwise the app is still starting
            terminal.read_until_quiet(0.5, STARTING)
        terminal.write(first.encode())
        for _burst in range(self.chance.randint(*BURSTS)):
            if terminal.process.poll() is not None or self.keys >= keys:
                return
            self._act(terminal)
            terminal.read_until_quiet(QUIET, 2.0)

    def _act(self, terminal: Terminal) -> None:
        """Do one thing that a person could do."""
        chance = self.chance.random()
        if chance < 0.06:
            size = self.chance.choice((*SIZES, *TOO_SMALL))
            self._last.append(f"resize to {size}")
            terminal.resize(*size)
        elif chance < 0.08:
            text = self.chance.choice(PASTED)
            text *= self.chance.choice((1, 50, 100_000 // len(text.encode())))
            self._last.append(f"paste of {len(text)} characters, {text[:8]!r}")
            self._write(terminal, f"\x1b[200~{text}\x1b[201~")
        elif chance < 0.10:
            self._last.append("stop and go on")
            terminal.signal(signal.SIGTSTP)
            until = perf_counter() + STOPPING
            while not terminal.is_stopped and perf_counter() < until:
                terminal.read_until_quiet(QUIET, 1.0)
            terminal.signal(signal.SIGCONT)
        else:
            most = self.chance.choice((1, 3, 10, 40))
            burst = [self._key() for _key in range(self.chance.randint(1, most))]
            self.keys += len(burst)
            self._last.append(repr("".join(burst)))
            self._write(terminal, "".join(burst))

    def _key(self) -> str:
        """Return a key, one to three clicks, a mouse movement or turn of the wheel, or a loss or gain of focus."""
        chance = self.chance.random()
        if chance < 0.12:
            column, row = self.chance.randint(1, 120), self.chance.randint(1, 40)
            click = f"\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m"
            return click * self.chance.choice((1, 1, 2, 3))
        if chance < 0.15:
            button = self.chance.choice((35, 64, 65))
            return f"\x1b[<{button};{self.chance.randint(1, 120)};{self.chance.randint(1, 40)}M"
        if chance < 0.17:
            return self.chance.choice(("\x1b[O", "\x1b[I"))
        return self.chance.choice(USUAL if chance < 0.6 else OTHERS)

    def _write(self, terminal: Terminal, text: str) -> None:
        """Write a text, but stop if the app has ended; after each part of a long text, read what the app paints."""
        data = text.encode()
        for begin in range(0, len(data), 2048):
            if terminal.process.poll() is not None:
                return
            terminal.write(data[begin : begin + 2048])
            if len(data) > 2048:
                terminal.read_until_quiet(0.0, 0.5)

    def _leave(self, terminal: Terminal, home: Path) -> None:
        """End the app with a signal, unless it has ended, and check what it leaves behind. Raises Fault.

        Before the signal, the app often has to show that it reacts, unless keys have been rebound.
        """
        allowed = {0}
        terminal.signal(signal.SIGCONT)
        if terminal.process.poll() is None:
            if self.chance.random() < 0.6 and not _rebound(home):
                self._see_that_it_reacts(terminal)
            number = self.chance.choice((signal.SIGTERM, signal.SIGHUP))
            self._last.append(number.name)
            terminal.signal(number)
            allowed |= {128 + number, -number}  # -number before the app is up or after it ends, as with any program
        ended = self._ended(terminal, home)
        reports = [path.read_text(encoding="utf-8") for path in (home / "reports").glob("*")]
        if ended not in allowed or reports:
            raise self._fault("\n".join([f"exit code {ended}", *reports]), terminal)
        self.ends[str(ended)] += 1
        store = SaveStore(home / "saves")
        latest = store.glance()
        if latest is not None:
            Match.resume(store.read(latest.name), store=None)

    def _ended(self, terminal: Terminal, home: Path) -> int:
        """Wait for the app to end, and return its exit code. Raises Fault."""
        patience = None
        while patience is None or not patience.is_over:
            with suppress(NotShown, subprocess.TimeoutExpired):
                return terminal.end()
            patience = patience or Patience(terminal)
        terminal.signal(signal.SIGUSR1)
        terminal.read_until_quiet(1.0)
        threads = (home / "threads").read_text(encoding="utf-8")
        raise self._fault(f"it does not end ({terminal.process.poll()}):\n{threads}", terminal)

    def _see_that_it_reacts(self, terminal: Terminal) -> None:
        """Check that the app, unless it ends, offers to quit, and that a race still has its question. Raises Fault."""
        leaving = _said(lambda: [_("Quit the game")])
        patience = Patience(terminal)
        text, keys = "", cycle((ESCAPE, LEAVE))
        while not any(words in text for words in leaving):
            if terminal.process.poll() is not None:
                return
            if patience.is_over:
                raise self._fault("the app does not react", terminal)
            terminal.write(next(keys).encode())
            text = self._looked_at(terminal)
        left = _said(lambda: [_("Leave the race? It is saved as {name}.").partition("{")[0]])
        race, asked = any(words in text for words in left), _said(_asked)
        while race and (any(words in text for words in leaving) or not any(words in text for words in asked)):
            if patience.is_over:
                raise self._fault("the race has no question", terminal)
            terminal.write(ESCAPE.encode())  # closes this dialog, then the screens over the race
            text = self._looked_at(terminal)

    def _looked_at(self, terminal: Terminal) -> str:
        """Have the app repaint its screen at another size; return the text without blanks."""
        terminal.read_until_quiet(0.2, 1.0)
        terminal.repaint(120 + (terminal.screen.columns == 120), 40)
        terminal.settle(0.3, 1.5)
        return _without_blanks(terminal.text)

    def _fault(self, what: str, terminal: Terminal) -> Fault:
        steps = "\n".join(self._last)
        return Fault(f"{what}\n{terminal.text}\nseed {self.seed}, app {self.apps}; the last steps:\n{steps}")


def _rebound(home: Path) -> bool:
    """Return whether the monkey has given a command another key."""
    settings = home / "settings.json"
    return settings.exists() and '"keys": {}' not in settings.read_text(encoding="utf-8")


def _asked() -> list[str]:
    """Return the texts that show that a race waits for a person, moves automatically or is over."""
    moving = _("Press any key to continue."), _("Press any key to skip the animation.")
    return ["Enter", *moving, _("Result"), translated(KEYMAP["pause"].words)]


def _said(say: Callable[[], Sequence[str]]) -> list[str]:
    """Return the texts that `say` gives in every language, without blanks: keys may have changed the language."""
    found: list[str] = []
    for code in language.languages():
        language.use(code)
        found += map(_without_blanks, say())
    language.use("en")
    return found


def _without_blanks(text: str) -> str:
    return re.sub(r"\s", "", text)


def main() -> None:
    """Play, and print the counts; the exit code is 1 after a fault."""
    parser = argparse.ArgumentParser(prog="make monkey", description=__doc__)
    parser.add_argument("--keys", type=int, default=10_000, help="how many keys (default 10000)")
    parser.add_argument("--seed", type=int, default=None, help="the seed (drawn at random by default)")
    options = parser.parse_args()
    seed = random.SystemRandom().randrange(10**6) if options.seed is None else options.seed
    print(f"{options.keys} keys, seed {seed}", flush=True)
    began, monkey = perf_counter(), Monkey(seed)
    try:
        monkey.play(options.keys)
    except Fault as fault:
        print(fault, file=sys.stderr)
        sys.exit(1)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{monkey.keys} keys in {monkey.apps} apps, {perf_counter() - began:.0f} s, ", end="")
    print(f"{used.ru_utime + used.ru_stime:.0f} s of processor time; none died")
    print("begun at: " + ", ".join(f"{name} {count}" for name, count in monkey.seen.most_common()))
    print("exit codes: " + ", ".join(f"{code} {count}" for code, count in sorted(monkey.ends.items())))


if __name__ == "__main__":
    main()
