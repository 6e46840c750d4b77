"""Aggressive Legends."""

from __future__ import annotations

from dataclasses import replace

import pytest

from heat_tui.engine.track import Corner, Track
from heat_tui.modules.legends import Legends
from heat_tui.modules.legends.events import LegendPressed
from heat_tui.store.tracks import load_track
from tests.rules.legend_turns import FIRST_CARD, decided, end
from tests.tables import STUCK, driver, legend, loop, turn


def aggressive_move(
    track: Track, at: int, colour: str, *, on: bool = True, laps: int = 9
) -> tuple[int, list[int], bool]:
    """Return where a Legend's move by the first card ends, its additional lines, and whether a line stopped it.

    The additional lines that it may cross are [number], or [] for none.
    """
    table = turn(
        track,
        driver(track.spaces // 2, engine=0, hand=STUCK),
        legend(at, colour=colour),
        seat=1,
        laps=laps,
        legend_cards=(FIRST_CARD,),
        aggressive=on,
    )
    return end(table)[0], [event.more for event in table.told(LegendPressed)], decided(table).stopped


AGGRESSIVE_BEND = replace(
    loop(60, (20, 4, 10), (22, 5, 21), (24, 5, 23), (50, 9)),
    corners=(
        Corner(20, 4, 10, aggressive=3, double_aggressive=1),
        Corner(22, 5, 21),
        Corner(24, 5, 23),
        Corner(50, 9, 45),
    ),
)
"""A track with spaces 18 and 19 marked once, and space 20 twice; corner lines follow after spaces 22 and 24."""


@pytest.mark.rule("L8")
@pytest.mark.parametrize(
    ("at", "colour", "to", "more", "stopped"),
    [
        (17, "blue", 22, [], True),
        (17, "yellow", 21, [], False),
        (18, "blue", 24, [1], True),
        (18, "green", 24, [1], False),
        (19, "blue", 24, [1], True),
        (19, "yellow", 23, [1], False),
        (20, "blue", 27, [2], False),
        (20, "yellow", 24, [2], False),
    ],
)
def test_from_a_marked_space_it_may_cross_one_more_line(
    at: int, colour: str, to: int, more: list[int], stopped: bool
) -> None:
    """Limit 4 plus a diamond of 0, 2 or 3."""
    assert aggressive_move(AGGRESSIVE_BEND, at, colour) == (to, more, stopped)
    assert aggressive_move(AGGRESSIVE_BEND, 60 + at, colour) == (60 + to, more, stopped)


@pytest.mark.rule("L8", "L3")
@pytest.mark.parametrize(
    ("at", "colour", "to", "stopped"), [(17, "yellow", 21, False), (18, "green", 22, True), (20, "blue", 22, True)]
)
def test_without_the_option_the_marks_mean_nothing(at: int, colour: str, to: int, stopped: bool) -> None:
    assert aggressive_move(AGGRESSIVE_BEND, at, colour, on=False) == (to, [], stopped)


@pytest.mark.rule("L8")
def test_a_double_mark_lets_it_cross_three_lines_and_no_more() -> None:
    track = replace(
        AGGRESSIVE_BEND,
        corners=(*AGGRESSIVE_BEND.corners[:3], Corner(26, 5, 25), Corner(50, 9, 45)),
    )
    assert aggressive_move(track, 20, "blue") == (26, [2], True)


@pytest.mark.rule("L8")
def test_the_space_where_the_move_begins_counts() -> None:
    """A limit of 4 from space 16, or a helmet number of 11 from space 9, leads onto a marked space, and no further."""
    assert aggressive_move(AGGRESSIVE_BEND, 16, "yellow") == (20, [], False)
    assert aggressive_move(AGGRESSIVE_BEND, 9, "yellow") == (20, [], False)


@pytest.mark.rule("L8", "H4")
@pytest.mark.parametrize(
    ("name", "at", "colour", "to", "more", "stopped"),
    [
        ("japan", 7, "blue", 12, [], True),
        ("japan", 8, "blue", 15, [1], False),
        ("japan", 10, "blue", 17, [1], False),
        ("japan", 12, "blue", 18, [], True),
        ("mexico", 10, "blue", 19, [], True),
        ("mexico", 11, "blue", 21, [1], False),
        ("mexico", 14, "blue", 24, [1], False),
        ("mexico", 38, "blue", 47, [1], False),
        ("mexico", 37, "blue", 44, [], True),
        ("mexico", 48, "blue", 53, [1], False),
        ("mexico", 47, "blue", 51, [], True),
        ("great_britain", 30, "blue", 39, [1], False),
        ("great_britain", 29, "blue", 37, [], True),
        ("great_britain", 37, "blue", 45, [1], False),
        ("great_britain", 43, "blue", 50, [1], False),
        ("spain", 9, "blue", 17, [1], False),
        ("spain", 10, "blue", 18, [1], False),
        ("spain", 27, "blue", 34, [1], False),
        ("spain", 91, "blue", 97, [1], False),
        ("spain", 93, "blue", 100, [1], False),
        ("spain", 97, "blue", 103, [], True),
        ("spain", 98, "blue", 105, [1], False),
        ("netherlands", 6, "blue", 13, [], True),
        ("netherlands", 7, "blue", 15, [1], False),
        ("netherlands", 8, "blue", 16, [1], False),
        ("netherlands", 9, "blue", 17, [2], False),
        ("netherlands", 11, "blue", 19, [1], False),
    ],
)
def test_the_marks_of_the_tracks_are_right(
    name: str, at: int, colour: str, to: int, more: list[int], stopped: bool
) -> None:
    """The limit plus 3 spaces, over one additional line from a marked space, and two from a space marked twice."""
    assert aggressive_move(load_track(name), at, colour) == (to, more, stopped)


@pytest.mark.rule("L8", "L6")
def test_past_the_finish_no_line_stops_it_and_none_counts() -> None:
    track = replace(AGGRESSIVE_BEND, corners=(Corner(2, 3, 56), Corner(59, 3, 50, aggressive=2)))
    assert aggressive_move(track, 119, "blue", laps=1) == (125, [1], False)
    assert aggressive_move(track, 119, "blue", laps=2) == (125, [1], False)
    past = replace(AGGRESSIVE_BEND, corners=(Corner(2, 3, 56, aggressive=3), Corner(40, 3, 34)))
    assert aggressive_move(past, 120, "yellow", laps=1) == (131, [], False)
    assert aggressive_move(past, 120, "yellow", laps=2) == (123, [1], False)


@pytest.mark.rule("L8")
def test_a_race_mentions_the_option_only_if_it_is_on() -> None:
    assert Legends(2).options() == {"count": 2, "pro": 0}
    assert Legends(2, aggressive=True).options() == {"count": 2, "pro": 0, "aggressive": True}
