"""A track on the drawing board: every possible change, and its validation."""

from __future__ import annotations

import math
from dataclasses import asdict, replace
from itertools import chain

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from heat_tui.drawing.ribbon import ribbon
from heat_tui.game.sketch import FIELD, NO_ID, History, Sketch, is_sane, sketch_of
from heat_tui.store.tracks import BUILT_IN_IDS, load_track

RING = tuple((round(240 + 200 * math.sin(n * 0.785)), round(160 - 140 * math.cos(n * 0.785))) for n in range(8))
DRAWN = Sketch(name="Ring", points=RING).with_line(12).with_line(30).with_line(48)


def faults(sketch: Sketch) -> list[str]:
    """Return the faults of a sketch."""
    return sketch.checked()[1]


def test_three_points_make_a_course_with_evenly_spaced_spaces() -> None:
    sketch = Sketch()
    for number, point in enumerate(((100, 50), (400, 60), (250, 300))):
        assert sketch.course == []
        sketch = sketch.with_point(point, number - 1)
    course = sketch.course
    steps = [math.dist(a, b) for a, b in zip(course, [*course[1:], course[0]], strict=True)]
    assert len(course) == 60
    assert max(steps) < 1.05 * min(steps)
    assert course[0] == pytest.approx((100, 50))


def test_a_course_with_a_name_lacks_nothing_but_corners() -> None:
    sketch = Sketch(name="Ring", points=RING)
    assert faults(sketch) == ["corners: the list is empty; give at least one entry."]
    track, none = DRAWN.checked()
    assert none == []
    assert track is not None
    assert (track.set, track.direction, track.spaces) == ("own", "clockwise", 60)
    assert [(each.line_after, each.limit, each.legends_line_after, each.press) for each in track.corners] == [
        (12, 4, 5, 1),
        (30, 4, 23, 2),
        (48, 4, 41, 3),
    ]


def test_the_sentences_come_from_the_validation() -> None:
    assert faults(DRAWN.with_line(58)) == [
        "corner 4: line_after is 58, but the grid fills the last four spaces, 57 to 60; put the line after space 55 "
        "or earlier."
    ]
    assert faults(replace(DRAWN, name=" "))[0].startswith("name:   contains characters that cannot be shown")
    assert faults(DRAWN.with_press(0).with_press(1).with_press(2))[0].startswith("corners: none has a press number")


@pytest.mark.parametrize("track_id", BUILT_IN_IDS)
def test_a_loaded_track_stays_the_same_until_it_is_changed(track_id: str) -> None:
    track = load_track(track_id)
    sketch = sketch_of(track)
    assert sketch.checked() == (replace(track, id=NO_ID, set="own"), [])
    assert is_sane(sketch)
    moved = sketch.with_point_moved(0, (sketch.points[0][0] + 9, sketch.points[0][1]))
    assert moved.checked()[0] is not None
    assert moved.checked()[0] != track


@pytest.mark.parametrize("track_id", BUILT_IN_IDS)
def test_a_track_reversed_twice_is_the_same_track(track_id: str) -> None:
    sketch = sketch_of(load_track(track_id))
    turned = sketch.reversed()
    assert turned.checked()[0] != sketch.checked()[0]
    assert {turned.drawn.direction, sketch.drawn.direction} == {"clockwise", "counterclockwise"}
    again = turned.reversed()
    assert again.checked()[0] == sketch.checked()[0]
    assert (again.points, again.start, again.corners) == (sketch.points, sketch.start, sketch.corners)


def test_reversing_keeps_lines_and_race_line_in_place() -> None:
    sketch = DRAWN.with_other_side(20)
    turned = sketch.reversed()
    assert [each.line_after for each in turned.corners] == [12, 30, 48]
    assert [each.legends_line_after for each in turned.corners] == [5, 23, 41]
    assert [turned.side_at(61 - space) for space in range(1, 61)] == [
        {"left": "right", "right": "left"}[sketch.side_at(space)] for space in range(1, 61)
    ]
    assert list(chain(*turned.course)) == pytest.approx(list(chain(*sketch.course[::-1])))


