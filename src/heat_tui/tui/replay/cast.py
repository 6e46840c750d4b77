"""A recording of the screen as asciicast v2, the format of asciinema, agg and other players."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import takewhile

from rich.cells import cell_len
from rich.color import Color, ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size
from textual.strip import Strip

_CLEAR = "\x1b[?25l\x1b[0m\x1b[2J"
_END = "\x1b[{row};{column}H\x1b[?25h"


class Cast:
    """Frames of one size, each shown for a while; only the changed part of a row is written.

    `write` receives the lines of the file, the header first.
    """

    def __init__(self, write: Callable[[str], object], size: Size, title: str) -> None:
        self.size = size
        self.seconds = 0.0
        self._write = write
        self._rows: list[list[Segment]] = [[] for _row in range(size.height)]
        self._put({"version": 2, "width": size.width, "height": size.height, "title": title})
        self._paint(_CLEAR)

    def add(self, rows: Iterable[Strip], seconds: float) -> None:
        """Show these rows for a time in seconds."""
        painted = "".join(self._changes(rows))
        if painted:
            self._paint(painted)
        self.seconds = round(self.seconds + seconds, 3)

    def end(self) -> None:
        """Keep the last frame for its time, then show the cursor again."""
        self._paint(_END.format(row=self.size.height, column=self.size.width))

    def _changes(self, rows: Iterable[Strip]) -> Iterator[str]:
        """Yield the terminal output for each row that has changed."""
        for number, row in enumerate(rows):
            before, now = self._rows[number], list(row)
            self._rows[number] = now
            if before == now:
                continue
            start = _alike(before, now)
            end = len(now) - _alike(reversed(before[start:]), reversed(now[start:]))
            column = cell_len("".join(each.text for each in now[:start]))
            yield f"\x1b[{number + 1};{column + 1}H{_ansi(now[start:end])}"

    def _paint(self, painted: str) -> None:
        self._put([self.seconds, "o", painted])

    def _put(self, data: object) -> None:
        self._write(json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n")


def _alike(before: Iterable[Segment], now: Iterable[Segment]) -> int:
    """Return the number of equal segments at the start of both rows."""
    return sum(1 for _same in takewhile(lambda pair: pair[0] == pair[1], zip(before, now, strict=False)))


def _ansi(segments: Iterable[Segment]) -> str:
    """Return the terminal output for segments, each with the codes that differ from the previous one, and a reset."""
    parts, before = [], ("", "", "")
    for text, style, _control in segments:
        now = _codes(style or Style())
        changed = [code for code, was in zip(now, before, strict=True) if code != was]
        if before[0] != now[0]:
            changed = ["0", *filter(None, now)]
        parts += [f"\x1b[{';'.join(changed)}m" if changed else "", text]
        before = now
    return "".join(parts) + "\x1b[0m"


@lru_cache(maxsize=4096)
def _codes(style: Style) -> tuple[str, str, str]:
    """Return the terminal codes of a style's attributes, colour and background."""
    attributes = style.without_color.render("x", color_system=ColorSystem.TRUECOLOR).partition("x")[0]
    ink, ground = style.color or Color.default(), style.bgcolor or Color.default()
    return attributes[2:-1], ";".join(ink.get_ansi_codes()), ";".join(ground.get_ansi_codes(foreground=False))
