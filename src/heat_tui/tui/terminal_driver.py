"""Textual's driver for terminals, changed to write to standard output and to end the app if the terminal is lost."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from time import sleep
from typing import IO, TYPE_CHECKING, Any, Final, cast

from textual._xterm_parser import BRACKETED_PASTE_END, BRACKETED_PASTE_START, XTermParser
from textual.drivers import linux_driver
from textual.drivers.linux_driver import LinuxDriver
from textual.events import Paste
from textual.message import Message

if TYPE_CHECKING:
    from textual.app import App


HUNG_UP: Final = 128 + 1
"""The exit code after SIGHUP, and after any other loss of the terminal."""

MOST_WAITING: Final = 1000
"""The number of messages waiting for the app above which the terminal is not read."""

_MOUSE_IN_PIXELS_OFF: Final = "\x1b[?1016l"


class Parser(XTermParser):
    """Textual's parser, except that a paste also ends if its end marker arrives in two parts, which Textual misses."""

    _pasted: str | None = None

    def feed(self, data: str) -> Iterable[Message]:
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


class TerminalOutput:
    """The file to paint on; once the terminal is gone, writing and flushing do nothing."""

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
    """A driver that writes to standard output, not standard error, and ends the app if the terminal is lost."""

    def __init__(
        self, app: App[Any], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        assert sys.__stdout__ is not None
        self._file = cast("Any", TerminalOutput(sys.__stdout__, self._gone))

    def run_input_thread(self) -> None:
        """Forward input; end the app if the terminal can no longer be read."""
        try:
            super().run_input_thread()
        except OSError:
            self._gone()

    def send_message(self, message: Message) -> None:
        """Send a message to the app, once its queue is short enough; what is typed meanwhile waits in the terminal."""
        while self._app.message_queue_size > MOST_WAITING and not self.exit_event.is_set():
            sleep(0.01)
        super().send_message(message)

    def _sigtstp_application(self, *_: object) -> None:
        """Suspend from the event loop, because the interrupted code may hold locks that suspending needs."""
        self._later(self._stop)

    def _stop(self) -> None:
        self._auto_restart = not self._app._exit
        super()._sigtstp_application()

    def _sigcont_application(self, *_: object) -> None:
        """Resume from the event loop, and only after a stop; otherwise two threads would read the terminal forever."""
        self._later(self._go_on)

    def _go_on(self) -> None:
        if self._must_signal_resume:
            super()._sigcont_application()

    def stop_application_mode(self) -> None:
        """Restore the terminal; if the app is ending, do not start again on SIGCONT.

        A lost terminal sends SIGCONT too, after which Textual would try to read it forever.
        """
        self._auto_restart = not self._app._exit
        self.write(_MOUSE_IN_PIXELS_OFF)
        super().stop_application_mode()

    def _gone(self) -> None:
        """End the app; called by the threads that read and write."""
        self._later(lambda: self._app.exit(return_code=HUNG_UP))

    def _later(self, act: Callable[[], object]) -> None:
        """Call a function in the app's event loop when the loop is free; for other threads and signal handlers."""
        with suppress(RuntimeError):  # the app has ended already, and its loop is closed
            self._loop.call_soon_threadsafe(act)
