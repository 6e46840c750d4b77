"""Textual's driver for terminals, painting on the standard output and at peace with a terminal that goes away."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import IO, TYPE_CHECKING, Any, Final, cast

from textual._xterm_parser import BRACKETED_PASTE_END, BRACKETED_PASTE_START, XTermParser
from textual.drivers import linux_driver
from textual.drivers.linux_driver import LinuxDriver
from textual.events import Paste
from textual.message import Message

if TYPE_CHECKING:
    from textual.app import App


HUNG_UP: Final = 128 + 1
"""The exit code after SIGHUP, and of whatever else means that the terminal has gone."""

_MOUSE_IN_PIXELS_OFF: Final = "\x1b[?1016l"


class Parser(XTermParser):
    """Textual's parser, but for pastes: their end may come in two pieces, which Textual takes for text, for ever."""

    _pasted: str | None = None

    def feed(self, data: str) -> Iterable[Message]:
        """Yield what was typed, clicked and pasted."""
        while data and (self._pasted is not None or BRACKETED_PASTE_START in data):
            if self._pasted is None:
                before, _start, data = data.partition(BRACKETED_PASTE_START)
                if before:
                    yield from super().feed(before)
                self._pasted = ""
            pasted, end, data = (self._pasted + data).partition(BRACKETED_PASTE_END)
            self._pasted = None if end else pasted
            if not end:
                return
            yield Paste(pasted.replace("\0", ""))
            if not data:
                return
        yield from super().feed(data)


vars(linux_driver)["XTermParser"] = Parser


class Paper:
    """What is painted on. Once the terminal is gone, nothing is written any more and nobody waits for it."""

    def __init__(self, file: IO[str], gone: Callable[[], None]) -> None:
        self._file = file
        self._gone = gone
        self._lost = False

    def write(self, text: str) -> int:
        self._try(lambda: self._file.write(text))
        return len(text)

    def flush(self) -> None:
        self._try(self._file.flush)

    def fileno(self) -> int:
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

    def _sigtstp_application(self, *_: object) -> None:
        """Stop, but between two messages: what the signal has interrupted may hold what stopping needs."""
        self._later(self._stop)

    def _stop(self) -> None:
        self._auto_restart = not self._app._exit
        super()._sigtstp_application()

    def _sigcont_application(self, *_: object) -> None:
        """Go on between two messages, and after a stop alone: Textual would read the terminal twice, and never end."""
        self._later(self._go_on)

    def _go_on(self) -> None:
        if self._must_signal_resume:
            super()._sigcont_application()

    def stop_application_mode(self) -> None:
        """Leave the terminal as it was; for good, where the app ends.

        A terminal that goes away sends SIGCONT too, on which Textual would read it again for ever.
        """
        self._auto_restart = not self._app._exit
        self.write(_MOUSE_IN_PIXELS_OFF)
        super().stop_application_mode()

    def _gone(self) -> None:
        """Let the app end; called by the threads that read and write."""
        self._later(lambda: self._app.exit(return_code=HUNG_UP))

    def _later(self, act: Callable[[], object]) -> None:
        """Act between two messages; called by other threads and by signals."""
        with suppress(RuntimeError):  # the app has ended already, and its loop is closed
            self._loop.call_soon_threadsafe(act)
