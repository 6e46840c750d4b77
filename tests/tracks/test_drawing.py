"""The ASCII map, the strip and the sheet."""

import re
from collections import Counter

import pytest

from heat_tui.drawing.ascii_map import ascii_map, draw_track
from heat_tui.drawing.characters import strip
from heat_tui.drawing.geometry import Heading
from heat_tui.drawing.road import Kind, lines_after
from heat_tui.drawing.track_sheet import corner_facts, track_sheet
from heat_tui.engine.track import runs
from heat_tui.store.tracks import BUILT_IN_IDS, load_track
from tests.tracks.samples import OVAL

SIZES = [(78, 22), (78, 20), (100, 30), (60, 20)]


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("track_id", BUILT_IN_IDS)
def test_every_spot_line_limit_and_arrow_is_drawn(track_id: str, size: tuple[int, int]) -> None:
    track = load_track(track_id)
    text = draw_track(track, *size)
    rows = text.split("\n")
    assert text.isascii()
    assert len(rows) <= size[1]
    assert all(len(row) <= size[0] and row == row.rstrip() for row in rows)
    counts = Counter(text)
    special = {"~": set(track.flooded), "^": set(track.tunnel)}
    plain = track.spaces - len(special["~"] | special["^"])
    assert counts["."] == 2 * plain
    assert counts["~"] == 2 * len(special["~"])
    assert counts["^"] - text.count("^^=") * 2 >= 2 * len(special["^"])
    assert sorted(re.findall(r"<(\d+)>", text)) == sorted(str(corner.limit) for corner in track.corners)
    assert re.search(r">>|<<|\^\^|vv", text)


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("track_id", BUILT_IN_IDS)
def test_no_two_spots_or_lines_share_a_cell(track_id: str, size: tuple[int, int]) -> None:
    track = load_track(track_id)
    drawn = ascii_map(track, *size)
    cells = [place.cell for place in drawn.spots.values()] + [*drawn.lines, *(c for s in drawn.signs for c in s.cells)]
    assert len(cells) == len(set(cells))
    assert len(drawn.spots) == 2 * track.spaces


@pytest.mark.parametrize("track_id", BUILT_IN_IDS)
def test_both_spots_of_a_space_are_adjacent_and_lanes_do_not_jump(track_id: str) -> None:
    track = load_track(track_id)
    spots = {spot: place.cell for spot, place in ascii_map(track, 78, 22).spots.items()}
    for space in range(1, track.spaces + 1):
        (a, b), (c, d) = spots[space, 0], spots[space, 1]
        assert (abs(a - c), abs(b - d)) in {(2, 0), (3, 0), (0, 1), (1, 1), (2, 1)}
        following = space % track.spaces + 1
        same_side = track.race_line_side(space) == track.race_line_side(following)
        for spot in (0, 1):
            (a, b), (c, d) = spots[space, spot], spots[following, spot if same_side else 1 - spot]
            assert abs(a - c) <= 9
            assert abs(b - d) <= 4


def test_lines_are_between_their_spaces() -> None:
    drawn = ascii_map(load_track("usa"), 78, 22)
    (column, row), place = drawn.spots[69, 1].cell, drawn.spots[1, 1]
    assert place.heading is Heading.RIGHT
    assert drawn.lines[column + 3, row] is Kind.START
    assert place.cell == (column + 5, row)
    assert [kind for kind, _corner in lines_after(load_track("france"))[20]] == [Kind.CORNER, Kind.LEGENDS]


def test_the_race_line_spot_is_on_the_side_of_the_race_line() -> None:
    spots = {spot: place.cell for spot, place in ascii_map(load_track("usa"), 78, 22).spots.items()}
    # Space 20 is on the bottom straight, driven to the left, with the race line on the right: the upper row.
    assert spots[20, 0][1] == spots[20, 1][1] - 1
    # Space 9 is at the right edge, driven downwards, with the race line on the left: outside.
    assert spots[9, 0][0] > spots[9, 1][0]


