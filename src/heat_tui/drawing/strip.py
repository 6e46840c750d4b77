"""The spaces ahead in a row: the drawing that is best for counting."""

from __future__ import annotations

import itertools
from typing import Final

from heat_tui.drawing.ascii_map import CORNER_LINE, LEGENDS_LINE, NO_MARKS, START_LINE, Marks, spot_sign
from heat_tui.engine.track import Track

COLUMNS_PER_SPACE: Final = 3
LEGENDS_SIGN: Final = "L"
START_SIGN: Final = "S/F"


def strip(track: Track, start: int, length: int, marks: Marks = NO_MARKS) -> str:
    """Four rows for `length` spaces from space `start` on, over the start/finish line if need be.

    The rows: signs of the lines (<7> a speed limit, L a legends line, S/F), race-line spots, off
    spots, and how many spaces lie between each space and the next corner line (0 on the last one
    before it). Each space is three columns wide: the spot in the middle, a line behind it on the
    right. Marks for other spaces are left out. Raises ValueError for a start off the track, and a
    length below 1 or beyond one lap.
    """
    if not 1 <= start <= track.spaces or not 1 <= length <= track.spaces:
        raise ValueError(f"no strip of {length} spaces from space {start} on a track of {track.spaces}")
    spaces = [(start - 1 + offset) % track.spaces + 1 for offset in range(length)]
    lines = [_line(track, space) for space in spaces]
    rows = [_signs(track, spaces)]
    for spot in (0, 1):
        signs = (marks.get((space, spot), spot_sign(track, space)) for space in spaces)
        rows.append("".join(f" {sign}{line}" for sign, line in zip(signs, lines, strict=True)))
    to_line = (track.spaces_to_line(space, track.next_corner(space)) for space in spaces)
    rows.append("".join(f"{count:>2}".ljust(COLUMNS_PER_SPACE) for count in to_line))
    return "\n".join(row.rstrip() for row in rows)


def _line(track: Track, space: int) -> str:
    """The line between this space and the next: a corner line hides a legends line on the same place."""
    if space == track.spaces:
        return START_LINE
    if any(corner.line_after == space for corner in track.corners):
        return CORNER_LINE
    return LEGENDS_LINE if any(corner.legends_line_after == space for corner in track.corners) else " "


def _signs(track: Track, spaces: list[int]) -> str:
    """The signs over their lines; one that meets the sign before it moves to the right."""
    row = ""
    for index, space in enumerate(spaces):
        limits = [f"<{corner.limit}>" for corner in track.corners if corner.line_after == space]
        starts = [START_SIGN] if space == track.spaces else []
        legends = any(corner.legends_line_after == space for corner in track.corners)
        text = "".join(itertools.chain(starts, limits, [LEGENDS_SIGN] if legends else []))
        if text:
            over_the_line = COLUMNS_PER_SPACE * index + (2 if text == LEGENDS_SIGN else 1)
            row = row.ljust(over_the_line) + text
    return row
