"""A track: a closed loop of spaces, the corner lines across it, and the facts printed beside them."""

from __future__ import annotations

from collections.abc import Iterable

from heat_tui.engine.record import record

SPOTS_PER_SPACE = 2
GRID_SPACES = 4
"""The number of spaces, at the end of a lap, that a grid of eight cars fills; no corner line is among them."""


@record
class Corner:
    """One corner line (V); a chicane is two of them (H2).

    `line_after` k puts the line between space k and space k + 1, 1 <= k < spaces. `legends_line_after` is likewise the
    space before this corner's legends line; a number larger than `line_after` is on the lap before. `limit` is the
    printed speed limit, >= 1. `press` is the corner's number for events, None if the line has no number of its own.
    `chicane_with`, on the second line of a chicane, is the index (from 0) of its first line. `aggressive` and
    `double_aggressive` mark that many of the last spaces before the line (L8), 0 for none.
    """

    line_after: int
    limit: int
    legends_line_after: int
    press: int | None = None
    chicane_with: int | None = None
    aggressive: int = 0
    double_aggressive: int = 0


@record
class Track:
    """The facts printed on one board, checked by the code that builds the track (`heat_tui.store` for files).

    `spaces` is the number of spaces in a lap, numbered 1 to `spaces` from the start/finish line in driving order.
    `laps`, `heat` and `stress` are the printed numbers (S2). `corners` are in driving order. `race_line` pairs each
    space at which the race line changes sides with its new side, "left" or "right" in the driving direction; its first
    entry is for space 1. `flooded` (H1) and `tunnel` (N1) are spaces in ascending order. `direction` is that of the
    loop on the board. `outline` holds the centre of each space in a box 480 wide with y growing downwards: a hint of
    the shape for drawing, not a rule.
    """

    id: str
    name: str
    set: str
    laps: int
    heat: int
    stress: int
    spaces: int
    direction: str
    corners: tuple[Corner, ...]
    race_line: tuple[tuple[int, str], ...]
    flooded: tuple[int, ...]
    tunnel: tuple[int, ...]
    outline: tuple[tuple[int, int], ...]

    def __hash__(self) -> int:
        """Return the number of spaces: automated drivers look tracks up all the time, so a hash must be fast."""
        return self.spaces

    @property
    def first_lines(self) -> frozenset[int]:
        """The first lines of the chicanes, as indices."""
        return frozenset(corner.chicane_with for corner in self.corners if corner.chicane_with is not None)

    def space_of(self, at: int) -> int:
        """Return the space, from 1 to `spaces`, of an absolute place."""
        return (at - 1) % self.spaces + 1

    def lap_of(self, at: int) -> int:
        """Return the lap of an absolute place, 0 before the line is first crossed (V)."""
        return (at - 1) // self.spaces

    def next_corner(self, space: int) -> int:
        """Return the index of the first corner whose line is ahead of `space`, across the start line if necessary."""
        return next((index for index, corner in enumerate(self.corners) if corner.line_after >= space), 0)

    def lines_marked(self, space: int) -> int:
        """Return how many extra corner lines the mark on a space allows an aggressive Legend: 0, 1 or 2 (L8)."""
        corner = self.next_corner(space)
        way, marked = self.spaces_to_line(space, corner), self.corners[corner]
        return (way < marked.aggressive) + (way < marked.double_aggressive)

    def spaces_to_line(self, space: int, corner: int) -> int:
        """Return the number of spaces between `space` and the line of `corner`: 0 on the last space before it."""
        return (self.corners[corner].line_after - space) % self.spaces

    def sector(self, space: int) -> int:
        """Return the index of the corner whose sector (V) `space` is in: the nearest corner line behind the space."""
        return (self.next_corner(space) - 1) % len(self.corners)

    def corner_number(self, line: int) -> int:
        """Return the number, from 1, of the corner that a line belongs to; a chicane's two lines share one (H2)."""
        return line + 1 - sum([each.chicane_with is not None for each in self.corners[: line + 1]])

    def is_past_legends_line(self, space: int) -> bool:
        """Return whether a Legend on `space` moves under L3: past the next corner's legends line, before its line."""
        corner = self.corners[self.next_corner(space)]
        span = (corner.line_after - corner.legends_line_after) % self.spaces
        return (corner.line_after - space) % self.spaces < span

    def race_line_side(self, space: int) -> str:
        """Return the side, "left" or "right" in the driving direction, that the race-line spot of `space` is on."""
        return next(side for start, side in reversed(self.race_line) if start <= space)


def grid_place(track: Track, place: int) -> tuple[int, int]:
    """Return the space and spot (0 race line, 1 off) of grid place 1, 2, 3, ... (S4)."""
    return track.spaces - (place - 1) // SPOTS_PER_SPACE, (place - 1) % SPOTS_PER_SPACE


def runs(spaces: Iterable[int]) -> tuple[tuple[int, int], ...]:
    """Return spaces, given in ascending order, as pairs of first and last: 6, 7, 8, 39 as (6, 8) and (39, 39)."""
    found: list[tuple[int, int]] = []
    for space in spaces:
        if found and space == found[-1][1] + 1:
            found[-1] = (found[-1][0], space)
        else:
            found.append((space, space))
    return tuple(found)
