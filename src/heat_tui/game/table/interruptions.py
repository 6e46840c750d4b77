"""What can end the game: a bug, or a signal, which is raised as an exception once the game can stop safely.

Writing `AS_BEFORE` restores the terminal if a signal kills a full-screen program before it can do so itself.

This module imports nothing from the game: the command line needs it before anything else is loaded.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

ENDING: Final = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))

SIGNALLED: Final = 128
"""The base of the exit code after a signal; the signal's number is added."""

AS_BEFORE: Final = (
    "\x1b[?2026l"  # end synchronized output
    "\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?1015l\x1b[?1016l"  # the mouse
    "\x1b[?2004l\x1b[?1004l\x1b[?2048l"  # pasting, focus, size reports
    "\x1b[<u"  # the keyboard
    "\x1b[0m\x1b[?7h\x1b[?1049l\x1b[?25h"  # colours, line wrap, the previous screen, the cursor
)
"""The sequences that restore a terminal after a full-screen program that did not end cleanly."""


class Interrupted(BaseException):
    """A request to end the game; `signal` is the number of the signal."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.signal = number


class Broke(Exception):
    """A bug that ended the game; its cause is the error, which may have a note on the race for the bug report."""


class Interruptions:
    """The conversion of the signals in `ENDING` into `Interrupted`, raised immediately or after a `held` block."""

    _held = 0
    _waiting: int | None = None

    @contextmanager
    def heard(self) -> Iterator[None]:
        """Raise `Interrupted` in the main thread for any signal in `ENDING` during the block; `held` delays it."""
        before = {number: signal.signal(number, self._hear) for number in ENDING}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Let the block finish before a signal that arrives during it raises `Interrupted`.

        Within another `held` block, the signal waits for the end of the outer block. If the block raises an exception
        too, `Interrupted` replaces it, because a caller that expects that exception would carry on and lose the signal.
        """
        self._held += 1
        try:
            yield
        finally:
            self._held -= 1
            if not self._held and self._waiting is not None:
                raise Interrupted(self._waiting)

    def _hear(self, number: int, _frame: FrameType | None) -> None:
        if self._held:
            self._waiting = number
        else:
            raise Interrupted(number)
