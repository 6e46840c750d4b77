"""Timings of a program on a pseudo-terminal: until its first paint, and from a key to the change that it causes."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import perf_counter
from typing import Final, Self

from tests.terminal.child import FRAME_ENDS, Child, Chunk

PAINT_TIMEOUT: Final = 30.0
QUIET: Final = 0.12
"""The seconds of silence after which a program counts as having finished painting."""

SETTLED: Final = 0.6
"""The seconds of silence after which a started program counts as settled: it loads more after its first frame."""

_ESCAPES: Final = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*[@-~]|[P\]_][^\x07\x1b]*(?:\x07|\x1b\\)|.)")


@dataclass(frozen=True, slots=True)
class Subject:
    """A program whose frames are timed: its command, the texts of its first complete frame, and its terminal's size."""

    name: str
    command: Sequence[str]
    texts: Sequence[str]
    size: tuple[int, int]


class NeverPainted(Exception):
    """A program never painted its first frame, or painted nothing after a key; str() says which."""


class Running:
    """A running subject that has finished its initial painting.

    `first_paint` and `settled` are seconds from its start: to its first complete frame, and to the last byte before it
    became quiet.
    """

    def __init__(self, subject: Subject, environment: Mapping[str, str]) -> None:
        self.subject = subject
        self.child = Child(subject.command, environment, subject.size)
        try:
            painted = self._first_paint()
            rest = self.child.read_until_quiet(SETTLED)
            self.first_paint = painted - self.child.began
            self.settled = (rest[-1].at if rest else painted) - self.child.began
        except BaseException:
            self.child.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.child.close()

    def press(self, key: bytes) -> tuple[float, float]:
        """Press a key, and return the seconds to the first and to the last byte of the change. Raises NeverPainted."""
        self.child.read_until_quiet(QUIET)
        pressed = perf_counter()
        self.child.write(key)
        chunks = self._answer()
        return chunks[0].at - pressed, chunks[-1].at - pressed

    def _answer(self) -> list[Chunk]:
        """Read and return everything painted in response to a key. Raises NeverPainted."""
        first = self.child.read(PAINT_TIMEOUT)
        if first is None:
            raise NeverPainted(f"{self.subject.name}: nothing changed upon the key")
        return [first, *self.child.read_until_quiet(QUIET)]

    def _first_paint(self) -> float:
        """Read the first frame with all the texts, and return the time of its last byte. Raises NeverPainted."""
        until = perf_counter() + PAINT_TIMEOUT
        came = b""
        shown = False
        wanted = [text.encode() for text in self.subject.texts]
        with suppress(EOFError):
            while (chunk := self.child.read(until - perf_counter())) is not None:
                came += chunk.data
                if not shown:
                    plain = _ESCAPES.sub(b"", came)
                    shown = all(text in plain for text in wanted)
                if shown and (came.endswith(FRAME_ENDS) or b"\x1b[?2026h" not in came):
                    return chunk.at
        raise NeverPainted(f"{self.subject.name}: {self.subject.texts} never came; this did:\n{came[-3000:]!r}")


def command(module: str, *arguments: str) -> list[str]:
    """Return the command that runs a module of this checkout."""
    return [sys.executable, "-m", module, *arguments]
