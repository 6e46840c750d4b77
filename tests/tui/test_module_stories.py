"""Races with the advanced modules, played in the app by keyboard and mouse."""

from __future__ import annotations

import pytest
from textual.widgets import OptionList

from heat_tui.drivers import Steady
from heat_tui.engine.actions import DONE, ChooseValues, Pick, Plan, PutAway, React, Refresh, Replace
from heat_tui.engine.setup import RaceSetup
from heat_tui.modules.garage import Garage
from heat_tui.modules.garage.cards import SETS
from heat_tui.modules.legends import Legends
from heat_tui.modules.spaces import Spaces
from heat_tui.modules.tournament import Tournament
from heat_tui.modules.weather import Weather
from heat_tui.store.tracks import load_track
from heat_tui.tui.race.cover import Cover
from heat_tui.tui.race.piles import GarageScreen
from heat_tui.tui.race.prompts import ChoosingPrompt, PlanPrompt
from heat_tui.tui.race.results import ResultsScreen
from tests.tables import driver
from tests.tui.module_moments import (
    at_once,
    before_a_tournament_shift,
    before_refreshing,
    choosing_values,
    drafting,
    putting_away,
    unpayable,
    with_symbols,
    with_upgrades,
)
from tests.tui.moments import PEOPLE
from tests.tui.table import at_the_table, race_app, seated, shown, until_screen

EVERYTHING = (Spaces(), Weather(), Garage("both", "snake", SETS), Tournament(), Legends(2, 0, aggressive=True))
DRAFTED = (Spaces(), Garage("both", "normal", SETS), Legends(2))


@pytest.mark.parametrize(
    ("track", "modules", "size", "by_mouse"),
    [
        pytest.param("japan", EVERYTHING, (80, 24), False, marks=pytest.mark.long),
        pytest.param("netherlands", DRAFTED, (120, 40), True, marks=pytest.mark.long),
    ],
    ids=("everything-by-keys", "garage-by-mouse"),
)
async def test_a_whole_race_is_played(
    track: str, modules: tuple[Spaces | Weather, ...], size: tuple[int, int], by_mouse: bool
) -> None:
    app = race_app(RaceSetup(load_track(track), ("Ada", "Bo"), seed=8, laps=1, modules=modules))
    async with seated(app, size=size) as table:
        kinds = set()
        while table.match.decision is not None:
            decision = table.match.decision
            action = Steady(len(table.match.log)).choose(table.match.view(decision.seat), decision)
            kinds.add(type(action).__name__)
            await (table.choose_by_mouse(action) if by_mouse else table.choose(action))
        await until_screen(table, ResultsScreen)
        assert {"Pick", "Plan", "React"} <= kinds


@pytest.mark.sampled
@pytest.mark.parametrize("by_mouse", [False, True])
async def test_upgrades_are_picked_put_away_and_viewed(by_mouse: bool) -> None:
    match = drafting(2, PEOPLE)
    async with at_the_table(match) as table:
        assert match.decision is not None
        card = list(match.decision.options())[-1]
        assert isinstance(card, Pick)
        await (table.choose_by_mouse(card) if by_mouse else table.choose(card))
        assert match.log[-1].action == card
        await table.pilot.press("g")
        await table.pilot.pause()
        assert isinstance(table.app.screen, GarageScreen)
        await table.pilot.press("g")
        match = putting_away()
        table.app.games.open_race(match)
        await table.rest()
        assert match.decision is not None
        away = list(match.decision.options())[-1]
        assert isinstance(away, PutAway)
        await (table.choose_by_mouse(away) if by_mouse else table.choose(away))
        assert away in [entry.action for entry in match.log]


