"""A terminal running the game: keys go in, a screen of characters and colours comes out. Nothing here sleeps."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from time import perf_counter
from typing import Final

import pyte

from tests.cli.program import environment
from tests.terminal.child import FRAME_ENDS, Child

KEYS: Final[Mapping[str, bytes]] = {
    "enter": b"\r",
    "escape": b"\x1b",
    "tab": b"\t",
    "shift+tab": b"\x1b[Z",
    "space": b" ",
    "backspace": b"\x7f",
    "up": b"\x1b[A",
    "down": b"\x1b[B",
    "right": b"\x1b[C",
    "left": b"\x1b[D",
    "home": b"\x1b[H",
    "end": b"\x1b[F",
    "page-up": b"\x1b[5~",
    "page-down": b"\x1b[6~",
    "focus-lost": b"\x1b[O",
    "focus-gained": b"\x1b[I",
    **{f"ctrl+{letter}": bytes([ord(letter) - 96]) for letter in "abcdefghijklmnopqrstuvwxyz"},
}

ALTERNATE, CURSOR = 1049, 25
NOT_AT_HOME: Final = frozenset({1000, 1003, 1004, 1006, 1015, 1016, ALTERNATE, 2004, 2026, 2048})
"""Modes that must be off after a program has left the terminal; the cursor and line wrap must be on."""

NO_GRACE: Final = "import heat_tui.tui.input; heat_tui.tui.input.GRACE = 0.0\n"
"""Code that lets a key answer a prompt as soon as it appears, faster than any person could."""

PROGRAM: Final = ("-c", NO_GRACE + "from heat_tui.cli import main\nmain()")

_MODE: Final = re.compile(rb"\x1b\[\?([\d;]+)([hl])")
_OTHER_SCREEN: Final = re.compile(rb"\x1b\[\?1049[hl]")
_CLEARED: Final = b"\x1b[0m\x1b[2J\x1b[H"
_KEYBOARD: Final = re.compile(rb"\x1b\[([<>=])(\d*)u")
_UNKNOWN_TO_PYTE: Final = re.compile(
    rb"\x1b\[[<>=][\d;]*[a-zA-Z]|\x1b\[\?[\d;]*\$p|\x1b[P\]_][^\x07\x1b]*(?:\x07|\x1b\\)"
)
_UNFINISHED: Final = re.compile(rb"\x1b(?:\[[<>=?]?[\d;]*\$?|[P\]_][^\x07\x1b]*\x1b?)?$")


class NotShown(AssertionError):
    """An expected text or state never came; str() shows the screen as it was."""


class Terminal(Child):
    """The game at a terminal. `everything` holds all bytes that it has written, `frames` counts the painted frames."""

    def __init__(
        self,
        *arguments: str,
        home: Path,
        size: tuple[int, int] = (80, 24),
        timeout: float = 60.0,
        stderr: int | None = None,
        program: Sequence[str] = PROGRAM,
        **variables: str,
    ) -> None:
        self.timeout = timeout
        self.everything = b""
        self.frames = 0
        self.on: set[int] = {7, CURSOR}
        self.keyboard_modes = 0
        self._rest = b""
        self._watched: list[str] | None = None
        self._text: str | None = None
        self.screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self.screen)
        kept = {"TERM": "xterm-256color", "COLORTERM": "truecolor", **variables}
        super().__init__([sys.executable, *program, *arguments], environment(home, **kept), size, stderr=stderr)

    @property
    def text(self) -> str:
        """The screen as lines of text."""
        if self._text is None:
            self._text = "\n".join(line.rstrip() for line in self.screen.display)
        return self._text

    def foreground(self, column: int, row: int) -> str:
        """Return the colour of a character: six hex digits, or the name of one of the terminal's own colours."""
        colour: str = self.screen.buffer[row][column].fg
        return colour

    def background(self, column: int, row: int) -> str:
        """Return the colour behind a character, in the format of `foreground`."""
        colour: str = self.screen.buffer[row][column].bg
        return colour

    def find(self, text: str) -> tuple[int, int]:
        """Return the column and row of a text. Raises NotShown."""
        for row, line in enumerate(self.screen.display):
            if text in line:
                return line.index(text), row
        raise NotShown(f"{text!r} is not on the screen:\n{self.text}")

    def press(self, *keys: str) -> None:
        """Press keys, by name (`enter`, `ctrl+p`) or as text."""
        self.write(b"".join(KEYS.get(key, key.encode()) for key in keys))

    def click(self, column: int, row: int) -> None:
        """Press and release the left mouse button; column and row are counted from 0."""
        self.write(f"\x1b[<0;{column + 1};{row + 1}M\x1b[<0;{column + 1};{row + 1}m".encode())

    def wait_for(self, *texts: str) -> None:
        """Read until all these texts are on the screen. Raises NotShown."""
        self.wait_until(lambda: all(text in self.text for text in texts), f"waited for {', '.join(map(repr, texts))}")

    def wait_without(self, text: str) -> None:
        """Read until a text is no longer on the screen. Raises NotShown."""
        self.wait_until(lambda: text not in self.text, f"waited for {text!r} to go")

    def wait_for_any(self, *texts: str) -> str:
        """Read until one of these texts is on the screen, and return it. Raises NotShown."""
        self.wait_until(lambda: any(text in self.text for text in texts), f"waited for one of {texts}")
        return next(text for text in texts if text in self.text)

    def wait_until(self, shown: Callable[[], bool], what: str) -> None:
        """Read until a condition holds, checking it whenever data arrives. Raises NotShown."""
        until = perf_counter() + self.timeout
        while not shown():
            left = until - perf_counter()
            try:
                if left <= 0 or not self.step(left):
                    raise NotShown(f"{what}, but in {self.timeout:g} s only this came:\n{self.text}")
            except EOFError:
                raise NotShown(f"{what}, but the program ended:\n{self.text}") from None

    def step(self, seconds: float) -> bool:
        """Process the next data; return whether anything came. Raises EOFError if the program has closed its side."""
        chunk = self.read(seconds)
        if chunk is None:
            return False
        self._take(chunk.data)
        return True

    def step_or_fail(self, what: str) -> None:
        """Process the next data. Raises NotShown if nothing comes or the program has ended."""
        try:
            if self.step(self.timeout):
                return
        except EOFError:
            raise NotShown(f"{what}, but the program ended:\n{self.text}") from None
        raise NotShown(f"{what}, but nothing came any more:\n{self.text}")

    def settle(self, quiet: float = 0.08, most: float = 10.0) -> None:
        """Process everything until the program has been quiet for `quiet` seconds, or `most` seconds have passed."""
        for chunk in self.read_until_quiet(quiet, most):
            self._take(chunk.data)

    def rest(self, quiet: float = 0.06) -> None:
        """Process everything until the program has dealt with all its input, even on a busy machine.

        Twice in a row, its threads have to be asleep after `quiet` seconds, with no output in between. Raises NotShown
        if that takes too long.
        """
        until, rests = perf_counter() + self.timeout, False
        while perf_counter() < until:
            chunks = self.read_until_quiet(quiet, self.timeout)
            for chunk in chunks:
                self._take(chunk.data)
            rested, rests = rests, self.process.poll() is not None or not self._is_busy()
            if rested and rests and not chunks:
                return
        raise NotShown(f"the program was still busy after {self.timeout:g} s:\n{self.text}")

    def _is_busy(self) -> bool:
        """Return whether a thread of the program is running, or would be if a processor were free."""
        for stat in Path(f"/proc/{self.process.pid}/task").glob("*/stat"):
            with suppress(OSError):  # a thread that has just ended
                if stat.read_text().rpartition(")")[2].split()[0] in "RD":
                    return True
        return False

    def resize(self, columns: int, rows: int) -> None:
        """Resize the terminal."""
        self._text = None
        self.screen.resize(rows, columns)
        super().resize(columns, rows)

    def repaint(self, columns: int, rows: int) -> None:
        """Clear the screen, and have the program paint all of it at another size."""
        self._text = None
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        super().resize(columns, rows)

    def end(self) -> int:
        """Process the remaining data, and return the exit code. Raises NotShown if the terminal is not closed in time.

        Raises TimeoutExpired if the program closes the terminal but does not end.
        """
        until = perf_counter() + self.timeout
        try:
            while self.step(until - perf_counter()):
                pass
        except EOFError:
            return self.process.wait(self.timeout)
        raise NotShown(f"the program did not end in {self.timeout:g} s:\n{self.text}")

    def left_behind(self) -> list[str]:
        """Return the terminal modes that the program has not restored; empty after a clean end."""
        faults = [f"mode {mode} is still on" for mode in sorted(self.on & NOT_AT_HOME)]
        faults += [f"mode {mode} is still off" for mode in sorted({7, CURSOR} - self.on)]
        if self.keyboard_modes:
            faults.append(f"{self.keyboard_modes} keyboard modes are left on the stack")
        return faults

    def watch(self) -> list[str]:
        """Return a growing list of the screens after every frame from now on, beginning with the current one."""
        self._watched = [self.text]
        return self._watched

    def _take(self, data: bytes) -> None:
        """Record data, and feed the screen with it, up to an unfinished sequence at its end."""
        self.everything += data
        data = self._rest + data
        unfinished = _UNFINISHED.search(data)
        cut = len(data) if unfinished is None else unfinished.start()
        self._rest, data = data[cut:], data[:cut]
        for numbers, what in _MODE.findall(data):
            for mode in map(int, numbers.split(b";")):
                (self.on.add if what == b"h" else self.on.discard)(mode)
        for sign, _flags in _KEYBOARD.findall(data):
            self.keyboard_modes += {b">": 1, b"<": -1, b"=": 0}[sign]
        for number, part in enumerate(data.split(FRAME_ENDS)):
            if number:
                self.frames += 1
                if self._watched is not None:
                    self._watched.append(self.text)
            self._text = None
            self._stream.feed(_UNKNOWN_TO_PYTE.sub(b"", _OTHER_SCREEN.sub(_CLEARED, part)))
