"""Running the app, from the check of the terminal before its first frame to every way it can end.

Textual is not imported here before the app runs, so that checking the terminal is cheap.
"""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Timer
from types import FrameType
from typing import TYPE_CHECKING, Final, TextIO

from heat_tui.game.table.interruptions import AS_BEFORE, ENDING, SIGNALLED, Broke, Interrupted
from heat_tui.language import _
from heat_tui.store.schema import Refused

if sys.platform != "win32":
    import termios

if TYPE_CHECKING:
    from heat_tui.tui.app import HeatApp

_INCAPABLE: Final = ("dumb", "unknown")


def is_served() -> bool:
    """Return whether the environment names a driver for Textual, as textual-serve does to show apps in a browser.

    Such a driver has its own protocol on the standard streams, and nothing else may write to them.
    """
    return bool(os.environ.get("TEXTUAL_DRIVER"))


def check_terminal(command: str = "heat-tui plain") -> None:
    """Raise Refused if the app cannot be shown here; the refusal names `command`, which works anywhere."""
    if is_served():
        return
    kind = os.environ.get("TERM", "")
    if not (_is_terminal(sys.__stdin__) and _is_terminal(sys.__stdout__)):
        why = _("The full-screen game needs a terminal, and this is not one; {command} races in lines of text.")
    elif sys.platform == "win32":
        return
    elif not kind:
        why = _(
            "TERM is not set, so the game cannot identify this terminal; run {command} to race in plain text "
            "on any terminal."
        )
    elif kind in _INCAPABLE:
        why = _("A terminal of type {kind} cannot show the full-screen game; run {command} to race in lines of text.")
    else:
        return
    raise Refused(why.format(kind=kind, command=command))


class TerminalBefore:
    """The terminal as it was before the app painted on it.

    If the program is in the background, it first stops until the shell brings it to the foreground.
    """

    def __init__(self) -> None:
        self._attributes: list[int | list[bytes | int]] | None = None
        if sys.platform != "win32":
            with suppress(OSError):  # not a terminal, or one without process groups
                while os.tcgetpgrp(0) != os.getpgrp():
                    os.kill(os.getpid(), signal.SIGSTOP)
            with suppress(termios.error):
                self._attributes = termios.tcgetattr(0)

    def restore(self) -> None:
        """Restore the terminal, without waiting if it no longer accepts output."""
        with suppress(OSError):
            os.set_blocking(1, False)
            os.write(1, AS_BEFORE.encode("ascii"))
            os.set_blocking(1, True)
        if sys.platform != "win32" and self._attributes is not None:
            with suppress(termios.error):
                termios.tcsetattr(0, termios.TCSANOW, self._attributes)


def _is_terminal(stream: TextIO | None) -> bool:
    """Return whether a stream exists, is open, and is a terminal."""
    return stream is not None and not stream.closed and stream.isatty()


PATIENCE: Final = 3.0
"""The seconds that the app may take to end after a signal."""

COLLECTS_AFTER: Final = 1.0
"""The seconds until garbage collection begins; by then, the app has usually painted its first screen."""


def run_app(app: HeatApp, size: tuple[int, int] | None = None) -> None:
    """Run the app until it ends; the terminal is then as it was before.

    With a size, in columns and rows, the app runs invisibly, without a terminal.

    Every choice is saved when it is made, so nothing needs saving at the end. Raises Interrupted if a signal or the
    loss of the terminal ended the app, Broke if an error did.
    """
    if size is None and sys.platform != "win32" and not is_served():
        from heat_tui.tui.terminal_driver import HeatDriver

        if not issubclass(app.driver_class, HeatDriver):
            app.driver_class = HeatDriver
    asyncio.run(_running(app, TerminalBefore() if size is None else None, size))
    if app.fault is not None:
        raise Broke from app.fault
    if app.return_code is not None and app.return_code > SIGNALLED:
        raise Interrupted(app.return_code - SIGNALLED)


async def _running(app: HeatApp, before: TerminalBefore | None, size: tuple[int, int] | None) -> None:
    """Run the app with handlers for signals; unless it is invisible, start garbage collection a little later."""
    if size is None:
        asyncio.get_running_loop().call_later(COLLECTS_AFTER, _collect_garbage)
    with _ended_by_signals(app, before):
        await app.run_async(headless=size is not None, size=size)


def _collect_garbage() -> None:
    """Start garbage collection, leaving out the objects that already exist."""
    gc.freeze()
    gc.enable()


@contextmanager
def _ended_by_signals(app: HeatApp, before: TerminalBefore | None) -> Iterator[None]:
    """End the app at the first signal in ENDING, and the program at the second or PATIENCE seconds after the first."""
    loop = asyncio.get_running_loop()
    told: list[int] = []

    def leave_at_once(number: int) -> None:
        if before is not None:
            before.restore()
        os._exit(SIGNALLED + number)

    def hear(number: int, _frame: FrameType | None) -> None:
        told.append(number)
        if len(told) > 1:  # a second signal may arrive at any point in this function
            leave_at_once(number)
        last_resort.start()
        loop.call_soon_threadsafe(lambda: app.exit(return_code=SIGNALLED + number))

    last_resort = Timer(PATIENCE, lambda: leave_at_once(told[0]))
    last_resort.daemon = True
    handlers = {number: signal.getsignal(number) for number in ENDING}
    for number in ENDING:
        if sys.platform != "win32":  # wakes the loop for a signal that another thread receives
            loop.add_signal_handler(number, lambda: None)
        signal.signal(number, hear)
    try:
        yield
    finally:
        last_resort.cancel()
        for number, handler in handlers.items():
            if sys.platform != "win32":
                loop.remove_signal_handler(number)
            signal.signal(number, handler)
