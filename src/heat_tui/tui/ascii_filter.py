"""The last word on what a terminal gets that knows ASCII only, Textual's own widgets and names of players included."""

from __future__ import annotations

import functools
import unicodedata
from typing import Final

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

_STAND_INS: Final = {
    "…": ".",
    "▌": "|",
    "▐": "|",
    "│": "|",
    "─": "-",
    "━": "=",
    "▔": "-",
    "▁": "_",
    "▼": "v",
    "▲": "^",
    "◄": "<",
    "►": ">",
    "→": ">",
    "·": "-",
    "•": "o",
}


class AsciiOnly(LineFilter):
    """Puts something of the same width for every character that is not ASCII."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Translate a line."""
        return [
            segment if segment.text.isascii() else Segment(_translated(segment.text), segment.style, segment.control)
            for segment in segments
        ]


@functools.lru_cache(maxsize=2000)
def _translated(text: str) -> str:
    return "".join(each if each.isascii() else _stand_in(each) for each in text)


def _stand_in(character: str) -> str:
    """A sign of our own, a letter without its accent, a blank for any blank, or question marks."""
    width = cell_len(character)
    plain = _STAND_INS.get(character) or unicodedata.normalize("NFKD", character)[:1]
    if not plain.isascii() or not plain:
        plain = "?"
    return plain.ljust(width)[:width]
