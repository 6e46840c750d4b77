"""A season in the app: set up, raced, left and resumed, both during a race and between two races."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from textual.widgets import OptionList

from heat_tui.drivers import Steady
from heat_tui.engine.actions import KEEP_ALL, Action, Exchange
from heat_tui.engine.decisions import DiscardDecision, ExchangeDecision
from heat_tui.game.setup.options import Options, Seat
from heat_tui.game.setup.season_options import season_setup
from heat_tui.game.table.match import Match
from heat_tui.modules.mulligan import MulliganDecision
from heat_tui.store.saves import SaveStore
from heat_tui.tui.app import HeatApp
from heat_tui.tui.lists import MenuList
from heat_tui.tui.menus.title import RESUME, TitleScreen
from heat_tui.tui.race.piles import GarageScreen
from heat_tui.tui.race.prompts import ChoosingPrompt, DiscardPrompt
from heat_tui.tui.race.results import ResultsScreen
from heat_tui.tui.race.screen import RaceScreen
from heat_tui.tui.season import CalendarView, SeasonScreen
from heat_tui.tui.setup.season import NewSeasonScreen
from heat_tui.words.situation import hand_line
from tests.tui.season_moments import (
    asks,
    discarding_one,
    exchanging,
    over,
    planning_in_season,
    season_of,
    season_until,
)
from tests.tui.season_table import drive, hand_over, to_the_pause
from tests.tui.table import STILL, Table, at_the_table, seated, shown, until_screen
from tests.tui.watched import watched


async def from_the_title(app: HeatApp, table: Table) -> None:
    """Resume the latest game from the title, as soon as the menu offers it."""
    await until_screen(table, TitleScreen)
    menu = app.screen.query_one(MenuList)
    for _try in range(100):
        await table.pilot.pause()
        if not menu.get_option(RESUME).disabled:
            break
    await table.pilot.press("home", "enter")
    await table.pilot.pause()


@pytest.mark.long
def test_a_season_is_raced_left_and_resumed_to_its_champion(home: Path) -> None:
    setup, controllers = season_of(legends=1)
    store = SaveStore(home / "saves")

    async def first_evening() -> None:
        app = HeatApp(STILL, store=store, opening=lambda app: app.games.start(setup, controllers))
        async with seated(app) as table:
            await drive(table)
            await to_the_pause(table)
            assert "after 1 of 3 races" in shown(app)
            await table.pilot.press("enter")
            await table.rest()
            assert table.match.season is not None
            assert table.match.season.index == 1
            await drive(table, choices=6)

    async def second_evening() -> None:
        app = HeatApp(STILL, store=store)
        async with app.run_test(size=(120, 40)) as pilot:
            table = Table(pilot)
            await until_screen(table, TitleScreen)
            await pilot.pause(0.2)
            assert "The season of 1961, race 2/3, round" in shown(app)
            await from_the_title(app, table)
            await until_screen(table, RaceScreen)
            await table.rest()
            assert table.match.season is not None
            assert table.match.season.index == 1
            assert table.match.choices
            await drive(table, choices=6)
            await hand_over(table)
            await to_the_pause(table)

    async def third_evening() -> None:
        app = HeatApp(STILL, store=store)
        async with app.run_test(size=(80, 24)) as pilot:
            table = Table(pilot)
            await pilot.pause(0.2)
            await from_the_title(app, table)
            await until_screen(table, SeasonScreen)
            assert "after 2 of 3 races" in shown(app)
            await pilot.press("enter")
            await table.rest()
            assert table.match.people == (0, 1), "all had given up, and drive again"
            await hand_over(table)
            await to_the_pause(table)
            season = table.match.season
            assert season is not None
            assert season.over
            champion = season.race.rules.sheet.entries[season.standings[0]].name
            assert f"{champion} is the champion with {season.points[season.standings[0]]} points" in shown(app)
            await pilot.press("enter")
            await until_screen(table, TitleScreen)

    for evening in (first_evening, second_evening, third_evening):
        asyncio.run(evening())


@pytest.mark.long
async def test_one_race_of_a_season_is_played_by_mouse() -> None:
    setup, controllers = season_of(people=1, legends=2)

    app = HeatApp(STILL, opening=lambda app: app.games.start(setup, controllers))
    async with seated(app, size=(120, 40)) as table:
        while table.match.decision is not None and not table.match.rests:
            decision = table.match.decision
            action = Steady(len(table.match.log)).choose(table.match.view(decision.seat), decision)
            await table.choose_by_mouse(action)
        await to_the_pause(table)
        await table.pilot.click("#calendar-races", offset=(5, 2))
        await table.pilot.pause()
        assert app.screen.query_one(CalendarView).index == 2
        assert "Drivers on strike" in shown(app)


@pytest.mark.long
@pytest.mark.parametrize("by_mouse", [False, True])
@pytest.mark.parametrize("which", ["keep all", "exchange"])
async def test_the_last_on_the_grid_exchanges_an_upgrade_or_keeps_all(which: str, by_mouse: bool) -> None:
    match = exchanging()
    async with at_the_table(match) as table:
        decision = match.decision
        assert isinstance(decision, ExchangeDecision)
        prompt = table.race.query_one(ChoosingPrompt)
        assert [line for line in prompt.lines if isinstance(line, Exchange)] == prompt.lines
        assert {line.give for line in prompt.lines if isinstance(line, Exchange)} == {None, *decision.owned}
        action: Action = KEEP_ALL
        if which == "exchange":
            first = next(line for line in prompt.lines if line != KEEP_ALL)
            assert isinstance(first, Exchange)
            action = first if by_mouse else Exchange(first.give, decision.market[-1])
        await (table.choose_by_mouse(action) if by_mouse else table.choose(action))
        assert match.log[-1].action == action or action in [entry.action for entry in match.log]


async def test_only_one_card_may_be_chosen_if_only_one_may_be_discarded() -> None:
    match = discarding_one()
    async with at_the_table(match) as table:
        decision = match.decision
        assert isinstance(decision, DiscardDecision)
        prompt = table.race.query_one(DiscardPrompt)
        places = [index for index, card in enumerate(prompt.cards) if card in decision.cards]
        await table.pilot.press(str(places[0] + 1), str(places[1] + 1))
        await table.pilot.pause()
        assert prompt.chosen == [places[1]]


async def test_the_season_is_opened_from_a_race_and_closed_again() -> None:
    match = planning_in_season()
    async with at_the_table(match) as table:
        await table.pilot.press("y")
        await until_screen(table, SeasonScreen)
        before = match.season.index if match.season is not None else -1
        await table.pilot.press("enter", "r")
        await table.pilot.pause()
        assert isinstance(table.app.screen, SeasonScreen)
        await table.pilot.press("y")
        await until_screen(table, RaceScreen)
        assert match.season is not None
        assert match.season.index == before
        await table.pilot.press("g")
        await until_screen(table, GarageScreen)


@pytest.mark.long
async def test_a_season_of_automated_drivers_waits_for_the_table_between_races() -> None:
    setup, controllers = season_of(people=0, steady=2)

    app = HeatApp(STILL, opening=lambda app: app.games.start(setup, controllers))
    async with app.run_test(size=(80, 24)) as pilot:
        table = Table(pilot)
        await until_screen(table, ResultsScreen)
        await to_the_pause(table)
        await pilot.pause(0.2)
        assert table.match.season is not None
        assert table.match.season.index == 0


async def test_the_table_of_points_adds_up() -> None:
    match = season_until(over)
    async with at_the_table(match) as table:
        await until_screen(table, SeasonScreen)
        await table.pilot.press("right")
        await table.pilot.pause()
        season = match.season
        assert season is not None
        lines = shown(table.app).splitlines()
        for place, car in enumerate(season.standings, start=1):
            row = next(line.split() for line in lines if line.startswith(f" {place}   {car + 1} "))
            scored = [result.points[car] for result in season.results]
            won = sum(result.order[0] == car for result in season.results)
            assert row[-5:] == [str(sum(scored)), str(won) if won else "-", *map(str, scored)]


async def test_a_season_leads_from_the_title_to_the_first_race() -> None:
    app = HeatApp(STILL)
    async with app.run_test(size=(80, 24)) as pilot:
        table = Table(pilot)
        await until_screen(table, TitleScreen)
        menu = app.screen.query_one(OptionList)
        menu.highlighted = menu.get_option_index("season")
        await pilot.press("enter")
        await until_screen(table, NewSeasonScreen)
        await pilot.press("right", "ctrl+r")
        await until_screen(table, RaceScreen)
        await table.rest()
        match: Match = table.match
        assert match.season is not None
        assert match.season.setup.title == "1962"
        assert "race 1/3" in shown(app)


async def test_a_long_hand_is_shown_in_full_before_a_mulligan() -> None:
    wishes = Options(season="1963", seats=(Seat("Ada"),), garage="advanced", mulligan=True, laps=1, seed=21)
    match = season_until(asks(MulliganDecision), (season_setup(wishes), ("person",)))
    async with watched(match) as table:
        rows = [row.partition("│")[0].strip() for row in shown(table.app).splitlines()[-4:-1]]
        assert " ".join(rows) == hand_line(match.view(0))