@pytest.mark.parametrize(
    ("moment", "action"),
    [
        (choosing_values, ChooseValues((("brakes-1234", 2), ("brakes-15", 5)))),
        (unpayable, Replace(("wings-6",))),
        (before_refreshing, Refresh(("suspension-4", "suspension-2b"))),
        (with_symbols, React("heat", "wings-3", 1)),
        (with_symbols, React("salvage", "intake-1a", 3, ("3", "4", "4"))),
        (with_symbols, React("direct_play", "throttle-2", 1)),
    ],
)
@pytest.mark.parametrize("by_mouse", [False, pytest.param(True, marks=pytest.mark.long)])
async def test_decisions_required_by_cards_can_be_made(moment: object, action: React, by_mouse: bool) -> None:
    assert callable(moment)
    match = moment()
    async with at_the_table(match, size=(120, 40)) as table:
        await (table.choose_by_mouse(action) if by_mouse else table.choose(action))
        assert match.log[0].action == action


async def test_ending_the_step_is_refused_with_the_reason_while_mandatory_symbols_remain() -> None:
    match = with_symbols()
    async with at_the_table(match) as table:
        prompt = table.race.query_one(ChoosingPrompt)
        assert prompt.lines[-1] == DONE
        await table.pilot.press("end", "enter")
        await table.pilot.pause()
        assert not match.log
        assert "You cannot end the step yet" in shown(table.app)


async def test_a_line_that_the_arrows_change_is_not_cut_in_a_small_terminal() -> None:
    place = driver(20, gear=1, engine=4, play="body-6", hand="heat heat heat stress stress 3", deck="4 3 2 1")
    async with at_the_table(at_once(place)) as table:
        assert "Discard 2 Stress with Body-6 ◄ ► " in shown(table.app)
        assert "Cool 3 Heat with the gear (◄ ► more or less) " in shown(table.app)
        await table.pilot.resize_terminal(120, 40)
        await table.rest()
        assert "Discard 2 Stress with Body-6 (◄ ► more or less) " in shown(table.app)


async def test_a_salvage_can_be_cancelled_and_takes_no_more_than_allowed() -> None:
    match = with_symbols()
    async with at_the_table(match) as table:
        await table.pilot.press("5", "enter")
        await table.pilot.pause()
        await table.pilot.press("enter")
        await table.pilot.pause()
        assert "at least one card" in shown(table.app)
        for _kind in range(5):
            await table.pilot.press("right", "right", "down")
        await table.pilot.pause()
        assert "4 of 4" in shown(table.app)
        await table.pilot.press("left", "escape")
        await table.rest()
        assert not match.log


async def test_the_curtain_covers_a_hand_that_may_be_played_from_and_stays_open_for_the_whole_step() -> None:
    match = with_symbols(PEOPLE)
    async with at_the_table(match, size=(120, 40)) as table:
        assert table.race.query(Cover)
        assert "Throttle-2" not in shown(table.app)
        await table.lift()
        assert React("direct_play", "throttle-2", 1) in table.race.query_one(ChoosingPrompt).lines
        await table.choose(React("heat", "wings-3", 1))
        assert not table.race.query(Cover)
        await table.race.cover()
        await table.rest()
        assert table.race.query(Cover)
        assert "Throttle-2" not in shown(table.app)


async def test_the_number_follows_the_cards_in_tournament_mode() -> None:
    match = before_a_tournament_shift()
    async with at_the_table(match) as table:
        prompt = table.race.query_one(PlanPrompt)
        for key, number in (("1", 1), ("2", 2), ("3", 3), ("4", 4), ("3", 3)):
            await table.pilot.press(key)
            assert prompt.gear == number
        await table.pilot.press("enter")
        await table.pilot.pause()
        if not match.log:
            await table.pilot.press("enter")
            await table.pilot.pause()
        assert match.log[0].action == Plan(3, ("1", "2", "3"))


async def test_the_card_under_the_cursor_is_explained() -> None:
    async with at_the_table(with_upgrades()) as table:
        await table.pilot.press("right")
        await table.pilot.pause()
        assert "Brakes-1234:" in shown(table.app)
        await table.pilot.press("left")
        await table.pilot.pause()
        assert "Brakes-1234:" not in shown(table.app)


async def test_without_upgrades_there_is_no_garage_to_view() -> None:
    app = race_app(RaceSetup(load_track("usa"), ("Ada",), seed=1, modules=(Legends(1),)))
    async with seated(app) as table:
        race = table.race
        await table.pilot.press("g")
        await table.pilot.pause()
        assert app.screen is race
        assert not race.query(OptionList)
