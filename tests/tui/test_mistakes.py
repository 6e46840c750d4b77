"""The screen of mistakes and luck."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from threading import Event

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from heat_tui.game.advice.analysis import (
    Account,
    Analysis,
    Judged,
    analysis_lines,
    better_words,
    figure,
    mistakes_words,
)
from heat_tui.game.table.history import LogEntry
from heat_tui.game.table.match import Match
from heat_tui.tui.race.mistakes import AccountsView, MistakesScreen
from heat_tui.tui.race.results import ResultsScreen
from heat_tui.words.names import car_name
from tests.saves.races import step
from tests.tui.races import app_with
from tests.tui.table import shown, usa


@cache
def raced() -> Match:
    """Return a race that is over, shared by tests."""
    match = Match.start(usa("Ada", "Bo", legends=1), ["chance", "steady"])
    while not match.over:
        match.play_driver()
    return match


@cache
def judged_alike() -> Analysis:
    """Return an analysis of the same race, shared by tests."""
    return Analysis(raced())


@pytest.fixture
def judged_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every analysis know the judgements of `judged_alike`."""
    monkeypatch.setattr(Analysis, "judged", judged_alike().judged)
    monkeypatch.setattr(Analysis, "knows", judged_alike().knows)


async def judged(pilot: Pilot[None]) -> None:
    """Wait until all choices have been judged."""
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


def told(account: Account, text: str) -> bool:
    """Return whether a text has the first 28 characters of each sentence on a driver's mistakes and better choices."""
    words = [mistakes_words(account), *(better_words(choice) for choice in account.costliest())]
    return all(each[:28] in text for each in words)


@pytest.mark.long
@pytest.mark.usefixtures("judged_once")
@pytest.mark.parametrize("size", [(120, 40), (80, 24)])
async def test_the_result_leads_to_every_drivers_mistakes_and_back(size: tuple[int, int]) -> None:
    match = raced()
    accounts = judged_alike().accounts()
    ada = next(each for each in accounts if each.seat == 0)
    app = app_with(ResultsScreen(match))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert "m mistakes" in shown(app).splitlines()[-1]
        await pilot.press("m")
        await judged(pilot)
        assert isinstance(app.screen, MistakesScreen)
        text = shown(app)
        for each in accounts:
            line = next(row for row in text.splitlines() if f" {car_name(match.sheet, each.seat)} " in row)
            assert figure(each.mistakes) in line
            assert figure(each.luck) in line
        assert "Legend" not in text
        assert mistakes_words(accounts[0])[:28] in text
        while app.screen.query_one(AccountsView).account.seat != ada.seat:
            await pilot.press("down")
        await pilot.pause()
        seen = shown(app)
        view = app.screen.query_one(AccountsView)
        while view.scroll_offset.y < view.max_scroll_y:
            view.scroll_page_down(animate=False)
            await pilot.pause()
            seen += shown(app)
        assert told(ada, seen)
        assert "Better: " in seen
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, ResultsScreen)


async def test_the_screen_shows_its_progress_and_can_be_left_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    judging, released = Analysis.judged, Event()

    def held(analysis: Analysis, entry: LogEntry) -> Judged | None:
        released.wait()
        return judging(analysis, entry)

    monkeypatch.setattr(Analysis, "judged", held)
    app = app_with(ResultsScreen(raced()))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("m")
        assert isinstance(app.screen, MistakesScreen)
        assert "0 of " in shown(app)
        assert " choices compared" in shown(app)
        await pilot.press("escape")
        released.set()
        await judged(pilot)
        assert isinstance(app.screen, ResultsScreen)


@pytest.mark.long
async def test_only_mistakes_are_shown_of_a_driver_who_gave_up() -> None:
    match, random = Match.start(usa("Ada", "Bo", laps=1), ("person", "steady")), Random(1)
    while not match.over:
        if len(match.log) == 9:
            match.hand_over(0, "steady")
        step(match, random)
    app = app_with(MistakesScreen(match))
    async with app.run_test(size=(120, 40)) as pilot:
        await judged(pilot)
        while app.screen.query_one(AccountsView).account.seat != 0:
            await pilot.press("down")
        await pilot.pause()
        text = shown(app)
        assert re.search(r"Ada +\d\.\d +- +- ", text)
        assert re.search(r" 1 +\d\.\d ■+ *$", text, re.MULTILINE), "round 1 has no traffic and no luck"
        assert mistakes_words(app.screen.query_one(AccountsView).account) in text
        assert not re.search("(Traffic|Luck) (cost|saved|neither)", text)


@pytest.mark.usefixtures("unjudged")
async def test_a_long_bar_does_not_touch_the_next_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Analysis, "accounts", lambda _analysis: [Account(0, (), (3, 0.0), 8.0)])
    monkeypatch.setattr(Account, "by_turn", lambda _account: [(1, 1.2, -1.0, -1.1)])
    app = app_with(MistakesScreen(raced()))
    async with app.run_test(size=(80, 24)) as pilot:
        await judged(pilot)
        assert "1.2 ■■■■■■ -1.0 ■■■■■■ -1.1 ■■■■■■" in shown(app)


@pytest.mark.usefixtures("unjudged")
async def test_a_driver_without_a_choice_that_can_be_judged_has_no_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Analysis, "accounts", lambda _analysis: [Account(0, (), None, 0.0)])
    app = app_with(MistakesScreen(raced()))
    async with app.run_test(size=(120, 40)) as pilot:
        await judged(pilot)
        text = shown(app)
        assert re.search(r"Ada +- +- +- ", text)
        assert "None of this driver's choices can be judged." in text
        assert not re.search("Round +mistakes", text), "no heading of a table without rows"


async def test_a_race_without_a_coach_has_no_account_of_mistakes() -> None:
    match = Match.start(replace(usa("Ada", legends=1), coach=False), ["steady"])
    while not match.over:
        match.play_driver()
    app = app_with(ResultsScreen(match))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        assert "mistakes" not in shown(app).splitlines()[-1]
        await pilot.press("m")
        await pilot.pause()
        assert isinstance(app.screen, ResultsScreen)


@pytest.mark.usefixtures("judged_once")
async def test_the_saved_log_ends_with_the_mistakes(tmp_path: Path) -> None:
    match, path = raced(), tmp_path / "race.txt"

    app = app_with(ResultsScreen(match))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        for _again in range(2):
            await pilot.press("e")
            await pilot.pause()
            app.screen.query_one(Input).value = str(path)
            await pilot.press("enter")
            await judged(pilot)
        assert "already exists" in shown(app)
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[lines.index("Mistakes and luck:") :] == analysis_lines(judged_alike())


@pytest.mark.sampled
@pytest.mark.usefixtures("judged_once")
@pytest.mark.parametrize(("size", "scrolls"), [((80, 24), True), ((200, 60), False)])
async def test_a_key_in_the_footer_scrolls_long_accounts(size: tuple[int, int], scrolls: bool) -> None:
    app = app_with(MistakesScreen(raced()))
    async with app.run_test(size=size) as pilot:
        await judged(pilot)
        await pilot.press("down")
        await pilot.pause()
        await pilot.pause()
        assert ("PgDn scroll down" in shown(app).splitlines()[-1]) == scrolls
        await pilot.press("pagedown")
        await pilot.pause()
        assert (app.screen.query_one(AccountsView).scroll_offset.y > 0) == scrolls
        await pilot.press("pageup")
        await pilot.pause()
        assert app.screen.query_one(AccountsView).scroll_offset.y == 0
