"""The nursery: a process that has loaded the game once, and becomes the screen of each guest by a fork.

A screen is there immediately, and shares most of its memory with all others. The server sends the environment of a
guest with two files: the pseudo-terminal, and the line on which the screen reports what happens at the door. On the
same line, the nursery reports the id of the screen's process, and later its exit status.
"""

from __future__ import annotations

import fcntl
import gc
import json
import os
import signal
import socket
import sys
import termios
from contextlib import suppress
from typing import Final

LINE: Final = 3
"""The file descriptor of a screen's line."""

MOST_FILES: Final = 4096
"""The first file descriptor that a screen does not close; those below are the nursery's and other screens' lines."""

LONGEST: Final = 65_536
"""The maximum size of an environment, in bytes."""


def wait_for_guest(control: socket.socket) -> None:
    """Wait for guests, and return in a new process for each, in the guest's environment; exit when the server ends."""
    lines: dict[int, socket.socket] = {}

    def reap(*_: object) -> None:
        """Report the exit status of the screens that have ended."""
        while lines:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if not pid:
                return
            with lines.pop(pid) as line:
                _say(line, "ended", os.waitstatus_to_exitcode(status))

    gc.freeze()
    signal.signal(signal.SIGCHLD, reap)
    while True:
        said, files, _flags, _address = socket.recv_fds(control, LONGEST, 2)
        if not said:
            sys.exit()
        terminal, line = files
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD})
        pid = os.fork()
        if not pid:
            break
        os.close(terminal)
        lines[pid] = socket.socket(fileno=line)
        _say(lines[pid], "pid", pid)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD})
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD})
    for each in (control, *lines.values()):
        each.detach()  # other files get these numbers below
    os.setsid()
    fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
    for number in (0, 1):
        os.dup2(terminal, number)
    os.dup2(line, LINE)
    os.closerange(LINE + 1, MOST_FILES)
    os.environ.clear()
    os.environ.update(json.loads(said))


def _say(line: socket.socket, *words: object) -> None:
    with suppress(OSError):  # the server no longer listens
        line.send((json.dumps(words) + "\n").encode())
