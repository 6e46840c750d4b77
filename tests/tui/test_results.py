"""The result of a race."""

from __future__ import annotations

import gc
import re
from dataclasses import replace
from pathlib import Path
from weakref import ref

import pytest
from textual.containers import VerticalScroll
from textual.widgets import Tabs

from heat_tui.engine.actions import Retire
from heat_tui.engine.decisions import PlanDecision
from heat_tui.game.figures.statistics import tally
from heat_tui.game.table.match import GIVEN_UP_TO, Match
from heat_tui.game.telling.highlights import highlight_lines
from heat_tui.store.settings import Settings
from heat_tui.tui.app import HeatApp
from heat_tui.tui.menus.title import TitleScreen
from heat_tui.tui.race.figures import ChartLines
from heat_tui.tui.race.log import LogScreen
from heat_tui.tui.race.results import ResultsScreen
from heat_tui.tui.race.screen import RaceScreen
from tests.books import book_of, store_in
from tests.books import raced as kept
from tests.tui.moments import raced_to_the_end
from tests.tui.races import app_with, finished, raced
from tests.tui.season_moments import season_of
from tests.tui.table import STILL, shown, usa


async def test_the_rounds_of_a_race_that_was_over_at_its_snapshot_are_not_shown() -> None:
    saved = finished().saved()
    match = Match.resume(replace(saved, base=saved.snapshot, record=()), store=None)
    app = app_with(ResultsScreen(match))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        headline, *rest = shown(app).splitlines()
        assert headline.rstrip().endswith(f"{match.sheet.entries[match.standings[0]].name} wins")
        assert not any(re.search(r"\d rounds?$", row.rstrip()) for row in rest)


async def test_a_small_terminal_shows_three_pages() -> None:
    match = finished()
    winner = match.sheet.entries[match.standings[0]].name
    app = app_with(ResultsScreen(match))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        result = shown(app)
        assert f"{winner} wins in {tally(match).cars[match.standings[0]].rounds} rounds" in result
        assert "[red]Bo" in result
        assert f"The seed of this race was {match.setup.seed}." in result
        assert "Heat paid" not in result
        assert "→ page" in result.splitlines()[-1]
        await pilot.press("right")
        await pilot.pause()
        figures = shown(app)
        columns = [match.standings.index(each) - len(match.standings) for each in (1, match.sheet.drivers)]
        car = tally(match).cars[1]
        for words, value, legends in (
            ("Rounds", car.rounds, True),
            ("Top speed", car.top_speed, False),
            ("Spaces slipstreamed", car.slipstream_spaces, False),
            ("Boosts", car.boosts, False),
            ("Corner lines over the limit", car.corners_over, False),
            ("Spin outs", car.spins, False),
            ("Heat paid", car.heat_paid, False),
        ):
            line = next(line for line in figures.splitlines() if line.strip().startswith(f"{words} ")).split()
            assert line[columns[0]] == str(value)
            assert (line[columns[1]] == "-") is not legends
        await pilot.press("right")
        await pilot.pause()
        chart = shown(app)
        assert "Places by round; 0 is the grid." in chart
        assert app.screen.query_one(Tabs).active == "tab-chart"


async def test_the_causes_of_heat_add_up() -> None:
    match = finished()
    app = app_with(ResultsScreen(match))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("right")
        await pilot.pause()
        column = match.standings.index(0) - len(match.standings)
        heat = [int(line.split()[column]) for line in shown(app).splitlines() if line.startswith("  Heat ")]
        assert heat[0] == sum(heat[1:]) > 0


@pytest.mark.long
@pytest.mark.parametrize("size", [(120, 40), (160, 50)])
async def test_a_large_terminal_shows_everything_together(size: tuple[int, int]) -> None:
    app = app_with(ResultsScreen(finished()))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        text = shown(app)
        for words in ("speed", "Places by round; 0 is the grid.", "The seed", "wins in"):
            assert words in text
        assert "Figures" not in text
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert "Figures" in shown(app)


@pytest.mark.long
@pytest.mark.point("G2")
@pytest.mark.parametrize(
    ("legends", "size"),
    [
        (2, (120, 40)),
        (5, (80, 24)),
        (2, (200, 60)),
        (5, (200, 60)),
    ],
)
async def test_the_story_of_the_race_is_on_the_first_page_which_fills_the_screen(
    size: tuple[int, int], legends: int
) -> None:
    match = raced(("Ada", "Bo", "Cem"), legends=legends, laps=2)
    app = app_with(ResultsScreen(match))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.pause()
        rows = shown(app).splitlines()
        for line in highlight_lines(match):
            assert any(line[:50] in row for row in rows)
        if size > (80, 24):
            used = sum(bool(row.strip()) for row in rows)
            assert used >= 0.75 * size[1], "most rows tell something"
            assert all(f"{place}  " in "".join(rows) for place in range(1, 4 + legends))
            last = max(index for index, row in enumerate(rows) if row.startswith("     0 "))
            assert last <= size[1] - 3, "the whole chart, down to its rounds"


@pytest.mark.point("G2")
async def test_the_whole_story_fits_the_smallest_terminal_with_every_legend_named() -> None:
    match = raced_to_the_end()
    app = app_with(ResultsScreen(match))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.pause()
        assert app.screen.query_one("#result", VerticalScroll).max_scroll_y == 0
        assert highlight_lines(match)[-1] in shown(app)
        assert "Legend Yellow 14 rounds" in shown(app)


