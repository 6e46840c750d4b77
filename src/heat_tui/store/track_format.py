"""A track from the plain data of a sound file; the checks, and pydantic with them, load for other files only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from heat_tui.engine.track import Corner, Track

TRACK_FORMAT: Final = 1
WORD: Final = "^[a-z0-9_]{1,32}$"


def track_of(data: Mapping[str, Any]) -> Track:
    """The track of a sound file's plain data; what the data are is not checked."""
    return Track(
        id=data["id"],
        name=data["name"],
        set=data.get("set", "own"),
        laps=data["laps"],
        heat=data["heat"],
        stress=data["stress"],
        spaces=data["spaces"],
        direction=data["direction"],
        corners=tuple(_corner(each) for each in data["corners"]),
        race_line=tuple((each["from"], each["side"]) for each in data["race_line"]),
        flooded=_spaces(data.get("flooded", ())),
        tunnel=_spaces(data.get("tunnel", ())),
        outline=tuple((x, y) for x, y in data["drawing"]["outline"]),
    )


def range_ends(text: str) -> tuple[int, int]:
    """The first and the last space of a range such as "6-11" or "7"."""
    first, _dash, last = text.partition("-")
    return int(first), int(last or first)


def _corner(table: Mapping[str, Any]) -> Corner:
    first_line = table.get("chicane_with")
    return Corner(
        line_after=table["line_after"],
        limit=table["limit"],
        legends_line_after=table["legends_line_after"],
        press=table.get("press"),
        chicane_with=None if first_line is None else first_line - 1,
        aggressive=table.get("aggressive", 0),
        double_aggressive=table.get("double_aggressive", 0),
    )


def _spaces(ranges: Iterable[str]) -> tuple[int, ...]:
    ends = [range_ends(text) for text in ranges]
    return tuple(sorted(space for first, last in ends for space in range(first, last + 1)))
