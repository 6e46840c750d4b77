"""A driver for terminals far away: of what is painted, only the cells and colours that change are sent."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from rich.cells import cached_cell_len, get_character_cell_size
from textual.events import Resize
from textual.message import Message

from heat_tui.tui.terminal_driver import HeatDriver

Cell = tuple[str, str]
"""A style and a character, which is "" in the second half of a wide one."""

_PARTS: Final = re.compile(
    r"\x1b\[(?:(\d+);(\d+)H|([\d;]*)m)|(\n|\x1b\[\?2026[hl])|([^\x1b\n]+)"
    r"|(\x1b[\]P][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b\[[^@-~]*.|\x1b.)"
)
"""The parts of a painted text: a place, a style, something that changes no cell, characters, or anything else."""

_RESET: Final = ("", "39", "49")


class SparingDriver(HeatDriver):
    """A driver that remembers what the terminal shows."""

    _shown: Shown | None = None

    def write(self, data: str) -> None:
        """Send what changes."""
        if self._shown is None:
            self._shown = Shown()
        super().write(self._shown.changes(data))

    def process_message(self, message: Message) -> None:
        """Forget what the terminal shows when its size changes, because some terminals then move it."""
        if isinstance(message, Resize):
            self._shown = None
        super().process_message(message)


class Shown:
    """The cells of a terminal, by row and column, and the place of its cursor, (-1, -1) while it is unknown."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], Cell] = {}
        self._cursor = -1, -1
        self._style: str | None = None

    def changes(self, painted: str) -> str:
        """Return a shorter text that has the same effect on the terminal."""
        sent: list[str] = []
        x, y, style = 0, 0, ""
        for row, column, codes, passed, text, other in _PARTS.findall(painted):
            if text:
                x = self._write(sent, x, y, style, text)
            elif row:
                x, y = int(column) - 1, int(row) - 1
            elif passed:
                sent.append(passed.strip())
            elif other:
                self._cells.clear()
                self._cursor, self._style = (-1, -1), ""
                sent.append(f"\x1b[0m{other}")
            else:
                style = codes.removeprefix("0")
        if (x, y) != (0, 0) and self._cursor != (y, x):  # where a field is edited, for input methods
            sent.append(f"\x1b[{y + 1};{x + 1}H")
            self._cursor = y, x
        return "".join(sent)

    def _write(self, sent: list[str], x: int, y: int, style: str, text: str) -> int:
        """Send what differs of a text from the first to the last such cell; return the column after the text."""
        cells = [(style, each) for each in text]
        if not text.isascii() and cached_cell_len(text) != len(text):
            cells = _with_wide(cells)
        known = [self._cells.get((y, at)) for at in range(x, x + len(cells))]
        after = x + len(cells)
        if known == cells:
            return after
        first = next(at for at, cell in enumerate(cells) if cell != known[at])
        last = next(at for at in reversed(range(len(cells))) if cells[at] != known[at])
        first -= first > 0 and not cells[first][1]
        last += last + 1 < len(cells) and not cells[last + 1][1]
        self._cells.update(((y, x + at), cells[at]) for at in range(first, last + 1))
        if self._cursor != (y, x + first):
            sent.append(f"\x1b[{y + 1};{x + first + 1}H")
        if style != self._style:
            sent.append(_restyled(self._style, style))
            self._style = style
        changed = "".join(each for _style, each in cells[first : last + 1])
        sent.append(changed)
        self._cursor = (y, x + last + 1) if len(changed) == last + 1 - first else (-1, -1)
        return after


def _with_wide(cells: list[Cell]) -> list[Cell]:
    """Return the cells of characters: two for a wide one, none of its own for one that joins the one before."""
    found: list[Cell] = []
    for style, each in cells:
        size = get_character_cell_size(each)
        if size == 0 and found:
            found[-1] = style, found[-1][1] + each
        found += [(style, each), (style, "")][:size]
    return found


@lru_cache(maxsize=4096)
def _restyled(old: str | None, new: str) -> str:
    """Return the codes that lead from one style to another."""
    before, after = _RESET if old is None else _parts_of(old), _parts_of(new)
    if old is None or before[0] != after[0]:
        return f"\x1b[{';'.join(['0', *filter(None, [new])])}m"
    return f"\x1b[{';'.join(code for was, code in zip(before, after, strict=True) if was != code)}m"


def _parts_of(style: str) -> tuple[str, str, str]:
    """Return the attributes of a style, its colour and that of its ground."""
    attributes, colour, ground = [], "39", "49"
    codes = style.split(";")
    while codes:
        code, *codes = codes
        if code in ("38", "48"):
            more = 4 if codes[0] == "2" else 2
            whole, codes = ";".join([code, *codes[:more]]), codes[more:]
            colour, ground = (whole, ground) if code == "38" else (colour, whole)
        elif re.fullmatch(r"[39][0-7]", code):
            colour = code
        elif re.fullmatch(r"4[0-7]|10[0-7]", code):
            ground = code
        else:
            attributes.append(code)
    return ";".join(attributes), colour, ground
