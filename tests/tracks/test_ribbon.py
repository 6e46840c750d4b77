"""The ribbon map: laws for every track in every box."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heat_tui.drawing.geometry import ROW_HEIGHT, Heading
from heat_tui.drawing.ribbon import LEAST_HEIGHT, LEAST_WIDTH, Ribbon, ribbon, sign_widths
from heat_tui.drawing.road import Kind, Material, road_of
from heat_tui.engine.track import Track
from heat_tui.store.tracks import BUILT_IN_IDS, load_track
from tests.tracks.samples import OVAL, valid_tracks

SIZES = [(60, 14), (60, 20), (80, 16), (80, 22), (84, 30), (100, 24), (120, 36), (160, 48)]
LINES = {Material.CORNER, Material.LEGENDS, Material.START, Material.START_WHITE}
ROAD = {Material.ASPHALT, Material.ASPHALT_LIGHT} | LINES

every_track_and_size = pytest.mark.parametrize(
    ("track_id", "size"),
    [
        pytest.param(
            track_id,
            size,
            marks=[pytest.mark.xdist_group(f"ribbon {track_id}"), *([] if size in SIZES[::3] else [pytest.mark.long])],
        )
        for track_id, size in itertools.product(BUILT_IN_IDS, SIZES)
    ],
    ids=str,
)


def drawn(track_id: str, size: tuple[int, int]) -> tuple[Track, Ribbon]:
    track = load_track(track_id)
    return track, ribbon(track, *size)


def check_places(track: Track, shown: Ribbon) -> None:
    """Check that each spot takes up 1 to 3 cells, and that spots and signs share no cell and stay in the box."""
    cells = [place.cell for place in shown.spots.values()]
    assert set(shown.spots) == {(space, spot) for space in range(1, track.spaces + 1) for spot in (0, 1)}
    assert len(cells) == len(set(cells))
    used = Counter(
        (place.left + offset, place.cell[1]) for place in shown.spots.values() for offset in range(place.room)
    )
    used.update(cell for sign in shown.signs for cell in sign.cells)
    assert set(used.values()) == {1}
    assert all(0 <= column < shown.width and 0 <= row < shown.height for column, row in used)
    for place in shown.spots.values():
        assert 1 <= place.room <= 3
        assert place.left <= place.cell[0] < place.left + place.room


@every_track_and_size
def test_every_spot_has_a_separate_cell_and_no_sign_covers_it(track_id: str, size: tuple[int, int]) -> None:
    check_places(*drawn(track_id, size))


@every_track_and_size
def test_every_limit_and_the_start_have_a_sign(track_id: str, size: tuple[int, int]) -> None:
    track, shown = drawn(track_id, size)
    assert [(sign.kind, sign.number) for sign in shown.signs] == [
        *((Kind.CORNER, index) for index in range(len(track.corners))),
        (Kind.START, 0),
    ]
    for sign in shown.signs[:-1]:
        assert sign.width == sign_widths(track, ())[sign.number]


@every_track_and_size
def test_spots_are_on_their_own_space(track_id: str, size: tuple[int, int]) -> None:
    """In a low box, a few spots take the adjacent cell where the road is hidden or too crowded."""
    _track, shown = drawn(track_id, size)
    strangers = 0
    for (space, _spot), place in shown.spots.items():
        column, row = place.cell
        halves = [shown.pixels.spaces[(2 * row + half) * shown.width + column] for half in (0, 1)]
        strangers += space not in halves
    assert strangers <= (len(shown.spots) // 20 if size[1] < 24 else 0)


@every_track_and_size
def test_the_rooms_fit_number_and_heading_wherever_there_is_space(track_id: str, size: tuple[int, int]) -> None:
    _track, shown = drawn(track_id, size)
    narrow = sum(place.room == 1 for place in shown.spots.values())
    assert narrow <= (len(shown.spots) // 6 if size[1] < 24 else 0)


@every_track_and_size
def test_every_space_and_every_line_is_visible(track_id: str, size: tuple[int, int]) -> None:
    track, shown = drawn(track_id, size)
    pixels = shown.pixels
    seen = Counter(pixels.spaces)
    hidden = [space for space in range(1, track.spaces + 1) if not seen[space]]
    assert len(hidden) <= (2 if size[1] < 24 else 0)
    for material in LINES:
        assert material in pixels.top
    assert {pixels.top[pixel] for pixel, space in enumerate(pixels.spaces) if space} <= ROAD
    assert all(0 < quarters <= 4 for quarters in pixels.cover)


@pytest.mark.long
@pytest.mark.parametrize("track_id", BUILT_IN_IDS)
def test_lines_are_between_the_right_spaces(track_id: str) -> None:
    track, shown = drawn(track_id, (160, 48))
    pixels = shown.pixels
    red = {pixels.spaces[pixel] for pixel, top in enumerate(pixels.top) if top == Material.CORNER}
    gold = {pixels.spaces[pixel] for pixel, top in enumerate(pixels.top) if top == Material.LEGENDS}
    after = {corner.line_after for corner in track.corners}
    legends = {corner.legends_line_after for corner in track.corners}
    assert red <= after | {line + 1 for line in after}
    assert after <= red
    assert gold <= legends | {line % track.spaces + 1 for line in legends}
    squares = {Material.START, Material.START_WHITE}
    assert {pixels.spaces[pixel] for pixel, top in enumerate(pixels.top) if top in squares} == {1, track.spaces}


@pytest.mark.long
@pytest.mark.parametrize("track_id", BUILT_IN_IDS)
def test_the_two_shades_distinguish_neighbouring_spaces(track_id: str) -> None:
    _track, shown = drawn(track_id, (84, 30))
    shades = {0: Material.ASPHALT, 1: Material.ASPHALT_LIGHT}
    for pixel, top in enumerate(shown.pixels.top):
        if top in shades.values():
            assert top == shades[shown.pixels.spaces[pixel] % 2]


@pytest.mark.long
@pytest.mark.parametrize("track_id", BUILT_IN_IDS)
def test_the_race_line_spot_is_on_the_side_of_the_race_line(track_id: str) -> None:
    track, shown = drawn(track_id, (120, 36))
    road = road_of(track, 120, 36)
    wrong = 0
    for space in range(1, track.spaces + 1):
        (x, y), (other_x, other_y) = shown.spots[space, 0].cell, shown.spots[space, 1].cell
        start, end = road.clear[space - 1]
        dx, dy = road.heading((start + end) / 2)
        left = dx * (y - other_y) * ROW_HEIGHT - dy * (x - other_x) < 0
        wrong += left != (track.race_line_side(space) == "left")
    assert wrong == 0


def test_kerbs_are_only_on_the_outside_of_the_bend() -> None:
    """The hairpin at the top of the USA turns to the right, so its kerb is above the road."""
    _track, shown = drawn("usa", (120, 36))
    kerb = {Material.KERB, Material.KERB_WHITE}
    above = 0
    for column in range(40, 62):
        top = [shown.pixels.top[row * shown.width + column] for row in range(12)]
        kerbs = [row for row, each in enumerate(top) if each in kerb]
        road = [row for row, each in enumerate(top) if each in ROAD]
        if road:
            assert not [row for row in kerbs if row > min(road)]
            above += bool(kerbs)
    assert above > 8


def test_at_a_crossing_the_road_of_the_start_is_on_top() -> None:
    _track, shown = drawn("japan", (120, 36))
    for space in (2, 3):
        column, row = shown.spots[space, 0].cell
        assert shown.spot_at(column, row) == (space, 0)
        assert shown.pixels.spaces[2 * row * shown.width + column] == space


def test_headings_follow_the_road() -> None:
    _track, shown = drawn("usa", (84, 30))
    assert shown.start is Heading.RIGHT
    assert shown.spots[20, 0].heading is Heading.LEFT
    assert shown.spots[9, 0].heading is Heading.DOWN


def test_a_cell_belongs_to_the_spot_of_its_room_or_road() -> None:
    _track, shown = drawn("italy", (84, 30))
    for spot, place in shown.spots.items():
        for offset in range(place.room):
            assert shown.spot_at(place.left + offset, place.cell[1]) == spot
    assert shown.spot_at(0, 0) is None
    assert shown.spot_at(-1, 0) is None
    assert shown.spot_at(84, 30) is None
    for row, column in itertools.product(range(shown.height), range(shown.width)):
        found = shown.spot_at(column, row)
        spaces = {shown.pixels.spaces[(2 * row + half) * shown.width + column] for half in (0, 1)}
        if spaces != {0}:
            assert found is not None


def test_a_sign_fits_a_limit_that_changes_by_one() -> None:
    track = load_track("usa")
    corners = tuple(replace(track.corners[0], limit=limit) for limit in (2, 7, 9, 10))
    assert sign_widths(replace(track, corners=corners), ()) == [3, 3, 4, 5]


def test_a_ribbon_is_drawn_once() -> None:
    track = load_track("spain")
    assert ribbon(track, 160, 50) is ribbon(track, 160, 50)


@pytest.mark.parametrize("size", [(LEAST_WIDTH - 1, 30), (80, LEAST_HEIGHT - 1)])
def test_a_box_that_is_too_small_is_an_error(size: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="needs a box"):
        ribbon(OVAL, *size)


@settings(max_examples=8, deadline=None)
@given(valid_tracks(), st.sampled_from([(40, 12), (60, 14), (80, 22), (121, 37)]))
def test_any_track_can_be_drawn(track: Track, size: tuple[int, int]) -> None:
    check_places(track, ribbon(track, *size))
