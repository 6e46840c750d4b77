"""The great moments of a race: one line over the track, and wheel marks where a car has spun out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from heat_tui.engine.actions import React
from heat_tui.engine.events import (
    CardFlipped,
    CarFinished,
    CarMoved,
    Event,
    HandFilled,
    LapCompleted,
    RoundBegan,
    SpunOut,
)
from heat_tui.engine.view import SeatView
from heat_tui.game.table.match import Match
from heat_tui.store.settings import Glyphs
from heat_tui.tui.look import Look
from heat_tui.tui.race.motion import (
    MOMENTS,
    PACES,
    Banner,
    Stage,
    Stepped,
    banner_of,
    banner_words,
    lead_of,
    pause_after,
)
from heat_tui.tui.race.panel import Status, StatusLine
from heat_tui.tui.track.marks import Marks
from heat_tui.tui.track.strips import Course
from heat_tui.words.events import Line
from tests.places import driver, legend, loop
from tests.tables import turn
from tests.tui.scenery import FOREVER
from tests.tui.table import at_the_table
from tests.tui.test_boards import MOVING, match_of, text_of

TRACK = loop(60, (12, 3), (50, 9), laps=2)


def standing(at: int, other: int, *, in_round: int = 2) -> SeatView:
    """Return the view of a round with Ada and Bo at these places."""
    view = turn(TRACK, driver(at, gear=4, play="4 4 1 1", engine=3), driver(other)).race.view(None)
    cars = (replace(view.cars[0], at=at), *view.cars[1:])
    return replace(view, round=in_round, cars=cars)


def moved(start: int, end: int) -> CarMoved:
    return CarMoved(0, "reveal", end - start, start, end, 0, end - start, ())


@pytest.mark.point("G1")
@pytest.mark.parametrize(
    ("view", "event", "kind"),
    [
        (standing(70, 75), SpunOut(0, 0, 9, 3, 6, 1, 1, 4, 79, 72, 0), "spin"),
        (standing(121, 100), LapCompleted(0, 1), "lap"),
        (standing(121, 125), LapCompleted(0, 1), None),
        (standing(181, 125), LapCompleted(0, 2), "flag"),
        (standing(183, 181), LapCompleted(0, 2), None),
        (standing(181, 125), CarFinished(0, 1), "win"),
        (standing(181, 125), CarFinished(0, 2), "finish"),
        (standing(70, 75), CardFlipped(0, "stress", (), "3"), "stress"),
        (standing(70, 75), CardFlipped(0, "boost", (), "3"), None),
        (replace(standing(80, 75), order=(1, 0, 2)), RoundBegan(2, (0, 1, 2)), "lead"),
        (replace(standing(80, 75), order=(0, 1, 2)), RoundBegan(2, (0, 1, 2)), None),
        (replace(standing(80, 75), order=(1, 0, 2)), RoundBegan(3, (0, 1, 2)), None),
    ],
)
def test_the_great_moments_have_a_banner(view: SeatView, event: Event, kind: str | None) -> None:
    found = banner_of(view, event)
    assert (None if found is None else found.kind) == kind
    assert found is None or found.car == 0


def drive(stage: Stage, event: CarMoved) -> tuple[Banner | None, Banner | None]:
    """Show a move; return the banner before and after the car has moved."""
    stage.hear(Line(0, "", (event,)))
    before = stage.banner
    stage.move(Stepped(0, event.end, event.spot, ends=event))
    return before, stage.banner


@pytest.mark.point("G1")
@pytest.mark.parametrize(
    ("at", "end", "in_round", "acting", "is_told"),
    [
        (70, 77, 2, None, True),
        (70, 74, 2, None, False),
        (78, 80, 2, None, False),
        (70, 77, 1, None, False),
        (70, 77, 2, 0, False),
    ],
    ids=["passes", "stays behind", "led before", "in round 1", "may still spin out"],
)
def test_the_lead_counts_once_the_turn_is_over(
    at: int, end: int, in_round: int, acting: int | None, is_told: bool
) -> None:
    before = standing(at, 75, in_round=in_round)
    stage = Stage(before, ())
    stage.expect(replace(before, acting=acting, cars=(replace(before.cars[0], at=end), *before.cars[1:])))
    assert drive(stage, moved(at, end)) == (None, Banner("lead", 0) if is_told else None)


@pytest.mark.point("G1")
def test_a_car_that_spins_out_in_the_same_step_is_not_a_new_leader() -> None:
    before = standing(70, 75)
    stage = Stage(before, ())
    stage.expect(replace(before, acting=None, cars=(replace(before.cars[0], at=71), *before.cars[1:])))
    assert drive(stage, moved(70, 77)) == (None, None)


@pytest.mark.point("G1")
def test_every_moment_has_its_words_and_the_lead_no_longer_counts_after_a_finish() -> None:
    assert {kind for kind, moment in MOMENTS.items() if not moment.badge} == {"stress", "flag", "finish"}
    view = replace(standing(78, 75), acting=None)
    assert lead_of(view, 0, view) == Banner("lead", 0)
    assert lead_of(replace(view, finished=(1,)), 0, view) is None


@pytest.mark.point("D1")
@pytest.mark.parametrize(
    ("banner", "words"),
    [
        (Banner("stress", 0, 3), "Ada's Stress card is worth 3"),
        (Banner("lead", 1), "Bo takes the lead"),
        (Banner("spin", 0, 2), "Ada spins out at corner 2"),
        (Banner("flag", 0), "Ada is first across the line"),
        (Banner("win", 0), "Ada wins"),
        (Banner("finish", 1, 2), "Bo takes second place"),
    ],
)
def test_a_moment_is_a_sentence_and_a_beat_long_enough_to_read_it(banner: Banner, words: str) -> None:
    assert banner_words(standing(70, 75).sheet, banner) == words
    assert 0.6 <= pause_after(PACES["normal"], reads=False, beat=MOMENTS[banner.kind].beat) <= 1.2
    assert pause_after(PACES["off"], reads=True, beat=MOMENTS[banner.kind].beat) == 0


@pytest.mark.point("D1")
def test_a_lead_taken_before_another_choice_of_the_turn_is_announced_at_its_end() -> None:
    before = standing(70, 75)
    stage = Stage(before, ())
    ahead = replace(before, acting=0, cars=(replace(before.cars[0], at=77), *before.cars[1:]))
    stage.expect(ahead)
    assert drive(stage, moved(70, 77)) == (None, None), "the car may still spin out"
    stage.keep_up(ahead)
    stage.expect(replace(ahead, acting=None))
    stage.hear(Line(0, "", (HandFilled(0, 1, 7),)))
    assert (stage.banner, stage.beat) == (Banner("lead", 0), MOMENTS["lead"].beat)


@pytest.mark.point("D1")
def test_each_stress_card_has_its_beat_and_then_gives_way_to_the_badge_before() -> None:
    stage = Stage(standing(70, 75), ())
    stage.hear(Line(0, "", (SpunOut(0, 0, 9, 3, 6, 1, 1, 4, 79, 72, 0),)))
    flipped = Line(1, "", (CardFlipped(1, "stress", (), "2"),))
    for _time in range(2):
        stage.hear(flipped)
        assert (stage.banner, stage.beat) == (Banner("stress", 1, 2), MOMENTS["stress"].beat)
    stage.move(Stepped(1, 76, 0))
    assert (stage.banner_is_new, stage.beat) == (True, 0), "the words stay, but only the card has a beat"
    stage.hear(Line(0, "", (CardFlipped(0, "boost", (), "1"),)))
    assert (stage.banner, stage.banner_is_new, stage.beat) == (Banner("spin", 0, 1), False, 0)


@pytest.mark.point("D3")
def test_the_strip_shows_all_that_cross_the_line_when_they_finish() -> None:
    stage = Stage(standing(185, 182), ())
    stage.expect(replace(standing(185, 182), finished=(0, 1)))
    stage.hear(Line(0, "", (CarFinished(0, 1),)))
    scene = stage.scene()
    assert scene.focus == 2, "the strip begins behind the last car across the line"
    strip = Course(Marks(scene, Look()), 80)
    assert {car.space for car in scene.cars} <= {*strip.spaces}
    assert "FIN" in "".join(text for text, _style in strip.row(0))
    before = Course(Marks(Stage(standing(55, 40), (), focus=0).scene(), Look()), 80)
    assert "S/F" in "".join(text for text, _style in before.row(0))


@pytest.mark.long
@pytest.mark.point("D3")
async def test_the_last_lap_and_then_the_order_across_the_line_stay_on_the_top_line() -> None:
    async with at_the_table(spinning()) as table:
        line = table.race.query_one(StatusLine)
        for view, begins in [
            (standing(70, 64), " Loop   lap 1/2"),
            (standing(125, 64), " LAST LAP  Loop   round 2"),
            (replace(standing(185, 182), finished=(1, 0)), " FINISH  2  1  Loop   round 2"),
        ]:
            line.show(Status(view, None))
            assert str(line.render()).startswith(begins)
        line.show(Status(standing(185, 182), None, (), Banner("win", 0), banner_is_new=True))
        assert str(line.render()).strip() == "⚑ Ada wins ⚑"


def spinning() -> Match:
    """Return a race in which Ada is far too fast for a corner."""
    placed = turn(TRACK, driver(9, gear=4, play="4 4 4 4", deck="1 1 1", engine=1), driver(2, gear=2), legend(40))
    return match_of(placed)


@pytest.mark.point("G1")
@pytest.mark.parametrize(
    ("size", "glyphs", "no_color"),
    [
        ((80, 24), "unicode", False),
        ((120, 40), "unicode", True),
        ((80, 24), "ascii", True),
    ],
)
async def test_a_spin_out_shows_its_banner_until_the_next_choice_has_begun(
    size: tuple[int, int], glyphs: Glyphs, no_color: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if no_color:
        monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setitem(PACES, "normal", (FOREVER, FOREVER))
    async with at_the_table(spinning(), settings=replace(MOVING, glyphs=glyphs), size=size) as table:
        assert "SPIN" not in text_of(table, StatusLine)
        await table.race.play(React())
        await table.pilot.pause()
        line = table.race.query_one(StatusLine).render()
        assert line.plain.strip() == "*** Ada spins out at corner 1 ***"
        assert line.cell_len == size[0]
        style = line.style
        assert not isinstance(style, str)
        assert style.reverse if no_color else style.bgcolor is not None
        table.race.show.skip()
        await table.rest()
        at_rest = text_of(table, StatusLine)
        assert at_rest.startswith(" SPIN OUT  1  Loop ")
        assert "Step 8" in at_rest
        decision = table.match.decision
        assert decision is not None
        await table.race.play(next(iter(decision.options())))
        table.race.show.skip()
        await table.rest()
        assert "SPIN" not in text_of(table, StatusLine)


@pytest.mark.point("G1")
async def test_without_animation_no_banner_comes_and_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[bool] = []
    show = StatusLine.show

    def noted(line: StatusLine, what: Status) -> None:
        shown.append(what.banner_is_new)
        show(line, what)

    monkeypatch.setattr(StatusLine, "show", noted)

    async with at_the_table(spinning()) as table:
        await table.race.play(React())
        await table.rest()
        assert text_of(table, StatusLine).startswith(" SPIN OUT  1 ")
    assert shown
    assert not any(shown)


@pytest.mark.point("G1")
@pytest.mark.parametrize(("look", "sign"), [(Look(), "≈"), (Look(ascii=True), "%"), (Look(colour=False), "≈")])
def test_a_car_that_spins_out_leaves_wheel_marks_where_it_was_too_fast(look: Look, sign: str) -> None:
    match = spinning()
    driven = Stage(match.view(None), [moved(9, 25)])
    assert Marks(driven.scene(), look).dot((20, 0))[0] != sign
    match.play(React())
    stage = Stage(match.view(None), [moved(9, 25), *match.events])
    marks = Marks(stage.scene(), look)
    assert [space for space in range(1, 61) if marks.dot((space, 0))[0] == sign] == list(range(13, 26))