def test_another_start_renumbers_everything_but_moves_nothing() -> None:
    sketch = DRAWN.with_special("flooded", 9).with_special("tunnel", 10).with_other_side(20)
    started = sketch.started_at(10)
    assert started.course[0] == pytest.approx(sketch.course[9])
    assert (started.flooded, started.tunnel) == ((60,), (1,))
    assert [each.line_after for each in started.corners] == [3, 21, 39]
    assert [started.side_at(space) for space in (1, 4, 22, 60)] == [sketch.side_at(n) for n in (10, 13, 31, 9)]
    assert started.checked()[1] == []
    assert started.started_at(52).checked() == sketch.checked()
    traced = sketch_of(load_track("usa"))
    assert traced.started_at(5).traced[0] == traced.traced[4]
    assert traced.started_at(5).course[0] == traced.course[4]


def test_a_start_between_the_lines_of_a_chicane_splits_it() -> None:
    started = DRAWN.with_line(36).with_chicane(2).started_at(35)
    assert [(each.line_after, each.chicane) for each in started.corners] == [
        (2, False),
        (14, False),
        (38, False),
        (56, False),
    ]
    assert started.with_line(56).checked()[1] == []


def test_more_or_fewer_spaces_leave_everything_roughly_in_place() -> None:
    larger = DRAWN.with_special("flooded", 9).resized(120)
    assert [(each.line_after, each.legends_line_after) for each in larger.corners] == [(24, 10), (60, 46), (96, 82)]
    assert larger.flooded == (18,)
    assert larger.checked()[1] == []
    assert DRAWN.with_aggressive(26).with_aggressive(28).resized(120).corners[1].aggressive == 6
    assert is_sane(Sketch(start=59).with_line(1).with_aggressive(2).resized(25))
    crowded = replace(DRAWN, corners=()).with_line(10).with_line(11).with_line(12).resized(24)
    assert [each.line_after for each in crowded.corners] == [4, 5, 6]
    crowded = replace(DRAWN, corners=()).with_line(58).with_line(59).with_line(60).resized(24)
    assert [each.line_after for each in crowded.corners] == [22, 23, 24]


def test_a_line_can_be_added_and_removed_and_legends_lines_make_room() -> None:
    sketch = DRAWN.with_line(26)
    assert [(each.line_after, each.legends_line_after) for each in sketch.corners] == [
        (12, 5),
        (26, 19),
        (30, 26),
        (48, 41),
    ]
    assert sketch.with_line(26).corners == replace(DRAWN, corners=sketch.corners[:1] + sketch.corners[2:]).corners
    assert Sketch().with_line(3).corners[0].legends_line_after == 56
    assert DRAWN.with_line(14).corners[1].legends_line_after == 12
    assert DRAWN.corner_at(12) == 0
    assert DRAWN.corner_at(13) is None
    assert [DRAWN.corner_ahead(space) for space in (12, 13, 49)] == [0, 1, 0]
    assert Sketch().corner_ahead(1) is None


def test_limits_and_legends_lines_of_a_chicane_are_shared() -> None:
    sketch = DRAWN.with_line(34).with_chicane(2).with_limit(1, 6)
    assert [each.limit for each in sketch.corners] == [4, 6, 6, 4]
    assert [each.limit for each in sketch.with_limit(2, 2).corners] == [4, 2, 2, 4]
    sketch = sketch.with_legends_line(20)
    assert [each.legends_line_after for each in sketch.corners] == [5, 20, 20, 41]
    assert [each.legends_line_after for each in sketch.with_legends_line(32).corners] == [5, 20, 32, 41]
    assert sketch.checked()[1] == []
    assert [each.chicane_with for each in sketch.drawn.corners] == [None, None, 1, None]
    assert [each.press for each in sketch.drawn.corners] == [1, None, 2, 3]
    assert sketch.with_chicane(2).with_limit(2, 9).corners[1].limit == 6
    assert sketch.with_line(30).checked()[1] == []
    assert sketch.with_chicane(0) == sketch
    assert DRAWN.with_limit(0, 99).corners[0].limit == 20
    assert Sketch().with_legends_line(5) == Sketch()


