"""The figures of a race, on one screen or in tabs: from the result, the saved races and the season."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from textual.containers import VerticalScroll
from textual.pilot import Pilot
from textual.widgets import DataTable, Tabs

from heat_tui.game.figures.race_tables import figure_rows, shown
from heat_tui.game.figures.statistics import Crossing, tally
from heat_tui.game.table.match import Match
from heat_tui.store.locks import LOCK
from heat_tui.tui.lists import Heading
from heat_tui.tui.menus.saved import SavedRacesScreen
from heat_tui.tui.race.figures import ChartLines, FiguresScreen, PitWall
from heat_tui.tui.race.results import ResultsScreen
from heat_tui.tui.season import SeasonScreen
from tests.saves.races import files
from tests.saves.seasons import new_season, step_on, to_the_pause
from tests.tui.menus import Menus, menus_at, store_in
from tests.tui.races import app_with, finished, raced
from tests.tui.table import shown as painted

EXAMPLES = Path(__file__).parents[1] / "saves"
FIVE = ("Ada", "Bo", "Cem", "Di", "Ed")
PAGES = ("wall", "driving", "heat", "corners", "engines", "gaps", "chart")


def looks(match: Match, *keys: Sequence[str]) -> list[str]:
    """Return the screens of a race's figures in a small terminal: at first, and after each sequence of keys."""
    found: list[str] = []

    async def story() -> None:
        app = app_with(FiguresScreen(match))
        async with app.run_test(size=(80, 24)) as pilot:
            for each in ((), *keys):
                await pilot.press(*each)
                await rest(pilot)
                found.append(painted(app))

    asyncio.run(story())
    return found


async def rest(pilot: Pilot[None]) -> None:
    await pilot.pause()
    await pilot.pause()


def opened(menus: Menus, page: str) -> int | None:
    """Return the car being followed, and check that only this page is shown."""
    screen = menus.app.screen
    assert isinstance(screen, FiguresScreen)
    assert screen.query_one(Tabs).active == f"tab-{page}"
    assert [each.id for each in screen.query(".page") if each.display] == [page]
    assert screen.chosen is not None
    return screen.chosen


def title(menus: Menus) -> str:
    return str(menus.find("Heading", Heading).content)


@pytest.mark.long
async def test_the_result_and_the_figures_lead_to_each_other() -> None:
    app = app_with(ResultsScreen(finished()))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "f figures" in painted(app).splitlines()[-1]
        await pilot.press("f")
        await rest(pilot)
        assert isinstance(app.screen, FiguresScreen)
        assert "USA: the figures" in painted(app)
        for page in PAGES:
            assert app.screen.query_one(Tabs).active == f"tab-{page}"
            assert [each.id for each in app.screen.query(".page") if each.display] == [page]
            await pilot.press("right")
            await rest(pilot)
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, ResultsScreen)


@pytest.mark.long
def test_every_figure_of_every_car_fits_on_two_pages_of_the_smallest_terminal() -> None:
    match = finished(FIVE, legends=3)
    counted = tally(match)
    _wall, *pages = looks(match, ["right"], ["right"])
    lines = [line for page in pages for line in page.splitlines() if line.strip()]
    for row in figure_rows(match, counted):
        line = next(line for line in lines if line.strip().rsplit(maxsplit=8)[0] == row.words)
        assert line.split()[-8:] == [shown(row.values[car], decimals=1) for car in match.standings]


def test_every_driver_is_on_the_pit_wall_in_turn() -> None:
    match = finished(FIVE, legends=3)
    drivers = [match.sheet.entries[car].name for car in match.standings if car < 5]
    order = [match.sheet.entries[car].name for car in match.standings]
    first, followed = (page.splitlines() for page in looks(match, ["down"] * (1 + order.index(drivers[4]))))
    heads = first[2]
    assert [name for name in drivers if name in heads] == drivers[:3]
    heads = followed[2]
    assert [name for name in drivers if name in heads] == drivers[2:]
    winner, car = drivers[0], tally(match).cars[match.standings[0]]
    line = first[4 + len(car.turns)]
    assert line.split()[:4] == [str(car.rounds), "1", "0", str(car.turns[-1].gear)], winner


async def test_everything_is_shown_together_in_the_largest_terminal() -> None:
    match = finished(tuple("ABCDEFGH"), legends=0)
    app = app_with(FiguresScreen(match, 1))
    async with app.run_test(size=(200, 60)) as pilot:
        await rest(pilot)
        assert not app.screen.query_one(Tabs).display
        assert all(app.screen.query_one(f"#{page}").display for page in PAGES)
        assert len(app.screen.query_one(PitWall)._cars(8)) == 8
        assert all(page.max_scroll_x == 0 for page in app.screen.query(VerticalScroll))
        for page in ("driving", "heat"):
            assert app.screen.query_one(f"#{page}", VerticalScroll).max_scroll_y == 0
        text = painted(app)
        for words in (
            "Place on the grid",
            "Cards discarded",
            "Heat in the engine",
            "Spaces behind",
            "Places by round",
        ):
            assert words in text
        await pilot.press("down")
        charts = [*app.screen.query(ChartLines)]
        assert {each.chosen for each in charts} == {match.standings[0]}
        await pilot.resize_terminal(80, 24)
        await rest(pilot)
        assert app.screen.query_one(Tabs).display


