"""The strip of the road ahead and the minimap of the lap."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from heat_tui.store.settings import Settings
from heat_tui.store.tracks import BUILT_IN_IDS, load_track
from heat_tui.tui.track.scene import printed_scene
from heat_tui.tui.track.strips import LapStrip, Strip, lap_of
from tests.tui.drawings import ASCII, STILL, a_scene, drawings, refreshed, text_of


async def test_the_strip_counts_from_three_spaces_behind_the_focus_car() -> None:
    async with drawings(a_scene(), size=(36, 30), settings=ASCII) as (_pilot, drawn):
        assert text_of(drawn.strip) == [
            "           L                3>2",
            " *  *  * 4>: .  . 1>  . a   .#b!  .",
            "6> 5>  .  .: .  . 2> 3>  .  .# .  .",
            " 9  8  7  6  5  4  3  2  1  0 15 14",
        ]


async def test_the_strip_starts_elsewhere_without_a_focus_car_or_to_show_the_cursor() -> None:
    async with drawings(a_scene(), size=(80, 30)) as (_pilot, drawn):
        assert drawn.strip.course.spaces[0] == 24
        drawn.strip.scene = replace(drawn.strip.scene, cursor=(60, 0))
        assert drawn.strip.course.spaces[0] == 57
        drawn.strip.scene = replace(drawn.strip.scene, cursor=(28, 0))
        assert drawn.strip.course.spaces[0] == 24
        drawn.strip.scene = replace(drawn.strip.scene, focus=None, cursor=None)
        assert drawn.strip.course.spaces[0] == 1


async def test_the_strip_continues_across_the_start_line() -> None:
    scene = a_scene()
    cars = (replace(scene.cars[3], space=68),)

    async with drawings(replace(scene, cars=cars), size=(80, 30), settings=ASCII) as (_pilot, drawn):
        assert drawn.strip.course.spaces[:7] == (65, 66, 67, 68, 69, 1, 2)
        rows = text_of(drawn.strip)
        assert rows[0].startswith("             S/F    L")
        assert rows[1][14] == rows[2][14] == "="


async def test_only_the_changed_rows_of_the_strips_are_repainted() -> None:
    async with drawings(a_scene()) as (_pilot, drawn):
        scene = drawn.strip.scene
        moved = replace(scene, cars=(replace(scene.cars[0], space=29), *scene.cars[1:]))
        for widget in (drawn.strip, drawn.lap):
            before = [widget.render_line(row) for row in range(4)]
            calls = refreshed(widget)
            widget.scene = moved
            assert len(calls) == 1
            after = [widget.render_line(row) for row in range(4)]
            assert {region.y for region in calls[0]} == {row for row in range(4) if after[row] != before[row]} != set()
            widget.redraw()
            assert after == [widget.render_line(row) for row in range(4)]


async def test_clicks_on_the_strips_select_spots() -> None:
    async with drawings(a_scene(), size=(80, 30)) as (pilot, drawn):
        await pilot.click(Strip, offset=(0, 1))
        await pilot.click(Strip, offset=(5, 2))
        await pilot.click(Strip, offset=(5, 0))
        await pilot.click(LapStrip, offset=(0, 1))
        await pilot.click(LapStrip, offset=(1, 2))
        await pilot.click(LapStrip, offset=(2, 2))  # the legends line after space 2
        assert drawn.clicked == [(24, 0), (25, 1), (1, 0), (2, 1)]


@pytest.mark.parametrize("track_id", BUILT_IN_IDS)
@pytest.mark.parametrize("width", [38, 60, 80, 100, 120, 160, 250])
def test_the_lap_strip_keeps_every_line_and_the_order_of_the_spaces(track_id: str, width: int) -> None:
    track = load_track(track_id)
    lap = lap_of(track, width)
    assert sum(piece.room + piece.lined for piece in lap) <= width
    assert [space for piece in lap for space in piece.spaces] == [*range(1, track.spaces + 1)]
    ends = {track.spaces, *(corner.line_after for corner in track.corners)}
    assert ends <= {piece.spaces[-1] for piece in lap if piece.lined}
    if width >= track.spaces + len(ends):
        assert max(len(piece.spaces) for piece in lap) == 1


@pytest.mark.long
@pytest.mark.parametrize("settings", [STILL, ASCII], ids=["unicode", "ascii"])
@pytest.mark.parametrize("width", [80, 160])
async def test_the_lap_strip_shows_cars_limits_and_lines(width: int, settings: Settings) -> None:
    scene = a_scene()
    async with drawings(replace(scene, landings=()), size=(width, 30), settings=settings) as (_pilot, drawn):
        rows = text_of(drawn.lap)
        for number in range(1, 9):
            assert sum(row.count(str(number)) for row in rows[1:3]) == 1
        assert "7" in rows[0]
        assert "S/F" in rows[0]
        line = "#" if settings is ASCII else "█"
        assert [row.count(line) for row in rows[1:3]] == [4, 4]


async def test_a_lap_too_long_for_the_box_still_shows_every_line_and_the_car_in_front() -> None:
    async with drawings(a_scene("spain"), size=(80, 30), settings=ASCII) as (_pilot, drawn):
        rows = text_of(drawn.lap)
        assert [row.count("#") for row in rows[1:3]] == [11, 11]
        assert "4" in rows[1]
        assert rows[0].count("<") == 0


@pytest.mark.long
@pytest.mark.parametrize("track_id", BUILT_IN_IDS)
async def test_signs_with_badges_are_told_apart_and_limits_come_first(track_id: str) -> None:
    scene = printed_scene(load_track(track_id))
    badges = tuple("S2" for _corner in scene.track.corners)
    async with drawings(replace(scene, badges=badges), size=(80, 30)) as (_pilot, drawn):
        row = text_of(drawn.lap)[0]
        assert row.count("S2") == len(badges)
        assert not re.search("S2[^ ]|L[0-9]", row), row


async def test_a_low_strip_omits_its_last_rows() -> None:
    async with drawings(a_scene()) as (pilot, drawn):
        full = text_of(drawn.lap)
        drawn.lap.styles.height = 3
        await pilot.pause()
        assert text_of(drawn.lap) == full[:3]


@pytest.mark.parametrize(("width", "counts"), [(80, "10 98765"), (160, "  10  9 8 7 6 5 4 3 2 1 0 20  18")])
async def test_the_lap_strip_counts_down(width: int, counts: str) -> None:
    async with drawings(a_scene(), size=(width, 30)) as (_pilot, drawn):
        assert text_of(drawn.lap)[3].startswith(counts)


@pytest.mark.parametrize("track_id", BUILT_IN_IDS)
async def test_counts_of_two_digits_on_the_lap_strip_do_not_touch(track_id: str) -> None:
    async with drawings(printed_scene(load_track(track_id)), size=(250, 30)) as (_pilot, drawn):
        assert max(map(len, text_of(drawn.lap)[3].split())) == 2