def test_the_race_line_changes_sides_only_between_lines() -> None:
    sketch = DRAWN.with_other_side(20)
    assert sketch.drawn.race_line == ((1, "right"), (13, "left"), (31, "right"))
    around = DRAWN.with_other_side(1)
    assert [around.side_at(space) for space in (1, 12, 13, 48, 49, 60)] == [
        "left",
        "left",
        *["right"] * 2,
        *["left"] * 2,
    ]
    assert Sketch().with_other_side(4).side == "left"


def test_spaces_are_marked_for_aggressive_legends_once_twice_and_no_more() -> None:
    once = DRAWN.with_aggressive(28)
    twice = once.with_aggressive(28)
    assert [(each.aggressive, each.double_aggressive) for each in (once.corners[1], twice.corners[1])] == [
        (3, 0),
        (3, 3),
    ]
    assert twice.with_aggressive(28) == DRAWN
    assert twice.with_aggressive(27).corners[1].aggressive == 4
    assert twice.with_aggressive(30).corners[1].double_aggressive == 1
    assert Sketch().with_aggressive(3) == Sketch()


def test_changes_can_be_undone_and_redone() -> None:
    history = History(DRAWN)
    assert not history.change(DRAWN)
    assert history.change(DRAWN.with_line(20))
    history.go(-1)
    assert history.now == DRAWN
    assert (history.can_undo, history.can_redo) == (False, True)
    history.go(-1)
    history.go(1)
    assert history.now == DRAWN.with_line(20)
    history.go(-1)
    history.change(DRAWN.with_line(21))
    assert (history.can_undo, history.can_redo) == (True, False)


def test_a_sketch_that_could_not_have_been_drawn_is_rejected() -> None:
    assert is_sane(DRAWN)
    assert is_sane(Sketch())
    for change in (
        {"spaces": 10**9},
        {"points": ((-1, 5),)},
        {"traced": ((1, 5),)},
        {"start": 60},
        {"side": "middle"},
        {"flooded": (61,)},
        {"corners": DRAWN.corners[::-1]},
        {"laps": -1},
        {"name": "x" * 999},
    ):
        assert not is_sane(replace(DRAWN, **change)), change


changes = st.one_of(
    *(
        st.tuples(st.just(name), st.integers(1, 24))
        for name in ("with_line", "with_legends_line", "with_other_side", "with_aggressive", "started_at")
    ),
    st.tuples(st.sampled_from(["with_limit", "with_chicane", "with_press", "resized", "reversed"]), st.integers(1, 60)),
)


def changed(sketch: Sketch, name: str, number: int) -> Sketch:
    """Return the sketch after one of the changes that the editor can make."""
    if name == "resized":
        return sketch.resized(24 + number)
    if name == "reversed":
        return sketch.reversed()
    if name in ("with_limit", "with_chicane", "with_press"):
        at = sketch.corner_ahead(number)
        if at is None:
            return sketch
        return sketch.with_limit(at, number) if name == "with_limit" else getattr(sketch, name)(at)
    made: Sketch = getattr(sketch, name)(number)
    return made


def whatever_is_done_can_be_checked_and_drawn(steps: list[tuple[str, int]]) -> None:
    """Check that a sketch is sane after each of these changes, and can be checked and drawn after the last one."""
    sketch = Sketch(name="Ring", points=RING)
    for name, number in steps:
        sketch = changed(sketch, name, number)
        assert is_sane(sketch), (name, asdict(sketch))
    assert len(sketch.course) == sketch.spaces
    track, said = sketch.checked()
    assert (track is None) == bool(said)
    assert ribbon(sketch.drawn, 40, 12).spots
    assert all(-FIELD[0] < x < 2 * FIELD[0] for x, _y in sketch.course)


def run(examples: int) -> None:
    """Check `whatever_is_done_can_be_checked_and_drawn` with random lists of changes."""
    law = given(st.lists(changes, max_size=12))(whatever_is_done_can_be_checked_and_drawn)
    settings(max_examples=examples, deadline=None, suppress_health_check=[HealthCheck.too_slow])(law)()


@pytest.mark.sampled
@pytest.mark.parametrize("examples", [20, 400])
def test_every_sketch_can_be_checked_and_drawn(examples: int) -> None:
    run(examples)
