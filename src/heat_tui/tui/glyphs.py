"""Characters for terminals that know ASCII only."""

from __future__ import annotations

from typing import Final

_ASCII: Final = str.maketrans(
    {
        "→": "->",
        "·": "-",
        "•": "o",
        "■": "#",
        "□": ".",
        "●": "*",
        "○": "o",
        "✓": "v",
        "…": "...",
        "–": "-",
        "×": "x",
        "◄": "<",
        "►": ">",
        "▲": "^",
        "▼": "v",
        "│": "|",
        "─": "-",
    }
)


def plain(text: str, *, ascii_only: bool) -> str:
    """A text of ours as it is, or, for a terminal that knows only ASCII, with stand-ins for its signs."""
    return text.translate(_ASCII) if ascii_only else text


def printable(text: str) -> str:
    """A text with nothing in it that could act on a terminal."""
    return "".join(each for each in text if each.isprintable())
