"""A key meant for the previous prompt answers nothing; the tests control the clock."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from textual.widgets import OptionList

from heat_tui.engine.actions import React
from heat_tui.engine.decisions import PlanDecision, ReactDecision
from heat_tui.store.saves import SaveStore
from heat_tui.tui.app import HeatApp
from heat_tui.tui.dialogs import AskScreen
from heat_tui.tui.help import HelpScreen
from heat_tui.tui.race.cover import Cover
from heat_tui.tui.race.prompts import ChoosingPrompt, PlanPrompt
from heat_tui.tui.race.results import ResultsScreen
from tests.tui.moments import planning, race_until, raced_to_the_end, reacting, six_cars
from tests.tui.table import STILL, Table, at_the_table, race_app, seated, usa
from tests.tui.test_open_elsewhere import lock

GAPS = (0.0, 0.05, 0.15, 0.3)
"""Delays in seconds that are too short to read anything in."""

READ = 0.4
"""A delay in seconds that is long enough to read the prompt."""


class Clock:
    """A clock that advances only when the test sets it."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("heat_tui.tui.input.GRACE", 0.35)
    monkeypatch.setattr("heat_tui.tui.input.monotonic", clock)
    return clock


async def answer(table: Table, clock: Clock, *keys: str) -> None:
    """Let enough time pass to read the question, then press keys."""
    clock.now += READ
    await table.press(*keys)


@pytest.mark.long
@pytest.mark.point("A2")
@pytest.mark.parametrize("gap", GAPS)
async def test_a_key_that_skips_the_animation_answers_nothing(gap: float, clock: Clock) -> None:
    """Seed 4, USA: Enter for the plan, Enter to skip the animation, and one more Enter used to lose every reaction."""

    async with seated(race_app(usa("Ada", seed=4), settings=replace(STILL, animation="fast", confirm=False))) as table:
        assert isinstance(table.match.decision, PlanDecision)
        clock.now += READ
        await table.pilot.press("1", "enter")
        for _try in range(400):
            await asyncio.sleep(0.01)
            if table.race.query(ChoosingPrompt):
                break
            await table.pilot.press("enter")
        assert isinstance(table.match.decision, ReactDecision)
        before = len(table.match.log)
        clock.now += gap
        await table.press("enter", "1", "2", "down", "enter")
        assert len(table.match.log) == before
        assert table.race.query_one(OptionList).highlighted == table.race.query_one(ChoosingPrompt).choice.default[0]
        await answer(table, clock, "enter")
        assert len(table.match.log) > before


@pytest.mark.point("A2")
async def test_a_burst_of_keys_goes_no_further_than_the_animation(clock: Clock) -> None:
    """Keys that are in the queue while the prompt is set up were pressed before it appeared."""

    async with seated(race_app(usa("Ada", seed=4), settings=replace(STILL, animation="fast", confirm=False))) as table:
        clock.now += READ
        await table.pilot.press("1", "enter")
        for _try in range(400):
            for _key in range(6):
                table.app.simulate_key("enter")
            await table.pilot.pause()
            if table.race.query(ChoosingPrompt):
                break
            await asyncio.sleep(0.01)
        await table.rest()
        assert isinstance(table.match.decision, ReactDecision)
        assert [entry.seat for entry in table.match.log if isinstance(entry.action, React)] == []


@pytest.mark.sampled
@pytest.mark.point("A2")
@pytest.mark.parametrize("gap", GAPS)
async def test_a_new_prompt_ignores_keys_and_clicks(gap: float, clock: Clock) -> None:
    match = race_until(reacting(uses=2), setup=six_cars("usa"))

    async with at_the_table(match) as table:
        before = len(match.log)
        clock.now += gap
        column, row = table.race.query_one(OptionList).region.offset
        await table.press("enter")
        await table.pilot.click_at(column + 3, row)
        assert len(match.log) == before
        clock.now += READ
        await table.pilot.click_at(column + 3, row)
        await table.press("enter")
        assert len(match.log) > before


@pytest.mark.long
@pytest.mark.point("A2")
@pytest.mark.parametrize("gap", GAPS)
async def test_curtain_and_hand_have_the_same_grace_period(gap: float, clock: Clock) -> None:
    match = race_until(planning(in_round=1), setup=six_cars("usa"))

    async with at_the_table(match) as table:
        clock.now += gap
        await table.press("enter")
        assert table.race.query(Cover)
        await answer(table, clock, "enter")
        prompt = table.race.query_one(PlanPrompt)
        clock.now += gap
        await table.press("1", "plus")
        assert (prompt.chosen, prompt.gear) == ([], 1)
        await answer(table, clock, "1", "plus")
        assert (prompt.chosen, prompt.gear) == ([0], 2)


@pytest.mark.point("A2")
async def test_keys_that_answer_nothing_work_immediately(clock: Clock) -> None:
    match = race_until(reacting(uses=2), setup=six_cars("usa"))

    async with at_the_table(match) as table:
        await table.pilot.press("question_mark")
        assert isinstance(table.app.screen, HelpScreen)
        await table.pilot.press("escape")
        await table.pilot.press("q")
        assert isinstance(table.app.screen, AskScreen)
        assert clock.now == 0.0


@pytest.mark.point("A2")
async def test_a_key_for_the_race_answers_no_question_that_appears_automatically(clock: Clock, tmp_path: Path) -> None:
    store = SaveStore(tmp_path)

    async with seated(race_app(usa("Ada"), store=store)) as table:
        name = table.match.name
        lock(store, name)
        clock.now += READ
        await table.pilot.hurry("1", "enter", "enter", "right", "enter", "escape")
        assert isinstance(table.app.screen, AskScreen)
        clock.now += READ
        await table.pilot.press("right", "enter")
        assert table.match.name == f"{name}-2"


@pytest.mark.point("A2")
async def test_an_early_enter_does_not_leave_the_result(clock: Clock) -> None:
    """An Enter that was meant to skip the last move would lead from the result to the title."""
    match = raced_to_the_end(setup=usa("Ada", "Bo", "Cem"))
    app = HeatApp(STILL, opening=lambda app: app.games.open_result(match))
    async with app.run_test(size=(80, 24)) as pilot:
        table = Table(pilot)
        await table.pilot.press("enter")
        assert isinstance(app.screen, ResultsScreen)
        clock.now += READ
        await table.pilot.press("enter")
        assert not isinstance(app.screen, ResultsScreen)
