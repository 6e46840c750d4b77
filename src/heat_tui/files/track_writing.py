"""A track as the text of a track file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence

from heat_tui.engine.track import Corner, Track, runs
from heat_tui.files.track_format import FORMAT

_POINTS_A_LINE = 10


def track_text(track: Track) -> str:
    """The track in the format of a track file; reading it again gives an equal track."""
    parts = [
        [f"format = {FORMAT}"],
        [
            f"id = {_quoted(track.id)}",
            f"name = {_quoted(track.name)}",
            f"set = {_quoted(track.set)}",
            f"direction = {_quoted(track.direction)}",
        ],
        [
            f"laps = {track.laps}",
            f"heat = {track.heat}",
            f"stress = {track.stress}",
            f"spaces = {track.spaces}",
        ],
        list(_race_line_lines(track)),
        list(_special_lines(track)),
        *(list(_corner_lines(corner)) for corner in track.corners),
        ["[drawing]", *_outline_lines(track.outline)],
    ]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def space_ranges(spaces: Iterable[int]) -> list[str]:
    """Spaces in rising order as ranges: 6, 7, 8, 39 as ["6-8", "39"]."""
    return [str(first) if first == last else f"{first}-{last}" for first, last in runs(spaces)]


def _race_line_lines(track: Track) -> Iterator[str]:
    yield "race_line = ["
    for start, side in track.race_line:
        yield f"  {{ from = {start}, side = {_quoted(side)} }},"
    yield "]"


def _special_lines(track: Track) -> Iterator[str]:
    for key, spaces in (("flooded", track.flooded), ("tunnel", track.tunnel)):
        if spaces:
            yield f"{key} = [{', '.join(_quoted(text) for text in space_ranges(spaces))}]"


def _corner_lines(corner: Corner) -> Iterator[str]:
    yield "[[corners]]"
    yield f"line_after = {corner.line_after}"
    yield f"limit = {corner.limit}"
    yield f"legends_line_after = {corner.legends_line_after}"
    if corner.press is not None:
        yield f"press = {corner.press}"
    if corner.chicane_with is not None:
        yield f"chicane_with = {corner.chicane_with + 1}"
    if corner.aggressive:
        yield f"aggressive = {corner.aggressive}"
    if corner.double_aggressive:
        yield f"double_aggressive = {corner.double_aggressive}"


def _outline_lines(outline: Sequence[tuple[int, int]]) -> Iterator[str]:
    yield "outline = ["
    for start in range(0, len(outline), _POINTS_A_LINE):
        points = ", ".join(f"[{x:3}, {y:3}]" for x, y in outline[start : start + _POINTS_A_LINE])
        yield f"  {points},  # {start + 1}"
    yield "]"


def _quoted(text: str) -> str:
    """The text as a basic string of TOML, whose escapes are those of JSON once DEL is escaped too."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007F")
