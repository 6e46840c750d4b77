"""The spaces ahead in a row: the drawing that is best for counting."""

from __future__ import annotations

from typing import Final

from heat_tui.drawing.ascii_map import CORNER_LINE, LEGENDS_LINE, NO_MARKS, START_LINE, Marks, spot_sign
from heat_tui.drawing.layout import Kind, Lines, lines_after
from heat_tui.engine.track import Track

COLUMNS_PER_SPACE: Final = 3
LEGENDS_SIGN: Final = "L"
START_SIGN: Final = "S/F"

_LINES: Final = {Kind.START: START_LINE, Kind.CORNER: CORNER_LINE, Kind.LEGENDS: LEGENDS_LINE}
_SIGNS: Final = {Kind.START: START_SIGN, Kind.LEGENDS: LEGENDS_SIGN}


def strip(track: Track, start: int, length: int, marks: Marks = NO_MARKS) -> str:
    """Return four rows for `length` spaces from space `start` on, over the start/finish line if need be.

    The rows: signs of the lines (<7> a speed limit, L a legends line, S/F), race-line spots, off
    spots, and how many spaces lie between each space and the next corner line (0 on the last one
    before it). Each space is three columns wide: the spot in the middle, a line behind it on the
    right. Marks for other spaces are left out. Raises ValueError for a start off the track, and a
    length below 1 or beyond one lap.
    """
    if not 1 <= start <= track.spaces or not 1 <= length <= track.spaces:
        raise ValueError(f"no strip of {length} spaces from space {start} on a track of {track.spaces}")
    spaces = [(start - 1 + offset) % track.spaces + 1 for offset in range(length)]
    lines = lines_after(track)
    behind = [_LINES[lines[space][0][0]] if space in lines else " " for space in spaces]
    rows = [_signs(track, spaces, lines)]
    for spot in (0, 1):
        signs = (marks.get((space, spot), spot_sign(track, space)) for space in spaces)
        rows.append("".join(f" {sign}{line}" for sign, line in zip(signs, behind, strict=True)))
    to_line = (track.spaces_to_line(space, track.next_corner(space)) for space in spaces)
    rows.append("".join(f"{count:>2}".ljust(COLUMNS_PER_SPACE) for count in to_line))
    return "\n".join(row.rstrip() for row in rows)


def _signs(track: Track, spaces: list[int], lines: Lines) -> str:
    """Write the signs over their lines; one that meets the sign before it moves to the right."""
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
