"""Run in a copy of the game with one more help page: the help lists it and shows it with the player's keys."""

import asyncio

from textual.widgets import OptionList

from heat_tui.tui.app import HeatApp
from heat_tui.tui.help import HelpScreen


async def story() -> None:
    app = HeatApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.show_help(app.screen, "engines")
        await pilot.pause()
        assert isinstance(app.screen, HelpScreen)
        listed = app.screen.query_one(OptionList)
        assert "Engines" in [str(listed.get_option_at_index(place).prompt) for place in range(listed.option_count)]
        shown = " ".join(str(strip.text) for strip in app.screen._compositor.render_strips())
        assert "Press Esc" in shown, shown


asyncio.run(story())
