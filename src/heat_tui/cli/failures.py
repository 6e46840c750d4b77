"""The exit codes, and the failures that lead to some of them."""

from __future__ import annotations

import errno

DONE = 0
BUG = 1
BAD_INPUT = 2
"""The exit code after bad input, or if there is no room for output."""

SIGNALLED = 128
"""The base of the exit code after a signal; the signal's number is added."""


SIGHUP, SIGPIPE = 1, 13
"""The numbers of these signals on every POSIX system."""


def code_of_lost_stream(error: Exception) -> int | None:
    """Return the exit code for an error that means a lost terminal, a broken pipe or a full disk; else None."""
    if isinstance(error, BrokenPipeError):
        return SIGNALLED + SIGPIPE
    number = error.errno if isinstance(error, OSError) else None
    if number in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return BAD_INPUT
    return SIGNALLED + SIGHUP if number in (errno.EIO, errno.ENXIO) else None
