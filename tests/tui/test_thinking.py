"""An automated driver thinks in a thread: the screen keeps responding, and no choice is played during a pause."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event

import pytest
from textual.pilot import Pilot

from heat_tui.engine.actions import Action
from heat_tui.game.table.match import Match
from heat_tui.tui.race.screen import RaceScreen
from tests.tui.table import race_app, usa


async def until(pilot: Pilot[None], holds: Callable[[], bool]) -> None:
    """Wait until a condition holds."""
    for _ in range(200):
        if holds():
            return
        await pilot.pause(0.02)
    raise AssertionError("it never holds")


@pytest.mark.parametrize("pauses", [False, True])
async def test_the_screen_responds_while_a_driver_thinks(monkeypatch: pytest.MonkeyPatch, *, pauses: bool) -> None:
    began, may_choose, thought = Event(), Event(), Match.thought

    def slow(match: Match) -> Callable[[], Action]:
        choose = thought(match)

        def choice() -> Action:
            began.set()
            assert may_choose.wait(20)
            return choose()

        return choice

    monkeypatch.setattr(Match, "thought", slow)
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
            await screen.action_pause()
        may_choose.set()
        if pauses:
            await pilot.pause(0.2)
            assert not screen.match.log
            await screen.action_pause()
        await until(pilot, lambda: len(screen.match.log) > 1)
