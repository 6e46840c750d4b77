"""The log, on its own screen and beside the track."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from textual.events import MouseDown
from textual.widgets import Input

from heat_tui.engine.events import HandCluttered, HandFilled, HeatCooled
from heat_tui.game.table.match import Match
from heat_tui.store.settings import LogForm, Settings
from heat_tui.tui.app import HeatApp
from heat_tui.tui.dialogs import AskTextScreen
from heat_tui.tui.race.log import LogScreen, LogText
from heat_tui.tui.race.panel import LogView
from heat_tui.words.brief import brief_lines
from heat_tui.words.events import log_lines
from tests.tui.races import app_with, finished
from tests.tui.table import shown, usa


async def test_every_line_can_be_scrolled_to() -> None:
    match = finished()
    app = app_with(LogScreen(match))
    async with app.run_test(size=(200, 50)) as pilot:
        await pilot.pause()
        log = app.screen.query_one(LogText)
        seen: set[str] = set()
        while True:
            seen |= {line[6:198].strip() for line in shown(app).splitlines()}
            if log.scroll_offset.y >= log.max_scroll_y:
                break
            log.scroll_page_down(animate=False)
            await pilot.pause()
        short = [line.text for line in brief_lines(match.sheet, match.events) if len(line.text) < 180]
        assert len(short) > 20
        assert set(short) <= seen


async def test_jumps_go_from_round_to_round() -> None:
    app = app_with(LogScreen(finished()))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        log = app.screen.query_one(LogText)
        assert log.round == 0
        for number in (1, 2, 3):
            await pilot.press("right")
            await pilot.pause()
            assert log.round == number
            assert f"round {number}" in shown(app).splitlines()[0]
            assert f"Round {number}: " in shown(app).splitlines()[2]
        await pilot.press("left")
        await pilot.pause()
        assert log.round == 2
        log.scroll_to(y=log.scroll_offset.y - 1, animate=False)
        await pilot.pause()
        assert not shown(app).splitlines()[2].strip()
        assert "round 2" in shown(app).splitlines()[0], "the empty row above a round is not the round before"


async def test_searching_goes_from_hit_to_hit() -> None:
    match = finished()
    lines = brief_lines(match.sheet, match.events)
    hits = [index for index, line in enumerate(lines) if "boost" in line.text.casefold()]
    assert len(hits) > 2
    app = app_with(LogScreen(match))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("slash", *"BOOST", "enter")
        await pilot.pause()
        log = app.screen.query_one(LogText)
        assert list(log.hits) == hits
        assert log.current == hits[0]
        assert f"1 of {len(hits)}" in shown(app)
        await pilot.press("n", "n")
        await pilot.pause()
        assert log.current == hits[2]
        assert "Boost" in shown(app)
        await pilot.press("N", "N", "N")
        assert log.current == hits[-1]
        await pilot.press("escape")
        await pilot.pause()
        assert not log.hits
        assert isinstance(app.screen, LogScreen)
        await pilot.press("slash", *"qqq")
        await pilot.pause()
        assert "not found" in shown(app)


async def test_the_log_of_an_unfinished_race_opens_at_its_end() -> None:
    match = Match.start(usa("Ada", "Bo"), ("steady", "steady"), store=None)
    while match.view(None).round < 4:
        match.play_driver()
    app = app_with(LogScreen(match))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.pause()
        log = app.screen.query_one(LogText)
        assert log.max_scroll_y > 0
        assert log.scroll_offset.y == log.max_scroll_y


async def test_lines_wrap_again_at_another_size() -> None:
    app = app_with(LogScreen(finished()))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("right", "right")
        await pilot.pause()
        log = app.screen.query_one(LogText)
        rows = log.virtual_size.height
        await pilot.resize_terminal(140, 30)
        await pilot.pause()
        assert log.virtual_size.height < rows
        assert log.round == 2


async def test_the_log_is_saved_as_text_and_nothing_is_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    app = app_with(LogScreen(finished()))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("e")
        await pilot.pause()
        assert isinstance(app.screen, AskTextScreen)
        assert app.screen.query_one(Input).value == str(tmp_path / "usa.log.txt")
        await pilot.press("enter")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert isinstance(app.screen, LogScreen)
        written = (tmp_path / "usa.log.txt").read_text(encoding="utf-8")
        assert "Round 1 begins." in written
        await pilot.press("e", "enter")
        await pilot.pause()
        assert "already exists" in shown(app)
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, LogScreen)


async def test_a_click_on_a_widget_just_removed_selects_nothing() -> None:
    app = app_with(LogScreen(finished()))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen = app.screen
        assert screen.get_widget_and_offset_at(10, 10)[0] is not None
        await screen.query_one(LogText).remove()
        screen._forward_event(MouseDown(screen, 10, 10, 0, 0, 1, False, False, False, 10, 10))
        assert screen.get_selected_text() is None
        await pilot.pause()
        assert app.is_running


LONG = Settings(animation="off", log="long")


@pytest.mark.point("F1")
async def test_enter_or_i_opens_the_reasons_of_a_line() -> None:
    match = finished()
    lines = brief_lines(match.sheet, match.events)
    at = next(index for index, line in enumerate(lines) if line.car is not None)
    reasons = [words[:60] for words in [line.text for line in log_lines(match.sheet, lines[at].events)]]
    app = app_with(LogScreen(match))
    async with app.run_test(size=(200, 50)) as pilot:
        await pilot.pause()
        await pilot.press(*["down"] * at)
        for key in ("enter", "i"):
            assert not any(words in shown(app) for words in reasons)
            await pilot.press(key)
            await pilot.pause()
            assert all(words in shown(app) for words in reasons)
            await pilot.press("i")
            await pilot.pause()
        assert app.screen.query_one(LogText).pointed_at == at
        row = next(y for y, text in enumerate(shown(app).splitlines()) if lines[at].text in text)
        await pilot.click(None, offset=(30, row))
        await pilot.pause()
        assert reasons[0] in shown(app)


@pytest.mark.point("F1")
async def test_a_search_also_finds_the_reasons_and_opens_them() -> None:
    app = app_with(LogScreen(finished()))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("slash", *"legends line of", "enter")
        await pilot.pause()
        assert app.screen.query_one(LogText).hits
        assert "legends line of" in shown(app)


@pytest.mark.point("F1")
async def test_whole_sentences_are_a_setting_that_takes_effect_immediately() -> None:
    match = finished()
    app = app_with(LogScreen(match), LONG)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        log = app.screen.query_one(LogText)
        assert list(log.lines) == log_lines(match.sheet, match.events)
        assert "why" not in shown(app).splitlines()[-1]
        app.apply(replace(LONG, log="short"))
        await pilot.pause()
        assert list(log.lines) == brief_lines(match.sheet, match.events)
        assert "why" in shown(app).splitlines()[-1]
        app.apply(replace(LONG, glyphs="ascii", log="short"))
        await pilot.pause()
        assert all(line.text.isascii() for line in log.lines)


@pytest.mark.point("F1")
async def test_the_log_beside_the_track_follows_the_setting() -> None:
    match = Match.start(usa("Ada", "Bo"), ("person", "steady"), store=None)
    app = HeatApp(Settings(animation="off"), opening=lambda app: app.games.open(match))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        assert "Round 1: " in shown(app)
        assert app.screen.query_one(LogView).is_mounted
        app.apply(LONG)
        await pilot.pause()
        assert "Round 1 begins" in shown(app)


@pytest.mark.point("F1")
@pytest.mark.parametrize(("form", "grew"), [("short", [True, False, True]), ("long", [True, True, True])])
async def test_events_outside_the_log_cause_no_delay(form: LogForm, grew: list[bool]) -> None:
    match = Match.start(usa("Ada", "Bo"), ("person", "steady"), store=None)
    happened = (HandCluttered(0, ("heat",)), HandFilled(0, 1, 7), HeatCooled(0, "gear", 1))
    app = HeatApp(Settings(animation="off", log=form), opening=lambda app: app.games.open(match))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        log, seen = app.screen.query_one(LogView), []
        for event in happened:
            log.add(*log_lines(match.sheet, [event]))
            seen.append(log.grew)
        assert seen == grew


@pytest.mark.point("F1")
async def test_a_short_log_stays_at_its_end_when_the_window_shrinks() -> None:
    match = Match.start(usa("Ada", "Bo"), ("steady", "steady"), store=None)
    while match.view(None).round < 5:
        match.play_driver()
    app = app_with(LogScreen(match))
    async with app.run_test(size=(120, 60)) as pilot:
        await pilot.pause()
        log = app.screen.query_one(LogText)
        assert log.max_scroll_y == 0
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert log.scroll_offset.y == log.max_scroll_y > 0