def test_marks_replace_spots() -> None:
    track = load_track("italy")
    text = draw_track(track, marks={(5, 0): "1", (5, 1): "2", (54, 0): "a"})
    empty = draw_track(track)
    assert Counter(text)["."] == Counter(empty)["."] - 3
    assert sorted(a + b for a, b in zip(text, empty, strict=True) if a != b) == ["1.", "2.", "a."]


@pytest.mark.parametrize("size", [(39, 22), (78, 15)])
def test_a_box_too_small_for_a_track_is_an_error(size: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="needs a box"):
        draw_track(load_track("italy"), *size)


def test_the_strip_counts_down_to_corner_2_of_usa() -> None:
    marks = {(30, 0): "1", (30, 1): "2", (33, 1): "3", (60, 0): "9"}
    assert strip(load_track("usa"), 25, 14, marks) == "\n".join(
        [
            "        L                <3>",
            " .  .  .: .  .  1  .  .  .# .  .  .  .  .",
            " .  .  .: .  .  2  .  .  3# .  .  .  .  .",
            " 8  7  6  5  4  3  2  1  0 15 14 13 12 11",
        ]
    )


def test_the_strip_continues_across_the_start_line() -> None:
    assert strip(load_track("usa"), 67, 6) == "\n".join(
        [
            "       S/F    L",
            " .  .  .= .  .: .",
            " .  .  .= .  .: .",
            "14 13 12 11 10  9",
        ]
    )


def test_the_strip_shows_lines_in_one_place_and_side_by_side() -> None:
    assert strip(load_track("france"), 19, 4).split("\n")[:2] == ["    <2>L", " .  .# .  ."]
    assert strip(load_track("mexico"), 49, 4).split("\n")[:2] == ["    <2>L<2>", " .  .# .# ."]
    assert strip(load_track("japan"), 5, 3).split("\n")[1] == " .  ~  ~"


def test_the_facts_of_a_track_are_listed() -> None:
    assert [(each.number, each.spaces, each.line_of_chicane) for each in corner_facts(OVAL)] == [
        (1, 16, 1),
        (1, 2, 2),
        (2, 12, None),
    ]
    assert "Race line: right 1-8, left 9-20, right 21-30" in track_sheet(OVAL)
    assert (runs(OVAL.flooded), runs(OVAL.tunnel)) == (((4, 6), (9, 9)), ((20, 22),))
    assert runs([]) == ()


def test_the_sheet_of_japan_is_right() -> None:
    track = load_track("japan")
    sheet = track_sheet(track)
    head, table, drawing, key = sheet.split("\n\n")
    assert head.split("\n") == [
        "Japan (japan)",
        "Heavy Rain: 2 laps of 60 spaces, clockwise; 7 Heat, 3 Stress.",
        "Race line: right 1-10, left 11-12, right 13-18, left 19-45, right 46-60",
        "Flooded spaces: 6-11, 39-45, 50-55",
    ]
    assert table.split("\n")[:3] == [
        "Corner  Limit  Line after  Legends line  Spaces  Press  Chicane  Aggressive",
        "     1      4          10             3      17      -   line 1           3",
        "     1      4          12            10       2      1   line 2           -",
    ]
    assert drawing == draw_track(track, 78, 22)
    assert key.startswith("Key: . spot, ~ flooded spot, # corner line with its limit <4>, ")
    assert all(len(line) <= 78 for line in sheet.split("\n"))


def test_the_table_has_only_the_columns_that_the_track_needs() -> None:
    assert "Chicane" not in track_sheet(load_track("great_britain"))
    assert "Aggressive" not in track_sheet(load_track("usa"))
    assert "3 (1 doubly)" in track_sheet(load_track("netherlands"))


@pytest.mark.parametrize("track_id", BUILT_IN_IDS)
def test_a_sheet_is_not_wider_than_allowed(track_id: str) -> None:
    assert max(map(len, track_sheet(load_track(track_id)).split("\n"))) <= 78
