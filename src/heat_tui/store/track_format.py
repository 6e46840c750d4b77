"""A track as the plain data of a track file. Needs no pydantic: what is read here is not checked."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any, Final

from heat_tui.engine.track import Corner, Track, runs

TRACK_FORMAT: Final = 1
LONGEST_ID: Final = 32
WORD: Final = f"^[a-z0-9_]{{1,{LONGEST_ID}}}$"

_NAMES = ("id", "name", "set", "direction")
_FIGURES = ("laps", "heat", "stress", "spaces")
_RANGES = ("flooded", "tunnel")


def track_of(data: Mapping[str, Any]) -> Track:
    """Return the track of a sound file's plain data."""
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
    """Return the plain data of the track's file, so that a save is read with the same checks; do not change it."""
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
    """Return spaces in rising order as ranges: 6, 7, 8, 39 as ["6-8", "39"]."""
    return [str(first) if first == last else f"{first}-{last}" for first, last in runs(spaces)]


def distinct(outline: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the points of an outline, those that share a place moved a little to the left or up, but not below 0."""
    found: dict[tuple[int, int], None] = {}
    for x, y in outline:
        ways = ((abs(x - way), abs(y - way * across)) for way in itertools.count() for across in (0, 1))
        found[next(point for point in ways if point not in found)] = None
    return list(found)


def _spaces(ranges: Iterable[str]) -> tuple[int, ...]:
    ends = map(range_ends, ranges)
    return tuple(sorted(space for first, last in ends for space in range(first, last + 1)))


def _corner(table: Mapping[str, Any]) -> Corner:
    """Return a corner; a file counts the corner that `chicane_with` names from 1, the engine from 0."""
    first_line = table.get("chicane_with")
    return Corner(**{**table, "chicane_with": None if first_line is None else first_line - 1})


def _corner_data(corner: Corner) -> dict[str, Any]:
    """Return the keys of a corner whose values are not the default ones."""
    table = {each.name: getattr(corner, each.name) for each in fields(Corner)}
    if corner.chicane_with is not None:
        table["chicane_with"] = corner.chicane_with + 1
    return {each.name: table[each.name] for each in fields(Corner) if table[each.name] != each.default}
