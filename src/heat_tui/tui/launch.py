"""Running the app from its first frame to its last, and every way in which it can end."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer
from types import FrameType
from typing import TYPE_CHECKING, Final

from heat_tui.game.table.interruptions import ENDING, Interrupted
from heat_tui.tui.terminal import TerminalBefore, is_served

if TYPE_CHECKING:
    from heat_tui.tui.app import HeatApp

SIGNALLED: Final = 128
"""The base of the app's return code after a signal; the signal's number is added."""

PATIENCE: Final = 3.0
"""The seconds that the app may take to end when asked."""


STANDS: Final = 1.0
"""The seconds before garbage is collected, by which time the app has painted its first screen."""


class AppBroke(Exception):
    """The app was ended by an error, which is the cause of this exception."""


def run_app(app: HeatApp, size: tuple[int, int] | None = None) -> None:
    """Run the app until it ends; the terminal is then as it was before.

    With a size, in columns and rows, the app runs invisibly, without a terminal.

    Every choice is saved when it is made, so nothing needs saving at the end. Raises Interrupted if a signal or the
    loss of the terminal ended the app, AppBroke if an error did.
    """
    if size is None and sys.platform != "win32" and not is_served():
        from heat_tui.tui.terminal_driver import HeatDriver

        if not issubclass(app.driver_class, HeatDriver):
            app.driver_class = HeatDriver
    asyncio.run(_running(app, TerminalBefore() if size is None else None, size))
    if app.fault is not None:
        raise AppBroke from app.fault
    if app.return_code is not None and app.return_code > SIGNALLED:
        raise Interrupted(app.return_code - SIGNALLED)


async def _running(app: HeatApp, before: TerminalBefore | None, size: tuple[int, int] | None) -> None:
    """Run the app with handlers for signals; collect garbage only once it has started."""
    if size is None:
        asyncio.get_running_loop().call_later(STANDS, _collect_garbage)
    with _ended_by_signals(app, before):
        await app.run_async(headless=size is not None, size=size)


def _collect_garbage() -> None:
    """Collect garbage from now on, without searching the objects loaded at the start."""
    gc.freeze()
    gc.enable()


@contextmanager
def _ended_by_signals(app: HeatApp, before: TerminalBefore | None) -> Iterator[None]:
    """End the app at the first of the signals ENDING, and the program at the second, or PATIENCE seconds later."""
    loop = asyncio.get_running_loop()
    told: list[Timer] = []

    def leave_at_once(number: int) -> None:
        if before is not None:
            before.restore()
        os._exit(SIGNALLED + number)

    def hear(number: int, _frame: FrameType | None) -> None:
        if told:
            leave_at_once(number)
        told.append(Timer(PATIENCE, leave_at_once, [number]))
        told[0].daemon = True
        told[0].start()
        loop.call_soon_threadsafe(lambda: app.exit(return_code=SIGNALLED + number))

    handlers = {number: signal.getsignal(number) for number in ENDING}
    for number in ENDING:
        if sys.platform != "win32":  # wakes the loop for a signal that another thread receives
            loop.add_signal_handler(number, lambda: None)
        signal.signal(number, hear)
    try:
        yield
    finally:
        for timer in told:
            timer.cancel()
        for number, handler in handlers.items():
            if sys.platform != "win32":
                loop.remove_signal_handler(number)
            signal.signal(number, handler)
