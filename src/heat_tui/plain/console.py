"""Input and output of the line-based game, all of which goes through here."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Iterable
from contextlib import suppress
from select import select
from typing import Final, TextIO

from heat_tui.game.table import curtain
from heat_tui.game.table.match import Match
from heat_tui.language import N_, _, choice
from heat_tui.store.schema import Refused
from heat_tui.typesetting import wrapped
from heat_tui.words.names import quoted

LONGEST_LINE: Final = 300
"""The maximum length of a line, in characters: more than any answer needs. A longer line is refused."""

CLEAR: Final = "\x1b[2J\x1b[3J\x1b[H"
"""The control sequences that clear the screen and the scrollback, and move the cursor to the top left corner."""

_BLANK_LINES = 60
_NARROWEST = 20


class EndOfInput(Exception):
    """The end of the input: the pipe was closed, the terminal is gone, or Ctrl-D was pressed."""


class Console:
    """The terminal or pipe at which people play.

    `typed` is true if the input is a keyboard; otherwise every accepted line is echoed, so that the output can be
    followed. `terminal` is true if the output is a terminal. Typed lines leave no history: they are read from the
    stream itself, not by a line editor.
    """

    def __init__(self, stdin: TextIO | None = None, stdout: TextIO | None = None) -> None:
        self._in = stdin if stdin is not None else sys.stdin
        self._out = stdout if stdout is not None else sys.stdout
        self.typed = self._in.isatty()
        self.terminal = self._out.isatty()
        self._dumb = os.environ.get("TERM") == "dumb"

    def say(self, *paragraphs: str) -> None:
        """Write each text on lines of its own; on a terminal, wrap them to its width."""
        for paragraph in paragraphs:
            self.draw("\n".join(self._broken(line) for line in paragraph.split("\n")))

    def draw(self, text: str) -> None:
        """Write lines as they are, such as those of a map or table."""
        self._out.write(text + "\n")

    def ask(self, question: str) -> str:
        """Ask a question and return the next line typed, stripped of blanks at both ends; it may be empty.

        Tabs and the wide blanks of input methods become plain blanks. A line that is too long or holds
        unprintable characters is refused here, and the question is asked again. Raises EndOfInput.
        """
        while True:
            ahead = bool(question) and self.terminal and self.is_typing(0)
            self._out.write(question and self._broken(question) + " ")
            self._out.flush()
            read = self._read()
            if ahead:  # the line and its end were shown before the question
                self._out.write("\n")
            line = read.replace("\t", " ").replace("\u3000", " ").strip()
            if len(read) <= LONGEST_LINE and line.isprintable():
                self._echo(line)
                return line
            wrong = _("That line contains keys that cannot be read, such as an arrow key; type the line again.")
            if len(read) > LONGEST_LINE:
                wrong = _("That line is longer than {most} characters; type a few words or numbers.")
            self._echo("")
            self.say(wrong.format(most=LONGEST_LINE))

    def clear(self) -> None:
        """Clear the terminal and its scrollback; do nothing if the output is not a terminal.

        A terminal that cannot be cleared (TERM=dumb) is scrolled by `_BLANK_LINES` lines instead.
        """
        if self.terminal:
            self._out.write("\n" * _BLANK_LINES if self._dumb else CLEAR)
            self._out.flush()

    def forget_typed_ahead(self) -> None:
        """Drop keys typed before the question, so that they cannot answer for somebody else (not on Windows)."""
        if not self.typed:
            return
        try:
            import termios
        except ImportError:  # Windows
            return
        with suppress(OSError, termios.error):  # reading the next line notices if the terminal is gone
            termios.tcflush(self._in.fileno(), termios.TCIFLUSH)

    @property
    def notices_typing(self) -> bool:
        """True if `is_typing` can return True: at a keyboard, except on Windows."""
        return self.typed and sys.platform != "win32"

    def is_typing(self, seconds: float) -> bool:
        """Wait up to this many seconds for a line typed at a keyboard; return whether there is a line to read.

        For a pipe, which is read only to answer questions, and on Windows, wait the whole time and return False.
        """
        if self.notices_typing:
            return bool(select([self._in.fileno()], [], [], seconds)[0])
        time.sleep(seconds)
        return False

    def flush(self) -> None:
        """Show everything written so far."""
        self._out.flush()

    def _read(self) -> str:
        """Read a line, and return up to `LONGEST_LINE` + 2 characters of it. Raises EndOfInput."""
        try:
            line = self._in.readline(LONGEST_LINE + 2)
            rest = line
            while rest and not rest.endswith("\n") and len(line) > LONGEST_LINE:
                rest = self._in.readline(LONGEST_LINE)
        except OSError as error:  # the terminal was closed
            raise EndOfInput from error
        if not line:  # the output is still on the line of the question, as nobody pressed Enter
            self._out.write("\n")
            raise EndOfInput
        return line.removesuffix("\n")

    def _echo(self, line: str) -> None:
        if not self.typed:
            self._out.write(line + "\n")

    def _broken(self, line: str) -> str:
        if not self.terminal:
            return line
        width = max(shutil.get_terminal_size().columns, _NARROWEST)
        indent = line[: len(line) - len(line.lstrip())]
        return "\n".join(wrapped(line, width, indent + "  "))


class PlainCurtain(curtain.Curtain):
    """A curtain that clears a terminal's screen and scrollback, or writes a line to any other output.

    `blank` is true once closing has cleared a terminal, until the story is shown again or the curtain opens.
    """

    def __init__(self, match: Match, console: Console) -> None:
        super().__init__(match)
        self._console = console
        self.blank = False

    def open(self, seat: int) -> None:
        """Clear the terminal or write a line, and let the cards of a seat be shown."""
        self._mark(self.match.sheet.entries[seat].name)
        super().open(seat)
        self.blank = False

    def close(self) -> None:
        """Hide the cards, and clear the terminal or write a line; do nothing if the curtain is not open."""
        if self.open_to is None:
            return
        super().close()
        self._mark(_("the table"))
        self.blank = self._console.terminal

    def _mark(self, who: str) -> None:
        if self._console.terminal:
            self._console.clear()
        else:
            self._console.say(_("--- curtain: {name} ---").format(name=who))


SHORT: Final = {
    "?": "help",
    "h": "help",
    "f": "finish",
    "s": "status",
    "m": "map",
    "l": "log",
    "u": "undo",
    "q": "quit",
    "exit": "quit",
    "g": "gear",
}
"""Other words for commands and answers; a single letter is valid even if several words begin with it."""


def matching(word: str, names: Iterable[str]) -> str | None:
    """Return the name that equals `word`, else the one that `SHORT` gives, else the only one that begins with `word`.

    Upper case in `word` makes no difference. Return None if no name begins with it. Raises Refused if several do.
    """
    word = word.lower()
    known = sorted(set(names))
    if word in known:
        return word
    if word in SHORT and SHORT[word] in known:
        return SHORT[word]
    begin = [name for name in known if name.startswith(word)]
    if len(begin) > 1:
        raise Refused(N_("{word} could be {names}; type more letters."), word=quoted(word), names=choice(begin))
    return begin[0] if begin else None
