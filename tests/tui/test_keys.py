"""What people press at the table, and what it does: nothing free is lost, and no key is pressed for nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest
from textual.widgets import OptionList

from heat_tui.engine.actions import DONE, React
from heat_tui.engine.decisions import Decision, ReactDecision
from heat_tui.game.match import Match
from heat_tui.store.settings import Settings
from heat_tui.tui.app import HeatApp
from tests.tui.moments import ALONE, race_until, six_cars
from tests.tui.table import STILL, Table, shown

Story = Callable[[Table], Awaitable[None]]


def at_the_table(match: Match, story: Story, *, settings: Settings = STILL, size: tuple[int, int] = (80, 24)) -> None:
    """Let somebody sit down at a race."""

    async def run() -> None:
        app = HeatApp(settings, opening=lambda app: app.open_race(match))
        async with app.run_test(size=size) as pilot:
            table = Table(pilot)
            await table.rest()
            await story(table)

    asyncio.run(run())


def cooling(_match: Match, decision: Decision) -> bool:
    """Somebody may cool."""
    return isinstance(decision, ReactDecision) and any(use.symbol == "cooldown" for use in decision.uses)


def alone(wanted: Callable[[Match, Decision], bool]) -> Match:
    """A race of one person up to a decision."""
    return race_until(wanted, ALONE, setup=six_cars("usa"))


@pytest.mark.point("A1")
def test_enter_alone_takes_a_free_cooldown() -> None:
    match = alone(cooling)

    async def story(table: Table) -> None:
        assert "1 Be done with this step" in shown(table.app)
        await table.press("enter")
        action = match.log[-1].action
        assert isinstance(action, React)
        assert action.symbol == "cooldown"

    at_the_table(match, story)


@pytest.mark.point("A1")
@pytest.mark.parametrize("confirm", [True, False])
def test_being_done_with_something_free_left_is_asked_once_more(*, confirm: bool) -> None:
    match = alone(cooling)
    before = len(match.log)

    async def story(table: Table) -> None:
        await table.press("1", "enter")
        if confirm:
            assert len(match.log) == before
            assert "Still free: cool" in shown(table.app)
            await table.press("enter")
        assert match.log[before].action == DONE

    at_the_table(match, story, settings=replace(STILL, confirm=confirm))


@pytest.mark.point("A1")
def test_esc_goes_back_to_the_default() -> None:
    async def story(table: Table) -> None:
        listed = table.race.query_one(OptionList)
        default = listed.highlighted
        await table.press("1")
        assert listed.highlighted == 0 != default
        await table.press("escape")
        assert listed.highlighted == default

    at_the_table(alone(cooling), story)
