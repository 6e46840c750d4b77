"""A screen is rewritten when its reader chooses another language in the settings above it."""

from __future__ import annotations

import pytest

from heat_tui.tui.screen import HeatScreen
from tests.tui.painted import WIDE, Size, bring, picture
from tests.tui.scenery import Scenery


@pytest.mark.parametrize("size", [(80, 24), pytest.param(WIDE, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", ["results", "season-pause", pytest.param("season-champion", marks=pytest.mark.long)])
def test_the_pages_of_a_race_and_of_a_season_keep_their_content(name: str, size: Size) -> None:
    async def reword(scenery: Scenery) -> None:
        before, screen = picture(scenery.app).text, scenery.app.screen
        assert isinstance(screen, HeatScreen)
        await screen.reword()
        await scenery.settle()
        assert picture(scenery.app).text == before

    bring(name, reword, size=size)
