"""The full-screen map and its cursor."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from heat_tui.store.settings import Settings
from heat_tui.tui.app import HeatApp
from heat_tui.tui.race.screen import RaceScreen
from heat_tui.tui.track.map import TrackMap
from heat_tui.tui.track.screen import TrackViewScreen
from heat_tui.words.situation import inspect_card
from tests.tui.drawings import ASCII, STILL, a_scene, limits_of
from tests.tui.table import Table, race_app, shown, usa


def name_of(screen: TrackViewScreen) -> str:
    """Return the name of the thing that Tab has moved to."""
    assert screen.thing is not None
    return screen.thing.name


def seen(screen: TrackViewScreen) -> str:
    """Return the words of the pane."""
    return str(screen.query_one("#said", Static).render())


@asynccontextmanager
async def looking(
    *,
    inspecting: bool = True,
    cards: tuple[str, ...] = (),
    size: tuple[int, int] = (120, 40),
    settings: Settings = STILL,
) -> AsyncIterator[tuple[Pilot[None], TrackViewScreen]]:
    """Yield a pilot and the screen, opened over a race that has just begun."""
    app = race_app(usa("Ada", "Bo"), settings=settings)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        race = app.screen
        assert isinstance(race, RaceScreen)
        view = race.match.view(None)
        own = [(f"card {index}", partial(inspect_card, card)) for index, card in enumerate(cards)]
        screen = TrackViewScreen(view, race.show.stage.scene(), inspecting=inspecting, own=own)
        app.push_screen(screen)
        await pilot.pause()
        yield pilot, screen


async def test_the_map_has_no_cursor_until_the_first_key() -> None:
    async with looking(inspecting=False) as (pilot, screen):
        road = screen.query_one(TrackMap)
        assert road.scene.cursor is None
        assert not screen.query_one("#words").display
        await pilot.press("right")
        assert road.scene.cursor == screen.cursor
        assert screen.query_one("#words").display
        assert seen(screen)
        await pilot.press("i")
        assert road.scene.cursor is None
        assert not screen.query_one("#words").display


async def test_keys_move_the_cursor_along_spaces_and_spots() -> None:
    async with looking() as (pilot, screen):
        space, spot = screen.cursor
        assert space in (68, 69)
        await pilot.press("l", "right", "l")
        assert screen.cursor == ((space + 2) % 69 + 1, spot)
        await pilot.press("h", "left")
        assert screen.cursor == (space % 69 + 1, spot)
        for key in ("up", "down", "j", "k", "space"):
            spot = 1 - spot
            await pilot.press(key)
            assert screen.cursor[1] == spot
        assert f"Space {screen.cursor[0]}" in seen(screen)


async def test_tab_visits_one_thing_after_another_and_back() -> None:
    async with looking(cards=("heat", "4")) as (pilot, screen):
        visited = []
        for _thing in range(11):
            await pilot.press("tab")
            visited.append(name_of(screen))
        assert sorted(visited[:4]) == ["car 0", "car 1", "car 2", "car 3"]
        assert visited[4:] == [*(f"corner {corner}" for corner in range(4)), "start", "card 0", "card 1"]
        assert "Your card: 4." in seen(screen)
        assert screen.query_one(TrackMap).scene.cursor is None
        await pilot.press("shift+tab", "shift+tab")
        assert name_of(screen) == "start"
        assert "start/finish line" in seen(screen)
        assert screen.cursor == (69, 0)
        await pilot.press("shift+tab")
        assert "Corner 4, limit 2" in seen(screen)
        assert screen.cursor == (57, 0)
        await pilot.press("right")
        assert screen.thing is None
        assert screen.cursor == (58, 0)


async def test_nobody_visits_cards_behind_the_curtain() -> None:
    app = race_app(usa("Ada", "Bo"), settings=STILL)
    async with app.run_test(size=(120, 40)) as pilot:
        table = Table(pilot)
        for private in (set(), {"card", "gear"}):
            await table.rest()
            if private:
                await table.lift()
            await table.press("i")
            screen, kinds = app.screen, set()
            assert isinstance(screen, TrackViewScreen)
            for _thing in range(30):
                await pilot.press("tab")
                kinds.add(name_of(screen).partition(" ")[0])
            assert kinds == {"car", "corner", "start"} | private
            await pilot.press("escape")


async def test_special_spaces_can_be_visited_too() -> None:
    async with looking() as (pilot, _screen):
        app = pilot.app
        assert isinstance(app, HeatApp)
        assert app.match is not None
        view = app.match.view(None)
        scene = a_scene("japan")
        sheet = view.sheet.__class__(
            **{name: getattr(view.sheet, name) for name in view.sheet.__dataclass_fields__} | {"track": scene.track}
        )
        fields = {name: getattr(view, name) for name in view.__dataclass_fields__}
        fields |= {"sheet": sheet, "limits": limits_of(scene.track), "surcharges": (0,) * 5}
        japan = TrackViewScreen(view.__class__(**fields), scene, inspecting=True)
        app.push_screen(japan)
        await pilot.pause()
        await pilot.press(*["shift+tab"] * 3)
        assert name_of(japan) == "space 6"
        assert "flooded" in seen(japan)


async def test_a_click_moves_the_cursor() -> None:
    async with looking(inspecting=False) as (pilot, screen):
        road = screen.query_one(TrackMap)
        await pilot.press("right")
        await pilot.pause()
        assert road.ground is not None
        await pilot.click(TrackMap, offset=road.ground.chart.spots[40, 1].cell)
        assert screen.cursor == (40, 1)
        assert "Space 40, off spot." in seen(screen)


async def test_the_countdown_is_toggled() -> None:
    async with looking() as (pilot, screen):
        await pilot.press("n")
        assert screen.query_one(TrackMap).counts
        await pilot.press("n")
        assert not screen.query_one(TrackMap).counts


@pytest.mark.parametrize("key", ["escape", "m"])
async def test_the_map_can_be_closed_again(key: str) -> None:
    async with looking() as (pilot, _screen):
        await pilot.press(key)
        assert isinstance(pilot.app.screen, RaceScreen)


@pytest.mark.long
@pytest.mark.parametrize("settings", [STILL, ASCII], ids=["unicode", "ascii"])
async def test_the_map_adapts_to_the_size_of_the_terminal(settings: Settings) -> None:
    async with looking(settings=settings) as (pilot, screen):
        for size in [(80, 24), (160, 50), (20, 5), (100, 30), (120, 40)]:
            await pilot.resize_terminal(*size)
            await pilot.pause()
            road = screen.query_one(TrackMap)
            if size != (20, 5):
                assert road.ground is not None
                assert (road.ground.chart.width, road.ground.chart.height) == road.size
                words = screen.query_one("#words").region
                assert words.right <= size[0]
                assert words.bottom < size[1]
                assert not words.overlaps(road.region)
        if settings is ASCII:
            assert isinstance(pilot.app, HeatApp)
            assert shown(pilot.app).isascii()


async def test_words_that_do_not_fit_can_be_scrolled() -> None:
    async with looking(size=(80, 24)) as (pilot, screen):
        words = screen.query_one("#words")
        assert words.max_scroll_y > 0
        await pilot.press("pagedown")
        await pilot.pause()
        assert words.scroll_offset.y == words.max_scroll_y
        await pilot.press("pageup")
        await pilot.pause()
        assert words.scroll_offset.y == 0
