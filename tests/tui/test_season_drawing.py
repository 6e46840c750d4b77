"""The press on the map and in the strips, and the points as bars."""

from __future__ import annotations

from dataclasses import replace

import pytest

from heat_tui.drawing.charts import bar
from heat_tui.modules.championship.calendar import press_corners
from heat_tui.modules.championship.event_rules import EVENTS
from heat_tui.store.tracks import BUILT_IN_IDS, load_track
from heat_tui.tui.look import Look
from heat_tui.tui.track.ground import ground_of
from heat_tui.tui.track.marks import Marks
from heat_tui.tui.track.scene import printed_scene
from heat_tui.tui.track.strips import Course

LOOKS = (Look(), Look(dark=False), Look(colour=False), Look(ascii=True))


@pytest.mark.long
@pytest.mark.parametrize(
    ("track", "size", "look"),
    [
        (track, size, LOOKS[(row + column) % len(LOOKS)])
        for row, track in enumerate(BUILT_IN_IDS)
        for column, size in enumerate(((44, 18), (80, 22)))
    ],
)
def test_every_press_corner_has_its_mark_beside_the_limit_on_the_map(
    track: str, size: tuple[int, int], look: Look
) -> None:
    drawn = load_track(track)
    everywhere = tuple(index for index, corner in enumerate(drawn.corners) if corner.press is not None)
    for press in ((), everywhere[:1], everywhere):
        scene = replace(printed_scene(drawn), press=press)
        ground = ground_of(drawn, *size, look, scene.badges, scene.press)
        marks = Marks(scene, look)
        rows = ["".join(text for text, _style in ground.row(row, marks)) for row in range(ground.chart.height)]
        assert sum(row.count("P") for row in rows) == len(press)
        for corner in press:
            limit = drawn.corners[corner].limit
            assert any(sign in row for row in rows for sign in (f"P {limit} ", f"P<{limit}>"))


@pytest.mark.parametrize("look", LOOKS)
def test_the_strip_has_the_mark_too(look: Look) -> None:
    italy = load_track("italy")
    scene = replace(printed_scene(italy), press=press_corners(italy, EVENTS[3]))
    signs = "".join(text for text, _style in Course(Marks(scene, look), 3 * italy.spaces).row(0))
    assert signs.count("P") == 1
    assert "P 3" in signs or "P<3>" in signs


def test_a_bar_has_a_part_for_each_race_and_ends_at_the_total() -> None:
    assert bar([9, 0, 6, 3], 27, 60) == [20, 0, 13, 7]


def test_bars_of_equal_points_are_equally_long() -> None:
    assert sum(bar([1, 1, 1, 1, 1], 7, 33)) == sum(bar([5], 7, 33)) == 24


def test_before_the_first_race_a_bar_has_no_parts() -> None:
    assert bar([], 1, 30) == []
