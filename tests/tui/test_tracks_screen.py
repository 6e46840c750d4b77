"""Browsing the tracks."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Static

from heat_tui.store.settings import Settings
from heat_tui.store.tracks import list_tracks
from heat_tui.tui.lists import MenuList
from heat_tui.tui.setup.race import NewRaceScreen
from heat_tui.tui.track.map import TrackMap
from heat_tui.tui.track.tracks import TrackFactsView, TracksScreen
from tests.tui.menus import LARGE, SMALL, menus_at

TRACKS = Path(__file__).parents[2] / "tracks"


@pytest.mark.long
@pytest.mark.parametrize("size", [SMALL, LARGE, (160, 50)])
async def test_every_track_is_drawn_and_described(size: tuple[int, int]) -> None:
    async with menus_at(screen=TracksScreen, size=size) as menus:
        drawings = set()
        for listed in list_tracks():
            track = menus.find("#map", TrackMap).scene.track
            assert track == listed.track
            assert f"Tracks: {track.name}" in menus.text
            assert f"{track.spaces} spaces a lap" in menus.text
            assert f"1. <{track.corners[0].limit}> after space {track.corners[0].line_after}" in menus.text
            drawings.add(menus.text)
            await menus.press("j")
        assert len(drawings) == 8


@pytest.mark.sampled
@pytest.mark.parametrize("way", ["n", "enter", "mouse"])
async def test_a_race_is_set_up_on_the_track_that_is_shown(way: str) -> None:
    async with menus_at(screen=TracksScreen) as menus:
        await menus.press("down", "down", "down", "down")
        if way == "mouse":
            await menus.click("#tracks", at=(3, 4))
        else:
            await menus.press(way)
        await menus.rest()
        assert isinstance(menus.app.screen, NewRaceScreen)
        assert "Japan" in str(menus.find("Heading", Static).content)
        await menus.press("escape")
        assert isinstance(menus.app.screen, TracksScreen)


async def test_a_file_that_cannot_be_used_gives_the_reason(home: Path) -> None:
    (home / "tracks").mkdir()
    (home / "tracks" / "[wrong].toml").write_text("id = ", encoding="utf-8")

    async with menus_at(screen=TracksScreen, size=(160, 50)) as menus:
        await menus.press("end")
        assert "! [wrong]" in menus.text
        assert "[wrong].toml: line 1" in str(menus.find("#story TrackFactsView", TrackFactsView).content)
        assert not menus.find("#map", TrackMap).visible
        await menus.press("n", "enter")
        assert isinstance(menus.app.screen, TracksScreen)
        await menus.press("up")
        assert menus.find("#map", TrackMap).visible
        assert menus.find("#tracks", MenuList).highlighted == 7


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_an_ascii_terminal_gets_only_ascii(size: tuple[int, int]) -> None:
    async with menus_at(screen=TracksScreen, settings=Settings(glyphs="ascii"), size=size) as menus:
        assert menus.text.isascii(), sorted({each for each in menus.text if not each.isascii()})
