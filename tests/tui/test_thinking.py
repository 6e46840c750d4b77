"""An automated driver thinks in a thread: the screen keeps responding, and no choice is played during a pause."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event

import pytest
from textual.pilot import Pilot
from textual.widgets import Button

from heat_tui.engine.actions import Action
from heat_tui.game.table.match import Match
from heat_tui.tui.race.prompts import Prompt
from heat_tui.tui.race.screen import RaceScreen
from heat_tui.tui.setup.fields import LineSelect
from tests.tui.table import race_app, usa


async def until(pilot: Pilot[None], holds: Callable[[], bool]) -> None:
    """Wait until a condition holds."""
    for _ in range(200):
        if holds():
            return
        await pilot.pause(0.02)
    raise AssertionError("it never holds")


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> tuple[Event, Event]:
    """Make automated drivers wait before they choose; return two events: one has begun to think, and all may choose."""
    began, may_choose, thought = Event(), Event(), Match.thought

    def slowly(match: Match) -> Callable[[], Action]:
        choose = thought(match)

        def choice() -> Action:
            began.set()
            assert may_choose.wait(20)
            return choose()

        return choice

    monkeypatch.setattr(Match, "thought", slowly)
    return began, may_choose


@pytest.mark.long
@pytest.mark.parametrize("pauses", [False, True])
async def test_the_screen_responds_while_a_driver_thinks(slow: tuple[Event, Event], *, pauses: bool) -> None:
    began, may_choose = slow
    app = race_app(usa("Ada", "Bo"), ("champion", "steady"))
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, began.is_set)
        screen = app.screen
        assert isinstance(screen, RaceScreen)
        await pilot.press("question_mark")
        assert app.screen is not screen
        await pilot.press("escape")
        assert not screen.match.log
        if pauses:
            screen.action_pause()
        may_choose.set()
        if pauses:
            await pilot.pause(0.2)
            assert not screen.match.log
            screen.action_pause()
        await until(pilot, lambda: len(screen.match.log) > 1)


async def test_a_driver_who_loses_the_seat_while_thinking_does_not_choose(slow: tuple[Event, Event]) -> None:
    began, may_choose = slow
    app = race_app(usa("Ada", "Bo"), ("champion", "steady"))
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, began.is_set)
        race = app.screen
        assert isinstance(race, RaceScreen)
        await pilot.press("S")
        app.screen.query_one("#who-0", LineSelect).value = "person"
        app.screen.query_one("#yes", Button).press()
        await until(pilot, lambda: bool(race.query(Prompt)))
        may_choose.set()
        await pilot.pause(0.2)
        assert race.query(Prompt)
        assert not race.match.log


@pytest.mark.sampled
@pytest.mark.parametrize("pauses", [False, True])
async def test_nobody_chooses_while_seats_are_changed(slow: tuple[Event, Event], *, pauses: bool) -> None:
    began, may_choose = slow
    app = race_app(usa("Ada", "Bo"), ("champion", "steady"))
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, began.is_set)
        race = app.screen
        assert isinstance(race, RaceScreen)
        await pilot.press(*["p"] * pauses, "S")
        may_choose.set()
        race.drive()
        await pilot.pause(0.2)
        assert not race.match.log
        await pilot.press("escape")
        if pauses:
            await pilot.pause(0.2)
            assert not race.match.log
            await pilot.press("p")
        await until(pilot, lambda: len(race.match.log) > 1)
