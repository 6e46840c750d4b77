"""Run in a copy of the game with one more screen over the race: its key opens and closes it."""

import asyncio

from heat_tui.game.setup.options import Options, Seat
from heat_tui.game.setup.race_options import race_setup
from heat_tui.tui.app import HeatApp
from heat_tui.tui.race.screen import RaceScreen


async def story() -> None:
    setup = race_setup(Options(track="usa", seats=(Seat("Ada", "red"),), legends=1, seed=7))
    app = HeatApp(opening=lambda app: app.games.start(setup, ["person"]))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, RaceScreen)
        for opened in ("EnginesScreen", "RaceScreen"):
            await pilot.press("E")
            await pilot.pause()
            assert type(app.screen).__name__ == opened, app.screen


asyncio.run(story())
