"""A program on its own pseudo-terminal: raw bytes with their arrival times."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import termios
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import perf_counter
from typing import Final, Self

ASKS_FOR_FRAMES: Final = b"\x1b[?2026$p"
HAS_FRAMES: Final = b"\x1b[?2026;2$y"
FRAME_ENDS: Final = b"\x1b[?2026l"
PATIENCE: Final = 30.0
_READ = 65_536


@dataclass(frozen=True, slots=True)
class Chunk:
    """The data of one read, and when it came, in seconds of perf_counter."""

    data: bytes
    at: float


class Child:
    """A running program; `began` is the moment before it was started.

    If asked, the terminal says that it supports synchronized output, so that the program marks the end of every frame.
    """

    def __init__(
        self,
        command: Sequence[str],
        environment: Mapping[str, str],
        size: tuple[int, int] = (80, 24),
        *,
        stderr: int | None = None,
    ) -> None:
        self.master, slave = pty.openpty()
        os.set_blocking(self.master, False)
        self._tail = b""
        try:
            _set_size(slave, size)
            self.modes_before = termios.tcgetattr(slave)
            self.began = perf_counter()
            self.process = subprocess.Popen(
                command,
                stdin=slave,
                stdout=slave,
                stderr=slave if stderr is None else stderr,
                env=dict(environment),
                start_new_session=True,
                preexec_fn=_take_terminal,
            )
        finally:
            os.close(slave)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def read(self, seconds: float) -> Chunk | None:
        """Return the next data, or None if nothing comes in time. Raises EOFError if the other end is closed."""
        ready, _, _ = select.select([self.master], [], [], max(0.0, seconds))
        if not ready:
            return None
        try:
            data = os.read(self.master, _READ)
        except OSError:  # Linux reports this once no process has the other end open
            data = b""
        at = perf_counter()
        if not data:
            raise EOFError
        self._answer(data)
        return Chunk(data, at)

    def read_until_quiet(self, quiet: float, most: float = 10.0) -> list[Chunk]:
        """Read until nothing has come for `quiet` seconds, `most` seconds have passed or the other end is closed.

        Return the chunks read.
        """
        chunks: list[Chunk] = []
        until = perf_counter() + most
        with suppress(EOFError):
            while perf_counter() < until and (chunk := self.read(quiet)) is not None:
                chunks.append(chunk)
        return chunks

    def write(self, data: bytes) -> None:
        """Type the data. Raises OSError if the program has ended, or has not taken all of it in `PATIENCE` seconds."""
        until = perf_counter() + PATIENCE
        while data:
            try:
                data = data[os.write(self.master, data) :]
            except BlockingIOError:  # Linux does not wake a writer whose reader has ended
                if self.process.poll() is not None or perf_counter() > until:
                    raise
                select.select([], [self.master], [], 0.1)

    def resize(self, columns: int, rows: int) -> None:
        """Resize the terminal; the program gets SIGWINCH."""
        _set_size(self.master, (columns, rows))

    def signal(self, number: int) -> None:
        """Send a signal to the program alone."""
        self.process.send_signal(number)

    def modes(self) -> list[int]:
        """Return the current modes of the line discipline: input, output, control and local flags."""
        return [flag for flag in termios.tcgetattr(self.master)[:4] if isinstance(flag, int)]

    @property
    def is_stopped(self) -> bool:
        """True if the program has stopped or ended (Linux only): a SIGCONT before it stops would have no effect."""
        return self._stat()[0] in "TZ"

    @property
    def is_idle(self) -> bool:
        """True if the program is waiting for something to happen, or has ended (Linux only)."""
        return self._stat()[0] in "SZ"

    def processor_seconds(self) -> float:
        """Return the processor time that the program has used so far (Linux only)."""
        user, system = self._stat()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def peak_kilobytes(self) -> int:
        """Return the program's peak memory so far, in kB (Linux only)."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmHWM:"))

    def close(self) -> None:
        """End the program if it is still running, and release everything."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        with suppress(OSError):
            os.close(self.master)

    def hang_up(self) -> None:
        """Close the terminal, as closing its window does."""
        os.close(self.master)

    def _stat(self) -> list[str]:
        """Return what Linux says about the process, beginning with its state; proc(5) counts this as field 3."""
        with open(f"/proc/{self.process.pid}/stat", encoding="utf-8") as stat:
            return stat.read().rpartition(")")[2].split()

    def _answer(self, data: bytes) -> None:
        """Answer the one supported query, if the data completes it."""
        window = self._tail + data
        self._tail = window[1 - len(ASKS_FOR_FRAMES) :]
        if ASKS_FOR_FRAMES in window:
            self._tail = b""
            self.write(HAS_FRAMES)


def _set_size(terminal: int, size: tuple[int, int]) -> None:
    columns, rows = size
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


def _take_terminal() -> None:
    """Make standard input the controlling terminal of this process, which then gets the terminal's signals."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
