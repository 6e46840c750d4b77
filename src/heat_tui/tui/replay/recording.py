"""The files of a recorded replay: a recording as asciicast v2 for asciinema, or a picture of one moment."""

from __future__ import annotations

import io
import json
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import lru_cache

from rich.console import Console
from rich.segment import Segment, Segments
from rich.style import Style
from textual.geometry import Size
from textual.strip import Strip

from heat_tui.tui.textual_internals import Shown, changed, with_wide_letters

_CLEAR = "\x1b[?25l\x1b[0m\x1b[2J"
_END = "\x1b[{row};{column}H\x1b[?25h"


@lru_cache(maxsize=4096)
def _codes(style: Style) -> str:
    """Return the terminal codes that reset everything and set a style."""
    return style.render("x").partition("x")[0].replace("[", "[0;") or "\x1b[0m"


class Cast:
    """An asciicast, written line by line: a header, then the changes in each frame. All frames have the same size."""

    def __init__(self, write: Callable[[str], object], size: Size, title: str) -> None:
        self.size = size
        self.seconds = 0.0
        self._write = write
        self._shown: Shown = defaultdict(list)
        self._rows: dict[int, Strip] = {}
        self._put({"version": 2, "width": size.width, "height": size.height, "title": title})
        self._paint(_CLEAR)

    def add(self, rows: Sequence[Strip], seconds: float) -> None:
        """Add a frame that is shown for a number of seconds."""
        segments = changed(((y, 0, row) for y, row in enumerate(rows) if row != self._rows.get(y)), self._shown)
        painted = "".join(text if style is None else _codes(style) + text for text, style, _control in segments)
        self._rows = dict(enumerate(rows))
        if painted:
            self._paint(painted)
        self.seconds = round(self.seconds + seconds, 3)

    def end(self) -> None:
        """Show the last frame for its full time, then the cursor again."""
        self._paint(_END.format(row=self.size.height, column=self.size.width))

    def _paint(self, painted: str) -> None:
        self._put([self.seconds, "o", painted])

    def _put(self, data: object) -> None:
        self._write(json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n")


def picture(rows: list[Strip], title: str) -> str:
    """Return rows of the screen as SVG."""
    console = Console(
        width=rows[0].cell_length,
        file=io.StringIO(),
        force_terminal=True,
        color_system="truecolor",
        record=True,
        legacy_windows=False,
        safe_box=False,
    )
    console.print(Segments(segment for row in rows for segment in (*row.simplify(), Segment.line())), end="")
    return with_wide_letters(console.export_svg(title=title))
