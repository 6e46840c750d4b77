"""Textual's driver for terminals, painting on the standard output and at peace with a terminal that goes away."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import IO, TYPE_CHECKING, Any, Final, TextIO, cast

from textual.drivers.linux_driver import LinuxDriver

from heat_tui.language import _

if TYPE_CHECKING:
    from textual.app import App


HUNG_UP: Final = 128 + 1
"""The exit code after SIGHUP, and of whatever else means that the terminal has gone."""

_MOUSE_IN_PIXELS_OFF: Final = "\x1b[?1016l"


class Paper:
    """What is painted on. Once the terminal is gone, nothing is written any more and nobody waits for it."""

    def __init__(self, file: IO[str], gone: Callable[[], None]) -> None:
        self._file = file
        self._gone = gone
        self._lost = False

    def write(self, text: str) -> int:
        """Write, unless the terminal is gone."""
        self._try(lambda: self._file.write(text))
        return len(text)

    def flush(self) -> None:
        """Let it be seen."""
        self._try(self._file.flush)

    def fileno(self) -> int:
        """The number of the file."""
        return self._file.fileno()

    def _try(self, act: Callable[[], object]) -> None:
        if self._lost:
            return
        try:
            act()
        except OSError:
            self._lost = True
            self._gone()


class HeatDriver(LinuxDriver):
    """Paints on the standard output, so that the standard error can go to a file; ends the app without a terminal."""

    def __init__(
        self, app: App[Any], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        assert sys.__stdout__ is not None
        self._file = cast("Any", Paper(sys.__stdout__, self._gone))

    def run_input_thread(self) -> None:
        """Hand keys on until the terminal can no longer be read."""
        try:
            super().run_input_thread()
        except OSError:
            self._gone()

    def stop_application_mode(self) -> None:
        """Leave the terminal as it was."""
        self.write(_MOUSE_IN_PIXELS_OFF)
        super().stop_application_mode()

    def _gone(self) -> None:
        """Let the app end; called by the threads that read and write."""
        with suppress(RuntimeError):  # the app has ended already, and its loop is closed
            self._loop.call_soon_threadsafe(lambda: self._app.exit(return_code=HUNG_UP))


_INCAPABLE: Final = ("dumb", "unknown")

_AS_BEFORE: Final = (
    "\x1b[?2026l"  # nothing is held back any more
    "\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?1015l\x1b[?1016l"  # the mouse
    "\x1b[?2004l\x1b[?1004l\x1b[?2048l"  # pasting, focus, size reports
    "\x1b[<u"  # the keyboard
    "\x1b[0m\x1b[?7h\x1b[?1049l\x1b[?25h"  # colours, line wrap, the screen that was there before, the cursor
)


def objection() -> str | None:
    """Why the app cannot be shown here, in one sentence that names the way that works anywhere; None if it can."""
    if not (_is_terminal(sys.__stdin__) and _is_terminal(sys.__stdout__)):
        return _("The game is painted on a terminal, and this is none; {command} races in lines of text.").format(
            command="heat-tui plain"
        )
    if sys.platform == "win32":
        return None
    kind = os.environ.get("TERM", "")
    if not kind:
        return _(
            "TERM is not set, so nothing is known of this terminal; {command} races in lines of text on any."
        ).format(command="heat-tui plain")
    if kind in _INCAPABLE:
        return _("A terminal of the kind {kind} cannot be painted on; {command} races in lines of text.").format(
            kind=kind, command="heat-tui plain"
        )
    return None


class TerminalBefore:
    """The terminal as it was before the app painted on it."""

    def __init__(self) -> None:
        self._attributes: list[int | list[bytes | int]] | None = None
        if sys.platform != "win32":
            import termios

            with suppress(termios.error):
                self._attributes = termios.tcgetattr(0)

    def restore(self) -> None:
        """Put everything back, without waiting for a terminal that takes nothing any more."""
        with suppress(OSError):
            os.set_blocking(1, False)
            os.write(1, _AS_BEFORE.encode("ascii"))
            os.set_blocking(1, True)
        if sys.platform != "win32" and self._attributes is not None:
            import termios

            with suppress(termios.error):
                termios.tcsetattr(0, termios.TCSANOW, self._attributes)


def _is_terminal(stream: TextIO | None) -> bool:
    """Whether a stream is there, open, and a terminal."""
    return stream is not None and not stream.closed and stream.isatty()
