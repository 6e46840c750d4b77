"""Run in a copy of the game with one more menu screen: the title opens it, and Esc returns."""

import asyncio

from heat_tui.tui.app import HeatApp
from heat_tui.tui.lists import MenuList
from heat_tui.tui.menus.title import TitleScreen


async def story() -> None:
    app = HeatApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await app.workers.wait_for_complete()
        await pilot.pause()
        menu = app.screen.query_one(MenuList)
        menu.highlighted = menu.get_option_index("thanks")
        await pilot.press("enter")
        await pilot.pause()
        assert type(app.screen).__name__ == "ThanksScreen", app.screen
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, TitleScreen), app.screen


asyncio.run(story())
