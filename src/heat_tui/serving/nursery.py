"""The nursery: a process that has loaded the game once, and becomes the screen of each guest by a fork.

A screen is there at once, and shares most of its memory with all others. The server sends the environment of a guest
with two files: the pseudo-terminal, and the line on which the screen tells what happens at the door. On the same line
the nursery says the process of the screen, and with which status it ended.
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
"""The number that a screen's line has as a file."""

MOST_FILES: Final = 4096
"""The files that a screen closes: those of the nursery, and the lines of other screens."""

LONGEST: Final = 65_536
"""The most bytes of an environment."""


def wait_for_guest(control: socket.socket) -> None:
    """Wait for guests, and return in a new process for each; end with the server. The environment is the guest's."""
    lines: dict[int, socket.socket] = {}

    def reap(*_: object) -> None:
        """Say which screens have ended."""
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
        each.detach()  # whose numbers other files will have
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
