"""The menus in terminals of several sizes, and after resizing."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.screen import Screen
from textual.widget import Widget

from heat_tui.game.setup.last_setup import save_last_setup
from heat_tui.game.setup.options import Options, Seat
from heat_tui.tui.menus.saved import SavedRacesScreen
from heat_tui.tui.menus.settings import SettingsScreen
from heat_tui.tui.setup.race import NewRaceScreen
from heat_tui.tui.track.tracks import TracksScreen
from tests.tui.menus import SMALL, menus_at, store_in

EXAMPLE = Path(__file__).parents[1] / "saves" / "v1-usa-mid-turn.json"
SCREENS: tuple[Callable[[], Screen[None]] | None, ...] = (
    None,
    NewRaceScreen,
    TracksScreen,
    SavedRacesScreen,
    SettingsScreen,
)
COLOURS = ("red", "blue", "green", "yellow", "black", "gray", "orange", "purple")


@pytest.fixture(autouse=True)
def _saved(home: Path) -> None:
    (home / "saves").mkdir()
    shutil.copy(EXAMPLE, home / "saves")
    save_last_setup(Options(track="japan", seats=tuple(Seat(colour, colour) for colour in COLOURS)))


@pytest.mark.long
@pytest.mark.parametrize("screen", SCREENS)
async def test_a_small_terminal_does_no_harm(screen: Callable[[], Screen[None]] | None, home: Path) -> None:
    async with menus_at(store=store_in(home), screen=screen) as menus:
        before = menus.text
        for size in ((20, 5), (1, 1), (160, 50), (100, 30), (80, 24)):
            await menus.pilot.resize_terminal(*size)
            await menus.rest()
        assert menus.text == before


@pytest.mark.long
@pytest.mark.parametrize("size", [SMALL, (100, 30), (120, 40), (160, 50)])
@pytest.mark.parametrize("screen", SCREENS)
async def test_every_widget_keeps_its_place(
    screen: Callable[[], Screen[None]] | None, size: tuple[int, int], home: Path
) -> None:
    async with menus_at(store=store_in(home), screen=screen, size=size) as menus:
        for _part in range(3):
            shown = [each for each in menus.app.screen.walk_children(Widget) if each.region.area and not each.children]
            assert len(shown) > 2
            for widget in shown:
                place = menus.app.screen.find_widget(widget)
                assert place.clip.x <= place.region.x < place.region.right <= place.clip.right <= size[0], widget
                if not any(each.show_vertical_scrollbar for each in widget.ancestors if isinstance(each, Widget)):
                    assert place.clip.y <= place.region.y < place.region.bottom <= place.clip.bottom, widget
            await menus.press("pagedown")
