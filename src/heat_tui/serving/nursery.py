"""The nursery: a process that has loaded the game once, and forks a child to be each guest's screen.

A screen starts immediately, and shares most of its memory with the others. With the environment of a guest, the server
sends two file descriptors: the pseudo-terminal, and the socket on which the screen reports what happens at the door.
Only the screen keeps its end of the socket open, so when that closes, the screen has ended. Screens have a lower
priority than the server, which handles the keys and the connections of all guests.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import socket
import sys
from contextlib import suppress
from typing import Final

LONGEST: Final = 65_536
"""The maximum size of an environment, in bytes."""

PRIORITY: Final = 10
"""The increment to the niceness of screens: busy ones leave the server the time that it needs."""


def wait_for_guest(control: socket.socket) -> int:
    """Wait for guests, and fork a process for each; the nursery itself exits when the server ends.

    In each process, set up the environment and the terminal, and return the file descriptor of the socket for reports.
    """
    gc.freeze()
    os.nice(PRIORITY)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # screens that have ended leave no zombies
    while True:
        environment, files, _flags, _address = socket.recv_fds(control, LONGEST, 2)
        if not environment:
            sys.exit()
        if not os.fork():
            break
        for file in files:
            os.close(file)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    control.close()
    terminal, line = files
    errors = os.dup(2)
    with suppress(OSError):  # the guest has gone already, and the app will find no terminal
        os.login_tty(terminal)
    os.dup2(errors, 2)
    os.close(errors)
    os.environ.clear()
    os.environ.update(json.loads(environment))
    return line
