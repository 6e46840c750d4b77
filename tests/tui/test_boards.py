"""The line on top, the standings and the board of a car: always those of what is shown."""

from __future__ import annotations

import asyncio

import pytest
from textual.widget import Widget
from textual.widgets import Static

from heat_tui.engine.actions import React
from heat_tui.game.match import Match
from heat_tui.store.saved_race import SavedRace
from heat_tui.store.settings import Settings
from heat_tui.tui.app import HeatApp
from heat_tui.tui.race.motion import PACES, Stepped
from heat_tui.tui.race.panel import CarPanel, LogView, Standings, StatusLine
from tests.places import driver, legend, loop
from tests.tables import Table as Placed
from tests.tables import turn
from tests.tui.moments import DAY
from tests.tui.scenery import FOREVER
from tests.tui.table import STILL, Table, shown

MOVING = Settings(animation="normal", title=False)


def match_of(table: Placed, people: int = 1) -> Match:
    """A race that was put on the table; the first drivers are persons."""
    seats = len(table.race.setup.seats)
    who = tuple("person" if seat < people else "steady" for seat in range(seats))
    begun = SavedRace(name="", setup=table.race.setup, controllers=who, open_table=False, created=DAY)  # type: ignore[arg-type]
    return Match(table.race, begun, None)


def text_of(table: Table, kind: type[Widget]) -> str:
    """What a widget of the race shows."""
    return str(table.race.query_one(kind).render())


@pytest.mark.point("B3")
def test_boards_are_those_of_the_frame_that_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bo, far too fast for a corner, is beyond it in fourth gear until the log has said that the car spins out."""
    track = loop(60, (12, 3), (50, 9))
    placed = turn(track, driver(9, gear=4, play="4 4 4 4", deck="1 1 1", engine=1), driver(2, gear=2), legend(40))
    match = match_of(placed)

    async def story() -> None:
        app = HeatApp(MOVING)
        async with app.run_test(size=(120, 40)) as pilot:
            table = Table(pilot)
            monkeypatch.setitem(PACES, "normal", (FOREVER, FOREVER))
            app.open_race(match)
            await table.rest()
            assert "Gear 4" in text_of(table, CarPanel)
            race = table.race
            await race.play(React())
            show = race.show
            assert match.view(None).cars[0].gear == 1
            await table.pilot.pause()
            assert "spins out" in str(table.race.query_one(LogView).query_one(Static).render())
            assert "Gear 4" in text_of(table, CarPanel)
            assert "1 Heat" in text_of(table, CarPanel)
            assert "  25    4    1" in text_of(table, Standings)
            assert isinstance(show._waiting[0], Stepped)
            show._next()
            await table.pilot.pause()
            assert "Gear 1" in text_of(table, CarPanel)
            assert "0 Heat" in text_of(table, CarPanel)
            assert "Step" not in text_of(table, StatusLine)
            show.skip()
            await table.rest()
            assert "Step 8" in text_of(table, StatusLine)

    asyncio.run(story())


@pytest.mark.point("B4")
def test_a_car_beyond_the_finish_line_shows_a_flag_and_no_lap_that_there_is_not() -> None:
    track = loop(60, (12, 3), (50, 9), laps=1)
    match = match_of(
        turn(track, driver(90, gear=4, engine=3, play="4 1 1 1", deck="1"), driver(124, gear=2), driver(40))
    )

    async def story() -> None:
        app = HeatApp(STILL)
        async with app.run_test(size=(120, 40)) as pilot:
            table = Table(pilot)
            app.open_race(match)
            await table.rest()
            first = text_of(table, Standings).splitlines()[1]
            assert "  ⚑   4" in first
            assert "  2   4" not in first
            await table.press("s")
            assert "⚑" in shown(app)

    asyncio.run(story())
