"""Between two races: result and standings first, then kept upgrades; the standings in a file."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.widgets import Input, OptionList

from heat_tui.engine.actions import KeepUpgrade
from heat_tui.engine.decisions import KeepDecision, PlanDecision
from heat_tui.tui.dialogs import AskTextScreen
from heat_tui.tui.menus.title import TitleScreen
from heat_tui.tui.race.results import ResultsScreen
from heat_tui.tui.race.screen import RaceScreen
from heat_tui.tui.season import SeasonScreen
from tests.tui.season_moments import asks, keeping, resting, season_of, season_until
from tests.tui.season_table import drive, to_the_pause
from tests.tui.table import at_the_table, shown, until_screen


@pytest.mark.long
async def test_between_seasons_of_a_career_result_and_standings_precede_the_kept_upgrade_and_the_pause() -> None:
    match = keeping()
    match.take_back(1)
    async with at_the_table(match) as table:
        await drive(table)
        await to_the_pause(table)
        assert isinstance(match.decision, KeepDecision)
        assert "A career after 3 of 10 races" in shown(table.app)
        assert "Enter keep an upgrade" in shown(table.app)
        await table.pilot.press("enter")
        await until_screen(table, RaceScreen)
        await table.rest()
        while isinstance(match.decision, KeepDecision):
            await table.choose(KeepUpgrade(match.decision.cards[-1]))
        await until_screen(table, SeasonScreen)
        assert match.rests
        assert "A career after 3 of 10 races" in shown(table.app)
        assert "Enter next race" in shown(table.app)
        await table.pilot.press("enter")
        await table.rest()
        assert match.season is not None
        assert match.season.index == 3


async def test_a_career_left_before_an_upgrade_is_kept_is_resumed_at_its_standings() -> None:
    match = keeping()
    async with at_the_table(match) as table:
        await until_screen(table, SeasonScreen)
        await table.pilot.press("enter")
        await until_screen(table, RaceScreen)
        await table.rest()
        await table.pilot.press("y")
        await until_screen(table, SeasonScreen)
        assert "keep an upgrade" not in shown(table.app)
        await table.pilot.press("y")
        await until_screen(table, RaceScreen)


async def test_the_season_key_does_not_leave_the_pause() -> None:
    async with at_the_table(season_until(resting(1))) as table:
        await until_screen(table, SeasonScreen)
        await table.pilot.press("y")
        await table.pilot.pause()
        assert isinstance(table.app.screen, SeasonScreen)


@pytest.mark.parametrize(("name", "starts"), [("table.csv", "place,name,kind"), ("table.md", "# The season of 1961")])
async def test_the_standings_are_saved_in_the_format_of_the_file_name(home: Path, name: str, starts: str) -> None:
    async with at_the_table(season_until(resting(1))) as table:
        await until_screen(table, SeasonScreen)
        await table.pilot.press("e")
        await until_screen(table, AskTextScreen)
        assert "-standings.csv" in shown(table.app)
        table.app.screen.query_one(Input).value = str(home / "table.xls")
        await table.pilot.press("enter")
        await table.pilot.pause()
        assert "must end in .csv" in shown(table.app)
        table.app.screen.query_one(Input).value = str(home / name)
        await table.pilot.press("enter")
        await until_screen(table, SeasonScreen)
        assert any("The standings are saved as" in each.message for each in table.app._notifications)
    assert (home / name).read_text(encoding="utf-8").startswith(starts)


@pytest.mark.parametrize("back", ["enter", "escape"])
async def test_the_result_of_the_last_race_is_available_during_the_pause(back: str) -> None:
    match = season_until(resting(1))
    async with at_the_table(match) as table:
        await until_screen(table, SeasonScreen)
        await table.pilot.press("r")
        await until_screen(table, ResultsScreen)
        assert "9 points" in shown(table.app)
        await table.pilot.press("a")
        await table.pilot.pause()
        assert isinstance(table.app.screen, ResultsScreen)
        await table.pilot.press(back)
        await until_screen(table, SeasonScreen)
        await table.pilot.press("escape")
        await until_screen(table, TitleScreen)


@pytest.mark.long
async def test_an_event_that_does_not_fit_beside_its_track_is_on_a_line_below() -> None:
    async with at_the_table(season_until(resting(4), season_of("career", legends=2))) as table:
        await until_screen(table, SeasonScreen)
        await table.pilot.press("right")
        listed = table.app.screen.query_one("#calendar-races", OptionList)
        rows = [str(option.prompt).splitlines() for option in listed.options]
        assert all(cell_len(line) < listed.content_size.width for row in rows for line in row)
        assert rows[4] == ["►  5 Great Britain A record crowd"]
        assert rows[9] == ["  10 Italy", "     The sponsor withdraws"]
        assert "…" not in "".join(chain.from_iterable(rows))
        await table.pilot.resize_terminal(100, 30)
        assert str(listed.options[9].prompt) == "  10 Italy         The sponsor withdraws"


@pytest.mark.long
async def test_a_card_longer_than_its_box_is_scrolled_by_keys_that_the_footer_shows_only_then() -> None:
    setup = season_of("custom", legends=2, events=(14, 12))
    match = season_until(asks(PlanDecision, race=2, in_round=2), setup)

    async with at_the_table(match) as table:
        await table.pilot.press("y")
        await until_screen(table, SeasonScreen)
        assert "scroll" not in shown(table.app)
        await table.pilot.press("right")
        assert "PgDn scroll down" in shown(table.app)
        assert "The press is at corner" in shown(table.app)
        await table.pilot.press("pagedown")
        assert "The press is at corner" not in shown(table.app)
        assert "Corner 3:" in shown(table.app)
        await table.pilot.press("pageup")
        assert "The press is at corner" in shown(table.app)
        await table.pilot.resize_terminal(100, 40)
        assert "scroll" not in shown(table.app)


async def test_the_footer_offers_to_scroll_whenever_the_page_shown_does_not_fit() -> None:
    match = season_until(asks(PlanDecision, race=1, in_round=1), season_of("1961", legends=2))
    async with at_the_table(match) as table:
        await table.pilot.press("y")
        await until_screen(table, SeasonScreen)
        for page, too_long in [("calendar", True), ("garages", False), ("standings", False), ("calendar", True)]:
            await table.pilot.press("right")
            await table.pilot.pause()
            assert table.app.screen.has_class(f"-{page}")
            assert ("PgDn scroll down" in shown(table.app).splitlines()[-1]) == too_long, page