@pytest.mark.long
def test_the_corners_show_the_speed_and_the_price() -> None:
    match = finished(("Ada", "Bo"), legends=1)
    text = looks(match, ["right"] * 3)[-1]
    for crossing in tally(match).crossings:
        price = f"{crossing.speed}X" if crossing.spun else f"{crossing.speed}−{crossing.heat}"
        assert (price if crossing.spun or crossing.heat else str(crossing.speed)) in text


def test_a_driver_with_different_limits_has_a_separate_row(monkeypatch: pytest.MonkeyPatch) -> None:
    match = finished(FIVE, legends=3)
    counted = tally(match)
    counted.crossings = [
        Crossing(1, 0, 1, 0, 1, speed=12, limit=12, heat=0, spun=False),
        Crossing(1, 1, 1, 0, 1, speed=13, limit=11, heat=1, spun=True),
        Crossing(1, 2, 1, 0, 1, speed=10, limit=11, heat=0, spun=False),
        Crossing(2, 1, 1, 0, 1, speed=13, limit=11, heat=2, spun=False),
    ]
    monkeypatch.setattr("heat_tui.tui.race.figures.tally", lambda _race: counted)
    head, *lines = looks(match, ["right"] * 3)[-1].splitlines()[2:]
    assert head.split()[3::2] == [FIVE[car] for car in match.standings if car < 5]
    prices = {0: "", 1: "13X", 2: "10"}
    assert lines[0].split() == ["1", "1", "<11>", *filter(None, (prices.get(car) for car in match.standings))]
    assert [line.split() for line in lines[1:3]] == [["<12>", "12"], ["<11>", "13−2"]]
    assert "Cars with a different limit are in another row." in " ".join(" ".join(lines).split())


@pytest.mark.long
def test_a_long_race_scrolls() -> None:
    match = raced(("Ada", "Bo"), legends=0, laps=4)
    first, second = looks(match, ["pagedown"])
    last = f" {tally(match).rounds} "
    assert "PgDn scroll down" in first.splitlines()[-1]
    assert last not in first
    assert last in second


@pytest.fixture
def home(home: Path) -> Path:
    store_in(home).folder.mkdir()
    return home


async def test_a_saved_race_shows_its_figures_without_taking_its_lock(home: Path) -> None:
    store = store_in(home)
    shutil.copy(EXAMPLES / "v1-usa-mid-turn.json", store.folder)
    before = (store.folder / "v1-usa-mid-turn.json").read_bytes()

    async with menus_at(store=store, screen=SavedRacesScreen) as menus:
        await menus.press("f")
        assert isinstance(menus.app.screen, FiguresScreen)
        assert title(menus).startswith("USA: the figures so far, in round ")
        assert menus.app.match is None
        await menus.press("escape")
        assert isinstance(menus.app.screen, SavedRacesScreen)
    assert (store.folder / "v1-usa-mid-turn.json").read_bytes() == before
    assert not [name for name in files(store.folder) if name.endswith(LOCK)]


async def test_a_save_damaged_in_the_meantime_is_reported(home: Path) -> None:
    store = store_in(home)
    shutil.copy(EXAMPLES / "v1-mexico-finished.json", store.folder)

    async with menus_at(store=store, screen=SavedRacesScreen) as menus:
        (store.folder / "v1-mexico-finished.json").write_text("{", encoding="utf-8")
        await menus.press("f")
        assert isinstance(menus.app.screen, SavedRacesScreen)
        assert "it breaks off in line 1" in menus.text
        assert menus.find("DataTable", DataTable).row_count == 1


async def test_every_race_of_a_season_can_be_viewed(home: Path) -> None:
    store = store_in(home)
    shutil.copy(EXAMPLES / "v1-season-second-race.json", store.folder)

    async with menus_at(store=store, screen=SavedRacesScreen) as menus:
        await menus.press("f")
        assert title(menus).startswith("Race 2 of 3, ")
        await menus.press("right", "down", "left_square_bracket")
        assert title(menus) == "Race 1 of 3, Great Britain: the figures"
        followed = opened(menus, "driving")
        await menus.press("left_square_bracket")
        assert title(menus).startswith("Race 2 of 3, ")
        assert opened(menus, "driving") == followed
        await menus.press("right_square_bracket")
        assert title(menus).startswith("Race 1 of 3, ")
        await menus.press("escape")
        assert isinstance(menus.app.screen, SavedRacesScreen)


@pytest.mark.long
async def test_the_season_shows_the_highlighted_race_of_the_calendar() -> None:
    match, random = to_the_pause(new_season("1961, two people and 2 Legends"), Random(4)), Random(5)
    match.next_race()
    while not match.race_over:
        step_on(match, random)
    app = app_with(SeasonScreen(match))
    async with app.run_test(size=(120, 40)) as pilot:
        await rest(pilot)
        assert "f figures" in painted(app).splitlines()[-1]
        await pilot.press("f")
        await rest(pilot)
        assert "Race 2 of 3, USA: the figures" in painted(app)
        await pilot.press("escape", "up", "up", "f")
        await rest(pilot)
        assert "Race 1 of 3, Great Britain: the figures" in painted(app)