async def test_every_fate_and_all_points_fit_the_smallest_terminal() -> None:
    setup, _controllers = season_of("custom", events=(10,), people=3, legends=2, names=("Ada", "Bo", "Cem"))
    match = Match.start(setup, ["chance"] * 3)
    while not match.race_over:
        match.play_driver()
    app = app_with(ResultsScreen(match))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        rows = [row.rstrip() for row in shown(app).splitlines()]
        assert any(row.endswith("Bo      out of the race") for row in rows)
        assert any(row.endswith("Legend Yellow  9 points") for row in rows)


@pytest.mark.long
@pytest.mark.rule("E6")
async def test_the_points_of_a_retired_driver_are_shown_at_every_size() -> None:
    setup, _controllers = season_of("custom", events=(7,), legends=0, seed=8, names=("Ada", "Bo"))
    match = Match.start(replace(setup, retire=True), ["steady"] * 2)
    while not match.race_over:
        decision = match.decision
        if isinstance(decision, PlanDecision) and decision.may_retire:
            match.play(Retire())
        else:
            match.play_driver()
    app = app_with(ResultsScreen(match))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert any(row.rstrip().endswith("retired, 6 points") for row in shown(app).splitlines())


async def test_the_chart_follows_one_car_after_another() -> None:
    match = finished()
    app = app_with(ResultsScreen(match))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        chart = app.screen.query_one(ChartLines)
        assert chart.chosen is None
        for car in (*match.standings, None):
            await pilot.press("down")
            assert chart.chosen == car
        await pilot.press("up")
        assert chart.chosen == match.standings[-1]


@pytest.mark.long
async def test_keys_lead_to_the_log_to_another_race_and_to_the_title() -> None:
    match = Match.start(usa("Ada", "Bo"), ("person", "steady"))
    match.hand_over(0, GIVEN_UP_TO)
    while not match.over:
        match.play_driver()
    app = app_with(ResultsScreen(match))
    async with app.run_test(size=(80, 24)) as pilot:
        app.games.match = match
        await pilot.press("l")
        await pilot.pause()
        assert isinstance(app.screen, LogScreen)
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, ResultsScreen)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, TitleScreen)
        await app.push_screen(ResultsScreen(match))
        await pilot.pause()
        await pilot.press("a")
        await pilot.pause()
        assert app.match is not match
        assert app.match is not None
        assert app.match.setup.seats == match.setup.seats
        assert app.match.setup.seed != match.setup.seed
        assert app.match.controllers == ("person", "steady"), "whoever drove at the end"
        assert isinstance(app.screen, RaceScreen)


@pytest.mark.parametrize("saved", [True, False])
async def test_a_race_is_saved_again_only_if_it_was_saved(tmp_path: Path, *, saved: bool) -> None:
    store = store_in(tmp_path)
    match = raced_to_the_end(setup=usa("Ada", "Bo", "Cem"), store=store if saved else None)
    app = HeatApp(STILL, store=store, opening=lambda app: app.games.open_result(match))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("a")
        await pilot.pause()
        assert isinstance(app.screen, RaceScreen)
        assert len(store.files()) == (2 if saved else 0)


async def test_an_ascii_terminal_gets_only_ascii() -> None:
    app = app_with(ResultsScreen(finished()), Settings(animation="off", title=False, glyphs="ascii"))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        assert shown(app).isascii()


async def test_without_colour_every_car_keeps_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    match = finished()
    app = app_with(ResultsScreen(match), STILL)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        lines = shown(app).splitlines()
        for place, car in enumerate(match.standings, start=1):
            assert any(f"{place}  {car + 1} " in line for line in lines)


async def test_the_result_of_one_car_alone_is_its_rounds() -> None:
    match = finished(("Ada",), legends=0)
    app = app_with(ResultsScreen(match))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert f"practice: Ada takes {tally(match).cars[0].rounds} rounds" in shown(app)


@pytest.mark.long
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
async def test_a_broken_record_comes_first_and_a_book_without_the_race_gives_the_reason(
    size: tuple[int, int], tmp_path: Path
) -> None:
    store = store_in(tmp_path)
    kept(store, 1)
    fast = kept(store, 1, "fast", ("steady", "steady"))
    book_of(store).path.write_bytes(b"damaged")
    missing = kept(store, 2)
    for match, words in (
        (fast, "A record for USA (1 lap): @steady finishes in"),
        (missing, "is damaged; heat-tui"),
    ):
        app = app_with(ResultsScreen(match))
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            assert words in " ".join(shown(app).split())


async def test_the_screen_of_a_race_is_freed_once_another_game_is_shown(request: pytest.FixtureRequest) -> None:
    """Otherwise, the screens of one race after another would stay in memory."""
    gc.freeze()  # so that each collection skips what earlier tests have left
    request.addfinalizer(gc.unfreeze)
    racing = Match.start(usa("Ada", "Bo"), ("person", "steady"), store=None)
    app = HeatApp(STILL, opening=lambda app: app.games.open_race(racing))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        screen = ref(app.screen)
        assert isinstance(app.screen, RaceScreen)
        app.screen.call_later(app.games.open_result, finished())
        while not isinstance(app.screen, ResultsScreen):
            await pilot.pause(0.05)
        for _look in range(100):
            gc.collect()
            if screen() is None:
                return
            await pilot.pause(0.05)
        assert screen() is None
