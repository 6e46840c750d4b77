"""What can be said of a track, as plain data."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from heat_tui.engine.track import Corner, Track, runs


class Run(NamedTuple):
    """Neighbouring spaces; both ends belong to it."""

    first: int
    last: int


class CornerFacts(NamedTuple):
    """A corner with its number from 1, and the spaces between the line before it and its own line.

    `chicane_with` is the number, from 1, of the other line of its chicane, whichever of the two it is.
    """

    number: int
    corner: Corner
    spaces: int
    chicane_with: int | None


class TrackFacts(NamedTuple):
    """The corners in driving order, and where the race line, water and tunnels are."""

    corners: tuple[CornerFacts, ...]
    race_line: tuple[tuple[str, Run], ...]
    flooded: tuple[Run, ...]
    tunnel: tuple[Run, ...]


def track_facts(track: Track) -> TrackFacts:
    """The facts of a track; no run of spaces goes over the start/finish line."""
    partners: dict[int, int] = {}
    for index, corner in enumerate(track.corners):
        if corner.chicane_with is not None:
            partners[index], partners[corner.chicane_with] = corner.chicane_with + 1, index + 1
    corners = tuple(
        CornerFacts(
            index + 1,
            corner,
            (corner.line_after - track.corners[index - 1].line_after - 1) % track.spaces + 1,
            partners.get(index),
        )
        for index, corner in enumerate(track.corners)
    )
    ends = [*(start - 1 for start, _side in track.race_line[1:]), track.spaces]
    race_line = tuple((side, Run(start, end)) for (start, side), end in zip(track.race_line, ends, strict=True))
    return TrackFacts(corners, race_line, _runs(track.flooded), _runs(track.tunnel))


def _runs(spaces: Iterable[int]) -> tuple[Run, ...]:
    return tuple(Run(first, last) for first, last in runs(spaces))
