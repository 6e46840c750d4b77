"""How a command ends when it cannot do what was asked."""

from __future__ import annotations

import errno

DONE = 0
BUG = 1
BAD_INPUT = 2
SIGNALLED = 128
"""To this the number of the signal that ended the program is added."""


SIGHUP, SIGPIPE = 1, 13
"""The numbers that every POSIX system gives to these signals."""


class Broke(Exception):
    """A bug ended the game; `race` is what its report says of the race, "" without one."""

    def __init__(self, race: str) -> None:
        super().__init__(race)
        self.race = race


def code_of_lost_stream(error: OSError) -> int | None:
    """Return the exit code where the terminal or the reader of a pipe went away, None for any other fault."""
    if isinstance(error, BrokenPipeError):
        return SIGNALLED + SIGPIPE
    return SIGNALLED + SIGHUP if error.errno in (errno.EIO, errno.ENXIO) else None
