"""Between two races: result and table first, then what is kept; the standings in a file."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from textual.widgets import Input

from heat_tui.engine.actions import KeepUpgrade
from heat_tui.engine.decisions import KeepDecision
from heat_tui.tui.app import HeatApp
from heat_tui.tui.dialogs import AskTextScreen
from heat_tui.tui.menus.title import TitleScreen
from heat_tui.tui.race.results import ResultsScreen
from heat_tui.tui.race.screen import RaceScreen
from heat_tui.tui.season.screen import SeasonScreen
from tests.tui.season_moments import keeping, resting, season_until
from tests.tui.season_table import drive, to_the_pause, until_screen
from tests.tui.table import STILL, Table, shown


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("HEAT_TUI_HOME", str(tmp_path))
    return tmp_path


def test_between_the_seasons_of_a_career_come_result_and_table_then_an_upgrade_is_kept_and_the_table_rests() -> None:
    async def story() -> None:
        app = HeatApp(STILL)
        async with app.run_test(size=(80, 24)) as pilot:
            table = Table(pilot)
            match = keeping()
            match.take_back(1)
            app.open_match(match)
            await table.rest()
            await drive(table)
            await to_the_pause(table)
            assert isinstance(match.decision, KeepDecision)
            assert "A career after 3 of 10 races" in shown(app)
            assert "Enter keep an upgrade" in shown(app)
            await pilot.press("enter")
            await until_screen(table, RaceScreen)
            await table.rest()
            while isinstance(match.decision, KeepDecision):
                await table.choose(KeepUpgrade(match.decision.cards[-1]))
            await until_screen(table, SeasonScreen)
            assert match.rests
            assert "A career after 3 of 10 races" in shown(app)
            assert "Enter next race" in shown(app)
            await pilot.press("enter")
            await table.rest()
            assert match.season is not None
            assert match.season.index == 3

    asyncio.run(story())


def test_a_career_left_before_an_upgrade_is_kept_is_resumed_at_its_table() -> None:
    async def story() -> None:
        app = HeatApp(STILL)
        async with app.run_test(size=(80, 24)) as pilot:
            table = Table(pilot)
            match = keeping()
            app.open_match(match)
            await until_screen(table, SeasonScreen)
            await pilot.press("enter")
            await until_screen(table, RaceScreen)
            await table.rest()
            await pilot.press("y")
            await until_screen(table, SeasonScreen)
            assert "keep an upgrade" not in shown(app)
            await pilot.press("y")
            await until_screen(table, RaceScreen)

    asyncio.run(story())


def test_the_key_of_the_season_does_not_leave_the_pause() -> None:
    async def story() -> None:
        app = HeatApp(STILL)
        async with app.run_test(size=(80, 24)) as pilot:
            table = Table(pilot)
            app.open_match(season_until(resting(1)))
            await until_screen(table, SeasonScreen)
            await pilot.press("y")
            await pilot.pause()
            assert isinstance(app.screen, SeasonScreen)

    asyncio.run(story())


@pytest.mark.parametrize(("name", "starts"), [("table.csv", "place,name,kind"), ("table.md", "# The season of 1961")])
def test_the_standings_are_saved_as_the_name_of_the_file_says(home: Path, name: str, starts: str) -> None:
    async def story() -> None:
        app = HeatApp(STILL)
        async with app.run_test(size=(80, 24)) as pilot:
            table = Table(pilot)
            app.open_match(season_until(resting(1)))
            await until_screen(table, SeasonScreen)
            await pilot.press("e")
            await until_screen(table, AskTextScreen)
            assert "-standings.csv" in shown(app)
            app.screen.query_one(Input).value = str(home / "table.xls")
            await pilot.press("enter")
            await pilot.pause()
            assert "must end in .csv" in shown(app)
            app.screen.query_one(Input).value = str(home / name)
            await pilot.press("enter")
            await until_screen(table, SeasonScreen)
            assert any("The standings are saved as" in each.message for each in app._notifications)

    asyncio.run(story())
    assert (home / name).read_text(encoding="utf-8").startswith(starts)


def test_the_result_of_the_last_race_is_there_during_the_pause() -> None:
    async def story() -> None:
        app = HeatApp(STILL)
        async with app.run_test(size=(80, 24)) as pilot:
            table = Table(pilot)
            match = season_until(resting(1))
            app.open_match(match)
            await until_screen(table, SeasonScreen)
            await pilot.press("r")
            await until_screen(table, ResultsScreen)
            assert "9 points" in shown(app)
            await pilot.press("a")
            await pilot.pause()
            assert isinstance(app.screen, ResultsScreen)
            await pilot.press("enter")
            await until_screen(table, SeasonScreen)
            await pilot.press("escape")
            await until_screen(table, TitleScreen)

    asyncio.run(story())
