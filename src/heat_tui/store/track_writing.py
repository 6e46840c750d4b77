"""A track as the text of a track file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from heat_tui.engine.track import Track
from heat_tui.store.track_format import track_data

_POINTS_A_LINE = 10


def track_text(track: Track) -> str:
    """Return the track in the format of a track file; reading it again gives an equal track."""
    data = track_data(track)
    parts = [
        _pairs(data, ["format"]),
        _pairs(data, ["id", "name", "set", "direction"]),
        _pairs(data, ["laps", "heat", "stress", "spaces"]),
        ["race_line = [", *(f"  {{ {', '.join(_pairs(each, each))} }}," for each in data["race_line"]), "]"],
        _pairs(data, ["flooded", "tunnel"]),
        *(["[[corners]]", *_pairs(corner, corner)] for corner in data["corners"]),
        ["[drawing]", "outline = [", *_outline_lines(data["drawing"]["outline"]), "]"],
    ]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def _pairs(table: Mapping[str, Any], keys: Iterable[str]) -> list[str]:
    """Return lines of TOML for the keys that are in the table."""
    return [f"{key} = {_toml(table[key])}" for key in keys if key in table]


def _toml(value: int | str | list[str]) -> str:
    """Return a value as TOML, which writes strings as JSON does but also escapes DEL."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")


def _outline_lines(outline: Sequence[Sequence[int]]) -> Iterator[str]:
    for start in range(0, len(outline), _POINTS_A_LINE):
        points = ", ".join(f"[{x:3}, {y:3}]" for x, y in outline[start : start + _POINTS_A_LINE])
        yield f"  {points},  # {start + 1}"
