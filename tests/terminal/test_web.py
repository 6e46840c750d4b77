"""The app under Textual's web driver, as textual-serve starts it: packets over pipes, without any terminal."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import IO

import pyte
import pytest

from tests.cli.program import environment

pytestmark = pytest.mark.point("X4")

AS_SERVED = {
    "TEXTUAL_DRIVER": "textual.drivers.web_driver:WebDriver",
    "TEXTUAL_COLOR_SYSTEM": "truecolor",
    "TERM_PROGRAM": "textual",
    "COLUMNS": "80",
    "ROWS": "24",
}
"""The variables that textual-serve sets."""


PATIENCE = 60.0
"""The seconds after which a program is killed, so that no test waits forever."""


class Browser:
    """The web server's end of the pipes, with the screen that its page would show."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._keys: IO[bytes] = process.stdin
        self._packets: IO[bytes] = process.stdout
        self._screen = pyte.Screen(80, 24)
        self._stream = pyte.ByteStream(self._screen)
        assert self._packets.readline() == b"__GANGLION__\n"

    @property
    def text(self) -> str:
        return "\n".join(self._screen.display)

    def wait_for(self, text: str) -> None:
        """Read packets until a text is on the screen."""
        while text not in self.text:
            kind, payload = self._packet()
            assert kind == b"D", payload
            self._stream.feed(payload)

    def left(self) -> bytes:
        """Read up to the packet that ends the session; return the bytes after it."""
        while True:
            kind, payload = self._packet()
            if kind == b"M" and json.loads(payload) == {"type": "exit"}:
                return self._packets.read()

    def press(self, keys: str) -> None:
        self._send(b"D", keys.encode())

    def resize(self, width: int, height: int) -> None:
        self._screen.resize(height, width)
        self._send(b"M", json.dumps({"type": "resize", "width": width, "height": height}).encode())

    def _packet(self) -> tuple[bytes, bytes]:
        kind = self._packets.read(1)
        assert kind, self.text
        return kind, self._packets.read(int.from_bytes(self._packets.read(4), "big"))

    def _send(self, kind: bytes, payload: bytes) -> None:
        self._keys.write(kind + len(payload).to_bytes(4, "big") + payload)
        self._keys.flush()


@contextmanager
def served(home: Path, *arguments: str) -> Iterator[tuple[Browser, subprocess.Popen[bytes]]]:
    """Start the game as a web server does; yield the browser and the program."""
    command = [sys.executable, "-m", "heat_tui", *arguments]
    pipe = subprocess.PIPE
    variables = environment(home, **AS_SERVED)
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, env=variables) as process:
        watchdog = Timer(PATIENCE, process.kill)
        watchdog.start()
        try:
            yield Browser(process), process
        finally:
            watchdog.cancel()
            process.kill()


@pytest.mark.long
def test_the_game_is_played_in_a_browser(tmp_path: Path) -> None:
    options = ("--track", "usa", "--drivers", "Ada", "--legends", "1", "--laps", "1", "--animation", "off")
    with served(tmp_path, "race", *options) as (browser, process):
        browser.wait_for("Gear")
        browser.resize(100, 30)
        browser.press("q")
        browser.wait_for("Leave")
        browser.press("\x1b[Z\r")
        assert browser.left() == b""
        assert process.wait(10) == 0


def test_the_title_is_shown_in_a_browser(tmp_path: Path) -> None:
    with served(tmp_path) as (browser, _process):
        browser.wait_for("New race")
