"""The characters of a track, and the strip: spaces in a straight line, where distances are easy to count."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from heat_tui.drawing.geometry import Heading
from heat_tui.drawing.road import Kind, Lines, Spot, lines_after
from heat_tui.engine.track import Track

FLOODED: Final = "~"
TUNNEL: Final = "^"
PRESS: Final = "P"

Marks = Mapping[Spot, str]
"""The characters on the marked spots."""

NO_MARKS: Final[Marks] = MappingProxyType({})


class Glyphs(NamedTuple):
    """The characters of a map; `change` goes between a printed limit and the limit in force."""

    race_line: str
    off_spot: str
    lines: Mapping[Kind, str]
    arrows: Mapping[Heading, str]
    change: str


_ACROSS: Final = (Kind.CORNER, Kind.LEGENDS, Kind.START)
ASCII: Final = Glyphs(".", ".", dict(zip(_ACROSS, "#:=", strict=True)), dict(zip(Heading, "^>v<", strict=True)), ">")
UNICODE: Final = Glyphs("•", "·", dict(zip(_ACROSS, "█┊▚", strict=True)), dict(zip(Heading, "▲►▼◄", strict=True)), "→")


def spot_sign(track: Track, space: int, spot: int = 0, glyphs: Glyphs = ASCII) -> str:
    """Return the character of an empty spot: '^' in a tunnel, '~' if flooded, else the character of its lane."""
    if space in track.tunnel:
        return TUNNEL
    if space in track.flooded:
        return FLOODED
    return glyphs.off_spot if spot else glyphs.race_line


COLUMNS_PER_SPACE: Final = 3
LEGENDS_SIGN: Final = "L"
START_SIGN: Final = "S/F"
FINISH_SIGN: Final = "FIN"
"""The sign of the start/finish line for a car on the last lap."""

_SIGNS: Final = {Kind.START: START_SIGN, Kind.LEGENDS: LEGENDS_SIGN}


def strip(track: Track, start: int, length: int, marks: Marks = NO_MARKS) -> str:
    """Return four rows for `length` spaces from space `start`, across the start/finish line if necessary.

    The rows are: signs of the lines (<7> a speed limit, L a legends line, S/F), race-line spots, off spots, and the
    number of spaces between each space and the next corner line (0 on the last one before it). Each space is three
    columns wide: the spot in the middle, the line beyond the space on the right. Marks for other spaces are left out.
    """
    spaces = [(start - 1 + offset) % track.spaces + 1 for offset in range(length)]
    lines = lines_after(track)
    behind = [ASCII.lines[lines[space][0][0]] if space in lines else " " for space in spaces]
    rows = [_line_signs(track, spaces, lines)]
    for spot in (0, 1):
        signs = (marks.get((space, spot), spot_sign(track, space)) for space in spaces)
        rows.append("".join(f" {sign}{line}" for sign, line in zip(signs, behind, strict=True)))
    to_line = (track.spaces_to_line(space, track.next_corner(space)) for space in spaces)
    rows.append("".join(f"{count:>2}".ljust(COLUMNS_PER_SPACE) for count in to_line))
    return "\n".join(row.rstrip() for row in rows)


def _line_signs(track: Track, spaces: list[int], lines: Lines) -> str:
    """Return the row of signs, each above its line, or just after the previous sign if the two would overlap."""
    row = ""
    for index, space in enumerate(spaces):
        text = "".join(
            f"<{track.corners[corner].limit}>" if kind is Kind.CORNER else _SIGNS[kind]
            for kind, corner in lines.get(space, ())
        )
        if text:
            over_the_line = COLUMNS_PER_SPACE * index + (2 if text == LEGENDS_SIGN else 1)
            row = row.ljust(over_the_line) + text
    return row
