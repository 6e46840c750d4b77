"""A track as the plain data of a track file, and as its text. Needs no pydantic: data read here is not checked."""

from __future__ import annotations

import functools
import itertools
import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from heat_tui.engine.track import Corner, Track, runs
from heat_tui.store.schema import non_defaults

TRACK_FORMAT: Final = 1
LONGEST_ID: Final = 32
WORD: Final = f"^[a-z0-9_]{{1,{LONGEST_ID}}}$"

Point = tuple[float, float]

BOX_WIDTH: Final = 480
_MOST_HEIGHT, _LARGEST = 1000, 1e6

_NAMES = ("id", "name", "set", "direction")
_FIGURES = ("laps", "heat", "stress", "spaces")
_RANGES = ("flooded", "tunnel")
_POINTS_A_LINE = 10


def track_of(data: Mapping[str, Any]) -> Track:
    """Return the track from the plain data of a sound file."""
    printed = {key: data[key] for key in (*_NAMES, *_FIGURES) if key != "set"}
    return Track(
        **printed,
        set=data.get("set", "own"),
        flooded=_spaces(data.get("flooded", ())),
        tunnel=_spaces(data.get("tunnel", ())),
        corners=tuple(map(_corner, data["corners"])),
        race_line=tuple((each["from"], each["side"]) for each in data["race_line"]),
        outline=tuple((x, y) for x, y in data["drawing"]["outline"]),
    )


@functools.lru_cache(maxsize=16)
def track_data(track: Track) -> dict[str, Any]:
    """Return the track as the plain data of a track file, which saves contain too; do not modify this cached data."""
    return {
        "format": TRACK_FORMAT,
        **{key: getattr(track, key) for key in (*_NAMES, *_FIGURES)},
        "race_line": [{"from": start, "side": side} for start, side in track.race_line],
        **{key: space_ranges(spaces) for key in _RANGES if (spaces := getattr(track, key))},
        "corners": list(map(_corner_data, track.corners)),
        "drawing": {"outline": [list(point) for point in track.outline]},
    }


def range_ends(text: str) -> tuple[int, int]:
    """Return the first and the last space of a range such as "6-11" or "7"."""
    first, _dash, last = text.partition("-")
    return int(first), int(last or first)


def space_ranges(spaces: Iterable[int]) -> list[str]:
    """Return ascending spaces as ranges: 6, 7, 8, 39 as ["6-8", "39"]."""
    return [str(first) if first == last else f"{first}-{last}" for first, last in runs(spaces)]


def outline_of(middles: Sequence[Point]) -> list[tuple[int, int]]:
    """Return the centres of all spaces, scaled and rounded for the box of a track file, at most 480 wide and 1000 high.

    Centres that would coincide are moved slightly.
    """
    left, top = min(x for x, _y in middles), min(y for _x, y in middles)
    width, height = max(x for x, _y in middles) - left, max(y for _x, y in middles) - top
    scale = min(BOX_WIDTH / width if width else math.inf, _MOST_HEIGHT / height if height else math.inf, _LARGEST)
    found: dict[tuple[int, int], None] = {}
    for x, y in middles:
        column, row = round((x - left) * scale), round((y - top) * scale)
        ways = ((abs(column - way), abs(row - way * across)) for way in itertools.count() for across in (0, 1))
        found[next(point for point in ways if point not in found)] = None
    return list(found)


def way_round(points: Sequence[Point]) -> str:
    """Return "clockwise" or "counterclockwise", the direction of a loop on the screen, where y grows downwards."""
    area = math.fsum(cross(a, b) for a, b in itertools.pairwise([*points, points[0]]))
    return "clockwise" if area > 0 else "counterclockwise"


def cross(a: Point, b: Point) -> float:
    """Return the cross product of two vectors, positive if `b` points to the right of `a` (y grows down)."""
    return a[0] * b[1] - a[1] * b[0]


def _spaces(ranges: Iterable[str]) -> tuple[int, ...]:
    ends = map(range_ends, ranges)
    return tuple(sorted(space for first, last in ends for space in range(first, last + 1)))


def _corner(table: Mapping[str, Any]) -> Corner:
    """Return a corner; `chicane_with` counts corners from 1 in a file, and from 0 in the engine."""
    first_line = table.get("chicane_with")
    return Corner(**{**table, "chicane_with": None if first_line is None else first_line - 1})


def _corner_data(corner: Corner) -> dict[str, Any]:
    """Return the table of a corner in a file, without keys that have their default values."""
    table = non_defaults(corner)
    if corner.chicane_with is not None:
        table["chicane_with"] = corner.chicane_with + 1
    return table


def track_text(track: Track) -> str:
    """Return the track in the format of a track file; reading it again gives an equal track."""
    data = track_data(track)
    parts = [
        _pairs(data, ["format"]),
        _pairs(data, _NAMES),
        _pairs(data, _FIGURES),
        ["race_line = [", *(f"  {{ {', '.join(_pairs(each, each))} }}," for each in data["race_line"]), "]"],
        _pairs(data, _RANGES),
        *(["[[corners]]", *_pairs(corner, corner)] for corner in data["corners"]),
        ["[drawing]", "outline = [", *_outline_lines(data["drawing"]["outline"]), "]"],
    ]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def _pairs(table: Mapping[str, Any], keys: Iterable[str]) -> list[str]:
    """Return a line of TOML for each key that is in the table; values are written as in JSON, with DEL escaped too."""
    values = {key: json.dumps(table[key], ensure_ascii=False) for key in keys if key in table}
    return [f"{key} = {value}".replace("\x7f", "\\u007F") for key, value in values.items()]


def _outline_lines(outline: Sequence[Sequence[int]]) -> Iterator[str]:
    for start in range(0, len(outline), _POINTS_A_LINE):
        points = ", ".join(f"[{x:3}, {y:3}]" for x, y in outline[start : start + _POINTS_A_LINE])
        yield f"  {points},  # {start + 1}"
