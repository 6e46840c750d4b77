"""Between two races: result and standings first, then kept upgrades; the standings in a file."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.widgets import Input, OptionList

from heat_tui.engine.actions import KeepUpgrade
from heat_tui.engine.decisions import KeepDecision, PlanDecision
from heat_tui.tui.app import HeatApp
from heat_tui.tui.dialogs import AskTextScreen
from heat_tui.tui.menus.title import TitleScreen
from heat_tui.tui.race.results import ResultsScreen
from heat_tui.tui.race.screen import RaceScreen
from heat_tui.tui.season import SeasonScreen
from tests.tui.season_moments import asks, keeping, resting, season_of, season_until
from tests.tui.season_table import drive, to_the_pause, until_screen
from tests.tui.table import STILL, Table, shown


async def test_between_seasons_of_a_career_result_and_standings_precede_the_kept_upgrade_and_the_pause() -> None:
    app = HeatApp(STILL)
    async with app.run_test(size=(80, 24)) as pilot:
        table = Table(pilot)
        match = keeping()
        match.take_back(1)
        app.games.open(match)
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


async def test_a_career_left_before_an_upgrade_is_kept_is_resumed_at_its_standings() -> None:
    app = HeatApp(STILL)
    async with app.run_test(size=(80, 24)) as pilot:
        table = Table(pilot)
        match = keeping()
        app.games.open(match)
        await until_screen(table, SeasonScreen)
        await pilot.press("enter")
        await until_screen(table, RaceScreen)
        await table.rest()
        await pilot.press("y")
        await until_screen(table, SeasonScreen)
        assert "keep an upgrade" not in shown(app)
        await pilot.press("y")
        await until_screen(table, RaceScreen)


async def test_the_season_key_does_not_leave_the_pause() -> None:
    app = HeatApp(STILL)
    async with app.run_test(size=(80, 24)) as pilot:
        table = Table(pilot)
        app.games.open(season_until(resting(1)))
        await until_screen(table, SeasonScreen)
        await pilot.press("y")
        await pilot.pause()
        assert isinstance(app.screen, SeasonScreen)


@pytest.mark.parametrize(("name", "starts"), [("table.csv", "place,name,kind"), ("table.md", "# The season of 1961")])
async def test_the_standings_are_saved_in_the_format_of_the_file_name(home: Path, name: str, starts: str) -> None:
    app = HeatApp(STILL)
    async with app.run_test(size=(80, 24)) as pilot:
        table = Table(pilot)
        app.games.open(season_until(resting(1)))
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
    assert (home / name).read_text(encoding="utf-8").startswith(starts)


async def test_the_result_of_the_last_race_is_available_during_the_pause() -> None:
    app = HeatApp(STILL)
    async with app.run_test(size=(80, 24)) as pilot:
        table = Table(pilot)
        match = season_until(resting(1))
        app.games.open(match)
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


async def test_an_event_that_does_not_fit_beside_its_track_is_on_a_line_below() -> None:
    app = HeatApp(STILL)
    async with app.run_test(size=(80, 24)) as pilot:
        table = Table(pilot)
        app.games.open(season_until(resting(4), season_of("career", legends=2)))
        await until_screen(table, SeasonScreen)
        await table.pilot.press("right")
        listed = app.screen.query_one("#calendar-races", OptionList)
        rows = [str(option.prompt).splitlines() for option in listed.options]
        assert all(cell_len(line) < listed.content_size.width for row in rows for line in row)
        assert rows[4] == ["►  5 Great Britain A record crowd"]
        assert rows[9] == ["  10 Italy", "     The sponsor withdraws"]
        assert "…" not in "".join(chain.from_iterable(rows))
        await table.pilot.resize_terminal(100, 30)
        assert str(listed.options[9].prompt) == "  10 Italy         The sponsor withdraws"


async def test_a_card_longer_than_its_box_is_scrolled_by_keys_that_the_footer_shows_only_then() -> None:
    setup = season_of("custom", legends=2, events=(14, 12))
    match = season_until(asks(PlanDecision, race=2, in_round=2), setup)

    app = HeatApp(STILL)
    async with app.run_test(size=(80, 24)) as pilot:
        table = Table(pilot)
        app.games.open_race(match)
        await table.rest()
        await table.pilot.press("y")
        await until_screen(table, SeasonScreen)
        assert "scroll" not in shown(app)
        await table.pilot.press("right")
        assert "PgDn scroll down" in shown(app)
        assert "The press is at corner" in shown(app)
        await table.pilot.press("pagedown")
        assert "The press is at corner" not in shown(app)
        assert "Corner 3:" in shown(app)
        await table.pilot.press("pageup")
        assert "The press is at corner" in shown(app)
        await table.pilot.resize_terminal(100, 40)
        assert "scroll" not in shown(app)
