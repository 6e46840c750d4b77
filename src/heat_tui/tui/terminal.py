"""The terminal before the app paints on it. Textual is not imported here, so that checking the terminal is cheap."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from typing import Final, TextIO

from heat_tui.language import _
from heat_tui.store.schema import Refused

_INCAPABLE: Final = ("dumb", "unknown")

_AS_BEFORE: Final = (
    "\x1b[?2026l"  # end synchronized output
    "\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?1015l\x1b[?1016l"  # the mouse
    "\x1b[?2004l\x1b[?1004l\x1b[?2048l"  # pasting, focus, size reports
    "\x1b[<u"  # the keyboard
    "\x1b[0m\x1b[?7h\x1b[?1049l\x1b[?25h"  # colours, line wrap, the previous screen, the cursor
)


def is_served() -> bool:
    """Return whether the environment names Textual's driver, as textual-serve does to show apps in a browser.

    Such a driver has its own protocol on the standard streams, and nothing else may write to them.
    """
    return bool(os.environ.get("TEXTUAL_DRIVER"))


def check_terminal() -> None:
    """Raise Refused, with an alternative that works anywhere, if the app cannot be shown here."""
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
    raise Refused(why.format(kind=kind, command="heat-tui plain"))


class TerminalBefore:
    """The terminal as it was before the app painted on it.

    A program in the background first stops until the shell brings it to the foreground.
    """

    def __init__(self) -> None:
        self._attributes: list[int | list[bytes | int]] | None = None
        if sys.platform != "win32":
            with suppress(OSError):  # not a terminal, or one without process groups
                while os.tcgetpgrp(0) != os.getpgrp():
                    os.kill(os.getpid(), signal.SIGSTOP)

            import termios

            with suppress(termios.error):
                self._attributes = termios.tcgetattr(0)

    def restore(self) -> None:
        """Restore everything, without waiting for a terminal that no longer accepts output."""
        with suppress(OSError):
            os.set_blocking(1, False)
            os.write(1, _AS_BEFORE.encode("ascii"))
            os.set_blocking(1, True)
        if sys.platform != "win32" and self._attributes is not None:
            import termios

            with suppress(termios.error):
                termios.tcsetattr(0, termios.TCSANOW, self._attributes)


def _is_terminal(stream: TextIO | None) -> bool:
    """Return whether a stream exists, is open, and is a terminal."""
    return stream is not None and not stream.closed and stream.isatty()
